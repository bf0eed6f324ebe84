//! Chunks to values: finds where the items of a stream begin and end, whatever the borders of
//! the chunks, and keeps only what is not complete yet. Each item is then read as a document
//! of its own; offsets are those of the whole stream.
//!
//! This file holds the steps, `seek` the way to the items, `items` what stands around them.

mod items;
mod seek;

use crate::error::{DecodeError, ErrorKind};
use crate::scan;
use crate::skim::{End, Skim};
use std::ops::Range;

/// What the stream is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The elements of one array.
    Array,
    /// The members of one object.
    Object,
    /// Values one after the other.
    Values,
    /// One value a line.
    Lines,
}

/// An item that is complete: ranges of the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The member name, without quotes.
    pub key: Option<Range<usize>>,
    /// The value.
    pub value: Range<usize>,
    /// Its line, from 1 (lines only).
    pub line: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before the value that step `0` of the path leads into, or the root itself.
    Seek(usize),
    /// In an object on the way.
    SeekMember { level: usize, first: bool },
    /// In an array on the way, before element `at`.
    SeekElement { level: usize, at: usize, first: bool },
    /// Passing over a value beside the way.
    Skip { level: usize, element: Option<usize> },
    /// Before an item.
    Item { first: bool },
    /// In the value of an item; the key, where there is one, ends at `key`.
    Value,
    /// Behind an item.
    After,
    /// Behind the items, inside containers that were entered on the way.
    Tail,
    /// Nothing may follow but blanks.
    End,
}

/// See above.
pub struct Splitter {
    root: Root,
    path: Vec<Vec<u8>>,
    max_item: usize,
    buffer: Vec<u8>,
    /// Offset in the stream of the first byte of the buffer.
    base: usize,
    pos: usize,
    state: State,
    skim: Skim,
    /// How far the value at `pos` has been passed over.
    skimmed: usize,
    key: Option<Range<usize>>,
    line: u64,
    ended: bool,
}

type Step = Result<bool, DecodeError>;

impl Splitter {
    /// A stream of this kind; the array or object stands at `path`; `max_item` is the limit
    /// on the bytes of an item, 0 for none.
    pub fn new(root: Root, path: Vec<Vec<u8>>, max_item: usize) -> Self {
        let state = match root {
            Root::Array | Root::Object => State::Seek(0),
            Root::Values | Root::Lines => State::Item { first: true },
        };
        Splitter {
            root,
            path,
            max_item,
            buffer: Vec::new(),
            base: 0,
            pos: 0,
            state,
            skim: Skim::default(),
            skimmed: 0,
            key: None,
            line: 1,
            ended: false,
        }
    }

    /// What is not consumed yet; ranges of items lie in it.
    pub fn buffer(&self) -> &[u8] {
        &self.buffer
    }

