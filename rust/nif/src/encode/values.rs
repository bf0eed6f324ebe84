//! What a single value becomes: scalars are written, containers opened.
//!
//! Each look at a term is a call into the VM, so the walk guesses: the kind of the item
//! before, or of the same member last time, says which call is tried first. A wrong guess costs
//! one call, never a wrong result.

use super::state::Failure;
use super::{Frame, MAX_NESTED, Step, Stop, Walk, structs, text};
use rustler::{Binary, Term, TermType};

/// What a term is, as far as the walk cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Binary,
    /// An integer of 64 bits.
    Integer,
    /// A double.
    Float,
    /// `nil`, `true`, `false` or another atom.
    Atom,
    /// A map.
    Map,
    /// A list.
    List,
    /// Something else.
    Other,
}

impl Kind {
    /// Whether a term of this kind has been written when `scalar` returns.
    #[inline(always)]
    pub fn is_scalar(self) -> bool {
        matches!(self, Kind::Binary | Kind::Integer | Kind::Float | Kind::Atom)
    }
}

/// How much of a string is one piece of work.
#[derive(Clone, Copy)]
pub struct Pieces {
    /// Longer strings are written in pieces.
    pub long_text: usize,
    /// A step writes about so many bytes; longer strings count as several.
    pub step_log2: u32,
}

impl Pieces {
    /// Text that is compressed on the way takes some fifty times as long.
    pub fn new(compressed: bool) -> Self {
        if compressed {
            Pieces { long_text: 4 * 1024, step_log2: 4 }
        } else {
            Pieces { long_text: 64 * 1024, step_log2: 9 }
        }
    }
}

/// The bytes of a binary.
///
/// The term goes by reference and only what is asked for comes back: the compiler copies a whole `Binary` with loads of
/// eight bytes over stores of one, and each of them waits.
#[inline(always)]
pub(super) fn bytes_of<'a>(term: &Term<'a>) -> Option<&'a [u8]> {
    Binary::from_term(*term).ok().map(|binary| binary.as_slice())
}

