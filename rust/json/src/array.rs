//! Arrays of a value: a vector whose drop does not recurse.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::value::Value;
use crate::walk;

/// The elements of an array; dereferences to `Vec<Value>`.
#[derive(Clone, Default, PartialEq)]
pub struct Array<'a>(Vec<Value<'a>>);

impl<'a> Array<'a> {
    /// No elements.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The elements as a vector.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<Value<'a>> {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Array<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.0.iter().any(walk::has_parts) {
            walk::drop_elements(std::mem::take(&mut self.0));
        }
    }
}

impl<'a> Deref for Array<'a> {
    type Target = Vec<Value<'a>>;
    #[inline]
    fn deref(&self) -> &Vec<Value<'a>> {
        &self.0
    }
}

impl<'a> DerefMut for Array<'a> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<Value<'a>> {
        &mut self.0
    }
}

impl fmt::Debug for Array<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}

impl<'a> From<Vec<Value<'a>>> for Array<'a> {
    #[inline]
    fn from(elements: Vec<Value<'a>>) -> Self {
        Array(elements)
    }
}

impl<'a> From<Array<'a>> for Vec<Value<'a>> {
    fn from(array: Array<'a>) -> Self {
        array.into_vec()
    }
}

impl<'a, V: Into<Value<'a>>> FromIterator<V> for Array<'a> {
    fn from_iter<I: IntoIterator<Item = V>>(elements: I) -> Self {
        Array(elements.into_iter().map(Into::into).collect())
    }
}

impl<'a> IntoIterator for Array<'a> {
    type Item = Value<'a>;
    type IntoIter = std::vec::IntoIter<Value<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'v, 'a> IntoIterator for &'v Array<'a> {
    type Item = &'v Value<'a>;
    type IntoIter = std::slice::Iter<'v, Value<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
