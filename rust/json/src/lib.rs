//! JSON (RFC 8259), read and written without a detour.
//!
//! bytes -> [`Lexer`] -> tokens -> [`read_into`] -> any [`Sink`], one of which builds a [`Value`];
//! and back: [`Value`] or single events -> [`Writer`] -> bytes.
//!
//! What is accepted and written where the RFC leaves a choice is in `spec/json.md`.
//!
//! # Values
//!
//! A [`Value`] borrows its strings and numbers from the text. Numbers keep the digits they were written with.
//!
//! ```
//! use stele_json::{from_str, to_string, Value};
//!
//! let mut order = from_str(r#"{"id": 90071992547409931, "total": 12.50, "items": [{"sku": "a-1"}]}"#)?;
//! assert_eq!(order["items"][0]["sku"].as_str(), Some("a-1"));
//! assert_eq!(order.pointer("/total").and_then(Value::as_f64), Some(12.5));
//!
//! if let Some(object) = order.as_object_mut() {
//!     object.insert("paid", true);
//! }
//! assert_eq!(to_string(&order), r#"{"id":90071992547409931,"total":12.50,"items":[{"sku":"a-1"}],"paid":true}"#);
//!
//! // no lifetime: everything copied
//! let kept: Value<'static> = order.into_owned();
//! # assert!(kept.get("paid").is_some());
//! # Ok::<(), stele_json::Error>(())
//! ```
//!
//! # Errors
//!
//! An [`Error`] is a kind and a byte offset; line, column and excerpt are made when asked for.
//!
//! ```
//! let text = b"{\n  \"a\": tru,\n}";
//! let error = stele_json::from_slice(text).unwrap_err();
//! assert_eq!(error.kind, stele_json::ErrorKind::ExpectedTrue);
//! assert_eq!(error.message(text), "expected `true` at line 2 column 8");
//! assert_eq!(error.excerpt(text), "  \"a\": tru,\n       ^");
//! ```
//!
//! # Limits
//!
//! Depth (128), size, digits and members have limits that are on by default, see [`ReadOptions`]. Nothing recurses:
//! with the limit raised a text may nest a million deep, and the value can be written, compared, cloned and dropped.
//!
//! ```
//! use stele_json::{from_str_with, ReadOptions};
//! let deep = "[".repeat(100_000) + &"]".repeat(100_000);
//! let opts = ReadOptions { max_depth: 100_000, ..ReadOptions::default() };
//! assert_eq!(from_str_with(&deep, &opts)?.to_string(), deep);
//! # Ok::<(), stele_json::Error>(())
//! ```
//!
//! # Without a tree
//!
//! [`read_into`] hands events to a sink, [`Lexer`] reads token by token, [`Stream`] takes chunks of any size,
//! [`Lines`] NDJSON, [`format`] rewrites a text without reading its numbers, [`pointer`] takes single values out of
//! a text and skips the rest.
//!
//! ```
//! use stele_json::{format, pointer, ReadOptions};
//! let text = br#"{ "users": [ {"name": "Ada"}, {"name": "Alan"} ], "more": [1, 2.0, 3e0] }"#;
//! let names = pointer::get_many(text, &["/users/0/name", "/users/1/name"], &ReadOptions::default())?;
//! assert_eq!(names[1].as_ref().and_then(|name| name.as_str()), Some("Alan"));
//! assert!(format::minify(text)?.ends_with(br#""more":[1,2.0,3e0]}"#));
//! # Ok::<(), stele_json::Error>(())
//! ```
//!
//! # Inside
//!
//! `bytes.rs` holds the kernels that read eight bytes at a time, beside their plain twins; `unsafe` is forbidden. The one
//! dependency, `simdutf8`, checks for UTF-8.
//! Doubles are read and printed by the crate's own algorithms, correctly rounded and shortest. Decisions with their
//! measurements are in `docs/decisions/1xx`.

mod array;
mod builder;
mod bytes;
mod dedup;
mod digits;
mod equivalent;
mod error;
mod escape;
mod float;
mod float_slow;
pub mod format;
mod keys;
mod length;
mod lexeme;
mod lexer;
mod lines;
mod number;
mod number_value;
mod object;
mod options;
pub mod pointer;
mod powers;
mod read;
mod reader;
mod rewrite;
mod shortest;
mod sink;
mod skip;
mod sorted;
mod source;
mod stream;
mod string;
mod text;
mod value;
mod walk;
mod writer;

pub use array::Array;
pub use builder::{Builder, OwnedBuilder};
pub use digits::{write_f64, write_f64_digits, write_u64};
pub use equivalent::{equivalent, same_number};
pub use error::{Error, ErrorKind, Position, excerpt, position};
pub use escape::{write_escaped, write_string};
pub use float::nearest_f64;

pub use lexer::{Lexer, Token};
pub use lines::{LineReader, Lines};
pub use number::Numeral;
pub use number_value::Number;
pub use object::{Member, Object};
pub use options::{Duplicates, Escape, FloatLayout, MinusZero, Numbers, Pretty, ReadOptions, WriteOptions};
pub use read::{
    check, from_slice, from_slice_with, from_str, from_str_with, read_into, read_str_into, valid,
};
pub use reader::read_value;
pub use shortest::{Decimal, shortest};
pub use sink::{Ignore, Sink};
pub use source::{Checked, Scratch, Source, Str, Unchecked};
pub use stream::Stream;
pub use text::Text;
pub use value::{Index, Value};
pub use walk::{Event, Events};
pub use writer::{Writer, to_string, to_string_with, to_vec, to_vec_with};
