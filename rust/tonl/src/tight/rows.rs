//! Rows of tables and keyed tables -> objects: paragraph 5, points 4 and 5.

use std::borrow::Cow;

use super::header::Fixed;
use super::reader::{Body, Frame, Reader, Role, Row};
use super::scan::{BLANK, Gap, INLINE, infer};
use crate::error::{Code, Error};
use crate::sink::Sink;

impl<'t> Reader<'t> {
    /// Between two rows, and at the closer.
    pub(super) fn next_row(&mut self, mut frame: Frame) -> Result<(), Error> {
        let Body::Rows { header, close, keyed, owns_header, ref mut lines, role } = frame.body else {
            return Ok(());
        };
        let from = self.scan.pos;
        self.scan.skip(b" \t\r\n;");
        if self.scan.at(&[close])? {
            self.scan.leave();
            if owns_header {
                self.headers.truncate(header);
            }
            if keyed {
                self.sink.end_object()?
            } else {
                self.sink.end_array()?
            }
            return Ok(());
        }
        let has_line_feed = self.scan.text[from..self.scan.pos].contains('\n');
        if *lines.get_or_insert(has_line_feed) && !has_line_feed {
            return self.scan.fail(Code::Syntax, from, "expected a line feed between rows, found `;`");
        }
        let depth = frame.depth + 1;
        if keyed {
            let at = self.scan.pos;
            let key = self.scan.key()?;
            self.mark_mimic(role, &key);
            if self.sink.key(key)? && self.scan.strict {
                return self.scan.fail(
                    Code::DuplicateKey,
                    at,
                    "expected a name that this table does not have yet",
                );
            }
            self.scan.colon(INLINE)?;
            self.scan.at(b"")?;
        }
        self.scan.fits(depth)?;
        self.frames.push(frame);
        let stop: &[u8] = if close == b'}' { b"}\n;" } else { b"]\n;" };
        self.begin_row(header, depth, stop, INLINE, false)
    }

    fn begin_row(
        &mut self,
        header: usize,
        depth: usize,
        stop: &'static [u8],
        blanks: &'static [u8],
        braced: bool,
    ) -> Result<(), Error> {
        self.sink.begin_object(self.headers[header].columns.len())?;
        self.scan.skip(blanks);
        let from = self.scan.pos;
        let row = Row { header, stop, blanks, braced, from, cells: 0, mimics: false, present: Vec::new() };
        self.push(depth, Body::Row(row));
        Ok(())
    }

    /// A cell, or what stands behind one.
    pub(super) fn cell(&mut self, mut frame: Frame) -> Result<(), Error> {
        let Body::Row(row) = &mut frame.body else { return Ok(()) };
        if frame.after_item {
            frame.after_item = false;
            let from = self.scan.pos;
            self.scan.skip(row.blanks);
            if self.scan.at(row.stop)? {
                let lone = row.cells == 1;
                return self.end_row(frame, lone);
            }
            if self.scan.peek() == Some(b',') {
                self.scan.pos += 1;
                self.scan.skip(row.blanks);
                if self.scan.at(row.stop)? {
                    if self.scan.strict {
                        return self.scan.unexpected("a cell after the comma");
                    }
                    return self.end_row(frame, false);
                }
                frame.kind = self.scan.same(frame.kind, Gap::Comma)?;
            } else if self.scan.pos == from || self.headers[row.header].commas {
                return self.scan.unexpected("a separator or the end of the row");
            } else {
                frame.kind = self.scan.same(frame.kind, Gap::Blank)?;
            }
        } else if self.scan.at(row.stop)? {
            return self.end_row(frame, false);
        }
        if self.scan.at(b"]};")? {
            return self.scan.unexpected("a cell");
        }
        let (at, depth) = (row.cells, frame.depth);
        row.cells += 1;
        frame.after_item = true;
        let next = self.scan.peek();
        let header = &self.headers[row.header];
        let Some(column) = header.columns.get(at) else {
            if at > header.columns.len() || next != Some(b'{') {
                let message = format!("expected at most {} cells and one object", header.columns.len());
                return self.scan.fail(Code::RowWidth, self.scan.pos, message);
            }
            self.frames.push(frame);
            let bracket = self.scan.pos;
            return self.object(depth, Role::Extra(bracket));
        };
        if next == Some(b',') {
            if self.scan.strict {
                return self.scan.unexpected("a cell");
            }
            self.frames.push(frame);
            return Ok(());
        }
        let bare = match next {
            Some(b'"' | b'{' | b'[') => None,
            _ => Some(self.scan.bare(header.commas, Some(&column.key))?),
        };
        if bare == Some("-") {
            self.frames.push(frame);
            return Ok(());
        }
        if self.scan.strict {
            row.present.push(at);
        }
        let nested = column.nested;
        let role = if at == 0 && header.columns.len() > 1 { Role::FirstCell } else { Role::Value };
        // a column that occurs twice: the last cell wins; in strict mode the header was refused
        self.sink.key(column.key.clone())?;
        self.frames.push(frame);
        match (bare, nested) {
            (Some(text), _) => Ok(self.sink.scalar(infer(text))?),
            (None, Some((bracket, header))) if next == Some(bracket) => {
                self.nested_rows(bracket, header, depth + 1)
            }
            _ => self.value(depth + 1, role),
        }
    }

    /// A cell that begins with the bracket of its column.
    fn nested_rows(&mut self, bracket: u8, header: usize, depth: usize) -> Result<(), Error> {
        self.scan.enter(depth)?;
        if bracket == b'{' {
            return self.begin_row(header, depth, b"}", BLANK, true);
        }
        self.sink.begin_array()?;
        let role = Role::Value;
        self.push(
            depth,
            Body::Rows { header, close: b']', keyed: false, owns_header: false, lines: None, role },
        );
        Ok(())
    }

    /// The row is complete: what is wrong with it as a whole, then the fixed columns.
    fn end_row(&mut self, frame: Frame, lone: bool) -> Result<(), Error> {
        let Body::Row(row) = frame.body else { return Ok(()) };
        if lone && row.mimics {
            return self.scan.fail(
                Code::Syntax,
                row.from,
                "expected a row, found an object with members named like columns",
            );
        }
        for (key, value) in &self.headers[row.header].fixed {
            if self.sink.key(Cow::clone(key))? && self.scan.strict {
                let message = "expected no member named like a fixed column";
                return self.scan.fail(Code::DuplicateKey, self.scan.pos, message);
            }
            match value {
                Fixed::Scalar(scalar) => self.sink.scalar(scalar.clone())?,
                Fixed::EmptyArray => {
                    self.sink.begin_array()?;
                    self.sink.end_array()?;
                }
                Fixed::EmptyObject => {
                    self.sink.begin_object(0)?;
                    self.sink.end_object()?;
                }
            }
        }
        self.sink.end_object()?;
        if row.braced {
            self.scan.leave();
        }
        Ok(())
    }
}
