//! The fast lane of small plain documents: text to the external term format in one loop, of which the VM makes
//! the terms (docs/decisions/202, 209).
//!
//! It decides nothing. Whatever is wrong or unusual makes it give up, and the `Reader` reads the
//! document again and says what it is; a law over random texts holds both equal. What it adds to
//! the `Etf` builder: members leave it in the order in which the VM stores the keys of small maps, so
//! that the VM's insertion sort has nothing to do, and its buffers serve the next call.

use super::etf;
use super::number::{self, Number};
use super::string;
use crate::options::DecodeOptions;
use crate::scan;
use std::cell::Cell;
use std::cmp::Ordering;

/// No byte of text becomes more than so many: `[]` is five and one.
const GROWTH: usize = 5;
/// What is written at once beyond that: a window, the end of the outermost container.
const SLACK: usize = 64;
/// The VM's maps up to this size are kept in order; the others are trees.
const LARGEST_ORDERED: usize = 32;
/// Strings up to this length are copied with what follows them.
const WINDOW: usize = 32;
/// Tag and four bytes of length.
const HEAD: usize = 5;

#[derive(Clone, Copy)]
struct Open {
    /// Where its tag stands.
    at: u32,
    count: u32,
    /// First of its members.
    member: u32,
    object: bool,
}

#[derive(Clone, Copy)]
struct Member {
    /// The first eight bytes of the name, the first of them highest; zeros behind a shorter one.
    prefix: u64,
    /// Where the name stands in the output, and where the value ends.
    start: u32,
    end: u32,
}

/// Buffers of one reading after another.
#[derive(Default)]
pub struct Lane {
    out: Vec<u8>,
    open: Vec<Open>,
    members: Vec<Member>,
    scratch: Vec<u8>,
    text: Vec<u8>,
}

thread_local! {
    static SPARE: Cell<Option<Box<Lane>>> = const { Cell::new(None) };
}

/// Runs `work` with the buffers of this thread. They grow with the input, which is small here.
pub fn with_lane<T>(work: impl FnOnce(&mut Lane) -> T) -> T {
    let mut lane = SPARE.take().unwrap_or_default();
    let result = work(&mut lane);
    SPARE.set(Some(lane));
    result
}

/// The output. By itself, so that the processor's registers may hold where it stands.
struct Out<'o> {
    bytes: &'o mut [u8],
    at: usize,
}

impl Out<'_> {
    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Option<()> {
        *self.bytes[self.at..].first_chunk_mut()? = bytes;
        self.at += N;
        Some(())
    }

    #[inline(always)]
    fn put_slice(&mut self, bytes: &[u8]) -> Option<()> {
        self.bytes.get_mut(self.at..self.at + bytes.len())?.copy_from_slice(bytes);
        self.at += bytes.len();
        Some(())
    }

    #[inline(always)]
    fn binary_head(&mut self, len: usize) -> Option<()> {
        let len = (len as u32).to_be_bytes();
        self.put([etf::BINARY, len[0], len[1], len[2], len[3]])
    }

    #[inline(always)]
    fn number(&mut self, number: Number) -> Option<()> {
        match number {
            Number::Signed(value) => match (u8::try_from(value), i32::try_from(value)) {
                (Ok(byte), _) => self.put([etf::SMALL_INTEGER, byte]),
                (_, Ok(word)) => {
                    let word = word.to_be_bytes();
                    self.put([etf::INTEGER, word[0], word[1], word[2], word[3]])
                }
                _ => {
                    self.put([etf::SMALL_BIG, 8, (value < 0) as u8])?;
                    self.put(value.unsigned_abs().to_le_bytes())
                }
            },
            Number::Unsigned(value) => {
                self.put([etf::SMALL_BIG, 8, 0])?;
                self.put(value.to_le_bytes())
            }
            Number::Float(value) => {
                self.put([etf::NEW_FLOAT])?;
                self.put(value.to_be_bytes())
            }
            Number::Big { .. } | Number::Decimal { .. } => None,
        }
    }
}

