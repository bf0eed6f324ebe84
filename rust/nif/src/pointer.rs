//! JSON Pointer (RFC 6901): the range of the value that a pointer names, found without
//! building anything. What lies beside the way is passed over.

use crate::decode::string;
use crate::scan;
use crate::skim::value_end;
use std::borrow::Cow;
use std::ops::Range;

/// The reference tokens of a pointer, unescaped; `None` where it is none.
pub fn tokens(pointer: &[u8]) -> Option<Vec<Vec<u8>>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let rest = pointer.strip_prefix(b"/")?;
    rest.split(|&byte| byte == b'/').map(unescape).collect()
}

fn unescape(token: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(token.len());
    let mut bytes = token.iter();
    while let Some(&byte) = bytes.next() {
        out.push(match byte {
            b'~' => match bytes.next()? {
                b'0' => b'~',
                b'1' => b'/',
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(out)
}

/// An array index: digits without a leading zero.
pub fn index(token: &[u8]) -> Option<usize> {
    if token.is_empty() || (token.len() > 1 && token[0] == b'0') || token.len() > 18 {
        return None;
    }
    let digits = token.iter().all(u8::is_ascii_digit);
    digits.then(|| token.iter().fold(0, |n, b| n * 10 + (b - b'0') as usize))
}

/// The text of the member name between `start` and its closing quote.
pub fn name(input: &[u8], start: usize, end: usize) -> Cow<'_, [u8]> {
    let raw = &input[start..end];
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = Vec::new();
    match string::unescape(input, start, end, &mut text) {
        Ok(()) => Cow::Owned(text),
        Err(_) => Cow::Borrowed(raw),
    }
}

/// The range of the value that the tokens name; of several members of one name the last counts,
/// or the first.
pub fn find(input: &[u8], tokens: &[Vec<u8>], first: bool) -> Option<Range<usize>> {
    let mut pos = scan::blanks(input, 0);
    for token in tokens {
        pos = match input.get(pos)? {
            b'{' => member(input, pos, token, first)?,
            b'[' => element(input, pos, index(token)?)?,
            _ => return None,
        };
    }
    Some(pos..value_end(input, pos)?)
}

/// The value of the last member of this name, or of the first.
fn member(input: &[u8], open: usize, wanted: &[u8], first: bool) -> Option<usize> {
    let mut found = None;
    let mut pos = scan::blanks(input, open + 1);
    while input.get(pos) == Some(&b'"') {
        let end = value_end(input, pos)?;
        let matches = *name(input, pos + 1, end - 1) == *wanted;
        let colon = scan::blanks(input, end);
        if input.get(colon) != Some(&b':') {
            return None;
        }
        let value = scan::blanks(input, colon + 1);
        if matches {
            found = Some(value);
            if first {
                break;
            }
        }
        pos = after_comma(input, value_end(input, value)?)?;
    }
    found
}

/// Offset of what follows the comma; of the closing bracket where there is none.
pub(crate) fn after_comma(input: &[u8], end: usize) -> Option<usize> {
    let pos = scan::blanks(input, end);
    match input.get(pos)? {
        b',' => Some(scan::blanks(input, pos + 1)),
        b'}' | b']' => Some(pos),
        _ => None,
    }
}

fn element(input: &[u8], open: usize, wanted: usize) -> Option<usize> {
    let mut pos = scan::blanks(input, open + 1);
    for _ in 0..wanted {
        if input.get(pos) == Some(&b']') {
            return None;
        }
        pos = after_comma(input, value_end(input, pos)?)?;
    }
    (input.get(pos)? != &b']').then_some(pos)
}

/// Number of elements or members of the container at `range`; `None` for scalars.
pub fn length(input: &[u8], range: Range<usize>) -> Option<usize> {
    let (object, mut pos) = match input.get(range.start)? {
        b'{' => (true, scan::blanks(input, range.start + 1)),
        b'[' => (false, scan::blanks(input, range.start + 1)),
        _ => return None,
    };
    let mut count = 0;
    while !matches!(input.get(pos)?, b'}' | b']') {
        if object {
            let colon = scan::blanks(input, value_end(input, pos)?);
            pos = scan::blanks(input, colon + 1);
        }
        pos = after_comma(input, value_end(input, pos)?)?;
        count += 1;
    }
    Some(count)
}
