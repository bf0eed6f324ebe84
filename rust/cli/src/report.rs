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
    pub(crate) fn at(mut self, line: u64, column: u64, source: Option<&[u8]>) -> Self {
        if line > 0 {
            let excerpt = source.and_then(|bytes| excerpt(bytes, line, column));
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

/// The window of line `line` around `column`: text with one cell per character, and the caret's cell.
fn excerpt(source: &[u8], line: u64, column: u64) -> Option<(String, usize)> {
    let bytes = nth_line(source, line)?;
    let col = usize::try_from(column.max(1) - 1).ok()?;
    let start = col.saturating_sub(WINDOW / 2);
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::new();
    if start > 0 {
        shown.push('…');
    }
    let mut rest = text.chars().skip(start);
    shown.extend(rest.by_ref().take(WINDOW).map(cell));
    if rest.next().is_some() {
        shown.push('…');
    }
    let caret = col - start + usize::from(start > 0);
    let caret = caret.min(shown.chars().count());
    Some((shown.trim_end().to_owned(), caret))
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
    let line = source.split(|b| *b == b'\n').nth(index)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // a bound on the work for one excerpt: lines of many megabytes are legal
    Some(line)
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