    /// Offset in the stream of the first byte of the buffer.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Takes a chunk. Items found before stay valid until now.
    pub fn feed(&mut self, chunk: &[u8]) {
        // the key of a waiting member stands before the position, with its quote
        let keep = self.key.as_ref().map_or(self.pos, |key| key.start - 1);
        if keep > 0 {
            self.buffer.drain(..keep);
            self.base += keep;
            self.pos -= keep;
            self.skimmed = self.skimmed.saturating_sub(keep);
            if let Some(key) = &mut self.key {
                *key = key.start - keep..key.end - keep;
            }
        }
        self.buffer.extend_from_slice(chunk);
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Whether the stream is complete.
    pub fn check_end(&self) -> Result<(), DecodeError> {
        let open_end = matches!(self.root, Root::Values | Root::Lines);
        let complete = match self.state {
            State::End => true,
            State::Item { .. } | State::After => open_end,
            _ => false,
        };
        if complete && scan::blanks(&self.buffer, self.pos) == self.buffer.len() {
            return Ok(());
        }
        let in_string = self.buffer.get(self.pos) == Some(&b'"');
        let (kind, at) = match self.state {
            State::Value if in_string => (ErrorKind::UnterminatedString, self.pos),
            _ => (ErrorKind::UnexpectedEnd, self.buffer.len()),
        };
        Err(self.error(kind, at))
    }

    fn error(&self, kind: ErrorKind, at: usize) -> DecodeError {
        DecodeError::new(kind, self.base + at)
    }

    /// The next item that is complete.
    pub fn next_item(&mut self) -> Result<Option<Item>, DecodeError> {
        if self.root == Root::Lines {
            return self.next_line();
        }
        loop {
            if let State::Value = self.state {
                let end = self.skim_value();
                self.check_item(end.unwrap_or(self.buffer.len()))?;
                return Ok(end.map(|end| self.take_item(end)));
            }
            if !self.step()? {
                return Ok(None);
            }
        }
    }

    fn take_item(&mut self, end: usize) -> Item {
        let value = self.pos..end;
        self.pos = end;
        self.state = State::After;
        Item { key: self.key.take(), value, line: self.line }
    }

    /// The item that begins at `pos` and goes up to `end`, or further.
    fn check_item(&self, end: usize) -> Result<(), DecodeError> {
        if self.max_item != 0 && end - self.pos > self.max_item {
            return Err(self.error(ErrorKind::ItemTooLong, self.pos));
        }
        Ok(())
    }

    fn next_line(&mut self) -> Result<Option<Item>, DecodeError> {
        loop {
            let from = self.skimmed.max(self.pos);
            let found = self.buffer[from..].iter().position(|&byte| byte == b'\n');
            let end = match found {
                Some(at) => from + at,
                None if self.ended && self.pos < self.buffer.len() => self.buffer.len(),
                None => {
                    self.skimmed = self.buffer.len();
                    return self.check_item(self.buffer.len()).map(|()| None);
                }
            };
            self.check_item(end)?;
            let (value, line) = (self.pos..end, self.line);
            self.pos = (end + 1).min(self.buffer.len());
            self.skimmed = self.pos;
            self.line += 1;
            if scan::blanks(&self.buffer[..end], value.start) < end {
                return Ok(Some(Item { key: None, value, line }));
            }
        }
    }

    /// End of the value at `pos`, when it is complete.
    fn skim_value(&mut self) -> Option<usize> {
        let from = self.skimmed.max(self.pos);
        match self.skim.run(&self.buffer, from, self.ended) {
            End::At(end) => {
                self.skim = Skim::default();
                self.skimmed = end;
                Some(end)
            }
            End::Later(at) => {
                self.skimmed = at;
                None
            }
        }
    }

    /// Skips blanks; the byte behind them, when it has come.
    fn peek(&mut self) -> Option<u8> {
        self.pos = scan::blanks(&self.buffer, self.pos);
        self.buffer.get(self.pos).copied()
    }

    /// One step; `false` where more input is needed.
    fn step(&mut self) -> Step {
        match self.state {
            State::Seek(level) => self.seek(level),
            State::SeekMember { level, first } => self.seek_member(level, first),
            State::SeekElement { level, at, first } => self.seek_element(level, at, first),
            State::Skip { level, element } => Ok(match self.skim_value() {
                Some(end) => {
                    self.pos = end;
                    self.state = match element {
                        Some(at) => State::SeekElement { level, at: at + 1, first: false },
                        None => State::SeekMember { level, first: false },
                    };
                    true
                }
                None => {
                    // nothing of it is needed again
                    self.pos = self.skimmed;
                    false
                }
            }),
            State::Item { first } => self.before_item(first),
            State::Value => Ok(false),
            State::After => self.after_item(),
            State::Tail => Ok(match self.skim_value() {
                Some(end) => {
                    self.pos = end;
                    self.state = State::End;
                    true
                }
                None => {
                    self.pos = self.skimmed;
                    false
                }
            }),
            State::End => match self.peek() {
                Some(_) => Err(self.error(ErrorKind::TrailingCharacters, self.pos)),
                None => Ok(false),
            },
        }
    }
}
