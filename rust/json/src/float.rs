//! Decimal -> double, correctly rounded, and double -> shortest decimal.

/// Powers of ten that a double holds exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The double nearest to `mantissa * 10^exponent`, whose text is `lexeme`.
#[inline(always)]
pub(crate) fn from_decimal(negative: bool, mantissa: u64, exponent: i64, lexeme: &str) -> f64 {
    // W. D. Clinger 1990: both factors exact, so one rounding
    if mantissa <= 1 << 53 && (-22..=22).contains(&exponent) {
        let value = mantissa as f64;
        let power = EXACT[exponent.unsigned_abs() as usize];
        let value = if exponent < 0 { value / power } else { value * power };
        return if negative { -value } else { value };
    }
    parse_long(lexeme)
}

/// The general way, for numerals of more than 19 digits.
#[cold]
#[inline(never)]
pub(crate) fn parse_long(lexeme: &str) -> f64 {
    lexeme.parse().unwrap_or_default()
}

/// Are all digits before the exponent zeros?
#[cold]
pub(crate) fn all_zero(lexeme: &str) -> bool {
    lexeme
        .bytes()
        .take_while(|byte| !matches!(byte, b'e' | b'E'))
        .all(|byte| matches!(byte, b'0' | b'.' | b'-'))
}

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
    if value == 0.0 || !value.is_finite() {
        return Decimal { negative, digits: 0, exponent: 0 };
    }
    let text = format!("{:e}", value.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let digits =
        digits.bytes().filter(u8::is_ascii_digit).fold(0, |sum, byte| sum * 10 + u64::from(byte - b'0'));
    Decimal { negative, digits, exponent: exponent.parse::<i32>().unwrap_or(0) - places as i32 }
}
