//! Options: paragraph 5, checked at the door.
//!
//! Both structs are plain data with public fields and a `Default` that is the specification's; `from_json` reads the
//! option objects of vectors and of the conformance protocol and ignores names that belong to the other direction.

use crate::error::{Code, Error};
use crate::number::MAX_SAFE;
use std::borrow::Cow;
use stele_json::Value;

/// The text dialect. `Profile` is the format of `spec/tonl.md`, `Tight` the one of `spec/tonl-tight.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Reading: recognise the dialect by its first character. Writing: the profile.
    #[default]
    Auto,
    /// `spec/tonl.md`.
    Profile,
    /// `spec/tonl-tight.md`.
    Tight,
}

/// What separates cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// `,`
    #[default]
    Comma,
    /// `|`
    Pipe,
    /// `;`
    Semicolon,
    /// TAB
    Tab,
    /// Writing: the rarest in the strings of the value. Reading: guessed from the first line with cells if no header says it.
    Auto,
}

impl Delimiter {
    /// The byte, `None` for `Auto`.
    #[must_use]
    pub fn byte(self) -> Option<u8> {
        match self {
            Self::Comma => Some(b','),
            Self::Pipe => Some(b'|'),
            Self::Semicolon => Some(b';'),
            Self::Tab => Some(b'\t'),
            Self::Auto => None,
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "," => Self::Comma,
            "|" => Self::Pipe,
            ";" => Self::Semicolon,
            "\t" | "\\t" => Self::Tab,
            "auto" => Self::Auto,
            _ => return None,
        })
    }
}

/// Order of members and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyOrder {
    /// By UTF-16 code units.
    #[default]
    Sorted,
    /// As inserted; columns in the order they are first seen.
    Source,
}

/// Headers of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Headers {
    /// `key{a,b}:`
    #[default]
    Columns,
    /// `key:`
    Bare,
}

/// Where the document's value stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Root {
    /// Under the name `root`.
    #[default]
    Wrapped,
    /// Members at the top level, where that can be read back.
    Open,
}

/// NaN and infinities in JSON output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// Written as `null`.
    #[default]
    Null,
    /// Refused with `E_NONFINITE`.
    Error,
}

/// How values become TONL text.
///
/// ```
/// use tonl::{EncodeOptions, encode};
/// let value = stele_json::from_slice(br#"{"a":[{"x":1,"y":2},{"x":3,"y":4}]}"#).unwrap();
/// assert_eq!(encode(&value, &EncodeOptions::default()).unwrap(), "#version 1.0\nroot:\n  a[2]{x,y}:\n    1,2\n    3,4");
/// assert_eq!(encode(&value, &EncodeOptions::dense()).unwrap(), "a[2]{x,y}:\n 1,2\n 3,4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    /// `delimiter`, default comma.
    pub delimiter: Delimiter,
    /// `includeTypes`: type hints in column lists, default off.
    pub include_types: bool,
    /// `version`: the text after `#version `, `None` for no such line; default `1.0`.
    pub version: Option<Cow<'static, str>>,
    /// `indent`: 1 to 16 spaces a level, default 2.
    pub indent: usize,
    /// `prettyDelimiters`: a space on both sides of the delimiter, default off.
    pub pretty_delimiters: bool,
    /// `keyOrder`, default sorted.
    pub key_order: KeyOrder,
    /// `headers`, default with columns.
    pub headers: Headers,
    /// `colonSpace`: a space after the colon of scalars and inline arrays, default on.
    pub colon_space: bool,
    /// `root`, default wrapped.
    pub root: Root,
    /// `maxDepth`: nested containers, the root container is 1; default 500.
    pub max_depth: usize,
    /// `dialect` or `preset: "tight"`; default the profile.
    pub dialect: Dialect,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self {
            delimiter: Delimiter::Comma,
            include_types: false,
            version: Some(Cow::Borrowed("1.0")),
            indent: 2,
            pretty_delimiters: false,
            key_order: KeyOrder::Sorted,
            headers: Headers::Columns,
            colon_space: true,
            root: Root::Wrapped,
            max_depth: DEFAULT_DEPTH,
            dialect: Dialect::Profile,
        }
    }
}

