//! Quoted, triple and bare text, and the splitting of a line into cells: paragraph 8.3.
//!
//! Functions take the text of a line and an offset in it and return what they read and where they stopped; offsets of
//! faults count from the start of that text. Text without escapes is borrowed.

use std::borrow::Cow;

use crate::bytes;
use crate::error::{Code, Fault, found};
use crate::number::{self, Numeral};
use crate::space;

/// A scalar as read; numerals are not yet canonical.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar<'t> {
    Null,
    /// Missing member, null element.
    Undefined,
    Bool(bool),
    Number(Cow<'t, str>, Numeral),
    /// `NaN`, `Infinity` or `-Infinity`.
    NonFinite(&'static str),
    Text(Cow<'t, str>),
}

impl Scalar<'_> {
    /// In arrays `undefined` is null.
    #[inline]
    pub(crate) fn defined(self) -> Self {
        if self == Scalar::Undefined { Scalar::Null } else { self }
    }
}

/// One cell: quoted text is always a string, bare text is inferred.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'t> {
    pub(crate) quoted: bool,
    pub(crate) text: Cow<'t, str>,
}

impl<'t> Cell<'t> {
    #[inline]
    pub(crate) fn infer(self) -> Scalar<'t> {
        if self.quoted { Scalar::Text(self.text) } else { infer_cow(self.text) }
    }

    /// A bare cell without text: a missing member.
    #[inline]
    pub(crate) fn is_missing(&self) -> bool {
        !self.quoted && self.text.is_empty()
    }
}

#[inline]
fn infer_cow(text: Cow<'_, str>) -> Scalar<'_> {
    match text {
        Cow::Borrowed(text) => infer(text),
        // only an escaped delimiter makes a bare cell owned, and nothing with a delimiter is special
        owned => Scalar::Text(owned),
    }
}

/// The value of trimmed bare text.
#[inline]
pub(crate) fn infer(text: &str) -> Scalar<'_> {
    let numeral = match text.as_bytes().first() {
        Some(b'0'..=b'9' | b'.' | b'-') => number::numeral(text.as_bytes()),
        Some(b't' | b'f' | b'n' | b'u' | b'N' | b'I') => None,
        _ => return Scalar::Text(Cow::Borrowed(text)),
    };
    match (numeral, text) {
        (Some(form), _) => Scalar::Number(Cow::Borrowed(text), form),
        (None, "null") => Scalar::Null,
        (None, "true") => Scalar::Bool(true),
        (None, "false") => Scalar::Bool(false),
        (None, "undefined") => Scalar::Undefined,
        (None, "NaN") => Scalar::NonFinite("NaN"),
        (None, "Infinity") => Scalar::NonFinite("Infinity"),
        (None, "-Infinity") => Scalar::NonFinite("-Infinity"),
        _ => Scalar::Text(Cow::Borrowed(text)),
    }
}

/// The scalar that a whole text is; WS around it does not count.
pub(crate) fn scalar(text: &str) -> Result<Scalar<'_>, Fault> {
    let trimmed = space::trim(text);
    if !trimmed.starts_with('"') {
        return Ok(infer(trimmed));
    }
    let before = text.len() - space::trim_start(text).len();
    let (value, end) = string(trimmed, 0).map_err(|fault| fault.shifted(before))?;
    let rest = space::trim_start(&trimmed[end..]);
    if rest.is_empty() {
        return Ok(Scalar::Text(value));
    }
    Err(trailing(rest, before + trimmed.len() - rest.len()))
}

#[cold]
fn trailing(rest: &str, at: usize) -> Fault {
    Fault::new(Code::Trailing, at, format!("expected nothing after a closing quote, found {}", found(rest)))
}

/// The string whose opening quote is at `pos`, and the offset behind its closing one.
#[inline]
pub(crate) fn string(text: &str, pos: usize) -> Result<(Cow<'_, str>, usize), Fault> {
    if text.as_bytes()[pos..].starts_with(b"\"\"\"") {
        return triple(text, pos)?
            .ok_or_else(|| Fault::new(Code::UnterminatedString, pos, "expected three closing quotes"));
    }
    quoted(text, pos)
}

/// The quoted string at `pos`.
#[inline]
pub(crate) fn quoted(text: &str, pos: usize) -> Result<(Cow<'_, str>, usize), Fault> {
    let bytes = text.as_bytes();
    let end = bytes::find_any(bytes, pos + 1, *b"\"\\");
    if bytes.get(end) == Some(&b'"') && bytes.get(end + 1) != Some(&b'"') {
        return Ok((Cow::Borrowed(&text[pos + 1..end]), end + 1));
    }
    quoted_slow(text, pos, end)
}