/// What stays the same during one reading.
struct Input<'i> {
    bytes: &'i [u8],
    options: &'i DecodeOptions,
    share_from: usize,
}

impl Input<'_> {
    /// The string whose first byte is at `start`; returns the offset behind its quote.
    #[inline(always)]
    fn string(&self, start: usize, out: &mut Out<'_>, text: &mut Vec<u8>) -> Option<usize> {
        let bytes = self.bytes;
        let mut end = scan::special_or_high_near(bytes, start);
        if *bytes.get(end)? != b'"' {
            let lexed = string::lex(bytes, start, self.options.validate_strings).ok()?;
            end = lexed.end;
            if lexed.escaped {
                string::unescape(bytes, start, end, text).ok()?;
                out.binary_head(text.len())?;
                out.put_slice(text)?;
                return Some(end + 1);
            }
        }
        let len = end - start;
        if len >= self.share_from {
            return None;
        }
        out.binary_head(len)?;
        match bytes[start..].first_chunk::<WINDOW>() {
            Some(window) if len <= WINDOW => {
                *out.bytes[out.at..].first_chunk_mut()? = *window;
                out.at += len;
            }
            _ => out.put_slice(&bytes[start..end])?,
        }
        Some(end + 1)
    }

    /// The name at `pos` and the colon; returns the offset behind them.
    #[inline(always)]
    fn key(
        &self,
        pos: usize,
        out: &mut Out<'_>,
        text: &mut Vec<u8>,
        members: &mut Vec<Member>,
    ) -> Option<usize> {
        if *self.bytes.get(pos)? != b'"' {
            return None;
        }
        let start = out.at;
        let after = self.string(pos + 1, out, text)?;
        let len = out.at - start - HEAD;
        let word = u64::from_be_bytes(*out.bytes[start + HEAD..].first_chunk::<8>()?);
        let prefix = if len >= 8 { word } else { word & !(u64::MAX >> (len * 8)) };
        members.push(Member { prefix, start: start as u32, end: 0 });
        let after = scan::blanks(self.bytes, after);
        (*self.bytes.get(after)? == b':').then_some(after + 1)
    }

    #[inline(always)]
    fn word(&self, pos: usize, out: &mut Out<'_>) -> Option<usize> {
        let rest = &self.bytes[pos..];
        let (length, atom) = match rest.first()? {
            b'n' if rest.starts_with(b"null") => (4, etf::NIL_ATOM),
            b't' if rest.starts_with(b"true") => (4, etf::TRUE_ATOM),
            b'f' if rest.starts_with(b"false") => (5, etf::FALSE_ATOM),
            _ => return None,
        };
        out.put_slice(atom)?;
        Some(pos + length)
    }
}

