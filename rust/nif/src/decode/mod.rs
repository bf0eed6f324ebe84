//! Reader: bytes to host values in one pass, without recursion. Open containers are frames on
//! a stack, finished values wait on another until their container closes.
//!
//! The reader knows nothing of the BEAM: a `Builder` makes the values (`terms.rs` makes BEAM
//! terms, the tests and fuzz targets make trees), so everything here runs without a VM.

pub mod estimate;
pub mod etf;
pub mod keys;
pub mod names;
pub mod nothing;
pub mod number;
pub mod string;
pub mod terms;

use crate::error::{DecodeError, ErrorKind};
use crate::options::{DecodeOptions, Duplicates, Objects};
use crate::scan;
use keys::{NONE, Shape, Shapes};
use number::Number;
use std::cmp::Ordering;

/// Makes host values. Offsets are those of the input that the reader was given.
pub trait Builder {
    /// A value of the host.
    type Term: Copy;
    /// Whether member names matter; without them objects are only checked.
    const KEYS: bool = true;
    /// `null`.
    fn null(&mut self) -> Self::Term;
    /// `true` or `false`.
    fn boolean(&mut self, value: bool) -> Self::Term;
    /// A number.
    fn number(&mut self, number: Number) -> Self::Term;
    /// A number that stays as it is written.
    fn number_text(&mut self, start: usize, end: usize) -> Self::Term {
        self.string(start, end)
    }
    /// A string that stands in the input as it is.
    fn string(&mut self, start: usize, end: usize) -> Self::Term;
    /// A string that had escapes.
    fn string_unescaped(&mut self, text: &[u8]) -> Self::Term;
    /// A member name; `range` where it stands in the input as it is.
    fn key(&mut self, text: &[u8], range: Option<(usize, usize)>) -> Result<Self::Term, ErrorKind>;
    /// A container begins.
    #[inline(always)]
    fn open(&mut self) {}
    /// An array.
    fn list(&mut self, items: &[Self::Term]) -> Self::Term;
    /// An object as a map; `None` when a key comes twice.
    fn map(&mut self, keys: &[Self::Term], values: &[Self::Term]) -> Option<Self::Term>;
    /// An object as pairs in text order.
    fn pairs(&mut self, keys: &[Self::Term], values: &[Self::Term]) -> Self::Term;
    /// The order in which the host stores the keys of a small map.
    fn compare(&self, a: &Self::Term, b: &Self::Term) -> Ordering;
}

#[derive(Clone, Copy)]
struct Frame {
    object: bool,
    /// First of the container's values.
    values: usize,
    /// First of the object's keys on the key stack, where it has no shape.
    keys: usize,
    /// The node of the last member; `NONE` for arrays and objects without shape.
    node: u32,
    /// First member of the object last seen directly inside.
    hint: u32,
    /// Objects directly inside, so far.
    objects: u32,
    /// Whether objects here are looked up and remembered as shapes.
    learns: bool,
}

/// A container must have held so many objects before the next one is worth remembering:
/// documents that repeat nothing must not pay for shapes.
const ELEMENTS_BEFORE_SHAPES: u32 = 2;
/// The same for the members of an object, which are of one kind less often.
const MEMBERS_BEFORE_SHAPES: u32 = 8;

/// The state of one reading.
pub struct Reader<'i, B: Builder> {
    input: &'i [u8],
    options: DecodeOptions,
    builder: B,
    shapes: Shapes<B::Term>,
    frames: Vec<Frame>,
    values: Vec<B::Term>,
    keys: Vec<B::Term>,
    /// Where each key on the key stack ends, under `duplicate_keys: :error`.
    key_ends: Vec<usize>,
    ordered: Vec<B::Term>,
    scratch: Vec<u8>,
}

