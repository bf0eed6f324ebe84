//! `stele journey`, the main job of `./run`: documents travel JSON -> TONL -> JSON through every implementation.
//!
//! Step in the flow: documents x testees -> [`measure`] -> a table of bytes, tokens, times and the verdict
//! "identical" or the first difference; exit 1 when anything differs. Parts: [`documents`] what travels, [`make`]
//! the large ones from a seed, [`measure`] one document through one implementation.

mod documents;
mod make;
mod measure;

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ArgMatches;

use crate::args;
use crate::conformance::runner::{Limits, Session};
use crate::conformance::table::columns;
use crate::conformance::testees::{self, Testee};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::report::note;
use crate::tokens;
use crate::tree::Tree;
use documents::Document;
use measure::Row;

/// A line of the result: one document through one implementation.
struct Line {
    document: String,
    testee: String,
    /// Bytes of minified JSON, TONL, dense TONL.
    bytes: [Option<usize>; 3],
    tokens: [Option<usize>; 3],
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
        output::print(&as_json(&lines))?
    } else {
        output::print(&as_table(&lines, started))?
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
        let reference = lines[first..].iter().map(|line: &Line| &line.row).find(|row| row.tonl.is_some());
        let row = measure::travel(document, testee, session, reference, corrupt);
        let texts = [Some(&document.json), row.tonl.as_ref(), row.dense.as_ref()];
        let counts = texts.map(|text| text.map(|text| text.len()));
        let tokens = match reference {
            // equal texts have equal counts
            Some(known) if known.tonl == row.tonl && known.dense == row.dense => lines[first].tokens,
            _ => {
                let count = |text: Option<&String>| text.map(|text| tokens::default_model().count(text));
                [Some(json_tokens), count(texts[1]), count(texts[2])]
            }
        };
        lines.push(Line {
            document: document.name.clone(),
            testee: testee.name.clone(),
            bytes: counts,
            tokens,
            row,
        });
        progress.advance(1);
    }
    // the texts are only needed to compare implementations on this document
    for line in &mut lines[first..] {
        line.row.tonl = None;
        line.row.dense = None;
    }
}

fn verdict(row: &Row) -> String {
    match (&row.difference, &row.skipped) {
        (Some(why), _) => why.clone(),
        (None, Some(why)) => why.clone(),
        (None, None) if row.encode.is_some() => "identical".to_owned(),
        (None, None) => "identical (JSON only)".to_owned(),
    }
}

fn as_table(lines: &[Line], started: Instant) -> String {
    let mut rows = vec![
        ["", "", "bytes", "", "", "o200k tokens", "", "", "median ms", "", "", ""]
            .map(str::to_owned)
            .to_vec(),
        [
            "document",
            "by",
            "JSON",
            "TONL",
            "dense",
            "JSON",
            "TONL",
            "dense",
            "to TONL",
            "to JSON",
            "JSON again",
            "result",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let count = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), grouped);
    let time = |ns: Option<u64>| ns.map_or_else(|| "-".to_owned(), milliseconds);
    let mut previous = "";
    for line in lines {
        let name = if line.document == previous { "" } else { line.document.as_str() };
        previous = &line.document;
        let mut row = vec![name.to_owned(), line.testee.clone()];
        row.extend(line.bytes.iter().chain(&line.tokens).map(|n| count(*n)));
        row.extend([line.row.encode, line.row.decode, line.row.json_again].map(time));
        row.push(verdict(&line.row));
        rows.push(row);
    }
    let mut text = columns(&rows, &[2], true);
    text.push('\n');
    text.push_str(&summary(lines, started));
    text
}

fn summary(lines: &[Line], started: Instant) -> String {
    let mut text = String::new();
    let total = |pick: fn(&Line) -> [Option<usize>; 3], which: usize| -> usize {
        let complete = lines.iter().filter(|line| line.bytes.iter().all(Option::is_some));
        complete.filter_map(|line| pick(line)[which]).sum()
    };
    for (what, pick) in [("bytes", (|line| line.bytes) as fn(&Line) -> _), ("tokens", |line| line.tokens)] {
        let json = total(pick, 0);
        if json > 0 {
            let share = |which| 100.0 * total(pick, which) as f64 / json as f64;
            let line = format!(
                "all {what} against minified JSON: TONL {:.1} %, dense {:.1} %\n",
                share(1),
                share(2)
            );
            text.push_str(&line);
        }
    }
    let different = lines.iter().filter(|line| line.row.difference.is_some()).count();
    let skipped =
        lines.iter().filter(|line| line.row.difference.is_none() && line.row.skipped.is_some()).count();
    let same = lines.len() - different - skipped;
    text.push_str(&format!(
        "{} journeys in {:.1} s: {same} identical, {different} different, {skipped} skipped\n",
        lines.len(),
        started.elapsed().as_secs_f64()
    ));
    text
}

fn as_json(lines: &[Line]) -> String {
    let mut out = String::new();
    let int = |n: Option<u64>| n.map_or(Tree::Null, |n| Tree::int(n as i64));
    for line in lines {
        let three = |values: [Option<usize>; 3]| {
            let [json, tonl, dense] = values.map(|n| int(n.map(|n| n as u64)));
            Tree::object([("json", json), ("tonl", tonl), ("dense", dense)])
        };
        let row = &line.row;
        let object = Tree::object([
            ("document", Tree::text(line.document.clone())),
            ("testee", Tree::text(line.testee.clone())),
            ("bytes", three(line.bytes)),
            ("tokens", three(line.tokens)),
            ("to_tonl_ns", int(row.encode)),
            ("to_json_ns", int(row.decode)),
            ("json_again_ns", int(row.json_again)),
            ("identical", Tree::Bool(row.difference.is_none() && row.skipped.is_none())),
            ("difference", row.difference.clone().map_or(Tree::Null, Tree::Text)),
            ("skipped", row.skipped.clone().map_or(Tree::Null, Tree::Text)),
        ]);
        out.push_str(&object.to_json());
        out.push('\n');
    }
    out
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

fn milliseconds(ns: u64) -> String {
    let ms = ns as f64 / 1e6;
    match ms {
        ms if ms < 0.1 => format!("{ms:.4}"),
        ms if ms < 10.0 => format!("{ms:.3}"),
        ms => format!("{ms:.1}"),
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..=9999 => format!("{bytes} B"),
        10_000..=999_999 => format!("{} KB", bytes / 1000),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
