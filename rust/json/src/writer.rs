//! Events or values -> bytes, compact or pretty.
//!
//! The writer puts commas, line breaks and colons; who calls gives the events of a value in order. It does not check
//! that the events make a value: a key without an object is the caller's mistake and its text is wrong, not unsafe.

use std::borrow::Cow;

use crate::digits::{write_f64, write_u64};
use crate::escape::write_string;
use crate::length;
use crate::number_value::Number;
use crate::object::Member;
use crate::options::{Escape, FloatLayout, Pretty, WriteOptions};
use crate::value::Value;

/// Appends JSON text to a vector, event by event.
///
/// ```
/// use stele_json::{WriteOptions, Writer};
/// let opts = WriteOptions::default();
/// let mut writer = Writer::new(Vec::new(), &opts);
/// writer.begin_object();
/// writer.key("list");
/// writer.begin_array();
/// writer.u64(1);
/// writer.f64(2.5);
/// writer.end_array();
/// writer.end_object();
/// assert_eq!(writer.finish(), br#"{"list":[1,2.5]}"#);
/// ```
#[derive(Debug)]
pub struct Writer<'o> {
    out: Vec<u8>,
    pretty: Option<Cow<'o, Pretty>>,
    escape: Escape,
    floats: FloatLayout,
    depth: usize,
    place: Place,
}

/// What the next event finds before it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// The beginning of the text, or the colon of its member.
    Start,
    /// An opening bracket.
    First,
    /// A finished value.
    Next,
}

impl<'o> Writer<'o> {
    /// Appends to `out`.
    #[must_use]
    pub fn new(out: Vec<u8>, opts: &'o WriteOptions) -> Self {
        Self::made(out, opts.pretty.as_ref().map(Cow::Borrowed), opts)
    }

