//! JSON (RFC 8259), read and written without a detour.
//!
//! bytes -> [`Lexer`] -> tokens -> [`read_into`] -> any [`Sink`], one of which builds a [`Value`];
//! and back: [`Value`] or single events -> [`Writer`] -> bytes.

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
mod lexer;
mod lines;
mod number;
mod number_value;
mod object;
mod options;
pub mod pointer;
mod powers;
mod reader;
mod shortest;
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

pub use lexer::{Lexer, Token};
pub use lines::{LineReader, Lines};
pub use number::Numeral;
pub use number_value::Number;
pub use object::{Member, Object};
pub use options::{Duplicates, Escape, FloatLayout, MinusZero, Numbers, Pretty, ReadOptions, WriteOptions};
pub use reader::{
    Ignore, Sink, check, from_slice, from_slice_with, from_str, from_str_with, read_into, read_str_into,
    read_value, valid,
};
pub use shortest::{Decimal, shortest};
pub use source::{Checked, Scratch, Source, Str, Unchecked};
pub use stream::Stream;
pub use text::Text;
pub use value::{Index, Value};
pub use walk::{Event, Events};
pub use writer::{Writer, to_string, to_string_with, to_vec, to_vec_with};
