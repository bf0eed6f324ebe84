//! Scalars as JSON text: strings under the escape modes, integers, doubles.
//!
//! Doubles are written as Erlang's `float_to_binary(F, [:short])` writes them: the shortest
//! digits that read back, in the shorter of both notations below 2^53, scientific above.

use crate::options::Escape;
use crate::scan;
use std::io::Write;

/// Offset of the first byte that is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUtf8(pub usize);

/// Appends `text` escaped, without quotes.
#[inline]
pub fn escape(out: &mut Vec<u8>, text: &[u8], mode: Escape, upper: bool) -> Result<(), InvalidUtf8> {
    let stop = match mode {
        Escape::HtmlSafe => scan::special_html(text, 0),
        _ => scan::special_or_high(text, 0),
    };
    if stop == text.len() {
        out.extend_from_slice(text);
        return Ok(());
    }
    escape_slow(out, text, stop, mode, upper)
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

const PAIRS: &[u8; 200] = b"00010203040506070809101112131415161718192021222324252627282930313233\
343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384\
858687888990919293949596979899";

/// Appends the decimal digits of `value`.
#[inline]
pub fn unsigned(out: &mut Vec<u8>, mut value: u64) {
    let mut buffer = [0_u8; 20];
    let mut at = 20;
    while value >= 100 {
        let pair = (value % 100) as usize * 2;
        value /= 100;
        at -= 2;
        buffer[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if value >= 10 {
        let pair = value as usize * 2;
        at -= 2;
        buffer[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        at -= 1;
        buffer[at] = b'0' + value as u8;
    }
    out.extend_from_slice(&buffer[at..]);
}

/// Appends an integer.
#[inline]
pub fn integer(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    unsigned(out, value.unsigned_abs());
}

/// Appends a finite double.
#[inline]
pub fn float(out: &mut Vec<u8>, value: f64) {
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = value.abs();
    let (mut number, exp) = match few_digits(value) {
        Some(found) => found,
        None => {
            let shortest = stele_json::shortest(value);
            (shortest.digits, shortest.exponent)
        }
    };
    let mut buffer = [0_u8; 20];
    let mut at = 20;
    while number >= 10 {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    at -= 1;
    buffer[at] = b'0' + number as u8;
    layout(out, &buffer[at..], exp + (20 - at) as i32, value < 9_007_199_254_740_992.0);
}

/// `value` as `number * 10^exp` where at most six decimals and fifteen digits suffice: such a
/// number is the shortest, since all decimals of fifteen digits are distinct doubles.
#[inline]
fn few_digits(value: f64) -> Option<(u64, i32)> {
    for (scale, exp) in [(1e2, -2), (1e4, -4), (1e6, -6)] {
        let scaled = value * scale;
        if scaled >= 1e15 {
            return None;
        }
        // round half up: the comparison below decides whether it was right
        let mut number = (scaled + 0.5) as u64;
        if number as f64 / scale == value {
            let mut exp = exp;
            while number != 0 && number.is_multiple_of(10) {
                number /= 10;
                exp += 1;
            }
            return Some((number, exp));
        }
    }
    None
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
