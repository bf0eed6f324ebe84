//! Numbers -> text: integers and the layouts of doubles.
//!
//! Digits are made eight at a time in registers and stored as words where they belong in the output; what a store
//! writes too much is overwritten or cut off. Going through a buffer instead costs twice the time: its words are
//! read back at other borders than they were written, for which processors wait.

use crate::bytes::{eight_ascii, four_ascii};
use crate::options::FloatLayout;
use crate::shortest::{self, shortest};

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

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Number of decimal digits of a number that is not zero.
#[inline(always)]
fn count(value: u64) -> usize {
    // log10(2) is 1233 / 4096, near enough for 64 bits
    let guess = (((64 - value.leading_zeros()) * 1233) >> 12) as usize;
    guess + usize::from(value >= TENS[guess.min(19)])
}

/// Appends the decimal digits of an integer.
#[inline]
pub fn write_u64(out: &mut Vec<u8>, value: u64) {
    if value < 100_000_000 {
        return write_below_1e8(out, value as u32);
    }
    write_large(out, value);
}

#[inline(always)]
fn write_below_1e8(out: &mut Vec<u8>, value: u32) {
    let end = out.len();
    let digits = eight_ascii(value);
    let zeros = leading_zeros(digits);
    out.extend_from_slice(&(digits >> (8 * zeros)).to_le_bytes());
    out.truncate(end + 8 - zeros);
}

fn write_large(out: &mut Vec<u8>, value: u64) {
    let (top, low) = (value / 100_000_000, (value % 100_000_000) as u32);
    if top < 100_000_000 {
        write_below_1e8(out, top as u32);
    } else {
        write_below_1e8(out, (top / 100_000_000) as u32);
        out.extend_from_slice(&eight_ascii((top % 100_000_000) as u32).to_le_bytes());
    }
    out.extend_from_slice(&eight_ascii(low).to_le_bytes());
}

/// Appends the shortest digits of a finite double, without sign, point or exponent, and returns their number and the
/// power of ten of the last one. Zero gives one digit `0`.
pub fn write_f64_digits(out: &mut Vec<u8>, value: f64) -> (usize, i32) {
    let decimal = shortest(value);
    let before = out.len();
    write_u64(out, decimal.digits);
    (out.len() - before, decimal.exponent)
}

/// Room for the longest text, sign, `0.`, five zeros, 17 digits, and for what the last store writes too much.
const ROOM: usize = 48;

/// The end of the output, where words are stored.
struct Line<'o> {
    text: &'o mut [u8; ROOM],
    len: usize,
}

impl Line<'_> {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.text[self.len.min(ROOM - 1)] = byte;
        self.len += 1;
    }

    /// Stores 16 bytes, of which `len` count.
    #[inline(always)]
    fn store(&mut self, bytes: u128, len: usize) {
        if let Some(place) = self.text[self.len.min(ROOM)..].first_chunk_mut() {
            *place = bytes.to_le_bytes();
        }
        self.len += len;
    }
}

/// 17 digits: the first, and 16 as text, lowest byte first.
struct Digits {
    first: u8,
    others: u128,
    /// Digits up to the last that is no zero.
    len: usize,
}

