//! Strings as JSON text under the escape modes, UTF-8 checked on the way.
//!
//! Short plain ones, most of all, are copied in blocks of fixed size by `plain`. Whatever else comes is written in one
//! pass by `escape`: eight bytes at a time where they are plain, characters beyond ASCII in twos and fours.

use crate::options::Escape;
use crate::scan;

/// Offset of the first byte that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8(pub usize);

/// Appends `text` escaped, without quotes.
pub fn escape(out: &mut Vec<u8>, text: &[u8], mode: Escape, upper: bool) -> Result<(), InvalidUtf8> {
    // what is short has been found not to be plain
    let stop = match mode {
        Escape::HtmlSafe => scan::special_html(text, 0),
        _ if text.len() <= SHORT => 0,
        _ => scan::special_or_high(text, 0),
    };
    out.extend_from_slice(&text[..stop]);
    match mode {
        _ if stop == text.len() => Ok(()),
        Escape::Json => escape_json(out, text, stop, upper),
        _ => escape_more(out, text, stop, mode, upper),
    }
}

/// Up to this length a string is looked at while it is copied.
const SHORT: usize = 128;

/// What follows a string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The closing quote.
    Value,
    /// The closing quote and a colon.
    Name,
}

const ENDS: [[u128; 14]; 2] = {
    let mut ends = [[0; 14]; 2];
    let mut len = 0;
    while len < 14 {
        let quote = (b'"' as u128) << (8 * len + 8);
        ends[0][len] = quote | b'"' as u128;
        ends[1][len] = quote | b'"' as u128 | (b':' as u128) << (8 * len + 16);
        len += 1;
    }
    ends
};

/// Appends a short string with its quotes if it is plain ASCII without anything to escape; else
/// nothing.
///
/// Blocks of fixed size cost a few instructions, a copy of measured length costs a call. A text up to
/// 13 bytes is put together with its quotes in a register and stored at once.
#[inline(always)]
pub fn plain(out: &mut Vec<u8>, text: &[u8], end: End) -> bool {
    let len = text.len();
    if len > 13 {
        return len <= SHORT && plain_blocks(out, text, end);
    }
    let (low, high, looked_at);
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        looked_at = scan::any_special_or_high(first) | scan::any_special_or_high(last);
        // of the last word what lies behind the first one
        (low, high) = (first, last >> (8 * (15 - len)) >> 8);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        looked_at = scan::any_special_or_high(u64::from(first) | u64::from(last) << 32);
        (low, high) = (u64::from(first) | u64::from(last) << (8 * (len - 4)), 0);
    } else if let (Some(&first), Some(&last)) = (text.first(), text.last()) {
        let (first, last, middle) = (u64::from(first), u64::from(last), u64::from(text[len / 2]));
        (low, high) = (first | middle << (8 * (len / 2)) | last << (8 * (len - 1)), 0);
        looked_at = scan::any_special_or_high(low | u64::from_le_bytes(*b"        ") << (8 * len));
    } else {
        (low, high, looked_at) = (0, 0, 0);
    }
    if looked_at != 0 {
        return false;
    }
    let quoted = (u128::from(low) | u128::from(high) << 64) << 8 | ENDS[end as usize][len];
    let start = out.len();
    out.extend_from_slice(&quoted.to_le_bytes());
    out.truncate(start + len + 2 + end as usize);
    true
}

/// The same from 14 bytes on.
#[inline(never)]
fn plain_blocks(out: &mut Vec<u8>, text: &[u8], end: End) -> bool {
    let start = out.len();
    let len = text.len();
    out.reserve(len + 19);
    out.push(b'"');
    let found = if let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        let mut found = special_block(first) | special_block(last);
        out.extend_from_slice(first);
        if len > 32 {
            for block in text[16..].as_chunks::<16>().0.iter().take((len - 32).div_ceil(16)) {
                found |= special_block(block);
                out.extend_from_slice(block);
            }
        }
        // overlaps what is there already
        out.truncate(start + 1 + len - 16);
        out.extend_from_slice(last);
        found
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        out.extend_from_slice(first);
        out.truncate(start + 1 + len - 8);
        out.extend_from_slice(last);
        scan::any_special_or_high(u64::from_le_bytes(*first))
            | scan::any_special_or_high(u64::from_le_bytes(*last))
    } else {
        1
    };
    out.extend_from_slice(if end == End::Name { b"\":" } else { b"\"" });
    if found != 0 {
        out.truncate(start);
    }
    found == 0
}

/// Other than zero where a block holds a byte that is not copied as it is.
#[inline(always)]
fn special_block(block: &[u8; 16]) -> u64 {
    let both = u128::from_le_bytes(*block);
    scan::any_special_or_high(both as u64) | scan::any_special_or_high((both >> 64) as u64)
}

