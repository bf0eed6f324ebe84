//! Strings and keys: paragraph 3.

use stele_json::{Escape, write_string};

use crate::number;
use crate::space;

/// Ends bare text.
pub(super) const STOP: &[u8] = b" \t\r\n,;{}[]";
/// Ends a bare key.
pub(super) const KEY_STOP: &[u8] = b" \t\r\n,;{}[]:";
/// Ends a bare cell of a comma table.
pub(super) const CELL_STOP: &[u8] = b"\n,;{}[]";

/// How much bare text may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Key,
    Word,
    /// Cells of comma tables may hold spaces inside.
    Cell,
}

/// A character of `out`, which bare text cannot hold. U+0020 is one except inside cells.
fn is_out(c: char) -> bool {
    c < ' '
        || matches!(c, '\u{7f}'..='\u{a0}' | '"' | '\\' | ',' | ';' | '[' | ']' | '{' | '}')
        || space::is_ws(c)
}

/// Does the text hold a character that its place does not allow?
pub(super) fn has_out(text: &str, place: Place) -> bool {
    text.chars().any(|c| match c {
        ' ' => place != Place::Cell,
        ':' => place == Place::Key,
        c => is_out(c),
    })
}

/// Text that would not be read as a string.
fn special(text: &str) -> bool {
    matches!(text, "" | "-") || (text != "undefined" && number::special(text.as_bytes()))
}

/// Must the string stand in quotes?
pub(super) fn quoted(text: &str, place: Place) -> bool {
    let bytes = text.as_bytes();
    match place {
        Place::Key => bytes.is_empty() || has_out(text, place),
        Place::Word => special(text) || has_out(text, place),
        Place::Cell => {
            special(text) || bytes[0] == b' ' || bytes[bytes.len() - 1] == b' ' || has_out(text, place)
        }
    }
}

pub(super) fn write_text(text: &str, quoted: bool, out: &mut Vec<u8>) {
    if quoted {
        write_string(out, text, Escape::Json);
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

pub(super) fn write_key(key: &str, out: &mut Vec<u8>) {
    write_text(key, quoted(key, Place::Key), out);
}

/// `own`: text that starts like a member of this name.
pub(super) fn mimics_member(text: &str, column: &str) -> bool {
    text.strip_prefix(column).is_some_and(|rest| rest.starts_with(':'))
}

/// The offset behind the string whose opening quote is at `pos`, unless its line ends first.
pub(super) fn closing_quote(bytes: &[u8], pos: usize) -> Option<usize> {
    let mut at = pos + 1;
    loop {
        match bytes.get(at)? {
            b'\n' => return None,
            b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 2,
            b'"' if bytes.get(at + 1) == Some(&b'"') => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}
