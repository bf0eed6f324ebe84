//! Bytes -> tokens. Knows the grammar of single tokens and of the marks between them, holds a position and nothing
//! else: no tree, no stack, no recursion. Strings are in `string.rs`, numerals in `number.rs`; who calls decides
//! what is decoded, what is skipped and how deep it goes.
//!
//! ```
//! use stele_json::{Lexer, Scratch, Token};
//! let mut lexer = Lexer::new(r#"{"a": [1, 2.50]}"#);
//! let mut scratch = Scratch::new();
//! assert_eq!(lexer.peek()?, Token::Object);
//! assert_eq!(lexer.object_first(&mut scratch)?.and_then(|key| key.as_str()), Some("a"));
//! assert_eq!(lexer.peek()?, Token::Array);
//! let mut more = lexer.array_first()?;
//! let mut seen = Vec::new();
//! while more {
//!     seen.push(lexer.number()?.lexeme());
//!     more = lexer.array_step()?;
//! }
//! assert_eq!(seen, ["1", "2.50"]);
//! assert!(lexer.object_step(&mut scratch)?.is_none());
//! lexer.finish()?;
//! # Ok::<(), stele_json::Error>(())
//! ```

use crate::bytes::{find_special, skip_blanks};
use crate::error::{Error, ErrorKind};
use crate::number::{self, Numeral};
use crate::source::{Scratch, Source, Str};
use crate::string;

/// The kind of the value that comes next, told by its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// `n`
    Null,
    /// `t`
    True,
    /// `f`
    False,
    /// `-` or a digit
    Number,
    /// `"`
    String,
    /// `[`
    Array,
    /// `{`
    Object,
}

/// A position in a text and the functions that read one token there.
#[derive(Clone, Debug)]
pub struct Lexer<'a, T: Source<'a> = &'a str> {
    source: T,
    bytes: &'a [u8],
    pos: usize,
    /// The source ends here only because the next byte is not UTF-8.
    cut: bool,
}

/// The error for a place where a value must begin.
#[cold]
#[inline(never)]
pub(crate) fn fail_value<R>(bytes: &[u8], cut: bool, pos: usize) -> Result<R, Error> {
    let kind = match &bytes[pos.min(bytes.len())..] {
        [] if !cut => ErrorKind::UnexpectedEnd,
        [0xEF, 0xBB, 0xBF, ..] if pos == 0 => ErrorKind::ByteOrderMark,
        _ => ErrorKind::ExpectedValue,
    };
    Err(Error::new(kind, pos))
}

