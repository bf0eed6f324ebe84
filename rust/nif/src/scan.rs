//! Finding the next byte of interest, eight bytes at a time.
//!
//! Each search is beside its one-byte twin, and a test holds both equal. The word tricks are
//! the classic ones ("has a byte less than n", "has a zero byte", Bit Twiddling Hacks): a
//! borrow can only spoil bytes above the first hit, so the lowest hit is exact.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

#[inline(always)]
fn controls(word: u64) -> u64 {
    word.wrapping_sub(ONES * 0x20) & !word
}

#[inline(always)]
fn equals(word: u64, byte: u8) -> u64 {
    let x = word ^ (ONES * byte as u64);
    x.wrapping_sub(ONES) & !x
}

/// Bits where a word holds a byte that a plain ASCII string cannot hold unescaped; exact as to
/// whether there is one.
#[inline(always)]
pub fn specials_or_high(word: u64) -> u64 {
    (controls(word) | equals(word, b'"') | equals(word, b'\\') | word) & HIGH
}

/// Other than zero if and only if `specials_or_high` is, with fewer instructions, but not where.
#[inline(always)]
pub fn any_special_or_high(word: u64) -> u64 {
    // where no byte is beyond ASCII, a difference has its high bit set by a hit or by a borrow from one
    let (quote, backslash) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    let differences =
        word.wrapping_sub(ONES * 0x20) | quote.wrapping_sub(ONES) | backslash.wrapping_sub(ONES);
    (differences | word) & HIGH
}

#[inline(always)]
fn find(input: &[u8], pos: usize, hits: impl Fn(u64) -> u64, hit: impl Fn(u8) -> bool) -> usize {
    let rest = &input[pos.min(input.len())..];
    let mut at = pos;
    let (words, tail) = rest.as_chunks::<8>();
    for word in words {
        let found = hits(u64::from_le_bytes(*word)) & HIGH;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    for &byte in tail {
        if hit(byte) {
            return at;
        }
        at += 1;
    }
    at
}

/// First byte from `pos` on that a plain ASCII string cannot hold unescaped: a quote, a
/// backslash, a control character or a byte beyond ASCII; the length where there is none.
#[inline]
pub fn special_or_high(input: &[u8], pos: usize) -> usize {
    find(input, pos, specials_or_high, |byte| byte < 0x20 || byte == b'"' || byte == b'\\' || byte >= 0x80)
}

/// The same where it is expected within sixteen bytes: those are looked at without a loop, whose end the
/// processor would have to guess.
#[inline(always)]
pub fn special_or_high_near(input: &[u8], pos: usize) -> usize {
    let Some(window) = input.get(pos..).and_then(|rest| rest.first_chunk::<16>()) else {
        return special_or_high(input, pos);
    };
    let both = u128::from_le_bytes(*window);
    let hits = specials_or_high(both as u64) as u128 | (specials_or_high((both >> 64) as u64) as u128) << 64;
    if hits == 0 {
        return special_or_high(input, pos + 16);
    }
    pos + (hits.trailing_zeros() / 8) as usize
}

/// The same without regard to bytes beyond ASCII.
#[inline]
pub fn special(input: &[u8], pos: usize) -> usize {
    find(
        input,
        pos,
        |word| controls(word) | equals(word, b'"') | equals(word, b'\\'),
        |byte| byte < 0x20 || byte == b'"' || byte == b'\\',
    )
}

/// First byte that `escape: :html_safe` cares for, or that is beyond ASCII.
#[inline]
pub fn special_html(input: &[u8], pos: usize) -> usize {
    find(
        input,
        pos,
        |word| {
            controls(word)
                | equals(word, b'"')
                | equals(word, b'\\')
                | equals(word, b'/')
                | equals(word, b'<')
                | equals(word, b'>')
                | equals(word, b'&')
                | word
        },
        |byte| !(0x20..0x80).contains(&byte) || matches!(byte, b'"' | b'\\' | b'/' | b'<' | b'>' | b'&'),
    )
}

/// First byte beyond the blanks of RFC 8259.
#[inline(always)]
pub fn blanks(input: &[u8], mut pos: usize) -> usize {
    while let Some(&byte) = input.get(pos) {
        if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
            break;
        }
        pos += 1;
    }
    pos
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_search_of_a_word_equals_the_long_one() {
        for byte in 0..=255 {
            for other in [b'a', b' ', b'!', b'#', b'[', b']', 0x7f, 0x80, b'"', b'\\', 0x1f, 0] {
                for at in 0..8 {
                    let mut bytes = [other; 8];
                    bytes[at] = byte;
                    let word = u64::from_le_bytes(bytes);
                    assert_eq!(any_special_or_high(word) != 0, specials_or_high(word) != 0, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn searches_equal_their_one_byte_twins() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            let mut bytes = Vec::new();
            for _ in 0..40 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let byte = (seed >> 33) as u8;
                bytes.push(if seed >> 60 < 14 { b'a' + byte % 26 } else { byte });
            }
            for pos in 0..=bytes.len() {
                let plain = |hit: &dyn Fn(u8) -> bool| {
                    bytes[pos..].iter().position(|&b| hit(b)).map_or(bytes.len(), |i| pos + i)
                };
                let basic = |b: u8| b < 0x20 || b == b'"' || b == b'\\';
                assert_eq!(special(&bytes, pos), plain(&basic));
                assert_eq!(special_or_high(&bytes, pos), plain(&|b| basic(b) || b >= 0x80));
                assert_eq!(special_or_high_near(&bytes, pos), plain(&|b| basic(b) || b >= 0x80));
                let html = |b: u8| basic(b) || b >= 0x80 || b"/<>&".contains(&b);
                assert_eq!(special_html(&bytes, pos), plain(&html));
            }
        }
    }
}
