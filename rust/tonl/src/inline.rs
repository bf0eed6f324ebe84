//! Values on one line that only the reference writes: one-line tables and objects (8.2), `schemaFirst` rows (9.3).

use std::borrow::Cow;

use crate::bytes;
use crate::cells::{self, Cells, Scalar};
use crate::error::{Code, Fault, found};
use crate::hints;
use crate::lexer::Tail;
use crate::reader::{Body, Frame, Reader, Unique, bare_end, fail};
use crate::sink::{Sink, Stop};
use crate::space::{self, Line};

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    /// `key[n]{columns}: cells`: the cells of all rows, one after the other.
    pub(crate) fn one_line_table(
        &mut self,
        columns: &'t str,
        tail: &Tail<'t>,
        line: &Line<'t>,
    ) -> Result<usize, Stop> {
        let (columns, unique) = self.columns(columns);
        if columns.is_empty() {
            return Err(fail(line, Fault::new(Code::Syntax, 0, "expected columns between the braces")));
        }
        let mut cells = Cells::new(tail.rest, self.delimiter);
        let (mut rows, mut idx) = (0, 0);
        self.sink.begin_array()?;
        while let Some(cell) = cells.next().map_err(|fault| fail(line, fault.shifted(tail.rest_at)))? {
            if idx == 0 {
                self.sink.begin_object(columns.len())?;
                rows += 1;
            }
            let column = &columns[idx];
            if !cell.is_missing() {
                let scalar = match column.hint {
                    None => cell.infer().defined(),
                    Some(hint) => hints::coerce(cell, hint).map_err(|fault| fail(line, fault))?,
                };
                match unique {
                    Unique::Yes => self.sink.column_key(&column.key)?,
                    Unique::No => {
                        self.sink.key(Cow::Owned(column.name.clone().unwrap_or_default()))?;
                    }
                }
                self.sink.scalar(scalar)?;
            }
            idx += 1;
            if idx == columns.len() {
                self.sink.end_object()?;
                idx = 0;
            }
        }
        if idx > 0 {
            self.sink.end_object()?;
        }
        self.sink.end_array()?;
        Ok(rows)
    }

    /// `key{columns}: a: 1 b: two words c: "x: y"`
    pub(crate) fn one_line_object(&mut self, tail: &Tail<'t>, line: &Line<'t>) -> Result<(), Stop> {
        let text = tail.rest;
        let fault = |fault: Fault| fail(line, fault.shifted(tail.rest_at));
        let mut pos = 0;
        self.sink.begin_object(0)?;
        loop {
            let rest = space::trim_start(&text[pos..]);
            pos = text.len() - rest.len();
            if rest.is_empty() {
                return self.sink.end_object();
            }
            let key;
            if rest.starts_with('"') {
                let (name, end) = cells::quoted(text, pos).map_err(fault)?;
                if text.as_bytes().get(end) != Some(&b':') {
                    let message = format!("expected `:` after the key, found {}", found(&text[end..]));
                    return Err(fault(Fault::new(Code::Syntax, end, message)));
                }
                key = name;
                pos = end + 1;
            } else {
                let colon = bytes::find(text.as_bytes(), pos, b':');
                if colon == text.len() {
                    if self.strict {
                        return Err(fault(Fault::new(
                            Code::Syntax,
                            pos,
                            format!("expected a key, found {}", found(rest)),
                        )));
                    }
                    return self.sink.end_object();
                }
                key = Cow::Borrowed(space::trim(&text[pos..colon]));
                pos = colon + 1;
            }
            pos += text[pos..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let value = if text[pos..].starts_with('"') {
                let (value, end) = cells::string(text, pos).map_err(fault)?;
                pos = end;
                Scalar::Text(value)
            } else {
                // the blanks before a bare value are part of it: a key may follow at once
                let end = bare_end(text, pos);
                let value = cells::infer(space::trim(&text[pos..end]));
                pos = end;
                value
            };
            if !matches!(value, Scalar::Undefined) {
                self.sink.key(key)?;
                self.sink.scalar(value)?;
            }
        }
    }

    /// A row under `#schema`.
    pub(crate) fn schema_row(&mut self, line: &Line<'t>) -> Result<(), Stop> {
        let Some(Frame { body: Body::Schema(columns), len, .. }) = self.frames.last_mut() else {
            return Ok(());
        };
        let delimiter = self.delimiter;
        self.sink.begin_object(columns.len())?;
        let mut columns = columns.iter();
        for (at, text) in (SchemaCells { text: line.text, pos: Some(0), delimiter }) {
            let Some(column) = columns.next() else { break };
            if text.is_empty() {
                continue;
            }
            let name = Cow::Owned(column.name.clone().unwrap_or_default());
            if let Some(inner) = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
                self.sink.key(name)?;
                self.sink.begin_array()?;
                let list = space::trim(inner);
                let separator = if list.contains('|') { '|' } else { char::from(delimiter) };
                for element in list.split(separator).filter(|_| !list.is_empty()) {
                    let element = space::trim(element);
                    let value = if element.starts_with('"') {
                        let quoted = cells::quoted(element, 0);
                        Scalar::Text(
                            quoted.map_err(|fault| fail(line, fault.shifted(offset(line.text, element))))?.0,
                        )
                    } else {
                        cells::infer(element).defined()
                    };
                    self.sink.scalar(value)?;
                }
                self.sink.end_array()?;
                continue;
            }
            let scalar = hints::schema_cell(text, column.hint).map_err(|fault| {
                // a violated hint is reported at the row, a quote at its own place
                let by = if matches!(fault.code, Code::Type | Code::Range) { 0 } else { at };
                fail(line, fault.shifted(by))
            })?;
            if !matches!(scalar, Scalar::Undefined) {
                self.sink.key(name)?;
                self.sink.scalar(scalar)?;
            }
        }
        self.sink.end_object()?;
        *len += 1;
        Ok(())
    }
}

/// Byte offset of a part in the text it was cut from.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr().addr()).saturating_sub(text.as_ptr().addr())
}

/// Cells of a schema row: split at the delimiter outside quotes and brackets. Items: offset and trimmed text.
struct SchemaCells<'t> {
    text: &'t str,
    pos: Option<usize>,
    delimiter: u8,
}

impl<'t> Iterator for SchemaCells<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let start = self.pos?;
        let bytes = self.text.as_bytes();
        let (mut depth, mut quoted, mut pos) = (0i64, false, start);
        while pos < bytes.len() {
            match bytes[pos] {
                b'\\' if quoted => pos += 1,
                b'"' => quoted = !quoted,
                b'[' if !quoted => depth += 1,
                b']' if !quoted => depth -= 1,
                byte if byte == self.delimiter && !quoted && depth == 0 => break,
                _ => {}
            }
            pos += 1;
        }
        let end = pos.min(bytes.len());
        self.pos = (end < bytes.len()).then_some(end + 1);
        let cell = space::trim(&self.text[start..end]);
        Some((offset(self.text, cell), cell))
    }
}
