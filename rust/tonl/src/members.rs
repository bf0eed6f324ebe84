//! Lines of an object body -> members, and the containers that members and elements open: paragraphs 8.1 and 8.2.

use std::borrow::Cow;

use crate::cells::{self, Cells, Scalar};
use crate::error::{Code, Error, Fault, found};
use crate::lexer::{self, Head, Tail};
use crate::reader::{Body, Frame, Long, Reader, count_of, duplicate, fail, wrong_count};
use crate::sink::{Sink, Stop};
use crate::space::{self, Line};

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    pub(crate) fn member(&mut self, line: &Line<'t>) -> Result<(), Stop> {
        if lexer::is_skipped(line.text) {
            return self.schema_header(line);
        }
        if self.strict
            && let Some(Frame { body: Body::Members { indent }, .. }) = self.frames.last_mut()
            && *indent.get_or_insert(line.indent) != line.indent
        {
            return Err(fail(
                line,
                Fault::new(Code::Indent, 0, "expected the indentation of the members before"),
            ));
        }
        let head = lexer::head(line.text).map_err(|fault| fail(line, fault))?;
        let Some(Head { key, tail }) = head else { return self.unclassified(line, "a member `key: value`") };
        if tail.count.is_some() || tail.columns.is_some() || tail.rest.is_empty() {
            let doubled = self.sink.key(key)?;
            let pending = (doubled && self.strict).then(duplicate);
            return self.container(&tail, line, pending);
        }
        let fail_at = |fault: Fault| fail(line, fault.shifted(tail.rest_at));
        if tail.rest.starts_with("\"\"\"") && cells::triple(tail.rest, 0).map_err(fail_at)?.is_none() {
            let place = (line.number, line.column(tail.rest_at));
            let line = (line.number, line.column(0));
            self.long = Some(Long { key: key.into_owned(), text: tail.rest[3..].to_owned(), place, line });
            return Ok(());
        }
        let scalar = cells::scalar(tail.rest).map_err(fail_at)?;
        if matches!(scalar, Scalar::Undefined) {
            return Ok(());
        }
        if self.sink.key(key)? && self.strict {
            return Err(fail(line, duplicate()));
        }
        self.sink.scalar(scalar)
    }

    /// A line that says nothing: skipped, an error in strict mode.
    pub(crate) fn unclassified(&self, line: &Line<'t>, expected: &str) -> Result<(), Stop> {
        if self.strict {
            return Err(fail(
                line,
                Fault::new(Code::Syntax, 0, format!("expected {expected}, found {}", found(line.text))),
            ));
        }
        Ok(())
    }

    pub(crate) fn continue_long(&mut self, line: &Line<'t>) -> Result<(), Stop> {
        let Some(long) = &mut self.long else { return Ok(()) };
        let part = line.raw.trim_start_matches([' ', '\t']);
        long.text.push('\n');
        let Some(last) = space::trim_end(part).strip_suffix("\"\"\"") else {
            long.text.push_str(part);
            return Ok(());
        };
        long.text.push_str(last);
        let text = cells::unescape_triple(&long.text);
        let key = std::mem::take(&mut long.key);
        let (number, column) = long.line;
        self.long = None;
        if self.sink.key(Cow::Owned(key))? && self.strict {
            let fault = duplicate();
            return Err(Error::new(fault.code, number, column, fault.message).into());
        }
        self.sink.scalar(Scalar::Text(Cow::Owned(text)))
    }

    /// The value that a head with a count, with columns or without a rest stands for.
    pub(crate) fn container(
        &mut self,
        tail: &Tail<'t>,
        line: &Line<'t>,
        pending: Option<Fault>,
    ) -> Result<(), Stop> {
        self.check_depth(line)?;
        if tail.count.is_some_and(|digits| digits.len() > 16) {
            return Err(fail(
                line,
                Fault::new(Code::ArrayLength, 0, "expected an array length of at most 16 digits"),
            ));
        }
        match (tail.count, tail.columns, tail.rest.is_empty()) {
            (Some(count), None, false) => {
                let len = self.inline_array(tail, line)?;
                self.check_count(count, len, line)?;
            }
            (Some(count), Some(columns), false) => {
                let len = self.one_line_table(columns, tail, line)?;
                self.check_count(count, len, line)?;
            }
            (Some(count), columns, true) => {
                self.sink.begin_array()?;
                let body = match columns.filter(|columns| !space::all_ws(columns)) {
                    Some(columns) => {
                        let (columns, unique) = self.columns(columns);
                        Body::Rows(columns, unique)
                    }
                    None => Body::Elements,
                };
                self.push(line, body, Some(count), pending);
                return Ok(());
            }
            (None, Some(_), false) => self.one_line_object(tail, line)?,
            (None, _, true) => {
                self.sink.begin_object(0)?;
                self.push(line, Body::Members { indent: None }, None, pending);
                return Ok(());
            }
            // among elements: `"name": text:` is a header line with a rest, which has no value
            (None, None, false) => self.sink.scalar(Scalar::Null)?,
        }
        match pending {
            Some(fault) => Err(fail(line, fault)),
            None => Ok(()),
        }
    }

    pub(crate) fn check_depth(&self, line: &Line<'t>) -> Result<(), Stop> {
        if self.frames.len() <= self.max_depth {
            return Ok(());
        }
        Err(fail(
            line,
            Fault::new(Code::Depth, 0, format!("expected at most {} nested containers", self.max_depth)),
        ))
    }

    fn check_count(&self, digits: &str, len: usize, line: &Line<'t>) -> Result<(), Stop> {
        let declared = count_of(digits);
        if self.strict && declared != len as u64 {
            Err(fail(line, wrong_count(declared, len)))
        } else {
            Ok(())
        }
    }

    pub(crate) fn inline_array(&mut self, tail: &Tail<'t>, line: &Line<'t>) -> Result<usize, Stop> {
        self.sink.begin_array()?;
        let len = self.cell_values(tail.rest, tail.rest_at, line)?;
        self.sink.end_array()?;
        Ok(len)
    }

    /// Gives the cells of a text to the open array.
    pub(crate) fn cell_values(&mut self, text: &'t str, at: usize, line: &Line<'t>) -> Result<usize, Stop> {
        let mut cells = Cells::new(text, self.delimiter);
        let mut len = 0;
        while let Some(cell) = cells.next().map_err(|fault| fail(line, fault.shifted(at)))? {
            self.sink.scalar(cell.infer().defined())?;
            len += 1;
        }
        Ok(len)
    }
}
