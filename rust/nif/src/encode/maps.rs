//! Maps: their members as the VM's iterator gives them, and member names.

use super::keys::Known;
use super::kinds::Kinds;
use super::state::Failure;
use super::values::bytes_of;
use super::{Frame, Step, Stop, Walk, structs, text};
use crate::atoms;
use rustler::{Atom, MapIterator, Term, TermType};

/// The VM's maps up to this size are arrays, in the order of `Map.to_list/1`: atoms before
/// strings.
pub(super) const SMALL_MAP: usize = 32;
/// Maps above this size are listed by Elixir, which yields while it does so.
const LARGE_MAP: usize = 6_000;

/// How a member name was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// From a string.
    Text,
    /// From something else.
    Other,
    /// Not at all: Elixir must make its text.
    Unknown,
}

impl<'a> Walk<'a, '_> {
    /// A map, whose size is in `size`.
    #[inline(always)]
    pub(super) fn map(&mut self, term: Term<'a>) -> Step<'a> {
        let size = self.size;
        if size > SMALL_MAP {
            return self.large_map(term, size);
        }
        let options = &self.state.options;
        if options.strict || options.sort_keys {
            return match module_of(term) {
                Some(module) => self.structure(term, module),
                None => self.collected(term),
            };
        }
        // used where it is made: it is large
        let mut iterator = MapIterator::new(term);
        let Some(members) = iterator.as_mut() else {
            return Err(Box::new(Stop::Call(term)));
        };
        if let Err(stop) = self.open(b'{') {
            // a struct may become something that needs no depth
            return match module_of(term) {
                Some(module) => self.structure(term, module),
                None => Err(stop),
            };
        }
        // the last call of the iterator would only say that there is no more
        self.members(Some(term), members.by_ref().take(size), true)
    }

    #[inline(never)]
    fn large_map(&mut self, term: Term<'a>, size: usize) -> Step<'a> {
        if let Some(module) = module_of(term) {
            return self.structure(term, module);
        }
        if size > LARGE_MAP && self.budget.is_some() {
            if self.state.options.slices {
                return Err(Box::new(Stop::Members(term)));
            }
            self.state.leaves = true;
            self.left.push(Frame::Value(term));
            return Err(Box::new(Stop::Over));
        }
        self.fields(term)
    }

    /// A map that is no struct, or is written like one that is none.
    #[inline(never)]
    pub(super) fn fields(&mut self, term: Term<'a>) -> Step<'a> {
        let options = &self.state.options;
        if options.strict || options.sort_keys {
            return self.collected(term);
        }
        let mut iterator = MapIterator::new(term);
        let Some(members) = iterator.as_mut() else {
            return Err(Box::new(Stop::Call(term)));
        };
        let size = term.map_size().unwrap_or(0);
        self.open(b'{')?;
        if size > SMALL_MAP {
            // backwards is the order of `Map.to_list/1` and of the external format
            self.members(None, members.by_ref().rev().take(size), true)
        } else {
            self.members(None, members.by_ref().take(size), true)
        }
    }

    /// The members of a map that is gone on with.
    pub(super) fn rest_of_map(
        &mut self,
        rest: std::vec::IntoIter<(Term<'a>, Term<'a>)>,
        first: bool,
    ) -> Step<'a> {
        self.members(None, rest, first)
    }

    /// Writes members to the end of a map; `map` is that map where it may be a struct.
    #[inline(always)]
    fn members(
        &mut self,
        map: Option<Term<'a>>,
        mut source: impl Iterator<Item = (Term<'a>, Term<'a>)>,
        mut first: bool,
    ) -> Step<'a> {
        let start = self.state.written() - 1;
        self.nested += 1;
        let row = self.row;
        let mut place = 0;
        while let Some((key, value)) = source.next() {
            // word by word: a load of 16 bytes would wait for the two stores that made it
            let (key, value) = (key.in_env(self.env), value.in_env(self.env));
            if key.as_c_arg() as u64 == self.words.struct_key {
                match map.zip(Atom::from_term(value).ok()) {
                    Some((map, module)) => return self.instead(map, module, start),
                    None => continue,
                }
            }
            self.before_item(first);
            let name = self.name(key)?;
            if first
                && name != Name::Text
                && let Some(map) = map
                && let Some(module) = module_of(map)
            {
                return self.instead(map, module, start);
            }
            first = false;
            let result = if name == Name::Unknown {
                Err(Box::new(Stop::Key(key, value)))
            } else {
                self.member_value(value, row, place)
            };
            if let Err(stop) = result {
                let rest = source.collect::<Vec<_>>().into_iter();
                return self.leave(Frame::Members { rest, first }, stop);
            }
            place += 1;
            if self.out_of_time() {
                let rest = source.collect::<Vec<_>>().into_iter();
                return self.leave(Frame::Members { rest, first }, Box::new(Stop::Over));
            }
        }
        self.close(b'}', first)
    }

    /// Writes the struct that a map has turned out to be, in place of what was written of it.
    #[inline(never)]
    fn instead(&mut self, map: Term<'a>, module: Atom, start: u64) -> Step<'a> {
        self.nested -= 1;
        if !self.state.rewind(start) {
            return Err(Box::new(Stop::Call(map)));
        }
        self.structure(map, module)
    }

    /// Writes the value of member number `place`.
    #[inline(always)]
    pub(super) fn member_value(&mut self, value: Term<'a>, row: usize, place: usize) -> Step<'a> {
        let guess = self.state.kinds.member(row, place);
        let kind = self.scalar(value, guess)?;
        if kind != guess {
            self.state.kinds.set_member(row, place, kind);
        }
        if kind.is_scalar() {
            return Ok(());
        }
        self.row = Kinds::within(row, place);
        self.container(value, kind)
    }

    /// Writes a member name with its colon.
    #[inline(always)]
    pub(super) fn name(&mut self, key: Term<'a>) -> Step<'a, Name> {
        let word = key.as_c_arg() as u64;
        let state = &mut *self.state;
        if !state.keys.looks_up()
            && let Some(text) = bytes_of(&key)
        {
            state.key_text(text).map_err(|at| Failure::Utf8(key, at.0))?;
            return Ok(Name::Text);
        }
        let slot = state.keys.slot(word);
        match state.keys.write(slot, word, &mut state.out) {
            Known::String => Ok(Name::Text),
            Known::Atom => Ok(Name::Other),
            known => self.new_name(key, slot, known == Known::Met),
        }
    }

    #[inline(never)]
    fn new_name(&mut self, key: Term<'a>, slot: usize, met: bool) -> Step<'a, Name> {
        let from = self.state.out.len();
        if let Some(text) = bytes_of(&key) {
            self.state.key_text(text).map_err(|at| Failure::Utf8(key, at.0))?;
            self.state.keys.atoms = false;
            if met {
                self.state.learn_key(slot, from, false);
            }
            return Ok(Name::Text);
        }
        match key.get_type() {
            TermType::Atom => {
                let Some(name) = structs::atom_name(key) else {
                    return Err(Failure::MapKey(key).into());
                };
                self.state.key_text(&name).map_err(|at| Failure::Utf8(key, at.0))?;
                self.state.learn_key(slot, from, true);
                self.state.keys.atoms = true;
            }
            TermType::Integer => {
                let Ok(value) = key.decode::<i64>() else {
                    return Ok(Name::Unknown);
                };
                let out = &mut self.state.out;
                out.push(b'"');
                text::integer(out, value);
                out.extend_from_slice(b"\":");
                self.state.after_colon();
            }
            _ => return Ok(Name::Unknown),
        }
        Ok(Name::Other)
    }

    /// Writes the member whose key Elixir has turned into `text`.
    pub fn member(&mut self, text: Term<'a>, value: Term<'a>) -> Step<'a> {
        if self.name(text)? == Name::Unknown {
            return Err(Failure::MapKey(text).into());
        }
        self.value(value)
    }
}

/// The module of a struct.
#[inline(always)]
fn module_of(map: Term<'_>) -> Option<Atom> {
    map.map_get(atoms::struct_key()).and_then(Atom::from_term).ok()
}
