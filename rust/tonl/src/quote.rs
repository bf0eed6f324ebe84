//! Forms of strings, keys and columns: paragraphs 4.1 to 4.4.
//!
//! One pass over a string collects what it holds as bits ([`Traits`]); every rule is then a question to the bits, and
//! only strings that answer yes are looked at again. The bits of a byte come from a table made once per encoder,
//! because the delimiter is one of them.

use crate::number;
use crate::space;

/// What a string holds, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(u16);

impl Traits {
    /// One of `: { } #`, which a bare string cannot hold.
    const MARK: u16 = 1;
    const QUOTE: u16 = 1 << 1;
    const LINE_FEED: u16 = 1 << 2;
    /// TAB or CR.
    const BLANK: u16 = 1 << 3;
    const DELIMITER: u16 = 1 << 4;
    const BACKSLASH: u16 = 1 << 5;
    const BRACKET: u16 = 1 << 6;
    /// The byte that U+2028 and U+2029 begin with, among others.
    const MAYBE_SEPARATOR: u16 = 1 << 7;
    const BRACE: u16 = 1 << 8;
    const COLON: u16 = 1 << 9;

    /// Something that must be quoted whatever the place.
    const QUOTED: u16 = Self::MARK | Self::QUOTE | Self::LINE_FEED | Self::BLANK | Self::DELIMITER;

    #[inline(always)]
    fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }

    /// What two strings hold together.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Traits(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) fn backslash(self) -> bool {
        self.has(Self::BACKSLASH)
    }

    #[inline(always)]
    pub(crate) fn bracket(self) -> bool {
        self.has(Self::BRACKET)
    }

    #[inline(always)]
    pub(crate) fn brace(self) -> bool {
        self.has(Self::BRACE)
    }

    #[inline(always)]
    pub(crate) fn colon(self) -> bool {
        self.has(Self::COLON)
    }

    #[inline(always)]
    pub(crate) fn maybe_separator(self) -> bool {
        self.has(Self::MAYBE_SEPARATOR)
    }
}

/// How a string stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Bare,
    /// `"..."`
    Quoted,
    /// `"""..."""`
    Triple,
}

/// The rules for one delimiter.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    bits: [u16; 256],
    /// `prettyDelimiters`
    pretty: bool,
}

impl Rules {
    pub(crate) fn new(delimiter: u8, pretty: bool) -> Self {
        let mut bits = [0; 256];
        for byte in *b":{}#" {
            bits[usize::from(byte)] = Traits::MARK;
        }
        for (bytes, bit) in [
            (&b"\""[..], Traits::QUOTE),
            (b"\n", Traits::LINE_FEED),
            (b"\t\r", Traits::BLANK),
            (b"\\", Traits::BACKSLASH),
            (b"[]", Traits::BRACKET),
            (b"\xE2", Traits::MAYBE_SEPARATOR),
            (b"{}", Traits::BRACE),
            (b":", Traits::COLON),
        ] {
            for &byte in bytes {
                bits[usize::from(byte)] |= bit;
            }
        }
        bits[usize::from(delimiter)] |= Traits::DELIMITER;
        Self { bits, pretty }
    }

    #[inline(always)]
    pub(crate) fn traits(&self, text: &str) -> Traits {
        Traits(text.bytes().fold(0, |bits, byte| bits | self.bits[usize::from(byte)]))
    }

    /// `needsQ(s, d)`
    #[inline(always)]
    pub(crate) fn needs_quotes(&self, text: &str, traits: Traits) -> bool {
        traits.has(Traits::QUOTED) || text.is_empty() || number::special(text.as_bytes()) || space::edge(text)
    }

    /// The form after a key or `[i]`: paragraph 4.1.
    #[inline]
    pub(crate) fn member_form(&self, text: &str, traits: Traits) -> Form {
        if wants_triple(text, traits) && !breaks_triple(text, traits) {
            Form::Triple
        } else if self.needs_quotes(text, traits) {
            Form::Quoted
        } else {
            Form::Bare
        }
    }

    /// The form in a cell list and whether it is safe there: paragraph 4.2.
    #[inline]
    pub(crate) fn cell_form(&self, text: &str, traits: Traits, last: bool) -> (Form, bool) {
        // most cells: nothing in them asks for anything
        if self.needs_quotes(text, traits) || (traits.backslash() && self.escapes_delimiter(text, last)) {
            return self.cell_form_slow(text, traits, last);
        }
        (Form::Bare, true)
    }

