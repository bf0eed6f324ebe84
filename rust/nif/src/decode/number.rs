//! Numbers: from the lexeme to an integer of any size, a double or the parts of a decimal.
//!
//! Doubles of at most 15 digits and a power of ten within 22 are exact products of exact
//! factors (Clinger's fast path); up to 19 digits Eisel and Lemire's product decides, and what
//! that cannot tell goes to the standard library, which rounds correctly.

use crate::error::{DecodeError, ErrorKind};

/// A number as the reader hands it to the builder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Fits 64 bits with sign.
    Signed(i64),
    /// Fits 64 bits without sign.
    Unsigned(u64),
    /// An integer beyond that: its digits are `input[start..end]`.
    Big { negative: bool, start: usize, end: usize },
    /// Had a fraction or an exponent.
    Float(f64),
    /// The parts of a number with fraction or exponent, its digits kept:
    /// `input[int.0..int.1]` and `input[frac.0..frac.1]`.
    Decimal { negative: bool, int: (usize, usize), frac: (usize, usize), exp: i64 },
}

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

#[inline(always)]
fn digits(input: &[u8], mut pos: usize, value: &mut u64) -> usize {
    while let Some(&byte) = input.get(pos) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        *value = value.wrapping_mul(10).wrapping_add(digit as u64);
        pos += 1;
    }
    pos
}

/// The same, eight digits at a time while there are eight bytes.
#[inline(always)]
fn digits_long(input: &[u8], mut pos: usize, value: &mut u64) -> usize {
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    const HIGH_HALVES: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    while let Some(chunk) = input[pos..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        // a digit's high half is 3, also after adding 6
        let other = ((word & HIGH_HALVES) ^ ZEROS)
            | ((word.wrapping_add(0x0606_0606_0606_0606) & HIGH_HALVES) ^ ZEROS);
        if other != 0 {
            break;
        }
        // pairs, fours, eight (D. Lemire, "Quickly parsing eight digits", 2018)
        let word = word - ZEROS;
        let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
        let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
        let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
        let eight = low.wrapping_add(high) >> 32;
        *value = value.wrapping_mul(100_000_000).wrapping_add(eight & 0xffff_ffff);
        pos += 8;
    }
    digits(input, pos, value)
}

/// Reads the number that begins at `start` with `-` or a digit; returns it and the offset
/// behind it. `decimals` keeps digits instead of making a double.
#[inline]
pub fn read(
    input: &[u8],
    start: usize,
    decimals: bool,
    max_digits: u32,
) -> Result<(Number, usize), DecodeError> {
    let negative = input[start] == b'-';
    let int = start + negative as usize;
    let mut mantissa = 0;
    let int_end = digits(input, int, &mut mantissa);
    let count = int_end - int;
    if count == 0 || (count > 1 && input[int] == b'0') {
        return Err(DecodeError::new(ErrorKind::InvalidNumber, start));
    }
    match input.get(int_end) {
        Some(b'.' | b'e' | b'E') => {}
        _ => {
            if max_digits != 0 && count > max_digits as usize {
                return Err(DecodeError::new(ErrorKind::DigitLimit(max_digits), start));
            }
            return Ok((integer(input, negative, int, int_end, mantissa), int_end));
        }
    }
    fraction(input, start, negative, (int, int_end), mantissa, decimals)
}

#[inline(always)]
fn integer(input: &[u8], negative: bool, start: usize, end: usize, value: u64) -> Number {
    let fits = match end - start {
        0..=19 => true,
        // twenty digits fit when no multiplication wrapped: check against the text
        20 => std::str::from_utf8(&input[start..end]).is_ok_and(|t| t.parse::<u64>().is_ok()),
        _ => false,
    };
    match (fits, negative) {
        (true, false) if value <= i64::MAX as u64 => Number::Signed(value as i64),
        (true, false) => Number::Unsigned(value),
        (true, true) if value <= i64::MAX as u64 + 1 => Number::Signed((value as i64).wrapping_neg()),
        _ => Number::Big { negative, start, end },
    }
}

fn fraction(
    input: &[u8],
    start: usize,
    negative: bool,
    int: (usize, usize),
    mut mantissa: u64,
    decimals: bool,
) -> Result<(Number, usize), DecodeError> {
    let invalid = || DecodeError::new(ErrorKind::InvalidNumber, start);
    let mut pos = int.1;
    let mut frac = (pos, pos);
    if input[pos] == b'.' {
        frac.0 = pos + 1;
        frac.1 = digits_long(input, pos + 1, &mut mantissa);
        pos = frac.1;
        if frac.0 == frac.1 {
            return Err(invalid());
        }
    }
    let mut exp = Some(0_i64);
    if let Some(b'e' | b'E') = input.get(pos) {
        pos += 1;
        let down = input.get(pos) == Some(&b'-');
        if let Some(b'+' | b'-') = input.get(pos) {
            pos += 1;
        }
        let from = pos;
        while let Some(byte @ b'0'..=b'9') = input.get(pos) {
            exp = exp.and_then(|e| e.checked_mul(10)).and_then(|e| e.checked_add((byte - b'0') as i64));
            pos += 1;
        }
        if from == pos {
            return Err(invalid());
        }
        if down {
            exp = exp.map(|e| -e);
        }
    }
    if decimals {
        let exp = exp.and_then(|e| e.checked_sub((frac.1 - frac.0) as i64));
        let exp = exp.ok_or(DecodeError::new(ErrorKind::ExponentOutOfRange, start))?;
        return Ok((Number::Decimal { negative, int, frac, exp }, pos));
    }
    let count = int.1 - int.0 + frac.1 - frac.0;
    if count <= 19 {
        let exp = exp.unwrap_or(i64::MAX).saturating_sub((frac.1 - frac.0) as i64);
        let value = if mantissa <= 1 << 53 && (-22..=22).contains(&exp) {
            let power = POWERS[exp.unsigned_abs() as usize];
            let value = mantissa as f64;
            Some(if exp < 0 { value / power } else { value * power })
        } else {
            stele_json::nearest_f64(mantissa, exp).filter(|value| value.is_finite())
        };
        if let Some(value) = value {
            return Ok((Number::Float(if negative { -value } else { value }), pos));
        }
    }
    let text = std::str::from_utf8(&input[start..pos]).map_err(|_| invalid())?;
    let value: f64 = text.parse().map_err(|_| invalid())?;
    if value.is_infinite() {
        return Err(DecodeError::new(ErrorKind::NumberOutOfRange, start));
    }
    Ok((Number::Float(value), pos))
}

/// Little-endian bytes of a decimal integer. Quadratic: the digit limit bounds it.
pub fn to_bytes(digits: impl Iterator<Item = u8>) -> Vec<u8> {
    const CHUNK: u64 = 1_000_000_000_000_000_000;
    let mut limbs: Vec<u64> = Vec::new();
    let mut add = |scale: u64, value: u64| {
        let mut carry = value as u128;
        for limb in limbs.iter_mut() {
            carry += *limb as u128 * scale as u128;
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            limbs.push(carry as u64);
        }
    };
    let (mut scale, mut value) = (1, 0);
    for digit in digits {
        scale *= 10;
        value = value * 10 + (digit - b'0') as u64;
        if scale == CHUNK {
            add(scale, value);
            (scale, value) = (1, 0);
        }
    }
    add(scale, value);
    let mut bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    bytes
}
