//! Flags of reading and writing TONL as the library's options.
//!
//! Step in the flow: clap's matches -> [`EncodeOptions`], [`DecodeOptions`], JSON layout.

use std::borrow::Cow;

use clap::ArgMatches;
use stele_json::WriteOptions;
use tonl::{DecodeOptions, Delimiter, Dialect, EncodeOptions, Headers, KeyOrder, NonFinite, Root};

use crate::args;
use crate::failure::Failure;

/// The options of the TONL writer: the preset, then what single flags change.
pub(crate) fn encoding(matches: &ArgMatches) -> Result<EncodeOptions, Failure> {
    let mut opts = match args::text(matches, "preset") {
        Some("dense") => EncodeOptions::dense(),
        Some("tight") => EncodeOptions::tight(),
        _ => EncodeOptions::default(),
    };
    if let Some(delimiter) = args::text(matches, "delimiter") {
        opts.delimiter = delimiter_of(delimiter);
    }
    if args::is_set(matches, "types") {
        opts.include_types = true;
    }
    match args::text(matches, "tonl-version") {
        None => {}
        Some("none") => opts.version = None,
        Some(text) if text.contains(['\n', '\r']) => {
            return Err(Failure::usage("--tonl-version: expected one line of text"));
        }
        Some(text) => opts.version = Some(Cow::Owned(text.to_owned())),
    }
    if let Some(indent) = args::count(matches, "indent") {
        if !(1..=16).contains(&indent) {
            return Err(Failure::usage("--indent: expected 1 to 16"));
        }
        opts.indent = indent as usize;
    }
    if args::is_set(matches, "pretty-delimiters") {
        opts.pretty_delimiters = true;
    }
    match args::text(matches, "key-order") {
        Some("source") => opts.key_order = KeyOrder::Source,
        Some(_) => opts.key_order = KeyOrder::Sorted,
        None => {}
    }
    match args::text(matches, "headers") {
        Some("bare") => opts.headers = Headers::Bare,
        Some(_) => opts.headers = Headers::Columns,
        None => {}
    }
    if let Some(space) = args::text(matches, "colon-space") {
        opts.colon_space = space == "true";
    }
    match args::text(matches, "root") {
        Some("open") => opts.root = Root::Open,
        Some(_) => opts.root = Root::Wrapped,
        None => {}
    }
    if let Some(depth) = depth(matches)? {
        opts.max_depth = depth;
    }
    Ok(opts)
}

/// The options of the TONL reader.
pub(crate) fn decoding(matches: &ArgMatches) -> Result<DecodeOptions, Failure> {
    let mut opts = DecodeOptions { strict: args::is_set(matches, "strict"), ..DecodeOptions::default() };
    if let Some(delimiter) = args::text(matches, "delimiter") {
        opts.delimiter = Some(delimiter_of(delimiter));
    }
    if let Some(depth) = depth(matches)? {
        opts.max_depth = depth;
    }
    opts.max_input = args::count(matches, "max-input").map(|n| n as usize);
    if args::text(matches, "non-finite") == Some("error") {
        opts.non_finite = NonFinite::Error;
    }
    opts.dialect = match args::text(matches, "dialect") {
        Some("profile") => Dialect::Profile,
        Some("tight") => Dialect::Tight,
        _ => Dialect::Auto,
    };
    Ok(opts)
}

fn depth(matches: &ArgMatches) -> Result<Option<usize>, Failure> {
    match args::count(matches, "max-depth") {
        // a few parts of this command walk trees recursively; their stack has room for this many levels
        Some(depth) if depth > 5000 => Err(Failure::usage("--max-depth: expected at most 5000")),
        depth => Ok(depth.map(|n| n as usize)),
    }
}

fn delimiter_of(text: &str) -> Delimiter {
    match text {
        "|" => Delimiter::Pipe,
        ";" => Delimiter::Semicolon,
        "tab" | "\t" | "\\t" => Delimiter::Tab,
        "auto" => Delimiter::Auto,
        _ => Delimiter::Comma,
    }
}

/// How JSON is laid out: two spaces a level, or nothing.
pub(crate) fn json_layout(pretty: bool) -> WriteOptions {
    if pretty { WriteOptions::pretty() } else { WriteOptions::compact() }
}
