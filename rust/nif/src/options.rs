//! The options as the Elixir side hands them over: an integer of flags, or a tuple that
//! begins with it where a value differs from its default. `RustyJson.Options` builds them.

use crate::compress::Compress;
use rustler::{Atom, Binary, NifResult, Term, types::tuple::get_tuple};
use std::sync::atomic::{AtomicU32, Ordering};

/// What becomes of a member name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// A binary.
    Strings,
    /// An atom, created where it does not exist.
    Atoms,
    /// An atom that exists.
    ExistingAtoms,
}

/// What becomes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// A map.
    Maps,
    /// `%RustyJson.OrderedObject{}`.
    Ordered,
    /// `{[{key, value}]}`.
    Proplists,
}

/// What becomes of the second member of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// It replaces the first.
    Last,
    /// It is dropped.
    First,
    /// It is refused.
    Error,
}

/// Options of reading.
#[derive(Clone, Copy, Debug)]
pub struct DecodeOptions {
    /// Member names.
    pub keys: Keys,
    /// Whether every string is copied out of the input.
    pub copy_strings: bool,
    /// Whether every key is copied out of the input.
    pub copy_keys: bool,
    /// Objects.
    pub objects: Objects,
    /// Whether numbers with fraction or exponent keep their digits as `Decimal`.
    pub decimals: bool,
    /// The same for integers.
    pub decimal_integers: bool,
    /// Whether numbers stay as they are written.
    pub number_text: bool,
    /// Whether objects that are no maps keep one member of each name, the last.
    pub dedupe: bool,
    /// Repeated member names.
    pub duplicates: Duplicates,
    /// Whether strings are checked to be UTF-8.
    pub validate_strings: bool,
    /// Whether comments and trailing commas are let through.
    pub relaxed: bool,
    /// Whether bytes after the root value are left instead of refused.
    pub trailer: bool,
    /// Whether the terms are made at once, from the external format, whatever the size.
    pub at_once: bool,
    /// Whether the terms are made one by one, whatever the size.
    pub term_by_term: bool,
    /// Whether equal keys must be one term.
    pub intern: bool,
    /// Nested containers allowed.
    pub max_depth: u32,
    /// Digits of an integer allowed; 0 is any number.
    pub max_digits: u32,
    /// Distinct atoms that keys may become; 0 is any number.
    pub max_atoms: u32,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        DecodeOptions {
            keys: Keys::Strings,
            copy_strings: false,
            copy_keys: false,
            objects: Objects::Maps,
            decimals: false,
            decimal_integers: false,
            number_text: false,
            dedupe: false,
            duplicates: Duplicates::Last,
            validate_strings: true,
            relaxed: false,
            trailer: false,
            at_once: false,
            term_by_term: false,
            intern: false,
            max_depth: 128,
            max_digits: 1024,
            max_atoms: 0,
        }
    }
}

impl DecodeOptions {
    /// Whether objects become maps of strings, the last of repeated names winning, and numbers
    /// are numbers.
    pub fn is_plain(&self) -> bool {
        self.keys == Keys::Strings
            && self.objects == Objects::Maps
            && self.duplicates == Duplicates::Last
            && !(self.exact_numbers() || self.intern || self.trailer)
    }

    /// Whether some numbers become something else than integers and doubles.
    #[inline(always)]
    pub fn exact_numbers(&self) -> bool {
        self.decimals | self.decimal_integers | self.number_text
    }

    /// From the flags integer or `{flags, max_depth, max_digits, max_atoms, null}`; the second
    /// result is what `null` becomes where it is not `nil`.
    pub fn from_term<'a>(term: Term<'a>) -> NifResult<(Self, Option<Atom>)> {
        let mut options = DecodeOptions::default();
        let mut null = None;
        let flags: u32 = if term.is_tuple() {
            let (flags, max_depth, max_digits, max_atoms, atom) = term.decode()?;
            null = Some(atom);
            options.max_depth = max_depth;
            options.max_digits = max_digits;
            options.max_atoms = max_atoms;
            flags
        } else {
            term.decode()?
        };
        options.keys = match flags & 3 {
            1 => Keys::Atoms,
            2 => Keys::ExistingAtoms,
            _ => Keys::Strings,
        };
        options.copy_strings = flags & 1 << 2 != 0;
        options.copy_keys = flags & 1 << 3 != 0;
        options.objects = match flags >> 4 & 3 {
            1 => Objects::Ordered,
            2 => Objects::Proplists,
            _ => Objects::Maps,
        };
        options.decimals = flags & 1 << 6 != 0;
        options.duplicates = match flags >> 7 & 3 {
            1 => Duplicates::Error,
            2 => Duplicates::First,
            _ => Duplicates::Last,
        };
        options.validate_strings = flags & 1 << 9 == 0;
        options.relaxed = flags & 1 << 10 != 0;
        options.trailer = flags & 1 << 11 != 0;
        options.at_once = flags & 1 << 13 != 0;
        options.term_by_term = flags & 1 << 17 != 0;
        options.intern = flags & 1 << 12 != 0;
        options.dedupe = flags & 1 << 14 != 0;
        options.number_text = flags & 1 << 15 != 0;
        options.decimal_integers = flags & 1 << 16 != 0;
        Ok((options, null))
    }
}

/// What else is escaped in strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// Only what RFC 8259 demands.
    Json,
    /// Also `< > & /` and U+2028, U+2029.
    HtmlSafe,
    /// Also U+2028 and U+2029.
    JavascriptSafe,
    /// Everything beyond ASCII.
    UnicodeSafe,
}

