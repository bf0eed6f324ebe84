//! The builder that makes BEAM terms, through rustler's safe layer only.
//!
//! Short strings are copied onto the heap; longer ones share the input where the options and
//! its size allow it (an input above 64 KB is never kept alive by its values), else they
//! become binaries of their own.

use super::number::{self, Number};
use super::repeats::{LONGEST, Repeats};
use super::{Builder, keys};
use crate::atoms;
use crate::error::ErrorKind;
use crate::options::{DecodeOptions, Keys, Objects};
use rustler::types::tuple::make_tuple;
use rustler::{Atom, Binary, Encoder, Env, NewBinary, Term};
use std::cmp::Ordering;

/// Largest input that a value may share.
pub const SHARE_LIMIT: usize = 64 * 1024;
/// Up to this length a copy is as cheap as a reference.
const COPY_LIMIT: usize = 64;
/// A value shares the input only if it is at least this part of it: a short string must not
/// keep a long document.
const SHARED_PART: usize = 4;

/// Documents from this size on look for repeated short strings.
const REPEATS_FROM: usize = 16 * 1024;

/// Strings of at least this length share an input of `len` bytes where they may.
pub fn share_from(len: usize) -> usize {
    if len > SHARE_LIMIT { usize::MAX } else { (len / SHARED_PART).max(COPY_LIMIT + 1) }
}
/// The VM's atoms have at most so many characters.
const MAX_ATOM: usize = 255;
/// The VM's maps up to this size are arrays.
pub(crate) const SMALL_MAP: usize = 32;
/// Lists up to this length are made cell by cell, without a vector.
const SHORT_LIST: usize = 8;

/// Builds terms in the environment of the calling process.
pub struct Terms<'a, 'i> {
    env: Env<'a>,
    input: &'i [u8],
    /// The input as a term, where values may share it.
    shared: Option<Binary<'a>>,
    options: DecodeOptions,
    /// Strings, and keys, from this length on are shared.
    share_strings: usize,
    share_keys: usize,
    nil: Term<'a>,
    true_: Term<'a>,
    false_: Term<'a>,
    empty_list: Term<'a>,
    empty_binary: Option<Term<'a>>,
    empty_map: Option<Term<'a>>,
    /// Short strings that may come again, in a document that is large enough for it.
    repeats: Option<Repeats<'a>>,
    atoms_made: u32,
    /// A key that only Elixir can make an atom of, or that is no atom.
    pub rejected_key: Option<Vec<u8>>,
}

#[inline(always)]
fn copied<'a>(env: Env<'a>, text: &[u8]) -> Term<'a> {
    let mut binary = NewBinary::new(env, text.len());
    binary.as_mut_slice().copy_from_slice(text);
    binary.into()
}

impl<'a, 'i> Terms<'a, 'i> {
    /// A builder for values of `input`, which may be kept alive (as `shared`) only when it is
    /// small.
    pub fn new(
        env: Env<'a>,
        input: &'i [u8],
        shared: Option<Binary<'a>>,
        options: DecodeOptions,
        null: Option<Atom>,
    ) -> Self {
        let from = if shared.is_some() { share_from(input.len()) } else { usize::MAX };
        let unless = |copy: bool| if copy { usize::MAX } else { from };
        let nil = null.unwrap_or_else(atoms::nil).to_term(env);
        let repeats = (input.len() >= REPEATS_FROM).then(|| Repeats::new(input.len(), nil));
        Terms {
            env,
            input,
            shared,
            options,
            share_strings: unless(options.copy_strings),
            share_keys: unless(options.copy_strings || options.copy_keys),
            nil,
            true_: atoms::true_().to_term(env),
            false_: atoms::false_().to_term(env),
            empty_list: Term::list_new_empty(env),
            empty_binary: None,
            empty_map: None,
            repeats,
            atoms_made: 0,
            rejected_key: None,
        }
    }

