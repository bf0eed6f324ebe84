//! Member names: looked up among the shapes seen so far, or read and kept in a row.

use super::keys::{self, NONE};
use super::{Builder, Reader, string};
use crate::error::{DecodeError, ErrorKind};
use crate::options::Duplicates;
use std::cmp::Ordering;

impl<B: Builder> Reader<'_, B> {
    /// Reads the member name at `pos` and the colon; returns the offset behind them.
    #[inline(always)]
    pub(super) fn key(&mut self, pos: usize) -> Result<usize, DecodeError> {
        if self.input.get(pos) != Some(&b'"') {
            return Err(DecodeError::new(ErrorKind::ExpectedKey, pos));
        }
        let mut after = pos + 1;
        let mut known = false;
        let frame = &self.frames[self.frames.len() - 1];
        if !B::KEYS {
            let mut at = pos;
            self.string(&mut at)?;
            after = at;
            known = true;
        } else if !frame.learns {
            after = self.key_plain(after)?;
            known = true;
        } else if frame.node != NONE {
            let frame = *frame;
            let hint = if frame.node == keys::ROOT { frame.hint } else { NONE };
            if let Some((node, end)) = self.shapes.step(frame.node, hint, self.input, after) {
                self.enter(frame.node, hint, node);
                after = end;
                known = true;
            }
        }
        if !known {
            after = self.key_slow(pos + 1)?;
        }
        // the colon nearly always follows at once
        if self.input.get(after) != Some(&b':') {
            after = self.blanks(after)?;
            if self.input.get(after) != Some(&b':') {
                return Err(DecodeError::new(ErrorKind::ExpectedColon, after));
            }
        }
        Ok(after + 1)
    }

    /// Makes `node` the last member of the innermost object; a first member is remembered as
    /// the hint of the place where the object stands.
    #[inline(always)]
    fn enter(&mut self, from: u32, hint: u32, node: u32) {
        let top = self.frames.len() - 1;
        self.frames[top].node = node;
        // inside the object the field serves its own children
        if from == keys::ROOT {
            self.frames[top].hint = NONE;
            if hint != node && top > 0 {
                let outer = &mut self.frames[top - 1];
                if outer.node != NONE {
                    self.shapes.set_hint(outer.node, node);
                } else {
                    outer.hint = node;
                }
            }
        }
    }

    /// A member name of an object that is not looked up.
    #[inline(always)]
    fn key_plain(&mut self, start: usize) -> Result<usize, DecodeError> {
        let lexed = string::lex(self.input, start, self.options.validate_strings)?;
        let made = if lexed.escaped {
            string::unescape(self.input, start, lexed.end, &mut self.scratch)?;
            self.builder.key(&self.scratch, None)
        } else {
            self.builder.key(&self.input[start..lexed.end], Some((start, lexed.end)))
        };
        self.keys.push(made.map_err(|kind| DecodeError::new(kind, start))?);
        if self.options.duplicates == Duplicates::Error {
            self.key_ends.push(lexed.end + 1);
        }
        Ok(lexed.end + 1)
    }

    #[inline(never)]
    fn key_slow(&mut self, start: usize) -> Result<usize, DecodeError> {
        let validate = self.options.validate_strings;
        let lexed = string::lex(self.input, start, validate)?;
        let range = (start, lexed.end);
        let builder = &mut self.builder;
        let names = self.shapes.names();
        let made = if lexed.escaped {
            string::unescape(self.input, start, lexed.end, &mut self.scratch)?;
            let text = &self.scratch;
            names.intern(text, || builder.key(text, None))
        } else {
            let text = &self.input[start..lexed.end];
            names.intern(text, || builder.key(text, Some(range)))
        };
        let term = made.map_err(|kind| DecodeError::new(kind, start))?;
        let after = lexed.end + 1;
        let top = self.frames.len() - 1;
        let frame = self.frames[top];
        if frame.node != NONE {
            let refuse = self.options.duplicates == Duplicates::Error;
            if refuse && self.is_duplicate(frame.node, &term) {
                return Err(DecodeError::new(ErrorKind::DuplicateKey, after));
            }
            let len = lexed.end - start;
            let node = self.shapes.add(frame.node, start, len, term);
            if node != NONE {
                self.enter(frame.node, frame.hint, node);
                return Ok(after);
            }
            // out of bounds: go on with the keys in a row
            self.shapes.list(frame.node, &mut self.keys);
            self.frames[top].node = NONE;
            self.frames[top].hint = NONE;
            if self.options.duplicates == Duplicates::Error {
                self.key_ends.resize(self.keys.len(), start);
            }
        }
        self.keys.push(term);
        if self.options.duplicates == Duplicates::Error {
            self.key_ends.push(after);
        }
        Ok(after)
    }

    fn is_duplicate(&mut self, node: u32, term: &B::Term) -> bool {
        self.ordered.clear();
        self.shapes.list(node, &mut self.ordered);
        let builder = &self.builder;
        self.ordered.iter().any(|known| builder.compare(known, term) == Ordering::Equal)
    }
}
