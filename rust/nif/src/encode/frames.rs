//! Open containers, and how they travel as terms between two slices of a walk.

use crate::atoms;
use rustler::types::tuple::{get_tuple, make_tuple};
use rustler::{Encoder, Env, Term};

/// What is left of an open container.
pub enum Frame<'a> {
    /// The rest of a list.
    List { rest: Term<'a>, first: bool },
    /// The rest of a tuple.
    Tuple { items: std::vec::IntoIter<Term<'a>>, first: bool },
    /// The rest of a map.
    Members { rest: std::vec::IntoIter<(Term<'a>, Term<'a>)>, first: bool },
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

const LIST: u32 = 0;
const PAIRS: u32 = 1;
const FIELDS: u32 = 2;
const TEXT: u32 = 3;
const VALUE: u32 = 4;

/// The open containers as a list of terms, for a later `load`.
pub fn save<'a>(env: Env<'a>, frames: Vec<Frame<'a>>) -> Term<'a> {
    let saved: Vec<Term<'a>> = frames.into_iter().map(|frame| save_frame(env, frame)).collect();
    saved.encode(env)
}

fn save_frame<'a>(env: Env<'a>, frame: Frame<'a>) -> Term<'a> {
    match frame {
        Frame::List { rest, first } => (LIST, rest, first).encode(env),
        Frame::Tuple { items, first } => (LIST, items.as_slice().encode(env), first).encode(env),
        Frame::Pairs { rest, first } => (PAIRS, rest, first).encode(env),
        Frame::Members { rest, first } => {
            let named = rest.filter(|(key, _)| atoms::struct_key() != *key);
            let pairs = named.map(|(key, value)| make_tuple(env, &[key, value]));
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
