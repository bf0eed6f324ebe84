//! Numeral -> the shortest numeral of its double, in whose text most digits already stand.
//!
//! A decimal of 16 to 19 digits and the shortest one that reads as the same double agree in their first nine digits
//! unless a carry runs through the others. Those nine are copied with sign and point as they are written; only eight
//! digits are made. Everything else goes to [`write_f64`].

use crate::bytes::eight_ascii;
use crate::digits::write_f64;
use crate::number::Numeral;
use crate::options::FloatLayout;
use crate::shortest;

/// Sign, `0.`, zeros after the point, nine digits: as much is copied at once.
const START: usize = 16;
/// Digits that are copied.
const KEPT: usize = 9;
/// Digits in front of the first that is not zero, with which no layout has an exponent.
const ZEROS: usize = 5;

impl Numeral<'_> {
    /// Appends what [`write_f64`] writes for `value`, which must be what [`to_f64`](Self::to_f64) gave: the shortest
    /// numeral of the same double. Faster than that for decimals of 16 to 19 digits.
    ///
    /// ```
    /// use stele_json::{FloatLayout, Number};
    /// let number = Number::from_lexeme("-65.613616999999977").unwrap();
    /// let numeral = number.numeral().unwrap();
    /// let mut out = Vec::new();
    /// numeral.write_f64(&mut out, numeral.to_f64(), FloatLayout::EcmaScript);
    /// assert_eq!(out, b"-65.61361699999998");
    /// ```
    #[inline]
    pub fn write_f64(&self, out: &mut Vec<u8>, value: f64, layout: FloatLayout) {
        if !self.write_by_copy(out, value) {
            write_f64(out, value, layout);
        }
    }

    /// False, and nothing written, where the digits do not agree or the layouts differ.
    #[inline(always)]
    fn write_by_copy(&self, out: &mut Vec<u8>, value: f64) -> bool {
        const TO_16: u64 = 1_000_000_000_000_000;
        let mantissa = self.mantissa();
        // 17 digits of it, and zeros in front of them
        let (start, len) = match mantissa {
            _ if self.digits() > 19 => return false,
            m if m >= 1000 * TO_16 => (m / 100, 19),
            m if m >= 100 * TO_16 => (m / 10, 18),
            m if m >= 10 * TO_16 => (m, 17),
            m if m >= TO_16 => (m * 10, 16),
            _ => return false,
        };
        let zeros = self.digits() - len;
        let sign = usize::from(self.is_negative());
        let whole = self.digits() as i64 + self.exponent();
        let text = self.lexeme().as_bytes();
        // a point and no exponent, the point among the digits that are copied
        if text.len() != sign + self.digits() + 1 || !(1..=KEPT as i64).contains(&whole) || zeros > ZEROS {
            return false;
        }
        let Some(copied) = text.first_chunk::<START>() else { return false };
        let (digits, _) = shortest::any_places(value);
        let digits = if digits < 10 * TO_16 { digits * 10 } else { digits };
        let (high, low) = (digits / 100_000_000, digits % 100_000_000);
        if low == 0 || start.wrapping_sub(high * 100_000_000) >= 100_000_000 {
            return false;
        }
        let ascii = eight_ascii(low as u32);
        let used = 8 - ((ascii ^ 0x3030_3030_3030_3030).leading_zeros() / 8) as usize;
        let end = out.len();
        let kept = sign + zeros + KEPT + 1;
        out.extend_from_slice(&[0; START + 8]);
        let Some(room) = out[end..].first_chunk_mut::<{ START + 8 }>() else { return false };
        room[..START].copy_from_slice(copied);
        if let Some(place) = room[kept.min(START)..].first_chunk_mut() {
            *place = ascii.to_le_bytes();
        }
        out.truncate(end + kept + used);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is copied equals what is printed, for random decimals and those around which digits change.
    #[test]
    fn copied_digits_equal_printed_ones() {
        let mut state = 11u64;
        let mut copied = 0;
        let mut check = |text: &str| {
            let numeral = Numeral::of_text(text).expect("a numeral");
            let value = numeral.to_f64();
            for layout in [FloatLayout::EcmaScript, FloatLayout::Point] {
                let (mut ours, mut printed) = (b"x".to_vec(), b"x".to_vec());
                numeral.write_f64(&mut ours, value, layout);
                write_f64(&mut printed, value, layout);
                assert_eq!(String::from_utf8(ours), String::from_utf8(printed), "{text} {layout:?}");
            }
            copied += usize::from(numeral.write_by_copy(&mut Vec::new(), value));
        };
        for round in 0..200_000usize {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let digits = format!("{}{state:019}", 1 + state % 9)[..16 + round % 5].to_owned();
            let whole = 1 + (state >> 33) as usize % 12;
            let sign = if state & 1 == 0 { "-" } else { "" };
            let text = format!("{sign}{}.{}", &digits[..whole], &digits[whole..]);
            let zeros = &"0.00000000"[..2 + (state >> 20) as usize % 8];
            check(&text);
            check(&format!("{sign}{zeros}{digits}"));
            check(&format!("{sign}1.{digits}e-{}", whole));
        }
        for text in [
            "1.999999999999999999",
            "0.9999999999999999",
            "9.9999999999999999",
            "99999999.99999999999",
            "999999999.9999999",
            "1234567890.1234567",
            "0.100000000000000000",
            "0.10000000000000001",
            "0.000010000000000000001",
            "0.0000010000000000000001",
            "1.000000000000000000",
            "1.000000001000000000",
            "1.0000000010000000001",
            "12345678901234567",
            "1234567890123456.7",
            "0.30000000000000004",
            "65.613616999999977",
            "65.613616999999977e0",
            "18446744073709551.615",
        ] {
            check(text);
            check(&format!("-{text}"));
        }
        assert!(copied > 50_000, "{copied}");
    }
}
