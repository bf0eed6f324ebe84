//! The lesser exported functions: text to text, validity, pointers and streams.

use crate::decode::names::Names;
use crate::decode::nothing::Nothing;
use crate::decode::terms::Terms;
use crate::decode::{Builder, Reader};
use crate::encode::reindent::{Layout, reindent};
use crate::error::{DecodeError, ErrorKind};
use crate::options::{DecodeOptions, Duplicates, Pretty};
use crate::relax::{self, Relaxer};
use crate::stream::{Item, Root, Splitter};
use crate::unzstd::{self, Refused, Unzstd};
use crate::{atoms, binary_term, compress, decode_error, pointer, pointers};
use rustler::types::tuple::make_tuple;
use rustler::{Binary, Encoder, Env, NifResult, Resource, ResourceArc, Term};
use std::ops::Range;
use std::sync::Mutex;

fn run_format<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    layout: Term<'a>,
    separator: Binary<'a>,
) -> NifResult<Term<'a>> {
    let pretty = Pretty::from_term(layout)?;
    let layout = Layout { pretty: pretty.as_ref(), depth: 0, separator: separator.as_slice() };
    let mut out = Vec::with_capacity(text.len());
    reindent(&mut out, text.as_slice(), &layout);
    Ok(binary_term(env, &out))
}

/// Lays JSON text out anew: `layout` as in `EncodeOptions`, `separator` between root values.
#[rustler::nif]
fn format<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    layout: Term<'a>,
    separator: Binary<'a>,
) -> NifResult<Term<'a>> {
    run_format(env, text, layout, separator)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn format_dirty<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    layout: Term<'a>,
    separator: Binary<'a>,
) -> NifResult<Term<'a>> {
    run_format(env, text, layout, separator)
}

/// Words that the terms of a text will take, and whether its member names are unique.
#[rustler::nif]
fn estimate(text: Binary<'_>) -> (usize, bool) {
    let estimate = crate::decode::estimate::estimate(text.as_slice());
    (estimate.words, estimate.unique_keys)
}

fn run_valid(text: &[u8], options: Term<'_>) -> NifResult<bool> {
    let (options, _) = DecodeOptions::from_term(options)?;
    if options.duplicates == Duplicates::Error {
        return Ok(Reader::new(text, options, Names::default()).read().is_ok());
    }
    Ok(Reader::new(text, options, Nothing).read().is_ok())
}

/// Whether a text is JSON; builds nothing.
#[rustler::nif]
fn valid(text: Binary<'_>, options: Term<'_>) -> NifResult<bool> {
    run_valid(text.as_slice(), options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn valid_dirty(text: Binary<'_>, options: Term<'_>) -> NifResult<bool> {
    run_valid(text.as_slice(), options)
}

fn run_get<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    pointer: Binary<'a>,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    let Some(tokens) = pointer::tokens(pointer.as_slice()) else {
        return Err(rustler::Error::BadArg);
    };
    let Some(range) = pointer::find(text.as_slice(), &tokens, takes_first(options)?) else {
        return Ok(atoms::nil().to_term(env));
    };
    Ok(match build(env, text, range, options)? {
        Ok(term) | Err(term) => term,
    })
}

/// Whether the first of several members of one name counts.
fn takes_first(options: Term<'_>) -> NifResult<bool> {
    Ok(DecodeOptions::from_term(options)?.0.duplicates == Duplicates::First)
}

/// The value in this range of a text: `{:ok, term}`, or the error.
fn build<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    range: Range<usize>,
    options: Term<'a>,
) -> NifResult<Result<Term<'a>, Term<'a>>> {
    let (options, null) = DecodeOptions::from_term(options)?;
    let value = &text.as_slice()[range.clone()];
    let part = text.make_subbinary(range.start, value.len())?;
    // a small value of a large text must not keep the text
    let shared = (text.len() <= crate::decode::terms::SHARE_LIMIT).then_some(part);
    let terms = Terms::new(env, value, shared, options, null);
    let mut reader = Reader::new(value, options, terms);
    Ok(match reader.read() {
        Ok((value, _)) => Ok(make_tuple(env, &[atoms::ok().to_term(env), value])),
        Err(error) => {
            let error = DecodeError::new(error.kind, error.offset + range.start);
            Err(decode_error(env, error, reader.builder().rejected_key.take()))
        }
    })
}

/// The value at a pointer: `{:ok, term}`, `nil` where there is none, or an error.
#[rustler::nif]
fn get<'a>(env: Env<'a>, text: Binary<'a>, pointer: Binary<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    run_get(env, text, pointer, options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn get_dirty<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    pointer: Binary<'a>,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    run_get(env, text, pointer, options)
}

