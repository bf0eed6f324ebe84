//! What becomes an object without being a plain map: structs, ordered objects, and maps whose
//! members must be checked or sorted first.

use super::kinds::Kinds;
use super::maps::{Name, SMALL_MAP};
use super::state::Failure;
use super::{Frame, Step, Stop, Walk, structs};
use crate::atoms;
use rustler::{Atom, Binary, MapIterator, Term, TermType};
use std::collections::HashSet;

impl<'a> Walk<'a, '_> {
    pub(super) fn structure(&mut self, term: Term<'a>, module: Atom) -> Step<'a> {
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
                    self.fields_of(term, layout, 0, true)
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

    /// Writes the fields of a struct from field `at` on.
    pub(super) fn fields_of(
        &mut self,
        map: Term<'a>,
        layout: usize,
        mut at: usize,
        mut first: bool,
    ) -> Step<'a> {
        self.nested += 1;
        let row = Kinds::within(self.row, layout);
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
            if let Err(stop) = self.member_value(value, row, at) {
                return self.leave(Frame::Fields { map, layout, at, first }, stop);
            }
            if self.out_of_time() {
                return self.leave(Frame::Fields { map, layout, at, first }, Box::new(Stop::Over));
            }
        }
    }

    /// Writes the object of these pairs; of a map Elixir has listed them, checked and sorted as the
    /// options say.
    pub fn listed(&mut self, pairs: Term<'a>) -> Step<'a> {
        self.open(b'{')?;
        self.pairs(pairs, true)
    }

    /// Writes the pairs of a list to its end.
    pub(super) fn pairs(&mut self, mut rest: Term<'a>, mut first: bool) -> Step<'a> {
        self.nested += 1;
        let row = self.row;
        let mut place = 0;
        loop {
            let Ok((head, tail)) = rest.list_get_cell() else {
                if !rest.is_empty_list() {
                    return Err(Failure::ImproperList.into());
                }
                return self.close(b'}', first);
            };
            let Ok((key, value)) = head.decode::<(Term<'a>, Term<'a>)>() else {
                return Err(Failure::MapKey(head).into());
            };
            rest = tail;
            self.before_item(first);
            first = false;
            let result = match self.name(key)? {
                Name::Unknown => Err(Box::new(Stop::Key(key, value))),
                _ => self.member_value(value, row, place),
            };
            if let Err(stop) = result {
                return self.leave(Frame::Pairs { rest, first }, stop);
            }
            place += 1;
            if self.out_of_time() {
                return self.leave(Frame::Pairs { rest, first }, Box::new(Stop::Over));
            }
        }
    }

    /// Writes members whose names are text to their end.
    pub(super) fn texts(
        &mut self,
        mut members: std::vec::IntoIter<(Vec<u8>, Term<'a>)>,
        mut first: bool,
    ) -> Step<'a> {
        self.nested += 1;
        let row = self.row;
        let mut place = 0;
        while let Some((text, value)) = members.next() {
            self.before_item(first);
            first = false;
            self.state.key_text(&text).map_err(|at| self.invalid_key(&text, at))?;
            if let Err(stop) = self.member_value(value, row, place) {
                return self.leave(Frame::Texts { members, first }, stop);
            }
            place += 1;
            if self.out_of_time() {
                return self.leave(Frame::Texts { members, first }, Box::new(Stop::Over));
            }
        }
        self.close(b'}', first)
    }

    fn invalid_key(&self, text: &[u8], at: super::strings::InvalidUtf8) -> Box<Stop<'a>> {
        Failure::Utf8(crate::binary_term(self.env, text), at.0).into()
    }

    /// A map whose members are checked and sorted as the options say.
    #[inline(never)]
    pub(super) fn collected(&mut self, term: Term<'a>) -> Step<'a> {
        let Some(members) = MapIterator::new(term) else {
            return Err(Box::new(Stop::Call(term)));
        };
        let size = term.map_size().unwrap_or(0);
        let members: Vec<_> =
            if size > SMALL_MAP { members.rev().take(size).collect() } else { members.take(size).collect() };
        let mut texts = Vec::with_capacity(size);
        for (key, value) in members {
            let text = match key.get_type() {
                TermType::Atom if atoms::struct_key() == key => continue,
                _ => key_bytes(key),
            };
            match text {
                Some(text) => texts.push((text, value)),
                None => return Err(Box::new(Stop::Members(term))),
            }
        }
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
        self.texts(texts.into_iter(), true)
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
