//! Rows -> objects: tables (8.2), one-line tables, and the `schemaFirst` rows of the reference (9.3).

use std::borrow::Cow;

use crate::cells::{self, Cells, Scalar};
use crate::columns;
use crate::error::{Code, Fault};
use crate::hints::{self, Hint};
use crate::lexer::{self, Tail};
use crate::reader::{Body, Frame, Reader, duplicate, fail};
use crate::sink::{Sink, Stop};
use crate::space::{self, Line};

/// Do the columns of a table have different names?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unique {
    Yes,
    No,
}

/// A column of a table.
pub(crate) struct Column<C> {
    pub(crate) key: C,
    /// The name itself, kept only when names are not unique.
    pub(crate) name: Option<String>,
    pub(crate) hint: Option<Hint>,
}

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    pub(crate) fn columns(&self, text: &'t str) -> (Vec<Column<C>>, Unique) {
        let columns = columns::columns(text);
        let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_ref()).collect();
        names.sort_unstable();
        let unique = if names.windows(2).any(|pair| pair[0] == pair[1]) { Unique::No } else { Unique::Yes };
        let columns = columns.into_iter().map(|column| Column {
            name: (unique == Unique::No).then(|| column.name.clone().into_owned()),
            key: self.sink.column(column.name),
            hint: column.hint.map(Hint::parse),
        });
        (columns.collect(), unique)
    }

    pub(crate) fn row(&mut self, line: &Line<'t>) -> Result<(), Stop> {
        if lexer::is_skipped(line.text) {
            return Ok(());
        }
        let Some(Frame { body: Body::Rows(columns, unique), len, .. }) = self.frames.last_mut() else {
            return Ok(());
        };
        let mut cells = Cells::new(line.text, self.delimiter);
        let mut violated = None;
        let mut idx = 0;
        self.sink.begin_object(columns.len())?;
        while let Some(cell) = cells.next().map_err(|fault| fail(line, fault))? {
            if let Some(column) = columns.get(idx)
                && !cell.is_missing()
            {
                let scalar = match column.hint {
                    None => cell.infer(),
                    Some(hint) => hints::coerce(cell, hint).unwrap_or_else(|fault| {
                        // the row's text comes first: its quotes, its width, then the types of its cells
                        violated.get_or_insert(fault);
                        Scalar::Null
                    }),
                };
                if !matches!(scalar, Scalar::Undefined) {
                    if *unique == Unique::Yes {
                        self.sink.column_key(&column.key)?;
                    } else {
                        self.sink.key(Cow::Owned(column.name.clone().unwrap_or_default()))?;
                    }
                    self.sink.scalar(scalar)?;
                }
            }
            idx += 1;
        }
        self.sink.end_object()?;
        *len += 1;
        if self.strict && idx > columns.len() {
            let message = format!("expected at most {} cells, found {idx}", columns.len());
            return Err(fail(line, Fault::new(Code::RowWidth, 0, message)));
        }
        match violated {
            Some(fault) => Err(fail(line, fault)),
            None => Ok(()),
        }
    }

    /// `key[n]{columns}: cells`: the cells of all rows, one after the other.
    pub(crate) fn one_line_table(
        &mut self,
        columns: &'t str,
        tail: &Tail<'t>,
        line: &Line<'t>,
    ) -> Result<usize, Stop> {
        let (columns, unique) = self.columns(columns);
        let mut cells = Cells::new(tail.rest, self.delimiter);
        if columns.is_empty() {
            // the text of the line comes first: its quotes, then what its cells stand for
            while cells.next().map_err(|fault| fail(line, fault.shifted(tail.rest_at)))?.is_some() {}
            return Err(fail(line, Fault::new(Code::Syntax, 0, "expected columns between the braces")));
        }
        let (mut rows, mut idx, mut violated) = (0, 0, None);
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
                    Some(hint) => hints::coerce(cell, hint).unwrap_or_else(|fault| {
                        violated.get_or_insert(fault);
                        Scalar::Null
                    }),
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
        match violated {
            Some(fault) => Err(fail(line, fault)),
            None => Ok(rows),
        }
    }

    /// `#schema` inside an object; other skipped lines mean nothing.
    pub(crate) fn schema_header(&mut self, line: &Line<'t>) -> Result<(), Stop> {
        let Some((name, columns)) = columns::schema(line.text).filter(|_| self.frames.len() > 1) else {
            return Ok(());
        };
        let doubled = self.sink.key(Cow::Borrowed(name))?;
        self.sink.begin_array()?;
        let columns = columns.split(',').map(space::trim).filter(|column| !column.is_empty()).map(|column| {
            let (name, hint) = match column.split_once(':').filter(|(name, _)| !name.is_empty()) {
                Some((name, hint)) => (space::trim(name), Some(space::trim(hint))),
                None => (column, None),
            };
            let name = name.strip_suffix("[]").unwrap_or(name);
            let hint = hint.filter(|hint| !matches!(*hint, "" | "array")).map(Hint::parse);
            Column { key: self.sink.column(Cow::Borrowed(name)), name: Some(name.to_owned()), hint }
        });
        let columns = columns.collect();
        self.push(line, Body::Schema(columns), None, (doubled && self.strict).then(duplicate));
        Ok(())
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
