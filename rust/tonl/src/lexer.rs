//! Lines -> classified heads, in the order of paragraph 8.1.
//!
//! A [`Head`] is what a member or an element line says about itself: its key, a declared count, columns, and the rest
//! after the colon. The reader decides what to do with it. Every search here is linear in the line, also for lines made
//! of brackets, braces and quotes alone; nothing is copied except keys with escapes.

use std::borrow::Cow;

use crate::bytes;
use crate::cells;
use crate::error::{Code, Fault, found};
use crate::space;

/// A member line taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head<'t> {
    pub(crate) key: Cow<'t, str>,
    pub(crate) tail: Tail<'t>,
}

/// What follows a key or an index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tail<'t> {
    /// Digits of `[n]`.
    pub(crate) count: Option<&'t str>,
    /// What stands between the braces.
    pub(crate) columns: Option<&'t str>,
    /// Text after the colon, empty for a header of a block.
    pub(crate) rest: &'t str,
    /// Where the rest begins in the text of the line.
    pub(crate) rest_at: usize,
}

/// Blank, comment or directive: a line without content (paragraph 2).
#[inline]
pub(crate) fn is_skipped(text: &str) -> bool {
    match text.as_bytes().first() {
        None | Some(b'#') => true,
        Some(b'@') => is_directive(text),
        _ => false,
    }
}

/// `@` and one of six names before the first colon.
pub(crate) fn is_directive(text: &str) -> bool {
    let name =
        text.strip_prefix('@').and_then(|text| text.split_once(':')).map(|(name, _)| space::trim(name));
    matches!(name, Some("version" | "delimiter" | "import" | "schema" | "type" | "description"))
}

/// A line above the body (paragraph 8, 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Header {
    /// The line belongs to the body.
    Body,
    /// Nothing to learn from it.
    Ignored,
    /// `#delimiter X`
    Delimiter(u8),
}

/// Classifies a line that stands at the top of the document.
pub(crate) fn header(line: &space::Line<'_>) -> Result<Header, Fault> {
    let text = line.text;
    if text.is_empty() {
        return Ok(Header::Ignored);
    }
    if line.indent > 0 || !(text.starts_with('#') || text.starts_with('@')) {
        return Ok(Header::Body);
    }
    if text.starts_with('@') {
        return Ok(if is_directive(text) || !text.contains(':') { Header::Ignored } else { Header::Body });
    }
    let Some(value) = text.strip_prefix("#delimiter") else { return Ok(Header::Ignored) };
    if value.is_empty() {
        return Ok(if line.raw.contains('\t') { Header::Delimiter(b'\t') } else { Header::Ignored });
    }
    let value = value.trim_start_matches([' ', '\t']);
    let at = text.len() - value.len();
    if at == "#delimiter".len() {
        return Ok(Header::Ignored); // another word, such as `#delimiters`
    }
    match space::trim(value) {
        "," | "\",\"" => Ok(Header::Delimiter(b',')),
        "|" | "\"|\"" => Ok(Header::Delimiter(b'|')),
        ";" | "\";\"" => Ok(Header::Delimiter(b';')),
        "\\t" | "\"\\t\"" => Ok(Header::Delimiter(b'\t')),
        other => Err(Fault::new(
            Code::Delimiter,
            at,
            format!("expected `,` `|` `;` or `\\t`, found {}", found(other)),
        )),
    }
}

/// Takes a member line apart; `None` for a line that is none.
pub(crate) fn head(text: &str) -> Result<Option<Head<'_>>, Fault> {
    let bytes = text.as_bytes();
    if bytes[0] == b'"' {
        return quoted_head(text);
    }
    if bytes[bytes.len() - 1] == b':' {
        return Ok(Some(block_head(text)));
    }
    Ok(plain_head(text).or_else(|| other_head(text)))
}

/// 8.1, 3 to 5.
fn other_head(text: &str) -> Option<Head<'_>> {
    let bytes = text.as_bytes();
    if let Some(head) = one_line_head(text) {
        return Some(head);
    }
    if bytes::find(bytes, 0, b'[') < bytes.len()
        && let Some(head) = array_head(text, b':').or_else(|| array_head(text, b'"'))
    {
        return Some(head);
    }
    let colon = bytes::find(bytes, 0, b':');
    if colon == bytes.len() {
        return None;
    }
    let rest = space::trim_start(&text[colon + 1..]);
    let tail = Tail { count: None, columns: None, rest, rest_at: text.len() - rest.len() };
    Some(Head { key: Cow::Borrowed(space::trim_end(&text[..colon])), tail })
}

