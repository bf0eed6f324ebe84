//! Value -> text: paragraphs 4.1 and 4.3.
//!
//! A bracket's separator is decided by the first and last characters of its items, known before they are written. The
//! open brackets and rows are a vector of frames, each step writes one item of the innermost one.

use stele_json::{Member, Object, Value};

use super::separator::{Ends, separator, votes};
use super::shape::{self, Shape, write_scalar};
use super::text::{self, Place};
use crate::error::Error;
use crate::options::{EncodeOptions, KeyOrder};
use crate::order;

/// Writes a document, appending to `out`.
pub(crate) fn write(value: &Value<'_>, opts: &EncodeOptions, out: Vec<u8>) -> Result<Vec<u8>, Error> {
    super::check_depth(value, opts)?;
    let mut writer = Writer { out, order: opts.key_order, frames: Vec::new(), shapes: Vec::new() };
    match value {
        Value::String(text) => text::write_text(text, true, &mut writer.out),
        value => writer.value(value, false),
    }
    while let Some(frame) = writer.frames.pop() {
        writer.step(frame);
    }
    Ok(writer.out)
}

struct Writer<'v, 'a> {
    out: Vec<u8>,
    order: KeyOrder,
    frames: Vec<Frame<'v, 'a>>,
    shapes: Vec<Shape<'v>>,
}

/// Something open, and what of it is still to be written.
enum Frame<'v, 'a> {
    Array {
        rest: std::slice::Iter<'v, Value<'a>>,
        separator: u8,
        in_row: bool,
    },
    Object {
        rest: std::vec::IntoIter<&'v Member<'a>>,
        separator: u8,
        in_row: bool,
    },
    Rows {
        rest: std::vec::IntoIter<(Option<&'v str>, &'v Object<'a>)>,
        shape: usize,
        separator: u8,
        end: u8,
        close: u8,
        owns_shape: bool,
        first: bool,
    },
    Row {
        rest: std::vec::IntoIter<Cell<'v, 'a>>,
        separator: u8,
        close: Option<u8>,
        first: bool,
    },
}

/// A cell of a row.
enum Cell<'v, 'a> {
    Missing,
    /// A string under a column.
    Text(&'v str, &'v str),
    Value(&'v Value<'a>),
    /// Nested rows under a shape.
    Object(&'v Object<'a>, usize),
    Array(&'v [Value<'a>], usize),
    /// The rare members.
    Rest(Vec<&'v Member<'a>>),
}

impl<'v, 'a> Writer<'v, 'a> {
    fn step(&mut self, mut frame: Frame<'v, 'a>) {
        match &mut frame {
            Frame::Array { rest, separator, in_row } => {
                let (separator, in_row) = (*separator, *in_row);
                match rest.next() {
                    Some(element) => {
                        if !self.just_opened(b'[') {
                            self.out.push(separator);
                        }
                        self.frames.push(frame);
                        self.value(element, in_row);
                    }
                    None => self.out.push(b']'),
                }
            }
            Frame::Object { rest, separator, in_row } => {
                let (separator, in_row) = (*separator, *in_row);
                match rest.next() {
                    Some(member) => {
                        if !self.just_opened(b'{') {
                            self.out.push(separator);
                        }
                        self.frames.push(frame);
                        text::write_key(&member.key, &mut self.out);
                        self.out.push(b':');
                        self.value(&member.value, in_row);
                    }
                    None => self.out.push(b'}'),
                }
            }
            Frame::Rows { .. } => self.next_row(frame),
            Frame::Row { .. } => self.next_cell(frame),
        }
    }

    /// Is this the place right behind an opening bracket? No item ends with one, so the last byte tells.
    fn just_opened(&self, bracket: u8) -> bool {
        self.out.last() == Some(&bracket)
    }

    fn value(&mut self, value: &'v Value<'a>, in_row: bool) {
        match value {
            Value::Object(object) => self.object(object, in_row),
            Value::Array(elements) => {
                if !elements.is_empty() && elements.iter().all(|element| element.as_object().is_some()) {
                    let list: Vec<_> = elements.iter().filter_map(Value::as_object).collect();
                    if let Some(shape) = shape::of(list.clone(), self.order, &mut self.shapes) {
                        return self.table(
                            shape,
                            list.into_iter().map(|object| (None, object)).collect(),
                            in_row,
                            b'[',
                        );
                    }
                }
                let separator = separator(votes(elements.iter().map(Ends::of_value)));
                self.out.push(b'[');
                self.frames.push(Frame::Array { rest: elements.iter(), separator, in_row });
            }
            scalar => write_scalar(scalar, &mut self.out),
        }
    }

