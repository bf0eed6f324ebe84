//! Arrays of objects as tables: paragraph 6.3.
//!
//! One pass finds the columns. Objects of documents mostly repeat the first one's names in its order, which is asked
//! first and costs one comparison a member; others look their names up, the expected next column first. Then the header
//! and the rows are written; the first row that is not allowed takes the table back.

use std::collections::HashMap;

use stele_json::{Object, Value};

use crate::hints::ColumnHint;
use crate::layout::{CellList, MAX_CELL_LINE, MAX_CELLS, is_scalar};
use crate::options::KeyOrder;
use crate::order;
use crate::quote;
use crate::space;
use crate::writer::{Name, Writer};

/// A distinct name in the order of first sight.
struct Column<'v> {
    name: &'v str,
    /// Objects that have it.
    count: usize,
    /// The last object that had it, from 1, so that equal names in one object count once.
    seen: usize,
    /// Its place in the table.
    place: usize,
}

/// The names of an array of objects.
struct Columns<'v> {
    list: Vec<Column<'v>>,
    /// Made when there are many names.
    index: Option<HashMap<&'v str, usize>>,
    /// Objects with the names of the first in its order.
    alike: usize,
}

/// Up to this many names are compared one by one.
const FEW: usize = 12;

impl<'v> Columns<'v> {
    /// `None` when some element is no object or has a member that is no scalar.
    fn of(elements: &'v [Value<'_>]) -> Option<Self> {
        let Some(Value::Object(first)) = elements.first() else { return None };
        let mut columns = Self { list: Vec::with_capacity(first.len()), index: None, alike: 0 };
        for (row, element) in elements.iter().enumerate() {
            let Value::Object(object) = element else { return None };
            if !object.values().all(is_scalar) {
                return None;
            }
            if row > 0 && columns.is_alike(object, first) {
                columns.alike += 1;
            } else {
                columns.add(object, row + 1);
            }
        }
        if columns.list.len() < first.len() {
            return Some(columns); // equal names in the first object: nothing is alike
        }
        let alike = columns.alike;
        for column in &mut columns.list[..first.len()] {
            column.count += alike;
        }
        Some(columns)
    }

    #[inline]
    fn is_alike(&self, object: &Object<'_>, first: &Object<'_>) -> bool {
        object.len() == first.len()
            && self.list.len() >= first.len()
            && object.members().iter().zip(first.members()).all(|(a, b)| a.key == b.key)
    }

    fn add(&mut self, object: &'v Object<'_>, row: usize) {
        let mut expected = 0;
        for member in object.members() {
            let at = self.find(&member.key, expected).unwrap_or_else(|| self.insert(&member.key));
            expected = at + 1;
            let column = &mut self.list[at];
            column.count += usize::from(column.seen != row);
            column.seen = row;
        }
    }

    #[inline]
    fn find(&self, name: &str, expected: usize) -> Option<usize> {
        if self.list.get(expected).is_some_and(|column| column.name == name) {
            return Some(expected);
        }
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.list.iter().position(|column| column.name == name),
        }
    }

    fn insert(&mut self, name: &'v str) -> usize {
        let at = self.list.len();
        self.list.push(Column { name, count: 0, seen: 0, place: 0 });
        match &mut self.index {
            Some(index) => {
                index.insert(name, at);
            }
            None if self.list.len() > FEW => {
                self.index =
                    Some(self.list.iter().enumerate().map(|(at, column)| (column.name, at)).collect());
            }
            None => {}
        }
        at
    }

    /// Enough names in enough objects, and every name one that a header can hold.
    fn make_table(&self, rows: usize) -> bool {
        let common = self.list.iter().filter(|column| 5 * column.count >= 3 * rows).count();
        (1..=MAX_CELLS).contains(&self.list.len())
            && 5 * common >= 3 * self.list.len()
            && self.list.iter().all(|column| quote::column_legal(column.name))
    }

    /// Gives every column its place; returns the columns by place.
    fn arrange(&mut self, order: KeyOrder) -> Vec<usize> {
        let mut by_place: Vec<usize> = (0..self.list.len()).collect();
        if order == KeyOrder::Sorted {
            by_place.sort_by(|&a, &b| order::by_utf16(self.list[a].name, self.list[b].name));
        }
        for (place, &at) in by_place.iter().enumerate() {
            self.list[at].place = place;
        }
        by_place
    }

    /// Fills `slots`, one per place, with the values of an object; of equal names the last counts.
    fn fill<'r, 'a>(&self, object: &'r Object<'a>, slots: &mut [Option<&'r Value<'a>>]) {
        slots.fill(None);
        let mut expected = 0;
        for member in object.members() {
            if let Some(at) = self.find(&member.key, expected) {
                slots[self.list[at].place] = Some(&member.value);
                expected = at + 1;
            }
        }
    }
}

