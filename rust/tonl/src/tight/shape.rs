//! Table or not, and its header: paragraph 4.2.
//!
//! A shape is decided from keys and counts of a list of objects. Nested headers come from the values of a column; they
//! are worked off a list, not by recursion, and all shapes of a table lie on one vector.

use std::collections::{HashMap, HashSet};

use stele_json::{Object, Value};

use super::header::{FIXED_BYTES, FIXED_COLUMNS};
use super::text::{self, Place};
use crate::options::KeyOrder;
use crate::order;
use crate::writer::write_number;

/// What the rows of a list of objects have in common.
pub(super) struct Shape<'v> {
    /// Columns with a cell in the row: those of every object first.
    pub(super) columns: Vec<Column<'v>>,
    /// Columns with one value, and their text.
    pub(super) fixed: Vec<(&'v str, Vec<u8>)>,
    pub(super) rare: HashSet<&'v str>,
    /// Place of a name in `columns`.
    pub(super) places: HashMap<&'v str, usize>,
    /// Names of all columns.
    pub(super) names: HashSet<&'v str>,
}

pub(super) struct Column<'v> {
    pub(super) key: &'v str,
    /// Bracket and shape of nested rows.
    pub(super) nested: Option<(u8, usize)>,
}

/// A name and the values it has.
struct Found<'v, 'a> {
    key: &'v str,
    values: Vec<&'v Value<'a>>,
    /// The last object that had it, from 1.
    seen: usize,
}

/// A nested header still to be decided.
struct Pending<'v, 'a> {
    shape: usize,
    column: usize,
    bracket: u8,
    list: Vec<&'v Object<'a>>,
}

/// The place of the shape of a list, after those of its nested headers were added behind it; `None` for no table.
pub(super) fn of<'v, 'a>(
    list: Vec<&'v Object<'a>>,
    order: KeyOrder,
    shapes: &mut Vec<Shape<'v>>,
) -> Option<usize> {
    let first = shapes.len();
    let mut work = Vec::new();
    add(&list, order, shapes, &mut work)?;
    while let Some(Pending { shape, column, bracket, list }) = work.pop() {
        if let Some(nested) = add(&list, order, shapes, &mut work) {
            shapes[shape].columns[column].nested = Some((bracket, nested));
        }
    }
    Some(first)
}

fn key_width(key: &str) -> usize {
    let mut out = Vec::new();
    text::write_key(key, &mut out);
    out.len() + 1
}

/// Decides one list; nested headers are left to the work list.
fn add<'v, 'a>(
    list: &[&'v Object<'a>],
    order: KeyOrder,
    shapes: &mut Vec<Shape<'v>>,
    work: &mut Vec<Pending<'v, 'a>>,
) -> Option<usize> {
    let count = list.len();
    if count < 2 {
        return None;
    }
    let mut found = collect(list);
    if order == KeyOrder::Sorted {
        found.sort_by(|a, b| order::by_utf16(a.key, b.key));
    }
    let (mut named, mut table) = (0, 0);
    let mut columns = Vec::new();
    let mut rare = HashSet::new();
    for entry in found {
        let (times, width) = (entry.values.len(), key_width(entry.key));
        named += times * width;
        let as_column = width + 2 * (count - times);
        if as_column <= times * (width + 1) {
            table += as_column;
            columns.push(entry);
        } else {
            table += times * (width + 1);
            rare.insert(entry.key);
        }
    }
    if !rare.is_empty() {
        table += 3 * list.iter().filter(|object| object.keys().any(|key| rare.contains(key))).count();
    }
    if columns.is_empty() || table >= named {
        return None;
    }
    let fixed = choose_fixed(&columns, count);
    let names = columns.iter().map(|column| column.key).collect();
    let mut shape = Shape { columns: Vec::new(), fixed: Vec::new(), rare, places: HashMap::new(), names };
    let at = shapes.len();
    let mut live: Vec<Found<'v, 'a>> = Vec::new();
    for (column, fixed) in columns.into_iter().zip(fixed) {
        match fixed {
            Some(text) => shape.fixed.push((column.key, text)),
            None => live.push(column),
        }
    }
    live.sort_by_key(|column| column.values.len() < count);
    for column in live {
        let place = shape.columns.len();
        shape.places.insert(column.key, place);
        shape.columns.push(Column { key: column.key, nested: None });
        if let Some((bracket, list)) = nested_list(&column.values) {
            work.push(Pending { shape: at, column: place, bracket, list });
        }
    }
    shapes.push(shape);
    Some(at)
}

