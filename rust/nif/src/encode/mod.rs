//! Writer: terms to bytes, on an explicit stack. This is the only writer of the library:
//! every entry point, with or without structs, pretty or sorted, ends here.
//!
//! The walk stops where Elixir must act (a struct with an encoder of its own, a function
//! fragment, a key that needs `String.Chars`) and where its slice of time is over. The state
//! without terms (`State`) then waits in a resource; the open containers travel as terms.
//!
//! This file holds the walk and its stops, `values` what a value becomes, `maps` members and
//! structs, `frames` the open containers.

pub mod frames;
pub mod keys;
mod maps;
pub mod reindent;
pub mod state;
pub mod structs;
pub mod text;
pub mod transcode;
pub mod values;

use crate::atoms;
use frames::Room;
pub use frames::{Frame, load};
use rustler::{Env, Term};
use state::{Failure, State};
use std::time::{Duration, Instant};
use values::Kind;

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

impl<'a> From<Failure<'a>> for Box<Stop<'a>> {
    #[cold]
    fn from(failure: Failure<'a>) -> Self {
        Box::new(Stop::Failed(failure))
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

/// The result of a step; boxed so that it travels in registers.
pub type Step<'a, T = ()> = Result<T, Box<Stop<'a>>>;

/// The clock is read once in so many steps.
const STEPS_PER_LOOK: i32 = 64;

/// Words of the atoms that are looked for everywhere.
#[derive(Clone, Copy)]
struct Words {
    nil: u64,
    true_: u64,
    false_: u64,
    struct_key: u64,
    empty_list: u64,
}

/// One walk, or the part of it between two stops.
pub struct Walk<'a, 's> {
    env: Env<'a>,
    state: &'s mut State,
    frames: Vec<Frame<'a>>,
    /// Members of the open maps, innermost last. An iterator is too large to be moved on and
    /// off a stack for every level.
    members: Vec<(Term<'a>, Term<'a>)>,
    words: Words,
    /// The slice of time; the clock starts with the first look at it.
    budget: Option<Duration>,
    /// Members of the map that was looked at last.
    size: usize,
    /// What the list that was ended last began with: the guess for the next one.
    item: Kind,
    deadline: Option<Instant>,
    /// Bytes at which a slice ends.
    stop_at: u64,
    /// Steps until the next look at the clock.
    credit: i32,
}

impl<'a, 's> Walk<'a, 's> {
    /// A walk with these containers open; `budget` is its slice of time.
    pub fn new(env: Env<'a>, state: &'s mut State, open: Vec<Frame<'a>>, budget: Option<Duration>) -> Self {
        // terms may have moved since the last slice
        state.keys.clear();
        let word = |atom: rustler::Atom| atom.as_c_arg() as u64;
        let words = Words {
            nil: word(atoms::nil()),
            true_: word(atoms::true_()),
            false_: word(atoms::false_()),
            struct_key: word(atoms::struct_key()),
            empty_list: Term::list_new_empty(env).as_c_arg() as u64,
        };
        let stop_at = match state.options.slice_bytes {
            0 => u64::MAX,
            bytes => state.written().saturating_add(bytes),
        };
        let Room { mut frames, members } = std::mem::take(&mut state.room).emptied();
        frames.extend(open);
        Walk {
            env,
            state,
            frames,
            members,
            words,
            budget,
            size: 0,
            item: Kind::Map,
            deadline: None,
            stop_at,
            credit: STEPS_PER_LOOK,
        }
    }

    /// Number of open containers.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Ends the walk: the open containers as a term where it is to go on.
    pub fn end(self, goes_on: bool) -> Option<Term<'a>> {
        let Walk { env, state, frames, members, .. } = self;
        let mut room = Room { frames: Vec::new(), members };
        let saved = if goes_on {
            Some(frames::save(env, frames, &room.members))
        } else {
            room.frames = frames;
            None
        };
        state.room = room.emptied();
        saved
    }

    /// Writes `first`, where there is one, and all that is open.
    pub fn run(&mut self, first: impl FnOnce(&mut Self) -> Step<'a>) -> Outcome<'a> {
        let mut result = first(self);
        loop {
            if let Err(stop) = result {
                return match *stop {
                    Stop::Over => Outcome::Paused,
                    stop => Outcome::Stopped(stop),
                };
            }
            if self.frames.is_empty() {
                return Outcome::Done;
            }
            self.credit -= 1;
            if self.credit <= 0 && self.is_over() {
                return Outcome::Paused;
            }
            result = self.step();
        }
    }

    #[inline(never)]
    fn is_over(&mut self) -> bool {
        self.credit = STEPS_PER_LOOK;
        let written = self.state.written();
        self.state.flush();
        let Some(budget) = self.budget else {
            return false;
        };
        let now = Instant::now();
        written >= self.stop_at || now >= *self.deadline.get_or_insert(now + budget)
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

    /// What stands before an item of the innermost container.
    #[inline(always)]
    fn before_item(&mut self, first: bool) {
        if !first {
            self.state.out.push(b',');
        }
        if self.state.options.pretty.is_some() {
            self.state.line(self.frames.len());
        }
    }

    /// Ends the innermost container.
    #[inline(always)]
    fn close(&mut self, bracket: u8, empty: bool) -> Step<'a> {
        self.frames.pop();
        if !empty && self.state.options.pretty.is_some() {
            self.state.line(self.frames.len());
        }
        self.state.out.push(bracket);
        Ok(())
    }

    /// Takes one item, or as many scalars as follow one another, out of the innermost
    /// container. Frames stay where they are: moving them costs more than most items.
    #[inline(always)]
    fn step(&mut self) -> Step<'a> {
        match self.frames.last_mut() {
            Some(&mut Frame::List { rest, first }) => self.step_list(rest, first),
            Some(&mut Frame::Members { start, at, first }) => self.step_members(start, at, first),
            Some(&mut Frame::Fields { map, layout, at, first }) => self.step_fields(map, layout, at, first),
            _ => self.step_other(),
        }
    }

    #[inline(never)]
    fn step_other(&mut self) -> Step<'a> {
        match self.frames.last_mut() {
            Some(Frame::Tuple { items, at }) => {
                let (item, first) = (items.get(*at).copied(), *at == 0);
                *at += 1;
                let Some(item) = item else {
                    return self.close(b']', first);
                };
                self.before_item(first);
                self.value(item)
            }
            Some(&mut Frame::Pairs { rest, first }) => self.step_pairs(rest, first),
            Some(Frame::Texts { members, first }) => {
                let (member, was_first) = (members.next(), *first);
                *first = false;
                let Some((text, value)) = member else {
                    return self.close(b'}', was_first);
                };
                self.before_item(was_first);
                self.state.key_text(&text).map_err(|at| self.invalid_key(&text, at))?;
                self.value(value)
            }
            Some(&mut Frame::Text { text, offset }) => {
                self.frames.pop();
                self.text_piece(text, offset)
            }
            Some(&mut Frame::Value(term)) => {
                self.frames.pop();
                self.value(term)
            }
            _ => Ok(()),
        }
    }

    fn invalid_key(&self, text: &[u8], at: text::InvalidUtf8) -> Box<Stop<'a>> {
        Failure::Utf8(crate::binary_term(self.env, text), at.0).into()
    }

    #[inline(always)]
    fn step_list(&mut self, mut rest: Term<'a>, mut first: bool) -> Step<'a> {
        let mut kind = self.item;
        loop {
            if rest.as_c_arg() as u64 == self.words.empty_list {
                return self.close(b']', first);
            }
            let Ok((head, tail)) = rest.list_get_cell() else {
                return Err(Failure::ImproperList.into());
            };
            self.before_item(first);
            rest = tail;
            self.credit -= 1;
            kind = self.scalar(head, kind)?;
            if first {
                self.item = kind;
                first = false;
            }
            if kind.is_scalar() && self.credit > 0 {
                continue;
            }
            if let Some(Frame::List { rest: left, first }) = self.frames.last_mut() {
                (*left, *first) = (rest, false);
            }
            return if kind.is_scalar() { Ok(()) } else { self.container(head, kind) };
        }
    }
}
