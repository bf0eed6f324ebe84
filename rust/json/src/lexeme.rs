//! A text that is a numeral as a whole -> what the lexer would have learned of it.
//!
//! Numbers of values keep their lexemes and are read when asked. The end being known, sign and point are taken out of
//! three words at fixed places and all digits are summed up at once: nothing asks how many there are. What does not fit
//! (more than 20 bytes, an exponent) and what is wrong goes through the lexer's [`scan`].

use crate::bytes::{digit_run, eight_digits, few_digits, find_point, word, word_or_rest};
use crate::number::{Numeral, TENS, scan};

impl<'a> Numeral<'a> {
    /// The numeral that a whole text is.
    #[inline(always)]
    pub(crate) fn of_text(text: &'a str) -> Option<Self> {
        of_few(text).or_else(|| of_any(text))
    }
}

#[inline(never)]
fn of_any(text: &str) -> Option<Numeral<'_>> {
    match scan(text, 0) {
        Ok((numeral, end)) if end == text.len() => Some(numeral),
        _ => None,
    }
}

/// Digits, up to 20 bytes without the sign, and perhaps a point within the first eight; `None` says nothing.
#[inline(always)]
fn of_few(text: &str) -> Option<Numeral<'_>> {
    let bytes = text.as_bytes();
    let negative = bytes.first() == Some(&b'-');
    let body = bytes.get(usize::from(negative)..)?;
    let (first, point) = {
        let first = word_or_rest(body, 0);
        (first, find_point(first))
    };
    let places = if point < 8 { body.len().checked_sub(point + 1)? } else { 0 };
    let digits = if point < 8 { body.len() - 1 } else { body.len() };
    let whole = digits - places;
    if whole == 0 || (whole > 1 && body[0] == b'0') || (point < 8 && places == 0) {
        return None;
    }
    let mantissa = match digits {
        0..8 => few(without_point(first, 0, point), digits)?,
        8..16 => {
            let second = word_or_rest(body, 8);
            let high = eight(without_point(first, second, point))?;
            high * TENS[digits - 8] + few(after_point(second, 0, point), digits - 8)?
        }
        16..20 => {
            let (second, third) = (word(body, 8)?, word_or_rest(body, 16));
            let high = eight(without_point(first, second, point))?;
            let middle = eight(after_point(second, third, point))?;
            let low = few(after_point(third, 0, point), digits - 16)?;
            (high * 100_000_000 + middle) * TENS[digits - 16] + low
        }
        _ => return None,
    };
    Some(Numeral::new(text, negative, mantissa, places, digits))
}

/// A word and the one behind it, less the point in it; 8 is none.
#[inline(always)]
fn without_point(word: u64, next: u64, point: usize) -> u64 {
    if point >= 8 {
        return word;
    }
    let before = (1 << (8 * point)) - 1;
    (word & before) | ((word >> 8 | next << 56) & !before)
}

/// A word behind the one with the point.
#[inline(always)]
fn after_point(word: u64, next: u64, point: usize) -> u64 {
    if point >= 8 { word } else { word >> 8 | next << 56 }
}

#[inline(always)]
fn eight(word: u64) -> Option<u64> {
    (digit_run(word) == 8).then(|| eight_digits(word))
}

/// Fewer than eight digits and nothing behind them.
#[inline(always)]
fn few(word: u64, digits: usize) -> Option<u64> {
    (digit_run(word) as usize == digits).then(|| few_digits(word, digits as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(numeral: Option<Numeral<'_>>) -> Option<(String, bool, bool, u64, i64, usize)> {
        let n = numeral?;
        let exponent = n.exponent();
        Some((n.lexeme().to_owned(), n.is_integer(), n.is_negative(), n.mantissa(), exponent, n.digits()))
    }

    /// Both ways agree on every text of numeral bytes: what one refuses the other does not take.
    #[test]
    fn the_short_way_equals_the_lexer() {
        let mut state = 5u64;
        let mut short = 0;
        for round in 0..400_000u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let len = 1 + (state >> 40) as usize % 24;
            let mut text: String =
                (0..len).map(|at| char::from(b'0' + ((state >> (at * 2)) % 10) as u8)).collect();
            if round % 5 != 0 {
                text.insert((state >> 20) as usize % (len + 1).min(12), '.');
            }
            if round % 3 == 0 {
                text.insert(0, '-');
            }
            if round % 7 == 0 {
                let odd = char::from(b"e-.+ :/E\0"[(state >> 50) as usize % 9]);
                text.insert((state >> 30) as usize % text.len(), odd);
            }
            let few = of_few(&text);
            short += usize::from(few.is_some());
            if few.is_some() {
                assert_eq!(parts(few), parts(of_any(&text)), "{text}");
            }
            assert_eq!(parts(Numeral::of_text(&text)), parts(of_any(&text)), "{text}");
        }
        assert!(short > 100_000, "{short}");
        for text in
            ["", "-", ".", "-.", "0.", "-0.", ".5", "00", "00.5", "-00", "1.2.3", "0", "-0", "0.0", "é", "1é"]
        {
            assert_eq!(parts(Numeral::of_text(text)), parts(of_any(text)), "{text}");
        }
    }
}