impl Digits {
    /// Of a number of 17 digits.
    #[inline(always)]
    fn of(value: u64) -> Self {
        let (first, rest) = (value / TENS[16], value % TENS[16]);
        let high = eight_ascii((rest / 100_000_000) as u32);
        let low = eight_ascii((rest % 100_000_000) as u32);
        let others = u128::from(low) << 64 | u128::from(high);
        let zeros = (others ^ (u128::from(ZEROS) << 64 | u128::from(ZEROS))).leading_zeros() / 8;
        Digits { first: b'0' + first as u8, others, len: 17 - zeros as usize }
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
    if let Some(few) = shortest::few_places(value.abs()) {
        return write_few_places(out, value < 0.0, few, layout);
    }
    let (digits, exponent) = shortest::any_places(value);
    if digits == 0 {
        return write_without_digits(out, value, layout);
    }
    let end = out.len();
    out.extend_from_slice(&[0; ROOM]);
    let Some(text) = out[end..].first_chunk_mut() else { return };
    let mut line = Line { text, len: 0 };
    if value < 0.0 {
        line.push(b'-');
    }
    let all = digits >= TENS[16];
    let digits = Digits::of(if all { digits } else { digits * 10 });
    // the value is 0.DIGITS times ten to the power of `point`
    lay_out(&mut line, &digits, 16 + i32::from(all) + exponent, layout);
    let len = line.len;
    out.truncate(end + len);
}

/// Appends a value of that many ten-thousandths, below 10^12. Nothing depends on how many digits there are, which no
/// processor can foretell.
#[inline(always)]
fn write_few_places(out: &mut Vec<u8>, negative: bool, few: u64, layout: FloatLayout) {
    let (whole, places) = ((few / 10_000) as u32, (few % 10_000) as u32);
    let end = out.len();
    out.extend_from_slice(&[b'-'; 24]);
    let Some(text) = out[end..].first_chunk_mut::<24>() else { return };
    let mut len = usize::from(negative);
    let ascii = eight_ascii(whole);
    let zeros = leading_zeros(ascii);
    store_word(text, len, ascii >> (8 * zeros));
    len += 8 - zeros;
    let ascii = four_ascii(places);
    store_word(text, len, u64::from(ascii) << 8 | u64::from(b'.'));
    let used = 4 - ((ascii ^ ZEROS as u32).leading_zeros() / 8) as usize;
    len += match (used, layout) {
        (0, FloatLayout::EcmaScript) => 0,
        (0, FloatLayout::Point) => 2,
        _ => 1 + used,
    };
    out.truncate(end + len);
}

/// Zeros in front of eight digits; one digit always stays.
#[inline(always)]
fn leading_zeros(ascii: u64) -> usize {
    (((ascii ^ ZEROS) | 1 << 56).trailing_zeros() / 8) as usize
}

#[inline(always)]
fn store_word(text: &mut [u8; 24], at: usize, word: u64) {
    if let Some(place) = text[at.min(16)..].first_chunk_mut() {
        *place = word.to_le_bytes();
    }
}

#[cold]
fn write_without_digits(out: &mut Vec<u8>, value: f64, layout: FloatLayout) {
    // without the point `-0` would be an integer, which has no sign
    out.extend_from_slice(match (value.is_finite(), value.is_sign_negative(), layout) {
        (false, ..) => b"null",
        (true, true, _) => b"-0.0",
        (true, false, FloatLayout::Point) => b"0.0",
        (true, false, FloatLayout::EcmaScript) => b"0",
    });
}

#[inline(always)]
fn lay_out(line: &mut Line<'_>, digits: &Digits, point: i32, layout: FloatLayout) {
    let (low, high) = match layout {
        FloatLayout::EcmaScript => (-6, 21),
        FloatLayout::Point => (-5, 16),
    };
    if point > high || point <= low {
        scientific(line, digits, point - 1, layout);
        return;
    }
    if point <= 0 {
        line.push(b'0');
        line.push(b'.');
        line.store(u128::from(ZEROS), point.unsigned_abs() as usize);
        line.push(digits.first);
        line.store(digits.others, digits.len - 1);
        return;
    }
    let whole = point as usize;
    line.push(digits.first);
    if whole < digits.len {
        line.store(digits.others, whole - 1);
        line.push(b'.');
        line.store(digits.others >> (8 * (whole - 1)), digits.len - whole);
        return;
    }
    line.store(digits.others, whole.min(17) - 1);
    line.store(u128::from(ZEROS), whole.saturating_sub(17));
    if layout == FloatLayout::Point {
        line.push(b'.');
        line.push(b'0');
    }
}

#[inline(never)]
fn scientific(line: &mut Line<'_>, digits: &Digits, power: i32, layout: FloatLayout) {
    line.push(digits.first);
    if digits.len > 1 {
        line.push(b'.');
        line.store(digits.others, digits.len - 1);
    }
    line.push(b'e');
    if power < 0 {
        line.push(b'-');
    } else if layout == FloatLayout::EcmaScript {
        line.push(b'+');
    }
    let power = power.unsigned_abs();
    let skip = 8 - count(u64::from(power) | 1).max(1);
    line.store(u128::from(eight_ascii(power) >> (8 * skip)), 8 - skip);
}
