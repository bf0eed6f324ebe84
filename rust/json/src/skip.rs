//! Bytes -> the end of a value, nothing else: what `check` and the parts of a text that no pointer leads to need.
//!
//! A text that is good within the limits goes through here with everything in registers: open containers are bits of one
//! word. Whatever is unusual (an error, a limit, more than 128 levels) ends it with `None`, and the reader says what
//! it is: so there is one place that knows kinds and offsets of errors, and this one has none.

use crate::bytes::{all_digits, high_bits, is_special, skip_blanks, specials, word};
use crate::options::{Duplicates, Numbers, ReadOptions};
use crate::string;

/// Levels that fit into the word of open containers.
const LEVELS: usize = 128;

/// The offset behind the value at `pos`, blanks before it passed, which is at most `max_depth` deep; `None` when only the
/// reader can tell. `CHECKED`: the bytes are known to be UTF-8.
pub(crate) fn value<const CHECKED: bool>(
    bytes: &[u8],
    mut pos: usize,
    max_depth: usize,
    opts: &ReadOptions,
) -> Option<usize> {
    // every part takes a byte, so few bytes have few parts
    if opts.duplicates == Duplicates::Error
        || opts.numbers == Numbers::Finite
        || opts.max_members < bytes.len()
    {
        return None;
    }
    // behind a reference, for it is looked at only for strings that are not ASCII
    let checked = &mut 0;
    let max_depth = max_depth.min(LEVELS);
    let max_digits = opts.max_digits;
    let mut depth = 0;
    // the lowest bit stands for the innermost container and is set for an object
    let mut objects = 0u128;
    loop {
        pos = blanks(bytes, pos);
        match *bytes.get(pos)? {
            b'"' => pos = string::<CHECKED>(bytes, pos + 1, checked)?,
            b'0'..=b'9' | b'-' => {
                let end = number(bytes, pos)?;
                if end - pos > max_digits {
                    return None;
                }
                pos = end;
            }
            open @ (b'{' | b'[') => {
                if depth >= max_depth {
                    return None;
                }
                let object = open == b'{';
                pos = blanks(bytes, pos + 1);
                // the closing bracket is two above the opening one
                if *bytes.get(pos)? != open + 2 {
                    depth += 1;
                    objects = objects << 1 | u128::from(object);
                    if object {
                        pos = key::<CHECKED>(bytes, pos, checked)?;
                    }
                    continue;
                }
                pos += 1;
            }
            b't' => pos = literal(bytes, pos, *b"true")?,
            b'f' => pos = literal(bytes, pos, *b"false")?,
            b'n' => pos = literal(bytes, pos, *b"null")?,
            _ => return None,
        }
        loop {
            if depth == 0 {
                return Some(pos);
            }
            pos = blanks(bytes, pos);
            let object = objects & 1 != 0;
            match *bytes.get(pos)? {
                b',' if object => {
                    pos = key::<CHECKED>(bytes, blanks(bytes, pos + 1), checked)?;
                    break;
                }
                b',' => {
                    pos += 1;
                    break;
                }
                close if close == if object { b'}' } else { b']' } => {
                    pos += 1;
                    depth -= 1;
                    objects >>= 1;
                }
                _ => return None,
            }
        }
    }
}

#[inline(always)]
fn blanks(bytes: &[u8], pos: usize) -> usize {
    match bytes.get(pos) {
        Some(&byte) if byte > b' ' => pos,
        _ => skip_blanks(bytes, pos),
    }
}

#[inline(always)]
fn literal<const N: usize>(bytes: &[u8], pos: usize, literal: [u8; N]) -> Option<usize> {
    (*bytes.get(pos..)?.first_chunk::<N>()? == literal).then_some(pos + N)
}

