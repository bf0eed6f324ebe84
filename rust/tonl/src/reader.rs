//! Lines -> events: paragraph 8.
//!
//! The reader is fed line after line and keeps a stack of open blocks, so depth costs no machine stack and a table any
//! number of rows. A block is closed by the first non-blank line that is indented no more than its header. Errors stop
//! it, unless they are collected for `check`: then the line and whatever is indented under it count as not there.

use crate::columns;
use crate::error::{Code, Error, Fault};
use crate::lexer::{self, Header};
use crate::options::DecodeOptions;
use crate::rows::{Column, Unique};
use crate::sink::{Sink, Stop};
use crate::space::{self, Line};

/// Reads the lines of one document into a sink.
pub(crate) struct Reader<S, C> {
    pub(crate) sink: S,
    pub(crate) strict: bool,
    pub(crate) max_depth: usize,
    pub(crate) delimiter: u8,
    /// The option overrides what the header says.
    delimiter_given: bool,
    in_header: bool,
    pub(crate) frames: Vec<Frame<C>>,
    pub(crate) long: Option<Long>,
    /// Lines of the whole text, counted when an index asks for it.
    pub(crate) total_lines: Option<usize>,
    /// Nulls put into gaps between indices, over the whole document.
    pub(crate) gaps: usize,
    /// Collects errors instead of stopping at the first.
    errors: Option<Vec<Error>>,
}

/// An open block.
pub(crate) struct Frame<C> {
    /// Lines indented by less are outside.
    pub(crate) floor: usize,
    pub(crate) body: Body<C>,
    /// Elements or rows so far.
    pub(crate) len: usize,
    /// Line and column of the header, known when an error may point there.
    place: (usize, usize),
    /// Strict: the declared count.
    declared: Option<u64>,
    /// An error of the header that counts only when the block has none.
    pending: Option<Fault>,
}

pub(crate) enum Body<C> {
    Members {
        indent: Option<usize>,
    },
    Elements,
    Rows(Vec<Column<C>>, Unique),
    /// Rows under `#schema`.
    Schema(Vec<Column<C>>),
    /// Under `[i]:`, before its first line: object or array.
    Undecided,
    /// Under a line with an error that was collected.
    Ignored,
}