/// 8.1, 5 at once, for lines that can be nothing else: no quote, bracket, brace or WS before the first colon, and behind
/// it either a quote (which neither 3 nor 4 crosses) or no bracket and no brace at all.
#[inline]
fn plain_head(text: &str) -> Option<Head<'_>> {
    let bytes = text.as_bytes();
    let colon =
        bytes.iter().position(|byte| !matches!(byte, b'!' | b'#'..=b'9' | b';'..=b'Z' | b'^'..=b'z'))?;
    if bytes[colon] != b':' {
        return None;
    }
    let rest = space::trim_start(&text[colon + 1..]);
    if !rest.starts_with('"') && bytes::find_any(bytes, colon, *b"[{") < bytes.len() {
        return None;
    }
    let tail = Tail { count: None, columns: None, rest, rest_at: text.len() - rest.len() };
    Some(Head { key: Cow::Borrowed(&text[..colon]), tail })
}

/// 8.1, 1: a quoted key and its tail.
fn quoted_head(text: &str) -> Result<Option<Head<'_>>, Fault> {
    let (key, end) = cells::quoted(text, 0)?;
    let rest = text[end..].trim_start_matches([' ', '\t']);
    Ok(tail(rest, text.len() - rest.len(), false).map(|tail| Head { key, tail }))
}

/// `[n]`? `{columns}`? `:` and perhaps a rest, at the byte `at` of the line. `spaced`: braces alone need a blank
/// behind the colon.
pub(crate) fn tail(text: &str, at: usize, spaced: bool) -> Option<Tail<'_>> {
    let (count, after) = match bracketed_digits(text.as_bytes(), 0) {
        Some(end) => (Some(&text[1..end - 1]), &text[end..]),
        None => (None, text),
    };
    let end = at + text.len();
    if after == ":" {
        return Some(Tail { count, columns: None, rest: "", rest_at: end });
    }
    if let Some(columns) = after.strip_prefix('{').and_then(|inner| inner.strip_suffix("}:")) {
        return Some(Tail { count, columns: Some(columns), rest: "", rest_at: end });
    }
    let (columns, colon) = match after.strip_prefix('{') {
        Some(inner) => {
            let (columns, behind) = inner.split_once('}')?;
            (Some(columns), behind)
        }
        None => (None, after),
    };
    let rest = colon.strip_prefix(':')?;
    if spaced && count.is_none() && columns.is_some() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim_start_matches([' ', '\t']);
    Some(Tail { count, columns, rest, rest_at: end - rest.len() })
}

/// The offset behind `[digits]` at `pos`.
fn bracketed_digits(bytes: &[u8], pos: usize) -> Option<usize> {
    if bytes.get(pos) != Some(&b'[') {
        return None;
    }
    let digits = bytes[pos + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && bytes.get(pos + 1 + digits) == Some(&b']')).then_some(pos + digits + 2)
}

/// 8.1, 2: a line that ends with a colon.
fn block_head(text: &str) -> Head<'_> {
    let mut body = &text[..text.len() - 1];
    let mut columns = None;
    if let Some(inner) = body.strip_suffix('}')
        && let Some(open) = columns_open(body)
    {
        columns = Some(inner.get(open + 1..).unwrap_or_default());
        body = &body[..open];
    }
    let (name, count) = split_count(body, 1);
    let tail = Tail { count, columns, rest: "", rest_at: text.len() };
    Head { key: Cow::Borrowed(space::trim(name)), tail }
}

/// The `{` of the first `[digits]{` before any quote, else the first `{`.
fn columns_open(body: &str) -> Option<usize> {
    let bytes = body.as_bytes();
    let quote = bytes::find(bytes, 0, b'"');
    let mut pos = bytes::find(bytes, 0, b'[');
    while pos < quote {
        if let Some(end) = bracketed_digits(bytes, pos)
            && bytes.get(end) == Some(&b'{')
        {
            return Some(end);
        }
        pos = bytes::find(bytes, pos + 1, b'[');
    }
    body.find('{')
}