/// The first eight bytes from `pos` on.
#[inline(always)]
fn word_at(text: &[u8], pos: usize) -> Option<&[u8; 8]> {
    text.get(pos..)?.first_chunk()
}

/// The rest of `escape` from `pos` on where only quotes, backslashes and control characters are escaped.
#[inline(never)]
fn escape_json(out: &mut Vec<u8>, text: &[u8], mut pos: usize, upper: bool) -> Result<(), InvalidUtf8> {
    out.reserve(text.len() - pos + 16);
    while let Some(word) = word_at(text, pos) {
        let found = scan::specials_or_high(u64::from_le_bytes(*word));
        let plain = (found.trailing_zeros() / 8) as usize;
        let start = out.len();
        out.extend_from_slice(word);
        pos += plain;
        if found != 0 {
            out.truncate(start + plain);
            pos = escape_one(out, text, pos, upper)?;
        }
    }
    while let Some(&byte) = text.get(pos) {
        if (0x20..0x80).contains(&byte) && byte != b'"' && byte != b'\\' {
            out.push(byte);
            pos += 1;
        } else {
            pos = escape_one(out, text, pos, upper)?;
        }
    }
    Ok(())
}

/// Appends what is at `pos`, a character to be escaped or a run of those beyond ASCII; returns the offset behind it.
#[inline(always)]
fn escape_one(out: &mut Vec<u8>, text: &[u8], pos: usize, upper: bool) -> Result<usize, InvalidUtf8> {
    let byte = text[pos];
    if byte < 0x80 {
        escape_byte(out, byte, upper);
        return Ok(pos + 1);
    }
    beyond_ascii(out, text, pos)
}

/// The bits that tell the form of two characters of three bytes, and what they are.
const THREES: (u64, u64) = (0xc0c0_f0c0_c0f0, 0x8080_e080_80e0);
/// The same of four characters of two bytes.
const TWOS: (u64, u64) = (0xc0e0_c0e0_c0e0_c0e0, 0x80c0_80c0_80c0_80c0);

/// Appends the characters beyond ASCII from `pos` on; returns the offset behind them.
fn beyond_ascii(out: &mut Vec<u8>, text: &[u8], mut pos: usize) -> Result<usize, InvalidUtf8> {
    while let Some(bytes) = word_at(text, pos) {
        let word = u64::from_le_bytes(*bytes);
        let start = out.len();
        if word & THREES.0 == THREES.1 && !narrow(word as u8) && !narrow((word >> 24) as u8) {
            out.extend_from_slice(bytes);
            out.truncate(start + 6);
            pos += 6;
        } else if word & TWOS.0 == TWOS.1 && not_overlong(word) {
            out.extend_from_slice(bytes);
            pos += 8;
        } else if word as u8 >= 0x80 {
            pos = one_character(out, text, pos)?;
        } else {
            return Ok(pos);
        }
    }
    while text.get(pos).is_some_and(|byte| *byte >= 0x80) {
        pos = one_character(out, text, pos)?;
    }
    Ok(pos)
}

/// Whether the byte after this one, the first of three, has less room than other bytes that continue a character.
#[inline(always)]
fn narrow(first: u8) -> bool {
    first == 0xe0 || first == 0xed
}

/// Whether none of four characters of two bytes would have fitted into one.
#[inline(always)]
fn not_overlong(word: u64) -> bool {
    const BITS: u64 = 0x001e_001e_001e_001e;
    const CARRY: u64 = 0x007e_007e_007e_007e;
    const CARRIED: u64 = 0x0080_0080_0080_0080;
    ((word & BITS) + CARRY) & CARRIED == CARRIED
}

/// Appends the character beyond ASCII at `pos`; returns the offset behind it.
fn one_character(out: &mut Vec<u8>, text: &[u8], pos: usize) -> Result<usize, InvalidUtf8> {
    let rest = &text[pos..];
    let at = |index: usize| rest.get(index).copied().unwrap_or(0);
    let (second, len) = match at(0) {
        0xc2..=0xdf => (0x80..=0xbf, 2),
        0xe0 => (0xa0..=0xbf, 3),
        0xed => (0x80..=0x9f, 3),
        0xe1..=0xef => (0x80..=0xbf, 3),
        0xf0 => (0x90..=0xbf, 4),
        0xf1..=0xf3 => (0x80..=0xbf, 4),
        0xf4 => (0x80..=0x8f, 4),
        _ => return Err(InvalidUtf8(pos)),
    };
    let valid = second.contains(&at(1)) && (2..len).all(|index| at(index) & 0xc0 == 0x80);
    if !valid {
        return Err(InvalidUtf8(pos));
    }
    out.extend_from_slice(&rest[..len]);
    Ok(pos + len)
}

