//! Reader: bytes to host values in one pass, without recursion. Open containers are frames on
//! a stack, finished values wait on another until their container closes.
//!
//! The reader knows nothing of the BEAM: a `Builder` makes the values (`terms.rs` makes BEAM
//! terms, the tests and fuzz targets make trees), so everything here runs without a VM. This
//! file holds the loop over values, `members` reads names, `objects` closes what they belong to.

pub mod estimate;
pub mod etf;
pub mod keys;
pub mod lane;
mod members;
pub mod names;
pub mod nothing;
pub mod number;
mod objects;
pub mod repeats;
pub mod string;
pub mod terms;

use crate::error::{DecodeError, ErrorKind};
use crate::options::{DecodeOptions, Duplicates};
use crate::scan;
use keys::{NONE, Shapes};
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
    #[inline]
    pub fn read_value(&mut self, pos: usize) -> Result<(B::Term, usize), DecodeError> {
        match self.value(pos) {
            Err(error) if self.options.duplicates == Duplicates::Error => Err(self.first_offence(error)),
            read => read,
        }
    }

    fn value(&mut self, mut pos: usize) -> Result<(B::Term, usize), DecodeError> {
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
}
