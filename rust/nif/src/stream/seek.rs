//! The way to the items: through the members and elements that the path names, past all others.

use super::{Root, Splitter, State, Step};
use crate::error::{DecodeError, ErrorKind};
use crate::pointer;
use crate::scan;
use crate::skim::{End, Skim};

impl Splitter {
    pub(super) fn seek(&mut self, level: usize) -> Step {
        let Some(byte) = self.peek() else {
            return Ok(false);
        };
        let last = level == self.path.len();
        self.state = match byte {
            b'[' if last && self.root == Root::Array => State::Item { first: true },
            b'{' if last && self.root == Root::Object => State::Item { first: true },
            b'{' if !last => State::SeekMember { level, first: true },
            b'[' if !last => State::SeekElement { level, at: 0, first: true },
            _ => return Err(self.error(self.wrong_root(), self.pos)),
        };
        self.pos += 1;
        Ok(true)
    }

    fn wrong_root(&self) -> ErrorKind {
        match self.root {
            Root::Object => ErrorKind::ExpectedObject,
            _ => ErrorKind::ExpectedArray,
        }
    }

    pub(super) fn seek_member(&mut self, level: usize, mut first: bool) -> Step {
        let Some(mut byte) = self.peek() else {
            return Ok(false);
        };
        if byte == b'}' {
            return Err(self.error(ErrorKind::NoSuchPath, self.pos));
        }
        if !first {
            if byte != b',' {
                return Err(self.error(ErrorKind::ExpectedCommaOrBrace, self.pos));
            }
            self.pos += 1;
            first = true;
            self.state = State::SeekMember { level, first };
            match self.peek() {
                Some(next) => byte = next,
                None => return Ok(false),
            }
        }
        if byte != b'"' {
            return Err(self.error(ErrorKind::ExpectedKey, self.pos));
        }
        let Some(value) = self.whole_key()? else {
            return Ok(false);
        };
        let key = self.key.take().unwrap_or(0..0);
        let matches = *pointer::name(&self.buffer, key.start, key.end) == *self.path[level];
        self.pos = value;
        self.state = if matches { State::Seek(level + 1) } else { State::Skip { level, element: None } };
        // the value must have begun, or the state would not know where it starts
        Ok(true)
    }

    /// The key at `pos` and the colon behind it, when both have come: its range is kept in
    /// `self.key`, the offset of the value is returned.
    pub(super) fn whole_key(&mut self) -> Result<Option<usize>, DecodeError> {
        let start = self.pos;
        let mut skim = Skim::default();
        let End::At(end) = skim.run(&self.buffer, start, self.ended) else {
            self.check_item(self.buffer.len())?;
            return Ok(None);
        };
        self.check_item(end)?;
        let colon = scan::blanks(&self.buffer, end);
        match self.buffer.get(colon) {
            None => return Ok(None),
            Some(b':') => {}
            Some(_) => return Err(self.error(ErrorKind::ExpectedColon, colon)),
        }
        let value = scan::blanks(&self.buffer, colon + 1);
        if value == self.buffer.len() {
            return Ok(None);
        }
        self.key = Some(start + 1..end - 1);
        Ok(Some(value))
    }

    pub(super) fn seek_element(&mut self, level: usize, at: usize, mut first: bool) -> Step {
        let Some(mut byte) = self.peek() else {
            return Ok(false);
        };
        let wanted = pointer::index(&self.path[level]);
        let (Some(wanted), false) = (wanted, byte == b']') else {
            return Err(self.error(ErrorKind::NoSuchPath, self.pos));
        };
        if !first {
            if byte != b',' {
                return Err(self.error(ErrorKind::ExpectedCommaOrBracket, self.pos));
            }
            self.pos += 1;
            first = true;
            self.state = State::SeekElement { level, at, first };
            match self.peek() {
                Some(next) => byte = next,
                None => return Ok(false),
            }
        }
        if byte == b',' || byte == b']' {
            return Err(self.error(ErrorKind::UnexpectedCharacter, self.pos));
        }
        self.state =
            if at == wanted { State::Seek(level + 1) } else { State::Skip { level, element: Some(at) } };
        Ok(true)
    }
}
