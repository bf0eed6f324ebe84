//! The command's own value: a tree that owns its text, for generated documents, queries, comparison and YAML.
//!
//! Step in the flow: bytes -> `stele_json` -> [`Tree`] -> compare, query, shrink, print. The libraries' values
//! borrow from their input; here documents are cut up and put together again. Numbers keep their lexeme.
//! Depth is bounded by the reader that made the tree, so the recursive walks below are bounded too.

use std::borrow::Cow;

use stele_json::{Duplicates, Error, ErrorKind, ReadOptions, Value};

use crate::failure::Failure;
use crate::report::Problem;

/// A JSON value.
#[derive(Debug, Clone, Default)]
pub(crate) enum Tree {
    #[default]
    Null,
    Bool(bool),
    /// The lexeme.
    Number(String),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    pub(crate) fn int(value: i64) -> Self {
        Self::Number(value.to_string())
    }

    pub(crate) fn text(value: impl Into<String>) -> Self {
        Self::Text(value.into())
    }

    /// An object from literal names.
    pub(crate) fn object<const N: usize>(members: [(&str, Tree); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The member of this name; the last one when there are several.
    pub(crate) fn member(&self, name: &str) -> Option<&Tree> {
        match self {
            Self::Object(members) => {
                members.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Reads JSON. Lone surrogates, which no Rust string holds, become text that equals only itself.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, Error> {
        match stele_json::from_slice_with(bytes, &reading()) {
            Ok(value) => Ok(Self::from(value)),
            Err(error) if error.kind == ErrorKind::LoneSurrogate => {
                let tamed = tame_surrogates(bytes);
                stele_json::from_slice_with(&tamed, &reading()).map(Self::from).map_err(|_| error)
            }
            Err(error) => Err(error),
        }
    }

    /// Reads JSON of a user's; the error shows its place in the source.
    pub(crate) fn parse_or_refuse(bytes: &[u8], label: &str) -> Result<Self, Failure> {
        Self::parse(bytes).map_err(|error| json_failure(&error, label, bytes))
    }

    /// A whole number of nanoseconds, also when written with a fraction.
    pub(crate) fn as_nanoseconds(&self) -> Option<u64> {
        match self {
            Self::Number(lexeme) => Some(lexeme.parse::<f64>().ok()?.max(0.0).round() as u64),
            _ => None,
        }
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Number(lexeme) => lexeme.parse().ok(),
            _ => None,
        }
    }

    /// Minified JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut out = Vec::new();
        self.write_json(&mut out);
        // the writer gives UTF-8, so nothing is ever replaced
        String::from_utf8(out).unwrap_or_default()
    }

    pub(crate) fn write_json(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(true) => out.extend_from_slice(b"true"),
            Self::Bool(false) => out.extend_from_slice(b"false"),
            Self::Number(lexeme) => out.extend_from_slice(lexeme.as_bytes()),
            Self::Text(text) => write_string(text, out),
            Self::Array(elements) => {
                out.push(b'[');
                for (i, element) in elements.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    element.write_json(out);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                out.push(b'{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(b',');
                    }
                    write_string(name, out);
                    out.push(b':');
                    value.write_json(out);
                }
                out.push(b'}');
            }
        }
    }
}

/// How JSON is read here: as deep as TONL goes, equal names kept for the caller to judge.
pub(crate) fn reading() -> ReadOptions {
    ReadOptions { max_depth: tonl::DEFAULT_DEPTH, duplicates: Duplicates::Keep, ..ReadOptions::default() }
}

/// The code of a problem in JSON text: what TONL has a code for keeps it, the grammar is `E_JSON`.
pub(crate) fn json_code(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::DepthLimit => "E_DEPTH",
        ErrorKind::DuplicateKey => "E_DUPLICATE_KEY",
        ErrorKind::InvalidUtf8 => "E_UTF8",
        ErrorKind::LoneSurrogate => "E_SURROGATE",
        _ => "E_JSON",
    }
}

/// An error of the JSON reader as a refusal with source line and caret.
#[cold]
pub(crate) fn json_failure(error: &Error, label: &str, source: &[u8]) -> Failure {
    Failure::Refused(Box::new(json_problem(error, label, source)))
}

#[cold]
pub(crate) fn json_problem(error: &Error, label: &str, source: &[u8]) -> Problem {
    let place = error.position(source);
    let problem = Problem::new(label, json_code(error.kind), error.kind.text().to_owned());
    problem.at(place.line as u64, place.column as u64, Some(source))
}

impl From<Value<'_>> for Tree {
    /// Recursion is bounded by the depth limit of [`reading`].
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number.into_text().into_string()),
            Value::String(text) => Self::Text(text.into_string()),
            Value::Array(elements) => Self::Array(elements.into_vec().into_iter().map(Self::from).collect()),
            Value::Object(object) => {
                let members = object.into_members().into_iter();
                Self::Object(members.map(|m| (m.key.into_string(), Self::from(m.value))).collect())
            }
        }
    }
}

/// Replaces `\uD800` to `\uDFFF` that are not halves of a pair by U+FFFD and their digits.
pub(crate) fn tame_surrogates(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit = |at: usize| -> Option<u16> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        match (bytes[i], unit(i), unit(i + 6)) {
            (b'\\', Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => {
                out.extend_from_slice(&bytes[i..i + 12]);
                i += 12;
            }
            (b'\\', Some(half @ 0xd800..=0xdfff), _) => {
                out.extend_from_slice(format!("\u{fffd}{half:04x}").as_bytes());
                i += 6;
            }
            (b'\\', _, _) => {
                let end = (i + 2).min(bytes.len());
                out.extend_from_slice(&bytes[i..end]);
                i = end;
            }
            (byte, _, _) => {
                out.push(byte);
                i += 1;
            }
        }
    }
    Cow::Owned(out)
}

/// A JSON string with the shortest escapes.
pub(crate) fn write_string(text: &str, out: &mut Vec<u8>) {
    stele_json::write_string(out, text, stele_json::Escape::Json);
}
