//! Text -> text of the same value: minified, pretty, members sorted. Numbers stay as they are written, and so do
//! strings unless an escape mode is asked for; nothing is decoded that need not be.
//!
//! Whole texts and chunks use one sink; only sorting needs the whole text, of which it keeps a tree of slices.

use std::borrow::Cow;

use crate::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::keys::unescape;
use crate::number::Numeral;
use crate::number_value::Number;
use crate::object::Member;
use crate::options::{Duplicates, Escape, ReadOptions, WriteOptions};
use crate::read::read_into;
use crate::sink::Sink;
use crate::source::Str;
use crate::stream::Stream;
use crate::text::Text;
use crate::value::Value;
use crate::writer::Writer;

/// Without blanks outside strings.
///
/// # Errors
/// The first problem of the text.
///
/// ```
/// assert_eq!(stele_json::format::minify(b"[ 1.50 , \"\\u0061\" ]")?, b"[1.50,\"\\u0061\"]");
/// # Ok::<(), stele_json::Error>(())
/// ```
pub fn minify(input: &[u8]) -> Result<Vec<u8>, Error> {
    format(input, &ReadOptions::default(), &WriteOptions::compact())
}

/// With two spaces a level.
///
/// # Errors
/// The first problem of the text.
pub fn pretty(input: &[u8]) -> Result<Vec<u8>, Error> {
    format(input, &ReadOptions::default(), &WriteOptions::pretty())
}

/// With all settings. Members with equal names are all kept, unless `duplicates` is `Error`.
///
/// # Errors
/// The first problem of the text.
pub fn format(input: &[u8], read: &ReadOptions, write: &WriteOptions) -> Result<Vec<u8>, Error> {
    let writer = Writer::new(Vec::with_capacity(input.len().min(1 << 20)), write);
    if write.sort_keys {
        return sorted(input, read, writer);
    }
    if write.escape == Escape::Json {
        let mut sink = Raw(writer);
        read_into(input, read, &mut sink)?;
        return Ok(sink.0.finish());
    }
    let mut sink = Escaped(writer);
    read_into(input, read, &mut sink)?;
    Ok(sink.0.finish())
}

/// Formats chunks of any size; `sort_keys` is not looked at.
///
/// ```
/// use stele_json::{format::Formatter, ReadOptions, WriteOptions};
/// let mut formatter = Formatter::new(&ReadOptions::default(), &WriteOptions::compact());
/// let mut out = Vec::new();
/// for chunk in [&b"[ 1"[..], b"2 , 3", b" ]"] {
///     formatter.feed(chunk, &mut out)?;
/// }
/// formatter.finish(&mut out)?;
/// assert_eq!(out, b"[12,3]");
/// # Ok::<(), stele_json::Error>(())
/// ```
pub struct Formatter(Mode);

enum Mode {
    Raw(Stream<Raw<'static>>),
    Escaped(Stream<Escaped<'static>>),
}

impl Formatter {
    /// For one text.
    #[must_use]
    pub fn new(read: &ReadOptions, write: &WriteOptions) -> Self {
        let writer = Writer::owned(Vec::new(), write);
        Formatter(match write.escape {
            Escape::Json => Mode::Raw(Stream::new(read, Raw(writer))),
            _ => Mode::Escaped(Stream::new(read, Escaped(writer))),
        })
    }

    /// Takes a chunk and appends what it gives.
    ///
    /// # Errors
    /// The first problem of the text so far.
    pub fn feed(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let (result, ready) = match &mut self.0 {
            Mode::Raw(stream) => (stream.feed(chunk), stream.sink().0.as_mut_vec()),
            Mode::Escaped(stream) => (stream.feed(chunk), stream.sink().0.as_mut_vec()),
        };
        out.append(ready);
        result
    }

    /// The end of the text.
    ///
    /// # Errors
    /// The first problem of the text.
    pub fn finish(self, out: &mut Vec<u8>) -> Result<(), Error> {
        let rest = match self.0 {
            Mode::Raw(stream) => stream.finish()?.0.finish(),
            Mode::Escaped(stream) => stream.finish()?.0.finish(),
        };
        out.extend_from_slice(&rest);
        Ok(())
    }
}

/// Writes what it sees; strings as they are written.
struct Raw<'o>(Writer<'o>);

/// Writes what it sees; strings with the writer's escapes.
struct Escaped<'o>(Writer<'o>);

