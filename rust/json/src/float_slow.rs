//! Decimal -> double by big integers: any numeral, always right, microseconds each.
//!
//! The value is a quotient of two integers; 64 of its bits and whether anything is left over are enough to round.
//! Digits beyond the 800th cannot decide more than "above the tie": one that is not zero stands for all.

use std::cmp::Ordering;

/// More digits than any tie between two doubles has (767).
const KEEP: usize = 800;

/// The parts of a numeral.
pub(crate) struct Digits<'l> {
    pub(crate) negative: bool,
    /// Integer and fraction digits, leading zeros dropped from both.
    whole: &'l [u8],
    fraction: &'l [u8],
    /// Power of ten of the last digit of `whole` followed by `fraction`.
    exponent: i64,
}

impl<'l> Digits<'l> {
    pub(crate) fn of(lexeme: &'l str) -> Self {
        let negative = lexeme.starts_with('-');
        let text = lexeme.trim_start_matches('-');
        let (digits, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent = parse_power(power).saturating_sub(fraction.len() as i64);
        let whole = whole.trim_start_matches('0');
        let fraction = if whole.is_empty() { fraction.trim_start_matches('0') } else { fraction };
        Digits { negative, whole: whole.as_bytes(), fraction: fraction.as_bytes(), exponent }
    }

    fn len(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    fn values(&self) -> impl Iterator<Item = u64> + '_ {
        self.whole.iter().chain(self.fraction).map(|byte| u64::from(byte - b'0'))
    }

    /// The first 19 digits, or all, and the power of ten of their last; `None` when that power is out of bounds.
    pub(crate) fn first_19(&self) -> Option<(u64, i64)> {
        let mantissa = self.values().take(19).fold(0, |sum, digit| sum * 10 + digit);
        let exponent = self.exponent.checked_add(self.len().saturating_sub(19) as i64)?;
        Some((mantissa, exponent))
    }

    pub(crate) fn more_than_19(&self) -> bool {
        self.len() > 19
    }
}

/// The exponent; beyond 2^60 its exact value makes no difference to any text that fits into memory.
fn parse_power(text: &str) -> i64 {
    let (minus, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let power = digits.iter().fold(0i64, |sum, byte| (sum * 10 + i64::from(byte - b'0')).min(1 << 58));
    if minus { -power } else { power }
}

/// The double nearest to a numeral of RFC 8259.
#[cold]
#[inline(never)]
pub(crate) fn parse(lexeme: &str) -> f64 {
    let digits = Digits::of(lexeme);
    let value = magnitude(&digits);
    if digits.negative { -value } else { value }
}

fn magnitude(digits: &Digits<'_>) -> f64 {
    let len = digits.len() as i64;
    // the power of ten of the first digit tells about everything out of range
    let first = digits.exponent.saturating_add(len);
    if len == 0 || first < -330 {
        return 0.0;
    }
    if first > 310 {
        return f64::INFINITY;
    }
    let kept = digits.len().min(KEEP);
    let mut top = Big::default();
    digits.values().take(kept).for_each(|digit| top.times_plus(10, digit));
    let mut exponent = digits.exponent + (digits.len() - kept) as i64;
    if digits.values().skip(kept).any(|digit| digit != 0) {
        top.times_plus(10, 1);
        exponent -= 1;
    }
    if top.is_zero() {
        return 0.0;
    }
    let mut bottom = Big::one();
    let side = if exponent < 0 { &mut bottom } else { &mut top };
    for _ in 0..exponent.unsigned_abs() {
        side.times_plus(10, 0);
    }
    round(&mut top, &mut bottom)
}

/// The double nearest to the quotient of two integers that are not zero.
fn round(top: &mut Big, bottom: &mut Big) -> f64 {
    // scale so that bottom <= top < 2 * bottom; the quotient is then 1.xxx times two to the power of `power`
    let mut power = top.bits() - bottom.bits();
    if power > 0 {
        bottom.shift_left(power as usize);
    } else {
        top.shift_left(power.unsigned_abs());
    }
    if top.compare(bottom) == Ordering::Less {
        top.shift_left(1);
        power -= 1;
    }
    if power < -1076 {
        return 0.0;
    }
    // bits the result has room for: 53, fewer below the normal range
    let room = if power < -1022 { 53 - (-1022 - power) } else { 53 };
    let mut mantissa = 0u64;
    for _ in 0..room {
        mantissa <<= 1;
        if top.compare(bottom) != Ordering::Less {
            top.subtract(bottom);
            mantissa |= 1;
        }
        top.shift_left(1);
    }
    // what is left, against one half of the last bit
    if room >= 0 {
        match top.compare(bottom) {
            Ordering::Greater => mantissa += 1,
            Ordering::Equal => mantissa += mantissa & 1,
            Ordering::Less => {}
        }
    }
    let biased = if power < -1022 { 0 } else { (power + 1022) as u64 };
    // the implicit bit of a normal number adds the missing 1 to the exponent, and so does a carry
    if biased >= 0x7FE { finish_large(biased, mantissa) } else { f64::from_bits((biased << 52) + mantissa) }
}

fn finish_large(biased: u64, mantissa: u64) -> f64 {
    if biased > 0x7FE { f64::INFINITY } else { f64::from_bits(((biased << 52) + mantissa).min(0x7FF << 52)) }
}

/// An integer without sign, lowest word first, no zero word at the end.
#[derive(Default)]
struct Big(Vec<u64>);

impl Big {
    fn one() -> Self {
        Big(vec![1])
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn times_plus(&mut self, factor: u64, add: u64) {
        let mut carry = u128::from(add);
        for word in &mut self.0 {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    fn bits(&self) -> isize {
        self.0.last().map_or(0, |word| (self.0.len() * 64) as isize - word.leading_zeros() as isize)
    }

    fn shift_left(&mut self, bits: usize) {
        let (words, bits) = (bits / 64, bits % 64);
        if bits > 0 {
            let mut carry = 0;
            for word in &mut self.0 {
                let next = *word >> (64 - bits);
                *word = *word << bits | carry;
                carry = next;
            }
            if carry > 0 {
                self.0.push(carry);
            }
        }
        if words > 0 {
            self.0.splice(0..0, std::iter::repeat_n(0, words));
        }
    }

    fn compare(&self, other: &Big) -> Ordering {
        let by_len = self.0.len().cmp(&other.0.len());
        by_len.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Takes away an integer that is not larger.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = false;
        for (i, word) in self.0.iter_mut().enumerate() {
            let (less, first) = word.overflowing_sub(other.0.get(i).copied().unwrap_or(0));
            let (less, second) = less.overflowing_sub(u64::from(borrow));
            *word = less;
            borrow = first || second;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}
