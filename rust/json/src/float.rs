//! Decimal -> double, correctly rounded.
//!
//! Three ways, from fast to general: both factors exact (W. D. Clinger 1990); 64 bits of digits times 128 bits of a
//! power of ten (D. Lemire, "Number parsing at a gigabyte per second", 2021, after M. Eisel); all digits as a big
//! integer (`float_slow.rs`). The first two handle every numeral of up to 19 digits but a handful; longer ones
//! are cut to 19 and decided by whether the neighbour rounds the same way.

use crate::float_slow;
use crate::powers;

/// Powers of ten that a double holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The double nearest to `mantissa * 10^exponent`, whose text is `lexeme`.
#[inline(always)]
pub(crate) fn from_decimal(negative: bool, mantissa: u64, exponent: i64, lexeme: &str) -> f64 {
    // both factors exact, so one rounding
    if mantissa <= 1 << 53 && (-22..=22).contains(&exponent) {
        let value = mantissa as f64;
        let power = EXACT[exponent.unsigned_abs() as usize];
        return with_sign(negative, if exponent < 0 { value / power } else { value * power });
    }
    match nearest(mantissa, exponent) {
        Some(value) => with_sign(negative, value),
        None => float_slow::parse(lexeme),
    }
}

#[inline(always)]
fn with_sign(negative: bool, value: f64) -> f64 {
    if negative { -value } else { value }
}

/// Numerals of more than 19 digits, of which leading zeros may be most.
#[cold]
#[inline(never)]
pub(crate) fn parse_long(lexeme: &str) -> f64 {
    let decimal = float_slow::Digits::of(lexeme);
    let Some((mantissa, exponent)) = decimal.first_19() else { return float_slow::parse(lexeme) };
    if !decimal.more_than_19() {
        return from_decimal(decimal.negative, mantissa, exponent, lexeme);
    }
    // the value lies between the cut digits and the next ones
    match (nearest(mantissa, exponent), nearest(mantissa + 1, exponent)) {
        (Some(low), Some(high)) if low == high => with_sign(decimal.negative, low),
        _ => float_slow::parse(lexeme),
    }
}

/// The double nearest to `digits * 10^exponent`, infinite beyond the range; `None` when 128 bits of the power are too
/// few to tell.
///
/// ```
/// assert_eq!(stele_json::nearest_f64(65_613_616_999_999_977, -15), Some(65.613616999999977));
/// ```
#[inline]
#[must_use]
pub fn nearest_f64(digits: u64, exponent: i64) -> Option<f64> {
    nearest(digits, exponent)
}

#[inline(always)]
fn nearest(digits: u64, exponent: i64) -> Option<f64> {
    if digits == 0 || exponent < i64::from(powers::MIN) {
        return Some(0.0);
    }
    if exponent > 308 {
        return Some(f64::INFINITY);
    }
    let q = exponent as i32;
    let zeros = digits.leading_zeros();
    let digits = digits << zeros;
    let (high, low) = product(digits, q);
    if low == u64::MAX && !(-27..=55).contains(&q) {
        return None;
    }
    let upper = (high >> 63) as u32;
    // 53 bits and one for rounding; what is below decides only exact ties
    let shift = upper + 9;
    let mut mantissa = high >> shift;
    // floor(q * log2(10)) + 63, biased
    let mut power = ((217_706 * q) >> 16) + 63 + upper as i32 - zeros as i32 + 1023;
    if power <= 0 {
        return Some(subnormal(mantissa, power));
    }
    // a tie: only small powers of ten can give one
    if low <= 1 && (-4..=23).contains(&q) && mantissa & 3 == 1 && mantissa << shift == high {
        mantissa &= !1;
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    if mantissa >= 2 << 52 {
        mantissa = 1 << 52;
        power += 1;
    }
    if power >= 0x7FF {
        return Some(f64::INFINITY);
    }
    Some(f64::from_bits((power as u64) << 52 | (mantissa & !(1 << 52))))
}

/// The upper 128 bits of digits times the power; its lower half is looked at only when it can matter.
#[inline(always)]
fn product(digits: u64, q: i32) -> (u64, u64) {
    // the paper's table is rounded up where the reciprocal of the power fits into 64 bits
    let power = powers::of_ten(q) + u128::from((-27..0).contains(&q));
    let first = u128::from(digits) * (power >> 64);
    let (mut high, mut low) = ((first >> 64) as u64, first as u64);
    if high & 0x1FF == 0x1FF {
        let second = ((u128::from(digits) * u128::from(power as u64)) >> 64) as u64;
        let (sum, carry) = low.overflowing_add(second);
        low = sum;
        high += u64::from(carry);
    }
    (high, low)
}

#[cold]
fn subnormal(mut mantissa: u64, power: i32) -> f64 {
    let shift = 1 - power;
    if shift >= 64 {
        return 0.0;
    }
    mantissa >>= shift;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    // rounding up may have made it a normal number: the bits then say so by themselves
    f64::from_bits(mantissa)
}

/// Are all digits before the exponent zeros?
#[cold]
pub(crate) fn all_zero(lexeme: &str) -> bool {
    lexeme
        .bytes()
        .take_while(|byte| !matches!(byte, b'e' | b'E'))
        .all(|byte| matches!(byte, b'0' | b'.' | b'-'))
}
