//! Scalars as JSON text: strings under the escape modes, integers, doubles.
//!
//! Doubles are written as Erlang's `float_to_binary(F, [:short])` writes them: the shortest
//! digits that read back, in the shorter of both notations below 2^53, scientific above.

use crate::options::Escape;
use crate::scan;
use std::io::Write;
use stele_json::FloatLayout;

/// Offset of the first byte that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8(pub usize);

/// Appends `text` escaped, without quotes.
#[inline]
pub fn escape(out: &mut Vec<u8>, text: &[u8], mode: Escape, upper: bool) -> Result<(), InvalidUtf8> {
    let stop = if mode == Escape::HtmlSafe {
        scan::special_html(text, 0)
    } else if text.len() <= SHORT {
        if short(out, text) {
            return Ok(());
        }
        scan::special_or_high(text, 0)
    } else {
        scan::special_or_high(text, 0)
    };
    if stop == text.len() {
        out.extend_from_slice(text);
        return Ok(());
    }
    escape_slow(out, text, stop, mode, upper)
}

/// Up to this length a string is looked at while it is copied.
const SHORT: usize = 64;

/// Appends a short string if it is plain ASCII without anything to escape. Words of fixed size
/// cost a few instructions, a copy of measured length costs a call; the last word overlaps the
/// one before it.
#[inline(always)]
fn short(out: &mut Vec<u8>, text: &[u8]) -> bool {
    let start = out.len();
    let mut found = 0;
    let (words, tail) = text.as_chunks::<8>();
    for word in words {
        found |= scan::specials_or_high(u64::from_le_bytes(*word));
        out.extend_from_slice(word);
    }
    if !tail.is_empty() {
        if let Some(last) = text.last_chunk::<8>() {
            found |= scan::specials_or_high(u64::from_le_bytes(*last));
            out.truncate(start + text.len() - 8);
            out.extend_from_slice(last);
        } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            let (low, high) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            found |= scan::specials_or_high(low as u64 | (high as u64) << 32);
            out.extend_from_slice(first);
            out.truncate(start + text.len() - 4);
            out.extend_from_slice(last);
        } else {
            for &byte in text {
                found |= u64::from(byte < 0x20 || byte == b'"' || byte == b'\\' || byte >= 0x80);
                out.push(byte);
            }
        }
    }
    if found != 0 {
        out.truncate(start);
    }
    found == 0
}

/// The rest of `escape` from the first byte on that is not copied as it is.
#[inline(never)]
fn escape_slow(
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
    out.extend_from_slice(&text[..stop]);
    if mode == Escape::Json {
        escape_ascii(out, &text[stop..], upper);
        return Ok(());
    }
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

fn escape_ascii(out: &mut Vec<u8>, text: &[u8], upper: bool) {
    let mut copied = 0;
    loop {
        let at = scan::special(text, copied);
        out.extend_from_slice(&text[copied..at]);
        if at == text.len() {
            return;
        }
        escape_byte(out, text[at], upper);
        copied = at + 1;
    }
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

/// Appends the decimal digits of `value`.
#[inline]
pub fn unsigned(out: &mut Vec<u8>, value: u64) {
    stele_json::write_u64(out, value);
}

/// Appends an integer.
#[inline]
pub fn integer(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    unsigned(out, value.unsigned_abs());
}

/// From here on doubles are integers, and Erlang writes all of them with an exponent.
const LARGE: f64 = 9_007_199_254_740_992.0;

/// Appends a finite double.
#[inline]
pub fn float(out: &mut Vec<u8>, value: f64) {
    let size = value.abs();
    if !(0.001..LARGE).contains(&size) {
        return float_slow(out, value);
    }
    let whole = value as i64;
    if whole as f64 != value {
        // a point among the digits, or at most two zeros before them: the layouts agree
        stele_json::write_f64(out, value, FloatLayout::Point);
    } else if size < 1000.0 || whole % 100 != 0 {
        // a notation with exponent would be no shorter
        integer(out, whole);
        out.extend_from_slice(b".0");
    } else {
        float_slow(out, value);
    }
}

#[inline(never)]
fn float_slow(out: &mut Vec<u8>, value: f64) {
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let mut digits = Vec::with_capacity(24);
    let (count, exp) = stele_json::write_f64_digits(&mut digits, value.abs());
    layout(out, &digits, exp + count as i32, value.abs() < LARGE);
}

fn zeros(out: &mut Vec<u8>, count: i32) {
    out.extend(std::iter::repeat_n(b'0', count.max(0) as usize));
}

/// Digits with the point after the first `place` of them, in the notation that Erlang takes.
fn layout(out: &mut Vec<u8>, digits: &[u8], place: i32, small: bool) {
    let len = digits.len() as i32;
    if small && 0 < place && place < len {
        out.extend_from_slice(&digits[..place as usize]);
        out.push(b'.');
        out.extend_from_slice(&digits[place as usize..]);
        return;
    }
    if digits == b"0" {
        out.extend_from_slice(b"0.0");
        return;
    }
    let exp = place - 1;
    let exp_len = if exp <= -100 {
        4
    } else if exp <= -10 || exp >= 100 {
        3
    } else if !(0..10).contains(&exp) {
        2
    } else {
        1
    };
    let cost = exp_len + 1 + if len == 1 { 2 } else { 1 };
    if small && place <= 0 && (place == 0 || 2 - place <= cost) {
        out.extend_from_slice(b"0.");
        zeros(out, -place);
        out.extend_from_slice(digits);
    } else if small && place > 0 && place - len + 2 <= cost {
        out.extend_from_slice(digits);
        zeros(out, place - len);
        out.extend_from_slice(b".0");
    } else {
        out.push(digits[0]);
        out.push(b'.');
        if len == 1 {
            out.push(b'0');
        } else {
            out.extend_from_slice(&digits[1..]);
        }
        out.push(b'e');
        integer(out, exp as i64);
    }
}

/// Appends an integer of any size given as little-endian bytes of its magnitude.
pub fn big(out: &mut Vec<u8>, negative: bool, magnitude: &[u8]) {
    const CHUNK: u128 = 10_000_000_000_000_000_000;
    let (words, tail) = magnitude.as_chunks::<8>();
    let mut limbs: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let mut last = [0; 8];
    last[..tail.len()].copy_from_slice(tail);
    limbs.push(u64::from_le_bytes(last));
    let mut parts = Vec::new();
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    while !limbs.is_empty() {
        let mut rest = 0_u128;
        for limb in limbs.iter_mut().rev() {
            rest = rest << 64 | *limb as u128;
            *limb = (rest / CHUNK) as u64;
            rest %= CHUNK;
        }
        parts.push(rest as u64);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
    }
    if negative {
        out.push(b'-');
    }
    unsigned(out, parts.pop().unwrap_or(0));
    for part in parts.iter().rev() {
        let _ = write!(out, "{part:019}");
    }
}
