//! Maps and what else becomes an object: members, their names, structs.

use super::keys::Known;
use super::state::Failure;
use super::values::Kind;
use super::{Frame, Step, Stop, Walk, structs, text};
use crate::atoms;
use rustler::{Atom, Binary, MapIterator, Term, TermType};
use std::collections::HashSet;

/// The VM's maps up to this size are arrays, in the order of `Map.to_list/1`.
const SMALL_MAP: usize = 32;
/// Maps above this size are listed by Elixir, which yields while it does so.
const LARGE_MAP: usize = 4_096;

impl<'a> Walk<'a, '_> {
    #[inline(always)]
    pub(super) fn map(&mut self, term: Term<'a>) -> Step<'a> {
        let size = self.size;
        if size > SMALL_MAP {
            return self.large_map(term, size);
        }
        // used where it is made: it is large
        let mut iterator = MapIterator::new(term);
        let Some(members) = iterator.as_mut() else {
            return Err(Box::new(Stop::Call(term)));
        };
        let start = self.members.len();
        let mut module = None;
        // the last call of the iterator would only say that there is no more
        for (key, value) in members.by_ref().take(size) {
            if key.as_c_arg() as u64 == self.words.struct_key {
                module = Some(value);
            }
            // word by word: a copy of 16 bytes would wait for the two stores that made it
            self.members.push((key.in_env(self.env), value.in_env(self.env)));
        }
        if let Some(module) = module
            && let Ok(module) = Atom::from_term(module)
        {
            self.members.truncate(start);
            return self.structure(term, module);
        }
        self.opened(term, start)
    }

    /// Opens the object whose members have been put on the stack.
    #[inline(always)]
    fn opened(&mut self, term: Term<'a>, start: usize) -> Step<'a> {
        let options = &self.state.options;
        if options.strict || options.sort_keys {
            return self.collect(term, start);
        }
        self.open(b'{')?;
        {
            self.frames.push(Frame::Members { start, at: start, first: true });
            Ok(())
        }
    }

    #[inline(never)]
    fn large_map(&mut self, term: Term<'a>, size: usize) -> Step<'a> {
        if let Ok(module) = term.map_get(atoms::struct_key())
            && let Ok(module) = Atom::from_term(module)
        {
            return self.structure(term, module);
        }
        if size > LARGE_MAP && self.budget.is_some() {
            if self.state.options.slices {
                return Err(Box::new(Stop::Members(term)));
            }
            self.frames.push(Frame::Value(term));
            return Err(Box::new(Stop::Over));
        }
        self.fields(term)
    }

    /// A map that is no struct, or is written like one that is none.
    #[inline(never)]
    fn fields(&mut self, term: Term<'a>) -> Step<'a> {
        // used where it is made: it is large
        let mut iterator = MapIterator::new(term);
        let Some(members) = iterator.as_mut() else {
            return Err(Box::new(Stop::Call(term)));
        };
        let start = self.members.len();
        let size = term.map_size().unwrap_or(0);
        if size > SMALL_MAP {
            // backwards is the order of `Map.to_list/1` and of the external format
            self.put_members(members.by_ref().rev().take(size));
        } else {
            self.put_members(members.by_ref().take(size));
        }
        self.opened(term, start)
    }

    #[inline(always)]
    fn put_members(&mut self, members: impl Iterator<Item = (Term<'a>, Term<'a>)>) {
        for (key, value) in members {
            self.members.push((key.in_env(self.env), value.in_env(self.env)));
        }
    }

    /// Says in the frame of the innermost map where it is to go on.
    #[inline(always)]
    fn keep_members(&mut self, next: usize) {
        if let Some(Frame::Members { at, first, .. }) = self.frames.last_mut() {
            (*at, *first) = (next, false);
        }
    }

    /// Writes members until one holds others.
    #[inline(always)]
    pub(super) fn step_members(&mut self, start: usize, mut at: usize, mut first: bool) -> Step<'a> {
        loop {
            let Some(&(key, value)) = self.members.get(at) else {
                self.members.truncate(start);
                return self.close(b'}', first);
            };
            at += 1;
            let word = key.as_c_arg() as u64;
            if word == self.words.struct_key {
                continue;
            }
            self.before_item(first);
            first = false;
            let slot = self.state.keys.slot(word);
            if !self.key(key, slot)? {
                self.keep_members(at);
                return Err(Box::new(Stop::Key(key, value)));
            }
            let guess = self.state.keys.kind(slot);
            let kind = self.scalar(value, guess)?;
            if kind != guess {
                self.state.keys.set_kind(slot, kind);
            }
            self.credit -= 1;
            if kind.is_scalar() && self.credit > 0 {
                continue;
            }
            self.keep_members(at);
            return if kind.is_scalar() { Ok(()) } else { self.container(value, kind) };
        }
    }

    /// Writes the fields of a struct until one holds others.
    #[inline(always)]
    pub(super) fn step_fields(
        &mut self,
        map: Term<'a>,
        layout: usize,
        mut at: usize,
        mut first: bool,
    ) -> Step<'a> {
        loop {
            let Some((field, omit_nil)) = self.state.field(layout, at) else {
                return self.close(b'}', first);
            };
            let Ok(value) = map.map_get(field) else {
                return Err(Failure::Field(map).into());
            };
            at += 1;
            if omit_nil && value.as_c_arg() as u64 == self.words.nil {
                continue;
            }
            self.before_item(first);
            first = false;
            self.state.field_name(layout, at - 1);
            let kind = self.scalar(value, Kind::Binary)?;
            if !kind.is_scalar() {
                if let Some(Frame::Fields { at: next, first, .. }) = self.frames.last_mut() {
                    (*next, *first) = (at, false);
                }
                return self.container(value, kind);
            }
        }
    }

    pub(super) fn step_pairs(&mut self, rest: Term<'a>, first: bool) -> Step<'a> {
        let Ok((head, tail)) = rest.list_get_cell() else {
            if !rest.is_empty_list() {
                return Err(Failure::ImproperList.into());
            }
            return self.close(b'}', first);
        };
        let Ok((key, value)) = head.decode::<(Term<'a>, Term<'a>)>() else {
            return Err(Failure::MapKey(head).into());
        };
        self.before_item(first);
        let slot = self.state.keys.slot(key.as_c_arg() as u64);
        let written = self.key(key, slot)?;
        if let Some(Frame::Pairs { rest, first }) = self.frames.last_mut() {
            (*rest, *first) = (tail, false);
        }
        if !written {
            return Err(Box::new(Stop::Key(key, value)));
        }
        self.value(value)
    }

    /// Writes a member name with its colon; `false` where Elixir must make its text.
    #[inline(always)]
    fn key(&mut self, key: Term<'a>, slot: usize) -> Step<'a, bool> {
        let state = &mut *self.state;
        match state.keys.write(slot, key.as_c_arg() as u64, &mut state.out) {
            Known::Written => Ok(true),
            known => self.key_slow(key, slot, matches!(known, Known::Met)),
        }
    }

    fn key_slow(&mut self, key: Term<'a>, slot: usize, met: bool) -> Step<'a, bool> {
        let from = self.state.out.len();
        if let Ok(binary) = Binary::from_term(key) {
            self.state.key_text(binary.as_slice()).map_err(|at| Failure::Utf8(key, at.0))?;
            if met {
                self.state.learn_key(slot, from);
            }
            return Ok(true);
        }
        match key.get_type() {
            TermType::Atom => {
                let Some(name) = structs::atom_name(key) else {
                    return Err(Failure::MapKey(key).into());
                };
                self.state.key_text(&name).map_err(|at| Failure::Utf8(key, at.0))?;
                self.state.learn_key(slot, from);
            }
            TermType::Integer => {
                let Ok(value) = key.decode::<i64>() else {
                    return Ok(false);
                };
                let out = &mut self.state.out;
                out.push(b'"');
                text::integer(out, value);
                out.extend_from_slice(b"\":");
                self.state.after_colon();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Members from `start` on with the texts of their keys, checked and sorted as the options
    /// say.
    #[inline(never)]
    fn collect(&mut self, term: Term<'a>, start: usize) -> Step<'a> {
        let mut texts = Vec::with_capacity(self.members.len() - start);
        for &(key, value) in &self.members[start..] {
            let text = match key.get_type() {
                TermType::Atom if atoms::struct_key() == key => continue,
                _ => key_bytes(key),
            };
            match text {
                Some(text) => texts.push((text, value)),
                None => {
                    self.members.truncate(start);
                    return Err(Box::new(Stop::Members(term)));
                }
            }
        }
        self.members.truncate(start);
        let options = &self.state.options;
        if options.strict {
            let mut known = HashSet::with_capacity(texts.len());
            if let Some((text, _)) = texts.iter().find(|(text, _)| !known.insert(&text[..])) {
                return Err(Failure::Duplicate(text.clone()).into());
            }
        }
        if options.sort_keys {
            texts.sort_by(|a, b| a.0.cmp(&b.0));
        }
        self.open(b'{')?;
        {
            self.frames.push(Frame::Texts { members: texts.into_iter(), first: true });
            Ok(())
        }
    }

    fn structure(&mut self, term: Term<'a>, module: Atom) -> Step<'a> {
        let (lean, protocol) = (self.state.options.lean, self.state.options.protocol);
        if structs::is_textual(module) {
            if lean {
                return self.fields(term);
            }
            return match structs::write(&mut self.state.out, term, module) {
                structs::Native::Written => Ok(()),
                structs::Native::Object => self.fields(term),
                structs::Native::Elixir => Err(Box::new(Stop::Call(term))),
            };
        }
        if module == atoms::ordered_object() {
            let Ok(values) = term.map_get(atoms::values()) else {
                return Err(Box::new(Stop::Call(term)));
            };
            return self.ordered(term, values);
        }
        if module == atoms::fragment() {
            return match term.map_get(atoms::encode()) {
                Ok(encode) if encode.is_binary() => self.raw(encode),
                _ => Err(Box::new(Stop::Call(term))),
            };
        }
        if protocol {
            return match self.state.layout_of(module) {
                Some(layout) => {
                    self.open(b'{')?;
                    {
                        self.frames.push(Frame::Fields { map: term, layout, at: 0, first: true });
                        Ok(())
                    }
                }
                None => Err(Box::new(Stop::Call(term))),
            };
        }
        let special = module == atoms::map_set() || module == atoms::range();
        if special && !lean { Err(Box::new(Stop::Call(term))) } else { self.fields(term) }
    }

    pub(super) fn ordered(&mut self, object: Term<'a>, values: Term<'a>) -> Step<'a> {
        if !values.is_list() {
            return Err(Failure::ImproperList.into());
        }
        if self.state.options.strict {
            check_unique(object, values)?;
        }
        self.listed(values)
    }

    /// Writes the member whose key Elixir has turned into `text`.
    pub fn member(&mut self, text: Term<'a>, value: Term<'a>) -> Step<'a> {
        let slot = self.state.keys.slot(text.as_c_arg() as u64);
        if !self.key(text, slot)? {
            return Err(Failure::MapKey(text).into());
        }
        self.value(value)
    }

    /// Writes the object of these pairs; of a map Elixir has listed them, checked and sorted as the
    /// options say.
    pub fn listed(&mut self, pairs: Term<'a>) -> Step<'a> {
        self.open(b'{')?;
        {
            self.frames.push(Frame::Pairs { rest: pairs, first: true });
            Ok(())
        }
    }

    /// Writes a struct whose fields Elixir has described: the module, `{field, name}` pairs
    /// and whether `nil` is left out.
    pub fn described(&mut self, term: Term<'a>, fields: Term<'a>, omit_nil: bool) -> Step<'a> {
        let module = term.map_get(atoms::struct_key()).and_then(Atom::from_term);
        let Ok(module) = module else {
            return Err(Box::new(Stop::Call(term)));
        };
        let mut described = Vec::new();
        let mut rest = fields;
        while let Ok((head, tail)) = rest.list_get_cell() {
            rest = tail;
            let Ok((field, name)) = head.decode::<(Atom, Binary<'a>)>() else {
                return Err(Failure::MapKey(head).into());
            };
            described.push((field, name.as_slice().to_vec()));
        }
        self.state.learn_layout(module, described, omit_nil).map_err(|_| Failure::MapKey(term))?;
        self.structure(term, module)
    }
}

/// The text of a key that needs no `String.Chars`.
fn key_bytes(key: Term<'_>) -> Option<Vec<u8>> {
    match key.get_type() {
        TermType::Atom => structs::atom_name(key),
        TermType::Binary => Binary::from_term(key).ok().map(|b| b.as_slice().to_vec()),
        TermType::Integer => key.decode::<i64>().ok().map(|v| v.to_string().into_bytes()),
        _ => None,
    }
}

/// `maps: :strict` for pairs: their texts must differ; order stays.
fn check_unique<'a>(object: Term<'a>, values: Term<'a>) -> Step<'a> {
    let mut known = HashSet::new();
    let mut rest = values;
    while let Ok((head, tail)) = rest.list_get_cell() {
        rest = tail;
        let Ok((key, _)) = head.decode::<(Term<'a>, Term<'a>)>() else {
            continue;
        };
        // only Elixir knows the texts of other keys
        let Some(text) = key_bytes(key) else {
            return Err(Box::new(Stop::Members(object)));
        };
        if !known.insert(text.clone()) {
            return Err(Failure::Duplicate(text).into());
        }
    }
    Ok(())
}
