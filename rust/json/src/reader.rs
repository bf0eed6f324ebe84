//! Tokens -> a sink: the loop over nested containers, the limits, the policy for equal names.
//!
//! One loop, no recursion: the open containers are one word each on a vector. The loop is compiled anew for every
//! sink and source, so a sink of a few lines ends up inside it.

use crate::builder::Builder;
use crate::bytes::skip_blanks;
use crate::error::{Error, ErrorKind};
use crate::keys::KeyTracker;
use crate::lexer::Lexer;
use crate::number::Numeral;
use crate::options::{Duplicates, MinusZero, Numbers, ReadOptions};
use crate::skip;
use crate::source::{Scratch, Source, Str, Unchecked};
use crate::value::Value;

/// Takes the events of a text in their order. An `Err` stops the reader, which adds the offset of the token:
/// [`ErrorKind::Aborted`], or a kind of the reader's own that fits.
///
/// Strings and numerals borrow from the input (`'a`) where they can; see [`Str`].
pub trait Sink<'a> {
    /// `true`: strings and names are checked but come as they are written, escapes included.
    const RAW: bool = false;

    /// `null`
    fn null(&mut self) -> Result<(), ErrorKind>;
    /// `true`, `false`
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind>;
    /// A number.
    fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind>;
    /// A string.
    fn string(&mut self, string: Str<'a, '_>) -> Result<(), ErrorKind>;
    /// `[`
    fn begin_array(&mut self) -> Result<(), ErrorKind>;
    /// `]`
    fn end_array(&mut self) -> Result<(), ErrorKind>;
    /// `{`
    fn begin_object(&mut self) -> Result<(), ErrorKind>;
    /// The name of the member whose value follows.
    fn key(&mut self, key: Str<'a, '_>) -> Result<(), ErrorKind>;
    /// `}`
    fn end_object(&mut self) -> Result<(), ErrorKind>;
}

/// A sink that wants nothing: checks the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl<'a> Sink<'a> for Ignore {
    const RAW: bool = true;
    #[inline(always)]
    fn null(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn bool(&mut self, _: bool) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn number(&mut self, _: &Numeral<'a>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn string(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn key(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
}

/// Reads a whole text into a sink.
///
/// # Errors
/// The first problem of the text, or what the sink returned.
///
/// ```
/// use stele_json::{read_into, ErrorKind, Numeral, ReadOptions, Sink, Str};
/// /// Adds up all integers.
/// struct Total(i64);
/// impl<'a> Sink<'a> for Total {
///     fn null(&mut self) -> Result<(), ErrorKind> { Ok(()) }
///     fn bool(&mut self, _: bool) -> Result<(), ErrorKind> { Ok(()) }
///     fn number(&mut self, n: &Numeral<'a>) -> Result<(), ErrorKind> {
///         self.0 += n.as_i64().ok_or(ErrorKind::Aborted)?;
///         Ok(())
///     }
///     fn string(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> { Ok(()) }
///     fn begin_array(&mut self) -> Result<(), ErrorKind> { Ok(()) }
///     fn end_array(&mut self) -> Result<(), ErrorKind> { Ok(()) }
///     fn begin_object(&mut self) -> Result<(), ErrorKind> { Ok(()) }
///     fn key(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> { Ok(()) }
///     fn end_object(&mut self) -> Result<(), ErrorKind> { Ok(()) }
/// }
/// let mut total = Total(0);
/// read_into(b"[1, 2, {\"a\": 3}]", &ReadOptions::default(), &mut total)?;
/// assert_eq!(total.0, 6);
/// assert_eq!(read_into(b"[1, 2.5]", &ReadOptions::default(), &mut total).unwrap_err().offset, 4);
/// # Ok::<(), stele_json::Error>(())
/// ```
pub fn read_into<'a, S: Sink<'a>>(input: &'a [u8], opts: &ReadOptions, sink: &mut S) -> Result<(), Error> {
    check_size(input.len(), opts)?;
    if !opts.validate_strings {
        return read_source(Unchecked(input), false, opts, sink);
    }
    let (text, cut) = valid_prefix(input);
    read_source(text, cut, opts, sink)
}

/// As [`read_into`] for text that is known to be UTF-8.
///
/// # Errors
/// As [`read_into`].
pub fn read_str_into<'a, S: Sink<'a>>(input: &'a str, opts: &ReadOptions, sink: &mut S) -> Result<(), Error> {
    check_size(input.len(), opts)?;
    read_source(input, false, opts, sink)
}

pub(crate) fn check_size(len: usize, opts: &ReadOptions) -> Result<(), Error> {
    if len > opts.max_bytes { Err(Error::new(ErrorKind::ByteLimit, opts.max_bytes)) } else { Ok(()) }
}

/// The text up to the first byte that is not UTF-8, and whether there is one.
pub(crate) fn valid_prefix(input: &[u8]) -> (&str, bool) {
    match std::str::from_utf8(input) {
        Ok(text) => (text, false),
        Err(bad) => (std::str::from_utf8(&input[..bad.valid_up_to()]).unwrap_or_default(), true),
    }
}

fn read_source<'a, T: Source<'a>, S: Sink<'a>>(
    source: T,
    cut: bool,
    opts: &ReadOptions,
    sink: &mut S,
) -> Result<(), Error> {
    let mut lexer = Lexer::new_cut(source, cut);
    read_value(&mut lexer, opts, sink)?;
    lexer.finish()
}