impl<'i, B: Builder> Reader<'i, B> {
    /// A reader of this input.
    pub fn new(input: &'i [u8], options: DecodeOptions, builder: B) -> Self {
        // enough for most small documents; scalars need nothing
        let room = if input.len() < 8 { 0 } else { 32 };
        Reader {
            input,
            options,
            builder,
            shapes: Shapes::new(),
            frames: Vec::with_capacity(room / 2),
            values: Vec::with_capacity(room),
            keys: Vec::with_capacity(room),
            key_ends: Vec::new(),
            ordered: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The builder, for what it has gathered.
    pub fn builder(&mut self) -> &mut B {
        &mut self.builder
    }

    /// Reads the whole input as one value; returns it and the offset behind it.
    pub fn read(&mut self) -> Result<(B::Term, usize), DecodeError> {
        let (value, pos) = self.read_value(0)?;
        if self.options.trailer {
            return Ok((value, pos));
        }
        let pos = self.blanks(pos)?;
        if pos < self.input.len() {
            return Err(DecodeError::new(ErrorKind::TrailingCharacters, pos));
        }
        Ok((value, pos))
    }

    /// Reads the value at `pos`; returns it and the offset behind it.
    pub fn read_value(&mut self, mut pos: usize) -> Result<(B::Term, usize), DecodeError> {
        self.frames.clear();
        self.values.clear();
        self.keys.clear();
        self.key_ends.clear();
        loop {
            pos = self.blanks(pos)?;
            let Some(&byte) = self.input.get(pos) else {
                return Err(DecodeError::new(ErrorKind::UnexpectedEnd, self.input.len()));
            };
            let mut value = match byte {
                b'"' => self.string(&mut pos)?,
                b'-' | b'0'..=b'9' => self.number(&mut pos)?,
                b'{' => {
                    self.open(pos, true)?;
                    pos = self.blanks(pos + 1)?;
                    if self.input.get(pos) != Some(&b'}') {
                        pos = self.key(pos)?;
                        continue;
                    }
                    pos += 1;
                    self.close_object()?
                }
                b'[' => {
                    self.open(pos, false)?;
                    pos = self.blanks(pos + 1)?;
                    if self.input.get(pos) != Some(&b']') {
                        continue;
                    }
                    pos += 1;
                    self.close_array()
                }
                _ => self.word(&mut pos)?,
            };
            // the value is complete: put it where it belongs, closing what ends with it
            loop {
                let Some(frame) = self.frames.last() else {
                    return Ok((value, pos));
                };
                let object = frame.object;
                self.values.push(value);
                pos = self.blanks(pos)?;
                match self.input.get(pos) {
                    Some(b',') => {
                        pos = self.blanks(pos + 1)?;
                        let closing = if object { b'}' } else { b']' };
                        if self.options.relaxed && self.input.get(pos) == Some(&closing) {
                            // a trailing comma: the closing byte is next, as if it were absent
                        } else {
                            if object {
                                pos = self.key(pos)?;
                            }
                            break;
                        }
                    }
                    Some(b'}') if object => {}
                    Some(b']') if !object => {}
                    _ => return Err(self.expected_separator(object, pos)),
                }
                pos += 1;
                value = if object { self.close_object()? } else { self.close_array() };
            }
        }
    }

    #[cold]
    fn expected_separator(&self, object: bool, pos: usize) -> DecodeError {
        let kind = if object { ErrorKind::ExpectedCommaOrBrace } else { ErrorKind::ExpectedCommaOrBracket };
        DecodeError::new(kind, pos)
    }

    #[inline(always)]
    fn blanks(&self, pos: usize) -> Result<usize, DecodeError> {
        let pos = scan::blanks(self.input, pos);
        if self.options.relaxed && self.input.get(pos) == Some(&b'/') {
            return self.comments(pos);
        }
        Ok(pos)
    }

    /// Comments of both kinds and the blanks around them (`relaxed: true`).
    #[cold]
    fn comments(&self, mut pos: usize) -> Result<usize, DecodeError> {
        while self.input.get(pos) == Some(&b'/') {
            let rest = &self.input[pos..];
            let length = match rest.get(1) {
                Some(b'/') => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
                Some(b'*') => match rest[2..].windows(2).position(|pair| pair == b"*/") {
                    Some(at) => at + 4,
                    None => return Err(DecodeError::new(ErrorKind::UnexpectedEnd, pos)),
                },
                _ => break,
            };
            pos = scan::blanks(self.input, pos + length);
        }
        Ok(pos)
    }

    #[inline(always)]
    fn open(&mut self, pos: usize, object: bool) -> Result<(), DecodeError> {
        if self.frames.len() >= self.options.max_depth as usize {
            return Err(DecodeError::new(ErrorKind::DepthExceeded, pos));
        }
        let (mut hint, mut learns) = (NONE, self.options.intern);
        if let Some(outer) = self.frames.last_mut() {
            learns = outer.learns;
            if object {
                outer.objects += 1;
                learns |=
                    outer.objects > if outer.object { MEMBERS_BEFORE_SHAPES } else { ELEMENTS_BEFORE_SHAPES };
            }
            hint = if outer.node != NONE { self.shapes.hint(outer.node) } else { outer.hint };
        }
        let node = if object && learns && B::KEYS { self.shapes.root() } else { NONE };
        self.builder.open();
        let (values, keys) = (self.values.len(), self.keys.len());
        self.frames.push(Frame { object, values, keys, node, hint, objects: 0, learns });
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, pos: &mut usize) -> Result<B::Term, DecodeError> {
        let start = *pos + 1;
        let lexed = string::lex(self.input, start, self.options.validate_strings)?;
        *pos = lexed.end + 1;
        if !lexed.escaped {
            return Ok(self.builder.string(start, lexed.end));
        }
        string::unescape(self.input, start, lexed.end, &mut self.scratch)?;
        Ok(self.builder.string_unescaped(&self.scratch))
    }

    #[inline(always)]
    fn number(&mut self, pos: &mut usize) -> Result<B::Term, DecodeError> {
        if self.options.exact_numbers() {
            return self.exact_number(pos);
        }
        let (number, after) = number::read(self.input, *pos, false, self.options.max_digits)?;
        *pos = after;
        Ok(self.builder.number(number))
    }

    #[inline(never)]
    fn exact_number(&mut self, pos: &mut usize) -> Result<B::Term, DecodeError> {
        let options = &self.options;
        let keep = options.decimals | options.number_text;
        let (number, after) = number::read(self.input, *pos, keep, options.max_digits)?;
        let start = std::mem::replace(pos, after);
        if options.number_text {
            return Ok(self.builder.number_text(start, after));
        }
        let number = match number {
            Number::Signed(_) | Number::Unsigned(_) | Number::Big { .. } if options.decimal_integers => {
                let negative = self.input[start] == b'-';
                let int = (start + negative as usize, after);
                Number::Decimal { negative, int, frac: (after, after), exp: 0 }
            }
            other => other,
        };
        Ok(self.builder.number(number))
    }

    fn word(&mut self, pos: &mut usize) -> Result<B::Term, DecodeError> {
        let word = match self.input[*pos] {
            b'n' => "null",
            b't' => "true",
            b'f' => "false",
            _ => return Err(DecodeError::new(ErrorKind::UnexpectedCharacter, *pos)),
        };
        if !self.input[*pos..].starts_with(word.as_bytes()) {
            return Err(DecodeError::new(ErrorKind::ExpectedWord(word), *pos));
        }
        *pos += word.len();
        Ok(match word {
            "null" => self.builder.null(),
            _ => self.builder.boolean(word == "true"),
        })
    }

    /// Reads the member name at `pos` and the colon; returns the offset behind them.
    #[inline(always)]
    fn key(&mut self, pos: usize) -> Result<usize, DecodeError> {
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

    #[inline(always)]
    fn close_array(&mut self) -> B::Term {
        let (start, hint) = match self.frames.pop() {
            Some(frame) => (frame.values, frame.hint),
            None => (0, NONE),
        };
        // the next array under the same name begins with what this one learned
        if hint != NONE
            && let Some(outer) = self.frames.last_mut()
        {
            if outer.node != NONE {
                self.shapes.set_hint(outer.node, hint);
            } else {
                outer.hint = hint;
            }
        }
        let list = self.builder.list(&self.values[start..]);
        self.values.truncate(start);
        list
    }

    #[inline(always)]
    fn close_object(&mut self) -> Result<B::Term, DecodeError> {
        let Some(frame) = self.frames.pop() else {
            return Err(DecodeError::new(ErrorKind::UnexpectedCharacter, 0));
        };
        if frame.node == NONE || self.options.objects != Objects::Maps {
            return self.close_listed(frame);
        }
        let values = &self.values[frame.values..];
        let builder = &mut self.builder;
        // the key stack is free above the frame's mark while the object has a shape
        let mut listed = std::mem::take(&mut self.ordered);
        let shape = self.shapes.close(frame.node, &mut listed, |a, b| builder.compare(a, b));
        let made = match shape {
            Shape::Ready(closed) => {
                listed.clear();
                listed.extend(closed.order.iter().map(|&at| values[at as usize]));
                builder.map(&closed.keys, &listed)
            }
            Shape::Listed => builder.map(&listed, values),
        };
        self.ordered = listed;
        match made {
            Some(map) => {
                self.values.truncate(frame.values);
                Ok(map)
            }
            None => self.close_listed(frame),
        }
    }

    /// An object whose keys lie in a row, or are needed so.
    #[inline(never)]
    fn close_listed(&mut self, frame: Frame) -> Result<B::Term, DecodeError> {
        if frame.node != NONE {
            self.shapes.list(frame.node, &mut self.keys);
        }
        let (keys, values) = (&self.keys[frame.keys..], &self.values[frame.values..]);
        let refuse = self.options.duplicates == Duplicates::Error;
        let made = match self.options.objects {
            // pairs keep repeated names, so they must be looked for where they are refused
            Objects::Ordered | Objects::Proplists => {
                if refuse && frame.node == NONE {
                    self.refuse_duplicate(frame)?;
                }
                if self.options.dedupe || self.options.duplicates == Duplicates::First {
                    self.pairs_of_unique(frame)
                } else {
                    self.builder.pairs(keys, values)
                }
            }
            Objects::Maps => match self.builder.map(keys, values) {
                Some(map) => map,
                None if refuse => {
                    self.refuse_duplicate(frame)?;
                    self.builder.null()
                }
                None => self.map_of_unique(frame),
            },
        };
        self.keys.truncate(frame.keys);
        self.key_ends.truncate(frame.keys);
        self.values.truncate(frame.values);
        Ok(made)
    }

    /// Positions of the members, grouped by key, in text order within a group.
    fn grouped(&self, frame: Frame) -> Vec<usize> {
        let keys = &self.keys[frame.keys..];
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|&a, &b| self.builder.compare(&keys[a], &keys[b]));
        order
    }

    fn same_key(&self, frame: Frame, a: usize, b: usize) -> bool {
        let keys = &self.keys[frame.keys..];
        self.builder.compare(&keys[a], &keys[b]) == Ordering::Equal
    }

    #[cold]
    fn refuse_duplicate(&self, frame: Frame) -> Result<(), DecodeError> {
        let order = self.grouped(frame);
        let repeated = order.windows(2).filter(|pair| self.same_key(frame, pair[0], pair[1]));
        match repeated.map(|pair| pair[1]).min() {
            Some(at) => {
                let offset = self.key_ends.get(frame.keys + at).copied().unwrap_or(0);
                Err(DecodeError::new(ErrorKind::DuplicateKey, offset))
            }
            None => Ok(()),
        }
    }

    /// Positions of one member of each group: the last in the text, or the first.
    fn unique(&self, frame: Frame) -> Vec<usize> {
        let mut order = self.grouped(frame);
        // keep one of each group: the last in the text, or the first
        if self.options.duplicates == Duplicates::First {
            order.dedup_by(|b, a| self.same_key(frame, *a, *b));
        } else {
            order.reverse();
            order.dedup_by(|b, a| self.same_key(frame, *a, *b));
            order.reverse();
        }
        order
    }

    #[cold]
    fn pairs_of_unique(&mut self, frame: Frame) -> B::Term {
        let mut order = self.unique(frame);
        order.sort_unstable();
        let (keys, values) = self.chosen(frame, &order);
        self.builder.pairs(&keys, &values)
    }

    fn chosen(&self, frame: Frame, order: &[usize]) -> (Vec<B::Term>, Vec<B::Term>) {
        let (keys, values) = (&self.keys[frame.keys..], &self.values[frame.values..]);
        (order.iter().map(|&at| keys[at]).collect(), order.iter().map(|&at| values[at]).collect())
    }

    #[cold]
    fn map_of_unique(&mut self, frame: Frame) -> B::Term {
        let order = self.unique(frame);
        let (keys, values) = self.chosen(frame, &order);
        match self.builder.map(&keys, &values) {
            Some(map) => map,
            None => self.builder.null(),
        }
    }
}
