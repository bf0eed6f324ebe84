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

/// High bit set in every byte equal to `byte`; bytes above the first hit may be set wrongly (borrow), never below.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let x = word ^ (ONES * byte as u64);
    x.wrapping_sub(ONES) & !x & HIGH
}

/// High bit set in every byte below 0x20; exact up to the first hit, as in [`equal`].
#[inline(always)]
fn control(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word & HIGH
}

/// Is this byte one at which a string scan must stop: quote, backslash, control?
#[inline(always)]
pub(crate) fn is_special(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < 0x20
}

/// Index of the first special byte at or after `pos`, or the length.
#[inline(always)]
pub(crate) fn find_special(bytes: &[u8], mut pos: usize) -> usize {
    while let Some(word) = word(bytes, pos) {
        let hits = equal(word, b'"') | equal(word, b'\\') | control(word);
        if hits != 0 {
            return pos + (hits.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    find_special_plain(bytes, pos)
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

/// Index of the first byte at or after `pos` that is no blank, or the length. Made for indentation: after the
/// first blanks one by one, runs of spaces go eight at a time.
#[inline(always)]
pub(crate) fn skip_blanks(bytes: &[u8], mut pos: usize) -> usize {
    loop {
        match bytes.get(pos) {
            Some(byte) if *byte > b' ' => return pos,
            Some(b' ') => {
                pos += 1;
                while let Some(word) = word(bytes, pos) {
                    let other = word ^ (ONES * b' ' as u64);
                    if other != 0 {
                        pos += (other.trailing_zeros() / 8) as usize;
                        break;
                    }
                    pos += 8;
                }
            }
            Some(b'\n' | b'\r' | b'\t') => pos += 1,
            _ => return pos,
        }
    }
}

/// Twin of [`skip_blanks`].
#[cfg(test)]
pub(crate) fn skip_blanks_plain(bytes: &[u8], pos: usize) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    rest.iter().position(|&byte| !is_blank(byte)).map_or(bytes.len().max(pos), |at| pos + at)
}

/// The number of decimal digits at the start of a word, 0 to 8.
#[inline(always)]
pub(crate) fn digit_run(word: u64) -> u32 {
    // a digit is 0x30..=0x39: its high nibble is 3 before and after adding 6
    let bad = ((word & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030)
        | ((word.wrapping_add(0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) ^ 0x3030_3030_3030_3030);
    if bad == 0 { 8 } else { bad.trailing_zeros() / 8 }
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
        for len in 0..36 {
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
                        if let Some(word) = word(&text, 0) {
                            let run = text[..8].iter().take_while(|b| b.is_ascii_digit()).count();
                            assert_eq!(digit_run(word) as usize, run);
                            if run == 8 {
                                assert_eq!(eight_digits(word), eight_digits_plain(word));
                            }
                        }
                    }
                }
            }
        }
    }
}
