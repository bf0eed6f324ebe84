//! Writer: terms to bytes. This is the only writer of the library: every entry point, with or
//! without structs, pretty or sorted, ends here.
//!
//! The walk stops where Elixir must act (a struct with an encoder of its own, a function
//! fragment, a key that needs `String.Chars`) and where its slice of time is over. The state
//! without terms (`State`) then waits in a resource; the open containers travel as terms.
//!
//! Containers nest on the native stack, up to a fixed depth. On a stop each of them leaves a
//! frame that says what it still has to write, and so they do where the nesting is too deep:
//! then the walk goes on from the frames.
//!
//! This file holds the walk and its stops, `values` what a value becomes, `lists`, `maps` and
//! `objects` the containers, `frames` what they leave.

pub mod frames;
pub mod keys;
pub mod kinds;
mod lists;
mod maps;
mod objects;
pub mod reindent;
pub mod state;
pub mod strings;
pub mod structs;
pub mod text;
pub mod transcode;
pub mod values;

use crate::atoms;
pub use frames::{Frame, load};
use rustler::{Env, Term};
use state::{Failure, State};
use std::time::{Duration, Instant};
use values::Pieces;

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
    /// This container is too deep for the native stack; all around it have left frames.
    Deep(Term<'a>),
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
const STEPS_PER_LOOK: i32 = 256;
/// Steps that take a hundredth of a turn, roughly.
const STEPS_PER_PERCENT: i32 = 128;
/// Containers on the native stack at once: some 30 KB of it.
const MAX_NESTED: usize = 48;

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
    /// What the open containers that are not on the native stack have left to write.
    frames: Vec<Frame<'a>>,
    /// What those on the native stack leave on a stop, the innermost first.
    left: Vec<Frame<'a>>,
    /// Containers on the native stack.
    nested: usize,
    words: Words,
    /// The slice of time; the clock starts with the first look at it.
    budget: Option<Duration>,
    /// Members of the map that was looked at last.
    size: usize,
    /// Which row of the remembered kinds the next map has.
    row: usize,
    deadline: Option<Instant>,
    /// Bytes at which a slice ends.
    stop_at: u64,
    /// Steps until the next look at the clock.
    credit: i32,
    /// How long strings are counted.
    pieces: Pieces,
}

impl<'a, 's> Walk<'a, 's> {
    /// A walk with these containers open; `budget` is its slice of time.
    pub fn new(env: Env<'a>, state: &'s mut State, open: Vec<Frame<'a>>, budget: Option<Duration>) -> Self {
        // terms may have moved since the last slice
        state.keys.clear(state.options.style());
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
        let pieces = Pieces::new(state.options.compress.is_some());
        Walk {
            env,
            pieces,
            state,
            frames: open,
            left: Vec::new(),
            nested: 0,
            words,
            budget,
            size: 0,
            row: 0,
            deadline: None,
            stop_at,
            credit: STEPS_PER_LOOK,
        }
    }

    /// Number of open containers.
    pub fn depth(&self) -> usize {
        self.frames.len() + self.nested
    }

    /// What the walk has taken of a turn of its process, a millisecond, in per cent; nothing where it runs on no
    /// normal scheduler.
    pub fn percent_of_turn(&self, paused: bool) -> i32 {
        let Some(budget) = self.budget else {
            return 0;
        };
        if paused {
            return 100;
        }
        let Some(deadline) = self.deadline else {
            // a look at the clock costs more than the steps before the first one
            return (STEPS_PER_LOOK - self.credit) / STEPS_PER_PERCENT;
        };
        let left = deadline.saturating_duration_since(Instant::now());
        (budget.saturating_sub(left).as_micros() / 10).clamp(1, 100) as i32
    }

    /// The open containers as a term, for a walk that is to go on.
    pub fn save(self) -> Term<'a> {
        frames::save(self.env, self.frames)
    }

    /// Writes `first`, where there is one, and all that is open.
    pub fn run(&mut self, first: impl FnOnce(&mut Self) -> Step<'a>) -> Outcome<'a> {
        let mut result = first(self);
        loop {
            if let Err(stop) = result {
                self.frames.extend(self.left.drain(..).rev());
                match *stop {
                    Stop::Over => return Outcome::Paused,
                    Stop::Deep(term) => self.frames.push(Frame::Value(term)),
                    stop => return Outcome::Stopped(stop),
                }
            }
            if self.frames.is_empty() {
                return Outcome::Done;
            }
            self.credit -= 1;
            if self.credit <= 0 && self.is_over() {
                return Outcome::Paused;
            }
            result = self.resume();
        }
    }

    /// Writes what the innermost open container has left.
    fn resume(&mut self) -> Step<'a> {
        let Some(frame) = self.frames.pop() else {
            return Ok(());
        };
        match frame {
            Frame::List { rest, first } => self.items(rest, first),
            Frame::Tuple { items, first } => self.elements(items, first),
            Frame::Members { rest, first } => self.rest_of_map(rest, first),
            Frame::Pairs { rest, first } => self.pairs(rest, first),
            Frame::Texts { members, first } => self.texts(members, first),
            Frame::Fields { map, layout, at, first } => self.fields_of(map, layout, at, first),
            Frame::Text { text, offset } => self.text_from(text, offset),
            Frame::Value(term) => self.value(term),
        }
    }

    /// Looks at the clock where it is time to; `true` where the slice is over.
    #[inline(always)]
    fn out_of_time(&mut self) -> bool {
        self.credit -= 1;
        self.credit <= 0 && self.is_over()
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

    /// Writes the bracket of a container that is about to be written.
    #[inline(always)]
    fn open(&mut self, bracket: u8) -> Step<'a> {
        let options = &self.state.options;
        if self.depth() + options.base_depth as usize >= options.max_depth as usize {
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
            let depth = self.depth();
            self.state.line(depth);
        }
    }

    /// Ends the innermost container, which is on the native stack.
    #[inline(always)]
    fn close(&mut self, bracket: u8, empty: bool) -> Step<'a> {
        self.nested -= 1;
        if !empty && self.state.options.pretty.is_some() {
            let depth = self.depth();
            self.state.line(depth);
        }
        self.state.out.push(bracket);
        Ok(())
    }

    /// Leaves the innermost container, which is on the native stack, for a stop: `frame` is what
    /// is left of it.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, frame: Frame<'a>, stop: Box<Stop<'a>>) -> Step<'a> {
        self.nested -= 1;
        self.left.push(frame);
        Err(stop)
    }
}