/// Reads a value where the lexer stands, blanks before it skipped; what follows is left alone.
///
/// # Errors
/// As [`read_into`].
pub fn read_value<'a, T: Source<'a>, S: Sink<'a>>(
    lexer: &mut Lexer<'a, T>,
    opts: &ReadOptions,
    sink: &mut S,
) -> Result<(), Error> {
    match opts.duplicates {
        Duplicates::Error => Run::new(lexer, opts, sink, KeyTracker::default()).value(),
        _ => Run::new(lexer, opts, sink, ()).value(),
    }
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

struct Run<'r, 'a, T: Source<'a>, S, W> {
    lexer: &'r mut Lexer<'a, T>,
    opts: &'r ReadOptions,
    sink: &'r mut S,
    watch: W,
    scratch: Scratch,
    outer: Vec<Frame>,
    /// Parts of the current container that have begun.
    count: usize,
    depth: usize,
}

/// Where the loop goes on after a token.
enum Next {
    Value,
    After,
}

impl<'r, 'a, T: Source<'a>, S: Sink<'a>, W: Watch> Run<'r, 'a, T, S, W> {
    fn new(lexer: &'r mut Lexer<'a, T>, opts: &'r ReadOptions, sink: &'r mut S, watch: W) -> Self {
        Run { lexer, opts, sink, watch, scratch: Scratch::new(), outer: Vec::new(), count: 0, depth: 0 }
    }

    fn value(&mut self) -> Result<(), Error> {
        let mut in_object = false;
        loop {
            let next = self.begin(&mut in_object)?;
            if let Next::Value = next {
                continue;
            }
            loop {
                if self.depth == 0 {
                    return Ok(());
                }
                if self.step(&mut in_object)? {
                    break;
                }
            }
        }
    }

    /// A value begins here: a whole scalar or empty container, or the opening of a container.
    #[inline(always)]
    fn begin(&mut self, in_object: &mut bool) -> Result<Next, Error> {
        let byte = self.lexer.next_byte();
        let start = self.lexer.offset();
        let done = match byte {
            Some(b'"') => {
                let string =
                    if S::RAW { self.lexer.raw_string()? } else { self.lexer.string(&mut self.scratch)? };
                self.sink.string(string)
            }
            Some(b'0'..=b'9' | b'-') => {
                let numeral = self.lexer.number()?;
                let numeral = accept(numeral, self.lexer.offset() - start, self.opts)?;
                self.sink.number(&numeral)
            }
            Some(b'{') => return self.open_object(in_object),
            Some(b'[') => return self.open_array(in_object),
            Some(b't' | b'f') => {
                let value = self.lexer.bool()?;
                self.sink.bool(value)
            }
            Some(b'n') => {
                self.lexer.null()?;
                self.sink.null()
            }
            _ => return self.lexer.fail_value(),
        };
        match done {
            Ok(()) => Ok(Next::After),
            Err(kind) => Err(Error::new(kind, start)),
        }
    }

    #[inline(always)]
    fn open(&mut self, in_object: &mut bool, object: bool) -> Result<(), Error> {
        if self.depth >= self.opts.max_depth {
            return self.lexer.fail(ErrorKind::DepthLimit);
        }
        self.depth += 1;
        self.outer.push((self.count, *in_object));
        self.count = 0;
        *in_object = object;
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self, in_object: &mut bool) {
        self.depth -= 1;
        (self.count, *in_object) = self.outer.pop().unwrap_or_default();
    }

    #[inline(always)]
    fn open_array(&mut self, in_object: &mut bool) -> Result<Next, Error> {
        let start = self.lexer.offset();
        self.open(in_object, false)?;
        self.sink.begin_array().map_err(|kind| Error::new(kind, start))?;
        self.lexer.advance();
        if self.lexer.next_byte() == Some(b']') {
            self.end_array(in_object)?;
            return Ok(Next::After);
        }
        self.part()?;
        Ok(Next::Value)
    }

    #[inline(always)]
    fn open_object(&mut self, in_object: &mut bool) -> Result<Next, Error> {
        let start = self.lexer.offset();
        self.open(in_object, true)?;
        self.watch.open();
        self.sink.begin_object().map_err(|kind| Error::new(kind, start))?;
        self.lexer.advance();
        if self.lexer.next_byte() == Some(b'}') {
            self.end_object(in_object)?;
            return Ok(Next::After);
        }
        self.key()?;
        Ok(Next::Value)
    }

