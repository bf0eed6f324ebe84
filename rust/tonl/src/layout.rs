//! Arrays that are no tables: inline, value line, indexed, or a block of elements (6.2, 6.4).
//!
//! The inline form is written first and judged by what its strings held; if it is not allowed, its cells are taken out
//! of the output again and go into a value line, or are written anew one by one.

use stele_json::Value;

use crate::quote::{self, Form, Traits};
use crate::space;
use crate::writer::{Name, Writer};

/// The reference's limits for a line of cells.
pub(crate) const MAX_CELL_LINE: usize = 100_000;
pub(crate) const MAX_CELLS: usize = 10_000;
/// A member's inline array must be shorter, its key at most this long.
const MAX_MEMBER_LINE: usize = 999;
const MAX_MEMBER_KEY: usize = 200;

/// What the cells of one line hold, and whether the reference would read them back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellList {
    pub(crate) safe: bool,
    /// Open brackets so far; must be none at every separator.
    depth: usize,
    traits: Traits,
}

impl CellList {
    pub(crate) fn new() -> Self {
        Self { safe: true, depth: 0, traits: Traits::default() }
    }

    /// Call before each separator.
    #[inline(always)]
    pub(crate) fn separate(&mut self) {
        self.safe &= self.depth == 0;
    }

    #[inline]
    pub(crate) fn add(&mut self, text: &str, traits: Traits, safe: bool) {
        self.safe &= safe;
        self.traits = self.traits.and(traits);
        if traits.bracket() {
            for byte in text.bytes() {
                match byte {
                    b'[' => self.depth += 1,
                    b']' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
            }
        }
    }
}

pub(crate) fn is_scalar(value: &Value<'_>) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

impl<'v, 'a> Writer<'_, 'v, 'a> {
    /// Writes an array; false when its elements are left to the caller, one level deeper.
    pub(crate) fn array(&mut self, elements: &'v [Value<'a>], name: Name<'v>, level: usize) -> bool {
        if elements.is_empty() {
            self.pad(level);
            self.array_name(name, 0);
            let space = name.is_element() && self.opts.colon_space;
            self.out.extend_from_slice(if space { b": " } else { b":" });
            self.end_line();
            return true;
        }
        self.has_arrays = true;
        if self.table(elements, name, level) {
            return true;
        }
        if elements.iter().all(is_scalar) {
            self.scalars(elements, name, level);
            return true;
        }
        self.pad(level);
        // the reference loses deeper levels under an indexed header, not under a named one
        if name.is_element() && !self.shallow(elements) {
            self.anonymous(elements.len());
        } else {
            self.array_name(name, elements.len());
        }
        self.out.push(b':');
        self.end_line();
        false
    }

    /// The name of an array and its count in brackets.
    pub(crate) fn array_name(&mut self, name: Name<'_>, count: usize) {
        match name {
            Name::Element(index) => self.index(index),
            Name::Member(key) if quote::array_key_quoted(key) => quote::write_quoted(key, &mut self.out),
            other => self.out.extend_from_slice(other.key().as_bytes()),
        }
        self.index(count);
    }

    fn anonymous(&mut self, count: usize) {
        self.out.push(b'_');
        self.index(count);
    }

