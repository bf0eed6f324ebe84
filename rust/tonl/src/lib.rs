//! TONL: JSON's values as compact text, read and written without loss.
//!
//! The format is `spec/tonl.md`; numbers in this documentation are its paragraphs. The flow:
//!
//! * bytes -> lines ([2](crate#reading)) -> heads and cells -> reader -> [`Value`], or JSON text without a tree;
//! * [`Value`] -> layout (table, inline, value line or indexed) -> text.
//!
//! ```
//! use tonl::{DecodeOptions, EncodeOptions};
//! let json = br#"{"id":7,"items":[{"sku":"a-1","qty":2},{"sku":"b,2","qty":1}]}"#;
//! let text = tonl::from_json(json, &EncodeOptions::default())?;
//! assert_eq!(text, "\
//! #version 1.0
//! root{id,items}:
//!   id: 7
//!   items[2]{qty,sku}:
//!     2,a-1
//!     1,\"b,2\"");
//! let back = tonl::to_json(text.as_bytes(), &DecodeOptions::default())?;
//! assert_eq!(back, br#"{"id":7,"items":[{"qty":2,"sku":"a-1"},{"qty":1,"sku":"b,2"}]}"#);
//! # Ok::<(), tonl::Error>(())
//! ```
//!
//! # Reading
//!
//! [`decode`] gives a tree whose strings borrow from the text, [`to_json`] JSON text, [`stream_to_json`] the same from
//! a stream in memory that does not grow with the number of rows, and [`check`] every problem of a text.
//! Reading is lenient unless [`DecodeOptions::strict`] is set; all output of this crate passes strict mode.
//!
//! # Dialects
//!
//! [`EncodeOptions::tight`] writes the second dialect, for prompts (`spec/tonl-tight.md`); reading recognises it by its
//! first character, so every JSON text is read too, unless [`DecodeOptions::dialect`] says otherwise.
//!
//! ```
//! use tonl::{DecodeOptions, EncodeOptions};
//! let json = br#"[{"id":1,"name":"Ann Lee","on":true},{"id":2,"name":"Bob","on":true}]"#;
//! let text = tonl::from_json(json, &EncodeOptions::tight())?;
//! assert_eq!(text, "[{id name on:true}\n1 \"Ann Lee\"\n2 Bob]");
//! assert_eq!(tonl::to_json(text.as_bytes(), &DecodeOptions::default())?, json);
//! # Ok::<(), tonl::Error>(())
//! ```
//!
//! # Limits
//!
//! Depth 500 unless the options say otherwise, no recursion on it; declared counts never size anything; time is linear
//! in the input. Lone surrogates, which a Rust string cannot hold, are `E_SURROGATE`.

mod bytes;
mod cells;
mod columns;
mod decode;
mod elements;
mod encode;
mod error;
mod hints;
mod inline;
mod json_sink;
mod layout;
mod lexer;
mod members;
mod number;
mod options;
mod order;
mod quote;
mod reader;
mod rows;
mod sink;
mod space;
mod stream;
mod table;
mod tight;
mod tree;
mod writer;

pub use decode::{check, decode, to_json};
pub use encode::{encode, encode_to_vec, format, from_json};
pub use error::{Code, Error};
pub use options::{
    DEFAULT_DEPTH, DecodeOptions, Delimiter, Dialect, EncodeOptions, Headers, KeyOrder, NonFinite, Root,
};
pub use stele_json::Value;
pub use stream::{StreamError, stream_to_json};
