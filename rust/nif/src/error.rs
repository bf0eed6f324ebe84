//! What can go wrong while reading: a closed set of causes with the offset of the offence.
//!
//! The reader returns `DecodeError` values; the texts (fixed by the contract, paragraph 3.3)
//! are made here, on request, and the Elixir side adds position, line and column.

/// The cause of a refused input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A value was expected, another byte was found.
    UnexpectedCharacter,
    /// The input ended where a value was expected.
    UnexpectedEnd,
    /// Something follows the root value.
    TrailingCharacters,
    /// A word that begins like `null`, `true` or `false`.
    ExpectedWord(&'static str),
    /// A member name was expected.
    ExpectedKey,
    /// A colon was expected after a member name.
    ExpectedColon,
    /// A comma or the closing brace was expected.
    ExpectedCommaOrBrace,
    /// A comma or the closing bracket was expected.
    ExpectedCommaOrBracket,
    /// The lexeme is no JSON number.
    InvalidNumber,
    /// The number lies beyond the range of a double.
    NumberOutOfRange,
    /// The exponent of a decimal does not fit 64 bits.
    ExponentOutOfRange,
    /// The closing quote is missing.
    UnterminatedString,
    /// A raw byte below 0x20 in a string.
    ControlCharacter,
    /// A backslash before this byte.
    InvalidEscape(u8),
    /// `\u` with fewer than four digits before the end.
    IncompleteUnicodeEscape,
    /// `\u` with a byte that is no hexadecimal digit.
    InvalidUnicodeEscape,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// The string is not UTF-8.
    InvalidUtf8,
    /// More nested containers than the limit.
    DepthExceeded,
    /// An integer of more digits than this limit.
    DigitLimit(u32),
    /// The same member name twice, under `duplicate_keys: :error`.
    DuplicateKey,
    /// A key that is no existing atom, under `keys: :atoms!`.
    UnknownAtom,
    /// More different keys than `keys: {:atoms, max}` allows.
    AtomLimit,
    /// A key of more characters than an atom may have.
    AtomTooLong,
    /// A new atom outside Latin-1, which only Elixir can make.
    NeedsAtom,
    /// A stream whose root, or what its path leads to, is no array.
    ExpectedArray,
    /// The same for an object.
    ExpectedObject,
    /// A stream whose path leads nowhere.
    NoSuchPath,
    /// An item of a stream longer than the limit.
    ItemTooLong,
}

/// Cause and byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The cause.
    pub kind: ErrorKind,
    /// Offset of the offence in bytes from the start of the input.
    pub offset: usize,
}

impl DecodeError {
    /// An error of this kind at this offset.
    #[cold]
    #[inline(never)]
    pub fn new(kind: ErrorKind, offset: usize) -> Self {
        DecodeError { kind, offset }
    }

    /// The contract's text without the position.
    pub fn text(&self) -> String {
        use ErrorKind::*;
        match self.kind {
            UnexpectedCharacter => "Unexpected character".into(),
            UnexpectedEnd => "Unexpected end of input".into(),
            TrailingCharacters => "Unexpected trailing characters".into(),
            ExpectedWord(word) => format!("Expected '{word}'"),
            ExpectedKey => "Expected string key".into(),
            ExpectedColon => "Expected ':'".into(),
            ExpectedCommaOrBrace => "Expected ',' or '}'".into(),
            ExpectedCommaOrBracket => "Expected ',' or ']'".into(),
            InvalidNumber => "Invalid number".into(),
            NumberOutOfRange => "Number out of range".into(),
            ExponentOutOfRange => "Exponent out of range".into(),
            UnterminatedString => "Unterminated string".into(),
            ControlCharacter => "Unescaped control character".into(),
            InvalidEscape(byte) if (0x20..0x7f).contains(&byte) => {
                format!("Invalid escape sequence: \\{}", byte as char)
            }
            InvalidEscape(byte) => format!("Invalid escape sequence: \\x{byte:02X}"),
            IncompleteUnicodeEscape => "Incomplete unicode escape".into(),
            InvalidUnicodeEscape => "Invalid unicode escape".into(),
            LoneSurrogate => "Lone surrogate in string".into(),
            InvalidUtf8 => "Invalid UTF-8 in string".into(),
            DepthExceeded => "Nesting depth exceeds maximum".into(),
            DigitLimit(limit) => format!("integer exceeds {limit} digit limit"),
            DuplicateKey => "Duplicate key in object".into(),
            UnknownAtom => "Unknown atom".into(),
            AtomLimit => "Too many different keys".into(),
            AtomTooLong => "Key is too long for an atom".into(),
            NeedsAtom => "Key outside Latin-1".into(),
            ExpectedArray => "Expected an array".into(),
            ExpectedObject => "Expected an object".into(),
            NoSuchPath => "Path not found".into(),
            ItemTooLong => "Item exceeds max_item_bytes".into(),
        }
    }
}
