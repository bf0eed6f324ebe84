//! Text -> value: paragraph 5.
//!
//! The open brackets and rows are a vector of frames; every step reads one item of the innermost one. Values go to the
//! sink of the profile's reader, which settles names that occur twice.

use std::borrow::Cow;

use stele_json::Value;

use super::header::{self, Fixed, Header};
use super::scan::{BLANK, Gap, INLINE, Scan, infer};
use super::text::{KEY_STOP, STOP, closing_quote};
use crate::cells::Scalar;
use crate::error::{Code, Error};
use crate::options::DecodeOptions;
use crate::sink::{Sink, Stop};
use crate::tree::TreeSink;

struct Reader<'t> {
    scan: Scan<'t>,
    sink: TreeSink<'t>,
    headers: Vec<Header<'t>>,
    frames: Vec<Frame>,
}

struct Frame {
    depth: usize,
    after_item: bool,
    kind: Option<Gap>,
    body: Body,
}

enum Body {
    Array,
    Object(Role),
    /// Rows of a header up to a closer; a table's headers end with it.
    Rows {
        header: usize,
        close: u8,
        keyed: bool,
        owns_header: bool,
        lines: Option<bool>,
        role: Role,
    },
    Row(Row),
}

/// What an object stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Value,
    /// The first cell of a row: must not be a row written as an object.
    FirstCell,
    /// The last cell of a row: its members are the row's; the bracket's offset.
    Extra(usize),
}

struct Row {
    header: usize,
    /// Characters that end the row and stay.
    stop: &'static [u8],
    blanks: &'static [u8],
    /// A `{..}` cell.
    braced: bool,
    from: usize,
    cells: usize,
    /// The first cell is an object with a member named like a column.
    mimics: bool,
    /// Strict: the columns that have a value.
    present: Vec<usize>,
}

impl From<Stop> for Error {
    #[cold]
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Error(error) => error,
            Stop::Slow(code, reason) => Error::encoder(code, reason),
        }
    }
}

/// Reads one document.
pub(super) fn read<'t>(text: &'t str, opts: &DecodeOptions) -> Result<Value<'t>, Error> {
    let scan = Scan::new(text, opts.strict, opts.max_depth);
    let mut reader = Reader { scan, sink: TreeSink::default(), headers: Vec::new(), frames: Vec::new() };
    reader.scan.skip(BLANK);
    reader.value(1, Role::Value)?;
    while let Some(frame) = reader.frames.pop() {
        reader.step(frame)?;
    }
    reader.scan.skip(BLANK);
    if reader.scan.peek().is_some() {
        return reader.scan.fail(Code::Trailing, reader.scan.pos, "expected nothing after the value");
    }
    Ok(reader.sink.into_value())
}

impl<'t> Reader<'t> {
    fn push(&mut self, depth: usize, body: Body) {
        self.frames.push(Frame { depth, after_item: false, kind: None, body });
    }

    /// One item of a frame, which is put back while it is open.
    fn step(&mut self, mut frame: Frame) -> Result<(), Error> {
        match frame.body {
            Body::Array => {
                if frame.after_item {
                    frame.kind = self.scan.gap(b']', frame.kind)?;
                }
                if self.scan.at(b"]")? {
                    self.scan.leave();
                    self.sink.end_array()?;
                    return Ok(());
                }
                frame.after_item = true;
                let depth = frame.depth + 1;
                self.frames.push(frame);
                self.value(depth, Role::Value)
            }
            Body::Object(role) => self.member(frame, role),
            Body::Rows { .. } => self.next_row(frame),
            Body::Row(_) => self.cell(frame),
        }
    }

    /// A value begins; containers are left to frames.
    fn value(&mut self, depth: usize, role: Role) -> Result<(), Error> {
        match self.scan.peek() {
            Some(b'{') => self.object(depth, role),
            Some(b'[') => self.array(depth),
            Some(b'"') => {
                let text = self.scan.quoted(STOP)?;
                Ok(self.sink.scalar(Scalar::Text(text))?)
            }
            _ => {
                let scalar = infer(self.scan.bare(false, None)?);
                Ok(self.sink.scalar(scalar)?)
            }
        }
    }

