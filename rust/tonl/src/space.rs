//! White space, lines, columns: paragraph 2.
//!
//! WS is the format's own set, not the host's: U+0085 and U+200B are outside, U+FEFF is inside. Lines end at LF only,
//! one CR before it is dropped. Every function looks at one or two bytes for ASCII and at characters only beyond it.

use crate::bytes;

/// Is this character in WS?
pub(crate) fn is_ws(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}'
        | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

#[inline(always)]
fn is_ascii_ws(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// Without WS at its start.
#[inline(always)]
pub(crate) fn trim_start(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(&byte) if byte < 0x80 && !is_ascii_ws(byte) => text,
        None => text,
        _ => text.trim_start_matches(is_ws),
    }
}

/// Without WS at its end.
#[inline(always)]
pub(crate) fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(&byte) if byte < 0x80 && !is_ascii_ws(byte) => text,
        None => text,
        _ => text.trim_end_matches(is_ws),
    }
}

/// Without WS at both ends.
#[inline(always)]
pub(crate) fn trim(text: &str) -> &str {
    trim_end(trim_start(text))
}

/// Is the first or the last character WS? (`edge` of paragraph 4)
#[inline(always)]
pub(crate) fn edge(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else { return false };
    if first > b' ' && first < 0x7F && last > b' ' && last < 0x7F {
        return false;
    }
    text.starts_with(is_ws) || text.ends_with(is_ws)
}

/// Is every character WS? True for the empty string.
#[inline]
pub(crate) fn all_ws(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(&byte) if byte < 0x80 && !is_ascii_ws(byte) => false,
        _ => text.chars().all(is_ws),
    }
}

/// Does the text hold U+2028 or U+2029?
pub(crate) fn has_line_separator(text: &[u8]) -> bool {
    let mut pos = 0;
    loop {
        pos = bytes::find(text, pos, 0xE2);
        match text.get(pos..pos + 3) {
            Some([_, 0x80, 0xA8 | 0xA9]) => return true,
            Some(_) => pos += 1,
            None => return false,
        }
    }
}

/// Length in UTF-16 units, the measure of the reference's limits.
pub(crate) fn utf16_len(text: &[u8]) -> usize {
    // a sequence of four bytes is a pair, every other character one unit
    text.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// Is the length in UTF-16 units at most `limit`? Counts only when the bytes do not decide.
#[inline]
pub(crate) fn fits_utf16(text: &[u8], limit: usize) -> bool {
    text.len() <= limit || utf16_len(text) <= limit
}

/// One line: `raw` without LF and CR, its indentation, and its text without WS at both ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) raw: &'t str,
    /// Leading SP and TAB, each counts 1.
    pub(crate) indent: usize,
    pub(crate) text: &'t str,
}

impl<'t> Line<'t> {
    #[inline]
    pub(crate) fn new(number: usize, raw: &'t str) -> Self {
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        let indent = raw.bytes().position(|byte| byte != b' ' && byte != b'\t').unwrap_or(raw.len());
        Self { number, raw, indent, text: trim(&raw[indent..]) }
    }

    /// Byte offset of the text in `raw`.
    fn text_at(&self) -> usize {
        self.raw.len() - trim_start(&self.raw[self.indent..]).len()
    }

    /// Column of the byte `at` of the text, in code points from 1. Cold: only errors and strict mode ask.
    pub(crate) fn column(&self, at: usize) -> usize {
        let end = (self.text_at() + at).min(self.raw.len());
        // an offset inside a character cannot happen; counting starts of characters needs no border
        self.raw.as_bytes()[..end].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1
    }
}

/// The lines of a text, numbered from `first`; the last one may be unfinished.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'t> {
    text: Option<&'t str>,
    number: usize,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str, first: usize) -> Self {
        Self { text: Some(text), number: first }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    #[inline]
    fn next(&mut self) -> Option<Line<'t>> {
        let text = self.text?;
        let end = bytes::find(text.as_bytes(), 0, b'\n');
        let number = self.number;
        self.number += 1;
        self.text = text.get(end + 1..);
        Some(Line::new(number, &text[..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ws_is_the_set_of_paragraph_2() {
        let set: Vec<u32> = (0..=0x10FFFF).filter(|&c| char::from_u32(c).is_some_and(is_ws)).collect();
        let mut expected: Vec<u32> = (0x9..=0xD).chain([0x20, 0xA0, 0x1680]).chain(0x2000..=0x200A).collect();
        expected.extend([0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF]);
        assert_eq!(set, expected);
        for c in (0..=0x10FFFF).filter_map(char::from_u32) {
            let text = format!("{c}a{c}");
            assert_eq!(edge(&text), is_ws(c), "{c:?}");
            assert_eq!(trim(&text) == "a", is_ws(c), "{c:?}");
            assert_eq!(all_ws(&c.to_string()), is_ws(c), "{c:?}");
            assert_eq!(has_line_separator(text.as_bytes()), c == '\u{2028}' || c == '\u{2029}');
            assert_eq!(utf16_len(text.as_bytes()), 1 + 2 * c.len_utf16());
        }
    }

    #[test]
    fn columns_count_code_points() {
        let line = Line::new(3, "  \u{a0}é: \u{1F600}x\r");
        assert_eq!((line.indent, line.text), (2, "é: \u{1F600}x"));
        assert_eq!(line.column(0), 4);
        assert_eq!(line.column("é: \u{1F600}".len()), 8);
    }
}
