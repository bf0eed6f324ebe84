//! The kernels that look at eight bytes at a time (SWAR), each beside its one-byte twin `*_plain`.
//!
//! The only place of the crate where bytes become words. Words are little-endian: `trailing_zeros / 8` is the index of
//! the first hit. The test below holds every kernel equal to its twin.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

#[inline(always)]
fn word(bytes: &[u8], pos: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(pos..)?.first_chunk::<8>()?))
}

/// High bit set in every byte equal to `byte`; a byte above the first hit may be wrong (borrow), none below.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let x = word ^ (ONES * u64::from(byte));
    x.wrapping_sub(ONES) & !x & HIGH
}

/// Index of the first `byte` at or after `pos`, or the length.
#[inline(always)]
pub(crate) fn find(bytes: &[u8], mut pos: usize, byte: u8) -> usize {
    while let Some(word) = word(bytes, pos) {
        let hits = equal(word, byte);
        if hits != 0 {
            return pos + (hits.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    find_plain(bytes, pos, byte)
}

/// Twin of [`find`].
#[inline]
pub(crate) fn find_plain(bytes: &[u8], pos: usize, byte: u8) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    rest.iter().position(|&b| b == byte).map_or(bytes.len(), |at| pos + at)
}

/// Index of the first byte that is one of `set` at or after `pos`, or the length. `set` should be constant.
#[inline(always)]
pub(crate) fn find_any<const N: usize>(bytes: &[u8], mut pos: usize, set: [u8; N]) -> usize {
    while let Some(word) = word(bytes, pos) {
        let hits = set.iter().fold(0, |hits, &byte| hits | equal(word, byte));
        if hits != 0 {
            return pos + (hits.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    find_any_plain(bytes, pos, set)
}

/// Twin of [`find_any`].
#[inline]
pub(crate) fn find_any_plain<const N: usize>(bytes: &[u8], pos: usize, set: [u8; N]) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    rest.iter().position(|b| set.contains(b)).map_or(bytes.len(), |at| pos + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_equal_their_plain_twins() {
        for len in 0..28 {
            for at in 0..len.max(1) {
                for byte in 0..=255u8 {
                    for fill in [b'a', 0, 0x80, 0xFF, byte.wrapping_add(1), byte.wrapping_sub(1)] {
                        let mut text = vec![fill; len];
                        if let Some(place) = text.get_mut(at) {
                            *place = byte;
                        }
                        for pos in [0, 1, at.min(len), len] {
                            assert_eq!(
                                find(&text, pos, byte),
                                find_plain(&text, pos, byte).max(pos.min(len))
                            );
                            let set = [byte, b'"', b'['];
                            assert_eq!(find_any(&text, pos, set), find_any_plain(&text, pos, set));
                        }
                    }
                }
            }
        }
    }
}
