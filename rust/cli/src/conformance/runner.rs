//! Runs cases against one testee: sends, waits, judges, restarts what died, hung or printed garbage.
//!
//! Step in the flow: [`Case`] -> [`Request`] -> child process -> [`Answer`] -> [`Verdict`]. A testee's trouble fails
//! the case at hand and nothing else; after [`PATIENCE`] troubles it is given up, so that a broken one cannot keep
//! the runner for hours.

use std::path::Path;
use std::time::Duration;

use super::child::{Running, Trouble};
use super::protocol::{Answer, Request};
use super::testees::Testee;
use super::vectors::{Case, Expect};
use crate::compare::{difference, shorten};
use crate::tree::Tree;

/// Restarts after which a testee is given up.
const PATIENCE: usize = 50;

/// Time limits of an exchange.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) start: Duration,
    pub(crate) case: Duration,
}

/// The result of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed(String),
    Skipped(String),
}

/// A testee that is started when needed and restarted after trouble.
pub(crate) struct Session<'a> {
    testee: &'a Testee,
    root: &'a Path,
    limits: Limits,
    running: Option<Running>,
    next_id: u64,
    troubles: usize,
}

impl<'a> Session<'a> {
    pub(crate) fn new(testee: &'a Testee, root: &'a Path, limits: Limits) -> Self {
        Self { testee, root, limits, running: None, next_id: 1, troubles: 0 }
    }

    /// Starts the process and waits for its first answer; starting may take longer than a case.
    pub(crate) fn start(&mut self) -> Result<(), String> {
        let mut running = Running::start(&self.testee.start, self.root).map_err(|e| e.to_string())?;
        let hello = Request { op: "json_to_json", input: b"null", options: &[], repeat: None };
        let id = self.take_id();
        let line = running.exchange(&hello.line(id), self.limits.start).map_err(|e| match e {
            Trouble::Hung(_) => format!("does not start: {e}"),
            other => other.to_string(),
        })?;
        Answer::parse(&line, id)?;
        self.running = Some(running);
        Ok(())
    }

    fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// Sends one request. Any trouble ends the process; the next request starts a new one.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Answer, String> {
        if self.troubles >= PATIENCE {
            return Err(format!("given up after {PATIENCE} restarts"));
        }
        if self.running.is_none()
            && let Err(why) = self.start()
        {
            self.troubles += 1;
            return Err(why);
        }
        let id = self.take_id();
        let limit = self.limits.case;
        let Some(running) = &mut self.running else { return Err("not running".to_owned()) };
        let result = running
            .exchange(&request.line(id), limit)
            .map_err(|trouble| trouble.to_string())
            .and_then(|line| Answer::parse(&line, id))
            .and_then(|answer| match running.unasked() {
                None => Ok(answer),
                Some(line) => {
                    let text = String::from_utf8_lossy(&line).into_owned();
                    Err(format!("a second line after the answer: `{}`", shorten(&text, 80)))
                }
            });
        if result.is_err() {
            self.running = None;
            self.troubles += 1;
        }
        result
    }

    /// Sends one case and judges the answer.
    pub(crate) fn run(&mut self, case: &Case) -> Verdict {
        let request = Request { op: &case.op, input: &case.input, options: &case.options, repeat: None };
        match self.ask(&request) {
            Ok(Answer::Error { code, .. }) if may_lack(case, &code) => Verdict::Skipped(code),
            Ok(answer) => judge(&case.expect, &answer),
            Err(why) => Verdict::Failed(why),
        }
    }
}

/// Whether the host may say with this error that it cannot represent the case's value.
fn may_lack(case: &Case, code: &str) -> bool {
    let expects_error = matches!(case.expect, Expect::Error { .. } | Expect::Refused);
    !expects_error && (code == "E_NUMBER" || (code == "E_SURROGATE" && case.requires.is_some()))
}

/// Compares an answer with what must come back.
pub(crate) fn judge(expect: &Expect, answer: &Answer) -> Verdict {
    let failed = match (expect, answer) {
        (_, Answer::Skipped(reason)) => return Verdict::Skipped(reason.clone()),
        (Expect::Text(expected), Answer::Output { text, .. }) => text_difference(expected, text),
        (Expect::Value(expected), Answer::Output { text, .. }) => match Tree::parse(text.as_bytes()) {
            Ok(actual) => difference(expected, &actual),
            Err(why) => Some(format!("output is not JSON: {why}: `{}`", shorten(text, 80))),
        },
        (Expect::Refused, Answer::Error { .. }) => None,
        (Expect::Error { code, line, column }, Answer::Error { code: c, line: l, column: k, message }) => {
            let place_is_free = *line == 0 && *column == 0;
            let same = code == c && (place_is_free || (line, column) == (l, k));
            (!same).then(|| format!("expected {code} at {line}:{column}, found {c} at {l}:{k} ({message})"))
        }
        (Expect::Error { code, .. }, Answer::Output { text, .. }) => {
            Some(format!("expected {code}, found output `{}`", shorten(text, 80)))
        }
        (Expect::Refused, Answer::Output { text, .. }) => {
            Some(format!("expected an error, found output `{}`", shorten(text, 80)))
        }
        (Expect::Text(_) | Expect::Value(_), Answer::Error { code, line, column, message }) => {
            Some(format!("expected output, found {code} at {line}:{column} ({message})"))
        }
    };
    failed.map_or(Verdict::Passed, Verdict::Failed)
}

/// The first line in which two texts differ.
pub(crate) fn text_difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let mut number = 0;
    let (mut left, mut right) = (expected.split('\n'), actual.split('\n'));
    loop {
        number += 1;
        match (left.next(), right.next()) {
            (Some(x), Some(y)) if x == y => {}
            (None, None) => return Some("texts differ".to_owned()),
            (x, y) => {
                let same =
                    x.zip(y).map_or(0, |(x, y)| x.chars().zip(y.chars()).take_while(|(a, b)| a == b).count());
                let show = |line: Option<&str>| match line {
                    None => "the end".to_owned(),
                    Some(text) => {
                        let cut: String = text.chars().skip(same.saturating_sub(40)).collect();
                        format!("`{}`", shorten(&cut, 100).escape_debug())
                    }
                };
                let column = same + 1;
                return Some(format!(
                    "line {number} column {column}: expected {}, found {}",
                    show(x),
                    show(y)
                ));
            }
        }
    }
}
