//! `stele format`: the same document in one layout, JSON as JSON and TONL as TONL.
//!
//! Step in the flow: bytes -> formatter -> bytes. JSON goes through in chunks, so memory does not grow with the
//! input (except with `--sort-keys`), and neither numbers nor strings are decoded; TONL is read whole and written anew.

use std::io::BufRead;

use clap::ArgMatches;
use stele_json::format::Formatter;
use stele_json::{Pretty, WriteOptions};

use super::each::{Plan, each};
use super::encode::end_on_terminal;
use super::load::{Format, format_of, line_failure, tonl_failure};
use super::options;
use crate::args;
use crate::failure::Failure;
use crate::input::{Reader, Source};
use crate::output::Sink;
use crate::report::Problem;
use crate::tree::{json_code, json_failure, reading};

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let layout = json_options(matches);
    let plan = Plan { extension: None, joinable: true };
    let mut follows = false;
    each(matches, &plan, |source, sink| {
        let mut reader = source.open()?;
        let start = reader.fill_buf().map_err(|e| Failure::io(&source.label(), &e))?;
        match format_of(source, matches, start) {
            Format::Json if layout.sort_keys => sorted(source, reader, &layout, sink),
            Format::Json => streamed(source, reader, &layout, sink),
            Format::Lines => lines(reader, &layout, sink),
            Format::Tonl => {
                let text = tonl_text(source, reader, matches)?;
                // TONL ends without a line end: on standard output the next text would go on in its last line
                if std::mem::replace(&mut follows, true) && sink.is_stdout() {
                    sink.put(b"\n")?;
                }
                sink.put(text.as_bytes())?;
                end_on_terminal(sink)
            }
        }
    })
}

fn json_options(matches: &ArgMatches) -> WriteOptions {
    let mut layout = options::json_layout(!args::is_set(matches, "minify"));
    layout.sort_keys = args::is_set(matches, "sort-keys");
    if let (Some(pretty), Some(indent)) = (&mut layout.pretty, args::count(matches, "indent")) {
        *pretty = Pretty { indent: " ".repeat(indent.min(16) as usize).into(), ..Pretty::default() };
    }
    layout
}

/// JSON in chunks.
fn streamed(
    source: &Source,
    mut reader: Reader,
    layout: &WriteOptions,
    sink: &mut Sink,
) -> Result<(), Failure> {
    let mut opts = reading();
    opts.max_bytes = usize::MAX;
    let mut formatter = Formatter::new(&opts, layout);
    let mut out = Vec::new();
    let mut seen = Seen { bytes: 0, line: 1, column: 1 };
    loop {
        let chunk = reader.fill_buf().map_err(|e| Failure::io(&source.label(), &e))?;
        if chunk.is_empty() {
            break;
        }
        out.clear();
        formatter.feed(chunk, &mut out).map_err(|error| at_source(&error, source, &seen, chunk))?;
        seen.pass(chunk);
        let len = chunk.len();
        reader.consume(len);
        sink.put(&out)?;
    }
    out.clear();
    formatter.finish(&mut out).map_err(|error| at_source(&error, source, &seen, b""))?;
    out.push(b'\n');
    sink.put(&out)
}

/// The place behind all chunks so far.
struct Seen {
    bytes: usize,
    line: u64,
    column: u64,
}

impl Seen {
    fn pass(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len();
        self.line += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
        let last = match chunk.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => {
                self.column = 1;
                &chunk[at + 1..]
            }
            None => chunk,
        };
        // continuation bytes belong to the character before
        self.column += last.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64;
    }
}

/// The text is gone when an error shows: a file is read once more for the line that is shown; of standard input
/// only the place is known, and that only inside the chunk at hand.
#[cold]
fn at_source(error: &stele_json::Error, source: &Source, seen: &Seen, chunk: &[u8]) -> Failure {
    let label = source.label();
    if let Source::File(_) = source {
        return source.read_all().map_or_else(|failure| failure, |bytes| json_failure(error, &label, &bytes));
    }
    let problem = Problem::new(&label, json_code(error.kind), error.kind.text().to_owned());
    let Some(part) = error.offset.checked_sub(seen.bytes).and_then(|len| chunk.get(..len)) else {
        return Failure::Refused(Box::new(problem));
    };
    let mut place = Seen { bytes: seen.bytes, ..*seen };
    place.pass(part);
    // the line is shown when it begins in this chunk
    let start = part.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
    let start = start.or((seen.column == 1).then_some(0));
    let end = chunk[part.len()..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(chunk.len(), |len| part.len() + len);
    let line = start.filter(|_| !chunk.is_empty()).map(|start| (&chunk[start..end], part.len() - start));
    Failure::Refused(Box::new(problem.placed(place.line, place.column, line)))
}

fn sorted(source: &Source, reader: Reader, layout: &WriteOptions, sink: &mut Sink) -> Result<(), Failure> {
    let bytes = reader.read_rest()?;
    let text = stele_json::format::format(&bytes, &reading(), layout);
    let mut text = text.map_err(|error| json_failure(&error, &source.label(), &bytes))?;
    text.push(b'\n');
    sink.put(&text)
}

/// One document a line, each written on one line.
fn lines(mut reader: Reader, layout: &WriteOptions, sink: &mut Sink) -> Result<(), Failure> {
    let layout = WriteOptions { pretty: None, ..layout.clone() };
    let opts = reading();
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(|e| Failure::io(&reader.label, &e))?;
        if read == 0 {
            return Ok(());
        }
        number += 1;
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let text = stele_json::format::format(&line, &opts, &layout);
        let mut text = text.map_err(|error| line_failure(&error, &reader.label, number, &line))?;
        text.push(b'\n');
        sink.put(&text)?;
    }
}

fn tonl_text(source: &Source, reader: Reader, matches: &ArgMatches) -> Result<String, Failure> {
    let bytes = reader.read_rest()?;
    let (read, write) = (options::decoding(matches)?, options::encoding(matches)?);
    let text = tonl::format(&bytes, &read, &write);
    text.map_err(|error| tonl_failure(&error, &source.label(), Some(&bytes)))
}