impl Lane {
    /// The document in the external format; `None` where the reader must read it. Strings of at least `share_from`
    /// bytes make it give up.
    pub fn read(&mut self, bytes: &[u8], options: &DecodeOptions, share_from: usize) -> Option<&[u8]> {
        let room = bytes.len() * GROWTH + SLACK;
        if self.out.len() < room {
            self.out.resize(room, 0);
        }
        self.open.clear();
        self.members.clear();
        let Lane { out, open, members, scratch, text } = self;
        let mut out = Out { bytes: out, at: 0 };
        out.put([etf::VERSION])?;
        let input = Input { bytes, options, share_from };
        let mut pos = 0;
        loop {
            pos = scan::blanks(bytes, pos);
            match *bytes.get(pos)? {
                b'"' => pos = input.string(pos + 1, &mut out, text)?,
                b'-' | b'0'..=b'9' => {
                    let (number, after) = number::read(bytes, pos, false, options.max_digits).ok()?;
                    out.number(number)?;
                    pos = after;
                }
                byte @ (b'{' | b'[') => {
                    if open.len() >= options.max_depth as usize {
                        return None;
                    }
                    let object = byte == b'{';
                    open.push(Open { object, at: out.at as u32, count: 0, member: members.len() as u32 });
                    out.at += HEAD;
                    pos = scan::blanks(bytes, pos + 1);
                    // the closing bracket is two bytes behind the opening one
                    if *bytes.get(pos)? != byte + 2 {
                        if object {
                            pos = input.key(pos, &mut out, text, members)?;
                        }
                        continue;
                    }
                    pos += 1;
                    close(open.pop()?, &mut out, members, scratch)?;
                }
                _ => pos = input.word(pos, &mut out)?,
            }
            loop {
                let Some(innermost) = open.last_mut() else {
                    let end = scan::blanks(bytes, pos);
                    let Out { bytes: out, at } = out;
                    return (end == bytes.len()).then(|| &out[..at]);
                };
                innermost.count += 1;
                let object = innermost.object;
                if object {
                    members.last_mut()?.end = out.at as u32;
                }
                pos = scan::blanks(bytes, pos);
                match *bytes.get(pos)? {
                    b',' => {
                        pos = scan::blanks(bytes, pos + 1);
                        if object {
                            pos = input.key(pos, &mut out, text, members)?;
                        }
                        break;
                    }
                    b'}' if object => {}
                    b']' if !object => {}
                    _ => return None,
                }
                pos += 1;
                close(open.pop()?, &mut out, members, scratch)?;
            }
        }
    }
}

/// Ends a container.
#[inline(always)]
fn close(open: Open, out: &mut Out<'_>, members: &mut Vec<Member>, scratch: &mut Vec<u8>) -> Option<()> {
    let at = open.at as usize;
    let count = open.count.to_be_bytes();
    let mut head = [etf::LIST, count[0], count[1], count[2], count[3]];
    if open.object {
        head[0] = etf::MAP;
        let first = open.member as usize;
        let own = &mut members[first..];
        if own.len() <= LARGEST_ORDERED && !own.windows(2).all(|pair| pair[0].prefix < pair[1].prefix) {
            reorder(own, out.bytes, out.at, scratch)?;
        }
        members.truncate(first);
    } else {
        if open.count == 0 {
            out.at = at;
        }
        out.put([etf::NIL])?;
        if open.count == 0 {
            return Some(());
        }
    }
    *out.bytes[at..].first_chunk_mut()? = head;
    Some(())
}

/// The name of a member.
#[cold]
fn name<'o>(out: &'o [u8], member: &Member) -> &'o [u8] {
    let start = member.start as usize;
    let len = out[start + 1..].first_chunk::<4>().map_or(0, |len| u32::from_be_bytes(*len));
    &out[start + HEAD..start + HEAD + len as usize]
}

/// Puts members, whose last one ends at `end`, into the order of their names; `None` where one comes twice.
#[inline(never)]
fn reorder(members: &mut [Member], out: &mut [u8], end: usize, scratch: &mut Vec<u8>) -> Option<()> {
    let begin = members.first()?.start as usize;
    for next in 1..members.len() {
        let member = members[next];
        let mut at = next;
        while at > 0 && members[at - 1].prefix >= member.prefix {
            if members[at - 1].prefix == member.prefix {
                match name(out, &members[at - 1]).cmp(name(out, &member)) {
                    Ordering::Less => break,
                    Ordering::Equal => return None,
                    Ordering::Greater => {}
                }
            }
            members[at] = members[at - 1];
            at -= 1;
        }
        members[at] = member;
    }
    // room for a window behind the last
    let room = end - begin + WINDOW;
    if scratch.len() < room {
        scratch.resize(room, 0);
    }
    let mut to = 0;
    for member in members {
        let (start, end) = (member.start as usize, member.end as usize);
        let len = end - start;
        match (out[start..].first_chunk::<WINDOW>(), scratch[to..].first_chunk_mut::<WINDOW>()) {
            (Some(from), Some(target)) if len <= WINDOW => *target = *from,
            _ => scratch[to..to + len].copy_from_slice(&out[start..end]),
        }
        to += len;
    }
    out[begin..end].copy_from_slice(&scratch[..to]);
    Some(())
}
