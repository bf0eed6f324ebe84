//! Scalars as JSON text: integers and doubles; `strings` has the third kind.
//!
//! Doubles are written as Erlang's `float_to_binary(F, [:short])` writes them: the shortest
//! digits that read back, in the shorter of both notations below 2^53, scientific above.

use std::io::Write;
use stele_json::FloatLayout;

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
