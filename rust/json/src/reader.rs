//! Tokens -> a sink: the loop over nested containers, the limits, the policy for equal names.
//!
//! One loop, no recursion: the open containers are one word each on a vector. The loop is compiled anew for every
//! sink and source, so a sink of a few lines ends up inside it. Position, depth and counts are local variables, which
//! cold functions get by value: behind a reference every step of the position would be a store and a load (docs/decisions/106).

use crate::bytes::{find_special, skip_blanks};
use crate::error::{Error, ErrorKind};
use crate::keys::KeyTracker;
use crate::lexer::{self, Lexer};
use crate::number::{self, Numeral};
use crate::options::{Duplicates, MinusZero, Numbers, ReadOptions};
use crate::sink::Sink;
use crate::source::{Scratch, Source, Str};
use crate::string;

/// Reads a value where the lexer stands, blanks before it skipped; what follows is left alone.
///
/// # Errors
/// As [`read_into`].
pub fn read_value<'a, T: Source<'a>, S: Sink<'a>>(
    lexer: &mut Lexer<'a, T>,
    opts: &ReadOptions,
    sink: &mut S,
) -> Result<(), Error> {
    let text = Text { source: lexer.source(), bytes: lexer.source().bytes(), cut: lexer.is_cut() };
    let end = match opts.duplicates {
        Duplicates::Error => value(text, lexer.offset(), opts, sink, KeyTracker::default())?,
        _ => value(text, lexer.offset(), opts, sink, ())?,
    };
    lexer.seek(end);
    Ok(())
}

/// Watches names: nothing at all, or for equal ones.
pub(crate) trait Watch {
    fn open(&mut self);
    fn key(&mut self, key: &[u8], raw: bool) -> bool;
    fn close(&mut self);
}

impl Watch for () {
    #[inline(always)]
    fn open(&mut self) {}
    #[inline(always)]
    fn key(&mut self, _: &[u8], _: bool) -> bool {
        true
    }
    #[inline(always)]
    fn close(&mut self) {}
}

/// Open containers outside the current one: number of parts so far, and whether it is an object.
type Frame = (usize, bool);

/// What is read; it never changes, so it is copied where it is needed.
#[derive(Clone, Copy)]
struct Text<'a, T> {
    source: T,
    bytes: &'a [u8],
    /// The source ends here only because the next byte is not UTF-8.
    cut: bool,
}

/// The value at `pos` and what is in it; returns the offset behind it.
fn value<'a, T: Source<'a>, S: Sink<'a>, W: Watch>(
    text: Text<'a, T>,
    mut pos: usize,
    opts: &ReadOptions,
    sink: &mut S,
    mut watch: W,
) -> Result<usize, Error> {
    let (max_depth, max_members) = (opts.max_depth, opts.max_members);
    // numerals of more bytes get a second look
    let unlooked = if looks_at_all(opts) { 0 } else { opts.max_digits };
    let mut scratch = Scratch::new();
    let mut outer: Vec<Frame> = Vec::new();
    let mut in_object = false;
    // parts of the current container that have begun
    let mut count = 0;
    loop {
        let byte;
        (byte, pos) = text.next(pos);
        let start = pos;
        let done = match byte {
            b'"' => {
                let string;
                (string, pos) = text.string::<S>(start, &mut scratch)?;
                sink.string(string)
            }
            b'0'..=b'9' | b'-' => {
                let mut numeral;
                (numeral, pos) = number::scan(text.source, start)?;
                // not by way of a `Result` of a numeral, which would be moved through memory
                if pos - start > unlooked && accept_slow(numeral.lexeme(), start, opts)? {
                    numeral = numeral.without_sign();
                }
                sink.number(&numeral)
            }
            b'{' | b'[' => {
                let object = byte == b'{';
                if outer.len() >= max_depth {
                    return text.fail(ErrorKind::DepthLimit, pos);
                }
                outer.push((count, in_object));
                (count, in_object) = (0, object);
                if object {
                    watch.open();
                }
                let begun = if object { sink.begin_object() } else { sink.begin_array() };
                if let Err(kind) = begun {
                    return Err(Error::new(kind, start));
                }
                let first;
                (first, pos) = text.next(pos + 1);
                // the closing bracket is two above the opening one
                if first != byte + 2 {
                    if object {
                        pos = text.name(pos, first, count, max_members, sink, &mut watch, &mut scratch)?;
                    } else if count >= max_members {
                        return text.fail_member(pos);
                    }
                    count = 1;
                    continue;
                }
                (count, in_object) = end(pos, in_object, &mut outer, sink, &mut watch)?;
                pos += 1;
                Ok(())
            }
            b't' => {
                pos = text.word(pos, *b"true", ErrorKind::ExpectedTrue)?;
                sink.bool(true)
            }
            b'f' => {
                pos = text.word(pos, *b"false", ErrorKind::ExpectedFalse)?;
                sink.bool(false)
            }
            b'n' => {
                pos = text.word(pos, *b"null", ErrorKind::ExpectedNull)?;
                sink.null()
            }
            _ => return lexer::fail_value(text.bytes, text.cut, pos),
        };
        if let Err(kind) = done {
            return Err(Error::new(kind, start));
        }
        // a value has ended: another part, or the end of containers
        loop {
            if outer.is_empty() {
                return Ok(pos);
            }
            let byte;
            (byte, pos) = text.next(pos);
            match (byte, in_object) {
                (b',', false) => {
                    pos += 1;
                    if count >= max_members {
                        return text.fail_member(pos);
                    }
                    count += 1;
                    break;
                }
                (b',', true) => {
                    let first;
                    (first, pos) = text.next(pos + 1);
                    pos = text.name(pos, first, count, max_members, sink, &mut watch, &mut scratch)?;
                    count += 1;
                    break;
                }
                (b']', false) | (b'}', true) => {
                    (count, in_object) = end(pos, in_object, &mut outer, sink, &mut watch)?;
                    pos += 1;
                }
                (_, false) => return text.fail(ErrorKind::ExpectedCommaOrBracket, pos),
                (_, true) => return text.fail(ErrorKind::ExpectedCommaOrBrace, pos),
            }
        }
    }
}

