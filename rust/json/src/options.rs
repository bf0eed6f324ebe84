//! The settings of reading and writing, immutable once a call has begun.
//!
//! Every limit is on by default. A limit of `usize::MAX` is no limit.

use std::borrow::Cow;

/// What happens when a name occurs twice in one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// The last value wins; the member stands at its own, later place.
    #[default]
    Last,
    /// The first value wins.
    First,
    /// The text is refused with `ErrorKind::DuplicateKey`.
    Error,
    /// All members are kept in the order of the text.
    Keep,
}

/// Which numerals are accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// All that RFC 8259 allows, of any size; the lexeme is kept.
    #[default]
    Any,
    /// Numerals with fraction or exponent must be finite as binary64 (`1e400` is refused); integers of any size.
    Finite,
}

/// What becomes of the sign of `-0`, `-0.0`, `-0e5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MinusZero {
    /// The lexeme stays as it is.
    #[default]
    Keep,
    /// The sign is dropped.
    Drop,
}

/// Settings of reading.
///
/// ```
/// use stele_json::{from_slice_with, Duplicates, ErrorKind, ReadOptions};
/// let opts = ReadOptions { duplicates: Duplicates::Error, ..ReadOptions::default() };
/// assert_eq!(from_slice_with(br#"{"a":1,"a":2}"#, &opts).unwrap_err().kind, ErrorKind::DuplicateKey);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// Nested containers, the outermost counts 1. Default 128.
    pub max_depth: usize,
    /// Bytes of input, all chunks together. Default 4 GiB - 1. Looked at before anything else: when a text, or the chunk
    /// that brings it above the limit, arrives.
    pub max_bytes: usize,
    /// Digits of one numeral, those of the exponent included. Default 1,000,000.
    pub max_digits: usize,
    /// Elements of one array or members of one object. Default 2^32 - 1.
    pub max_members: usize,
    /// Equal names in one object. A sink sees all members unless the policy is `Error`.
    pub duplicates: Duplicates,
    /// Which numerals are accepted.
    pub numbers: Numbers,
    /// What becomes of `-0`.
    pub minus_zero: MinusZero,
    /// `false` hands bytes that are not UTF-8 to a sink as they are, whole or in chunks. Values, being text, are always
    /// checked.
    pub validate_strings: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            max_depth: 128,
            max_bytes: u32::MAX as usize,
            max_digits: 1_000_000,
            max_members: u32::MAX as usize,
            duplicates: Duplicates::Last,
            numbers: Numbers::Any,
            minus_zero: MinusZero::Keep,
            validate_strings: true,
        }
    }
}

/// What is escaped in strings beyond `"`, `\` and controls. Hexadecimal digits are lower case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escape {
    /// Nothing else.
    #[default]
    Json,
    /// `<` `>` `&` as `\u00xx`, `/` as `\/`, U+2028 and U+2029.
    HtmlSafe,
    /// U+2028 and U+2029.
    JavascriptSafe,
    /// Every code point above 0x7F, those beyond U+FFFF as a pair.
    UnicodeSafe,
}

/// How the shortest digits of a double are laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FloatLayout {
    /// As `Number.prototype.toString`: `1`, `0.1`, `1e+21`, `1e-7`; plain digits from 1e-6 to below 1e21.
    #[default]
    EcmaScript,
    /// Always with a point or an exponent (`1.0`, `1e16`), plain digits from 1e-5 to below 1e16.
    Point,
}

/// Line breaks and indentation of pretty printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pretty {
    /// Put once per level before an element. Default two spaces.
    pub indent: Cow<'static, str>,
    /// Put between elements and around brackets. Default LF.
    pub line_separator: Cow<'static, str>,
    /// Put after the colon. Default one space.
    pub after_colon: Cow<'static, str>,
}

impl Default for Pretty {
    fn default() -> Self {
        Self {
            indent: Cow::Borrowed("  "),
            line_separator: Cow::Borrowed("\n"),
            after_colon: Cow::Borrowed(" "),
        }
    }
}

/// Settings of writing; the default is compact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// `Some` for line breaks and indentation.
    pub pretty: Option<Pretty>,
    /// What is escaped.
    pub escape: Escape,
    /// Layout of doubles given as `f64`; numbers of a [`Value`](crate::Value) keep their lexeme.
    pub floats: FloatLayout,
    /// Members sorted by the bytes of their names.
    pub sort_keys: bool,
}

impl WriteOptions {
    /// Compact, JSON escapes.
    #[must_use]
    pub fn compact() -> Self {
        Self::default()
    }

    /// Two spaces, line feeds, a space after the colon.
    #[must_use]
    pub fn pretty() -> Self {
        Self { pretty: Some(Pretty::default()), ..Self::default() }
    }
}
