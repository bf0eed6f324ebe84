//! `stele journey`, the main job of `./run`: documents travel JSON -> TONL -> JSON through every implementation.
//!
//! Step in the flow: documents x testees -> [`measure`] -> a table of bytes, tokens, times and the verdict
//! "identical" or the first difference; exit 1 when anything differs. Parts: [`documents`] what travels, [`make`]
//! the large ones from a seed, [`measure`] one document through one implementation, [`table`] what is printed.

mod documents;
mod make;
mod measure;
mod table;

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ArgMatches;

use crate::args;
use crate::conformance::runner::{Limits, Session};
use crate::conformance::testees::{self, Testee};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::report::note;
use crate::tokens;
use documents::Document;
use measure::Row;

/// The forms of a document that are compared: minified JSON and the presets of TONL.
const FORMS: [&str; 4] = ["JSON", "TONL", "dense", "tight"];

/// A number of each form, where there is one.
type Sizes = [Option<usize>; FORMS.len()];

/// A line of the result: one document through one implementation.
struct Line {
    document: String,
    testee: String,
    bytes: Sizes,
    tokens: Sizes,
    row: Row,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let started = Instant::now();
    let root = testees::repository_root(args::text(matches, "root-dir"))?;
    let all = testees::chosen(&root, &args::texts(matches, "testee"))?;
    let named = !args::texts(matches, "testee").is_empty();
    if args::is_set(matches, "build") {
        testees::build(&all, &root);
    }
    let limits = Limits { start: Duration::from_secs(120), case: Duration::from_secs(120) };
    let mut sessions = present(&all, &root, limits, named)?;
    let origins = documents::origins(&args::texts(matches, "files"), &root, args::is_set(matches, "small"))?;
    let self_test = args::is_set(matches, "self-test");
    let quiet = args::is_set(matches, "quiet") || std::io::stderr().is_terminal();
    let mut progress = Progress::steps("journey", (origins.len() * sessions.len()) as u64);
    let mut lines = Vec::new();
    for (i, origin) in origins.iter().enumerate() {
        let document = origin.load()?;
        if !quiet {
            note(&format!("[{}/{}] {} ({})", i + 1, origins.len(), document.name, size(document.json.len())));
        }
        // the self-test corrupts the first document only: the others show that nothing else is found
        let corrupt = self_test && i == 0;
        document_lines(&document, &mut sessions, corrupt, &mut progress, &mut lines);
    }
    drop(progress);
    if args::is_set(matches, "json") {
        output::print(&table::as_json(&lines))?
    } else {
        output::print(&table::as_table(&lines, started))?
    };
    if self_test {
        let found = lines.iter().any(|line| line.row.difference.is_some());
        note(if found {
            "self-test: the corrupted byte was found"
        } else {
            "self-test: the corrupted byte was NOT found"
        });
    }
    if lines.iter().any(|line| line.row.difference.is_some()) { Err(Failure::Reported(1)) } else { Ok(()) }
}

/// Starts every testee; who does not start is left out with its reason, unless it was asked for by name.
fn present<'a>(
    all: &'a [Testee],
    root: &'a Path,
    limits: Limits,
    named: bool,
) -> Result<Vec<(&'a Testee, Session<'a>)>, Failure> {
    let mut sessions = Vec::new();
    for testee in all {
        let mut session = Session::new(testee, root, limits);
        match session.start() {
            Ok(()) => sessions.push((testee, session)),
            Err(why) if named => return Err(Failure::usage(format!("testee {}: {why}", testee.name))),
            Err(why) => note(&format!("not present: {}: {why}", testee.name)),
        }
    }
    if sessions.is_empty() {
        return Err(Failure::usage("no implementation is present"));
    }
    Ok(sessions)
}

fn document_lines(
    document: &Document,
    sessions: &mut [(&Testee, Session<'_>)],
    corrupt: bool,
    progress: &mut Progress,
    lines: &mut Vec<Line>,
) {
    let json_tokens = tokens::default_model().count(&document.json);
    let first = lines.len();
    for (testee, session) in sessions {
        progress.say(&format!("{} {}", testee.name, document.name));
        let reference = lines[first..].iter().find(|line| line.row.texts.iter().any(Option::is_some));
        let row = measure::travel(document, testee, session, reference.map(|line| &line.row), corrupt);
        let mut line = Line {
            document: document.name.clone(),
            testee: testee.name.clone(),
            bytes: [Some(document.json.len()), None, None, None],
            tokens: [Some(json_tokens), None, None, None],
            row,
        };
        for (at, text) in line.row.texts.iter().enumerate() {
            let Some(text) = text else { continue };
            line.bytes[at + 1] = Some(text.len());
            line.tokens[at + 1] = match reference {
                // equal texts have equal counts
                Some(known) if known.row.texts[at].as_ref() == Some(text) => known.tokens[at + 1],
                _ => Some(tokens::default_model().count(text)),
            };
        }
        lines.push(line);
        progress.advance(1);
    }
    // the texts are only needed to compare implementations on this document
    for line in &mut lines[first..] {
        line.row.texts = Default::default();
    }
}

/// `1234567` -> `1,234,567`.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn size(bytes: usize) -> String {
    match bytes {
        0..=9999 => format!("{bytes} B"),
        10_000..=999_999 => format!("{} KB", bytes / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
