//! The kernels that read eight bytes at a time (SWAR), each beside its one-byte twin `*_plain`.
//!
//! The only place where bytes become words. A word is read little-endian, so the lowest byte is the first one and
//! `trailing_zeros / 8` is the index of the first hit. The tests hold every kernel equal to its twin.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The eight bytes from `pos`, or `None` when fewer are left.
#[inline(always)]
pub(crate) fn word(bytes: &[u8], pos: usize) -> Option<u64> {
    let chunk = bytes.get(pos..)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*chunk))
}

/// The eight bytes from `pos`; zeros stand for those that are missing.
#[inline(always)]
pub(crate) fn word_or_rest(bytes: &[u8], pos: usize) -> u64 {
    match word(bytes, pos) {
        Some(word) => word,
        None => rest_word(bytes, pos),
    }
}

/// Fewer than eight bytes from `pos`: loads that overlap, and no loop.
#[inline]
fn rest_word(bytes: &[u8], pos: usize) -> u64 {
    let left = bytes.len().saturating_sub(pos);
    if left == 0 {
        return 0;
    }
    if let Some(last) = bytes.last_chunk::<8>() {
        return u64::from_le_bytes(*last) >> (64 - 8 * left);
    }
    let len = bytes.len();
    let all = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4))
        }
        _ => {
            let byte = |at: usize| u64::from(bytes[at]) << (8 * at);
            byte(0) | byte(len / 2) | byte(len - 1)
        }
    };
    all >> (8 * pos)
}

/// High bit set in every byte at which a string scan must stop; bytes above the first hit may be set wrongly (borrow),
/// never below.
#[inline(always)]
pub(crate) fn specials(word: u64) -> u64 {
    // with its second bit turned a quote is 0x20, controls stay below, and nothing else gets there
    let low = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (low | backslash) & !word & HIGH
}

/// Is this byte one at which a string scan must stop: quote, backslash, control?
#[inline(always)]
pub(crate) fn is_special(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < 0x20
}

/// Index of the first special byte at or after `pos`, or the length.
#[inline(always)]
pub(crate) fn find_special(bytes: &[u8], pos: usize) -> usize {
    // most strings end within four words
    let long = pos.saturating_add(32);
    let mut pos = pos;
    while let Some(word) = word(bytes, pos) {
        let hits = specials(word);
        if hits != 0 {
            return pos + (hits.trailing_zeros() / 8) as usize;
        }
        pos += 8;
        if pos >= long {
            return find_special_long(bytes, pos);
        }
    }
    find_special_plain(bytes, pos)
}

