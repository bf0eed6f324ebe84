//! Strings with escapes: the cold half of the lexer's `string`.
//!
//! Enters at the first byte that is not plain content and goes on piece by piece: kernel scan, then one escape.
//! A problem is reported at the earliest byte: before a control character or the end of input is blamed, the
//! content in front of it is checked for UTF-8.

use crate::bytes::find_special;
use crate::error::{Error, ErrorKind};
use crate::source::{Scratch, Source};

/// Unescapes the string whose content starts at `start` and whose first special byte is at `pos`; returns the
/// offset behind the closing quote.
#[cold]
#[inline(never)]
pub(crate) fn unescape_slow<'a, T: Source<'a>>(
    source: T,
    cut: bool,
    start: usize,
    mut pos: usize,
    scratch: &mut Scratch,
) -> Result<usize, Error> {
    let bytes = source.bytes();
    T::clear(scratch);
    let mut from = start;
    loop {
        source.append(scratch, from, pos)?;
        match bytes.get(pos) {
            Some(b'"') => return Ok(pos + 1),
            Some(b'\\') => {
                let (c, next) = escape(bytes, start, cut, pos)?;
                T::push(scratch, c);
                from = next;
                pos = find_special(bytes, next);
            }
            Some(_) => return Err(Error::new(ErrorKind::ControlCharacter, pos)),
            None => return Err(unterminated(start, cut, pos)),
        }
    }
}

/// Checks the escapes of a string; returns the offset of the closing quote.
#[cold]
#[inline(never)]
pub(crate) fn check_slow<'a, T: Source<'a>>(
    source: T,
    cut: bool,
    start: usize,
    mut pos: usize,
) -> Result<usize, Error> {
    let bytes = source.bytes();
    let mut from = start;
    loop {
        source.content(from, pos)?;
        match bytes.get(pos) {
            Some(b'"') => return Ok(pos),
            Some(b'\\') => {
                from = escape(bytes, start, cut, pos)?.1;
                pos = find_special(bytes, from);
            }
            Some(_) => return Err(Error::new(ErrorKind::ControlCharacter, pos)),
            None => return Err(unterminated(start, cut, pos)),
        }
    }
}

/// The input ended inside a string: either it really did, or the next byte is not UTF-8.
#[cold]
fn unterminated(start: usize, cut: bool, end: usize) -> Error {
    if cut {
        return Error::new(ErrorKind::InvalidUtf8, end);
    }
    Error::new(ErrorKind::UnterminatedString, start - 1)
}

/// The character of the escape whose backslash is at `pos`, and the offset behind it.
#[inline]
fn escape(bytes: &[u8], start: usize, cut: bool, pos: usize) -> Result<(char, usize), Error> {
    let c = match bytes.get(pos + 1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(bytes, cut, pos),
        Some(_) => return Err(Error::new(ErrorKind::InvalidEscape, pos)),
        None if cut => return Err(Error::new(ErrorKind::InvalidEscape, pos)),
        None => return Err(unterminated(start, false, pos)),
    };
    Ok((c, pos + 2))
}

/// The offset behind the escape whose backslash is at `pos`, if it is one.
pub(crate) fn escape_end(bytes: &[u8], pos: usize) -> Option<usize> {
    escape(bytes, pos, false, pos).ok().map(|(_, end)| end)
}

/// `\uXXXX`, and the second half when it is the first of a pair.
fn unicode(bytes: &[u8], cut: bool, pos: usize) -> Result<(char, usize), Error> {
    let unit = hex(bytes, cut, pos)?;
    let lone = || Error::new(ErrorKind::LoneSurrogate, pos);
    if !(0xD800..0xE000).contains(&unit) {
        return char::from_u32(unit).map(|c| (c, pos + 6)).ok_or_else(lone);
    }
    if unit >= 0xDC00 || bytes.get(pos + 6) != Some(&b'\\') || bytes.get(pos + 7) != Some(&b'u') {
        return Err(lone());
    }
    let low = hex(bytes, cut, pos + 6)?;
    if !(0xDC00..0xE000).contains(&low) {
        return Err(lone());
    }
    let point = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    char::from_u32(point).map(|c| (c, pos + 12)).ok_or_else(lone)
}

/// The four hexadecimal digits of the `\u` whose backslash is at `pos`.
#[inline]
fn hex(bytes: &[u8], cut: bool, pos: usize) -> Result<u32, Error> {
    let mut unit = 0;
    for at in pos + 2..pos + 6 {
        let digit = match bytes.get(at) {
            Some(byte @ b'0'..=b'9') => byte - b'0',
            Some(byte @ b'a'..=b'f') => byte - b'a' + 10,
            Some(byte @ b'A'..=b'F') => byte - b'A' + 10,
            None if !cut => return Err(Error::new(ErrorKind::IncompleteUnicodeEscape, pos)),
            _ => return Err(Error::new(ErrorKind::InvalidUnicodeEscape, pos)),
        };
        unit = unit << 4 | u32::from(digit);
    }
    Ok(unit)
}