/// The container whose closing bracket is at `pos` ends; returns what was so far in the one around it.
#[inline(always)]
fn end<'a, S: Sink<'a>, W: Watch>(
    pos: usize,
    object: bool,
    outer: &mut Vec<Frame>,
    sink: &mut S,
    watch: &mut W,
) -> Result<Frame, Error> {
    let ended = if object { sink.end_object() } else { sink.end_array() };
    if let Err(kind) = ended {
        return Err(Error::new(kind, pos));
    }
    if object {
        watch.close();
    }
    Ok(outer.pop().unwrap_or_default())
}

impl<'a, T: Source<'a>> Text<'a, T> {
    /// The next byte that is no blank and its offset; a byte that begins nothing at the end.
    #[inline(always)]
    fn next(self, pos: usize) -> (u8, usize) {
        match self.bytes.get(pos) {
            Some(&byte) if byte > b' ' => (byte, pos),
            _ => {
                let pos = skip_blanks(self.bytes, pos);
                (self.bytes.get(pos).copied().unwrap_or(0), pos)
            }
        }
    }

    /// The string whose quote is at `pos`, and the offset behind it.
    #[inline(always)]
    fn string<'s, S: Sink<'a>>(
        self,
        pos: usize,
        scratch: &'s mut Scratch,
    ) -> Result<(Str<'a, 's>, usize), Error> {
        let start = pos + 1;
        let end = find_special(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            return Ok((self.source.content(start, end)?, end + 1));
        }
        if S::RAW {
            let end = string::check_slow(self.source, self.cut, start, end)?;
            return Ok((self.source.content(start, end)?, end + 1));
        }
        let end = string::unescape_slow(self.source, self.cut, start, end, scratch)?;
        Ok((T::unescaped(scratch), end))
    }

    /// A name, which begins with the byte `first` at `pos`, and its colon; returns the offset behind that.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a piece of the loop, whose variables must stay local")]
    fn name<S: Sink<'a>, W: Watch>(
        self,
        pos: usize,
        first: u8,
        count: usize,
        max_members: usize,
        sink: &mut S,
        watch: &mut W,
        scratch: &mut Scratch,
    ) -> Result<usize, Error> {
        if first != b'"' {
            return self.fail(ErrorKind::ExpectedKey, pos);
        }
        if count >= max_members {
            return self.fail(ErrorKind::MemberLimit, pos);
        }
        let (key, end) = self.string::<S>(pos, scratch)?;
        if !watch.key(key.as_bytes(), S::RAW) {
            return self.fail(ErrorKind::DuplicateKey, pos);
        }
        if let Err(kind) = sink.key(key) {
            return Err(Error::new(kind, pos));
        }
        let (colon, end) = self.next(end);
        if colon != b':' {
            return self.fail(ErrorKind::ExpectedColon, end);
        }
        Ok(end + 1)
    }

    #[inline(always)]
    fn word<const N: usize>(self, pos: usize, word: [u8; N], kind: ErrorKind) -> Result<usize, Error> {
        match self.bytes.get(pos..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(found) if *found == word => Ok(pos + N),
            _ => self.fail(kind, pos),
        }
    }

    #[cold]
    #[inline(never)]
    fn fail<R>(self, kind: ErrorKind, pos: usize) -> Result<R, Error> {
        Err(Error::new(kind, pos))
    }

    /// The error for a part above the limit of its container, which must be there to be too many.
    #[cold]
    #[inline(never)]
    fn fail_member<R>(self, pos: usize) -> Result<R, Error> {
        let (_, pos) = self.next(pos);
        if pos >= self.bytes.len() && !self.cut {
            return lexer::fail_value(self.bytes, self.cut, pos);
        }
        Err(Error::new(ErrorKind::MemberLimit, pos))
    }
}

/// Do the options ask something of every numeral?
#[inline]
fn looks_at_all(opts: &ReadOptions) -> bool {
    opts.numbers == Numbers::Finite || opts.minus_zero == MinusZero::Drop
}

/// The numeral of this many bytes as the options want it, or the reason why they do not.
#[inline(always)]
pub(crate) fn accepted<'a>(
    numeral: Numeral<'a>,
    len: usize,
    opts: &ReadOptions,
) -> Result<Numeral<'a>, Error> {
    if (len > opts.max_digits || looks_at_all(opts)) && accept_slow(numeral.lexeme(), numeral.offset(), opts)?
    {
        return Ok(numeral.without_sign());
    }
    Ok(numeral)
}

/// Looks at a lexeme: is its sign to be dropped? It does not get the numeral, whose parts shall stay in registers.
#[cold]
#[inline(never)]
fn accept_slow(lexeme: &str, start: usize, opts: &ReadOptions) -> Result<bool, Error> {
    // those of the exponent count too
    if lexeme.bytes().filter(u8::is_ascii_digit).count() > opts.max_digits {
        return Err(Error::new(ErrorKind::DigitLimit, start));
    }
    let Some(numeral) = Numeral::of_text(lexeme) else { return Ok(false) };
    if opts.numbers == Numbers::Finite && !numeral.is_integer() && numeral.to_f64().is_infinite() {
        return Err(Error::new(ErrorKind::NumberRange, start));
    }
    Ok(opts.minus_zero == MinusZero::Drop && numeral.is_negative() && numeral.is_zero())
}