/// As [`find_special`], blocks first: their loop is one that compilers turn into vector instructions.
#[inline(never)]
fn find_special_long(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(block) = bytes.get(pos..).and_then(|rest| rest.first_chunk::<32>()) {
        if block.iter().fold(false, |hit, &byte| hit | is_special(byte)) {
            break;
        }
        pos += 32;
    }
    while let Some(word) = word(bytes, pos) {
        let hits = specials(word);
        if hits != 0 {
            return pos + (hits.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    find_special_plain(bytes, pos)
}

/// Has the word a byte at which a string scan must stop?
#[inline(always)]
pub(crate) fn has_special(word: u64) -> bool {
    specials(word) != 0
}

/// Is a byte of the word not ASCII?
#[inline(always)]
pub(crate) fn high_bits(word: u64) -> bool {
    word & HIGH != 0
}

/// Up to seven bytes as a word, zeros behind them: pieces of four, two and one, no loop.
#[inline(always)]
pub(crate) fn tail_word(tail: &[u8]) -> u64 {
    let mut word = 0;
    let mut shift = 0;
    let mut rest = tail;
    if let Some((four, others)) = rest.split_first_chunk::<4>() {
        word = u64::from(u32::from_le_bytes(*four));
        shift = 32;
        rest = others;
    }
    if let Some((two, others)) = rest.split_first_chunk::<2>() {
        word |= u64::from(u16::from_le_bytes(*two)) << shift;
        shift += 16;
        rest = others;
    }
    if let Some(&byte) = rest.first() {
        word |= u64::from(byte) << shift;
    }
    word
}

/// Ordinary bytes behind the first `len` of a word.
#[inline(always)]
pub(crate) fn pad(len: usize) -> u64 {
    (ONES * b' ' as u64) << (8 * (len & 7))
}

/// Twin of [`find_special`].
#[inline]
pub(crate) fn find_special_plain(bytes: &[u8], pos: usize) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    rest.iter().position(|&byte| is_special(byte)).map_or(bytes.len(), |at| pos + at)
}

/// Is this byte a blank of RFC 8259?
#[cfg(test)]
#[inline(always)]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Index of the first byte at or after `pos` that is no blank, or the length. Made for indentation, in steps of known
/// lengths: processors foretell which are taken and go on behind them, where the number of zeros of a word had to be
/// waited for.
#[inline(always)]
pub(crate) fn skip_blanks(bytes: &[u8], mut pos: usize) -> usize {
    loop {
        match bytes.get(pos) {
            Some(byte) if *byte > b' ' => return pos,
            Some(b'\n') => pos = skip_spaces(bytes, pos + 1),
            Some(b' ' | b'\r' | b'\t') => pos += 1,
            _ => return pos,
        }
    }
}

/// Behind all spaces but the last, or all.
#[inline(always)]
fn skip_spaces(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(word) = word(bytes, pos) {
        let other = word ^ (ONES * b' ' as u64);
        if other == 0 {
            pos += 8;
            continue;
        }
        // how many bytes of the word are spaces, by twos
        return if other << 16 == 0 {
            pos + 6
        } else if other << 32 == 0 {
            pos + 4
        } else if other << 48 == 0 {
            pos + 2
        } else {
            pos
        };
    }
    pos
}

/// Twin of [`skip_blanks`].
#[cfg(test)]
pub(crate) fn skip_blanks_plain(bytes: &[u8], pos: usize) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    rest.iter().position(|&byte| !is_blank(byte)).map_or(bytes.len().max(pos), |at| pos + at)
}

/// Bits set in every byte that is no decimal digit; bytes above the first may be set wrongly (carry).
#[inline(always)]
fn no_digits(word: u64) -> u64 {
    // a digit is 0x30..=0x39: its high nibble is 3 before and after adding 6
    ((word & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030)
        | ((word.wrapping_add(0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030)
}

/// Are all eight bytes decimal digits?
#[inline(always)]
pub(crate) fn all_digits(word: u64) -> bool {
    no_digits(word) == 0
}

/// The number of decimal digits at the start of a word, 0 to 8.
#[inline(always)]
pub(crate) fn digit_run(word: u64) -> u32 {
    let bad = no_digits(word);
    if bad == 0 { 8 } else { bad.trailing_zeros() / 8 }
}

/// Index of the first point in a word, 8 without one.
#[inline(always)]
pub(crate) fn find_point(word: u64) -> usize {
    let other = word ^ (ONES * b'.' as u64);
    ((other.wrapping_sub(ONES) & !other & HIGH).trailing_zeros() / 8) as usize
}

/// The value of eight decimal digits (D. Lemire, "Quickly parsing eight digits", 2018: pairs, fours, eight).
#[inline(always)]
pub(crate) fn eight_digits(word: u64) -> u64 {
    let word = word.wrapping_sub(0x3030_3030_3030_3030);
    let pairs = word.wrapping_mul(10).wrapping_add(word >> 8);
    let low = (pairs & 0x0000_00FF_0000_00FF).wrapping_mul(0x000F_4240_0000_0064);
    let high = ((pairs >> 16) & 0x0000_00FF_0000_00FF).wrapping_mul(0x0000_2710_0000_0001);
    (low.wrapping_add(high) >> 32) & 0xFFFF_FFFF
}

/// The value of the first `run` digits of a word, `run` below 8: what follows them is shifted out, zeros come in
/// front.
#[inline(always)]
pub(crate) fn few_digits(word: u64, run: u32) -> u64 {
    // two shifts, since one by 64 is none
    let zeros = 0x3030_3030_3030_3030 >> (8 * run);
    eight_digits((word << (8 * (7 - run)) << 8) | zeros)
}

/// The eight decimal digits of a number below 10^8 as text, the first one lowest: halves, quarters, digits, each by a
/// multiplication that divides both parts at once.
#[inline(always)]
pub(crate) fn eight_ascii(value: u32) -> u64 {
    let halves = u64::from(value / 10_000) | u64::from(value % 10_000) << 32;
    // x / 100 = x * 10486 >> 20 for x below 10^4
    let hundreds = ((halves * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let pairs = hundreds | (halves - hundreds * 100) << 16;
    // x / 10 = x * 103 >> 10 for x below 100
    let tens = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
    (tens | (pairs - tens * 10) << 8) | 0x3030_3030_3030_3030
}

/// The four decimal digits of a number below 10^4 as text, the first one lowest.
#[inline(always)]
pub(crate) fn four_ascii(value: u32) -> u32 {
    let hundreds = (value * 10_486) >> 20;
    let pairs = hundreds | (value - hundreds * 100) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000F_000F;
    (tens | (pairs - tens * 10) << 8) | 0x3030_3030
}

/// Twin of [`eight_ascii`].
#[cfg(test)]
pub(crate) fn eight_ascii_plain(value: u32) -> u64 {
    u64::from_le_bytes(format!("{value:08}").as_bytes().try_into().expect("eight digits"))
}

/// Twin of [`eight_digits`].
#[cfg(test)]
pub(crate) fn eight_digits_plain(word: u64) -> u64 {
    word.to_le_bytes().iter().fold(0, |sum, &byte| sum * 10 + u64::from(byte - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte value at every place of strings around the word size.
    #[test]
    fn kernels_equal_their_plain_twins() {
        for len in (0..36).chain([63, 64, 65, 71, 72, 100]) {
            for at in 0..len.max(1) {
                for byte in 0..=255u8 {
                    for fill in [b'a', b' ', 0x80, b'7', 0x21] {
                        let mut text = vec![fill; len];
                        if let Some(place) = text.get_mut(at) {
                            *place = byte;
                        }
                        for pos in [0, 1, at] {
                            assert_eq!(
                                find_special(&text, pos),
                                find_special_plain(&text, pos).max(pos.min(len))
                            );
                            if pos <= len {
                                assert_eq!(skip_blanks(&text, pos), skip_blanks_plain(&text, pos));
                            }
                        }
                        let rest = text.get(at..).unwrap_or_default();
                        let rest = &rest[..rest.len().min(8)];
                        let rest_word = word_or_rest(&text, at).to_le_bytes();
                        assert_eq!(&rest_word[..rest.len()], rest);
                        assert!(rest_word[rest.len()..].iter().all(|&byte| byte == 0));
                        let short = &text[..len.min(7)];
                        let tail = tail_word(short);
                        assert_eq!(&tail.to_le_bytes()[..short.len()], short);
                        assert_eq!(
                            has_special(tail | pad(short.len())),
                            short.iter().any(|&b| is_special(b))
                        );
                        if let Some(word) = word(&text, 0) {
                            let point = text[..8].iter().position(|&b| b == b'.').unwrap_or(8);
                            assert_eq!(find_point(word), point);
                            let run = text[..8].iter().take_while(|b| b.is_ascii_digit()).count();
                            assert_eq!(digit_run(word) as usize, run);
                            if run == 8 {
                                assert_eq!(eight_digits(word), eight_digits_plain(word));
                            } else {
                                let value =
                                    text[..run].iter().fold(0, |sum, b| sum * 10 + u64::from(b - b'0'));
                                assert_eq!(few_digits(word, run as u32), value);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn eight_digits_out_equal_their_plain_twin() {
        let mut value = 0;
        while value < 100_000_000 {
            assert_eq!(eight_ascii(value), eight_ascii_plain(value));
            value += 1 + value / 9999;
        }
        for value in 0..10_000 {
            assert_eq!(&four_ascii(value).to_le_bytes(), format!("{value:04}").as_bytes());
        }
        for value in [99_999_999, 99_990_000, 10_000, 9_999, 100, 99] {
            assert_eq!(eight_ascii(value), eight_ascii_plain(value));
        }
    }
}