    /// A backslash at the end would escape the delimiter behind it.
    #[inline]
    pub(crate) fn escapes_delimiter(&self, text: &str, last: bool) -> bool {
        !last && !self.pretty && text.ends_with('\\')
    }

    #[inline(never)]
    fn cell_form_slow(&self, text: &str, traits: Traits, last: bool) -> (Form, bool) {
        let fits_quotes = quotes_keep(text) && !(self.pretty && !last && space::all_ws(text));
        let triple = traits.has(Traits::QUOTE) && text.contains("\"\"\"");
        let fits_triple = !triple && !text.ends_with('"') && !breaks_triple(text, traits);
        if wants_triple(text, traits) {
            return if fits_triple { (Form::Triple, true) } else { (Form::Quoted, fits_quotes) };
        }
        match (fits_quotes, fits_triple) {
            (true, _) => (Form::Quoted, true),
            (false, true) => (Form::Triple, true),
            (false, false) => (Form::Quoted, false),
        }
    }

    /// May a string stand in a column with the hint `str`? (paragraph 7)
    pub(crate) fn hint_safe(&self, text: &str, traits: Traits) -> bool {
        text != "null"
            && !text.starts_with('"')
            && !traits.has(Traits::LINE_FEED)
            && !wants_triple(text, traits)
            && !((text.starts_with('[') || text.contains('{')) && space::edge(text))
    }
}

/// `wantsT(s)`
#[inline]
fn wants_triple(text: &str, traits: Traits) -> bool {
    traits.has(Traits::LINE_FEED) || (traits.has(Traits::QUOTE) && text.contains("\"\"\""))
}

/// `tBreaks(s)`: the reference undoes triple escapes in the wrong order.
#[inline]
fn breaks_triple(text: &str, traits: Traits) -> bool {
    traits.backslash() && text.as_bytes().windows(2).any(|pair| matches!(pair, [b'\\', b'n' | b'r' | b't']))
}

/// The part of `qOK` that does not depend on the place.
fn quotes_keep(text: &str) -> bool {
    let retyped = number::special(text.as_bytes()) && !number::keeps(text);
    let unquoted = text.starts_with('"') && text.ends_with('"');
    let trimmed = space::edge(text) && !space::all_ws(text);
    !retyped && !unquoted && !trimmed
}

/// Appends the string in this form.
#[inline]
pub(crate) fn write(text: &str, form: Form, out: &mut Vec<u8>) {
    match form {
        Form::Bare => out.extend_from_slice(text.as_bytes()),
        Form::Quoted => write_quoted(text, out),
        Form::Triple => write_triple(text, out),
    }
}

/// Q(s)
pub(crate) fn write_quoted(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut done = 0;
    for (pos, &byte) in bytes.iter().enumerate() {
        let escape = match byte {
            b'\\' => b'\\',
            b'"' => b'"',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            _ => continue,
        };
        out.extend_from_slice(&bytes[done..pos]);
        out.extend_from_slice(&[b'\\', escape]);
        done = pos + 1;
    }
    out.extend_from_slice(&bytes[done..]);
    out.push(b'"');
}

/// T(s): quotes stay, but every run of three is escaped, left to right.
pub(crate) fn write_triple(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"\"\"");
    let bytes = text.as_bytes();
    let (mut done, mut pos) = (0, 0);
    while pos < bytes.len() {
        let (escape, len): (&[u8], usize) = match bytes[pos] {
            b'\\' => (b"\\\\", 1),
            b'\n' => (b"\\n", 1),
            b'\r' => (b"\\r", 1),
            b'\t' => (b"\\t", 1),
            b'"' if bytes[pos..].starts_with(b"\"\"\"") => (b"\\\"\"\"", 3),
            _ => {
                pos += 1;
                continue;
            }
        };
        out.extend_from_slice(&bytes[done..pos]);
        out.extend_from_slice(escape);
        pos += len;
        done = pos;
    }
    out.extend_from_slice(&bytes[done..]);
    out.extend_from_slice(b"\"\"\"");
}