    /// Writes the cells of a line.
    fn cells(&mut self, elements: &[Value<'_>]) -> CellList {
        let mut list = CellList::new();
        let last = elements.len() - 1;
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                list.separate();
                self.out.extend_from_slice(self.separator);
            }
            match element {
                Value::String(text) => self.cell(text, at == last, &mut list),
                other => self.plain_scalar(other),
            }
        }
        list
    }

    /// Writes one string cell.
    #[inline]
    pub(crate) fn cell(&mut self, text: &str, last: bool, list: &mut CellList) {
        let traits = self.rules.traits(text);
        let (form, safe) = self.rules.cell_form(text, traits, last);
        list.add(text, traits, safe);
        quote::write(text, form, &mut self.out);
    }

    /// Paragraph 6.4.
    fn scalars(&mut self, elements: &'v [Value<'a>], name: Name<'v>, level: usize) {
        let line = self.out.len();
        self.pad(level);
        let begin = self.out.len();
        self.array_name(name, elements.len());
        self.out.extend_from_slice(self.colon);
        let cells_at = self.out.len();
        let list = self.cells(elements);
        let ident = !matches!(name, Name::Member(key) if !quote::ident(key));
        if !ident || self.inline_allowed(begin, cells_at, list, name, elements.len()) {
            self.end_line();
            return;
        }
        let cells = self.out.split_off(cells_at);
        self.out.truncate(line);
        self.pad(level);
        if list.safe
            && fits(&cells, elements.len())
            && !starts_with_index(&cells)
            && !list.holds_index_mark(&cells)
        {
            if name.is_element() {
                self.anonymous(elements.len())
            } else {
                self.array_name(name, elements.len())
            }
            self.out.push(b':');
            self.end_line();
            self.pad(level + 1);
            self.value_line(elements, &cells);
            self.end_line();
            return;
        }
        self.array_name(name, elements.len());
        self.out.push(b':');
        self.end_line();
        for (at, element) in elements.iter().enumerate() {
            self.pad(level + 1);
            self.index(at);
            self.out.extend_from_slice(self.colon);
            self.member_scalar(element);
            self.end_line();
        }
    }

    /// The cells of a value line: a blank first string must be triple, or the line would look empty.
    fn value_line(&mut self, elements: &[Value<'_>], cells: &[u8]) {
        match elements[0].as_str().filter(|text| space::all_ws(text)) {
            Some(text) => {
                let mut written = Vec::new();
                let (form, _) = self.rules.cell_form(text, self.rules.traits(text), elements.len() == 1);
                quote::write(text, form, &mut written);
                quote::write(text, Form::Triple, &mut self.out);
                self.out.extend_from_slice(&cells[written.len()..]);
            }
            None => self.out.extend_from_slice(cells),
        }
    }

    /// Form A: is the line that begins at `begin`, with its cells at `cells_at`, one the reference reads back?
    fn inline_allowed(
        &self,
        begin: usize,
        cells_at: usize,
        list: CellList,
        name: Name<'_>,
        count: usize,
    ) -> bool {
        let (line, cells) = (&self.out[begin..], &self.out[cells_at..]);
        let key = name.key();
        let separators = list.traits.maybe_separator() || !key.is_ascii();
        if !list.safe || (separators && space::has_line_separator(line)) {
            return false;
        }
        if name.is_element() {
            return fits(cells, count);
        }
        let brace = match name {
            Name::Member(_) => list.traits.brace() && cells.contains(&b'{'),
            _ => list.traits.brace() && cells.windows(2).any(|pair| pair == b"}:"),
        };
        line[0] != b'"'
            && space::fits_utf16(line, MAX_MEMBER_LINE)
            && space::fits_utf16(key.as_bytes(), MAX_MEMBER_KEY)
            && !brace
            && !list.holds_index_mark(cells)
    }

    /// Every element is a scalar, an empty array, or an array of scalars that fits one line.
    fn shallow(&mut self, elements: &[Value<'_>]) -> bool {
        elements.iter().all(|element| match element {
            Value::Array(inner) => inner.iter().all(is_scalar) && (inner.is_empty() || self.one_line(inner)),
            Value::Object(_) => false,
            _ => true,
        })
    }

    fn one_line(&mut self, elements: &[Value<'_>]) -> bool {
        if elements.len() > MAX_CELLS {
            return false;
        }
        // numbers are always safe; their text is never longer than the lexeme or 25 bytes
        let bound = elements.iter().try_fold(0, |sum, element| match element {
            Value::String(_) => None,
            Value::Number(number) => Some(sum + number.lexeme().len().max(25) + 3),
            _ => Some(sum + 8),
        });
        if bound.is_some_and(|bytes| bytes <= MAX_CELL_LINE) {
            return true;
        }
        let begin = self.out.len();
        let list = self.cells(elements);
        let cells = &self.out[begin..];
        let fits = list.safe
            && !(list.traits.maybe_separator() && space::has_line_separator(cells))
            && space::fits_utf16(cells, MAX_CELL_LINE);
        self.out.truncate(begin);
        fits
    }
}

fn fits(cells: &[u8], count: usize) -> bool {
    count <= MAX_CELLS && space::fits_utf16(cells, MAX_CELL_LINE)
}

/// `[digits]` at the start.
fn starts_with_index(cells: &[u8]) -> bool {
    let Some(rest) = cells.strip_prefix(b"[") else { return false };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && rest.get(digits) == Some(&b']')
}

impl CellList {
    /// `\[[^\]]+\]:` somewhere in the cells.
    fn holds_index_mark(&self, cells: &[u8]) -> bool {
        if !(self.traits.bracket() && self.traits.colon()) {
            return false;
        }
        let mut open = None;
        for (at, &byte) in cells.iter().enumerate() {
            match byte {
                b'[' => open = open.or(Some(at)),
                b']' => {
                    if cells.get(at + 1) == Some(&b':') && open.is_some_and(|open| open + 1 < at) {
                        return true;
                    }
                    open = None;
                }
                _ => {}
            }
        }
        false
    }
}