fn run_get_many<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    paths: Vec<Binary<'a>>,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    let tokens: Option<Vec<_>> = paths.iter().map(|path| pointer::tokens(path.as_slice())).collect();
    let tokens = tokens.ok_or(rustler::Error::BadArg)?;
    let mut values = Vec::with_capacity(tokens.len());
    for range in pointers::find_all(text.as_slice(), &tokens, takes_first(options)?) {
        let value = match range {
            Some(range) => build(env, text, range, options)?,
            None => Ok(atoms::nil().to_term(env)),
        };
        match value {
            Ok(value) => values.push(value),
            Err(error) => return Ok(error),
        }
    }
    Ok(values.encode(env))
}

/// The values at several pointers, found in one walk: a list of `{:ok, term}` and `nil`, or the
/// first error.
#[rustler::nif]
fn get_many<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    paths: Vec<Binary<'a>>,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    run_get_many(env, text, paths, options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn get_many_dirty<'a>(
    env: Env<'a>,
    text: Binary<'a>,
    paths: Vec<Binary<'a>>,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    run_get_many(env, text, paths, options)
}

/// One zstd frame of a text.
#[rustler::nif(schedule = "DirtyCpu")]
fn zstd_dirty<'a>(env: Env<'a>, text: Binary<'a>) -> Term<'a> {
    binary_term(env, &compress::zstd(text.as_slice()))
}

/// What zstd frames hold, at most `limit` bytes: `{:ok, text}`, or `{:error, reason}`.
#[rustler::nif(schedule = "DirtyCpu")]
fn unzstd_dirty<'a>(env: Env<'a>, frames: Binary<'a>, limit: usize) -> Term<'a> {
    match unzstd::unzstd(frames.as_slice(), limit) {
        Ok(text) => (atoms::ok(), binary_term(env, &text)).encode(env),
        Err(Refused::TooLong) => (atoms::error(), atoms::bytes()).encode(env),
        Err(Refused::Invalid) => (atoms::error(), atoms::raw()).encode(env),
    }
}

/// zstd frames that arrive in chunks.
pub(crate) struct ZstdStream(Mutex<Unzstd>);

#[rustler::resource_impl]
impl Resource for ZstdStream {}

/// A stream of zstd frames.
#[rustler::nif]
fn unzstd_new() -> ResourceArc<ZstdStream> {
    ResourceArc::new(ZstdStream(Mutex::default()))
}

/// Takes a chunk: `{:ok, text}`, `{:more, text}` (call again with an empty chunk), or `:error`.
#[rustler::nif(schedule = "DirtyCpu")]
fn unzstd_feed_dirty<'a>(
    env: Env<'a>,
    stream: ResourceArc<ZstdStream>,
    chunk: Binary<'a>,
) -> NifResult<Term<'a>> {
    let mut stream = stream.0.lock().map_err(|_| rustler::Error::BadArg)?;
    let mut text = Vec::new();
    Ok(match stream.feed(chunk.as_slice(), &mut text) {
        Ok(more) => {
            let word = if more { atoms::more() } else { atoms::ok() };
            (word, binary_term(env, &text)).encode(env)
        }
        Err(_) => atoms::error().encode(env),
    })
}

/// Whether the frames may end here.
#[rustler::nif]
fn unzstd_complete(stream: ResourceArc<ZstdStream>) -> bool {
    stream.0.lock().is_ok_and(|stream| stream.is_complete())
}

/// Number of items of the container at a pointer, or `nil`.
#[rustler::nif(schedule = "DirtyCpu")]
fn length_dirty(text: Binary<'_>, pointer: Binary<'_>, options: Term<'_>) -> NifResult<Option<usize>> {
    let tokens = pointer::tokens(pointer.as_slice()).ok_or(rustler::Error::BadArg)?;
    let text = text.as_slice();
    Ok(pointer::find(text, &tokens, takes_first(options)?).and_then(|range| pointer::length(text, range)))
}

/// A text without the comments and trailing commas that `relaxed: true` allows.
#[rustler::nif(schedule = "DirtyCpu")]
fn relax_dirty<'a>(env: Env<'a>, text: Binary<'a>) -> Term<'a> {
    binary_term(env, &relax::relax(text.as_slice()))
}

/// A stream between two chunks.
pub(crate) struct Stream(Mutex<Chunks>);

struct Chunks {
    splitter: Splitter,
    relaxer: Option<Relaxer>,
    /// An item that is read again when an atom is there that it needs.
    waiting: Option<Item>,
}

#[rustler::resource_impl]
impl Resource for Stream {}

/// A stream: kind of root, pointer to it, limit on items, whether it is relaxed.
#[rustler::nif]
fn stream_new(root: u32, path: Binary<'_>, max_item: usize, relaxed: bool) -> NifResult<ResourceArc<Stream>> {
    let path = pointer::tokens(path.as_slice()).ok_or(rustler::Error::BadArg)?;
    let root = match root {
        0 => Root::Array,
        1 => Root::Object,
        2 => Root::Values,
        _ => Root::Lines,
    };
    let splitter = Splitter::new(root, path, max_item);
    let relaxer = relaxed.then(Relaxer::default);
    Ok(ResourceArc::new(Stream(Mutex::new(Chunks { splitter, relaxer, waiting: None }))))
}

