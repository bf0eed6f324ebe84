//! The dialect `tight`: `spec/tonl-tight.md`. Paragraph numbers in this module are those of that text.
//!
//! JSON without needless quotes, and tables with the keys once. Reading is a scan of characters with the open brackets
//! on a vector (`scan` -> `header` -> `reader` -> the tree of the profile's reader); writing decides tables from keys
//! and counts (`shape`), then separators from first and last characters, then writes (`writer`).

mod header;
mod reader;
mod rows;
mod scan;
mod separator;
mod shape;
mod text;
mod writer;

use stele_json::Value;

use crate::cells;
use crate::error::{Code, Error};
use crate::options::{DecodeOptions, Dialect, EncodeOptions};

pub(crate) use writer::write;

/// Paragraph 1: brackets, one quoted string, or one scalar.
fn is_tight(text: &str) -> bool {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    match text.as_bytes().first() {
        None => false,
        Some(b'{' | b'[') => true,
        Some(b'"') => text::closing_quote(text.as_bytes(), 0) == Some(text.len()),
        Some(_) => !matches!(cells::infer(text), cells::Scalar::Text(_) | cells::Scalar::Undefined),
    }
}

/// Is this text, without its BOM, to be read as `tight`?
pub(crate) fn applies(text: &str, opts: &DecodeOptions) -> Result<bool, Error> {
    match opts.dialect {
        Dialect::Profile => Ok(false),
        Dialect::Auto => Ok(is_tight(text)),
        Dialect::Tight if is_tight(text) => Ok(true),
        Dialect::Tight => {
            Err(Error::new(Code::Syntax, 1, 1, "expected a bracket or one scalar, found other text"))
        }
    }
}

/// Reads a text to which the dialect applies.
pub(crate) fn decode<'t>(text: &'t str, opts: &DecodeOptions) -> Result<Value<'t>, Error> {
    reader::read(text, opts)
}

/// Is the value nested deeper than the options allow? Every container counts.
fn check_depth(value: &Value<'_>, opts: &EncodeOptions) -> Result<(), Error> {
    use stele_json::Event;
    let mut depth = 0usize;
    for event in value.events() {
        match event {
            Event::BeginArray(_) | Event::BeginObject(_) => depth += 1,
            Event::EndArray | Event::EndObject => depth -= 1,
            _ => {}
        }
        if depth > opts.max_depth {
            return Err(Error::encoder(
                Code::Depth,
                format!("expected at most {} nested containers", opts.max_depth),
            ));
        }
    }
    Ok(())
}
