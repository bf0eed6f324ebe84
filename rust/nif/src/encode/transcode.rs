//! The fast lane of the writer: the external term format to JSON text, for plain data.
//!
//! The VM writes that format faster than any walk through the NIF interface can visit the
//! terms, so for maps, lists, tuples, strings, numbers and atoms the text is made from it
//! (docs/decisions/203). Whatever else comes up, a struct, an unusual key, text that is no
//! UTF-8, too much depth, ends the lane without a result, and the walk, which alone decides
//! what is written and refused, does the whole again. A test holds both equal.

use super::state::{CHUNK, State};
use super::text;

/// An open container: how many terms are left, and what stands behind them.
struct Open {
    left: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    List,
    Tuple,
    Map,
}

struct Input<'i> {
    bytes: &'i [u8],
    pos: usize,
}

impl<'i> Input<'i> {
    #[inline(always)]
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.pos)?;
        self.pos += 1;
        Some(byte)
    }

    #[inline(always)]
    fn take(&mut self, len: usize) -> Option<&'i [u8]> {
        let part = self.bytes.get(self.pos..self.pos.checked_add(len)?)?;
        self.pos += len;
        Some(part)
    }

    #[inline(always)]
    fn word(&mut self) -> Option<u32> {
        let part = self.take(4)?;
        Some(u32::from_be_bytes(part.try_into().ok()?))
    }

    fn half(&mut self) -> Option<usize> {
        let part = self.take(2)?;
        Some(u16::from_be_bytes(part.try_into().ok()?) as usize)
    }

    /// The name of an atom whose tag has been read.
    #[inline(always)]
    fn atom(&mut self, tag: u8) -> Option<&'i [u8]> {
        let len = if tag == 119 { self.byte()? as usize } else { self.half()? };
        self.take(len)
    }
}

/// Writes the term that `etf` holds; `None` where the walk must do it.
pub fn transcode(etf: &[u8], state: &mut State) -> Option<()> {
    let mut input = Input { bytes: etf, pos: 0 };
    if input.byte()? != 131 {
        return None;
    }
    let options = &state.options;
    let limit = (options.max_depth as usize).checked_sub(options.base_depth as usize)?;
    let mut stack: Vec<Open> = Vec::with_capacity(16);
    loop {
        // the empty list and lists of bytes have tags of their own, but are containers
        if stack.len() >= limit && matches!(etf.get(input.pos), Some(106 | 107)) {
            return None;
        }
        if let Some((left, kind)) = value(&mut input, state)? {
            if stack.len() >= limit {
                return None;
            }
            let bracket = if kind == Kind::Map { b'{' } else { b'[' };
            state.out.push(bracket);
            stack.push(Open { left, kind });
            if left > 0 {
                if kind == Kind::Map {
                    key(&mut input, state)?;
                }
                continue;
            }
        }
        // a value is complete: close what ends with it
        loop {
            let Some(open) = stack.last_mut() else {
                return (input.pos == etf.len()).then_some(());
            };
            // an empty container is on the stack with nothing left
            if open.left > 1 {
                open.left -= 1;
                if state.out.len() >= CHUNK {
                    state.flush();
                }
                state.out.push(b',');
                if open.kind == Kind::Map {
                    key(&mut input, state)?;
                }
                break;
            }
            match open.kind {
                Kind::Map => state.out.push(b'}'),
                Kind::Tuple => state.out.push(b']'),
                Kind::List => {
                    // a proper list ends in []
                    if input.byte()? != 106 {
                        return None;
                    }
                    state.out.push(b']');
                }
            }
            stack.pop();
        }
    }
}

/// Writes a scalar, or tells which container begins.
#[inline(always)]
fn value(input: &mut Input<'_>, state: &mut State) -> Option<Option<(u32, Kind)>> {
    let tag = input.byte()?;
    match tag {
        109 => {
            let len = input.word()? as usize;
            let text = input.take(len)?;
            state.quoted(text).ok()?;
        }
        97 => text::unsigned(&mut state.out, input.byte()? as u64),
        98 => text::integer(&mut state.out, input.word()? as i32 as i64),
        70 => {
            let bits = u64::from_be_bytes(input.take(8)?.try_into().ok()?);
            text::float(&mut state.out, f64::from_bits(bits));
        }
        116 => return Some(Some((input.word()?, Kind::Map))),
        108 => return Some(Some((input.word()?, Kind::List))),
        106 => state.out.extend_from_slice(b"[]"),
        119 | 118 => match input.atom(tag)? {
            b"nil" => state.out.extend_from_slice(b"null"),
            b"true" => state.out.extend_from_slice(b"true"),
            b"false" => state.out.extend_from_slice(b"false"),
            name => state.quoted(name).ok()?,
        },
        _ => return rare(tag, input, state),
    }
    Some(None)
}

#[inline(never)]
fn rare(tag: u8, input: &mut Input<'_>, state: &mut State) -> Option<Option<(u32, Kind)>> {
    match tag {
        104 => return Some(Some((input.byte()? as u32, Kind::Tuple))),
        105 => return Some(Some((input.word()?, Kind::Tuple))),
        107 => {
            // a list of bytes
            let len = input.half()?;
            state.out.push(b'[');
            for (at, byte) in input.take(len)?.iter().enumerate() {
                if at > 0 {
                    state.out.push(b',');
                }
                text::unsigned(&mut state.out, *byte as u64);
            }
            state.out.push(b']');
        }
        110 => {
            let len = input.byte()? as usize;
            let negative = input.byte()? != 0;
            text::big(&mut state.out, negative, input.take(len)?);
        }
        _ => return None,
    }
    Some(None)
}

/// Writes a member name; those without a plain text are the walk's.
#[inline(always)]
fn key(input: &mut Input<'_>, state: &mut State) -> Option<()> {
    let tag = input.byte()?;
    match tag {
        109 => {
            let len = input.word()? as usize;
            let text = input.take(len)?;
            state.key_text(text).ok()
        }
        119 | 118 => {
            let name = input.atom(tag)?;
            if name == b"__struct__" {
                return None;
            }
            state.key_text(name).ok()
        }
        97 | 98 => {
            let value = if tag == 97 { input.byte()? as i64 } else { input.word()? as i32 as i64 };
            state.out.push(b'"');
            text::integer(&mut state.out, value);
            state.out.extend_from_slice(b"\":");
            Some(())
        }
        _ => None,
    }
}
