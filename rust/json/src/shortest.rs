//! Double -> shortest decimal that reads back as the same double.
//!
//! R. Giulietti, "The Schubfach way to render doubles", 2020: the interval of decimals that round to the double is
//! scaled by one power of ten so that its ends are small integers with a sticky bit; of the at most two candidates on
//! the coarse grid and two on the fine one, the first inside is the answer. Three multiplications of 64 by 128 bits.

use std::hint::select_unpredictable;

use crate::powers;

/// The shortest decimal that reads back as the same double: `digits * 10^exponent`, no trailing zero in `digits`
/// (0 for zero), at most 17 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The sign bit.
    pub negative: bool,
    /// The significant digits as one integer.
    pub digits: u64,
    /// Power of ten of the last digit.
    pub exponent: i32,
}

/// The shortest decimal of a finite double; of several the nearest. Non-finite values give digits 0.
///
/// ```
/// let d = stele_json::shortest(-1250.0);
/// assert_eq!((d.negative, d.digits, d.exponent), (true, 125, 1));
/// ```
#[must_use]
pub fn shortest(value: f64) -> Decimal {
    let negative = value.is_sign_negative();
    let (mut digits, mut exponent) = digits(value);
    if digits == 0 {
        return Decimal { negative, digits, exponent: 0 };
    }
    while digits.is_multiple_of(10) {
        digits /= 10;
        exponent += 1;
    }
    Decimal { negative, digits, exponent }
}

/// The shortest decimal of the magnitude, perhaps with zeros at its end; 0 for zero and non-finite values.
#[inline(always)]
pub(crate) fn digits(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7FF) as i32;
    if bits << 1 == 0 || biased == 0x7FF {
        return (0, 0);
    }
    if let Some(few) = few_places(f64::from_bits(bits & !(1 << 63))) {
        return (few, -PLACES);
    }
    // value = c * 2^q
    let (c, q) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if (-52..=0).contains(&q) && c & ((1 << -q) - 1) == 0 {
        return (c >> -q, 0);
    }
    schubfach(c, q, fraction == 0 && biased > 1)
}

/// Places after the point that numbers people write mostly stay within.
const PLACES: i32 = 4;

/// The digits of a value with at most that many places and 15 digits in all. Two decimals of 15 digits never read as
/// the same double, so when this one does it is the shortest, zeros at its end aside. Two multiplications and a division
/// instead of Schubfach's six wide products, for prices and measurements.
#[inline(always)]
fn few_places(value: f64) -> Option<u64> {
    let scaled = value * 1e4 + 0.5;
    if scaled >= 1e15 {
        return None;
    }
    let digits = scaled as u64;
    (digits as f64 / 1e4 == value).then_some(digits)
}

/// `uneven`: the double below is only half as far away as the one above.
///
/// Which of the candidates wins is as good as random, so all are made and one is chosen without a branch.
#[inline(always)]
fn schubfach(c: u64, q: i32, uneven: bool) -> (u64, i32) {
    // floor(log10(2^q)), for uneven intervals floor(log10(3/4 * 2^q))
    let k = (q * 1_262_611 - if uneven { 524_031 } else { 0 }) >> 22;
    // the shift that brings c * 2^q * 10^-k below 2^64 with two bits of fraction
    let h = q + ((-k * 1_741_647) >> 19) + 1;
    let power = powers::of_ten(-k) + u128::from(!(0..=powers::EXACT).contains(&-k));
    let middle = scale(power, (4 * c) << h);
    // the ends belong to the interval when the double is even; else they are moved inside
    let odd = c & 1;
    let lower = scale(power, (4 * c - 2 + u64::from(uneven)) << h) + odd;
    let upper = scale(power, (4 * c + 2) << h) - odd;

    let s = middle / 4;
    let coarse = s / 10;
    let down = lower <= 40 * coarse;
    let up = 40 * coarse + 40 <= upper;
    // below 10 there is no coarser grid
    let on_coarse = (s >= 10) & (down != up);
    let coarse = 10 * (coarse + u64::from(up));

    let down = lower <= 4 * s;
    let up = 4 * s + 4 <= upper;
    // both inside: the nearer, of two equally near the even one
    let half = 4 * s + 2;
    let nearer = (middle > half) | ((middle == half) & (s & 1 != 0));
    let fine = s + u64::from(((down != up) & up) | ((down == up) & nearer));
    (select_unpredictable(on_coarse, coarse, fine), k)
}

/// The upper 64 bits of the product of 64 and 128 bits; the lowest bit is set when anything below is.
#[inline(always)]
fn scale(power: u128, factor: u64) -> u64 {
    let low = (u128::from(factor) * u128::from(power as u64)) >> 64;
    let sum = u128::from(factor) * (power >> 64) + low;
    (sum >> 64) as u64 | u64::from(sum as u64 > 1)
}
