//! Differential mode: random documents through every testee; all must agree, and lose nothing.
//!
//! Step in the flow: seed -> document and options -> `json_to_tonl` of every testee (bytes must be identical) ->
//! that text read back by every testee (the value must be the document's); `json_to_json` likewise. A failure is
//! shrunk and printed as a vector, ready to be copied into spec/vectors.

use std::collections::BTreeMap;
use std::path::Path;

use super::generate;
use super::known::Known;
use super::protocol::{Answer, Options, Request};
use super::runner::{Limits, Session, text_difference};
use super::shrink::shrink;
use super::table::Counts;
use super::testees::Testee;
use crate::compare::{difference, shorten};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::rng::Rng;
use crate::tree::Tree;

/// The groups of the table.
pub(crate) const GROUPS: [&str; 3] = ["generated/to TONL", "generated/back", "generated/JSON"];
const TO_TONL: usize = 0;
const BACK: usize = 1;
const JSON: usize = 2;

/// Failures of one testee that are shrunk; more of them are only counted.
const SHRUNK: usize = 3;

/// One document that a testee got wrong.
pub(crate) struct Finding {
    pub(crate) testee: usize,
    pub(crate) group: usize,
    pub(crate) case: String,
    pub(crate) why: String,
    /// The smallest document found, as a vector.
    pub(crate) vector: String,
}

/// A running testee and what it may get wrong.
struct Tested<'t> {
    session: Session<'t>,
    known: Known,
}

/// Counts per group and testee, and the findings.
pub(crate) struct Report {
    pub(crate) counts: Vec<Vec<Counts>>,
    pub(crate) findings: Vec<Finding>,
}

/// What one testee made of one document in one group; `None` when it passed.
struct Judgement {
    testee: usize,
    group: usize,
    failure: Option<String>,
    skipped: bool,
}

/// Sends `number` documents made from `seed`.
pub(crate) fn run(
    testees: &[Testee],
    root: &Path,
    limits: Limits,
    number: u64,
    seed: u64,
) -> Result<Report, Failure> {
    let folder = root.join("spec/known");
    let mut sessions = Vec::new();
    for testee in testees {
        let known = Known::load(&folder, &testee.name)?;
        sessions.push(Tested { session: Session::new(testee, root, limits), known });
    }
    let mut counts = vec![vec![Counts::default(); testees.len()]; GROUPS.len()];
    let mut findings = Vec::new();
    let mut shrunk: BTreeMap<usize, usize> = BTreeMap::new();
    let mut progress = Progress::steps("generated", number);
    for i in 0..number {
        // a document depends on its own number only, so a single one can be run again
        let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(i));
        let tree = generate::document(&mut rng);
        let options = generate::options(&mut rng);
        let text = if rng.one_in(2) { tree.to_json() } else { generate::styled(&tree, &mut rng) };
        for judged in examine(testees, &mut sessions, None, &tree, &text, &options) {
            let cell = &mut counts[judged.group][judged.testee];
            let Some(why) = judged.failure else {
                *cell = add_one(*cell, judged.skipped);
                continue;
            };
            cell.failed += 1;
            let already = shrunk.entry(judged.testee).or_default();
            *already += 1;
            let case = format!("seed {seed} document {i}");
            let finding = if *already > SHRUNK {
                Finding { testee: judged.testee, group: judged.group, case, why, vector: String::new() }
            } else {
                let at = (judged.testee, judged.group);
                minimise(testees, &mut sessions, at, &tree, &text, &options, case, why)
            };
            findings.push(finding);
        }
        progress.advance(1);
    }
    Ok(Report { counts, findings })
}

fn add_one(mut counts: Counts, skipped: bool) -> Counts {
    if skipped {
        counts.skipped += 1;
    } else {
        counts.passed += 1;
    }
    counts
}

/// What a testee answered, when it is to be compared.
enum Said {
    Text(String),
    Refused(String),
    Skipped,
    Trouble(String),
}

fn ask(tested: &mut Tested<'_>, op: &str, input: &str, options: &Options) -> Said {
    let request = Request { op, input: input.as_bytes(), options, repeat: None };
    match tested.session.ask(&request) {
        Ok(Answer::Output { text, .. }) => Said::Text(text),
        // a host that cannot hold a number may say so
        Ok(Answer::Error { code, .. }) if code == "E_NUMBER" => Said::Skipped,
        Ok(Answer::Error { code, message, .. }) => Said::Refused(format!("{code} ({message})")),
        Ok(Answer::Skipped(_)) => Said::Skipped,
        Err(why) => Said::Trouble(why),
    }
}

