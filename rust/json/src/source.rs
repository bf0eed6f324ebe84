//! What the lexer reads from: text that is known to be UTF-8, or bytes.
//!
//! A whole document is checked once (`&str`): then every string is a slice of checked text and costs nothing more.
//! Chunks (`Checked`) may end inside a character, so their strings are checked one by one; `Unchecked` takes them
//! as they are. The three differ in a few lines and are compiled apart; the grammar is written once.

use crate::error::{Error, ErrorKind};

/// A string as the lexer found it: a piece of the input, or unescaped into a scratch buffer.
#[derive(Clone, Copy, Debug)]
pub enum Str<'a, 's> {
    /// Content without escapes, as it stands in the input, and its offset there.
    Input(&'a str, usize),
    /// Content after unescaping.
    Unescaped(&'s str),
    /// As `Input`, not known to be UTF-8 (`validate_strings: false`).
    InputBytes(&'a [u8], usize),
    /// As `Unescaped`, not known to be UTF-8.
    UnescapedBytes(&'s [u8]),
}

impl<'a: 's, 's> Str<'a, 's> {
    /// The content.
    #[inline(always)]
    #[must_use]
    pub fn as_bytes(&self) -> &'s [u8] {
        match *self {
            Str::Input(text, _) => text.as_bytes(),
            Str::Unescaped(text) => text.as_bytes(),
            Str::InputBytes(bytes, _) => bytes,
            Str::UnescapedBytes(bytes) => bytes,
        }
    }

    /// The content as text; `None` only with `validate_strings: false` and bytes that are not UTF-8.
    #[inline(always)]
    #[must_use]
    pub fn as_str(&self) -> Option<&'s str> {
        match *self {
            Str::Input(text, _) => Some(text),
            Str::Unescaped(text) => Some(text),
            Str::InputBytes(bytes, _) => std::str::from_utf8(bytes).ok(),
            Str::UnescapedBytes(bytes) => std::str::from_utf8(bytes).ok(),
        }
    }

    /// Where the content stands in the input, when it needed no unescaping.
    #[inline(always)]
    #[must_use]
    pub fn span(&self) -> Option<std::ops::Range<usize>> {
        match *self {
            Str::Input(text, offset) => Some(offset..offset + text.len()),
            Str::InputBytes(bytes, offset) => Some(offset..offset + bytes.len()),
            _ => None,
        }
    }
}

/// Room for unescaped strings, reused from string to string.
#[derive(Debug, Default)]
pub struct Scratch {
    text: String,
    bytes: Vec<u8>,
}

impl Scratch {
    /// An empty one; grows to the longest string with an escape.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &str {}
    impl Sealed for super::Checked<'_> {}
    impl Sealed for super::Unchecked<'_> {}
}

/// Input of a [`Lexer`](crate::Lexer): `&str`, [`Checked`] or [`Unchecked`].
pub trait Source<'a>: Copy + sealed::Sealed {
    /// All bytes.
    fn bytes(self) -> &'a [u8];
    /// A range known to be ASCII, as text.
    fn ascii(self, start: usize, end: usize) -> &'a str;
    /// The content of a string without escapes.
    ///
    /// # Errors
    /// `InvalidUtf8` at the first bad byte, when the source checks.
    fn content<'s>(self, start: usize, end: usize) -> Result<Str<'a, 's>, Error>;
    /// Empties the scratch buffer.
    fn clear(scratch: &mut Scratch);
    /// Appends a range of the input.
    ///
    /// # Errors
    /// `InvalidUtf8` at the first bad byte, when the source checks.
    fn append(self, scratch: &mut Scratch, start: usize, end: usize) -> Result<(), Error>;
    /// Appends an unescaped character.
    fn push(scratch: &mut Scratch, c: char);
    /// What has been appended.
    fn unescaped(scratch: &Scratch) -> Str<'a, '_>;
}

