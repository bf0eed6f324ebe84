//! The format of an input, and whole documents of either format as values.
//!
//! Step in the flow: source -> bytes -> [`Format`] -> JSON text or [`Tree`]. The extension decides, else the first
//! character: JSON begins with a bracket, a quote, a digit or one of its words; everything else is TONL.

use clap::ArgMatches;

use super::options;
use crate::args;
use crate::failure::Failure;
use crate::input::Source;
use crate::report::Problem;
use crate::tree::{self, Tree};

/// What an input holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Tonl,
    /// One JSON document a line.
    Lines,
}

/// The format of a source, as `--from` says or as it looks. `start` is the beginning of its content.
pub(crate) fn format_of(source: &Source, matches: &ArgMatches, start: &[u8]) -> Format {
    if args::is_set(matches, "ndjson") {
        return Format::Lines;
    }
    match args::text(matches, "from") {
        Some("json") => return Format::Json,
        Some("tonl") => return Format::Tonl,
        Some("ndjson") => return Format::Lines,
        _ => {}
    }
    match source.extension().as_deref() {
        Some("json" | "geojson") => Format::Json,
        Some("tonl") => Format::Tonl,
        Some("ndjson" | "jsonl") => Format::Lines,
        _ if looks_like_json(start) => Format::Json,
        _ => Format::Tonl,
    }
}

fn looks_like_json(start: &[u8]) -> bool {
    let text = start.trim_ascii_start();
    match text.first() {
        Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9') => true,
        Some(b't' | b'f' | b'n') => {
            ["true", "false", "null"].iter().any(|word| text.trim_ascii_end() == word.as_bytes())
        }
        _ => false,
    }
}

/// The value of a document; lines become one array.
pub(crate) fn tree_of(
    bytes: &[u8],
    format: Format,
    label: &str,
    matches: &ArgMatches,
) -> Result<Tree, Failure> {
    match format {
        Format::Json => Tree::parse_or_refuse(bytes, label),
        Format::Tonl => {
            let opts = options::decoding(matches)?;
            let value =
                tonl::decode(bytes, &opts).map_err(|error| tonl_failure(&error, label, Some(bytes)))?;
            Ok(Tree::from(value))
        }
        Format::Lines => {
            let mut elements = Vec::new();
            each_line(bytes, label, |line| {
                elements.push(Tree::parse(line)?);
                Ok(())
            })?;
            Ok(Tree::Array(elements))
        }
    }
}

/// Runs `work` for every line that is not blank; an error gets the line's number.
pub(crate) fn each_line(
    bytes: &[u8],
    label: &str,
    mut work: impl FnMut(&[u8]) -> Result<(), stele_json::Error>,
) -> Result<(), Failure> {
    for (i, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.trim_ascii().is_empty() {
            work(line).map_err(|error| line_failure(&error, label, i as u64 + 1, line))?;
        }
    }
    Ok(())
}

/// An error in one line of many.
#[cold]
pub(crate) fn line_failure(error: &stele_json::Error, label: &str, number: u64, line: &[u8]) -> Failure {
    let mut problem = tree::json_problem(error, label, line);
    if let Some(place) = &mut problem.place {
        place.line += number - 1;
    }
    Failure::Refused(Box::new(problem))
}

/// An error of the TONL library with its place in the source.
#[cold]
pub(crate) fn tonl_failure(error: &tonl::Error, label: &str, source: Option<&[u8]>) -> Failure {
    Failure::Refused(Box::new(tonl_problem(error, label, source)))
}

#[cold]
pub(crate) fn tonl_problem(error: &tonl::Error, label: &str, source: Option<&[u8]>) -> Problem {
    let problem = Problem::new(label, error.code.as_str(), error.message.to_string());
    problem.at(error.line as u64, error.column as u64, source)
}
