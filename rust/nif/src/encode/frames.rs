//! Open containers, and how they travel as terms between two slices of a walk.

use crate::atoms;
use rustler::types::tuple::{get_tuple, make_tuple};
use rustler::{Encoder, Env, Term};

/// An open container.
pub enum Frame<'a> {
    /// The rest of a list.
    List { rest: Term<'a>, first: bool },
    /// A tuple from `at` on.
    Tuple { items: Vec<Term<'a>>, at: usize },
    /// The members from `at` on of those that begin at `start` on the stack of members.
    Members { start: usize, at: usize, first: bool },
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

/// The vectors of a walk, kept from one call to the next.
#[derive(Default)]
pub struct Room<'a> {
    /// Open containers.
    pub frames: Vec<Frame<'a>>,
    /// Members of the open maps.
    pub members: Vec<(Term<'a>, Term<'a>)>,
}

/// Vectors longer than this are not kept.
const MAX_ROOM: usize = 1024;

impl Room<'_> {
    /// The same room, empty, for terms of another environment.
    pub fn emptied<'b>(mut self) -> Room<'b> {
        if self.frames.capacity() > MAX_ROOM || self.members.capacity() > MAX_ROOM {
            return Room::default();
        }
        self.frames.clear();
        self.members.clear();
        // nothing is left to convert; the allocations stay
        let frames = self.frames.into_iter().map_while(|_| None).collect();
        let members = self.members.into_iter().map_while(|_| None).collect();
        Room { frames, members }
    }
}

const LIST: u32 = 0;
const PAIRS: u32 = 1;
const FIELDS: u32 = 2;
const TEXT: u32 = 3;
const VALUE: u32 = 4;

/// The open containers as a list of terms, for a later `load`; `members` is the stack of
/// members that they refer to.
pub fn save<'a>(env: Env<'a>, frames: Vec<Frame<'a>>, members: &[(Term<'a>, Term<'a>)]) -> Term<'a> {
    let mut end = members.len();
    let mut saved: Vec<Term<'a>> = Vec::with_capacity(frames.len());
    for frame in frames.into_iter().rev() {
        // the innermost map's members end the stack
        let rest = match frame {
            Frame::Members { start, at, .. } => {
                let rest = &members[at..end];
                end = start;
                rest
            }
            _ => &[],
        };
        saved.push(save_frame(env, frame, rest));
    }
    saved.reverse();
    saved.encode(env)
}

fn save_frame<'a>(env: Env<'a>, frame: Frame<'a>, members: &[(Term<'a>, Term<'a>)]) -> Term<'a> {
    match frame {
        Frame::List { rest, first } => (LIST, rest, first).encode(env),
        Frame::Tuple { items, at } => (LIST, items[at..].encode(env), at == 0).encode(env),
        Frame::Pairs { rest, first } => (PAIRS, rest, first).encode(env),
        Frame::Members { first, .. } => {
            let named = members.iter().filter(|(key, _)| atoms::struct_key() != *key);
            let pairs = named.map(|(key, value)| make_tuple(env, &[*key, *value]));
            (PAIRS, pairs.collect::<Vec<Term<'a>>>().encode(env), first).encode(env)
        }
        Frame::Texts { members, first } => {
            let rest: Vec<Term<'a>> = members
                .map(|(text, value)| make_tuple(env, &[crate::binary_term(env, &text), value]))
                .collect();
            (PAIRS, rest.encode(env), first).encode(env)
        }
        Frame::Fields { map, layout, at, first } => (FIELDS, map, layout, at, first).encode(env),
        Frame::Text { text, offset } => (TEXT, text, offset).encode(env),
        Frame::Value(term) => (VALUE, term).encode(env),
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
            (LIST, [rest, first]) => Frame::List { rest: *rest, first: first.decode().ok()? },
            (PAIRS, [rest, first]) => Frame::Pairs { rest: *rest, first: first.decode().ok()? },
            (FIELDS, [map, layout, at, first]) => Frame::Fields {
                map: *map,
                layout: layout.decode().ok()?,
                at: at.decode().ok()?,
                first: first.decode().ok()?,
            },
            (TEXT, [text, offset]) => Frame::Text { text: *text, offset: offset.decode().ok()? },
            (VALUE, [term]) => Frame::Value(*term),
            _ => return None,
        });
    }
    Some(frames)
}