/// As [`quoted`], from the first escape on.
#[cold]
fn quoted_slow(text: &str, start: usize, first: usize) -> Result<(Cow<'_, str>, usize), Fault> {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(first - start + 16);
    let (mut done, mut pos) = (start + 1, first);
    while pos < bytes.len() {
        out.push_str(&text[done..pos]);
        let (character, len) = match (bytes[pos], bytes.get(pos + 1)) {
            (b'"', Some(b'"')) => ('"', 2),
            (b'"', _) => return Ok((Cow::Owned(out), pos + 1)),
            (_, Some(b'"')) => ('"', 2),
            (_, Some(b'\\')) => ('\\', 2),
            (_, Some(b'n')) => ('\n', 2),
            (_, Some(b'r')) => ('\r', 2),
            (_, Some(b't')) => ('\t', 2),
            (_, Some(b'u')) => surrogate_pair(bytes, pos)?,
            _ => ('\\', 1),
        };
        out.push(character);
        done = pos + len;
        pos = bytes::find_any(bytes, done, *b"\"\\");
    }
    Err(Fault::new(Code::UnterminatedString, start, "expected a closing quote"))
}

/// `\u` denotes a surrogate or nothing; a pair is one character, a lone one no Rust string can hold.
fn surrogate_pair(bytes: &[u8], pos: usize) -> Result<(char, usize), Fault> {
    let Some(high) = surrogate(bytes, pos) else { return Ok(('\\', 1)) };
    let low = surrogate(bytes, pos + 6).filter(|low| *low >= 0xDC00 && high < 0xDC00);
    match low.and_then(|low| char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))) {
        Some(character) => Ok((character, 12)),
        None => {
            Err(Fault::new(Code::Surrogate, pos, "a lone surrogate, which no string of this host can hold"))
        }
    }
}

/// The surrogate that `\uXXXX` at `pos` denotes.
fn surrogate(bytes: &[u8], pos: usize) -> Option<u32> {
    let digits = bytes.get(pos..pos + 6)?.strip_prefix(b"\\u")?;
    let digits =
        std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok().filter(|unit| (0xD800..0xE000).contains(unit))
}

/// The triple-quoted string at `pos`, or `None` when it is not closed in this text.
pub(crate) fn triple(text: &str, start: usize) -> Result<Option<(Cow<'_, str>, usize)>, Fault> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut done, mut pos) = (start + 3, start + 3);
    loop {
        pos = bytes::find_any(bytes, pos, *b"\"\\");
        match bytes.get(pos) {
            None => return Ok(None),
            Some(b'"') => {
                let quotes = bytes[pos..].iter().take_while(|&&byte| byte == b'"').count();
                if quotes >= 3 {
                    let rest = &text[done..pos + quotes - 3];
                    let value = if out.is_empty() { Cow::Borrowed(rest) } else { Cow::Owned(out + rest) };
                    return Ok(Some((value, pos + quotes)));
                }
                pos += quotes;
            }
            Some(_) => {
                let (replacement, len) = if bytes[pos..].starts_with(b"\\\"\"\"") {
                    ("\"\"\"", 4)
                } else {
                    match bytes.get(pos + 1).and_then(|&byte| triple_escape(byte)) {
                        Some(character) => (character, 2),
                        None => {
                            pos += 1;
                            continue;
                        }
                    }
                };
                out.push_str(&text[done..pos]);
                out.push_str(replacement);
                pos += len;
                done = pos;
            }
        }
    }
}

fn triple_escape(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'"' => "\"",
        b'\\' => "\\",
        b'n' => "\n",
        b'r' => "\r",
        b't' => "\t",
        _ => return None,
    })
}

/// Undoes the escapes of a triple-quoted string that was put together from lines.
pub(crate) fn unescape_triple(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut done, mut pos) = (0, 0);
    loop {
        pos = bytes::find(bytes, pos, b'\\');
        if pos >= bytes.len() {
            out.push_str(&text[done..]);
            return out;
        }
        match bytes.get(pos + 1).and_then(|&byte| triple_escape(byte)) {
            Some(replacement) => {
                out.push_str(&text[done..pos]);
                out.push_str(replacement);
                pos += 2;
                done = pos;
            }
            None => pos += 1,
        }
    }
}

/// The cells of a text, from left to right.
pub(crate) struct Cells<'t> {
    text: &'t str,
    /// `None` behind the last cell.
    pos: Option<usize>,
    delimiter: u8,
}

