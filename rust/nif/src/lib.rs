//! The NIF under the Elixir library RustyJson: JSON text to terms and terms to JSON text.
//!
//! Flow: bytes -> `decode::string`, `decode::number` -> `decode::Reader` -> `Builder` -> terms,
//! and terms -> `encode::Walk` -> `encode::text` -> bytes. This file holds the exported
//! functions only. Each comes twice where it may run long: once for a normal scheduler, once
//! for a dirty one; `RustyJson.Native` has the stubs.

#![allow(missing_docs)] // a NIF has no users in Rust; docs stand where a name does not say it all

pub mod atoms;
pub mod compress;
pub mod decode;
pub mod encode;
pub mod error;
mod exports;
pub mod options;
pub mod pointer;
pub mod pointers;
pub mod relax;
pub mod scan;
pub mod skim;
pub mod stream;
pub mod unzstd;

use decode::Reader;
use decode::etf::Etf;
use decode::lane::with_lane;
use decode::terms::Terms;
use encode::state::{Failure, State};
use encode::{Outcome, Stop, Walk};
use error::{DecodeError, ErrorKind};
use options::{DecodeOptions, EncodeOptions};
use rustler::schedule::consume_timeslice;
use rustler::types::tuple::make_tuple;
use rustler::{Binary, Encoder, Env, NifResult, Resource, ResourceArc, Term};
use std::sync::Mutex;
use std::time::Duration;

/// A walk that waits for Elixir.
pub struct Paused(Mutex<Option<Box<State>>>);

#[rustler::resource_impl]
impl Resource for Paused {}

/// Slice of a walk on a normal scheduler.
const SLICE: Duration = Duration::from_micros(300);
/// The same where text is compressed: a block of the compressor may come after it.
const SLICE_COMPRESSED: Duration = Duration::from_micros(100);
/// A walk that lasts longer than so many slices goes to a dirty scheduler, unless slices are asked
/// for: another core has none of its data in the cache (docs/decisions/207).
const SLICES_AT_FIRST: u32 = 10;

/// A binary of these bytes.
pub(crate) fn binary_term<'a>(env: Env<'a>, bytes: &[u8]) -> Term<'a> {
    let mut binary = rustler::NewBinary::new(env, bytes.len());
    binary.as_mut_slice().copy_from_slice(bytes);
    binary.into()
}

/// `{:error, text, offset}`, or what Elixir must do about a key.
pub(crate) fn decode_error<'a>(env: Env<'a>, error: DecodeError, key: Option<Vec<u8>>) -> Term<'a> {
    let key = key.unwrap_or_default();
    match error.kind {
        ErrorKind::UnknownAtom => (atoms::error(), atoms::unknown_atom(), binary_term(env, &key)).encode(env),
        ErrorKind::NeedsAtom => (atoms::error(), atoms::needs_atom(), binary_term(env, &key)).encode(env),
        _ => (atoms::error(), error.text(), error.offset).encode(env),
    }
}

/// Inputs up to this size become the external format, of which the VM makes the term.
const SMALL_INPUT: usize = 16 * 1024;

/// The document in the external format; `None` where that way does not lead to its term.
fn decode_at_once<'a>(
    env: Env<'a>,
    input: &[u8],
    options: DecodeOptions,
) -> Result<Option<Term<'a>>, DecodeError> {
    let share_from = if options.copy_strings { usize::MAX } else { decode::terms::share_from(input.len()) };
    if input.len() <= SMALL_INPUT && !options.relaxed {
        let read =
            with_lane(|lane| lane.read(input, &options, share_from).map(|bytes| binary_term(env, bytes)));
        if read.is_some() {
            return Ok(read);
        }
    }
    let mut reader = Reader::new(input, options, Etf::new(input, share_from));
    reader.read()?;
    let etf = reader.builder();
    Ok((!etf.gave_up).then(|| binary_term(env, etf.bytes())))
}