/// `name[digits]` -> name and digits, when at least `least` bytes of name stand before.
fn split_count(text: &str, least: usize) -> (&str, Option<&str>) {
    let Some(inner) = text.strip_suffix(']') else { return (text, None) };
    let name = inner.trim_end_matches(|c: char| c.is_ascii_digit());
    match name.strip_suffix('[') {
        Some(key) if name.len() < inner.len() && key.len() >= least => (key, Some(&inner[name.len()..])),
        _ => (text, None),
    }
}

/// 8.1, 3: `name{columns}: rest` on one line.
fn one_line_head(text: &str) -> Option<Head<'_>> {
    let open = text.find(|c| c == '"' || c == '{' || space::is_ws(c)).filter(|&at| at > 0)?;
    let inner = text[open..].strip_prefix('{')?;
    let (columns, behind) = inner.split_once('}')?;
    let rest = behind.strip_prefix(':').filter(|rest| rest.starts_with([' ', '\t']))?;
    let rest = rest.trim_start_matches([' ', '\t']);
    if columns.contains("]:") && holds_index_mark(columns) {
        return None;
    }
    let (key, count) = split_count(&text[..open], 0);
    let tail = Tail { count, columns: Some(columns), rest, rest_at: text.len() - rest.len() };
    Some(Head { key: Cow::Borrowed(key), tail })
}

/// `[digits]:` outside quotes.
fn holds_index_mark(columns: &str) -> bool {
    let mut plain = String::with_capacity(columns.len());
    let mut rest = columns;
    while let Some((before, quoted)) = rest.split_once('"') {
        plain.push_str(before);
        match closing_quote(quoted) {
            Some(end) => rest = &quoted[end..],
            None => {
                // not closed: it quotes nothing, nor does any later quote, all being escaped ones
                plain.push('"');
                plain.push_str(quoted);
                rest = "";
            }
        }
    }
    plain.push_str(rest);
    let bytes = plain.as_bytes();
    let mut pos = bytes::find(bytes, 0, b'[');
    while pos < bytes.len() {
        if bracketed_digits(bytes, pos).is_some_and(|end| bytes.get(end) == Some(&b':')) {
            return true;
        }
        pos = bytes::find(bytes, pos + 1, b'[');
    }
    false
}

/// The offset behind the quote that closes a string; a backslash hides one character.
fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut pos = bytes::find_any(bytes, 0, *b"\"\\");
    while pos < bytes.len() {
        if bytes[pos] == b'"' {
            return Some(pos + 1);
        }
        pos = bytes::find_any(bytes, pos + 2, *b"\"\\");
    }
    None
}

/// 8.1, 4: `name[digits]: rest` or `name[digits]{columns}: rest`, the first that matches with no `stop` in the name.
fn array_head(text: &str, stop: u8) -> Option<Head<'_>> {
    let bytes = text.as_bytes();
    let limit = bytes::find(bytes, 0, stop);
    let mut close = 0; // the last `}` looked up; asked again only behind it, so the whole search is linear
    let mut pos = bytes::find(bytes, 1.min(bytes.len()), b'[');
    while pos < limit {
        if let Some(end) = bracketed_digits(bytes, pos) {
            let mut colon = end;
            let mut columns = None;
            if bytes.get(end) == Some(&b'{') {
                if close <= end {
                    close = bytes::find(bytes, end, b'}');
                }
                columns = Some(end + 1..close);
                colon = close + 1;
            }
            if bytes.get(colon) == Some(&b':') {
                let rest = text[colon + 1..].trim_start_matches([' ', '\t']);
                let tail = Tail {
                    count: Some(&text[pos + 1..end - 1]),
                    columns: columns.map(|range| &text[range]),
                    rest,
                    rest_at: text.len() - rest.len(),
                };
                return Some(Head { key: Cow::Borrowed(space::trim(&text[..pos])), tail });
            }
        }
        pos = bytes::find(bytes, pos + 1, b'[');
    }
    None
}

/// `[i]` at the start of an element line, when `:`, `[` or `{` follows: the digits, at most 16, and the offset behind.
pub(crate) fn index(text: &str) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let end = bracketed_digits(bytes, 0)?;
    let digits = &text[1..end - 1];
    (digits.len() <= 16 && matches!(bytes.get(end), Some(b':' | b'[' | b'{'))).then_some((digits, end))
}