    #[inline(always)]
    fn binary(&mut self, text: &[u8]) -> Term<'a> {
        if text.is_empty() {
            let env = self.env;
            return *self.empty_binary.get_or_insert_with(|| NewBinary::new(env, 0).into());
        }
        copied(self.env, text)
    }

    fn shared(&mut self, start: usize, end: usize) -> Term<'a> {
        match self.shared.and_then(|input| input.make_subbinary(start, end - start).ok()) {
            Some(part) => part.to_term(self.env),
            None => self.binary(&self.input[start..end]),
        }
    }

    #[cold]
    fn atom(&mut self, text: &[u8]) -> Result<Term<'a>, ErrorKind> {
        let limit = self.options.max_atoms;
        if limit != 0 && self.atoms_made >= limit {
            return Err(ErrorKind::AtomLimit);
        }
        self.atoms_made += 1;
        let existing = self.options.keys == Keys::ExistingAtoms;
        let failed = if existing { ErrorKind::UnknownAtom } else { ErrorKind::NeedsAtom };
        let reject = |terms: &mut Self| {
            terms.rejected_key = Some(text.to_vec());
            Err(failed)
        };
        let Ok(name) = std::str::from_utf8(text) else {
            return if existing { reject(self) } else { Err(ErrorKind::InvalidUtf8) };
        };
        if !existing && name.chars().count() > MAX_ATOM {
            return Err(ErrorKind::AtomTooLong);
        }
        let latin: Option<Vec<u8>> = name.chars().map(|c| u8::try_from(c as u32).ok()).collect();
        let atom = match (latin, existing) {
            (Some(latin), true) => Atom::try_from_bytes(self.env, &latin).ok().flatten(),
            (Some(latin), false) => Atom::from_bytes(self.env, &latin).ok(),
            // the external format names every atom; read in safe mode it creates none
            (None, _) if text.len() <= 1020 => {
                let length = (text.len() as u16).to_be_bytes();
                let etf = [&[131, 118, length[0], length[1]], text].concat();
                let found = self.env.binary_to_term(&etf);
                found.and_then(|(term, _)| Atom::from_term(term).ok())
            }
            _ => None,
        };
        match atom {
            Some(atom) => Ok(atom.to_term(self.env)),
            None => reject(self),
        }
    }

    fn big(&self, negative: bool, digits: impl Iterator<Item = u8>) -> Term<'a> {
        let bytes = number::to_bytes(digits);
        if bytes.len() <= 8 {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(&bytes);
            let value = u64::from_le_bytes(word);
            if !negative {
                return value.encode(self.env);
            }
            if value <= 1 << 63 {
                return (value as i64).wrapping_neg().encode(self.env);
            }
        }
        let mut etf = vec![131];
        match u8::try_from(bytes.len()) {
            Ok(len) => etf.extend([110, len, negative as u8]),
            Err(_) => {
                etf.push(111);
                etf.extend((bytes.len() as u32).to_be_bytes());
                etf.push(negative as u8);
            }
        }
        etf.extend(bytes);
        self.env.binary_to_term(&etf).map_or(self.nil, |(term, _)| term)
    }

    #[cold]
    fn decimal(&self, negative: bool, int: (usize, usize), frac: (usize, usize), exp: i64) -> Term<'a> {
        let input = self.input;
        let digits = input[int.0..int.1].iter().chain(&input[frac.0..frac.1]).copied();
        let coef = self.big(false, digits);
        let sign = if negative { -1 } else { 1 };
        let pairs = [
            (atoms::struct_key(), atoms::decimal().to_term(self.env)),
            (atoms::sign(), sign.encode(self.env)),
            (atoms::coef(), coef),
            (atoms::exp(), exp.encode(self.env)),
        ];
        Term::map_from_pairs(self.env, &pairs).unwrap_or(self.nil)
    }
}

