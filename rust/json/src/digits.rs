//! Numbers -> text: integers and the layouts of doubles.
//!
//! Digits are made eight at a time into a small buffer, so that the output grows once per number.

use crate::bytes::eight_ascii;
use crate::options::FloatLayout;
use crate::shortest::{self, shortest};

/// The digits of any `u64`, and room behind them: copies of a fixed length cost one or two moves, those of a
/// measured one a call.
struct Digits {
    text: [u8; 48],
    start: usize,
    end: usize,
}

/// As many digits as there can be, and some.
const SPAN: usize = 24;

/// Powers of ten that fit.
const TENS: [u64; 20] = {
    let mut tens = [1; 20];
    let mut i = 1;
    while i < 20 {
        tens[i] = tens[i - 1] * 10;
        i += 1;
    }
    tens
};

/// Number of decimal digits, of 0 one.
#[inline(always)]
fn count(value: u64) -> usize {
    // log10(2) is 1233 / 4096 to 12 bits, enough for 64
    let guess = ((64 - (value | 1).leading_zeros()) * 1233 >> 12) as usize;
    guess + usize::from(value >= TENS[guess.min(19)]) + usize::from(value == 0)
}

impl Digits {
    #[inline(always)]
    fn of(value: u64) -> Self {
        let mut text = [b'0'; 48];
        let rest = value / 100_000_000;
        let low = eight_ascii((value % 100_000_000) as u32);
        let middle = eight_ascii((rest % 100_000_000) as u32);
        let top = eight_ascii((rest / 100_000_000) as u32);
        text[..8].copy_from_slice(&top.to_le_bytes());
        text[8..16].copy_from_slice(&middle.to_le_bytes());
        text[16..24].copy_from_slice(&low.to_le_bytes());
        Digits { text, start: SPAN - count(value), end: SPAN }
    }

    /// The digits without the zeros at their end.
    #[inline(always)]
    fn without_zeros(value: u64) -> Self {
        let mut digits = Self::of(value);
        let mut end = SPAN;
        while end >= 8 {
            let word = u64::from_le_bytes(*digits.text[end - 8..].first_chunk().unwrap_or(&[0; 8]));
            let zeros = ((word ^ 0x3030_3030_3030_3030).leading_zeros() / 8) as usize;
            end -= zeros;
            if zeros < 8 {
                break;
            }
        }
        digits.end = end.max(digits.start + 1);
        digits
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }

    /// `SPAN` bytes from a digit on; those behind the last digit mean nothing.
    #[inline(always)]
    fn span(&self, from: usize) -> &[u8; SPAN] {
        self.text[self.start.min(SPAN) + from.min(SPAN)..].first_chunk().unwrap_or(&[0; SPAN])
    }
}

/// Zeros before the first other digit; one digit always stays.
#[inline(always)]
fn leading_zeros(word: u64) -> usize {
    let other = word ^ 0x3030_3030_3030_3030;
    ((other | 1 << 56).trailing_zeros() / 8) as usize
}

/// Appends the decimal digits of an integer.
#[inline]
pub fn write_u64(out: &mut Vec<u8>, value: u64) {
    let end = out.len();
    if value < 100_000_000 {
        let digits = eight_ascii(value as u32);
        let zeros = leading_zeros(digits);
        out.extend_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
        out.truncate(end + 8 - zeros);
        return;
    }
    let digits = Digits::of(value);
    out.extend_from_slice(digits.span(0));
    out.truncate(end + digits.len());
}

/// Appends the shortest digits of a finite double, without sign, point or exponent, and returns their number and the
/// power of ten of the last one. Zero gives one digit `0`.
pub fn write_f64_digits(out: &mut Vec<u8>, value: f64) -> (usize, i32) {
    let decimal = shortest(value);
    let before = out.len();
    write_u64(out, decimal.digits);
    (out.len() - before, decimal.exponent)
}

/// The longest text of a double has 26 bytes; twice the room, since copies go in spans.
struct Line {
    text: [u8; 64],
    len: usize,
}

impl Line {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.text[self.len & 31] = byte;
        self.len += 1;
    }

    /// The first `len` bytes of a span.
    #[inline(always)]
    fn extend(&mut self, span: &[u8; SPAN], len: usize) {
        if let Some(place) = self.text[self.len & 31..].first_chunk_mut() {
            *place = *span;
        }
        self.len += len;
    }

    #[inline(always)]
    fn zeros(&mut self, count: i32) {
        self.extend(&[b'0'; SPAN], count as usize);
    }
}

/// Appends the shortest numeral of a double in a layout; `null` for NaN and the infinities.
///
/// ```
/// use stele_json::{write_f64, FloatLayout};
/// let text = |value, layout| {
///     let mut out = Vec::new();
///     write_f64(&mut out, value, layout);
///     String::from_utf8(out).unwrap()
/// };
/// assert_eq!(text(1e21, FloatLayout::EcmaScript), "1e+21");
/// assert_eq!(text(100.0, FloatLayout::EcmaScript), "100");
/// assert_eq!(text(100.0, FloatLayout::Point), "100.0");
/// assert_eq!(text(1e16, FloatLayout::Point), "1e16");
/// ```
pub fn write_f64(out: &mut Vec<u8>, value: f64, layout: FloatLayout) {
    if !value.is_finite() {
        out.extend_from_slice(b"null");
        return;
    }
    let negative = value.is_sign_negative();
    let (digits, exponent) = shortest::digits(value);
    let mut line = Line { text: [0; 64], len: 0 };
    if negative {
        line.push(b'-');
    }
    if digits == 0 {
        // without the point `-0` would be an integer, which has no sign
        let point = layout == FloatLayout::Point || negative;
        line.push(b'0');
        if point {
            line.push(b'.');
            line.push(b'0');
        }
    } else {
        let digits = Digits::without_zeros(digits);
        let exponent = exponent + (SPAN - digits.end) as i32;
        lay_out(&mut line, &digits, exponent, layout);
    }
    let end = out.len();
    out.extend_from_slice(&line.text[..32]);
    out.truncate(end + line.len);
}

#[inline(always)]
fn lay_out(line: &mut Line, digits: &Digits, exponent: i32, layout: FloatLayout) {
    // the value is 0.DIGITS times ten to the power of `point`
    let point = digits.len() as i32 + exponent;
    let (low, high) = match layout {
        FloatLayout::EcmaScript => (-6, 21),
        FloatLayout::Point => (-5, 16),
    };
    if point > high || point <= low {
        scientific(line, digits, point - 1, layout);
    } else if point <= 0 {
        line.push(b'0');
        line.push(b'.');
        line.zeros(-point);
        line.extend(digits.span(0), digits.len());
    } else if exponent >= 0 {
        line.extend(digits.span(0), digits.len());
        line.zeros(exponent);
        if layout == FloatLayout::Point {
            line.push(b'.');
            line.push(b'0');
        }
    } else {
        let whole = point as usize;
        line.extend(digits.span(0), whole);
        line.push(b'.');
        line.extend(digits.span(whole), digits.len() - whole);
    }
}

#[inline(never)]
fn scientific(line: &mut Line, digits: &Digits, power: i32, layout: FloatLayout) {
    line.extend(digits.span(0), 1);
    if digits.len() > 1 {
        line.push(b'.');
        line.extend(digits.span(1), digits.len() - 1);
    }
    line.push(b'e');
    if power < 0 {
        line.push(b'-');
    } else if layout == FloatLayout::EcmaScript {
        line.push(b'+');
    }
    let power = Digits::of(u64::from(power.unsigned_abs()));
    line.extend(power.span(0), power.len());
}