fn run_decode<'a>(env: Env<'a>, input: Term<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    let input = Binary::from_term(input)?;
    let (options, null) = DecodeOptions::from_term(options)?;
    let at_once = options.at_once || (input.len() <= SMALL_INPUT && !options.term_by_term);
    if null.is_none() && at_once && options.is_plain() {
        match decode_at_once(env, input.as_slice(), options) {
            // a binary: `binary_to_term` makes the term where the VM wants it, and yields
            Ok(Some(external)) => return Ok(external),
            Err(error) => return Ok(decode_error(env, error, None)),
            Ok(None) => {}
        }
    }
    let terms = Terms::new(env, input.as_slice(), Some(input), options, null);
    let mut reader = Reader::new(input.as_slice(), options, terms);
    Ok(match reader.read() {
        Ok((value, end)) if options.trailer => {
            make_tuple(env, &[atoms::ok().to_term(env), value, end.encode(env)])
        }
        Ok((value, _)) => make_tuple(env, &[atoms::ok().to_term(env), value]),
        Err(error) => decode_error(env, error, reader.builder().rejected_key.take()),
    })
}

/// Reads a document: `{:ok, term}`, a binary in the external format, or `{:error, text, offset}`.
#[rustler::nif]
fn decode<'a>(env: Env<'a>, input: Term<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    run_decode(env, input, options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn decode_dirty<'a>(env: Env<'a>, input: Term<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    run_decode(env, input, options)
}

fn failure<'a>(env: Env<'a>, failure: Failure<'a>) -> Term<'a> {
    let error = atoms::error();
    match failure {
        Failure::Depth(limit) => (error, atoms::depth(), limit).encode(env),
        Failure::Bytes(limit) => (error, atoms::bytes(), limit).encode(env),
        Failure::Duplicate(text) => (error, atoms::duplicate(), binary_term(env, &text)).encode(env),
        Failure::Utf8(text, offset) => (error, atoms::utf8(), text, offset).encode(env),
        Failure::MapKey(key) => (error, atoms::map_key(), key).encode(env),
        Failure::ImproperList => (error, atoms::improper_list(), atoms::nil()).encode(env),
        Failure::Field(map) => (error, atoms::layout(), map).encode(env),
        Failure::Gzip => (error, atoms::raw(), atoms::nil()).encode(env),
    }
}

/// What a walk that ended or stopped gives back to Elixir.
fn outcome<'a>(
    env: Env<'a>,
    outcome: Outcome<'a>,
    (depth, frames): (usize, Option<Term<'a>>),
    mut state: Box<State>,
) -> Term<'a> {
    if let Err(error) = state.check_bytes() {
        return failure(env, error);
    }
    let stop = match outcome {
        Outcome::Done => {
            let result = state.finish(env).unwrap_or_else(|error| failure(env, error));
            state.give_back();
            return result;
        }
        Outcome::Stopped(Stop::Failed(error)) => return failure(env, error),
        Outcome::Paused => Stop::Over,
        Outcome::Stopped(stop) => stop,
    };
    let over = matches!(stop, Stop::Over);
    state.slices += u32::from(over);
    let stays = state.options.slices || (!state.leaves && state.slices < SLICES_AT_FIRST);
    let depth = state.options.base_depth as usize + depth;
    let paused = ResourceArc::new(Paused(Mutex::new(Some(state))));
    match stop {
        Stop::Call(term) => (atoms::call(), paused, frames, term, depth).encode(env),
        Stop::Key(key, value) => (atoms::key(), paused, frames, key, value).encode(env),
        Stop::Members(map) => (atoms::pairs(), paused, frames, map).encode(env),
        _ if stays => (atoms::more(), paused, frames).encode(env),
        _ => (atoms::over(), paused, frames).encode(env),
    }
}

/// How long a call may take; a dirty scheduler has no limit.
fn slice(state: &State, normal: bool) -> Option<Duration> {
    let compressed = state.options.compress.is_some();
    normal.then_some(if compressed { SLICE_COMPRESSED } else { SLICE })
}

/// The depth and the open containers of a walk that will go on. What it took of this process's turn is
/// counted: the VM counts a call as nothing.
fn rest<'a>(env: Env<'a>, walk: Walk<'a, '_>, end: &Outcome<'a>) -> (usize, Option<Term<'a>>) {
    let percent = walk.percent_of_turn(matches!(end, Outcome::Paused));
    if percent > 0 {
        consume_timeslice(env, percent);
    }
    let ended = matches!(end, Outcome::Done | Outcome::Stopped(Stop::Failed(_)));
    (walk.depth(), (!ended).then(|| walk.save()))
}

