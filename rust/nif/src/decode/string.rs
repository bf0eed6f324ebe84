//! Strings: where one ends, and what its escapes mean. Lexer step of the flow.
//!
//! A string without escapes is a range of the input; one with escapes is written to a
//! scratch buffer that the reader reuses. UTF-8 is checked on the decoded ranges only where
//! a byte beyond ASCII was met.

use crate::error::{DecodeError, ErrorKind};
use crate::scan;

/// What `lex` found between the quotes.
#[derive(Clone, Copy, Debug)]
pub struct Lexed {
    /// Offset of the closing quote.
    pub end: usize,
    /// Whether there are escapes.
    pub escaped: bool,
}

/// Finds the end of the string whose first byte (after the quote) is at `start`.
#[inline]
pub fn lex(input: &[u8], start: usize, validate: bool) -> Result<Lexed, DecodeError> {
    let pos = scan::special_or_high(input, start);
    if input.get(pos) == Some(&b'"') {
        return Ok(Lexed { end: pos, escaped: false });
    }
    lex_slow(input, start, pos, validate)
}

#[inline(never)]
fn lex_slow(input: &[u8], start: usize, mut pos: usize, validate: bool) -> Result<Lexed, DecodeError> {
    let mut escaped = false;
    let mut high = false;
    loop {
        match input.get(pos) {
            Some(b'"') => break,
            Some(b'\\') => {
                escaped = true;
                if pos + 1 >= input.len() {
                    return Err(unterminated(input, start, pos));
                }
                // whatever follows the backslash is judged when the string is unescaped
                pos = scan::special(input, pos + 2);
            }
            Some(&byte) if byte >= 0x80 => {
                high = true;
                pos = scan::special(input, pos);
            }
            Some(_) => return Err(DecodeError::new(ErrorKind::ControlCharacter, pos)),
            None => return Err(unterminated(input, start, input.len())),
        }
    }
    // after an escape the scan ignores bytes beyond ASCII, so they may still be there
    if validate && (high || escaped) {
        check_utf8(input, start, pos)?;
    }
    Ok(Lexed { end: pos, escaped })
}

/// The first offence in a string that the input cuts short: an escape that cannot be, or is cut
/// itself, comes before the missing quote.
#[cold]
fn unterminated(input: &[u8], start: usize, end: usize) -> DecodeError {
    match unescape(input, start, end, &mut Vec::new()) {
        // the other half of a pair may have been cut off
        Err(error) if error.kind != ErrorKind::LoneSurrogate || error.offset + 6 < end => error,
        _ => DecodeError::new(ErrorKind::UnterminatedString, start - 1),
    }
}

fn check_utf8(input: &[u8], start: usize, end: usize) -> Result<(), DecodeError> {
    match std::str::from_utf8(&input[start..end]) {
        Ok(_) => Ok(()),
        Err(error) => {
            let offset = start + error.valid_up_to();
            Err(DecodeError::new(ErrorKind::InvalidUtf8, offset))
        }
    }
}

/// Writes the meaning of `input[start..end]` to `out`.
pub fn unescape(input: &[u8], start: usize, end: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
    out.clear();
    let text = &input[..end];
    let mut pos = start;
    while pos < end {
        let next = scan::special(text, pos);
        out.extend_from_slice(&text[pos..next]);
        pos = next;
        if pos >= end {
            break;
        }
        if text[pos] != b'\\' {
            // a control byte right after a backslash pair that the lexer jumped over
            return Err(DecodeError::new(ErrorKind::ControlCharacter, pos));
        }
        let byte = text[pos + 1];
        let plain = match byte {
            b'"' | b'\\' | b'/' => byte,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                pos = unescape_unicode(text, pos, out)?;
                continue;
            }
            _ => return Err(DecodeError::new(ErrorKind::InvalidEscape(byte), pos)),
        };
        out.push(plain);
        pos += 2;
    }
    Ok(())
}

fn hex4(text: &[u8], pos: usize) -> Result<u32, DecodeError> {
    let mut code = 0;
    for at in pos + 2..pos + 6 {
        let Some(&byte) = text.get(at) else {
            return Err(DecodeError::new(ErrorKind::IncompleteUnicodeEscape, pos));
        };
        match (byte as char).to_digit(16) {
            Some(digit) => code = code << 4 | digit,
            None => return Err(DecodeError::new(ErrorKind::InvalidUnicodeEscape, pos)),
        }
    }
    Ok(code)
}

/// `\uXXXX` at `pos`, joined with the second half of a pair; returns the offset behind it.
fn unescape_unicode(text: &[u8], pos: usize, out: &mut Vec<u8>) -> Result<usize, DecodeError> {
    let lone = || DecodeError::new(ErrorKind::LoneSurrogate, pos);
    let first = hex4(text, pos)?;
    let mut after = pos + 6;
    let code = match first {
        0xd800..=0xdbff => {
            if text.get(after) != Some(&b'\\') || text.get(after + 1) != Some(&b'u') {
                return Err(lone());
            }
            let second = hex4(text, after)?;
            if !(0xdc00..=0xdfff).contains(&second) {
                return Err(lone());
            }
            after += 6;
            0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
        }
        _ => first,
    };
    let Some(character) = char::from_u32(code) else {
        return Err(lone());
    };
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    Ok(after)
}