/// The distinct names in the order of first sight with their values; of equal names in one object the last counts.
fn collect<'v, 'a>(list: &[&'v Object<'a>]) -> Vec<Found<'v, 'a>> {
    let mut found: Vec<Found<'v, 'a>> = Vec::new();
    let mut index: HashMap<&'v str, usize> = HashMap::new();
    for (row, object) in list.iter().enumerate() {
        let mut expected = 0;
        for member in object.members() {
            let key: &'v str = &member.key;
            let at = match found.get(expected) {
                Some(entry) if entry.key == key => expected,
                _ => *index.entry(key).or_insert(found.len()),
            };
            expected = at + 1;
            if at == found.len() {
                found.push(Found { key, values: Vec::new(), seen: 0 });
            }
            let entry = &mut found[at];
            if entry.seen == row + 1 {
                entry.values.pop();
            }
            entry.seen = row + 1;
            entry.values.push(&member.value);
        }
    }
    found
}

/// From the last column to the first: the text of those that have one value in all objects, while the limits hold.
fn choose_fixed(columns: &[Found<'_, '_>], count: usize) -> Vec<Option<Vec<u8>>> {
    let mut fixed: Vec<Option<Vec<u8>>> = columns.iter().map(|_| None).collect();
    let (mut chosen, mut bytes) = (0, 0);
    for (at, column) in columns.iter().enumerate().rev() {
        if column.values.len() < count || chosen == FIXED_COLUMNS {
            continue;
        }
        let Some(text) = constant(&column.values) else { continue };
        let width = key_width(column.key) + text.len();
        if bytes + width <= FIXED_BYTES {
            bytes += width;
            chosen += 1;
            fixed[at] = Some(text);
        }
    }
    if fixed.iter().all(Option::is_some) {
        fixed[0] = None;
    }
    fixed
}

/// The text that all values have: scalars and empty containers only.
fn constant(values: &[&Value<'_>]) -> Option<Vec<u8>> {
    let (first, rest) = values.split_first()?;
    let mut text = Vec::new();
    let mut other = Vec::new();
    write_constant(first, &mut text)?;
    for value in rest {
        other.clear();
        write_constant(value, &mut other)?;
        if other != text {
            return None;
        }
    }
    Some(text)
}

fn write_constant(value: &Value<'_>, out: &mut Vec<u8>) -> Option<()> {
    match value {
        Value::Array(elements) if elements.is_empty() => out.extend_from_slice(b"[]"),
        Value::Object(object) if object.is_empty() => out.extend_from_slice(b"{}"),
        Value::Array(_) | Value::Object(_) => return None,
        // longer text cannot be fixed; a few of it tell enough
        Value::String(text) if text.len() > FIXED_BYTES => return None,
        scalar => write_scalar(scalar, out),
    }
    Some(())
}

/// A scalar outside rows of comma tables.
pub(super) fn write_scalar(value: &Value<'_>, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(number) => write_number(number.lexeme(), out),
        Value::String(text) => text::write_text(text, text::quoted(text, Place::Word), out),
        Value::Array(_) | Value::Object(_) => {}
    }
}

/// The objects under a column, when it can have a nested header: its objects, or the elements of its arrays.
fn nested_list<'v, 'a>(values: &[&'v Value<'a>]) -> Option<(u8, Vec<&'v Object<'a>>)> {
    let objects: Vec<_> = values.iter().filter_map(|value| value.as_object()).collect();
    if !objects.is_empty() {
        return Some((b'{', objects));
    }
    let mut elements = Vec::new();
    for array in values.iter().filter_map(|value| value.as_array()) {
        for element in array.iter() {
            elements.push(element.as_object()?);
        }
    }
    Some((b'[', elements))
}