/// The same under the other modes.
#[inline(never)]
fn escape_more(
    out: &mut Vec<u8>,
    text: &[u8],
    stop: usize,
    mode: Escape,
    upper: bool,
) -> Result<(), InvalidUtf8> {
    let valid = match std::str::from_utf8(&text[stop..]) {
        Ok(valid) => valid,
        Err(error) => return Err(InvalidUtf8(stop + error.valid_up_to())),
    };
    let mut copied = 0;
    for (at, character) in valid.char_indices() {
        let code = character as u32;
        let escaped = match character {
            '"' | '\\' => true,
            '<' | '>' | '&' | '/' => mode == Escape::HtmlSafe,
            '\u{2028}' | '\u{2029}' => true,
            _ => code < 0x20 || (code >= 0x80 && mode == Escape::UnicodeSafe),
        };
        if !escaped {
            continue;
        }
        out.extend_from_slice(&valid.as_bytes()[copied..at]);
        copied = at + character.len_utf8();
        match u8::try_from(code) {
            Ok(b'/') => out.extend_from_slice(b"\\/"),
            Ok(byte) if byte < 0x80 && !b"<>&".contains(&byte) => escape_byte(out, byte, upper),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    unicode(out, *unit, upper);
                }
            }
        }
    }
    out.extend_from_slice(&valid.as_bytes()[copied..]);
    Ok(())
}

fn escape_byte(out: &mut Vec<u8>, byte: u8, upper: bool) {
    match byte {
        b'"' => out.extend_from_slice(b"\\\""),
        b'\\' => out.extend_from_slice(b"\\\\"),
        8 => out.extend_from_slice(b"\\b"),
        9 => out.extend_from_slice(b"\\t"),
        10 => out.extend_from_slice(b"\\n"),
        12 => out.extend_from_slice(b"\\f"),
        13 => out.extend_from_slice(b"\\r"),
        _ => unicode(out, byte as u16, upper),
    }
}

fn unicode(out: &mut Vec<u8>, unit: u16, upper: bool) {
    let digits = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    out.extend_from_slice(b"\\u");
    for shift in [12, 8, 4, 0] {
        out.push(digits[(unit >> shift & 15) as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `escape` must do in the default mode, character by character.
    fn slowly(text: &[u8]) -> Result<Vec<u8>, InvalidUtf8> {
        let valid = std::str::from_utf8(text).map_err(|error| InvalidUtf8(error.valid_up_to()))?;
        let mut out = Vec::new();
        for character in valid.chars() {
            match character {
                '"' | '\\' | '\0'..='\x1f' => escape_byte(&mut out, character as u8, false),
                _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        Ok(out)
    }

    #[test]
    fn plain_strings_of_every_length_are_copied_and_others_left() {
        for len in 0..=SHORT + 2 {
            let text: Vec<u8> = (0..len).map(|at| b'a' + (at % 26) as u8).collect();
            for (end, quoted) in [(End::Value, "\""), (End::Name, "\":")] {
                let mut out = b"x".to_vec();
                assert_eq!(plain(&mut out, &text, end), len <= SHORT);
                let expected = [b"x\"", text.as_slice(), quoted.as_bytes()].concat();
                assert_eq!(out, if len <= SHORT { &expected } else { &b"x"[..] });
                for (at, byte) in (0..len).zip([b'"', b'\\', 0x1f, 0x80].into_iter().cycle()) {
                    let mut spoilt = text.clone();
                    spoilt[at] = byte;
                    assert!(!plain(&mut out, &spoilt, end), "{at} of {len}");
                }
            }
        }
    }

    #[test]
    fn one_pass_equals_checking_first_and_escaping_character_by_character() {
        let parts = [
            "a",
            "bcdefghijk",
            "\"",
            "\\",
            "\n",
            "\u{7f}",
            "é",
            "жук",
            "日本語",
            "\u{fffd}",
            "😀",
            "\u{800}",
        ];
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for round in 0..60_000 {
            let mut text = Vec::new();
            for _ in 0..next(if round % 100 == 0 { 200 } else { 14 }) {
                text.extend_from_slice(parts[next(parts.len())].as_bytes());
            }
            // every other text is spoilt
            if round % 2 == 0 && !text.is_empty() {
                let at = next(text.len());
                match next(3) {
                    0 => text.truncate(at),
                    1 => text[at] = next(256) as u8,
                    _ => text.insert(at, [0x80, 0xc0, 0xc1, 0xe0, 0xed, 0xf0, 0xf4, 0xf8][next(8)]),
                }
            }
            let mut out = b"x".to_vec();
            let written = escape(&mut out, &text, Escape::Json, false).map(|()| out[1..].to_vec());
            assert_eq!(written, slowly(&text), "{text:02x?}");
        }
    }
}
