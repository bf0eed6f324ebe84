//! `stele encode`: JSON, or lines of JSON, to TONL.
//!
//! Step in the flow: bytes -> `tonl::from_json` -> bytes. The writer must see a whole array before it can choose a
//! table, so a document is read whole; lines become one array, which TONL writes as one table where they agree.

use std::io::IsTerminal;

use clap::ArgMatches;
use stele_json::{ErrorKind, ReadOptions};
use tonl::EncodeOptions;

use super::each::{Plan, each};
use super::load::{each_line, tonl_failure};
use super::options;
use crate::args;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Sink;
use crate::tree::reading;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let opts = options::encoding(matches)?;
    let plan = Plan { extension: Some("tonl"), joinable: false };
    let lines = args::is_set(matches, "ndjson");
    each(matches, &plan, |source, sink| {
        let text = encode(source, lines, &opts)?;
        sink.put(text.as_bytes())?;
        end_on_terminal(sink)
    })
}

fn encode(source: &Source, lines: bool, opts: &EncodeOptions) -> Result<String, Failure> {
    let mut bytes = source.read_all()?;
    let label = source.label();
    if lines || source.is_ndjson() {
        bytes = one_array(&bytes, &label)?;
    }
    tonl::from_json(&bytes, opts).map_err(|error| refused(&error, &label, &bytes, opts))
}

/// Errors of the TONL writer have no place; where the JSON reader finds the same problem, it is shown there.
#[cold]
fn refused(error: &tonl::Error, label: &str, bytes: &[u8], opts: &EncodeOptions) -> Failure {
    let mut placed = error.clone();
    if error.line == 0 {
        let limits = ReadOptions { max_depth: opts.max_depth, ..reading() };
        if let Err(found) = stele_json::check(bytes, &limits)
            && matches!(found.kind, ErrorKind::LoneSurrogate | ErrorKind::DepthLimit)
        {
            let place = found.position(bytes);
            (placed.line, placed.column) = (place.line, place.column);
        }
    }
    tonl_failure(&placed, label, Some(bytes))
}

/// The lines as elements of one array. Each is checked by itself, so that an error has the number of its line.
fn one_array(bytes: &[u8], label: &str) -> Result<Vec<u8>, Failure> {
    let opts = reading();
    let mut array = Vec::with_capacity(bytes.len() + 2);
    array.push(b'[');
    each_line(bytes, label, |line| {
        stele_json::check(line, &opts)?;
        if array.len() > 1 {
            array.push(b',');
        }
        array.extend_from_slice(line);
        Ok(())
    })?;
    array.push(b']');
    Ok(array)
}

/// TONL has no line end after its last line; a person at a terminal wants one.
pub(crate) fn end_on_terminal(sink: &mut Sink) -> Result<(), Failure> {
    let seen = sink.is_stdout() && std::io::stdout().is_terminal();
    if seen { sink.put(b"\n") } else { Ok(()) }
}
