//! Errors of reading: what went wrong and at which byte.
//!
//! An [`Error`] is 16 bytes, `{kind, offset}`, made in cold functions; line, column and the excerpt are found by
//! looking at the input again, only when somebody asks. Lines and columns count from 1, columns in code points,
//! a byte that is not UTF-8 counts as one; a line ends at LF.

use std::fmt;

/// The closed set of reasons for which a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value was expected, the input ended.
    UnexpectedEnd,
    /// A value was expected, another byte came.
    ExpectedValue,
    /// A member name in quotes was expected.
    ExpectedKey,
    /// `:` was expected after a member name.
    ExpectedColon,
    /// `,` or `]` was expected after an element.
    ExpectedCommaOrBracket,
    /// `,` or `}` was expected after a member.
    ExpectedCommaOrBrace,
    /// A word that begins with `n` is not `null`.
    ExpectedNull,
    /// A word that begins with `t` is not `true`.
    ExpectedTrue,
    /// A word that begins with `f` is not `false`.
    ExpectedFalse,
    /// A numeral that RFC 8259 does not allow; the offset is its first byte.
    InvalidNumber,
    /// A numeral too large for binary64, refused by [`Numbers::Finite`](crate::Numbers).
    NumberRange,
    /// A string without its closing quote; the offset is the opening one.
    UnterminatedString,
    /// A byte below 0x20 in a string, not escaped.
    ControlCharacter,
    /// A backslash followed by a byte that means nothing there; the offset is the backslash.
    InvalidEscape,
    /// The input ends among the four digits of a `\u`; the offset is its backslash.
    IncompleteUnicodeEscape,
    /// `\u` not followed by four hexadecimal digits; the offset is its backslash.
    InvalidUnicodeEscape,
    /// `\uD800` to `\uDFFF` that is not one half of a pair; the offset is its backslash.
    LoneSurrogate,
    /// Bytes in a string that are not UTF-8.
    InvalidUtf8,
    /// The text begins with a byte order mark.
    ByteOrderMark,
    /// Something other than blanks follows the value.
    TrailingData,
    /// More nested containers than `max_depth`; the offset is the bracket.
    DepthLimit,
    /// More bytes than `max_bytes`.
    ByteLimit,
    /// More digits in one numeral than `max_digits`.
    DigitLimit,
    /// More members or elements in one container than `max_members`.
    MemberLimit,
    /// A name for the second time in one object, with `Duplicates::Error`; the offset is the opening quote.
    DuplicateKey,
    /// A JSON Pointer that does not follow RFC 6901; the offset is in the pointer.
    InvalidPointer,
    /// The sink asked to stop; it knows why.
    Aborted,
    /// The bytes could not be fetched from their source (file, socket).
    Io,
}

impl ErrorKind {
    /// Every kind there is.
    pub const ALL: &[Self] = &[
        Self::UnexpectedEnd,
        Self::ExpectedValue,
        Self::ExpectedKey,
        Self::ExpectedColon,
        Self::ExpectedCommaOrBracket,
        Self::ExpectedCommaOrBrace,
        Self::ExpectedNull,
        Self::ExpectedTrue,
        Self::ExpectedFalse,
        Self::InvalidNumber,
        Self::NumberRange,
        Self::UnterminatedString,
        Self::ControlCharacter,
        Self::InvalidEscape,
        Self::IncompleteUnicodeEscape,
        Self::InvalidUnicodeEscape,
        Self::LoneSurrogate,
        Self::InvalidUtf8,
        Self::ByteOrderMark,
        Self::TrailingData,
        Self::DepthLimit,
        Self::ByteLimit,
        Self::DigitLimit,
        Self::MemberLimit,
        Self::DuplicateKey,
        Self::InvalidPointer,
        Self::Aborted,
        Self::Io,
    ];

