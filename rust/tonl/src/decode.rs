//! The entries of reading: text -> value, JSON text, or a list of problems.

use stele_json::{Event, Value};

use crate::error::{Code, Error};
use crate::json_sink::{JsonSink, non_finite};
use crate::options::{DecodeOptions, Delimiter, NonFinite};
use crate::reader::{self, Reader};
use crate::sink::{NullSink, Sink, Stop};
use crate::space::{self, Lines};
use crate::tight;
use crate::tree::TreeSink;

/// Reads a document. Strings without escapes borrow from the input; numbers get their canonical lexeme.
///
/// # Errors
/// The first problem of the text, with its code and place (11).
///
/// ```
/// let text = b"users[2]{id:u32,name}:\n  1, Ann\n  2, \"Lee, Bob\"";
/// let value = tonl::decode(text, &tonl::DecodeOptions::default())?;
/// assert_eq!(value.to_string(), r#"{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Lee, Bob"}]}"#);
/// # Ok::<(), tonl::Error>(())
/// ```
pub fn decode<'a>(input: &'a [u8], opts: &DecodeOptions) -> Result<Value<'a>, Error> {
    let text = text_of(input, opts)?;
    if tight::applies(text, opts)? {
        return tight::decode(text, opts);
    }
    match read(text, opts, TreeSink::default()) {
        Ok(sink) => Ok(sink.finish()),
        Err(Stop::Error(error)) => Err(error),
        // a tree takes everything in any order
        Err(Stop::Slow(code, reason)) => Err(Error::encoder(code, reason)),
    }
}

/// Translates a document to minified JSON. Members keep the order of the text.
///
/// Without a tree, unless the text holds something whose place in the output is known only later: a name for the second
/// time, an element out of turn, a member beside `root`.
///
/// # Errors
/// As [`decode`], and `E_NONFINITE` with [`NonFinite::Error`].
///
/// ```
/// let json = tonl::to_json(b"#version 1.0\nroot[2]: 1.50,NaN", &tonl::DecodeOptions::default())?;
/// assert_eq!(json, b"[1.5,null]");
/// # Ok::<(), tonl::Error>(())
/// ```
pub fn to_json(input: &[u8], opts: &DecodeOptions) -> Result<Vec<u8>, Error> {
    let text = text_of(input, opts)?;
    if tight::applies(text, opts)? {
        return tree_to_json(&tight::decode(text, opts)?, opts.non_finite);
    }
    let out = Vec::with_capacity(text.len() + text.len() / 2);
    match read(text, opts, JsonSink::new(out, opts.non_finite)) {
        Ok(sink) => Ok(sink.out),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Slow(..)) => tree_to_json(&decode(input, opts)?, opts.non_finite),
    }
}

/// JSON of a value that may hold NaN and infinities.
fn tree_to_json(value: &Value<'_>, mode: NonFinite) -> Result<Vec<u8>, Error> {
    if mode == NonFinite::Error {
        for event in value.events() {
            if let Event::Number(number) = event
                && matches!(number.lexeme(), "NaN" | "Infinity" | "-Infinity")
            {
                return Err(non_finite(number.lexeme()));
            }
        }
    }
    Ok(stele_json::to_vec(value))
}

/// Every problem of a text, in the order of its lines. A line with a problem, and what is indented under it, counts as
/// not there, so that one mistake is reported once.
///
/// ```
/// let problems = tonl::check(b"a[2]{n:u32}:\n  1\n  x\n  \"y\nb: \"", &tonl::DecodeOptions::default());
/// let shown: Vec<String> = problems.iter().map(|e| format!("{} {}:{}", e.code, e.line, e.column)).collect();
/// assert_eq!(shown, ["E_TYPE 3:3", "E_UNTERMINATED_STRING 4:3", "E_UNTERMINATED_STRING 5:4"]);
/// ```
#[must_use]
pub fn check(input: &[u8], opts: &DecodeOptions) -> Vec<Error> {
    let text = match text_of(input, opts) {
        Ok(text) => text,
        Err(error) => return vec![error],
    };
    match tight::applies(text, opts) {
        Ok(false) => {}
        // brackets do not recover by lines: the first problem is the one that is certain
        Ok(true) => return tight::decode(text, opts).err().into_iter().collect(),
        Err(error) => return vec![error],
    }
    let problems = || -> Result<Vec<Error>, Stop> {
        let mut reader = Reader::new(NullSink::default(), opts, delimiter(text, opts))?;
        reader.collect_errors();
        for line in Lines::new(text, 1) {
            reader.line(&line, text)?;
        }
        Ok(reader.finish()?.1)
    };
    let mut problems = match problems() {
        Ok(problems) => problems,
        Err(Stop::Error(error)) => vec![error],
        Err(Stop::Slow(..)) => Vec::new(),
    };
    // a block's count is known only behind the block
    problems.sort_by_key(|error| (error.line, error.column));
    problems
}

fn read<'t, S: Sink<'t>>(text: &'t str, opts: &DecodeOptions, sink: S) -> Result<S, Stop> {
    let mut reader = Reader::new(sink, opts, delimiter(text, opts))?;
    for line in Lines::new(text, 1) {
        reader.line(&line, text)?;
    }
    Ok(reader.finish()?.0)
}

/// The delimiter that the options give or ask to guess; `None` leaves it to the header.
pub(crate) fn delimiter(text: &str, opts: &DecodeOptions) -> Option<u8> {
    match opts.delimiter? {
        Delimiter::Auto => reader::guess_delimiter(Lines::new(text, 1)),
        given => given.byte(),
    }
}

/// The text without its BOM, checked for size and UTF-8.
fn text_of<'t>(input: &'t [u8], opts: &DecodeOptions) -> Result<&'t str, Error> {
    if opts.max_input.is_some_and(|limit| !space::fits_utf16(input, limit)) {
        let limit = opts.max_input.unwrap_or_default();
        return Err(Error::new(Code::Limit, 1, 1, format!("expected at most {limit} UTF-16 units of input")));
    }
    let text = std::str::from_utf8(input).map_err(|error| not_utf8(input, error.valid_up_to()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cold]
pub(crate) fn not_utf8(input: &[u8], at: usize) -> Error {
    let valid = &input[..at];
    let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let start = valid.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let bom = if start == 0 && valid.starts_with("\u{feff}".as_bytes()) { 1 } else { 0 };
    let column = valid[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1 - bom;
    Error::new(Code::Utf8, line, column, format!("expected UTF-8, found the byte 0x{:02x}", input[at]))
}