/// A triple-quoted string that goes on over lines.
pub(crate) struct Long {
    pub(crate) key: String,
    pub(crate) text: String,
    /// Of the opening quote.
    pub(crate) place: (usize, usize),
    /// Of the line's text.
    pub(crate) line: (usize, usize),
}

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    pub(crate) fn new(mut sink: S, opts: &DecodeOptions, delimiter: Option<u8>) -> Result<Self, Stop> {
        sink.begin_object(0)?;
        let document = Frame {
            floor: 0,
            body: Body::Members { indent: None },
            len: 0,
            place: (1, 1),
            declared: None,
            pending: None,
        };
        Ok(Self {
            sink,
            strict: opts.strict,
            max_depth: opts.max_depth,
            delimiter: delimiter.unwrap_or(b','),
            delimiter_given: delimiter.is_some(),
            in_header: true,
            frames: vec![document],
            long: None,
            total_lines: None,
            gaps: 0,
            errors: None,
        })
    }

    /// From now on errors are collected.
    pub(crate) fn collect_errors(&mut self) {
        self.errors = Some(Vec::new());
    }

    /// Takes one line. `whole` is the text it is part of, as far as it is known.
    #[inline]
    pub(crate) fn line(&mut self, line: &Line<'t>, whole: &str) -> Result<(), Stop> {
        if line.text.is_empty() && self.long.is_none() {
            return Ok(());
        }
        if self.errors.is_none() {
            return self.take(line, whole);
        }
        match self.take(line, whole) {
            Err(Stop::Error(error)) => {
                self.sink.rewind(self.open_objects());
                self.report(error)?;
                self.push(line, Body::Ignored, None, None);
                Ok(())
            }
            other => other,
        }
    }

    /// Objects that the open blocks stand for, counting those that a header line has just opened.
    fn open_objects(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame.body, Body::Members { .. })).count()
    }

    fn take(&mut self, line: &Line<'t>, whole: &str) -> Result<(), Stop> {
        if self.long.is_some() {
            return self.continue_long(line);
        }
        if self.in_header && self.header(line)? {
            return Ok(());
        }
        while self.frames.last().is_some_and(|frame| line.indent < frame.floor) {
            self.close()?;
        }
        if let Some(Frame { body: body @ Body::Undecided, .. }) = self.frames.last_mut() {
            // `#schema` is content (9.3), other comments leave the question open
            if lexer::is_skipped(line.text) && columns::schema(line.text).is_none() {
                return Ok(());
            }
            if lexer::is_double_index(line.text) {
                *body = Body::Elements;
                self.sink.begin_array()?;
            } else {
                *body = Body::Members { indent: None };
                self.sink.begin_object(0)?;
            }
        }
        match self.frames.last().map(|frame| &frame.body) {
            Some(Body::Rows(..)) => self.row(line),
            Some(Body::Members { .. }) => self.member(line),
            Some(Body::Elements) => self.element(line, whole),
            Some(Body::Schema(_)) => self.schema_row(line),
            Some(Body::Undecided | Body::Ignored) | None => Ok(()),
        }
    }

    /// True when the line belongs to the header.
    fn header(&mut self, line: &Line<'t>) -> Result<bool, Stop> {
        match lexer::header(line).map_err(|fault| fail(line, fault))? {
            Header::Body => {
                self.in_header = false;
                Ok(false)
            }
            Header::Ignored => Ok(true),
            Header::Delimiter(delimiter) => {
                if !self.delimiter_given {
                    self.delimiter = delimiter;
                }
                Ok(true)
            }
        }
    }

    /// Ends the text: closes what is open and returns the sink with the collected errors.
    pub(crate) fn finish(mut self) -> Result<(S, Vec<Error>), Stop> {
        if let Some(long) = self.long.take() {
            let (line, column) = long.place;
            self.report(Error::new(Code::UnterminatedString, line, column, "expected three closing quotes"))?;
        }
        while !self.frames.is_empty() {
            self.close()?;
        }
        Ok((self.sink, self.errors.unwrap_or_default()))
    }

    fn report(&mut self, error: Error) -> Result<(), Stop> {
        match &mut self.errors {
            Some(errors) => {
                errors.push(error);
                Ok(())
            }
            None => Err(error.into()),
        }
    }

    /// Opens the block under a header line.
    pub(crate) fn push(
        &mut self,
        line: &Line<'t>,
        body: Body<C>,
        declared: Option<&str>,
        pending: Option<Fault>,
    ) {
        let declared = declared.filter(|_| self.strict).map(count_of);
        let place = if self.strict || pending.is_some() { (line.number, line.column(0)) } else { (0, 0) };
        self.frames.push(Frame { floor: line.indent + 1, body, len: 0, place, declared, pending });
    }

    /// Closes the innermost block.
    fn close(&mut self) -> Result<(), Stop> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        match frame.body {
            Body::Members { .. } => self.sink.end_object()?,
            Body::Elements | Body::Rows(..) | Body::Schema(_) => self.sink.end_array()?,
            Body::Undecided => {
                self.sink.begin_array()?;
                self.sink.end_array()?;
            }
            Body::Ignored => {}
        }
        let (line, column) = frame.place;
        if let Some(declared) = frame.declared
            && declared != frame.len as u64
        {
            let fault = wrong_count(declared, frame.len);
            self.report(Error::new(fault.code, line, column, fault.message))?;
        }
        if let Some(fault) = frame.pending {
            self.report(Error::new(fault.code, line, column, fault.message))?;
        }
        Ok(())
    }
}

/// The delimiter that the reference would guess: paragraph 5, `auto`. `None` when a header names one.
pub(crate) fn guess_delimiter(lines: space::Lines<'_>) -> Option<u8> {
    for line in lines.clone() {
        match lexer::header(&line) {
            Ok(Header::Body) => break,
            _ if line.text.starts_with("#delimiter") => return None,
            _ => {}
        }
    }
    let content = |line: &Line<'_>| {
        !line.text.is_empty() && !line.text.starts_with('#') && !line.text.ends_with(['{', ':'])
    };
    let Some(line) = lines.into_iter().find(content) else { return Some(b',') };
    let count = |delimiter: &u8| line.text.bytes().filter(|byte| byte == delimiter).count();
    let mut best = b',';
    for delimiter in [b'|', b'\t', b';'] {
        if count(&delimiter) > count(&best) {
            best = delimiter;
        }
    }
    Some(best)
}

pub(crate) fn count_of(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}

#[cold]
pub(crate) fn wrong_count(declared: u64, len: usize) -> Fault {
    Fault::new(Code::Count, 0, format!("expected {declared} elements as declared, found {len}"))
}

#[cold]
pub(crate) fn duplicate() -> Fault {
    Fault::new(Code::DuplicateKey, 0, "expected a name that this object does not have yet")
}

/// A fault in the text of a line, at its place.
#[cold]
pub(crate) fn fail(line: &Line<'_>, fault: Fault) -> Stop {
    Stop::Error(Error::new(fault.code, line.number, line.column(fault.at), fault.message))
}