/// How the strings of a column are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strings {
    /// As cells whose type is inferred.
    Inferred,
    /// Under the hint `str`.
    Hinted,
}

impl<'v, 'a> Writer<'_, 'v, 'a> {
    /// Writes a table; false, and nothing written, when the array cannot be one.
    pub(crate) fn table(&mut self, elements: &'v [Value<'a>], name: Name<'v>, level: usize) -> bool {
        let Some(mut columns) = Columns::of(elements) else { return false };
        if !columns.make_table(elements.len()) {
            return false;
        }
        let by_place = columns.arrange(self.opts.key_order);
        let hints = if self.opts.include_types { self.column_hints(elements, &columns) } else { Vec::new() };
        let begin = self.out.len();
        self.pad(level);
        self.array_name(name, elements.len());
        self.column_list(&columns, &by_place, &hints);
        self.end_line();
        let strings: Vec<Strings> = (0..by_place.len())
            .map(
                |place| {
                    if hints.get(place) == Some(&Some("str")) { Strings::Hinted } else { Strings::Inferred }
                },
            )
            .collect();
        let mut slots = vec![None; by_place.len()];
        for element in elements {
            let Value::Object(object) = element else { continue };
            columns.fill(object, &mut slots);
            self.pad(level + 1);
            if !self.row(&slots, &strings) {
                self.out.truncate(begin);
                return false;
            }
            self.end_line();
        }
        true
    }

    /// `{a,"b:c":u32}:`
    fn column_list(&mut self, columns: &Columns<'_>, by_place: &[usize], hints: &[Option<&'static str>]) {
        self.out.push(b'{');
        for (place, &at) in by_place.iter().enumerate() {
            if place > 0 {
                self.out.push(b',');
            }
            let name = columns.list[at].name;
            let mark: &[u8] = if quote::column_quoted(name) { b"\"" } else { b"" };
            self.out.extend_from_slice(mark);
            self.out.extend_from_slice(name.as_bytes());
            self.out.extend_from_slice(mark);
            if let Some(Some(hint)) = hints.get(place) {
                self.out.push(b':');
                self.out.extend_from_slice(hint.as_bytes());
            }
        }
        self.out.extend_from_slice(b"}:");
    }

    /// The hints of paragraph 7, by place.
    fn column_hints(&self, elements: &[Value<'_>], columns: &Columns<'_>) -> Vec<Option<&'static str>> {
        let last = columns.list.len() - 1;
        let mut hints = vec![ColumnHint::default(); columns.list.len()];
        let mut slots = vec![None; columns.list.len()];
        for element in elements {
            let Value::Object(object) = element else { continue };
            columns.fill(object, &mut slots);
            for (place, value) in slots.iter().enumerate() {
                if let Some(value) = value {
                    hints[place].add(value, &self.rules, self.opts.pretty_delimiters && place != last);
                }
            }
        }
        hints.iter().map(ColumnHint::hint).collect()
    }

    /// Writes the cells of a row; false when the reference would not read them back.
    #[inline]
    fn row(&mut self, slots: &[Option<&Value<'_>>], strings: &[Strings]) -> bool {
        let begin = self.out.len();
        let last = slots.len() - 1;
        // a row without text is no row, and a TAB at the start of a line is indentation
        if slots[0].is_none() && (last == 0 || self.delimiter == b'\t') {
            return false;
        }
        let mut list = CellList::new();
        for (place, value) in slots.iter().enumerate() {
            if place > 0 {
                list.separate();
                self.out.extend_from_slice(self.separator);
            }
            match value {
                None => {}
                Some(Value::String(text)) if strings[place] == Strings::Inferred => {
                    self.cell(text, place == last, &mut list);
                }
                Some(Value::String(text)) => {
                    let traits = self.rules.traits(text);
                    list.add(text, traits, true);
                    let bare = !self.rules.needs_quotes(text, traits)
                        && !self.rules.escapes_delimiter(text, place == last);
                    let form = if bare { quote::Form::Bare } else { quote::Form::Quoted };
                    quote::write(text, form, &mut self.out);
                }
                Some(other) => self.plain_scalar(other),
            }
        }
        list.safe && self.row_fits(begin)
    }

    fn row_fits(&self, begin: usize) -> bool {
        let row = &self.out[begin..];
        if row.len() <= MAX_CELL_LINE {
            return true;
        }
        let blanks = row.iter().take_while(|&&byte| byte == b' ').count();
        space::fits_utf16(&row[blanks..], MAX_CELL_LINE)
    }
}