/// Containers that may nest unless options say otherwise.
pub const DEFAULT_DEPTH: usize = 500;

impl EncodeOptions {
    /// The preset `dense`: no version line, one space a level, bare headers, open root, no space after colons.
    #[must_use]
    pub fn dense() -> Self {
        Self {
            version: None,
            indent: 1,
            headers: Headers::Bare,
            root: Root::Open,
            colon_space: false,
            ..Self::default()
        }
    }

    /// The preset `tight`: the dialect for prompts.
    #[must_use]
    pub fn tight() -> Self {
        Self { dialect: Dialect::Tight, ..Self::default() }
    }

    /// Options from the object of a vector or of a protocol request; members that mean nothing here are ignored.
    ///
    /// # Errors
    /// `E_OPTION` for a value outside its range.
    pub fn from_json(options: &Value<'_>) -> Result<Self, Error> {
        let get = |name| member(options, name);
        let preset = get("preset").and_then(Value::as_str).unwrap_or_default();
        let tight = preset == "tight" || get("dialect").and_then(Value::as_str) == Some("tight");
        let mut opts = match preset {
            "dense" => Self::dense(),
            "" | "default" | "tight" => Self::default(),
            _ => return Err(bad("preset", "`dense` or `tight`")),
        };
        if let Some(value) = get("keyOrder") {
            opts.key_order =
                choice(value, "keyOrder", &[("sorted", KeyOrder::Sorted), ("source", KeyOrder::Source)])?;
        }
        if let Some(value) = get("maxDepth") {
            opts.max_depth = count(value, "maxDepth")?;
        }
        if tight {
            // what the profile alone knows has no effect there and is not checked
            opts.dialect = Dialect::Tight;
            return Ok(opts);
        }
        if let Some(value) = get("delimiter") {
            opts.delimiter = delimiter(value)?;
        }
        if let Some(value) = get("includeTypes") {
            opts.include_types = flag(value, "includeTypes")?;
        }
        if let Some(value) = get("version") {
            opts.version = match value {
                Value::Null => None,
                other => {
                    Some(Cow::Owned(other.as_str().ok_or_else(|| bad("version", "text or null"))?.to_owned()))
                }
            };
        }
        if let Some(value) = get("indent") {
            opts.indent = count(value, "indent")?;
        }
        if let Some(value) = get("prettyDelimiters") {
            opts.pretty_delimiters = flag(value, "prettyDelimiters")?;
        }
        if let Some(value) = get("headers") {
            opts.headers =
                choice(value, "headers", &[("columns", Headers::Columns), ("bare", Headers::Bare)])?;
        }
        if let Some(value) = get("colonSpace") {
            opts.colon_space = flag(value, "colonSpace")?;
        }
        if let Some(value) = get("root") {
            opts.root = choice(value, "root", &[("wrapped", Root::Wrapped), ("open", Root::Open)])?;
        }
        opts.check()?;
        Ok(opts)
    }

    /// Refuses an indentation outside 1 to 16 and a version that is not one line.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if !(1..=16).contains(&self.indent) {
            return Err(bad("indent", "1 to 16"));
        }
        match &self.version {
            Some(version) if version.contains(['\n', '\r']) => Err(bad("version", "one line of text")),
            _ => Ok(()),
        }
    }
}

/// How TONL text becomes values.
///
/// ```
/// use tonl::{DecodeOptions, check};
/// let strict = DecodeOptions { strict: true, ..DecodeOptions::default() };
/// let problems = check(b"a[3]: 1,2\nb: 1\nb: 2", &strict);
/// let places: Vec<_> = problems.iter().map(|e| (e.code.as_str(), e.line, e.column)).collect();
/// assert_eq!(places, [("E_COUNT", 1, 1), ("E_DUPLICATE_KEY", 3, 1)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeOptions {
    /// `delimiter`: overrides the header; `None` for the header's, else comma.
    pub delimiter: Option<Delimiter>,
    /// `strict`: paragraph 10, default off.
    pub strict: bool,
    /// `maxDepth`: nested containers, the root container is 1; default 500.
    pub max_depth: usize,
    /// `maxInput`: UTF-16 units of the text, a BOM included; `None` for no limit, the default.
    pub max_input: Option<usize>,
    /// `nonFinite`: NaN and infinities in JSON output, default null.
    pub non_finite: NonFinite,
    /// `dialect`, default recognised by the text.
    pub dialect: Dialect,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self {
            delimiter: None,
            strict: false,
            max_depth: DEFAULT_DEPTH,
            max_input: None,
            non_finite: NonFinite::Null,
            dialect: Dialect::Auto,
        }
    }
}

