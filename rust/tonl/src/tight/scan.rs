//! The characters of a text: blanks, strings, bare text, keys, and the errors of each (5, points 1 to 3; 6).

use std::borrow::Cow;

use super::text::{self, CELL_STOP, KEY_STOP, Place, STOP};
use crate::bytes;
use crate::cells::{self, Scalar};
use crate::error::{Code, Error, found};

/// The kind of separators of one bracket or row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    Comma,
    Blank,
}

/// Blanks between items, and those that leave a row open.
pub(super) const BLANK: &[u8] = b" \t\r\n";
pub(super) const INLINE: &[u8] = b" \t\r";

/// A position in the text and the brackets that are open there.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) pos: usize,
    pub(super) strict: bool,
    max_depth: usize,
    opens: Vec<usize>,
}

type Result<T> = std::result::Result<T, Error>;

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str, strict: bool, max_depth: usize) -> Self {
        Self { text, pos: 0, strict, max_depth, opens: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    #[inline(always)]
    pub(super) fn skip(&mut self, blanks: &[u8]) {
        while self.peek().is_some_and(|byte| blanks.contains(&byte)) {
            self.pos += 1;
        }
    }

    #[cold]
    pub(super) fn fail<T>(&self, code: Code, at: usize, message: impl Into<Cow<'static, str>>) -> Result<T> {
        let before = &self.text.as_bytes()[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        Err(Error::new(code, line, column, message))
    }

    /// Something else was expected here; at the end of the text that is a bracket's closer.
    #[cold]
    pub(super) fn unexpected<T>(&self, expected: &str) -> Result<T> {
        match (self.text.get(self.pos..).filter(|rest| !rest.is_empty()), self.opens.last()) {
            (None, Some(&open)) => self.fail(Code::Unclosed, open, "expected the bracket to be closed"),
            (rest, _) => {
                let message = format!("expected {expected}, found {}", found(rest.unwrap_or_default()));
                self.fail(Code::Syntax, self.pos.min(self.text.len()), message)
            }
        }
    }

    /// Is one of these next? The end of the text is an error.
    #[inline]
    pub(super) fn at(&self, set: &[u8]) -> Result<bool> {
        match self.peek() {
            Some(byte) => Ok(set.contains(&byte)),
            None => self.unexpected("more text"),
        }
    }

    pub(super) fn fits(&self, depth: usize) -> Result<()> {
        if depth <= self.max_depth {
            return Ok(());
        }
        self.fail(Code::Depth, self.pos, format!("expected at most {} nested containers", self.max_depth))
    }

    /// Steps over an opening bracket.
    pub(super) fn enter(&mut self, depth: usize) -> Result<()> {
        self.fits(depth)?;
        self.open();
        Ok(())
    }

    pub(super) fn open(&mut self) {
        self.opens.push(self.pos);
        self.pos += 1;
    }

    /// Steps over a closing bracket.
    pub(super) fn leave(&mut self) {
        self.pos += 1;
        self.opens.pop();
    }

    /// The separator between two items, one kind throughout a bracket; stays before the closer.
    pub(super) fn gap(&mut self, close: u8, kind: Option<Gap>) -> Result<Option<Gap>> {
        let from = self.pos;
        self.skip(BLANK);
        if self.at(&[close])? {
            return Ok(kind);
        }
        if self.peek() == Some(b',') {
            self.pos += 1;
            self.skip(BLANK);
            if !self.at(&[close])? {
                return self.same(kind, Gap::Comma);
            }
            return if self.strict { self.unexpected("an item after the comma") } else { Ok(kind) };
        }
        if self.pos == from {
            return self.unexpected("a separator or the closing bracket");
        }
        self.same(kind, Gap::Blank)
    }

    pub(super) fn same(&self, kind: Option<Gap>, found: Gap) -> Result<Option<Gap>> {
        match kind {
            Some(kind) if kind != found => self.fail(
                Code::Syntax,
                self.pos,
                "expected the separator of this bracket, found another kind before this item",
            ),
            _ => Ok(Some(found)),
        }
    }

    pub(super) fn colon(&mut self, blanks: &[u8]) -> Result<()> {
        self.skip(blanks);
        if !self.at(b":")? {
            return self.unexpected("`:`");
        }
        self.pos += 1;
        self.skip(blanks);
        Ok(())
    }

    /// A string or bare text, as a key.
    pub(super) fn key(&mut self) -> Result<Cow<'t, str>> {
        if self.peek() == Some(b'"') {
            return self.quoted(KEY_STOP);
        }
        let from = self.pos;
        let text = self.run(KEY_STOP);
        if text.is_empty() {
            return self.unexpected("a key");
        }
        // a colon ends a key, so the rule of words is the one to check
        self.check_bare(text, from, Place::Word)?;
        Ok(Cow::Borrowed(text))
    }

    /// A scalar; `column`: the cell of a comma or space table under this name.
    pub(super) fn bare(&mut self, comma: bool, column: Option<&str>) -> Result<&'t str> {
        let from = self.pos;
        let text = self.run(if comma { CELL_STOP } else { STOP });
        if text.is_empty() {
            return self.unexpected("a value");
        }
        if matches!(self.peek(), Some(b'{' | b'[')) {
            return self.unexpected("no bracket in bare text");
        }
        let text = text.trim_end_matches([' ', '\t', '\r']);
        if column.is_some_and(|column| text::mimics_member(text, column)) {
            return self.fail(Code::Syntax, from, "expected a cell, found a member of its column's name");
        }
        self.check_bare(text, from, if comma { Place::Cell } else { Place::Word })?;
        Ok(text)
    }

    fn run(&mut self, stop: &[u8]) -> &'t str {
        let bytes = &self.text.as_bytes()[self.pos..];
        let len = bytes.iter().position(|byte| stop.contains(byte)).unwrap_or(bytes.len());
        let text = &self.text[self.pos..self.pos + len];
        self.pos += len;
        text
    }

    fn check_bare(&self, text: &str, from: usize, place: Place) -> Result<()> {
        if self.strict && text::has_out(text, place) {
            return self.fail(Code::Syntax, from, format!("expected quotes around {}", found(text)));
        }
        Ok(())
    }

    /// A string in quotes, followed by something that ends bare text.
    pub(super) fn quoted(&mut self, stop: &[u8]) -> Result<Cow<'t, str>> {
        let text = self.string()?;
        match self.peek() {
            Some(byte) if !stop.contains(&byte) => {
                let rest = found(&self.text[self.pos..]);
                self.fail(
                    Code::Trailing,
                    self.pos,
                    format!("expected nothing after a closing quote, found {rest}"),
                )
            }
            _ => Ok(text),
        }
    }

    fn string(&mut self) -> Result<Cow<'t, str>> {
        let (text, from) = (self.text, self.pos);
        let bytes = text.as_bytes();
        let mut out = String::new();
        let mut done = from + 1;
        self.pos = from + 1;
        loop {
            self.pos = bytes::find_any(bytes, self.pos, *b"\"\\\n");
            let piece = &text[done..self.pos];
            match (bytes.get(self.pos), bytes.get(self.pos + 1)) {
                (None | Some(b'\n'), _) => {
                    return self.fail(Code::UnterminatedString, from, "expected a closing quote");
                }
                (Some(b'"'), Some(b'"')) => {
                    out.push_str(piece);
                    out.push('"');
                    self.pos += 2;
                }
                (Some(b'"'), _) => {
                    self.pos += 1;
                    if out.is_empty() {
                        return Ok(Cow::Borrowed(piece));
                    }
                    out.push_str(piece);
                    return Ok(Cow::Owned(out));
                }
                (Some(_), next) => {
                    out.push_str(piece);
                    let (character, len) = self.escape(next.copied())?;
                    out.push(character);
                    self.pos += len;
                }
            }
            done = self.pos;
        }
    }

    /// The character that the escape at the position stands for, and its length.
    fn escape(&self, next: Option<u8>) -> Result<(char, usize)> {
        let character = match next {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => match self.unit(self.pos) {
                Some(unit) => return self.code_point(unit),
                None => return self.unknown_escape(),
            },
            _ => return self.unknown_escape(),
        };
        Ok((character, 2))
    }

    fn unknown_escape(&self) -> Result<(char, usize)> {
        if self.strict { self.fail(Code::Syntax, self.pos, "expected a known escape") } else { Ok(('\\', 1)) }
    }

    fn code_point(&self, unit: u32) -> Result<(char, usize)> {
        if let Some(character) = char::from_u32(unit) {
            return Ok((character, 6));
        }
        let low = self.unit(self.pos + 6).filter(|low| unit < 0xDC00 && (0xDC00..0xE000).contains(low));
        match low.and_then(|low| char::from_u32(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))) {
            Some(character) => Ok((character, 12)),
            None => self.fail(
                Code::Surrogate,
                self.pos,
                "a lone surrogate, which no string of this host can hold",
            ),
        }
    }

    /// The four hexadecimal digits of `\uXXXX` at `pos`.
    fn unit(&self, pos: usize) -> Option<u32> {
        let digits = self.text.as_bytes().get(pos..pos + 6)?.strip_prefix(b"\\u")?;
        let digits =
            std::str::from_utf8(digits).ok().filter(|d| d.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok()
    }
}

/// The value of bare text (5, point 2).
pub(super) fn infer(text: &str) -> Scalar<'_> {
    match cells::infer(text) {
        Scalar::Undefined => Scalar::Text(Cow::Borrowed(text)),
        scalar => scalar,
    }
}