/// One document through the testees. `only` limits the work to one testee and the one it is compared with.
fn examine(
    testees: &[Testee],
    sessions: &mut [Tested<'_>],
    only: Option<usize>,
    tree: &Tree,
    text: &str,
    options: &Options,
) -> Vec<Judgement> {
    let mut judged = Vec::new();
    let mut texts: Vec<(usize, String)> = Vec::new();
    let reference = testees.iter().position(|t| t.has_op("json_to_tonl"));
    let taken = |i: usize| only.is_none_or(|one| i == one || Some(i) == reference);
    let mut note = |testee, group, failure: Option<String>, skipped| {
        judged.push(Judgement { testee, group, failure, skipped });
    };
    for (i, testee) in testees.iter().enumerate().filter(|(i, _)| taken(*i)) {
        if !testee.has_op("json_to_tonl") {
            continue;
        }
        match ask(&mut sessions[i], "json_to_tonl", text, options) {
            Said::Skipped => note(i, TO_TONL, None, true),
            Said::Trouble(why) => note(i, TO_TONL, Some(why), false),
            Said::Refused(why) => note(i, TO_TONL, Some(format!("refused: {why}")), false),
            Said::Text(made) => {
                let other = texts.first().and_then(|(first, expected)| {
                    let why = text_difference(expected, &made)?;
                    Some(format!("differs from {}: {why}", testees[*first].name))
                });
                note(i, TO_TONL, other, false);
                texts.push((i, made));
            }
        }
    }
    // a text that differs has failed already; readers are judged on the one that the others are compared with
    texts.truncate(1);
    for (i, testee) in testees.iter().enumerate().filter(|(i, _)| taken(*i)) {
        if testee.has_op("tonl_to_json") {
            for (writer, made) in &texts {
                let said = ask(&mut sessions[i], "tonl_to_json", made, &Vec::new());
                let (failure, skipped) = same_value(tree, said, &sessions[i].known, BACK);
                let failure =
                    failure.map(|why| format!("TONL of {} read back: {why}", testees[*writer].name));
                note(i, BACK, failure, skipped);
            }
        }
        if testee.has_op("json_to_json") {
            let said = ask(&mut sessions[i], "json_to_json", text, &Vec::new());
            let (failure, skipped) = same_value(tree, said, &sessions[i].known, JSON);
            note(i, JSON, failure, skipped);
        }
    }
    judged
}

/// Whether an answer is JSON text of the document, or of what the testee is known to make of it; a deviation that is
/// listed and does not show is a failure.
fn same_value(tree: &Tree, said: Said, known: &Known, group: usize) -> (Option<String>, bool) {
    match said {
        Said::Skipped => (None, true),
        Said::Trouble(why) => (Some(why), false),
        Said::Refused(why) => (Some(format!("refused: {why}")), false),
        Said::Text(text) => match Tree::parse(text.as_bytes()) {
            Ok(value) => match known.as_returned(GROUPS[group], tree) {
                None => (difference(tree, &value), false),
                Some(returned) => match difference(&returned, &value) {
                    None => (None, true),
                    Some(_) if difference(tree, &value).is_none() => {
                        (Some("passes, though listed as a known deviation".to_owned()), false)
                    }
                    why => (why, false),
                },
            },
            Err(why) => (Some(format!("not JSON: {why}: `{}`", shorten(&text, 60))), false),
        },
    }
}

/// Shrinks the document, then drops options that do not matter, and renders a vector.
#[expect(clippy::too_many_arguments, reason = "all that identifies one finding")]
fn minimise(
    testees: &[Testee],
    sessions: &mut [Tested<'_>],
    (testee, group): (usize, usize),
    tree: &Tree,
    text: &str,
    options: &Options,
    case: String,
    why: String,
) -> Finding {
    let mut fails = |tree: &Tree, text: &str, options: &Options| -> Option<String> {
        let judged = examine(testees, sessions, Some(testee), tree, text, options);
        judged.into_iter().find(|j| j.testee == testee && j.group == group).and_then(|j| j.failure)
    };
    let mut finding = Finding { testee, group, case, why, vector: String::new() };
    let plain = tree.to_json();
    let mut small = tree.clone();
    let mut kept = options.clone();
    let mut json = text.to_owned();
    if fails(tree, &plain, options).is_some() {
        for i in (0..kept.len()).rev() {
            let mut fewer = kept.clone();
            fewer.remove(i);
            if fails(tree, &plain, &fewer).is_some() {
                kept = fewer;
            }
        }
        small = shrink(small, |tree| fails(tree, &tree.to_json(), &kept).is_some());
        json = small.to_json();
    }
    if let Some(last) = fails(&small, &json, &kept) {
        finding.why = last;
    }
    let mut vector = vec![
        ("name".to_owned(), Tree::text(finding.case.clone())),
        ("json".to_owned(), Tree::text(json.clone())),
        ("options".to_owned(), Tree::Object(kept.clone())),
    ];
    if group != JSON {
        let writer = testees.iter().position(|t| t.has_op("json_to_tonl"));
        if let Some(Said::Text(tonl)) = writer.map(|i| ask(&mut sessions[i], "json_to_tonl", &json, &kept)) {
            vector.push(("tonl".to_owned(), Tree::text(tonl)));
            vector.push(("roundtrip".to_owned(), Tree::Bool(true)));
        }
    }
    finding.vector = Tree::Object(vector).to_json();
    finding
}