impl<'a> Walk<'a, '_> {
    /// Writes a value that holds no others, and says what it was; of a kind that is no scalar
    /// nothing has been written, and the size of a map is in `size`.
    #[inline(always)]
    pub(super) fn scalar(&mut self, term: Term<'a>, guess: Kind) -> Step<'a, Kind> {
        match guess {
            Kind::Binary => {
                if let Some(text) = bytes_of(&term) {
                    return self.string(term, text);
                }
            }
            Kind::Integer => {
                if let Ok(value) = term.decode::<i64>() {
                    text::integer(&mut self.state.out, value);
                    return Ok(Kind::Integer);
                }
            }
            // integers are let through by this call, but never with a fraction
            Kind::Float => {
                if let Ok(value) = term.decode::<f64>()
                    && text::fraction(&mut self.state.out, value)
                {
                    return Ok(Kind::Float);
                }
            }
            Kind::Map => {
                if let Ok(size) = term.map_size() {
                    self.size = size;
                    return Ok(Kind::Map);
                }
            }
            Kind::List => {
                if term.is_list() {
                    return Ok(Kind::List);
                }
            }
            Kind::Atom | Kind::Other => {}
        }
        self.atom_or_other(term)
    }

    #[inline(always)]
    fn string(&mut self, term: Term<'a>, text: &[u8]) -> Step<'a, Kind> {
        if text.len() > self.pieces.long_text {
            return Ok(Kind::Other);
        }
        self.credit -= (text.len() >> self.pieces.step_log2) as i32;
        self.state.quoted(text).map_err(|at| Failure::Utf8(term, at.0))?;
        Ok(Kind::Binary)
    }

    /// The three atoms that are no strings, or what else the term is.
    #[inline(always)]
    fn atom_or_other(&mut self, term: Term<'a>) -> Step<'a, Kind> {
        let (word, words) = (term.as_c_arg() as u64, self.words);
        let out = &mut self.state.out;
        if word == words.nil {
            out.extend_from_slice(b"null");
        } else if word == words.true_ {
            out.extend_from_slice(b"true");
        } else if word == words.false_ {
            out.extend_from_slice(b"false");
        } else {
            return self.scalar_by_type(term);
        }
        Ok(Kind::Atom)
    }

    #[inline(never)]
    fn scalar_by_type(&mut self, term: Term<'a>) -> Step<'a, Kind> {
        let out = &mut self.state.out;
        Ok(match term.get_type() {
            TermType::Binary => match bytes_of(&term) {
                Some(text) => return self.string(term, text),
                None => Kind::Other,
            },
            TermType::Integer => match term.decode::<i64>() {
                Ok(value) => {
                    text::integer(out, value);
                    Kind::Integer
                }
                Err(_) => Kind::Other,
            },
            TermType::Float => match term.decode::<f64>() {
                Ok(value) => {
                    text::float(out, value);
                    Kind::Float
                }
                Err(_) => Kind::Other,
            },
            TermType::Atom => {
                let name = structs::atom_name(term).unwrap_or_default();
                self.state.quoted(&name).map_err(|at| Failure::Utf8(term, at.0))?;
                Kind::Atom
            }
            TermType::Map => {
                self.size = term.map_size().unwrap_or(0);
                Kind::Map
            }
            TermType::List => Kind::List,
            _ => Kind::Other,
        })
    }

    /// Writes any value.
    #[inline(never)]
    pub fn value(&mut self, term: Term<'a>) -> Step<'a> {
        let kind = self.scalar(term, Kind::Map)?;
        if kind.is_scalar() { Ok(()) } else { self.container(term, kind) }
    }

    /// Writes a value that `scalar` has not written.
    #[inline(never)]
    pub(super) fn container(&mut self, term: Term<'a>, kind: Kind) -> Step<'a> {
        if self.nested >= MAX_NESTED {
            return Err(Box::new(Stop::Deep(term)));
        }
        match kind {
            Kind::Map => self.map(term),
            Kind::List => self.list(term),
            _ => self.other(term),
        }
    }

    #[inline(never)]
    fn other(&mut self, term: Term<'a>) -> Step<'a> {
        match term.get_type() {
            TermType::Tuple => self.tuple(term),
            TermType::Integer => self.big(term),
            TermType::Binary if Binary::from_term(term).is_ok() => {
                self.state.out.push(b'"');
                self.text_from(term, 0)
            }
            _ => Err(Box::new(Stop::Call(term))),
        }
    }

    /// Integers beyond 64 bits; those of many thousand digits are left to Elixir.
    fn big(&mut self, term: Term<'a>) -> Step<'a> {
        match structs::big_parts(term) {
            Some((negative, magnitude)) if magnitude.len() <= 2_048 => {
                text::big(&mut self.state.out, negative, &magnitude);
                Ok(())
            }
            _ => Err(Box::new(Stop::Call(term))),
        }
    }

    /// Writes a long string from `offset` on, piece by piece, cut between characters.
    #[inline(never)]
    pub(super) fn text_from(&mut self, term: Term<'a>, mut offset: usize) -> Step<'a> {
        let Ok(binary) = Binary::from_term(term) else {
            return Err(Box::new(Stop::Call(term)));
        };
        let text = binary.as_slice();
        loop {
            let piece = self.pieces.long_text;
            let mut end = (offset + piece).min(text.len());
            while end < text.len() && end > offset + piece - 4 && text[end] & 0xc0 == 0x80 {
                end -= 1;
            }
            let piece = &text[offset..end];
            self.state.escaped(piece).map_err(|at| Failure::Utf8(term, offset + at.0))?;
            if end == text.len() {
                self.state.out.push(b'"');
                return Ok(());
            }
            offset = end;
            // a piece is worth a look at the clock
            self.credit = 0;
            if self.is_over() {
                self.nested += 1;
                return self.leave(Frame::Text { text: term, offset }, Box::new(Stop::Over));
            }
        }
    }

    /// Puts JSON text in as it is, or in the layout around it.
    pub fn raw(&mut self, term: Term<'a>) -> Step<'a> {
        let Ok(binary) = Binary::from_term(term) else {
            return Err(Box::new(Stop::Call(term)));
        };
        let depth = self.depth();
        self.state.raw(binary.as_slice(), depth);
        Ok(())
    }
}
