//! Numerals: bytes -> lexeme with sign, mantissa and exponent on the way, and from these integers and doubles.
//!
//! One pass finds the end of the numeral (RFC 8259, section 6) and sums up its digits; who wants only the lexeme
//! pays nothing for the sum, the compiler drops it. Doubles are rounded correctly (see `float.rs`).

use crate::bytes::{digit_run, eight_digits, few_digits, word, word_or_rest};
use crate::error::{Error, ErrorKind};
use crate::float;
use crate::source::Source;

/// A numeral in the input: its lexeme and what the lexer learned while it looked for the end.
#[derive(Clone, Copy, Debug)]
pub struct Numeral<'a> {
    lexeme: &'a str,
    offset: usize,
    integer: bool,
    negative: bool,
    /// All digits as one integer, modulo 2^64.
    mantissa: u64,
    /// Power of ten of the last digit.
    exponent: i64,
    /// Digits before the exponent, leading zeros included.
    digits: usize,
}

impl<'a> Numeral<'a> {
    /// The numeral as written.
    #[inline(always)]
    #[must_use]
    pub fn lexeme(&self) -> &'a str {
        self.lexeme
    }

    /// Its first byte in the input.
    #[inline(always)]
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// No fraction and no exponent; `-0` is an integer too.
    #[inline(always)]
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.integer
    }

    /// Begins with `-`.
    #[inline(always)]
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Digits before the exponent, leading zeros included.
    #[inline(always)]
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The integer, when it is one and fits; `-0` gives `None`, since it has no integer to stand for it.
    #[inline(always)]
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        if !self.integer {
            return None;
        }
        let magnitude = self.magnitude()?;
        if !self.negative {
            return i64::try_from(magnitude).ok();
        }
        if magnitude == 0 {
            return None;
        }
        if magnitude <= 1 << 63 { Some((magnitude as i64).wrapping_neg()) } else { None }
    }

    /// The integer, when it is one, has no sign and fits.
    #[inline(always)]
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        if self.integer && !self.negative { self.magnitude() } else { None }
    }

    /// All digits as an integer, when they fit.
    #[inline(always)]
    fn magnitude(&self) -> Option<u64> {
        match self.digits {
            0..=19 => Some(self.mantissa),
            20 => self.lexeme.trim_start_matches('-').parse().ok(),
            _ => None,
        }
    }

    /// The nearest double, ties to even; infinite beyond the range, 0 below it.
    #[inline(always)]
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        if self.digits <= 19 {
            return float::from_decimal(self.negative, self.mantissa, self.exponent, self.lexeme);
        }
        float::parse_long(self.lexeme)
    }

    /// All digits as one integer, modulo 2^64.
    #[inline(always)]
    pub(crate) fn mantissa(&self) -> u64 {
        self.mantissa
    }

    /// Power of ten of the last digit.
    #[inline(always)]
    pub(crate) fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Same numeral without its sign.
    pub(crate) fn without_sign(mut self) -> Self {
        self.lexeme = self.lexeme.trim_start_matches('-');
        self.negative = false;
        self
    }

    /// Is every digit before the exponent a zero?
    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        self.mantissa == 0 && (self.digits <= 19 || float::all_zero(self.lexeme))
    }

    /// A numeral without an exponent that stands alone.
    #[inline(always)]
    pub(crate) fn new(lexeme: &'a str, negative: bool, mantissa: u64, places: usize, digits: usize) -> Self {
        let (integer, exponent) = (places == 0, -(places as i64));
        Numeral { lexeme, offset: 0, integer, negative, mantissa, exponent, digits }
    }
}

/// A running sum of digits.
struct Sum {
    mantissa: u64,
    pos: usize,
}

/// Ten to the power of the index.
pub(crate) const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// Digits of an integer looked at one by one before they go eight at a time: most have no more.
const FEW: usize = 4;

/// Adds the digits of an integer.
#[inline(always)]
fn whole(bytes: &[u8], sum: &mut Sum) {
    for _ in 0..FEW {
        let digit = bytes.get(sum.pos).map_or(10, |byte| byte.wrapping_sub(b'0'));
        if digit > 9 {
            return;
        }
        sum.mantissa = sum.mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        sum.pos += 1;
    }
    words(bytes, sum);
}

/// Adds the digits of a fraction, which are few or many.
#[inline(always)]
fn fraction(bytes: &[u8], sum: &mut Sum) {
    match word(bytes, sum.pos) {
        Some(word) if digit_run(word) == 8 => words(bytes, sum),
        _ => whole(bytes, sum),
    }
}

/// Adds digits eight at a time; the last ones, how many they may be, without a branch.
#[inline(always)]
fn words(bytes: &[u8], sum: &mut Sum) {
    loop {
        let word = word_or_rest(bytes, sum.pos);
        let run = digit_run(word);
        if run < 8 {
            sum.mantissa = sum.mantissa.wrapping_mul(TENS[run as usize]).wrapping_add(few_digits(word, run));
            sum.pos += run as usize;
            return;
        }
        sum.mantissa = sum.mantissa.wrapping_mul(100_000_000).wrapping_add(eight_digits(word));
        sum.pos += 8;
    }
}

/// Reads the numeral at `start`; returns it and the offset behind it.
#[inline(always)]
pub(crate) fn scan<'a, T: Source<'a>>(source: T, start: usize) -> Result<(Numeral<'a>, usize), Error> {
    let bytes = source.bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(negative);
    let mut sum = Sum { mantissa: 0, pos: first };
    whole(bytes, &mut sum);
    let mut count = sum.pos - first;
    if count == 0 || (count > 1 && bytes.get(first) == Some(&b'0')) {
        return Err(Error::new(ErrorKind::InvalidNumber, start));
    }
    let mut exponent = 0;
    let mut integer = true;
    if let Some(mark @ (b'.' | b'e' | b'E')) = bytes.get(sum.pos) {
        integer = false;
        if *mark == b'.' {
            sum.pos += 1;
            let point = sum.pos;
            fraction(bytes, &mut sum);
            let places = sum.pos - point;
            if places == 0 {
                return Err(Error::new(ErrorKind::InvalidNumber, start));
            }
            count += places;
            exponent = -(places as i64);
        }
        if let Some(b'e' | b'E') = bytes.get(sum.pos) {
            let (power, end) = power_of_ten(bytes, start, sum.pos + 1)?;
            exponent += power;
            sum.pos = end;
        }
    }
    let lexeme = source.ascii(start, sum.pos);
    let mantissa = sum.mantissa;
    Ok((Numeral { lexeme, offset: start, integer, negative, mantissa, exponent, digits: count }, sum.pos))
}

/// Sign and digits of an exponent. Beyond 10^15 the value is not exact, which no double can tell.
#[inline]
fn power_of_ten(bytes: &[u8], start: usize, mut pos: usize) -> Result<(i64, usize), Error> {
    let minus = bytes.get(pos) == Some(&b'-');
    if minus || bytes.get(pos) == Some(&b'+') {
        pos += 1;
    }
    let first = pos;
    let mut power: i64 = 0;
    while let Some(byte @ b'0'..=b'9') = bytes.get(pos) {
        power = (power * 10 + i64::from(byte - b'0')).min(1 << 50);
        pos += 1;
    }
    if pos == first {
        return Err(Error::new(ErrorKind::InvalidNumber, start));
    }
    Ok((if minus { -power } else { power }, pos))
}
