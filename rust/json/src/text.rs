//! Text of a value: borrowed from the input where possible, 16 bytes either way.
//!
//! The owned form is boxed twice, so that the pointer that cannot be null marks it: a value stays at 24 bytes, and
//! borrowed strings, the common case, cost no allocation.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A string, borrowed or owned; dereferences to `str`.
#[derive(Clone)]
pub struct Text<'a>(Repr<'a>);

#[derive(Clone)]
enum Repr<'a> {
    Borrowed(&'a str),
    Owned(Box<Box<str>>),
}

impl<'a> Text<'a> {
    /// Text that borrows.
    #[inline(always)]
    #[must_use]
    pub const fn borrowed(text: &'a str) -> Self {
        Text(Repr::Borrowed(text))
    }

    /// The characters.
    #[inline(always)]
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Borrowed(text) => text,
            Repr::Owned(text) => text,
        }
    }

    /// The borrowed text, when it is borrowed.
    #[inline]
    #[must_use]
    pub fn as_borrowed(&self) -> Option<&'a str> {
        match &self.0 {
            Repr::Borrowed(text) => Some(text),
            Repr::Owned(_) => None,
        }
    }

    /// The same text, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Text<'static> {
        Text(match self.0 {
            Repr::Borrowed(text) => Repr::Owned(Box::new(text.into())),
            Repr::Owned(text) => Repr::Owned(text),
        })
    }

    /// As a `String`; copies borrowed text.
    #[must_use]
    pub fn into_string(self) -> String {
        match self.0 {
            Repr::Borrowed(text) => text.to_owned(),
            Repr::Owned(text) => (*text).into_string(),
        }
    }

    /// As a `Cow`, without a copy.
    #[must_use]
    pub fn into_cow(self) -> Cow<'a, str> {
        match self.0 {
            Repr::Borrowed(text) => Cow::Borrowed(text),
            Repr::Owned(text) => Cow::Owned((*text).into_string()),
        }
    }
}

impl Default for Text<'_> {
    fn default() -> Self {
        Text::borrowed("")
    }
}

impl Deref for Text<'_> {
    type Target = str;
    #[inline(always)]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        self
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text::borrowed(text)
    }
}

impl<'a> From<&'a String> for Text<'a> {
    fn from(text: &'a String) -> Self {
        Text::borrowed(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text(Repr::Owned(Box::new(text.into_boxed_str())))
    }
}

impl From<Box<str>> for Text<'_> {
    fn from(text: Box<str>) -> Self {
        Text(Repr::Owned(Box::new(text)))
    }
}

impl<'a> From<Cow<'a, str>> for Text<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<Text<'_>> for String {
    fn from(text: Text<'_>) -> Self {
        text.into_string()
    }
}

impl PartialEq for Text<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}