fn item_term<'a>(
    env: Env<'a>,
    splitter: &Splitter,
    item: &Item,
    options: Term<'a>,
) -> NifResult<Result<Term<'a>, (ErrorKind, Term<'a>)>> {
    let (options, null) = DecodeOptions::from_term(options)?;
    let buffer = splitter.buffer();
    let text = &buffer[item.value.clone()];
    let failed = |error: DecodeError, at: usize, key: Option<Vec<u8>>| {
        let error = DecodeError::new(error.kind, splitter.base() + at + error.offset);
        Ok(Err((error.kind, (decode_error(env, error, key), item.line).encode(env))))
    };
    let start = item.value.start;
    let mut reader = Reader::new(text, options, Terms::new(env, text, None, options, null));
    let value = match reader.read() {
        Ok((value, _)) => value,
        Err(error) => return failed(error, start, reader.builder().rejected_key.take()),
    };
    let Some(key) = item.key.clone() else {
        return Ok(Ok(value));
    };
    // a document of the member name alone checks it and gives its text
    let quoted = &buffer[key.start - 1..key.end + 1];
    if let Err(error) = Reader::new(quoted, options, Nothing).read() {
        return failed(error, key.start - 1, None);
    }
    let name = pointer::name(buffer, key.start, key.end);
    match reader.builder().key(&name, None) {
        Ok(name) => Ok(Ok(make_tuple(env, &[name, value]))),
        Err(kind) => {
            let rejected = reader.builder().rejected_key.take();
            failed(DecodeError::new(kind, 0), key.start, rejected)
        }
    }
}

/// Values of one call, so that many small ones do not hold a normal scheduler.
const BATCH_BYTES: usize = 32 * 1024;

fn run_stream<'a>(
    env: Env<'a>,
    stream: &ResourceArc<Stream>,
    chunk: &[u8],
    last: bool,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    let mut stream = stream.0.lock().map_err(|_| rustler::Error::BadArg)?;
    let Chunks { splitter, relaxer, waiting } = &mut *stream;
    let mut terms: Vec<Term<'a>> = Vec::new();
    if let Some(item) = waiting.take() {
        // before its bytes go
        match item_term(env, splitter, &item, options)? {
            Ok(term) => terms.push(term),
            Err((kind, error)) => {
                *waiting = (kind == ErrorKind::NeedsAtom).then_some(item);
                return Ok((atoms::error(), terms, error).encode(env));
            }
        }
    }
    match relaxer {
        Some(relaxer) => {
            let mut strict = Vec::with_capacity(chunk.len());
            relaxer.feed(chunk, &mut strict);
            if last {
                relaxer.finish(&mut strict);
            }
            splitter.feed(&strict);
        }
        None => splitter.feed(chunk),
    }
    if last {
        splitter.end();
    }
    let mut bytes = 0;
    let failed = loop {
        if bytes > BATCH_BYTES {
            return Ok((atoms::more(), terms).encode(env));
        }
        match splitter.next_item() {
            Ok(Some(item)) => {
                bytes += item.value.len();
                match item_term(env, splitter, &item, options)? {
                    Ok(term) => terms.push(term),
                    Err((kind, error)) => {
                        *waiting = (kind == ErrorKind::NeedsAtom).then_some(item);
                        break error;
                    }
                }
            }
            Ok(None) => match if last { splitter.check_end() } else { Ok(()) } {
                Ok(()) => return Ok((atoms::ok(), terms).encode(env)),
                Err(error) => break fatal(env, error),
            },
            Err(error) => break fatal(env, error),
        }
    };
    Ok((atoms::error(), terms, failed).encode(env))
}

/// An error after which the stream cannot go on has no line.
fn fatal(env: Env<'_>, error: DecodeError) -> Term<'_> {
    let line = if error.kind == ErrorKind::ItemTooLong { -1 } else { 0 };
    (decode_error(env, error, None), line).encode(env)
}

/// Takes a chunk: `{:ok, terms}`, `{:more, terms}` (call again with an empty chunk), or
/// `{:error, terms, {error, line}}`.
#[rustler::nif]
fn stream_feed<'a>(
    env: Env<'a>,
    stream: ResourceArc<Stream>,
    chunk: Binary<'a>,
    last: bool,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    run_stream(env, &stream, chunk.as_slice(), last, options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn stream_feed_dirty<'a>(
    env: Env<'a>,
    stream: ResourceArc<Stream>,
    chunk: Binary<'a>,
    last: bool,
    options: Term<'a>,
) -> NifResult<Term<'a>> {
    run_stream(env, &stream, chunk.as_slice(), last, options)
}

/// Bytes that wait for the rest of their item.
#[rustler::nif]
fn stream_pending(stream: ResourceArc<Stream>) -> usize {
    stream.0.lock().map_or(0, |stream| stream.splitter.buffer().len())
}