impl<'a> Source<'a> for &'a str {
    #[inline(always)]
    fn bytes(self) -> &'a [u8] {
        self.as_bytes()
    }
    #[inline(always)]
    fn ascii(self, start: usize, end: usize) -> &'a str {
        self.get(start..end).unwrap_or_default()
    }
    #[inline(always)]
    fn content<'s>(self, start: usize, end: usize) -> Result<Str<'a, 's>, Error> {
        Ok(Str::Input(self.get(start..end).unwrap_or_default(), start))
    }
    #[inline(always)]
    fn clear(scratch: &mut Scratch) {
        scratch.text.clear();
    }
    #[inline(always)]
    fn append(self, scratch: &mut Scratch, start: usize, end: usize) -> Result<(), Error> {
        scratch.text.push_str(self.get(start..end).unwrap_or_default());
        Ok(())
    }
    #[inline(always)]
    fn push(scratch: &mut Scratch, c: char) {
        scratch.text.push(c);
    }
    #[inline(always)]
    fn unescaped(scratch: &Scratch) -> Str<'a, '_> {
        Str::Unescaped(&scratch.text)
    }
}

/// Bytes whose strings are checked one by one.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a>(pub &'a [u8]);

impl<'a> Checked<'a> {
    #[inline]
    fn check(self, start: usize, end: usize) -> Result<&'a str, Error> {
        let bytes = self.0.get(start..end).unwrap_or_default();
        std::str::from_utf8(bytes)
            .map_err(|bad| Error::new(ErrorKind::InvalidUtf8, start + bad.valid_up_to()))
    }
}

impl<'a> Source<'a> for Checked<'a> {
    #[inline(always)]
    fn bytes(self) -> &'a [u8] {
        self.0
    }
    #[inline]
    fn ascii(self, start: usize, end: usize) -> &'a str {
        self.check(start, end).unwrap_or_default()
    }
    #[inline]
    fn content<'s>(self, start: usize, end: usize) -> Result<Str<'a, 's>, Error> {
        Ok(Str::Input(self.check(start, end)?, start))
    }
    #[inline]
    fn clear(scratch: &mut Scratch) {
        scratch.text.clear();
    }
    #[inline]
    fn append(self, scratch: &mut Scratch, start: usize, end: usize) -> Result<(), Error> {
        scratch.text.push_str(self.check(start, end)?);
        Ok(())
    }
    #[inline]
    fn push(scratch: &mut Scratch, c: char) {
        scratch.text.push(c);
    }
    #[inline]
    fn unescaped(scratch: &Scratch) -> Str<'a, '_> {
        Str::Unescaped(&scratch.text)
    }
}

/// Bytes whose strings are taken as they are, UTF-8 or not.
#[derive(Clone, Copy, Debug)]
pub struct Unchecked<'a>(pub &'a [u8]);

impl<'a> Source<'a> for Unchecked<'a> {
    #[inline(always)]
    fn bytes(self) -> &'a [u8] {
        self.0
    }
    #[inline]
    fn ascii(self, start: usize, end: usize) -> &'a str {
        self.0.get(start..end).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
    #[inline(always)]
    fn content<'s>(self, start: usize, end: usize) -> Result<Str<'a, 's>, Error> {
        Ok(Str::InputBytes(self.0.get(start..end).unwrap_or_default(), start))
    }
    #[inline(always)]
    fn clear(scratch: &mut Scratch) {
        scratch.bytes.clear();
    }
    #[inline(always)]
    fn append(self, scratch: &mut Scratch, start: usize, end: usize) -> Result<(), Error> {
        scratch.bytes.extend_from_slice(self.0.get(start..end).unwrap_or_default());
        Ok(())
    }
    #[inline(always)]
    fn push(scratch: &mut Scratch, c: char) {
        scratch.bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    #[inline(always)]
    fn unescaped(scratch: &Scratch) -> Str<'a, '_> {
        Str::UnescapedBytes(&scratch.bytes)
    }
}
