//! What can go wrong, as codes of paragraph 11 with line and column.
//!
//! Inside the crate a lexer reports a [`Fault`]: a code and a byte offset in the text of its line. The reader, which
//! knows the line, turns it into an [`Error`] with a line and a column in code points, both counted from 1; nothing is
//! counted while no error is made. Errors of the encoder have the place 0:0.

use std::borrow::Cow;
use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal,)*) => {
        /// The closed set of reasons, each with its text in the protocol (`E_...`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// Every code, in the order of the specification.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as the specification writes it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// `#delimiter` with something that is no delimiter.
    Delimiter "E_DELIMITER",
    /// A quote that is never closed; the place is the opening one.
    UnterminatedString "E_UNTERMINATED_STRING",
    /// Text after a closing quote; the place is its first character.
    Trailing "E_TRAILING",
    /// A declared length of more than 16 digits.
    ArrayLength "E_ARRAY_LENGTH",
    /// Strict: another number of elements than declared.
    Count "E_COUNT",
    /// More cells in a row than columns (in the profile: strict only).
    RowWidth "E_ROW_WIDTH",
    /// A line, an item or a mark that means nothing at its place.
    Syntax "E_SYNTAX",
    /// Strict: a name for the second time in one object.
    DuplicateKey "E_DUPLICATE_KEY",
    /// Strict: members of one object with different indentation.
    Indent "E_INDENT",
    /// An index too large; strict: out of order.
    Index "E_INDEX",
    /// A cell that is not of the type its column declares.
    Type "E_TYPE",
    /// An integer beyond the type its column declares.
    Range "E_RANGE",
    /// More nested containers than `max_depth`.
    Depth "E_DEPTH",
    /// More input than `max_input`, or another limit of the format.
    Limit "E_LIMIT",
    /// Dialect `tight`: a bracket that is never closed.
    Unclosed "E_UNCLOSED",
    /// An option outside its range.
    Option "E_OPTION",
    /// NaN or an infinity where the sink refuses them.
    NonFinite "E_NONFINITE",
    /// A number that the host cannot hold.
    Number "E_NUMBER",
    /// A value that contains itself; Rust values cannot.
    Cycle "E_CYCLE",
    /// A lone surrogate, which a Rust string cannot hold.
    Surrogate "E_SURROGATE",
    /// Bytes that are not UTF-8.
    Utf8 "E_UTF8",
    /// JSON input that is not RFC 8259, in `from_json`.
    Json "E_JSON",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why and where: the code and the place are normative, the message is for people.
///
/// ```
/// let error = tonl::decode(b"a: \"x", &tonl::DecodeOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "E_UNTERMINATED_STRING at 1:4: expected a closing quote");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason.
    pub code: Code,
    /// Line, from 1; 0 for errors of the encoder.
    pub line: usize,
    /// Column in code points, from 1; 0 for errors of the encoder.
    pub column: usize,
    /// What was expected and what was found.
    pub message: Cow<'static, str>,
}

impl Error {
    #[cold]
    pub(crate) fn new(code: Code, line: usize, column: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, line, column, message: message.into() }
    }

    /// An error of the encoder: no place in a text.
    #[cold]
    pub(crate) fn encoder(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(code, 0, 0, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}:{}: {}", self.code, self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// An error inside one line: `at` counts bytes from the first character of the line's text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) at: usize,
    pub(crate) message: Cow<'static, str>,
}

impl Fault {
    #[cold]
    pub(crate) fn new(code: Code, at: usize, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, at, message: message.into() }
    }

    /// The same fault found `by` bytes later in the line.
    #[cold]
    pub(crate) fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }
}

/// At most 20 printable characters of what was found, in backticks.
#[cold]
pub(crate) fn found(text: &str) -> String {
    let shown: String = text.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.is_empty() { "nothing".to_owned() } else { format!("`{shown}`") }
}