/// What becomes of a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tuples {
    /// An array.
    Arrays,
    /// An error that Elixir makes.
    Refused,
    /// `{[{key, value}]}` is an object, others are arrays.
    Proplists,
}

/// Texts of the pretty layout.
#[derive(Clone, Debug)]
pub struct Pretty {
    /// One level of indentation.
    pub indent: Vec<u8>,
    /// Between lines.
    pub line_separator: Vec<u8>,
    /// Between colon and value.
    pub after_colon: Vec<u8>,
}

/// Options of writing.
#[derive(Clone, Debug)]
pub struct EncodeOptions {
    /// Escape mode.
    pub escape: Escape,
    /// Whether `\u` escapes use `A`-`F`.
    pub upper_hex: bool,
    /// Whether two keys of the same text are refused.
    pub strict: bool,
    /// Whether members are sorted by the text of their keys.
    pub sort_keys: bool,
    /// Whether dates, times, URIs and decimals are written as objects.
    pub lean: bool,
    /// Whether structs go through the protocol.
    pub protocol: bool,
    /// Whether the result may be a list of chunks.
    pub chunks: bool,
    /// Whether the caller prefers slices on the normal scheduler to a dirty one.
    pub slices: bool,
    /// Nested containers allowed.
    pub max_depth: u32,
    /// Bytes of output allowed; 0 is any number.
    pub max_bytes: u64,
    /// Containers already open around the term.
    pub base_depth: u32,
    /// Layout; compact where absent.
    pub pretty: Option<Box<Pretty>>,
    /// Compression of the result.
    pub compress: Option<Compress>,
    /// Whether bytes that are no UTF-8 become U+FFFD instead of an error.
    pub force_utf8: bool,
    /// Tuples.
    pub tuples: Tuples,
    /// Bytes after which a slice ends, whatever the clock says; 0 is any number.
    pub slice_bytes: u64,
}

impl Pretty {
    /// From `{indent, line_separator, after_colon}`; anything else is the compact layout.
    pub fn from_term(term: Term<'_>) -> NifResult<Option<Self>> {
        if !term.is_tuple() {
            return Ok(None);
        }
        let (indent, line_separator, after_colon): (Term<'_>, Term<'_>, Term<'_>) = term.decode()?;
        Ok(Some(Pretty {
            indent: bytes_of(indent)?,
            line_separator: bytes_of(line_separator)?,
            after_colon: bytes_of(after_colon)?,
        }))
    }
}

fn bytes_of(term: Term<'_>) -> NifResult<Vec<u8>> {
    Ok(Binary::from_term(term)?.as_slice().to_vec())
}

impl Default for EncodeOptions {
    fn default() -> Self {
        EncodeOptions {
            escape: Escape::Json,
            upper_hex: false,
            strict: false,
            sort_keys: false,
            lean: false,
            protocol: true,
            chunks: false,
            slices: false,
            max_depth: 128,
            max_bytes: 0,
            base_depth: 0,
            pretty: None,
            compress: None,
            force_utf8: false,
            tuples: Tuples::Arrays,
            slice_bytes: 0,
        }
    }
}

impl EncodeOptions {
    /// A number for what decides how member names are written. Layouts with something unusual
    /// behind the colon get one that no other call has.
    pub fn style(&self) -> u32 {
        static UNIQUE: AtomicU32 = AtomicU32::new(0);
        let common = self.escape as u32 | u32::from(self.upper_hex) << 2 | u32::from(self.force_utf8) << 3;
        match self.pretty.as_deref().map(|pretty| &pretty.after_colon[..]) {
            None | Some(b"") => common,
            Some(b" ") => common | 1 << 4,
            Some(_) => UNIQUE.fetch_add(1, Ordering::Relaxed) | 1 << 31,
        }
    }

    /// From the flags integer or
    /// `{flags, max_depth, max_bytes, base_depth, pretty, compress, slice_bytes}`.
    pub fn from_term(term: Term<'_>) -> NifResult<Self> {
        let (flags, rest): (u32, Option<Vec<Term<'_>>>) = if term.is_tuple() {
            let items = get_tuple(term)?;
            (items[0].decode()?, Some(items))
        } else {
            (term.decode()?, None)
        };
        let mut options = EncodeOptions {
            escape: match flags & 3 {
                1 => Escape::HtmlSafe,
                2 => Escape::JavascriptSafe,
                3 => Escape::UnicodeSafe,
                _ => Escape::Json,
            },
            strict: flags & 1 << 2 != 0,
            sort_keys: flags & 1 << 3 != 0,
            lean: flags & 1 << 4 != 0,
            protocol: flags & 1 << 5 == 0,
            upper_hex: flags & 1 << 6 != 0,
            chunks: flags & 1 << 7 != 0,
            slices: flags & 1 << 8 != 0,
            force_utf8: flags & 1 << 9 != 0,
            tuples: match flags >> 10 & 3 {
                1 => Tuples::Refused,
                2 => Tuples::Proplists,
                _ => Tuples::Arrays,
            },
            ..EncodeOptions::default()
        };
        if let Some(items) = rest {
            options.max_depth = items[1].decode()?;
            options.max_bytes = items[2].decode()?;
            options.base_depth = items[3].decode()?;
            options.pretty = Pretty::from_term(items[4])?.map(Box::new);
            options.compress = Compress::from_code(items[5].decode()?);
            options.slice_bytes = items[6].decode()?;
        }
        Ok(options)
    }
}
