//! Writer: terms to bytes, on an explicit stack. This is the only writer of the library:
//! every entry point, with or without structs, pretty or sorted, ends here.
//!
//! The walk stops where Elixir must act (a struct with an encoder of its own, a function
//! fragment, a key that needs `String.Chars`) and where its slice of time is over. The state
//! without terms (`State`) then waits in a resource; the open containers travel as terms.

pub mod reindent;
pub mod state;
pub mod structs;
pub mod text;
pub mod transcode;

use crate::atoms;
use crate::options::Tuples;
use rustler::types::tuple::{get_tuple, make_tuple};
use rustler::{Atom, Binary, Encoder, Env, MapIterator, Term, TermType};
use state::{Failure, State};
use std::time::{Duration, Instant};

/// An open container.
pub enum Frame<'a> {
    /// The rest of a list.
    List { rest: Term<'a>, first: bool },
    /// A tuple from `at` on.
    Tuple { items: Vec<Term<'a>>, at: usize },
    /// The last `left` members on the stack of members: what remains of a map.
    Members { left: usize, first: bool },
    /// The rest of a list of `{key, value}`.
    Pairs { rest: Term<'a>, first: bool },
    /// Members whose keys are text already.
    Texts { members: std::vec::IntoIter<(Vec<u8>, Term<'a>)>, first: bool },
    /// A struct whose fields are known, from field `at` on.
    Fields { map: Term<'a>, layout: usize, at: usize, first: bool },
    /// A long string from `offset` on.
    Text { text: Term<'a>, offset: usize },
    /// A value that could not be begun in this slice.
    Value(Term<'a>),
}

/// Why the walk stopped.
pub enum Stop<'a> {
    /// The term cannot be written.
    Failed(Failure<'a>),
    /// Elixir must say what this term becomes.
    Call(Term<'a>),
    /// Elixir must say what this key's text is; its value waits.
    Key(Term<'a>, Term<'a>),
    /// Elixir must list this map's members, their keys as text.
    Members(Term<'a>),
    /// The rest is too much for this scheduler.
    Over,
}

impl<'a> From<Failure<'a>> for Stop<'a> {
    fn from(failure: Failure<'a>) -> Self {
        Stop::Failed(failure)
    }
}

/// How the walk ended.
pub enum Outcome<'a> {
    /// Everything is written.
    Done,
    /// Time is over.
    Paused,
    /// See `Stop`.
    Stopped(Stop<'a>),
}

type Step<'a> = Result<(), Stop<'a>>;

/// The VM's maps up to this size are arrays, in the order of `Map.to_list/1`.
const SMALL_MAP: usize = 32;
/// Maps above this size are listed by Elixir, which yields while it does so.
const LARGE_MAP: usize = 4_096;
/// Strings above this size are written in pieces.
const LONG_TEXT: usize = 128 * 1024;
/// The clock is read once in so many steps.
const STEPS_PER_LOOK: i32 = 64;
/// A step writes about so many bytes; longer strings count as several.
const STEP_BYTES_LOG2: u32 = 9;

/// One walk, or the part of it between two stops.
pub struct Walk<'a, 's> {
    env: Env<'a>,
    state: &'s mut State,
    frames: Vec<Frame<'a>>,
    /// What remains of the open maps, each reversed, innermost last. An iterator is too large
    /// to be moved on and off a stack for every level.
    waiting: Vec<(Term<'a>, Term<'a>)>,
    deadline: Option<Instant>,
    /// Bytes at which a slice ends.
    stop_at: u64,
    /// Steps until the next look at the clock.
    credit: i32,
}

impl<'a, 's> Walk<'a, 's> {
    /// A walk with these containers open; `budget` is its slice of time.
    pub fn new(env: Env<'a>, state: &'s mut State, frames: Vec<Frame<'a>>, budget: Option<Duration>) -> Self {
        let deadline = budget.map(|budget| Instant::now() + budget);
        let stop_at = match state.options.slice_bytes {
            0 => u64::MAX,
            bytes => state.written().saturating_add(bytes),
        };
        Walk { env, state, frames, waiting: Vec::new(), deadline, stop_at, credit: STEPS_PER_LOOK }
    }

    /// The open containers, for `save`; what remains of maps becomes pairs.
    pub fn into_frames(mut self) -> Vec<Frame<'a>> {
        let env = self.env;
        for frame in self.frames.iter_mut().rev() {
            if let Frame::Members { left, first } = *frame {
                let from = self.waiting.len() - left;
                // a list of pairs is written whole, so what no map writes goes here
                let pairs = self.waiting.drain(from..).rev().filter(|(key, _)| atoms::struct_key() != *key);
                let pairs: Vec<Term<'a>> = pairs.map(|(key, value)| make_tuple(env, &[key, value])).collect();
                *frame = Frame::Pairs { rest: pairs.encode(env), first };
            }
        }
        self.frames
    }

    /// Lets the rest of a map wait until the value that was begun is written.
    #[inline(always)]
    fn wait(&mut self, members: impl Iterator<Item = (Term<'a>, Term<'a>)>, first: bool) {
        let from = self.waiting.len();
        self.waiting.extend(members);
        self.waiting[from..].reverse();
        self.frames.push(Frame::Members { left: self.waiting.len() - from, first });
    }

    /// Writes `first`, where there is one, and all that is open.
    pub fn run(&mut self, first: impl FnOnce(&mut Self) -> Step<'a>) -> Outcome<'a> {
        let mut result = first(self);
        loop {
            match result {
                Ok(()) => {}
                Err(Stop::Over) => return Outcome::Paused,
                Err(stop) => return Outcome::Stopped(stop),
            }
            let Some(frame) = self.frames.pop() else {
                return Outcome::Done;
            };
            self.credit -= 1;
            if self.credit <= 0 && self.is_over() {
                self.frames.push(frame);
                return Outcome::Paused;
            }
            result = self.step(frame);
        }
    }

    #[inline(never)]
    fn is_over(&mut self) -> bool {
        self.credit = STEPS_PER_LOOK;
        let written = self.state.written();
        self.state.flush();
        self.deadline.is_some_and(|deadline| written >= self.stop_at || Instant::now() >= deadline)
    }

    /// Number of containers around the next value.
    fn depth(&self) -> usize {
        self.frames.len()
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8) -> Step<'a> {
        let options = &self.state.options;
        if self.frames.len() + options.base_depth as usize >= options.max_depth as usize {
            return Err(Failure::Depth(options.max_depth).into());
        }
        self.state.out.push(bracket);
        Ok(())
    }

    /// What stands before an item; the container of the item is not on the stack now.
    #[inline(always)]
    fn before_item(&mut self, first: bool) {
        if !first {
            self.state.out.push(b',');
        }
        if self.state.options.pretty.is_some() {
            self.state.line(self.frames.len() + 1);
        }
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8, empty: bool) {
        if !empty && self.state.options.pretty.is_some() {
            self.state.line(self.frames.len());
        }
        self.state.out.push(bracket);
    }

    /// Takes one item, or as many scalars as follow one another, out of a container.
    #[inline(always)]
    fn step(&mut self, frame: Frame<'a>) -> Step<'a> {
        match frame {
            Frame::List { rest, first } => self.step_list(rest, first),
            Frame::Members { left, first } => self.step_members(left, first),
            Frame::Fields { map, layout, at, first } => self.step_fields(map, layout, at, first),
            Frame::Tuple { items, at } => {
                let Some(&item) = items.get(at) else {
                    self.close(b']', at == 0);
                    return Ok(());
                };
                self.before_item(at == 0);
                self.frames.push(Frame::Tuple { items, at: at + 1 });
                self.value(item)
            }
            Frame::Pairs { rest, first } => self.step_pairs(rest, first),
            Frame::Texts { mut members, first } => {
                let Some((text, value)) = members.next() else {
                    self.close(b'}', first);
                    return Ok(());
                };
                self.before_item(first);
                self.state.key_text(&text).map_err(|at| self.invalid_key(&text, at))?;
                self.frames.push(Frame::Texts { members, first: false });
                self.value(value)
            }
            Frame::Text { text, offset } => self.text_piece(text, offset),
            Frame::Value(term) => self.value(term),
        }
    }

    fn invalid_key(&self, text: &[u8], at: text::InvalidUtf8) -> Stop<'a> {
        let mut binary = rustler::NewBinary::new(self.env, text.len());
        binary.as_mut_slice().copy_from_slice(text);
        Failure::Utf8(binary.into(), at.0).into()
    }

    #[inline(always)]
    fn step_list(&mut self, mut rest: Term<'a>, mut first: bool) -> Step<'a> {
        loop {
            let Ok((head, tail)) = rest.list_get_cell() else {
                if !rest.is_empty_list() {
                    return Err(Failure::ImproperList.into());
                }
                self.close(b']', first);
                return Ok(());
            };
            self.before_item(first);
            first = false;
            rest = tail;
            self.credit -= 1;
            if self.credit <= 0 || !self.scalar(head)? {
                self.frames.push(Frame::List { rest, first });
                return self.value(head);
            }
        }
    }

    #[inline(always)]
    fn step_map(
        &mut self,
        mut members: impl Iterator<Item = (Term<'a>, Term<'a>)>,
        mut first: bool,
    ) -> Step<'a> {
        loop {
            let Some((key, value)) = members.next() else {
                self.close(b'}', first);
                return Ok(());
            };
            if key.is_atom() && atoms::struct_key() == key {
                continue;
            }
            self.before_item(first);
            first = false;
            if !self.key(key)? {
                self.wait(members, first);
                return Err(Stop::Key(key, value));
            }
            self.credit -= 1;
            if self.credit <= 0 || !self.scalar(value)? {
                self.wait(members, first);
                return self.value(value);
            }
        }
    }

    /// The rest of a map, after a value that held others.
    #[inline(always)]
    fn step_members(&mut self, mut left: usize, mut first: bool) -> Step<'a> {
        loop {
            if left == 0 {
                self.close(b'}', first);
                return Ok(());
            }
            let Some((key, value)) = self.waiting.pop() else {
                return Err(Failure::ImproperList.into());
            };
            left -= 1;
            if key.is_atom() && atoms::struct_key() == key {
                continue;
            }
            self.before_item(first);
            first = false;
            if !self.key(key)? {
                self.frames.push(Frame::Members { left, first });
                return Err(Stop::Key(key, value));
            }
            self.credit -= 1;
            if self.credit <= 0 || !self.scalar(value)? {
                self.frames.push(Frame::Members { left, first });
                return self.value(value);
            }
        }
    }

    #[inline(always)]
    fn step_fields(&mut self, map: Term<'a>, layout: usize, mut at: usize, mut first: bool) -> Step<'a> {
        loop {
            let Some((field, omit_nil)) = self.state.field(layout, at) else {
                self.close(b'}', first);
                return Ok(());
            };
            let Ok(value) = map.map_get(field) else {
                return Err(Failure::Field(map).into());
            };
            at += 1;
            if omit_nil && value == atoms::nil().to_term(self.env) {
                continue;
            }
            self.before_item(first);
            first = false;
            self.state.field_name(layout, at - 1);
            if !self.scalar(value)? {
                self.frames.push(Frame::Fields { map, layout, at, first });
                return self.value(value);
            }
        }
    }

    fn step_pairs(&mut self, rest: Term<'a>, first: bool) -> Step<'a> {
        let Ok((head, tail)) = rest.list_get_cell() else {
            if !rest.is_empty_list() {
                return Err(Failure::ImproperList.into());
            }
            self.close(b'}', first);
            return Ok(());
        };
        let Ok((key, value)) = head.decode::<(Term<'a>, Term<'a>)>() else {
            return Err(Failure::MapKey(head).into());
        };
        self.before_item(first);
        let written = self.key(key)?;
        self.frames.push(Frame::Pairs { rest: tail, first: false });
        if !written {
            return Err(Stop::Key(key, value));
        }
        self.value(value)
    }

    /// Writes a member name with its colon; `false` where Elixir must make its text.
    #[inline(always)]
    fn key(&mut self, key: Term<'a>) -> Result<bool, Stop<'a>> {
        match key.get_type() {
            TermType::Atom => {
                if !self.state.known_key(key.as_c_arg() as u64) {
                    self.atom_key(key)?;
                }
            }
            TermType::Binary => {
                let Ok(binary) = Binary::from_term(key) else {
                    return Ok(false);
                };
                let text = binary.as_slice();
                self.state.key_text(text).map_err(|at| Failure::Utf8(key, at.0))?;
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

    #[inline(never)]
    fn atom_key(&mut self, key: Term<'a>) -> Step<'a> {
        let Some(name) = structs::atom_name(key) else {
            return Err(Failure::MapKey(key).into());
        };
        let word = key.as_c_arg() as u64;
        self.state.learn_key(word, &name).map_err(|at| Failure::Utf8(key, at.0))?;
        Ok(())
    }

    /// Writes a value that holds no others; `false` where it is no such value.
    #[inline(always)]
    fn scalar(&mut self, term: Term<'a>) -> Result<bool, Stop<'a>> {
        match term.get_type() {
            TermType::Binary => {
                let Ok(binary) = Binary::from_term(term) else {
                    return Ok(false);
                };
                let text = binary.as_slice();
                if text.len() > LONG_TEXT {
                    return Ok(false);
                }
                self.credit -= (text.len() >> STEP_BYTES_LOG2) as i32;
                self.state.quoted(text).map_err(|at| Failure::Utf8(term, at.0))?;
            }
            TermType::Integer => match term.decode::<i64>() {
                Ok(value) => text::integer(&mut self.state.out, value),
                Err(_) => return Ok(false),
            },
            TermType::Float => match term.decode::<f64>() {
                Ok(value) => text::float(&mut self.state.out, value),
                Err(_) => return Ok(false),
            },
            TermType::Atom => {
                let out = &mut self.state.out;
                if atoms::nil() == term {
                    out.extend_from_slice(b"null");
                } else if atoms::true_() == term {
                    out.extend_from_slice(b"true");
                } else if atoms::false_() == term {
                    out.extend_from_slice(b"false");
                } else {
                    let name = structs::atom_name(term).unwrap_or_default();
                    self.state.quoted(&name).map_err(|at| Failure::Utf8(term, at.0))?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Writes a value or opens it.
    pub fn value(&mut self, term: Term<'a>) -> Step<'a> {
        match term.get_type() {
            TermType::List => {
                self.open(b'[')?;
                self.step_list(term, true)
            }
            TermType::Map => self.map(term),
            TermType::Tuple => self.tuple(term),
            _ if self.scalar(term)? => Ok(()),
            TermType::Integer => self.big(term),
            TermType::Binary if Binary::from_term(term).is_ok() => {
                self.state.out.push(b'"');
                self.frames.push(Frame::Text { text: term, offset: 0 });
                Ok(())
            }
            _ => Err(Stop::Call(term)),
        }
    }

    fn tuple(&mut self, term: Term<'a>) -> Step<'a> {
        let items = structs::elements(term);
        match self.state.options.tuples {
            Tuples::Arrays => {}
            Tuples::Refused => return Err(Stop::Call(term)),
            Tuples::Proplists => {
                if let [pairs] = items[..]
                    && is_pairs(pairs)
                {
                    return self.ordered(term, pairs);
                }
            }
        }
        self.open(b'[')?;
        self.frames.push(Frame::Tuple { items, at: 0 });
        Ok(())
    }

    /// Integers beyond 64 bits; those of many thousand digits are left to Elixir.
    #[inline(never)]
    fn big(&mut self, term: Term<'a>) -> Step<'a> {
        match structs::big_parts(term) {
            Some((negative, magnitude)) if magnitude.len() <= 2_048 => {
                text::big(&mut self.state.out, negative, &magnitude);
                Ok(())
            }
            _ => Err(Stop::Call(term)),
        }
    }

    /// Writes a long string piece by piece, cut between characters.
    #[inline(never)]
    fn text_piece(&mut self, term: Term<'a>, offset: usize) -> Step<'a> {
        let Ok(binary) = Binary::from_term(term) else {
            return Err(Stop::Call(term));
        };
        let text = binary.as_slice();
        let mut end = (offset + LONG_TEXT).min(text.len());
        while end < text.len() && end > offset + LONG_TEXT - 4 && text[end] & 0xc0 == 0x80 {
            end -= 1;
        }
        let piece = &text[offset..end];
        self.state.escaped(piece).map_err(|at| Failure::Utf8(term, offset + at.0))?;
        if end == text.len() {
            self.state.out.push(b'"');
        } else {
            self.frames.push(Frame::Text { text: term, offset: end });
            // a piece is worth a look at the clock
            self.credit = 0;
        }
        Ok(())
    }

    #[inline(always)]
    fn map(&mut self, term: Term<'a>) -> Step<'a> {
        let size = term.map_size().unwrap_or(0);
        if size > SMALL_MAP {
            return self.large_map(term, size);
        }
        let Some(mut members) = MapIterator::new(term) else {
            return Err(Stop::Call(term));
        };
        let options = &self.state.options;
        let plain = !options.strict && !options.sort_keys;
        // atoms come before binaries in small maps: a first key that is none ends the search
        let Some((key, value)) = members.next() else {
            self.open(b'{')?;
            self.state.out.push(b'}');
            return Ok(());
        };
        if key.is_atom() {
            if let Ok(module) = term.map_get(atoms::struct_key())
                && let Ok(module) = Atom::from_term(module)
            {
                return self.structure(term, module);
            }
            return self.members(term);
        }
        if !plain {
            return self.members(term);
        }
        self.open(b'{')?;
        self.before_item(true);
        if !self.key(key)? {
            self.wait(members, false);
            return Err(Stop::Key(key, value));
        }
        if self.scalar(value)? {
            return self.step_map(members, false);
        }
        self.wait(members, false);
        self.value(value)
    }

    #[inline(never)]
    fn large_map(&mut self, term: Term<'a>, size: usize) -> Step<'a> {
        if let Ok(module) = term.map_get(atoms::struct_key())
            && let Ok(module) = Atom::from_term(module)
        {
            return self.structure(term, module);
        }
        if size > LARGE_MAP && self.deadline.is_some() {
            if self.state.options.slices {
                return Err(Stop::Members(term));
            }
            self.frames.push(Frame::Value(term));
            return Err(Stop::Over);
        }
        self.members(term)
    }

    /// A map that is no struct, or is written like one that is none.
    fn members(&mut self, term: Term<'a>) -> Step<'a> {
        let Some(members) = MapIterator::new(term) else {
            return Err(Stop::Call(term));
        };
        let options = &self.state.options;
        let collect = options.strict || options.sort_keys;
        // backwards is the order of `Map.to_list/1` and of the external format
        let backwards = term.map_size().is_ok_and(|size| size > SMALL_MAP);
        if collect {
            return if backwards { self.collect(term, members.rev()) } else { self.collect(term, members) };
        }
        self.open(b'{')?;
        if backwards { self.step_map(members.rev(), true) } else { self.step_map(members, true) }
    }

    /// Members with the texts of their keys, checked and sorted as the options say.
    #[inline(never)]
    fn collect(&mut self, term: Term<'a>, members: impl Iterator<Item = (Term<'a>, Term<'a>)>) -> Step<'a> {
        let mut texts = Vec::new();
        for (key, value) in members {
            let text = match key.get_type() {
                TermType::Atom if atoms::struct_key() == key => continue,
                TermType::Atom => structs::atom_name(key),
                TermType::Binary => Binary::from_term(key).ok().map(|b| b.as_slice().to_vec()),
                TermType::Integer => key.decode::<i64>().ok().map(|v| v.to_string().into_bytes()),
                _ => None,
            };
            match text {
                Some(text) => texts.push((text, value)),
                None => return Err(Stop::Members(term)),
            }
        }
        self.texts(texts)
    }

    fn texts(&mut self, mut texts: Vec<(Vec<u8>, Term<'a>)>) -> Step<'a> {
        let options = &self.state.options;
        if options.strict {
            let mut known = std::collections::HashSet::with_capacity(texts.len());
            if let Some((text, _)) = texts.iter().find(|(text, _)| !known.insert(&text[..])) {
                return Err(Failure::Duplicate(text.clone()).into());
            }
        }
        if options.sort_keys {
            texts.sort_by(|a, b| a.0.cmp(&b.0));
        }
        self.open(b'{')?;
        self.frames.push(Frame::Texts { members: texts.into_iter(), first: true });
        Ok(())
    }

    fn structure(&mut self, term: Term<'a>, module: Atom) -> Step<'a> {
        let (lean, protocol) = (self.state.options.lean, self.state.options.protocol);
        if structs::is_textual(module) {
            if lean {
                return self.members(term);
            }
            return match structs::write(&mut self.state.out, term, module) {
                structs::Native::Written => Ok(()),
                structs::Native::Object => self.members(term),
                structs::Native::Elixir => Err(Stop::Call(term)),
            };
        }
        if module == atoms::ordered_object() {
            let Ok(values) = term.map_get(atoms::values()) else {
                return Err(Stop::Call(term));
            };
            return self.ordered(term, values);
        }
        if module == atoms::fragment() {
            return self.fragment(term);
        }
        if protocol {
            return match self.state.layout_of(module) {
                Some(layout) => {
                    self.open(b'{')?;
                    self.step_fields(term, layout, 0, true)
                }
                None => Err(Stop::Call(term)),
            };
        }
        let special = module == atoms::map_set() || module == atoms::range();
        if special && !lean { Err(Stop::Call(term)) } else { self.members(term) }
    }

    fn ordered(&mut self, object: Term<'a>, values: Term<'a>) -> Step<'a> {
        if !values.is_list() {
            return Err(Failure::ImproperList.into());
        }
        if self.state.options.strict {
            self.check_unique(object, values)?;
        }
        self.open(b'{')?;
        self.frames.push(Frame::Pairs { rest: values, first: true });
        Ok(())
    }

    /// `maps: :strict` for pairs: their texts must differ; order stays.
    fn check_unique(&mut self, object: Term<'a>, values: Term<'a>) -> Step<'a> {
        let mut known = std::collections::HashSet::new();
        let mut rest = values;
        while let Ok((head, tail)) = rest.list_get_cell() {
            rest = tail;
            let Ok((key, _)) = head.decode::<(Term<'a>, Term<'a>)>() else {
                continue;
            };
            let text = match key.get_type() {
                TermType::Atom => structs::atom_name(key),
                TermType::Binary => Binary::from_term(key).ok().map(|b| b.as_slice().to_vec()),
                _ => key.decode::<i64>().ok().map(|v| v.to_string().into_bytes()),
            };
            // only Elixir knows the text of this key
            let Some(text) = text else {
                return Err(Stop::Members(object));
            };
            if !known.insert(text.clone()) {
                return Err(Failure::Duplicate(text).into());
            }
        }
        Ok(())
    }

    fn fragment(&mut self, term: Term<'a>) -> Step<'a> {
        match term.map_get(atoms::encode()) {
            Ok(encode) if encode.is_binary() => self.raw(encode),
            _ => Err(Stop::Call(term)),
        }
    }

    /// Puts JSON text in as it is, or in the layout around it.
    pub fn raw(&mut self, term: Term<'a>) -> Step<'a> {
        let Ok(binary) = Binary::from_term(term) else {
            return Err(Stop::Call(term));
        };
        let depth = self.depth();
        self.state.raw(binary.as_slice(), depth);
        Ok(())
    }

    /// Writes the member whose key Elixir has turned into `text`.
    pub fn member(&mut self, text: Term<'a>, value: Term<'a>) -> Step<'a> {
        if !self.key(text)? {
            return Err(Failure::MapKey(text).into());
        }
        self.value(value)
    }

    /// Writes the map whose members Elixir has listed, checked and sorted as the options say.
    pub fn listed(&mut self, pairs: Term<'a>) -> Step<'a> {
        self.open(b'{')?;
        self.frames.push(Frame::Pairs { rest: pairs, first: true });
        Ok(())
    }

    /// Writes a struct whose fields Elixir has described: the module, `{field, name}` pairs
    /// and whether `nil` is left out.
    pub fn described(&mut self, term: Term<'a>, fields: Term<'a>, omit_nil: bool) -> Step<'a> {
        let module = term.map_get(atoms::struct_key()).and_then(Atom::from_term);
        let Ok(module) = module else {
            return Err(Stop::Call(term));
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

/// Whether a list begins like one of pairs.
fn is_pairs(list: Term<'_>) -> bool {
    match list.list_get_cell() {
        Ok((head, _)) => get_tuple(head).is_ok_and(|pair| pair.len() == 2),
        Err(_) => list.is_empty_list(),
    }
}

/// The open containers as a list of terms, for a later `load`.
pub fn save<'a>(env: Env<'a>, frames: Vec<Frame<'a>>) -> Term<'a> {
    let saved: Vec<Term<'a>> = frames.into_iter().map(|frame| save_frame(env, frame)).collect();
    saved.encode(env)
}

fn save_frame<'a>(env: Env<'a>, frame: Frame<'a>) -> Term<'a> {
    match frame {
        Frame::List { rest, first } => (0, rest, first).encode(env),
        Frame::Tuple { items, at } => (0, items[at..].encode(env), at == 0).encode(env),
        Frame::Pairs { rest, first } => (1, rest, first).encode(env),
        // `into_frames` has turned these into pairs
        Frame::Members { first, .. } => (1, Vec::<Term<'a>>::new(), first).encode(env),
        Frame::Texts { members, first } => {
            let rest: Vec<Term<'a>> = members
                .map(|(text, value)| {
                    let mut key = rustler::NewBinary::new(env, text.len());
                    key.as_mut_slice().copy_from_slice(&text);
                    make_tuple(env, &[key.into(), value])
                })
                .collect();
            (1, rest.encode(env), first).encode(env)
        }
        Frame::Fields { map, layout, at, first } => (2, map, layout, at, first).encode(env),
        Frame::Text { text, offset } => (3, text, offset).encode(env),
        Frame::Value(term) => (4, term).encode(env),
    }
}

/// The open containers from what `save` gave.
pub fn load<'a>(saved: Term<'a>) -> Option<Vec<Frame<'a>>> {
    let mut frames = Vec::new();
    let mut rest = saved;
    while let Ok((head, tail)) = rest.list_get_cell() {
        rest = tail;
        let items = get_tuple(head).ok()?;
        let kind: u32 = items.first()?.decode().ok()?;
        frames.push(match (kind, &items[1..]) {
            (0, [rest, first]) => Frame::List { rest: *rest, first: first.decode().ok()? },
            (1, [rest, first]) => Frame::Pairs { rest: *rest, first: first.decode().ok()? },
            (2, [map, layout, at, first]) => Frame::Fields {
                map: *map,
                layout: layout.decode().ok()?,
                at: at.decode().ok()?,
                first: first.decode().ok()?,
            },
            (4, [term]) => Frame::Value(*term),
            (3, [text, offset]) => Frame::Text { text: *text, offset: offset.decode().ok()? },
            _ => return None,
        });
    }
    Some(frames)
}