/// `ident(k)`
#[inline]
pub(crate) fn ident(key: &str) -> bool {
    let bytes = key.as_bytes();
    bytes.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_')
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// What a byte means for `keyQuoted`: nothing, to be looked at again at the ends of the key, or quotes.
const KEY_BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b':' | b',' | b'{' | b'}' | b'"' | b'#' | b'@' | b'\t' | b'\n' | b'\r' => 2,
            // WS at the edge, a bracket group at the end
            0x0B | 0x0C | b' ' | b']' | 0x80.. => 1,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// `keyQuoted(k)`
#[inline]
pub(crate) fn key_quoted(key: &str) -> bool {
    match key.bytes().fold(0, |found, byte| found | KEY_BYTES[usize::from(byte)]) {
        0 => key.is_empty(),
        1 => space::edge(key) || ends_in_brackets(key.as_bytes()),
        _ => true,
    }
}

/// `any+ "[" no-"]"* "]" end`: a bracket group at the very end that is not the whole key.
fn ends_in_brackets(key: &[u8]) -> bool {
    let Some((b']', body)) = key.split_last() else { return false };
    let open = body.iter().rposition(|&byte| byte == b']').map_or(0, |at| at + 1);
    // any `[` after the last `]` will do, but something must stand before it
    body.iter().rposition(|&byte| byte == b'[').is_some_and(|at| at >= open && at > 0)
}

/// `arrQuoted(k)`
pub(crate) fn array_key_quoted(key: &str) -> bool {
    let bytes = key.as_bytes();
    let Some(&first) = bytes.first() else { return true };
    if ident(key) {
        return false;
    }
    let has = |set: &[u8]| bytes.iter().any(|byte| set.contains(byte));
    has(b"\"\t\n\r")
        || (has(b"{}") && has(b":"))
        || space::edge(key)
        || matches!(first, b'#' | b'[')
        || (first == b'@' && has(b":"))
        || holds_array_mark(bytes)
}

/// `"[" digits "]"` followed by `:` or `{`
fn holds_array_mark(key: &[u8]) -> bool {
    key.iter().enumerate().any(|(at, &byte)| {
        matches!(byte, b':' | b'{') && at >= 3 && key[at - 1] == b']' && {
            let digits = key[..at - 1].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            digits > 0 && at >= digits + 2 && key[at - 2 - digits] == b'['
        }
    })
}

/// Can this name be a column of a table? (paragraph 4.4)
pub(crate) fn column_legal(name: &str) -> bool {
    let bad_byte = name.bytes().any(|byte| matches!(byte, b'"' | b'\n' | b'\r'));
    let hides_quote = name.ends_with('\\') && column_quoted(name);
    !bad_byte && !hides_quote && name != "__proto__" && !space::has_line_separator(name.as_bytes())
}

/// Must a column name stand in quotes?
pub(crate) fn column_quoted(name: &str) -> bool {
    name.is_empty() || name.bytes().any(|byte| matches!(byte, b':' | b',' | b'{' | b'}')) || space::edge(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_look_like_arrays() {
        for (key, scalar, array) in [
            ("a[0]", true, false),
            ("a[]", true, false),
            ("[0]", false, true),
            ("[]", false, true),
            ("]a]", false, false),
            ("a]b[c]", true, false),
            ("a[b]c]", false, false),
            ("[[a]", true, true),
            ("a[1]:", true, true),
            ("x[12]{", true, true),
            ("x[]:", true, false),
            ("[a]:x", true, true),
            ("@a", true, false),
            ("@a:", true, true),
            ("a{:", true, true),
            ("my-key", false, false),
        ] {
            assert_eq!((key_quoted(key), array_key_quoted(key)), (scalar, array), "{key}");
        }
    }

    #[test]
    fn the_table_of_key_bytes_says_what_paragraph_4_3_says() {
        for c in (0..=0x10FFFF).filter_map(char::from_u32) {
            let mark = ":,{}\"#@\t\n\r".contains(c);
            for key in [format!("{c}"), format!("a{c}"), format!("{c}a"), format!("a{c}a")] {
                assert_eq!(key_quoted(&key), mark || space::edge(&key), "{key:?}");
            }
            assert_eq!(key_quoted(&format!("a[{c}]")), c != ']', "{c:?}");
        }
        assert!(key_quoted(""));
    }

    #[test]
    fn escapes_of_both_forms() {
        let write = |text: &str, form| {
            let mut out = Vec::new();
            super::write(text, form, &mut out);
            String::from_utf8(out).expect("UTF-8")
        };
        assert_eq!(write("a\\\r\n\t\"é", Form::Quoted), r#""a\\\r\n\t\"é""#);
        assert_eq!(write("\"\"\"\"\\\n", Form::Triple), "\"\"\"\\\"\"\"\"\\\\\\n\"\"\"");
    }
}