fn start<'a>(env: Env<'a>, term: Term<'a>, options: Term<'a>, normal: bool) -> NifResult<Term<'a>> {
    let options = EncodeOptions::from_term(options)?;
    let mut state = State::take(options);
    let budget = slice(&state, normal);
    let mut walk = Walk::new(env, &mut state, Vec::new(), budget);
    let end = walk.run(|walk| walk.value(term));
    let open = rest(env, walk, &end);
    Ok(outcome(env, end, open, state))
}

fn resume<'a>(
    env: Env<'a>,
    paused: ResourceArc<Paused>,
    frames: Term<'a>,
    reply: Term<'a>,
    normal: bool,
) -> NifResult<Term<'a>> {
    let taken = paused.0.lock().ok().and_then(|mut state| state.take());
    let mut state = taken.ok_or(rustler::Error::BadArg)?;
    let frames = encode::load(frames).ok_or(rustler::Error::BadArg)?;
    let budget = slice(&state, normal);
    let mut walk = Walk::new(env, &mut state, frames, budget);
    let reply = encode::structs::elements(reply);
    let kind = reply.first().copied();
    let end = walk.run(|walk| match (kind, reply.get(1..).unwrap_or_default()) {
        (Some(kind), [text]) if atoms::raw() == kind => walk.raw(*text),
        (Some(kind), [term]) if atoms::value() == kind => walk.value(*term),
        (Some(kind), [text, value]) if atoms::key() == kind => walk.member(*text, *value),
        (Some(kind), [pairs]) if atoms::pairs() == kind => walk.listed(*pairs),
        (Some(kind), [term, fields, omit]) if atoms::layout() == kind => {
            walk.described(*term, *fields, atoms::true_() == *omit)
        }
        _ => Ok(()),
    });
    let open = rest(env, walk, &end);
    Ok(outcome(env, end, open, state))
}

/// Writes a term: a binary, a list of binaries, or a tuple that says what is needed to go on.
#[rustler::nif]
fn encode<'a>(env: Env<'a>, term: Term<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    start(env, term, options, true)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn encode_dirty<'a>(env: Env<'a>, term: Term<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    start(env, term, options, false)
}

fn run_transcode<'a>(env: Env<'a>, etf: &[u8], options: Term<'a>) -> NifResult<Term<'a>> {
    let mut state = State::take(EncodeOptions::from_term(options)?);
    state.out.reserve(etf.len().min(2 * encode::state::CHUNK));
    let written = encode::transcode::transcode(etf, &mut state);
    let result = written.and_then(|()| state.finish(env).ok());
    state.give_back();
    Ok(result.unwrap_or_else(|| atoms::nil().to_term(env)))
}

/// Writes a term given in the external format: a binary or list of binaries, or `nil` where
/// only `encode` can write it.
#[rustler::nif]
fn transcode<'a>(env: Env<'a>, etf: Binary<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    run_transcode(env, etf.as_slice(), options)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn transcode_dirty<'a>(env: Env<'a>, etf: Binary<'a>, options: Term<'a>) -> NifResult<Term<'a>> {
    run_transcode(env, etf.as_slice(), options)
}

/// Goes on with what `encode` gave.
#[rustler::nif]
fn encode_more<'a>(
    env: Env<'a>,
    paused: ResourceArc<Paused>,
    frames: Term<'a>,
    reply: Term<'a>,
) -> NifResult<Term<'a>> {
    resume(env, paused, frames, reply, true)
}

/// The same on a dirty scheduler.
#[rustler::nif(schedule = "DirtyCpu")]
fn encode_more_dirty<'a>(
    env: Env<'a>,
    paused: ResourceArc<Paused>,
    frames: Term<'a>,
    reply: Term<'a>,
) -> NifResult<Term<'a>> {
    resume(env, paused, frames, reply, false)
}

rustler::init!("Elixir.RustyJson.Native");