    /// Another element or member begins, blanks before it aside.
    #[inline(always)]
    fn part(&mut self) -> Result<(), Error> {
        if self.count >= self.opts.max_members {
            return self.lexer.fail_member();
        }
        self.count += 1;
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self) -> Result<(), Error> {
        self.lexer.key_start()?;
        let start = self.lexer.offset();
        self.part()?;
        let key = if S::RAW { self.lexer.raw_string()? } else { self.lexer.string(&mut self.scratch)? };
        if !self.watch.key(key.as_bytes(), S::RAW) {
            return Err(Error::new(ErrorKind::DuplicateKey, start));
        }
        if let Err(kind) = self.sink.key(key) {
            return Err(Error::new(kind, start));
        }
        self.lexer.colon()
    }

    #[inline(always)]
    fn end_array(&mut self, in_object: &mut bool) -> Result<(), Error> {
        self.sink.end_array().map_err(|kind| Error::new(kind, self.lexer.offset()))?;
        self.lexer.advance();
        self.close(in_object);
        Ok(())
    }

    #[inline(always)]
    fn end_object(&mut self, in_object: &mut bool) -> Result<(), Error> {
        self.sink.end_object().map_err(|kind| Error::new(kind, self.lexer.offset()))?;
        self.lexer.advance();
        self.watch.close();
        self.close(in_object);
        Ok(())
    }

    /// After a value inside a container: does another value follow in it?
    #[inline(always)]
    fn step(&mut self, in_object: &mut bool) -> Result<bool, Error> {
        match (self.lexer.next_byte(), *in_object) {
            (Some(b','), false) => {
                self.lexer.advance();
                self.part()?;
                Ok(true)
            }
            (Some(b','), true) => {
                self.lexer.advance();
                self.key()?;
                Ok(true)
            }
            (Some(b']'), false) => self.end_array(in_object).map(|()| false),
            (Some(b'}'), true) => self.end_object(in_object).map(|()| false),
            (_, false) => self.lexer.fail(ErrorKind::ExpectedCommaOrBracket),
            (_, true) => self.lexer.fail(ErrorKind::ExpectedCommaOrBrace),
        }
    }
}

/// The numeral of this many bytes as the options want it, or the reason why they do not.
#[inline(always)]
pub(crate) fn accept<'a>(numeral: Numeral<'a>, len: usize, opts: &ReadOptions) -> Result<Numeral<'a>, Error> {
    if len > opts.max_digits || opts.numbers == Numbers::Finite || opts.minus_zero == MinusZero::Drop {
        return if accept_slow(numeral.lexeme(), numeral.offset(), opts)? {
            Ok(numeral.without_sign())
        } else {
            Ok(numeral)
        };
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

/// Reads a whole text into a value.
///
/// # Errors
/// The first problem of the text.
///
/// ```
/// let value = stele_json::from_slice(b"[1, 2.50, \"three\"]")?;
/// assert_eq!(value[1].to_string(), "2.50");
/// # Ok::<(), stele_json::Error>(())
/// ```
pub fn from_slice(input: &[u8]) -> Result<Value<'_>, Error> {
    from_slice_with(input, &ReadOptions::default())
}

/// As [`from_slice`], with settings. Strings are always checked for UTF-8.
///
/// # Errors
/// As [`from_slice`].
pub fn from_slice_with<'a>(input: &'a [u8], opts: &ReadOptions) -> Result<Value<'a>, Error> {
    check_size(input.len(), opts)?;
    let (text, cut) = valid_prefix(input);
    let mut builder = Builder::new(opts.duplicates);
    read_source(text, cut, opts, &mut builder)?;
    Ok(builder.finish())
}

/// As [`from_slice`] for text, which need not be checked for UTF-8 again.
///
/// # Errors
/// As [`from_slice`].
#[allow(clippy::should_implement_trait, reason = "the usual name of this function in JSON libraries")]
pub fn from_str(input: &str) -> Result<Value<'_>, Error> {
    from_str_with(input, &ReadOptions::default())
}

/// As [`from_str`], with settings.
///
/// # Errors
/// As [`from_slice`].
pub fn from_str_with<'a>(input: &'a str, opts: &ReadOptions) -> Result<Value<'a>, Error> {
    let mut builder = Builder::new(opts.duplicates);
    read_str_into(input, opts, &mut builder)?;
    Ok(builder.finish())
}

/// Is this one JSON text and nothing else, within the default limits?
#[must_use]
pub fn valid(input: &[u8]) -> bool {
    check(input, &ReadOptions::default()).is_ok()
}

/// Reads and forgets.
///
/// # Errors
/// The first problem of the text.
pub fn check(input: &[u8], opts: &ReadOptions) -> Result<(), Error> {
    check_size(input.len(), opts)?;
    let end = if opts.validate_strings {
        skip::value::<false>(input, 0, opts.max_depth, opts)
    } else {
        skip::value::<true>(input, 0, opts.max_depth, opts)
    };
    if end.is_some_and(|end| skip_blanks(input, end) == input.len()) {
        return Ok(());
    }
    read_into(input, opts, &mut Ignore)
}