impl<'a> Builder for Terms<'a, '_> {
    type Term = Term<'a>;

    #[inline(always)]
    fn null(&mut self) -> Term<'a> {
        self.nil
    }

    #[inline(always)]
    fn boolean(&mut self, value: bool) -> Term<'a> {
        if value { self.true_ } else { self.false_ }
    }

    #[inline(always)]
    fn number(&mut self, number: Number) -> Term<'a> {
        match number {
            Number::Signed(value) => value.encode(self.env),
            Number::Float(value) => value.encode(self.env),
            Number::Unsigned(value) => value.encode(self.env),
            Number::Big { negative, start, end } => {
                let input = self.input;
                self.big(negative, input[start..end].iter().copied())
            }
            Number::Decimal { negative, int, frac, exp } => self.decimal(negative, int, frac, exp),
        }
    }

    /// A fragment, which is written as the same text again.
    fn number_text(&mut self, start: usize, end: usize) -> Term<'a> {
        let input = self.input;
        let text = self.binary(&input[start..end]);
        let keys = [atoms::struct_key().to_term(self.env), atoms::encode().to_term(self.env)];
        let values = [atoms::fragment().to_term(self.env), text];
        Term::map_from_term_arrays(self.env, &keys, &values).unwrap_or(self.nil)
    }

    #[inline(always)]
    fn string(&mut self, start: usize, end: usize) -> Term<'a> {
        if end - start >= self.share_strings {
            return self.shared(start, end);
        }
        let (input, env, len) = (self.input, self.env, end - start);
        if len <= LONGEST
            && let Some(repeats) = &mut self.repeats
            && repeats.pays()
            && let Some(window) = input[start..].first_chunk::<16>()
        {
            return repeats.get(window, len, || copied(env, &window[..len]));
        }
        self.binary(&input[start..end])
    }

    #[inline]
    fn string_unescaped(&mut self, text: &[u8]) -> Term<'a> {
        let env = self.env;
        if text.len() <= LONGEST
            && let Some(repeats) = &mut self.repeats
            && repeats.pays()
        {
            let mut window = [0; 16];
            window[..text.len()].copy_from_slice(text);
            return repeats.get(&window, text.len(), || copied(env, text));
        }
        self.binary(text)
    }

    fn key(&mut self, text: &[u8], range: Option<(usize, usize)>) -> Result<Term<'a>, ErrorKind> {
        if self.options.keys != Keys::Strings {
            return self.atom(text);
        }
        match range {
            Some((start, end)) if end - start >= self.share_keys => Ok(self.shared(start, end)),
            _ => Ok(self.binary(text)),
        }
    }

    #[inline(always)]
    fn list(&mut self, items: &[Term<'a>]) -> Term<'a> {
        if items.len() <= SHORT_LIST {
            return items.iter().rev().fold(self.empty_list, |list, item| list.list_prepend(*item));
        }
        items.encode(self.env)
    }

    #[inline(always)]
    fn map(&mut self, keys: &[Term<'a>], values: &[Term<'a>]) -> Option<Term<'a>> {
        if let ([key], [value]) = (keys, values) {
            // one call and no vectors
            let env = self.env;
            let empty = *self.empty_map.get_or_insert_with(|| Term::map_new(env));
            return empty.map_put(*key, *value).ok();
        }
        let map = Term::map_from_term_arrays(self.env, keys, values).ok()?;
        // small maps are refused by the VM when a key comes twice, large ones are not
        let unique = keys.len() <= SMALL_MAP || map.map_size().is_ok_and(|n| n == keys.len());
        unique.then_some(map)
    }

    fn pairs(&mut self, keys: &[Term<'a>], values: &[Term<'a>]) -> Term<'a> {
        let pairs: Vec<Term<'a>> =
            keys.iter().zip(values).map(|(key, value)| make_tuple(self.env, &[*key, *value])).collect();
        let list = self.list(&pairs);
        if self.options.objects == Objects::Proplists {
            return make_tuple(self.env, &[list]);
        }
        let keys = [atoms::struct_key().to_term(self.env), atoms::values().to_term(self.env)];
        let values = [atoms::ordered_object().to_term(self.env), list];
        Term::map_from_term_arrays(self.env, &keys, &values).unwrap_or(self.nil)
    }

    #[inline]
    fn compare(&self, a: &Term<'a>, b: &Term<'a>) -> Ordering {
        if self.options.keys == Keys::Strings {
            return a.cmp(b);
        }
        // small maps keep atoms in the order of their words, since OTP 26
        a.as_c_arg().cmp(&b.as_c_arg())
    }
}

/// The number of names that one call interns; for the documents and tests.
pub const INTERN_LIMIT: usize = keys::MAX_INTERNED;
