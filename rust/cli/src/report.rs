//! Problems as a person reads them: message, path, source line, caret.
//!
//! Step in the flow: {code, message, line, column} and the source text -> lines on standard error.
//! The excerpt is cut to a window around the column, control characters and tabs take one cell each, so the caret
//! stands under the character it means. Colour only when standard error is a terminal and NO_COLOR is unset.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::sync::atomic::{AtomicU8, Ordering};

use crate::failure::Failure;

/// Characters of the source line that are shown.
const WINDOW: usize = 96;

/// One problem of one input.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    pub(crate) path: String,
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
}

/// Where a problem is; line and column count from 1, the column in code points.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// Part of the source line around the column, and the index of the column's character in it.
    pub(crate) excerpt: Option<(String, usize)>,
}

impl Problem {
    pub(crate) fn new(path: &str, code: &str, message: String) -> Self {
        Self { path: path.to_owned(), code: code.to_owned(), message, place: None }
    }

    /// Adds the place, with the source line when the source is at hand. Line 0 means "no place".
    pub(crate) fn at(self, line: u64, column: u64, source: Option<&[u8]>) -> Self {
        let text = source.and_then(|bytes| nth_line(bytes, line));
        self.on_line(line, column, text)
    }

    /// Adds the place with the text of its line.
    pub(crate) fn on_line(self, line: u64, column: u64, text: Option<&[u8]>) -> Self {
        self.placed(line, column, text.map(|text| (text, byte_of_column(text, column))))
    }

    /// Adds the place with the text of its line, or a part that begins with the line, and the byte of the column in it.
    pub(crate) fn placed(mut self, line: u64, column: u64, text: Option<(&[u8], usize)>) -> Self {
        if line > 0 {
            let excerpt = text.map(|(text, at)| excerpt(text, at));
            self.place = Some(Place { line, column, excerpt });
        }
        self
    }

    /// The problem in full: header, place, source line, caret.
    pub(crate) fn render(&self, colour: bool) -> String {
        let (red, blue, bold, off) =
            if colour { ("\x1b[31;1m", "\x1b[34m", "\x1b[1m", "\x1b[0m") } else { ("", "", "", "") };
        let mut out = format!("{red}error{off}: {bold}{}{off}", self.message);
        if !self.code.is_empty() {
            let _ = write!(out, " [{}]", self.code);
        }
        let Some(place) = &self.place else {
            let _ = write!(out, "\n {blue}-->{off} {}", self.path);
            return out;
        };
        let _ = write!(out, "\n {blue}-->{off} {}:{}:{}", self.path, place.line, place.column);
        if let Some((text, caret)) = &place.excerpt {
            let number = place.line.to_string();
            let gap = " ".repeat(number.len());
            let _ = write!(
                out,
                "\n {gap} {blue}|{off}\n {blue}{number} |{off} {text}\n {gap} {blue}|{off} {}{red}^{off}",
                " ".repeat(*caret)
            );
        }
        out
    }
}

/// The window of a line around the byte `at`: text with one cell per character, and the caret's cell.
/// Only what is shown is decoded: a minified document is one line of many megabytes.
fn excerpt(line: &[u8], at: usize) -> (String, usize) {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let at = at.min(line.len());
    let from = at.saturating_sub(2 * WINDOW);
    let left = String::from_utf8_lossy(&line[from..at]).into_owned();
    let right = String::from_utf8_lossy(&line[at..line.len().min(at + 4 * WINDOW)]).into_owned();
    let left: Vec<char> = left.chars().collect();
    let kept = &left[left.len().saturating_sub(WINDOW / 2)..];
    let cut_left = from > 0 || kept.len() < left.len();
    let mut shown = String::new();
    if cut_left {
        shown.push('…');
    }
    shown.extend(kept.iter().copied().map(cell));
    let room = WINDOW - kept.len();
    shown.extend(right.chars().take(room).map(cell));
    if right.chars().nth(room).is_some() {
        shown.push('…');
    }
    (shown.trim_end().to_owned(), kept.len() + usize::from(cut_left))
}

/// Where the character of a column (from 1) begins; bytes that are not UTF-8 count one each.
fn byte_of_column(line: &[u8], column: u64) -> usize {
    let mut left = column.saturating_sub(1);
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            if left == 0 {
                return at;
            }
            left -= 1;
            at += c.len_utf8();
        }
        let bad = (chunk.invalid().len() as u64).min(left);
        at += bad as usize;
        left -= bad;
        if left == 0 {
            return at;
        }
    }
    line.len()
}

/// A character as one cell: control characters would move the caret or the terminal.
fn cell(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Line `number` (from 1) without its line end; cut at LF only, as both formats count.
fn nth_line(source: &[u8], number: u64) -> Option<&[u8]> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    source.split(|b| *b == b'\n').nth(index)
}

/// When colour is used on standard error: 0 automatic, 1 always, 2 never.
static COLOUR: AtomicU8 = AtomicU8::new(0);

/// Sets the choice of `--color`.
pub(crate) fn set_colour(choice: &str) {
    let value = match choice {
        "always" => 1,
        "never" => 2,
        _ => 0,
    };
    COLOUR.store(value, Ordering::Relaxed);
}

/// Whether messages on standard error are coloured.
pub(crate) fn colour() -> bool {
    match COLOUR.load(Ordering::Relaxed) {
        1 => true,
        2 => false,
        _ => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// Prints a problem to standard error. A failing standard error has nobody left to tell.
pub(crate) fn print_problem(problem: &Problem) {
    let text = problem.render(colour());
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// The one place where failures become text.
pub(crate) fn print_failure(failure: &Failure) {
    match failure {
        Failure::Refused(problem) => print_problem(problem),
        Failure::Usage(message) => {
            let (red, off) = if colour() { ("\x1b[31;1m", "\x1b[0m") } else { ("", "") };
            let _ = writeln!(std::io::stderr().lock(), "{red}error{off}: {message}");
        }
        Failure::Reported(_) | Failure::Closed => {}
    }
}

/// A remark that is no error (a skipped testee, a summary), on standard error.
pub(crate) fn note(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{message}");
}