    /// Appends to `out`, keeps the options.
    #[must_use]
    pub fn owned(out: Vec<u8>, opts: &WriteOptions) -> Writer<'static> {
        Writer::made(out, opts.pretty.clone().map(Cow::Owned), opts)
    }

    fn made(out: Vec<u8>, pretty: Option<Cow<'o, Pretty>>, opts: &WriteOptions) -> Self {
        Writer { out, pretty, escape: opts.escape, floats: opts.floats, depth: 0, place: Place::Start }
    }

    pub(crate) fn escape(&self) -> Escape {
        self.escape
    }

    /// The bytes so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.out
    }

    /// The vector itself, to take bytes away or to reserve room.
    pub fn as_mut_vec(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// The vector.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.out
    }

    /// What stands between the last event and a new value or name.
    #[inline(always)]
    fn separate(&mut self) {
        match self.place {
            Place::Start => {}
            Place::First => {
                if self.pretty.is_some() {
                    self.line();
                }
            }
            Place::Next => {
                if self.depth > 0 {
                    self.out.push(b',');
                    if self.pretty.is_some() {
                        self.line();
                    }
                }
            }
        }
        self.place = Place::Next;
    }

    #[inline(never)]
    fn line(&mut self) {
        let Some(pretty) = &self.pretty else { return };
        self.out.extend_from_slice(pretty.line_separator.as_bytes());
        for _ in 0..self.depth {
            self.out.extend_from_slice(pretty.indent.as_bytes());
        }
    }

    #[inline(always)]
    fn begin(&mut self, bracket: u8) {
        self.separate();
        self.out.push(bracket);
        self.depth += 1;
        self.place = Place::First;
    }

    #[inline(always)]
    fn end(&mut self, bracket: u8) {
        self.depth = self.depth.saturating_sub(1);
        if self.place == Place::Next && self.pretty.is_some() {
            self.line();
        }
        self.out.push(bracket);
        self.place = Place::Next;
    }

    /// `[`
    #[inline]
    pub fn begin_array(&mut self) {
        self.begin(b'[');
    }

    /// `]`
    #[inline]
    pub fn end_array(&mut self) {
        self.end(b']');
    }

    /// `{`
    #[inline]
    pub fn begin_object(&mut self) {
        self.begin(b'{');
    }

    /// `}`
    #[inline]
    pub fn end_object(&mut self) {
        self.end(b'}');
    }

    /// Makes of the string before it a name.
    #[inline(always)]
    pub(crate) fn colon(&mut self) {
        self.out.push(b':');
        if let Some(pretty) = &self.pretty {
            self.out.extend_from_slice(pretty.after_colon.as_bytes());
        }
        self.place = Place::Start;
    }

    /// The name of a member, and its colon.
    #[inline]
    pub fn key(&mut self, key: &str) {
        self.separate();
        write_string(&mut self.out, key, self.escape);
        self.colon();
    }

    /// A name given as the text between its quotes, escapes included, and its colon.
    #[inline]
    pub fn raw_key(&mut self, escaped: &[u8]) {
        self.raw_string(escaped);
        self.colon();
    }

    /// A whole text at the top may follow the one before: what stands between them is the caller's.
    pub fn restart(&mut self) {
        self.depth = 0;
        self.place = Place::Start;
    }

    /// `null`
    #[inline]
    pub fn null(&mut self) {
        self.raw(b"null");
    }

    /// `true`, `false`
    #[inline]
    pub fn bool(&mut self, value: bool) {
        self.raw(if value { b"true" } else { b"false" });
    }

    /// A string.
    #[inline]
    pub fn string(&mut self, text: &str) {
        self.separate();
        write_string(&mut self.out, text, self.escape);
    }

    /// A string given as the text between its quotes, escapes included.
    #[inline]
    pub fn raw_string(&mut self, escaped: &[u8]) {
        self.separate();
        self.out.push(b'"');
        self.out.extend_from_slice(escaped);
        self.out.push(b'"');
    }

    /// Text that is JSON already, put in as it is.
    #[inline]
    pub fn raw(&mut self, json: &[u8]) {
        self.separate();
        self.out.extend_from_slice(json);
    }

    /// A numeral, put in as it is.
    #[inline]
    pub fn lexeme(&mut self, lexeme: &str) {
        self.raw(lexeme.as_bytes());
    }

    /// An integer.
    #[inline]
    pub fn i64(&mut self, value: i64) {
        self.separate();
        if value < 0 {
            self.out.push(b'-');
        }
        write_u64(&mut self.out, value.unsigned_abs());
    }

    /// An integer.
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.separate();
        write_u64(&mut self.out, value);
    }

    /// The shortest numeral of a double in the chosen layout; `null` for NaN and the infinities.
    #[inline]
    pub fn f64(&mut self, value: f64) {
        self.separate();
        write_f64(&mut self.out, value, self.floats);
    }

    /// A number with its lexeme.
    #[inline]
    pub fn number(&mut self, number: &Number<'_>) {
        let lexeme = number.lexeme();
        match lexeme.as_bytes().last() {
            // the words of a number made from a double that has no numeral
            Some(b'y' | b'N') => self.null(),
            _ => self.lexeme(lexeme),
        }
    }

    /// A whole value; `sort_keys` is not looked at.
    pub fn value(&mut self, value: &Value<'_>) {
        let start = (self.out.len(), self.depth);
        // beyond it the text counts as large, unless there is room for as much again
        let mut few = (start.0 + MEASURED).max(self.out.capacity() / 2);
        let mut outer = Vec::new();
        let Some(mut open) = self.begin_value(value) else { return };
        loop {
            let inner = match &mut open {
                Open::Array(elements) => elements.find_map(|element| {
                    if self.out.len() > few {
                        few = self.make_room(value, start);
                    }
                    self.begin_value(element)
                }),
                Open::Object(members) => members.find_map(|member| {
                    if self.out.len() > few {
                        few = self.make_room(value, start);
                    }
                    self.key(&member.key);
                    self.begin_value(&member.value)
                }),
            };
            if let Some(inner) = inner {
                outer.push(std::mem::replace(&mut open, inner));
                continue;
            }
            match open {
                Open::Array(_) => self.end_array(),
                Open::Object(_) => self.end_object(),
            }
            let Some(next) = outer.pop() else { return };
            open = next;
        }
    }

    /// Reserves what is left of a large value that was begun at this length and depth, so that no text is moved from
    /// buffer to buffer and none ends in one of twice its size. Returns the length from which to ask again: never.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, value: &Value<'_>, (start, depth): (usize, usize)) -> usize {
        let length = length::of_value(value, self.pretty.as_deref(), self.escape, depth);
        let left = (start + length).saturating_sub(self.out.len()) + SPARE;
        if start == 0 {
            self.out.reserve_exact(left);
        } else {
            // values one after another: their room doubles, or each would move all before it
            self.out.reserve(left);
        }
        usize::MAX
    }

    /// Writes a scalar or the bracket that opens a container, whose parts are returned.
    #[inline(always)]
    fn begin_value<'v, 'a>(&mut self, value: &'v Value<'a>) -> Option<Open<'v, 'a>> {
        match value {
            Value::Null => self.null(),
            Value::Bool(bool) => self.bool(*bool),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.string(text),
            Value::Array(array) => {
                self.begin_array();
                return Some(Open::Array(array.iter()));
            }
            Value::Object(object) => {
                self.begin_object();
                return Some(Open::Object(object.members().iter()));
            }
        }
        None
    }
}

/// Texts up to this length grow as they are written: somewhat less than the megabyte at which the buffer would double.
/// Measuring takes a third of the time of writing (decision 103, "Heap").
const MEASURED: usize = 15 << 16;

/// Short strings are written as whole words, what is too much taken off again; and a comma may stand before a value.
const SPARE: usize = 16;

/// What is left of an open container.
enum Open<'v, 'a> {
    Array(std::slice::Iter<'v, Value<'a>>),
    Object(std::slice::Iter<'v, Member<'a>>),
}

/// Compact text of a value.
#[must_use]
pub fn to_vec(value: &Value<'_>) -> Vec<u8> {
    to_vec_with(value, &WriteOptions::default())
}

/// Text of a value.
#[must_use]
pub fn to_vec_with(value: &Value<'_>, opts: &WriteOptions) -> Vec<u8> {
    if opts.sort_keys {
        let length = length::of_value(value, opts.pretty.as_ref(), opts.escape, 0);
        let mut writer = Writer::new(Vec::with_capacity(length + SPARE), opts);
        crate::sorted::write(&mut writer, value);
        return writer.finish();
    }
    let mut writer = Writer::new(Vec::with_capacity(512), opts);
    writer.value(value);
    writer.finish()
}

/// Compact text of a value.
#[must_use]
pub fn to_string(value: &Value<'_>) -> String {
    to_string_with(value, &WriteOptions::default())
}

/// Text of a value.
#[must_use]
pub fn to_string_with(value: &Value<'_>, opts: &WriteOptions) -> String {
    into_text(to_vec_with(value, opts))
}

/// All that is written comes from text, so this finds nothing to repair.
pub(crate) fn into_text(out: Vec<u8>) -> String {
    String::from_utf8(out).unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned())
}