impl<'a, T: Source<'a>> Lexer<'a, T> {
    /// Starts at byte 0.
    pub fn new(source: T) -> Self {
        Self { source, bytes: source.bytes(), pos: 0, cut: false }
    }

    pub(crate) fn new_cut(source: T, cut: bool) -> Self {
        Self { source, bytes: source.bytes(), pos: 0, cut }
    }

    /// What is read.
    pub(crate) fn source(&self) -> T {
        self.source
    }

    /// Does the source end here only because the next byte is not UTF-8?
    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }

    /// Offset of the next byte to be read.
    #[inline(always)]
    pub fn offset(&self) -> usize {
        self.pos
    }

    /// Goes to an offset, which must be one that `offset` returned for this input.
    pub fn seek(&mut self, offset: usize) {
        self.pos = offset;
    }

    /// The next byte, blanks skipped.
    #[inline(always)]
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        match self.bytes.get(self.pos) {
            Some(&byte) if byte > b' ' => Some(byte),
            _ => {
                self.pos = skip_blanks(self.bytes, self.pos);
                self.bytes.get(self.pos).copied()
            }
        }
    }

    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.pos += 1;
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn fail<R>(&self, kind: ErrorKind) -> Result<R, Error> {
        Err(Error::new(kind, self.pos))
    }

    /// The error for a place where a value must begin.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_value<R>(&self) -> Result<R, Error> {
        fail_value(self.bytes, self.cut, self.pos)
    }

    /// The error for a part above the limit of its container, which must be there to be too many.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_member<R>(&mut self) -> Result<R, Error> {
        match self.next_byte() {
            None if !self.cut => self.fail_value(),
            _ => self.fail(ErrorKind::MemberLimit),
        }
    }

    /// Which value comes next; blanks are skipped.
    ///
    /// # Errors
    /// `UnexpectedEnd`, `ExpectedValue`, `ByteOrderMark`.
    #[inline]
    pub fn peek(&mut self) -> Result<Token, Error> {
        match self.next_byte() {
            Some(b'"') => Ok(Token::String),
            Some(b'0'..=b'9' | b'-') => Ok(Token::Number),
            Some(b'{') => Ok(Token::Object),
            Some(b'[') => Ok(Token::Array),
            Some(b'n') => Ok(Token::Null),
            Some(b't') => Ok(Token::True),
            Some(b'f') => Ok(Token::False),
            _ => self.fail_value(),
        }
    }

    /// Reads `null`; the position is at its `n`.
    ///
    /// # Errors
    /// `ExpectedNull` at the first byte of the word.
    #[inline]
    pub fn null(&mut self) -> Result<(), Error> {
        self.word(*b"null", ErrorKind::ExpectedNull)
    }

    /// Reads `true` or `false`; the position is at its first letter.
    ///
    /// # Errors
    /// `ExpectedTrue`, `ExpectedFalse` at the first byte of the word.
    #[inline]
    pub fn bool(&mut self) -> Result<bool, Error> {
        if self.bytes.get(self.pos) == Some(&b't') {
            self.word(*b"true", ErrorKind::ExpectedTrue)?;
            return Ok(true);
        }
        self.word(*b"false", ErrorKind::ExpectedFalse)?;
        Ok(false)
    }

    #[inline(always)]
    fn word<const N: usize>(&mut self, word: [u8; N], kind: ErrorKind) -> Result<(), Error> {
        match self.bytes.get(self.pos..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(found) if *found == word => {
                self.pos += N;
                Ok(())
            }
            _ => self.fail(kind),
        }
    }

    /// Reads a numeral; the position is at its `-` or first digit.
    ///
    /// # Errors
    /// `InvalidNumber` at the first byte of the numeral.
    #[inline(always)]
    pub fn number(&mut self) -> Result<Numeral<'a>, Error> {
        let (numeral, end) = number::scan(self.source, self.pos)?;
        self.pos = end;
        Ok(numeral)
    }

    /// Reads a string; the position is at its opening quote. Without escapes the result borrows from the input,
    /// else from `scratch`.
    ///
    /// # Errors
    /// `UnterminatedString`, `ControlCharacter`, the kinds of escapes, `InvalidUtf8`.
    #[inline(always)]
    pub fn string<'s>(&mut self, scratch: &'s mut Scratch) -> Result<Str<'a, 's>, Error> {
        let start = self.pos + 1;
        let end = find_special(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.pos = end + 1;
            return self.source.content(start, end);
        }
        self.pos = string::unescape_slow(self.source, self.cut, start, end, scratch)?;
        Ok(T::unescaped(scratch))
    }

    /// Reads a string like [`string`](Self::string), checks it, and gives the text between the quotes with its
    /// escapes as they are.
    ///
    /// # Errors
    /// As [`string`](Self::string).
    #[inline(always)]
    pub fn raw_string<'s>(&mut self) -> Result<Str<'a, 's>, Error> {
        let start = self.pos + 1;
        let end = find_special(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.pos = end + 1;
            return self.source.content(start, end);
        }
        let end = string::check_slow(self.source, self.cut, start, end)?;
        self.pos = end + 1;
        self.source.content(start, end)
    }

    /// Enters an array, the position is at its `[`: is there an element? If so the position is at it.
    ///
    /// # Errors
    /// `UnexpectedEnd`.
    #[inline]
    pub fn array_first(&mut self) -> Result<bool, Error> {
        self.pos += 1;
        match self.next_byte() {
            Some(b']') => {
                self.pos += 1;
                Ok(false)
            }
            Some(_) => Ok(true),
            None => self.fail_value(),
        }
    }

    /// After an element: is there another one? If so the position is at it.
    ///
    /// # Errors
    /// `ExpectedCommaOrBracket`.
    #[inline]
    pub fn array_step(&mut self) -> Result<bool, Error> {
        match self.next_byte() {
            Some(b',') => {
                self.pos += 1;
                self.next_byte();
                Ok(true)
            }
            Some(b']') => {
                self.pos += 1;
                Ok(false)
            }
            _ => self.fail(ErrorKind::ExpectedCommaOrBracket),
        }
    }

    /// Enters an object, the position is at its `{`: the first name, or `None`. With a name the position is
    /// at its value.
    ///
    /// # Errors
    /// `ExpectedKey`, `ExpectedColon`, the kinds of strings.
    #[inline]
    pub fn object_first<'s>(&mut self, scratch: &'s mut Scratch) -> Result<Option<Str<'a, 's>>, Error> {
        self.pos += 1;
        if self.next_byte() == Some(b'}') {
            self.pos += 1;
            return Ok(None);
        }
        self.key(scratch).map(Some)
    }

    /// After a member: the next name, or `None` at the end of the object.
    ///
    /// # Errors
    /// `ExpectedCommaOrBrace` and those of [`object_first`](Self::object_first).
    #[inline]
    pub fn object_step<'s>(&mut self, scratch: &'s mut Scratch) -> Result<Option<Str<'a, 's>>, Error> {
        match self.next_byte() {
            Some(b',') => {
                self.pos += 1;
                self.key(scratch).map(Some)
            }
            Some(b'}') => {
                self.pos += 1;
                Ok(None)
            }
            _ => self.fail(ErrorKind::ExpectedCommaOrBrace),
        }
    }

    /// A name and its colon.
    #[inline(always)]
    pub(crate) fn key<'s>(&mut self, scratch: &'s mut Scratch) -> Result<Str<'a, 's>, Error> {
        self.key_start()?;
        let key = self.string(scratch)?;
        self.colon()?;
        self.next_byte();
        Ok(key)
    }

    /// Blanks up to the quote of a name.
    #[inline(always)]
    pub(crate) fn key_start(&mut self) -> Result<(), Error> {
        if self.next_byte() == Some(b'"') { Ok(()) } else { self.fail(ErrorKind::ExpectedKey) }
    }

    /// Blanks and the colon.
    #[inline(always)]
    pub(crate) fn colon(&mut self) -> Result<(), Error> {
        if self.next_byte() == Some(b':') {
            self.pos += 1;
            return Ok(());
        }
        self.fail(ErrorKind::ExpectedColon)
    }

    /// Nothing but blanks may follow.
    ///
    /// # Errors
    /// `TrailingData` at the first other byte.
    pub fn finish(&mut self) -> Result<(), Error> {
        if self.next_byte().is_none() && !self.cut { Ok(()) } else { self.fail(ErrorKind::TrailingData) }
    }
}
