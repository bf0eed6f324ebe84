//! Lines of an array body -> elements: paragraph 8.2.
//!
//! An index says where its element stands. Nearly always that is the next place; gaps are filled with null, but never
//! with more nulls than a few per line of the text, so that an index does not size memory.

use crate::cells;
use crate::cells::Scalar;
use crate::error::{Code, Fault};
use crate::lexer::{self, Tail};
use crate::reader::{Body, Reader, fail};
use crate::sink::{Sink, Stop};
use crate::space::Line;

/// At most this many nulls per line of the text fill gaps, so that indices do not size memory.
const GAPS_PER_LINE: usize = 4;

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    pub(crate) fn element(&mut self, line: &Line<'t>, whole: &str) -> Result<(), Stop> {
        let text = line.text;
        if lexer::is_skipped(text) {
            return Ok(());
        }
        if let Some((digits, at)) = lexer::index(text) {
            return match lexer::tail(&text[at..], at, true) {
                Some(tail) => self.indexed(digits, &tail, line, whole),
                None => self.unclassified(line, "an element `[i]: value`"),
            };
        }
        if text.ends_with(':') {
            let Some(head) = lexer::head(text).map_err(|fault| fail(line, fault))? else {
                return self.unclassified(line, "an element");
            };
            self.grow(1);
            self.container(&head.tail, line, None)?;
            if !head.tail.rest.is_empty() {
                self.push(line, Body::Ignored, None, None); // it has its value, a block under it says nothing
            }
            return Ok(());
        }
        let len = self.cell_values(text, 0, line)?;
        self.grow(len);
        Ok(())
    }

    fn grow(&mut self, by: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.len += by;
        }
    }

    /// `[i]` and its tail.
    fn indexed(&mut self, digits: &str, tail: &Tail<'t>, line: &Line<'t>, whole: &str) -> Result<(), Stop> {
        let pending = self.place(digits, line, whole)?;
        if tail.count.is_some() || tail.columns.is_some() {
            return self.container(tail, line, pending);
        }
        if tail.rest.is_empty() && line.text.ends_with(':') {
            self.check_depth(line)?;
            self.push(line, Body::Undecided, None, pending);
            return Ok(());
        }
        let is_list = tail.rest.as_bytes().contains(&self.delimiter)
            && !tail.rest.starts_with('"')
            && !tail.rest.contains(':')
            && !tail.rest.contains("\"\"\"");
        if is_list {
            self.check_depth(line)?;
            self.inline_array(tail, line)?;
        } else {
            let scalar = cells::scalar(tail.rest).map_err(|fault| fail(line, fault.shifted(tail.rest_at)))?;
            self.sink.scalar(scalar.defined())?;
        }
        match pending {
            Some(fault) => Err(fail(line, fault)),
            None => Ok(()),
        }
    }

    /// Makes the next value the element of this index; what is wrong with the index counts after the value.
    fn place(&mut self, digits: &str, line: &Line<'t>, whole: &str) -> Result<Option<Fault>, Stop> {
        let len = self.frames.last().map_or(0, |frame| frame.len);
        let index = digits.parse().unwrap_or(usize::MAX);
        if index == len && index < line.number {
            self.grow(1);
            return Ok(None);
        }
        self.place_slow(index, len, line, whole)
    }

    #[cold]
    fn place_slow(
        &mut self,
        index: usize,
        len: usize,
        line: &Line<'t>,
        whole: &str,
    ) -> Result<Option<Fault>, Stop> {
        if self.strict && index != len {
            self.grow(1);
            return Ok(Some(Fault::new(Code::Index, 0, format!("expected index {len}, found {index}"))));
        }
        let lines = match index < line.number {
            true => line.number,
            false => *self.total_lines.get_or_insert_with(|| {
                line.number.max(whole.bytes().filter(|&byte| byte == b'\n').count() + 1)
            }),
        };
        let gap = index.saturating_sub(len);
        if index >= lines || self.gaps + gap > lines.saturating_mul(GAPS_PER_LINE) {
            self.grow(1);
            let message = format!("expected an index below {lines}, the number of lines, found {index}");
            return Ok(Some(Fault::new(Code::Index, 0, message)));
        }
        if index < len {
            self.sink.overwrite(index)?;
            return Ok(None);
        }
        for _ in 0..gap {
            self.sink.scalar(Scalar::Null)?;
        }
        self.gaps += gap;
        self.grow(gap + 1);
        Ok(None)
    }
}
