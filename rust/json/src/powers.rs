//! Powers of ten to 128 bits, for reading and printing doubles; made by the compiler.
//!
//! Entry `q` is the significand of 5^q (and so of 10^q) scaled to have its top bit set, the rest cut off. Positive
//! powers are multiplied up exactly, negative ones divided down from a power of two; dividing a floor by 5 again
//! gives the floor of the whole quotient, so these too are exact up to the cut.

/// Smallest power in the table: 10^-342 times any 19 digits is below every double.
pub(crate) const MIN: i32 = -342;
/// Largest power: printing the smallest double multiplies by 10^324.
pub(crate) const MAX: i32 = 324;
/// Up to this power the entry is the power itself, nothing was cut.
pub(crate) const EXACT: i32 = 55;

const COUNT: usize = (MAX - MIN + 1) as usize;
/// 18 words: 2^1151 / 5^342 still has more than 128 bits.
const WORDS: usize = 18;

static POWERS: [u128; COUNT] = table();

/// The 128 bits of 10^q, cut off; `q` from `MIN` to `MAX`.
#[inline(always)]
pub(crate) fn of_ten(q: i32) -> u128 {
    POWERS[(q - MIN) as usize]
}

const fn table() -> [u128; COUNT] {
    let mut table = [0; COUNT];
    let mut big = [0; WORDS];
    big[0] = 1;
    let mut q = 0;
    while q <= MAX {
        table[(q - MIN) as usize] = top(&big);
        big = times_five(big);
        q += 1;
    }
    big = [0; WORDS];
    big[WORDS - 1] = 1 << 63;
    q = -1;
    while q >= MIN {
        big = over_five(big);
        table[(q - MIN) as usize] = top(&big);
        q -= 1;
    }
    table
}

const fn times_five(mut big: [u64; WORDS]) -> [u64; WORDS] {
    let mut carry = 0;
    let mut i = 0;
    while i < WORDS {
        let product = big[i] as u128 * 5 + carry;
        big[i] = product as u64;
        carry = product >> 64;
        i += 1;
    }
    big
}

const fn over_five(mut big: [u64; WORDS]) -> [u64; WORDS] {
    let mut rest = 0;
    let mut i = WORDS;
    while i > 0 {
        i -= 1;
        let part = rest << 64 | big[i] as u128;
        big[i] = (part / 5) as u64;
        rest = part % 5;
    }
    big
}

/// The highest 128 bits from the first that is set.
const fn top(big: &[u64; WORDS]) -> u128 {
    let mut i = WORDS - 1;
    while big[i] == 0 {
        i -= 1;
    }
    let shift = big[i].leading_zeros();
    let high = big[i];
    let middle = if i > 0 { big[i - 1] } else { 0 };
    let low = if i > 1 { big[i - 2] } else { 0 };
    let pair = (high as u128) << 64 | middle as u128;
    if shift == 0 { pair } else { pair << shift | (low >> (64 - shift)) as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_powers_are_exact() {
        for q in 0..=EXACT {
            let power = 5u128.pow(q as u32);
            assert_eq!(of_ten(q), power << power.leading_zeros(), "10^{q}");
        }
    }

    /// 10^q * 10^-q is 1: the product of two cut significands is a power of two, less at most two units.
    #[test]
    fn inverse_powers_meet() {
        for q in 1..=MAX {
            let (a, b) = (of_ten(q) >> 64, of_ten(-q) >> 64);
            let product = a * b;
            assert!(((1 << 127) - (1 << 65)..=1 << 127).contains(&product), "10^{q}");
        }
    }
}