    /// The reason in words, without the place.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::UnexpectedEnd => "expected a value, found the end of input",
            Self::ExpectedValue => "expected a value",
            Self::ExpectedKey => "expected a member name in quotes",
            Self::ExpectedColon => "expected `:`",
            Self::ExpectedCommaOrBracket => "expected `,` or `]`",
            Self::ExpectedCommaOrBrace => "expected `,` or `}`",
            Self::ExpectedNull => "expected `null`",
            Self::ExpectedTrue => "expected `true`",
            Self::ExpectedFalse => "expected `false`",
            Self::InvalidNumber => "invalid number",
            Self::NumberRange => "number beyond the range of a double",
            Self::UnterminatedString => "string without a closing quote",
            Self::ControlCharacter => "control character in a string must be escaped",
            Self::InvalidEscape => "invalid escape sequence",
            Self::IncompleteUnicodeEscape => "incomplete unicode escape",
            Self::InvalidUnicodeEscape => "expected four hexadecimal digits after `\\u`",
            Self::LoneSurrogate => "lone surrogate in a string",
            Self::InvalidUtf8 => "invalid UTF-8 in a string",
            Self::ByteOrderMark => "expected a value, found a byte order mark",
            Self::TrailingData => "expected the end of input",
            Self::DepthLimit => "nesting exceeds the depth limit",
            Self::ByteLimit => "input exceeds the size limit",
            Self::DigitLimit => "number exceeds the digit limit",
            Self::MemberLimit => "container exceeds the member limit",
            Self::DuplicateKey => "duplicate member name",
            Self::InvalidPointer => "invalid JSON Pointer",
            Self::Aborted => "stopped by the receiver",
            Self::Io => "input could not be read",
        }
    }
}

/// Why and where a text was refused: `offset` counts bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// The reason.
    pub kind: ErrorKind,
    /// The byte of the offence; the length of the input when something is missing at its end.
    pub offset: usize,
}

/// A place for people: line and column from 1, the column in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Number of line feeds before the place, plus 1.
    pub line: usize,
    /// Number of code points between the last line feed and the place, plus 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The most code points an excerpt holds, ellipses not counted.
const EXCERPT: usize = 60;

impl Error {
    /// An error of this kind at this byte.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// Line and column of the error in the input it came from. Cost: one pass up to the offset.
    #[must_use]
    pub fn position(&self, input: &[u8]) -> Position {
        position(input, self.offset)
    }

    /// The source line with a caret under the place, at most 60 characters around it; two lines of text.
    #[must_use]
    pub fn excerpt(&self, input: &[u8]) -> String {
        excerpt(input, self.offset)
    }

    /// One line for people: reason, what was found, line and column.
    #[must_use]
    pub fn message(&self, input: &[u8]) -> String {
        let place = self.position(input);
        let found = match self.kind {
            ErrorKind::ExpectedValue
            | ErrorKind::ExpectedKey
            | ErrorKind::ExpectedColon
            | ErrorKind::ExpectedCommaOrBracket
            | ErrorKind::ExpectedCommaOrBrace
            | ErrorKind::InvalidEscape
            | ErrorKind::TrailingData => found(input, self.offset),
            _ => String::new(),
        };
        format!("{}{found} at line {} column {}", self.kind.text(), place.line, place.column)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.text(), self.offset)
    }
}

impl std::error::Error for Error {}

fn found(input: &[u8], offset: usize) -> String {
    let Some(rest) = input.get(offset..).filter(|rest| !rest.is_empty()) else {
        return ", found the end of input".to_owned();
    };
    let text: String = lossy(&rest[..rest.len().min(64)]).chars().take(20).collect();
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let shown = if word.is_empty() { text.chars().take(1).collect() } else { word };
    format!(", found `{}`", printable(&shown))
}

/// Line and column of a byte offset; an offset beyond the end counts as the end.
#[must_use]
pub fn position(input: &[u8], offset: usize) -> Position {
    let before = &input[..offset.min(input.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    Position { line, column: code_points(&before[start..]) + 1 }
}

fn code_points(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// The line around an offset and a caret below it; blanks and controls are shown as one column each.
#[must_use]
pub fn excerpt(input: &[u8], offset: usize) -> String {
    let offset = offset.min(input.len());
    let start = input[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let end = input[offset..].iter().position(|&byte| byte == b'\n').map_or(input.len(), |at| offset + at);
    // a line of a minified document may have megabytes: only what can be shown is looked at
    let from = start.max(offset.saturating_sub(4 * EXCERPT));
    let to = end.min(offset + 4 * EXCERPT);
    let left: Vec<char> = lossy(&input[from..offset]).chars().collect();
    let right: Vec<char> = lossy(&input[offset..to]).chars().collect();
    let keep_left = left.len().min(EXCERPT / 2);
    let keep_right = right.len().min(EXCERPT - keep_left);
    let mut text = String::new();
    let mut caret = keep_left;
    if from > start || keep_left < left.len() {
        text.push('…');
        caret += 1;
    }
    text.push_str(&printable(&left[left.len() - keep_left..].iter().collect::<String>()));
    text.push_str(&printable(&right[..keep_right].iter().collect::<String>()));
    if to < end || keep_right < right.len() {
        text.push('…');
    }
    let text = text.trim_end();
    format!("{text}\n{}^", " ".repeat(caret))
}

fn lossy(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