/// `[j][k]:` at the start of a line: the block under `[i]:` is an array.
pub(crate) fn is_double_index(text: &str) -> bool {
    let bytes = text.as_bytes();
    let second = bracketed_digits(bytes, 0).and_then(|end| bracketed_digits(bytes, end));
    second.is_some_and(|end| bytes.get(end) == Some(&b':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// key, count, columns, rest @ offset of the rest; `-` for a part that is not there.
    fn shown(text: &str) -> String {
        match head(text) {
            Err(fault) => format!("{} @ {}", fault.code, fault.at),
            Ok(None) => "none".to_owned(),
            Ok(Some(Head { key, tail })) => {
                let (count, columns) = (tail.count.unwrap_or("-"), tail.columns.unwrap_or("-"));
                format!("{key} {count} {columns} {} @ {}", tail.rest, tail.rest_at)
            }
        }
    }

    #[test]
    fn heads_in_the_order_of_8_1() {
        for (text, expected) in [
            ("a: 1", "a - - 1 @ 3"),
            ("a:1", "a - - 1 @ 2"),
            ("a b :\u{a0}x y", "a b - - x y @ 7"),
            ("a:", "a - -  @ 2"),
            (":", " - -  @ 1"),
            ("a{}:", "a -   @ 4"),
            ("a{b,c:u32}:", "a - b,c:u32  @ 11"),
            ("a[3]:", "a 3 -  @ 5"),
            ("[3]:", "[3] - -  @ 4"),
            ("a[3]{x,y}:", "a 3 x,y  @ 10"),
            ("a{b}[2]{x}:", "a{b} 2 x  @ 11"),
            ("a: b[2]{x}:", "a: b 2 x  @ 11"),
            ("a[3]: 1,2,3", "a 3 - 1,2,3 @ 6"),
            ("a:b[3]: 1", "a:b 3 - 1 @ 8"),
            ("a: \"b[3]: 1\"", "a - - \"b[3]: 1\" @ 3"),
            ("a[1]{x}: 1", "a 1 x 1 @ 9"),
            ("a b[1]{x}: 1", "a b 1 x 1 @ 11"),
            ("u{id,n}: id: 1", "u - id,n id: 1 @ 9"),
            ("u{a[1]: b}: c", "u{a 1 - b}: c @ 8"),
            ("u{\"a[1]:\"}: c", "u - \"a[1]:\" c @ 12"),
            ("a{b}:c", "a{b} - - c @ 5"),
            ("a: {b}: c", "a - - {b}: c @ 3"),
            ("\"k:\": 1", "k: - - 1 @ 6"),
            ("\"k\"[2]{a,\"}\"}:", "k 2 a,\"}\"  @ 14"),
            ("\"k\" [2]: a,b", "k 2 - a,b @ 9"),
            ("\"k\"x: 1", "none"),
            ("\"k", "E_UNTERMINATED_STRING @ 0"),
            ("just words", "none"),
            ("msg: see [12]: there", "msg: see 12 - there @ 15"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_quick_way_finds_what_the_rules_find() {
        let (mut seed, mut found) = (1u64, 0);
        for _ in 0..300_000 {
            let mut text = String::new();
            for _ in 0..1 + (seed >> 40) % 9 {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let pieces =
                    ["a", "k:", ": ", ":", "[1]", "[", "]", "{b}", "{", "}:", "\"", " ", "x", "\u{a0}", "é"];
                text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            }
            let text = space::trim(&text);
            if text.is_empty() || text.starts_with('"') || text.ends_with(':') {
                continue;
            }
            if let Some(head) = plain_head(text) {
                assert_eq!(Some(head), other_head(text), "{text}");
                found += 1;
            }
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn hostile_lines_are_linear() {
        for unit in ["[1]{", "[", "[1", "]:", "\"", "{", "}", "\\", "[1]:\"", ":", "a ", "\u{3000}x", "{a}: "]
        {
            let text = format!("x{}y", unit.repeat(300_000));
            let _ = head(&text);
            let _ = head(&(text.clone() + ":"));
            let _ = head(&(format!("\"{text}")));
        }
    }
}