    fn object(&mut self, depth: usize, role: Role) -> Result<(), Error> {
        self.scan.enter(depth)?;
        self.scan.skip(BLANK);
        let extra = matches!(role, Role::Extra(_));
        if !extra {
            self.sink.begin_object(0)?;
        }
        if self.scan.peek() == Some(b'{') && !extra {
            let header = header::read(&mut self.scan, &mut self.headers, depth + 1)?;
            self.push(
                depth,
                Body::Rows { header, close: b'}', keyed: true, owns_header: true, lines: None, role },
            );
        } else {
            self.push(depth, Body::Object(role));
        }
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<(), Error> {
        self.scan.enter(depth)?;
        self.scan.skip(BLANK);
        self.sink.begin_array()?;
        if self.scan.peek() == Some(b'{') && self.is_header() {
            let header = header::read(&mut self.scan, &mut self.headers, depth + 1)?;
            let role = Role::Value;
            self.push(
                depth,
                Body::Rows { header, close: b']', keyed: false, owns_header: true, lines: None, role },
            );
        } else {
            self.push(depth, Body::Array);
        }
        Ok(())
    }

    /// Paragraph 2: behind the brace a whole key and then anything but a colon.
    fn is_header(&self) -> bool {
        let bytes = self.scan.text.as_bytes();
        let past = |mut at: usize| {
            while bytes.get(at).is_some_and(|byte| BLANK.contains(byte)) {
                at += 1;
            }
            at
        };
        let from = past(self.scan.pos + 1);
        let end = match bytes.get(from) {
            Some(b'"') => closing_quote(bytes, from).unwrap_or(from),
            _ => from + bytes[from..].iter().take_while(|byte| !KEY_STOP.contains(byte)).count(),
        };
        end > from && bytes.get(past(end)).is_some_and(|byte| *byte != b':')
    }

    fn member(&mut self, mut frame: Frame, role: Role) -> Result<(), Error> {
        if frame.after_item {
            frame.kind = self.scan.gap(b'}', frame.kind)?;
        }
        if self.scan.at(b"}")? {
            self.scan.leave();
            if !matches!(role, Role::Extra(_)) {
                self.sink.end_object()?;
            }
            return Ok(());
        }
        frame.after_item = true;
        let depth = frame.depth + 1;
        let from = self.scan.pos;
        let key = self.scan.key()?;
        self.mark_mimic(role, &key);
        let place = match role {
            Role::Extra(bracket) if self.row_has(&key) => bracket,
            _ => from,
        };
        self.frames.push(frame);
        if self.sink.key(key)? && self.scan.strict {
            return self.scan.fail(
                Code::DuplicateKey,
                place,
                "expected a name that this object does not have yet",
            );
        }
        self.scan.colon(BLANK)?;
        self.value(depth, Role::Value)
    }

    /// The row above notes that its first cell has a member named like one of its columns.
    fn mark_mimic(&mut self, role: Role, key: &str) {
        if role == Role::FirstCell
            && let Some(Frame { body: Body::Row(row), .. }) = self.frames.last_mut()
        {
            row.mimics |= self.headers[row.header].names.contains(key);
        }
    }

    /// Strict: does the row above have a value under this name?
    fn row_has(&self, key: &str) -> bool {
        match self.frames.last() {
            Some(Frame { body: Body::Row(row), .. }) => {
                row.present.iter().any(|&at| self.headers[row.header].columns[at].key == key)
            }
            _ => false,
        }
    }

    /// Between two rows, and at the closer.
    fn next_row(&mut self, mut frame: Frame) -> Result<(), Error> {
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
    fn cell(&mut self, mut frame: Frame) -> Result<(), Error> {
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