    fn object(&mut self, object: &'v Object<'a>, in_row: bool) {
        let mut members = Vec::new();
        order::push_members(object, self.order, &mut members);
        if members.len() > 1 && members.iter().all(|member| member.value.as_object().is_some()) {
            let list = members.iter().filter_map(|member| member.value.as_object()).collect();
            if let Some(shape) = shape::of(list, self.order, &mut self.shapes) {
                let rows = members
                    .iter()
                    .filter_map(|member| Some((Some(member.key.as_str()), member.value.as_object()?)))
                    .collect();
                return self.table(shape, rows, in_row, b'{');
            }
        }
        self.members(members, in_row);
    }

    fn members(&mut self, members: Vec<&'v Member<'a>>, in_row: bool) {
        let separator = separator(votes(members.iter().map(|member| Ends::of_member(member))));
        self.out.push(b'{');
        self.frames.push(Frame::Object { rest: members.into_iter(), separator, in_row });
    }

    fn table(&mut self, shape: usize, rows: Vec<(Option<&'v str>, &'v Object<'a>)>, in_row: bool, open: u8) {
        let list: Vec<_> = rows.iter().map(|(_, object)| *object).collect();
        let separator = self.table_separator(shape, list);
        self.out.push(open);
        self.header(shape, separator);
        let (end, close) = (if in_row { b';' } else { b'\n' }, if open == b'[' { b']' } else { b'}' });
        self.out.push(end);
        let rest = rows.into_iter();
        self.frames.push(Frame::Rows { rest, shape, separator, end, close, owns_shape: true, first: true });
    }

    /// The sum over all rows and nested rows, in any order.
    fn table_separator(&self, shape: usize, rows: Vec<&'v Object<'a>>) -> u8 {
        let single = self.shapes[shape..].iter().all(|shape| shape.columns.len() + shape.fixed.len() == 1);
        if single {
            return b',';
        }
        let mut sum = 0;
        let mut work: Vec<(&'v Object<'a>, usize)> = rows.into_iter().map(|object| (object, shape)).collect();
        while let Some((object, shape)) = work.pop() {
            let cells = self.cells(object, shape);
            sum += votes(cells.iter().map(|cell| match cell {
                Cell::Missing => Ends { letter: false, closing: false },
                Cell::Text(text, column) => {
                    Ends::of_text(text, text::mimics_member(text, column) || text::quoted(text, Place::Word))
                }
                Cell::Value(value) => Ends::of_value(value),
                Cell::Object(..) | Cell::Array(..) | Cell::Rest(_) => Ends::BRACKETS,
            }));
            for cell in cells {
                match cell {
                    Cell::Object(object, nested) => work.push((object, nested)),
                    Cell::Array(elements, nested) => {
                        work.extend(
                            elements.iter().filter_map(|element| Some((element.as_object()?, nested))),
                        );
                    }
                    _ => {}
                }
            }
        }
        separator(sum)
    }

    /// `{columns}` with all nested headers.
    fn header(&mut self, shape: usize, separator: u8) {
        let mut open = vec![(shape, 0, b'}')];
        self.out.push(b'{');
        while let Some((shape, at, close)) = open.pop() {
            let Shape { columns, fixed, .. } = &self.shapes[shape];
            if at > 0 && at < columns.len() + fixed.len() {
                self.out.push(separator);
            }
            if let Some(column) = columns.get(at) {
                open.push((shape, at + 1, close));
                text::write_key(column.key, &mut self.out);
                if let Some((bracket, nested)) = column.nested {
                    self.out.push(bracket);
                    open.push((nested, 0, if bracket == b'{' { b'}' } else { b']' }));
                }
            } else if let Some((key, value)) = fixed.get(at - columns.len()) {
                open.push((shape, at + 1, close));
                text::write_key(key, &mut self.out);
                self.out.push(b':');
                self.out.extend_from_slice(value);
            } else {
                self.out.push(close);
            }
        }
    }

    /// The cells of a row; trailing missing ones are dropped.
    fn cells(&self, object: &'v Object<'a>, shape: usize) -> Vec<Cell<'v, 'a>> {
        let Shape { columns, rare, places, names, .. } = &self.shapes[shape];
        let mut values: Vec<Option<&'v Value<'a>>> = vec![None; columns.len()];
        let mut expected = 0;
        let mut has_rare = false;
        for member in object.members() {
            let key: &str = &member.key;
            let place = match columns.get(expected) {
                Some(column) if column.key == key => Some(expected),
                _ => places.get(key).copied(),
            };
            match place {
                Some(place) => {
                    values[place] = Some(&member.value);
                    expected = place + 1;
                }
                None => has_rare |= rare.contains(key),
            }
        }
        if !has_rare {
            let keep = values.iter().rposition(Option::is_some).map_or(1, |last| last + 1);
            values.truncate(keep);
        }
        let mut cells: Vec<_> =
            values.iter().zip(columns).map(|(value, column)| cell(*value, column)).collect();
        if has_rare {
            let mut members = Vec::new();
            order::push_members(object, self.order, &mut members);
            members.retain(|member| rare.contains(member.key.as_str()));
            cells.push(Cell::Rest(members));
        } else if let [Cell::Value(Value::Object(object))] = cells[..]
            && columns.len() > 1
            && object.keys().any(|key| names.contains(key))
        {
            cells.push(Cell::Missing);
        }
        cells
    }

    fn next_row(&mut self, mut frame: Frame<'v, 'a>) {
        let Frame::Rows { rest, shape, separator, end, close, owns_shape, first } = &mut frame else {
            return;
        };
        let (shape, separator, end) = (*shape, *separator, *end);
        let Some((key, object)) = rest.next() else {
            self.out.push(*close);
            if *owns_shape {
                self.shapes.truncate(shape);
            }
            return;
        };
        if !std::mem::replace(first, false) {
            self.out.push(end);
        }
        self.frames.push(frame);
        if let Some(key) = key {
            text::write_key(key, &mut self.out);
            self.out.push(b':');
        }
        self.row(object, shape, separator, None);
    }

    fn row(&mut self, object: &'v Object<'a>, shape: usize, separator: u8, close: Option<u8>) {
        let rest = self.cells(object, shape).into_iter();
        self.frames.push(Frame::Row { rest, separator, close, first: true });
    }

    fn next_cell(&mut self, mut frame: Frame<'v, 'a>) {
        let Frame::Row { rest, separator, close, first } = &mut frame else { return };
        let separator = *separator;
        let Some(cell) = rest.next() else {
            self.out.extend(*close);
            return;
        };
        if !std::mem::replace(first, false) {
            self.out.push(separator);
        }
        self.frames.push(frame);
        match cell {
            Cell::Missing => self.out.push(b'-'),
            Cell::Text(text, column) => {
                let place = if separator == b',' { Place::Cell } else { Place::Word };
                let quoted = text::mimics_member(text, column) || text::quoted(text, place);
                text::write_text(text, quoted, &mut self.out);
            }
            Cell::Value(value) => self.value(value, true),
            Cell::Rest(members) => self.members(members, true),
            Cell::Object(object, shape) => {
                self.out.push(b'{');
                self.row(object, shape, separator, Some(b'}'));
            }
            Cell::Array(elements, shape) => {
                self.out.push(b'[');
                let rows: Vec<_> =
                    elements.iter().filter_map(|element| Some((None, element.as_object()?))).collect();
                let rest = rows.into_iter();
                let (end, close) = (b';', b']');
                self.frames.push(Frame::Rows {
                    rest,
                    shape,
                    separator,
                    end,
                    close,
                    owns_shape: false,
                    first: true,
                });
            }
        }
    }
}

fn cell<'v, 'a>(value: Option<&'v Value<'a>>, column: &shape::Column<'v>) -> Cell<'v, 'a> {
    match (value, column.nested) {
        (None, _) => Cell::Missing,
        (Some(Value::Object(object)), Some((b'{', nested))) => Cell::Object(object, nested),
        (Some(Value::Array(elements)), Some((b'[', nested))) => Cell::Array(elements, nested),
        (Some(Value::String(text)), _) => Cell::Text(text, column.key),
        (Some(value), _) => Cell::Value(value),
    }
}
