//! The entries of reading: whole texts into a sink, into a value, or only checked.

use crate::builder::Builder;
use crate::bytes::skip_blanks;
use crate::error::{Error, ErrorKind};
use crate::lexer::Lexer;
use crate::options::ReadOptions;
use crate::reader::read_value;
use crate::sink::{Ignore, Sink};
use crate::skip;
use crate::source::{Source, Unchecked};
use crate::value::Value;

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
    match simdutf8::basic::from_utf8(input) {
        Ok(text) => (text, false),
        Err(_) => valid_prefix_slow(input),
    }
}

#[cold]
fn valid_prefix_slow(input: &[u8]) -> (&str, bool) {
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
