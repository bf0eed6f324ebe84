//! What stands before, between and behind the items.

use super::{Root, Splitter, State, Step};
use crate::error::ErrorKind;
use crate::skim::Skim;

impl Splitter {
    pub(super) fn before_item(&mut self, first: bool) -> Step {
        let Some(byte) = self.peek() else {
            return Ok(false);
        };
        if self.root == Root::Object {
            return self.before_member(byte, first);
        }
        match byte {
            b']' if first && self.root == Root::Array => self.leave(),
            b',' | b']' | b'}' | b':' => {
                return Err(self.error(ErrorKind::UnexpectedCharacter, self.pos));
            }
            _ => self.state = State::Value,
        }
        Ok(true)
    }

    fn before_member(&mut self, byte: u8, first: bool) -> Step {
        if byte == b'}' && first {
            self.leave();
            return Ok(true);
        }
        if byte != b'"' {
            return Err(self.error(ErrorKind::ExpectedKey, self.pos));
        }
        let Some(value) = self.whole_key()? else {
            return Ok(false);
        };
        if matches!(self.buffer[value], b',' | b']' | b'}' | b':') {
            return Err(self.error(ErrorKind::UnexpectedCharacter, value));
        }
        self.pos = value;
        self.state = State::Value;
        Ok(true)
    }

    pub(super) fn after_item(&mut self) -> Step {
        if self.root == Root::Values {
            self.state = State::Item { first: false };
            return Ok(true);
        }
        let Some(byte) = self.peek() else {
            return Ok(false);
        };
        let object = self.root == Root::Object;
        match byte {
            b',' => {
                self.pos += 1;
                self.state = State::Item { first: false };
            }
            b']' if !object => self.leave(),
            b'}' if object => self.leave(),
            _ => {
                let kind =
                    if object { ErrorKind::ExpectedCommaOrBrace } else { ErrorKind::ExpectedCommaOrBracket };
                return Err(self.error(kind, self.pos));
            }
        }
        Ok(true)
    }

    /// Behind the closing bracket of the items.
    fn leave(&mut self) {
        self.pos += 1;
        self.skimmed = self.pos;
        self.state = if self.path.is_empty() {
            State::End
        } else {
            self.skim = Skim::inside(self.path.len());
            State::Tail
        };
    }
}
