//! Strings out: quotes around, escapes inside, in four modes.
//!
//! Content that needs nothing is found by the same kernel that reads strings and copied whole; the other modes look
//! further into the pieces.

use crate::bytes::{find_special, has_special, pad, tail_word};
use crate::options::Escape;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends a string with its quotes.
///
/// ```
/// use stele_json::{write_string, Escape};
/// let mut out = Vec::new();
/// write_string(&mut out, "a\n😀", Escape::UnicodeSafe);
/// assert_eq!(out, br#""a\n\ud83d\ude00""#);
/// ```
#[inline]
pub fn write_string(out: &mut Vec<u8>, text: &str, escape: Escape) {
    out.push(b'"');
    write_escaped(out, text, escape);
    out.push(b'"');
}

/// Appends a string without quotes.
#[inline]
pub fn write_escaped(out: &mut Vec<u8>, text: &str, escape: Escape) {
    match escape {
        Escape::Json => write_json(out, text.as_bytes()),
        Escape::HtmlSafe => {
            write_modes(out, text, |c| matches!(c, '<' | '>' | '&' | '/' | '\u{2028}' | '\u{2029}'))
        }
        Escape::JavascriptSafe => write_modes(out, text, |c| matches!(c, '\u{2028}' | '\u{2029}')),
        Escape::UnicodeSafe => write_modes(out, text, |c| c > '\u{7f}'),
    }
}

/// Up to this length looking and copying go together, word by word; beyond it one copy of everything is faster.
const SHORT: usize = 32;

#[inline(always)]
fn write_json(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() <= SHORT {
        return write_short(out, bytes);
    }
    let end = find_special(bytes, 0);
    if end == bytes.len() {
        out.extend_from_slice(bytes);
    } else {
        write_json_slow(out, bytes, end);
    }
}

#[inline(always)]
fn write_short(out: &mut Vec<u8>, bytes: &[u8]) {
    let end = out.len();
    let (words, tail) = bytes.as_chunks::<8>();
    for word in words {
        if has_special(u64::from_le_bytes(*word)) {
            out.truncate(end);
            return write_json_slow(out, bytes, find_special(bytes, 0));
        }
        out.extend_from_slice(word);
    }
    // the rest as a whole word, what is too much taken off again
    let word = tail_word(tail);
    if has_special(word | pad(tail.len())) {
        out.truncate(end);
        return write_json_slow(out, bytes, find_special(bytes, 0));
    }
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(end + bytes.len());
}

#[inline(never)]
fn write_json_slow(out: &mut Vec<u8>, bytes: &[u8], mut end: usize) {
    let mut from = 0;
    while let Some(&byte) = bytes.get(end) {
        out.extend_from_slice(&bytes[from..end]);
        write_special(out, byte);
        from = end + 1;
        end = find_special(bytes, from);
    }
    out.extend_from_slice(&bytes[from.min(bytes.len())..]);
}

/// A quote, a backslash or a control character.
#[inline]
fn write_special(out: &mut Vec<u8>, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x09 => b't',
        0x0A => b'n',
        0x0C => b'f',
        0x0D => b'r',
        _ => return write_unit(out, u16::from(byte)),
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// `\uXXXX`
#[inline]
fn write_unit(out: &mut Vec<u8>, unit: u16) {
    let digit = |shift: u16| HEX[usize::from(unit >> shift & 15)];
    out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

fn write_modes(out: &mut Vec<u8>, text: &str, extra: impl Fn(char) -> bool) {
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let special = c == '"' || c == '\\' || c < ' ';
        if !special && !extra(c) {
            continue;
        }
        out.extend_from_slice(&text.as_bytes()[from..at]);
        from = at + c.len_utf8();
        if special {
            write_special(out, c as u8);
        } else if c == '/' {
            out.extend_from_slice(b"\\/");
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write_unit(out, *unit);
            }
        }
    }
    out.extend_from_slice(&text.as_bytes()[from..]);
}