/// A name and its colon.
#[inline(always)]
fn key<const CHECKED: bool>(bytes: &[u8], pos: usize, checked: &mut u8) -> Option<usize> {
    if *bytes.get(pos)? != b'"' {
        return None;
    }
    let end = blanks(bytes, string::<CHECKED>(bytes, pos + 1, checked)?);
    (*bytes.get(end)? == b':').then_some(end + 1)
}

/// The offset behind the string whose content starts here.
#[inline(always)]
fn string<const CHECKED: bool>(bytes: &[u8], start: usize, checked: &mut u8) -> Option<usize> {
    let mut pos = start;
    let mut seen = 0;
    loop {
        let at = match word(bytes, pos) {
            Some(word) => {
                let hits = specials(word);
                seen |= word;
                if hits == 0 {
                    pos += 8;
                    continue;
                }
                pos + (hits.trailing_zeros() / 8) as usize
            }
            None => {
                let rest = bytes.get(pos..)?;
                seen = u64::MAX;
                pos + rest.iter().position(|&byte| is_special(byte))?
            }
        };
        if bytes[at] != b'"' {
            pos = escape(bytes, at)?;
            continue;
        }
        // what comes behind the quote in the last word may be seen too, which costs a needless check
        if !CHECKED && high_bits(seen) {
            check_utf8(bytes, start, at, checked)?;
        }
        return Some(at + 1);
    }
}

/// So many strings that are not ASCII are checked for UTF-8 one by one; then all that follows is checked at once.
const FEW: u8 = 4;

#[inline(never)]
fn check_utf8(bytes: &[u8], start: usize, end: usize, checked: &mut u8) -> Option<()> {
    match *checked {
        ..FEW => std::str::from_utf8(&bytes[start..end]).ok().map(drop)?,
        FEW => simdutf8::basic::from_utf8(&bytes[start..]).ok().map(drop)?,
        _ => return Some(()),
    }
    *checked += 1;
    Some(())
}

/// The offset behind an escape.
#[inline(never)]
fn escape(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes[at] == b'\\' { string::escape_end(bytes, at) } else { None }
}

/// The offset behind a numeral.
#[inline(always)]
fn number(bytes: &[u8], pos: usize) -> Option<usize> {
    let first = pos + usize::from(bytes[pos] == b'-');
    let mut pos = digits(bytes, first);
    if pos == first || (pos > first + 1 && bytes[first] == b'0') {
        return None;
    }
    if bytes.get(pos) == Some(&b'.') {
        let first = pos + 1;
        pos = digits(bytes, first);
        if pos == first {
            return None;
        }
    }
    if let Some(b'e' | b'E') = bytes.get(pos) {
        let sign = matches!(bytes.get(pos + 1), Some(b'+' | b'-'));
        let first = pos + 1 + usize::from(sign);
        pos = digits(bytes, first);
        if pos == first {
            return None;
        }
    }
    Some(pos)
}

/// Behind the digits: the first ones one by one, for most numerals have no more, the others eight at a time.
#[inline(always)]
fn digits(bytes: &[u8], mut pos: usize) -> usize {
    let few = pos + 5;
    while let Some(b'0'..=b'9') = bytes.get(pos) {
        pos += 1;
        if pos == few {
            while let Some(word) = word(bytes, pos)
                && all_digits(word)
            {
                pos += 8;
            }
        }
    }
    pos
}

#[cfg(test)]
mod tests {
    use crate::{ErrorKind, ReadOptions, check};

    #[test]
    fn bytes_that_are_not_utf8_are_found_in_every_string() {
        for good in 0..8 {
            let mut text = "[\"é\u{1F600}, and ASCII behind it\",".repeat(good).into_bytes();
            text.push(b'"');
            let at = text.len();
            for bad in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80"] {
                let tail = "]".repeat(good);
                let whole = [&text[..], bad, b"\"", tail.as_bytes()].concat();
                let error = check(&whole, &ReadOptions::default()).expect_err("not UTF-8");
                assert_eq!((error.kind, error.offset), (ErrorKind::InvalidUtf8, at), "{good}");
            }
        }
    }
}
