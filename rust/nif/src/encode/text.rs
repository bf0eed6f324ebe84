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
    let stop =
        if mode == Escape::HtmlSafe { scan::special_html(text, 0) } else { scan::special_or_high(text, 0) };
    if stop == text.len() {
        out.extend_from_slice(text);
        return Ok(());
    }
    escape_slow(out, text, stop, mode, upper)
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
        looked_at = scan::specials_or_high(first) | scan::specials_or_high(last);
        // of the last word what lies behind the first one
        (low, high) = (first, last >> (8 * (15 - len)) >> 8);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        looked_at = scan::specials_or_high(u64::from(first) | u64::from(last) << 32);
        (low, high) = (u64::from(first) | u64::from(last) << (8 * (len - 4)), 0);
    } else if let (Some(&first), Some(&last)) = (text.first(), text.last()) {
        let (first, last, middle) = (u64::from(first), u64::from(last), u64::from(text[len / 2]));
        (low, high) = (first | middle << (8 * (len / 2)) | last << (8 * (len - 1)), 0);
        looked_at = scan::specials_or_high(low | u64::from_le_bytes(*b"        ") << (8 * len));
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

#[inline(never)]
fn plain_blocks(out: &mut Vec<u8>, text: &[u8], end: End) -> bool {
    let start = out.len();
    out.reserve(text.len() + 19);
    out.push(b'"');
    let mut found = 0;
    let (blocks, tail) = text.as_chunks::<16>();
    for block in blocks {
        found |= special_block(block);
        out.extend_from_slice(block);
    }
    if !tail.is_empty() {
        // overlaps what is there already
        if let Some(last) = text.last_chunk::<16>() {
            found |= special_block(last);
            out.truncate(start + 1 + text.len() - 16);
            out.extend_from_slice(last);
        } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            found |= scan::specials_or_high(u64::from_le_bytes(*first));
            found |= scan::specials_or_high(u64::from_le_bytes(*last));
            out.extend_from_slice(first);
            out.truncate(start + 1 + text.len() - 8);
            out.extend_from_slice(last);
        }
    }
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
    scan::specials_or_high(both as u64) | scan::specials_or_high((both >> 64) as u64)
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
    if fraction(out, value) {
        return;
    }
    let (size, whole) = (value.abs(), value as i64);
    if whole as f64 == value && size < LARGE && (size < 1000.0 || whole % 100 != 0) && size > 0.0 {
        // a notation with exponent would be no shorter
        integer(out, whole);
        out.extend_from_slice(b".0");
    } else {
        float_slow(out, value);
    }
}

/// Appends a double that is no integer and needs no exponent; `false` for others.
#[inline(always)]
pub fn fraction(out: &mut Vec<u8>, value: f64) -> bool {
    let fits = (0.001..LARGE).contains(&value.abs()) && value as i64 as f64 != value;
    if fits {
        // a point among the digits, or at most two zeros before them: the layouts agree
        stele_json::write_f64(out, value, FloatLayout::Point);
    }
    fits
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
