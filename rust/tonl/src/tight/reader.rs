//! Text -> value: paragraph 5.
//!
//! The open brackets and rows are a vector of frames; every step reads one item of the innermost one. Values go to the
//! sink of the profile's reader, which settles names that occur twice.

use stele_json::Value;

use super::header::{self, Header};
use super::scan::{BLANK, Gap, Scan, infer};
use super::text::{KEY_STOP, STOP, closing_quote};
use crate::cells::Scalar;
use crate::error::{Code, Error};
use crate::options::DecodeOptions;
use crate::sink::{Sink, Stop};
use crate::tree::TreeSink;

pub(super) struct Reader<'t> {
    pub(super) scan: Scan<'t>,
    pub(super) sink: TreeSink<'t>,
    pub(super) headers: Vec<Header<'t>>,
    pub(super) frames: Vec<Frame>,
}

pub(super) struct Frame {
    pub(super) depth: usize,
    pub(super) after_item: bool,
    pub(super) kind: Option<Gap>,
    pub(super) body: Body,
}

pub(super) enum Body {
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
pub(super) enum Role {
    Value,
    /// The first cell of a row: must not be a row written as an object.
    FirstCell,
    /// The last cell of a row: its members are the row's; the bracket's offset.
    Extra(usize),
}

pub(super) struct Row {
    pub(super) header: usize,
    /// Characters that end the row and stay.
    pub(super) stop: &'static [u8],
    pub(super) blanks: &'static [u8],
    /// A `{..}` cell.
    pub(super) braced: bool,
    pub(super) from: usize,
    pub(super) cells: usize,
    /// The first cell is an object with a member named like a column.
    pub(super) mimics: bool,
    /// Strict: the columns that have a value.
    pub(super) present: Vec<usize>,
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
    pub(super) fn push(&mut self, depth: usize, body: Body) {
        self.frames.push(Frame { depth, after_item: false, kind: None, body });
    }

    /// One item of a frame, which is put back while it is open.
    pub(super) fn step(&mut self, mut frame: Frame) -> Result<(), Error> {
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
    pub(super) fn value(&mut self, depth: usize, role: Role) -> Result<(), Error> {
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

    pub(super) fn object(&mut self, depth: usize, role: Role) -> Result<(), Error> {
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

    pub(super) fn array(&mut self, depth: usize) -> Result<(), Error> {
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

    pub(super) fn member(&mut self, mut frame: Frame, role: Role) -> Result<(), Error> {
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
    pub(super) fn mark_mimic(&mut self, role: Role, key: &str) {
        if role == Role::FirstCell
            && let Some(Frame { body: Body::Row(row), .. }) = self.frames.last_mut()
        {
            row.mimics |= self.headers[row.header].names.contains(key);
        }
    }

    /// Strict: does the row above have a value under this name?
    pub(super) fn row_has(&self, key: &str) -> bool {
        match self.frames.last() {
            Some(Frame { body: Body::Row(row), .. }) => {
                row.present.iter().any(|&at| self.headers[row.header].columns[at].key == key)
            }
            _ => false,
        }
    }
}
