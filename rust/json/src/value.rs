//! The dynamic tree: 24 bytes a value, text and numerals borrowed from the input.
//!
//! No function on a tree recurses, not even clone, drop, comparison or `Debug`: trees may be as deep as their reader
//! allowed and the stack of the machine stays as it is. `walk.rs` has the loop they share.

use std::fmt;

use crate::number_value::Number;
use crate::object::Object;
use crate::text::Text;
use crate::{array::Array, walk};

/// A JSON value.
///
/// ```
/// use stele_json::{from_str, Value};
/// let value = from_str(r#"{"id": 10000000000000000000001, "tags": ["a", "b"]}"#)?;
/// assert_eq!(value.pointer("/tags/1").and_then(Value::as_str), Some("b"));
/// assert_eq!(value.get("id").unwrap().to_string(), "10000000000000000000001");
/// # Ok::<(), stele_json::Error>(())
/// ```
#[derive(Default)]
pub enum Value<'a> {
    /// `null`
    #[default]
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number with its lexeme.
    Number(Number<'a>),
    /// A string.
    String(Text<'a>),
    /// An array.
    Array(Array<'a>),
    /// An object.
    Object(Object<'a>),
}

/// An index into a value: a member name or the number of an element.
pub trait Index {
    /// The part of the value, if it is there.
    fn of<'v, 'a>(&self, value: &'v Value<'a>) -> Option<&'v Value<'a>>;
}

impl Index for str {
    fn of<'v, 'a>(&self, value: &'v Value<'a>) -> Option<&'v Value<'a>> {
        value.as_object()?.get(self)
    }
}

impl Index for String {
    fn of<'v, 'a>(&self, value: &'v Value<'a>) -> Option<&'v Value<'a>> {
        self.as_str().of(value)
    }
}

impl Index for usize {
    fn of<'v, 'a>(&self, value: &'v Value<'a>) -> Option<&'v Value<'a>> {
        value.as_array()?.get(*self)
    }
}

impl<I: Index + ?Sized> Index for &I {
    fn of<'v, 'a>(&self, value: &'v Value<'a>) -> Option<&'v Value<'a>> {
        (**self).of(value)
    }
}

impl<'a> Value<'a> {
    /// Is it `null`?
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The truth value.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(bool) = self { Some(*bool) } else { None }
    }

    /// The number.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number<'a>> {
        if let Value::Number(number) = self { Some(number) } else { None }
    }

    /// The integer, when it fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The integer, when it fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The nearest double, when it is finite.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// The string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self { Some(text) } else { None }
    }

    /// The array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array<'a>> {
        if let Value::Array(array) = self { Some(array) } else { None }
    }

    /// The array, to be changed.
    pub fn as_array_mut(&mut self) -> Option<&mut Array<'a>> {
        if let Value::Array(array) = self { Some(array) } else { None }
    }

    /// The object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object<'a>> {
        if let Value::Object(object) = self { Some(object) } else { None }
    }

    /// The object, to be changed.
    pub fn as_object_mut(&mut self) -> Option<&mut Object<'a>> {
        if let Value::Object(object) = self { Some(object) } else { None }
    }

    /// The member of this name, or the element of this number.
    #[must_use]
    pub fn get(&self, index: impl Index) -> Option<&Value<'a>> {
        index.of(self)
    }

    /// The value at a JSON Pointer (RFC 6901), `None` when it is not there or the pointer is not one.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Value<'a>> {
        crate::pointer::resolve(self, pointer)
    }

    /// Takes the value out, leaving `null`.
    #[must_use]
    pub fn take(&mut self) -> Value<'a> {
        std::mem::take(self)
    }

    /// The same value, borrowing nothing from the input.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        walk::into_owned(self)
    }
}

impl Clone for Value<'_> {
    fn clone(&self) -> Self {
        walk::clone(self)
    }
}

impl PartialEq for Value<'_> {
    /// Same kinds, lexemes, strings, and members in the same order.
    fn eq(&self, other: &Self) -> bool {
        walk::equal(self, other)
    }
}

/// `&value["name"]`, `&value[3]`: `null` for what is not there.
impl<'a, I: Index> std::ops::Index<I> for Value<'a> {
    type Output = Value<'a>;
    fn index(&self, index: I) -> &Value<'a> {
        index.of(self).unwrap_or(&Value::Null)
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Value<'_> {
    /// Compact JSON; `{:#}` pretty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pretty = if f.alternate() { Some(crate::Pretty::default()) } else { None };
        let opts = crate::WriteOptions { pretty, ..crate::WriteOptions::default() };
        f.write_str(&crate::to_string_with(self, &opts))
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl<'a> From<Number<'a>> for Value<'a> {
    fn from(value: Number<'a>) -> Self {
        Value::Number(value)
    }
}

impl<'a> From<Array<'a>> for Value<'a> {
    fn from(value: Array<'a>) -> Self {
        Value::Array(value)
    }
}

impl<'a> From<Vec<Value<'a>>> for Value<'a> {
    fn from(value: Vec<Value<'a>>) -> Self {
        Value::Array(value.into())
    }
}

impl<'a> From<Object<'a>> for Value<'a> {
    fn from(value: Object<'a>) -> Self {
        Value::Object(value)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl From<f64> for Value<'_> {
    /// The shortest numeral; `null` for NaN and the infinities.
    fn from(value: f64) -> Self {
        Number::from_f64(value).map_or(Value::Null, Value::Number)
    }
}

macro_rules! from_text {
    ($($t:ty)*) => {$(
        impl<'a> From<$t> for Value<'a> {
            fn from(value: $t) -> Self {
                Value::String(value.into())
            }
        }
    )*};
}

from_text!(&'a str &'a String String std::borrow::Cow<'a, str>);

impl<'a> From<Text<'a>> for Value<'a> {
    fn from(value: Text<'a>) -> Self {
        Value::String(value)
    }
}

macro_rules! from_integers {
    ($($t:ty)*) => {$(
        impl From<$t> for Value<'_> {
            fn from(value: $t) -> Self {
                Value::Number(value.into())
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<'a, V: Into<Value<'a>>> FromIterator<V> for Value<'a> {
    fn from_iter<I: IntoIterator<Item = V>>(elements: I) -> Self {
        Value::Array(elements.into_iter().collect())
    }
}

const _: () = assert!(size_of::<Value<'_>>() == 24 && size_of::<Text<'_>>() == 16);