impl<'t> Cells<'t> {
    /// A text of WS alone has no cells.
    #[inline]
    pub(crate) fn new(text: &'t str, delimiter: u8) -> Self {
        let pos = if space::all_ws(text) { None } else { Some(0) };
        Self { text, pos, delimiter }
    }

    /// The next cell, `None` behind the last one.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<Cell<'t>>, Fault> {
        let Some(mut pos) = self.pos else { return Ok(None) };
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(pos)
            && (byte == b' ' || byte == b'\t')
            && byte != self.delimiter
        {
            pos += 1;
        }
        if bytes.get(pos) == Some(&b'"') {
            return self.quoted(pos).map(Some);
        }
        let end = bytes::find(bytes, pos, self.delimiter);
        if end > pos && end < bytes.len() && bytes[end - 1] == b'\\' {
            return Ok(Some(self.escaped(pos, end)));
        }
        self.pos = (end < bytes.len()).then_some(end + 1);
        Ok(Some(Cell { quoted: false, text: Cow::Borrowed(space::trim(&self.text[pos..end])) }))
    }

    fn quoted(&mut self, pos: usize) -> Result<Cell<'t>, Fault> {
        let (text, end) = string(self.text, pos)?;
        if self.text.as_bytes().get(end) == Some(&self.delimiter) {
            self.pos = Some(end + 1);
            return Ok(Cell { quoted: true, text });
        }
        // WS may stand before the delimiter, which may itself be WS
        let delimiter = char::from(self.delimiter);
        let rest = self.text[end..].trim_start_matches(|c| c != delimiter && space::is_ws(c));
        let at = self.text.len() - rest.len();
        self.pos = match rest.bytes().next() {
            None => None,
            Some(byte) if byte == self.delimiter => Some(at + 1),
            Some(_) => return Err(trailing(rest, at)),
        };
        Ok(Cell { quoted: true, text })
    }

    /// A bare cell in which a backslash stands before a delimiter, at `hit`.
    #[cold]
    fn escaped(&mut self, start: usize, hit: usize) -> Cell<'t> {
        let bytes = self.text.as_bytes();
        let mut out = String::new();
        let (mut done, mut end) = (start, hit);
        while end < bytes.len() && end > done && bytes[end - 1] == b'\\' {
            out.push_str(&self.text[done..end - 1]);
            done = end;
            end = bytes::find(bytes, end + 1, self.delimiter);
        }
        out.push_str(&self.text[done..end]);
        self.pos = (end < bytes.len()).then_some(end + 1);
        Cell { quoted: false, text: Cow::Owned(space::trim(&out).to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, delimiter: u8) -> Vec<(bool, String)> {
        let mut cells = Cells::new(text, delimiter);
        let mut out = Vec::new();
        while let Some(cell) = cells.next().expect("no fault") {
            out.push((cell.quoted, cell.text.into_owned()));
        }
        out
    }

    #[test]
    fn splitting_of_paragraph_8_3() {
        let bare = |text: &str| (false, text.to_owned());
        let quoted = |text: &str| (true, text.to_owned());
        for (text, expected) in [
            ("", vec![]),
            (" \u{a0}", vec![]),
            ("a, b ,", vec![bare("a"), bare("b"), bare("")]),
            (r"a\,b,c\\,d", vec![bare("a,b"), bare(r"c\,d")]),
            (r"\,\,x", vec![bare(",,x")]),
            (r#""a,b" , """c"d""""#, vec![quoted("a,b"), quoted("c\"d")]),
            (r#""a""b",x"y"#, vec![quoted("a\"b"), bare("x\"y")]),
            (r#""\n\t\x\u0041\\""#, vec![quoted("\n\t\\x\\u0041\\")]),
            (r#""\ud83d\ude00""#, vec![quoted("\u{1F600}")]),
            ("\"\"\"\"\"\"", vec![quoted("")]),
        ] {
            assert_eq!(cells(text, b','), expected, "{text}");
        }
        assert_eq!(cells("a\t \"b\" \tc", b'\t'), [bare("a"), quoted("b"), bare("c")]);
        for (text, code, at) in [
            (r#"x,"a"#, Code::UnterminatedString, 2),
            (r#""a" b,"#, Code::Trailing, 4),
            (r#""""a"#, Code::UnterminatedString, 0),
            (r#"é,"\ud800""#, Code::Surrogate, 4),
        ] {
            let mut cells = Cells::new(text, b',');
            let fault = loop {
                match cells.next() {
                    Ok(cell) => assert!(cell.is_some(), "{text}"),
                    Err(fault) => break fault,
                }
            };
            assert_eq!((fault.code, fault.at), (code, at), "{text}");
        }
    }
}
