//! `stele check`: all problems of files, each with source line and caret.
//!
//! Step in the flow: bytes -> the library's (TONL) or our own recovering (JSON) checker -> problems in the order of the
//! text -> standard output, as text or as JSON lines. Exit 1 when there is one.

use std::io::IsTerminal;

use clap::ArgMatches;

use super::check_json;
use super::load::{Format, format_of};
use super::options;
use crate::args;
use crate::failure::{Failure, Outcome};
use crate::input::{self, Source};
use crate::output;
use crate::report::{Problem, note};
use crate::tree::Tree;

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let json = args::is_set(matches, "json");
    let colour = std::io::stdout().is_terminal() && crate::report::colour();
    let mut outcome = Outcome::default();
    let (mut files, mut bad, mut total) = (0, 0, 0);
    for source in input::sources(&args::texts(matches, "files"))? {
        files += 1;
        let problems = match problems(&source, matches) {
            Ok(problems) => problems,
            Err(failure) => {
                bad += 1;
                outcome.note(Err(failure))?;
                continue;
            }
        };
        for problem in &problems {
            let text = if json { as_json(problem) } else { problem.render(colour) };
            output::print(&format!("{text}\n"))?;
        }
        bad += usize::from(!problems.is_empty());
        total += problems.len();
    }
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    if total > 0 {
        note(&format!("{} in {bad} of {}", count(total, "problem"), count(files, "file")));
        outcome.note(Err(Failure::Reported(1)))?;
    } else if bad == 0 && !args::is_set(matches, "quiet") {
        note(&format!("{}: no problem", count(files, "file")));
    }
    outcome.finish()
}

fn problems(source: &Source, matches: &ArgMatches) -> Result<Vec<Problem>, Failure> {
    let bytes = source.read_all()?;
    let label = source.label();
    let lenient = args::is_set(matches, "lenient");
    Ok(match format_of(source, matches, &bytes) {
        Format::Json => check_json::problems(&bytes, &label, !lenient),
        Format::Tonl => {
            let mut opts = options::decoding(matches)?;
            opts.strict = !lenient;
            tonl_problems(&bytes, &label, &tonl::check(&bytes, &opts))
        }
        Format::Lines => {
            let mut found = Vec::new();
            for (i, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let mut mine = check_json::problems(line, &label, !lenient);
                for place in mine.iter_mut().filter_map(|problem| problem.place.as_mut()) {
                    place.line += i as u64;
                }
                found.append(&mut mine);
            }
            found
        }
    })
}

/// Errors come in the order of lines, so one pass over the lines finds all their texts.
fn tonl_problems(bytes: &[u8], label: &str, errors: &[tonl::Error]) -> Vec<Problem> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let (mut number, mut text) = (0, None);
    let mut found = Vec::with_capacity(errors.len());
    for error in errors {
        while number < error.line {
            text = lines.next();
            number += 1;
        }
        let problem = Problem::new(label, error.code.as_str(), error.message.to_string());
        let here = text.filter(|_| number == error.line);
        found.push(problem.on_line(error.line as u64, error.column as u64, here));
    }
    found
}

fn as_json(problem: &Problem) -> String {
    let place = problem.place.as_ref();
    let number = |n: Option<u64>| n.map_or(Tree::Null, |n| Tree::int(n as i64));
    let object = Tree::object([
        ("path", Tree::text(problem.path.clone())),
        ("code", Tree::text(problem.code.clone())),
        ("line", number(place.map(|place| place.line))),
        ("column", number(place.map(|place| place.column))),
        ("message", Tree::text(problem.message.clone())),
    ]);
    object.to_json()
}
