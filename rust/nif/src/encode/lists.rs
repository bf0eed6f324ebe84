//! Lists and tuples.

use super::state::Failure;
use super::{Frame, Step, Stop, Walk, structs};
use crate::options::Tuples;
use rustler::Term;

impl<'a> Walk<'a, '_> {
    pub(super) fn list(&mut self, term: Term<'a>) -> Step<'a> {
        self.open(b'[')?;
        self.items(term, true)
    }

    /// Writes the items of a list to its end.
    pub(super) fn items(&mut self, mut rest: Term<'a>, mut first: bool) -> Step<'a> {
        self.nested += 1;
        let row = self.row;
        let mut guess = self.state.kinds.first_item(row);
        loop {
            if rest.as_c_arg() as u64 == self.words.empty_list {
                return self.close(b']', first);
            }
            let Ok((head, tail)) = rest.list_get_cell() else {
                return Err(Failure::ImproperList.into());
            };
            self.before_item(first);
            let head = head.in_env(self.env);
            rest = tail.in_env(self.env);
            let kind = self.scalar(head, guess)?;
            if kind != guess {
                guess = kind;
                if first {
                    self.state.kinds.set_first_item(row, kind);
                }
            }
            first = false;
            if !kind.is_scalar() {
                self.row = row;
                if let Err(stop) = self.container(head, kind) {
                    return self.leave(Frame::List { rest, first }, stop);
                }
            }
            if self.out_of_time() {
                return self.leave(Frame::List { rest, first }, Box::new(Stop::Over));
            }
        }
    }

    pub(super) fn tuple(&mut self, term: Term<'a>) -> Step<'a> {
        let items = structs::elements(term);
        match self.state.options.tuples {
            Tuples::Arrays => {}
            Tuples::Refused => return Err(Box::new(Stop::Call(term))),
            Tuples::Proplists => {
                if let [pairs] = items[..]
                    && is_pairs(pairs)
                {
                    return self.ordered(term, pairs);
                }
            }
        }
        self.open(b'[')?;
        self.elements(items.into_iter(), true)
    }

    /// Writes the elements of a tuple to its end.
    pub(super) fn elements(&mut self, mut items: std::vec::IntoIter<Term<'a>>, mut first: bool) -> Step<'a> {
        self.nested += 1;
        while let Some(item) = items.next() {
            self.before_item(first);
            first = false;
            if let Err(stop) = self.value(item) {
                return self.leave(Frame::Tuple { items, first }, stop);
            }
            if self.out_of_time() {
                return self.leave(Frame::Tuple { items, first }, Box::new(Stop::Over));
            }
        }
        self.close(b']', first)
    }
}

/// Whether a list begins like one of pairs.
fn is_pairs(list: Term<'_>) -> bool {
    match list.list_get_cell() {
        Ok((head, _)) => structs::elements(head).len() == 2,
        Err(_) => list.is_empty_list(),
    }
}