macro_rules! write_events {
    ($sink:ident, $raw:literal, $string:ident, $key:ident, $text:ident => $content:expr) => {
        impl<'a> Sink<'a> for $sink<'_> {
            const RAW: bool = $raw;
            #[inline(always)]
            fn null(&mut self) -> Result<(), ErrorKind> {
                self.0.null();
                Ok(())
            }
            #[inline(always)]
            fn bool(&mut self, value: bool) -> Result<(), ErrorKind> {
                self.0.bool(value);
                Ok(())
            }
            #[inline(always)]
            fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind> {
                self.0.lexeme(numeral.lexeme());
                Ok(())
            }
            #[inline(always)]
            fn string(&mut self, $text: Str<'a, '_>) -> Result<(), ErrorKind> {
                self.0.$string($content);
                Ok(())
            }
            #[inline(always)]
            fn begin_array(&mut self) -> Result<(), ErrorKind> {
                self.0.begin_array();
                Ok(())
            }
            #[inline(always)]
            fn end_array(&mut self) -> Result<(), ErrorKind> {
                self.0.end_array();
                Ok(())
            }
            #[inline(always)]
            fn begin_object(&mut self) -> Result<(), ErrorKind> {
                self.0.begin_object();
                Ok(())
            }
            #[inline(always)]
            fn key(&mut self, $text: Str<'a, '_>) -> Result<(), ErrorKind> {
                self.0.$key($content);
                Ok(())
            }
            #[inline(always)]
            fn end_object(&mut self) -> Result<(), ErrorKind> {
                self.0.end_object();
                Ok(())
            }
        }
    };
}

write_events!(Raw, true, raw_string, raw_key, text => text.as_bytes());
write_events!(Escaped, false, string, key, text => text.as_str().ok_or(ErrorKind::InvalidUtf8)?);

/// A tree whose texts are the raw contents of the strings.
struct RawTree<'a>(Builder<'a>);

fn raw_text<'a>(text: Str<'a, '_>) -> Result<Text<'a>, ErrorKind> {
    if let Str::Input(text, _) = text { Ok(Text::borrowed(text)) } else { Err(ErrorKind::InvalidUtf8) }
}

impl<'a> Sink<'a> for RawTree<'a> {
    const RAW: bool = true;
    fn null(&mut self) -> Result<(), ErrorKind> {
        self.0.null()
    }
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind> {
        self.0.bool(value)
    }
    fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind> {
        self.0.add(Value::Number(Number::from_lexeme_unchecked(numeral.lexeme())));
        Ok(())
    }
    fn string(&mut self, text: Str<'a, '_>) -> Result<(), ErrorKind> {
        self.0.add(Value::String(raw_text(text)?));
        Ok(())
    }
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        self.0.begin_array()
    }
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        self.0.end_array()
    }
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        self.0.begin_object()
    }
    fn key(&mut self, text: Str<'a, '_>) -> Result<(), ErrorKind> {
        self.0.add_key(raw_text(text)?);
        Ok(())
    }
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        self.0.end_object()
    }
}

fn sorted(input: &[u8], read: &ReadOptions, mut writer: Writer<'_>) -> Result<Vec<u8>, Error> {
    let read = ReadOptions { validate_strings: true, ..read.clone() };
    let mut tree = RawTree(Builder::new(Duplicates::Keep));
    read_into(input, &read, &mut tree)?;
    let value = tree.0.finish();
    if writer.escape() == Escape::Json {
        sort_and_write(&mut writer, &value, |writer, text| writer.raw_string(text.as_bytes()));
    } else {
        sort_and_write(&mut writer, &value, |writer, text| {
            writer.string(&String::from_utf8_lossy(&unescape(text.as_bytes())));
        });
    }
    Ok(writer.finish())
}

/// What is left of an open container.
enum Open<'v, 'a> {
    Array(std::slice::Iter<'v, Value<'a>>),
    Object(std::vec::IntoIter<(Cow<'v, [u8]>, &'v Member<'a>)>),
}

/// Names are sorted by what they stand for, not by how they are written.
fn by_name<'v, 'a>(members: &'v [Member<'a>]) -> Open<'v, 'a> {
    let mut sorted: Vec<_> = members.iter().map(|member| (unescape(member.key.as_bytes()), member)).collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    Open::Object(sorted.into_iter())
}

fn sort_and_write(writer: &mut Writer<'_>, value: &Value<'_>, string: impl Fn(&mut Writer<'_>, &str)) {
    let mut open: Vec<Open<'_, '_>> = Vec::new();
    let mut next = Some(value);
    loop {
        match next.take() {
            None => {}
            Some(Value::Array(array)) => {
                writer.begin_array();
                open.push(Open::Array(array.iter()));
            }
            Some(Value::Object(object)) => {
                writer.begin_object();
                open.push(by_name(object.members()));
            }
            Some(Value::String(text)) => string(writer, text),
            Some(scalar) => writer.value(scalar),
        }
        match open.last_mut() {
            None => return,
            Some(Open::Array(elements)) => {
                next = elements.next();
                if next.is_none() {
                    writer.end_array();
                    open.pop();
                }
            }
            Some(Open::Object(members)) => match members.next() {
                Some((_, member)) => {
                    string(writer, &member.key);
                    writer.colon();
                    next = Some(&member.value);
                }
                None => {
                    writer.end_object();
                    open.pop();
                }
            },
        }
    }
}
