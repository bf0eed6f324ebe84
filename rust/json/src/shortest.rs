//! Double -> shortest decimal that reads back as the same double.
//!
//! R. Giulietti, "The Schubfach way to render doubles", 2020: the interval of decimals that round to the double is
//! scaled by one power of ten so that it holds a whole number and at most one multiple of ten; that multiple is the
//! answer, else the nearest whole number. One product of 64 by 128 bits decides all but the cases within its error, for
//! which Schubfach's three products with a sticky bit are exact. Values with few places need no product at all.

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
pub(crate) fn digits(value: f64) -> (u64, i32) {
    match few_places(value.abs()) {
        Some(few) => (few, -PLACES),
        None => any_places(value),
    }
}

/// Places after the point that numbers people write mostly stay within.
pub(crate) const PLACES: i32 = 4;

/// The digits of a value below 10^8 that has at most that many places and is not zero. Two decimals of 15 digits never
/// read as the same double, so when this one does it is the shortest, zeros at its end aside. Two multiplications and a
/// division instead of a wide product, for prices and measurements.
#[inline(always)]
pub(crate) fn few_places(value: f64) -> Option<u64> {
    // added to a number below 2^51 it leaves the nearest integer in the low bits
    const ROUND: f64 = (1u64 << 52) as f64;
    let scaled = value * 1e4 + ROUND;
    let digits = scaled.to_bits() & ((1 << 52) - 1);
    (value < 1e8 && (scaled - ROUND) / 1e4 == value && digits != 0).then_some(digits)
}

/// As [`digits`], for any value: 16 or 17 digits.
#[inline(always)]
pub(crate) fn any_places(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7FF) as i32;
    // powers of two, zero, subnormal and non-finite values
    if fraction == 0 || biased == 0 || biased == 0x7FF {
        return rare(fraction, biased);
    }
    one_product(fraction | 1 << 52, biased - 1075)
}

#[cold]
fn rare(fraction: u64, biased: i32) -> (u64, i32) {
    let (mut digits, mut exponent) = match (biased, fraction) {
        (0x7FF, _) | (0, 0) => return (0, 0),
        (0, _) => schubfach(fraction, -1074, false),
        _ => schubfach(fraction | 1 << 52, biased - 1075, fraction == 0 && biased > 1),
    };
    while digits < 1_000_000_000_000_000 {
        (digits, exponent) = (digits * 10, exponent - 1);
    }
    (digits, exponent)
}

/// The decimal of c * 2^q with an interval that reaches as far down as up.
///
/// Fixed point with four bits before it: `last` is the last digit and what follows, `half` the half width of the interval,
/// between one half and five. Each is at most one unit too small; the power, rounded up, adds less than a unit. Where
/// three units could decide, the exact way does. Which candidate wins is as good as random, so all are made.
#[inline(always)]
fn one_product(c: u64, q: i32) -> (u64, i32) {
    const TEN: u64 = 10 << 60;
    let k = (q * 1_262_611) >> 22;
    let h = q + ((-k * 1_741_647) >> 19) + 1;
    let power = powers::of_ten(-k) + u128::from(!(0..=powers::EXACT).contains(&-k));
    let factor = c << h;
    let low = (u128::from(factor) * u128::from(power as u64)) >> 64;
    let product = u128::from(factor) * (power >> 64) + low;
    let (whole, rest) = ((product >> 64) as u64, product as u64);

    let half = (power >> (69 - h)) as u64;
    let tens = whole / 10;
    let last = (whole - 10 * tens) << 60 | rest >> 4;
    let near = |x: u64| x.wrapping_add(3) <= 6;
    if near(last.wrapping_sub(half))
        | near((TEN - last).wrapping_sub(half))
        | near(rest.wrapping_sub(1 << 63))
    {
        return schubfach(c, q, false);
    }
    let (down, up) = (last < half, TEN - last < half);
    let coarse = 10 * (tens + u64::from(up));
    let fine = whole + (rest >> 63);
    (select_unpredictable(down | up, coarse, fine), k)
}

/// `uneven`: the double below is only half as far away as the one above.
///
/// Of the at most two candidates on the coarse grid and two on the fine one the first inside is the answer.
#[cold]
#[inline(never)]
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
    (if on_coarse { coarse } else { fine }, k)
}

/// The upper 64 bits of the product of 64 and 128 bits; the lowest bit is set when anything below is.
#[inline(always)]
fn scale(power: u128, factor: u64) -> u64 {
    let low = (u128::from(factor) * u128::from(power as u64)) >> 64;
    let sum = u128::from(factor) * (power >> 64) + low;
    (sum >> 64) as u64 | u64::from(sum as u64 > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short ways give what the exact way gives.
    #[test]
    fn one_product_equals_schubfach() {
        let mut state = 7u64;
        let mut checked = 0;
        for round in 0..400_000u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // all bits, and numbers of few digits
            let value = match round % 4 {
                0 | 1 => f64::from_bits(state & !(1 << 63)),
                2 => (state >> 40) as f64 / 10f64.powi((state % 20) as i32),
                _ => (state >> 12) as f64 * 2f64.powi((state % 64) as i32 - 40),
            };
            let (fraction, biased) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i32);
            if fraction == 0 || biased == 0 || biased >= 0x7FF {
                continue;
            }
            let (c, q) = (fraction | 1 << 52, biased - 1075);
            let normal = |(mut digits, mut power): (u64, i32)| {
                while digits % 10 == 0 {
                    (digits, power) = (digits / 10, power + 1);
                }
                (digits, power)
            };
            let exact = normal(schubfach(c, q, false));
            assert_eq!(normal(one_product(c, q)), exact, "{value:e}");
            assert_eq!(normal(digits(value)), exact, "{value:e}");
            checked += 1;
        }
        assert!(checked > 300_000);
    }
}