impl DecodeOptions {
    /// The default with `strict` on.
    #[must_use]
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// Options from the object of a vector or of a protocol request; members that mean nothing here are ignored.
    ///
    /// # Errors
    /// `E_OPTION` for a value outside its range.
    pub fn from_json(options: &Value<'_>) -> Result<Self, Error> {
        let get = |name| member(options, name);
        let mut opts = Self::default();
        if let Some(value) = get("dialect") {
            let names = [("auto", Dialect::Auto), ("profile", Dialect::Profile), ("tight", Dialect::Tight)];
            opts.dialect = choice(value, "dialect", &names)?;
        }
        if let Some(value) = get("delimiter").filter(|value| !matches!(value, Value::Null)) {
            // the dialect `tight` has no delimiter: whatever stands here is ignored
            match delimiter(value) {
                Ok(delimiter) => opts.delimiter = Some(delimiter),
                Err(error) if opts.dialect != Dialect::Tight => return Err(error),
                Err(_) => {}
            }
        }
        if let Some(value) = get("strict") {
            opts.strict = flag(value, "strict")?;
        }
        if let Some(value) = get("maxDepth") {
            opts.max_depth = count(value, "maxDepth")?;
        }
        if let Some(value) = get("maxInput").filter(|value| !matches!(value, Value::Null)) {
            opts.max_input = Some(count(value, "maxInput")?);
        }
        if let Some(value) = get("nonFinite") {
            opts.non_finite = non_finite(value)?;
        }
        Ok(opts)
    }
}

fn member<'v, 'a>(options: &'v Value<'a>, name: &str) -> Option<&'v Value<'a>> {
    match options {
        Value::Object(members) => members.get(name),
        _ => None,
    }
}

#[cold]
fn bad(name: &str, allowed: &str) -> Error {
    Error::encoder(Code::Option, format!("option `{name}`: expected {allowed}"))
}

fn delimiter(value: &Value<'_>) -> Result<Delimiter, Error> {
    value.as_str().and_then(Delimiter::from_text).ok_or_else(|| bad("delimiter", "`,` `|` `;` TAB or `auto`"))
}

fn non_finite(value: &Value<'_>) -> Result<NonFinite, Error> {
    choice(value, "nonFinite", &[("null", NonFinite::Null), ("error", NonFinite::Error)])
}

fn flag(value: &Value<'_>, name: &str) -> Result<bool, Error> {
    match value {
        Value::Bool(flag) => Ok(*flag),
        _ => Err(bad(name, "true or false")),
    }
}

fn count(value: &Value<'_>, name: &str) -> Result<usize, Error> {
    match value {
        Value::Number(number) => {
            // `2.0` and `2e0` are the number 2 as well
            let lexeme = number.lexeme();
            let whole =
                || lexeme.parse::<f64>().ok().filter(|n| (0.0..=MAX_SAFE).contains(n) && n.fract() == 0.0);
            lexeme
                .parse()
                .ok()
                .or_else(|| whole().map(|n| n as usize))
                .ok_or_else(|| bad(name, "a whole number"))
        }
        _ => Err(bad(name, "a whole number")),
    }
}

fn choice<T: Copy>(value: &Value<'_>, name: &str, names: &[(&str, T)]) -> Result<T, Error> {
    let found = value.as_str().and_then(|text| names.iter().find(|(name, _)| *name == text));
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let allowed: Vec<String> = names.iter().map(|(name, _)| format!("`{name}`")).collect();
        bad(name, &allowed.join(" or "))
    })
}
