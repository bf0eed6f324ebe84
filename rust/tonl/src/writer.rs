//! Value -> text: paragraphs 6.1, 6.2 and 6.5.
//!
//! One walk over the value with the open blocks on a vector, so depth costs no machine stack. Lines go straight into
//! the output; what turns out not to be allowed (see `table.rs`, `layout.rs`) is cut off again.

use stele_json::{Event, Member, Value};

use crate::error::{Code, Error};
use crate::hints;
use crate::number;
use crate::options::{Delimiter, EncodeOptions, Headers, Root};
use crate::order;
use crate::quote::{self, Rules};
use crate::space;

/// Writes one document.
pub(crate) struct Writer<'o, 'v, 'a> {
    pub(crate) opts: &'o EncodeOptions,
    pub(crate) out: Vec<u8>,
    pub(crate) rules: Rules,
    pub(crate) delimiter: u8,
    /// What stands between cells.
    pub(crate) separator: &'static [u8],
    /// What stands after a key.
    pub(crate) colon: &'static [u8],
    /// Did an array with elements occur?
    pub(crate) has_arrays: bool,
    open: Vec<Block<'v, 'a>>,
    /// Members of the open objects, in the order they are written.
    members: Vec<&'v Member<'a>>,
}

/// An open block and where it stands.
struct Block<'v, 'a> {
    rest: Rest<'v, 'a>,
    level: usize,
    depth: usize,
}

enum Rest<'v, 'a> {
    /// Members from `first` on belong to the object, those from `next` on are still to be written.
    Members {
        first: usize,
        next: usize,
    },
    Elements {
        elements: &'v [Value<'a>],
        next: usize,
    },
}

/// What stands before the colon.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name<'v> {
    Root,
    /// A member at the top level of an open root.
    Top(&'v str),
    Member(&'v str),
    Element(usize),
}

impl<'v> Name<'v> {
    pub(crate) fn is_element(self) -> bool {
        matches!(self, Name::Element(_))
    }

    /// The key, empty for elements.
    pub(crate) fn key(self) -> &'v str {
        match self {
            Name::Root => "root",
            Name::Top(key) | Name::Member(key) => key,
            Name::Element(_) => "",
        }
    }
}

impl<'o, 'v, 'a> Writer<'o, 'v, 'a> {
    pub(crate) fn new(value: &Value<'_>, opts: &'o EncodeOptions, out: Vec<u8>) -> Result<Self, Error> {
        opts.check()?;
        let delimiter = opts.delimiter.byte().unwrap_or_else(|| rarest_delimiter(value));
        let separator: &[u8] = match (delimiter, opts.pretty_delimiters) {
            (b',', false) => b",",
            (b',', true) => b" , ",
            (b'|', false) => b"|",
            (b'|', true) => b" | ",
            (b';', false) => b";",
            (b';', true) => b" ; ",
            (_, false) => b"\t",
            (_, true) => b" \t ",
        };
        Ok(Self {
            opts,
            out,
            rules: Rules::new(delimiter, opts.pretty_delimiters),
            delimiter,
            separator,
            colon: if opts.colon_space { b": " } else { b":" },
            has_arrays: false,
            open: Vec::new(),
            members: Vec::new(),
        })
    }

    /// Writes the document; the output has no LF at its end.
    pub(crate) fn document(mut self, value: &'v Value<'a>) -> Result<Vec<u8>, Error> {
        if let Some(version) = &self.opts.version {
            self.out.extend_from_slice(b"#version ");
            self.out.extend_from_slice(version.as_bytes());
            self.end_line();
        }
        let header_end = self.out.len();
        if self.delimiter != b',' {
            self.out.extend_from_slice(b"#delimiter ");
            self.out.extend_from_slice(if self.delimiter == b'\t' {
                b"\\t"
            } else {
                std::slice::from_ref(&self.delimiter)
            });
            self.end_line();
        }
        match value {
            Value::Object(object) if self.opts.root == Root::Open && can_open(object) => {
                self.open_root(object)?
            }
            _ => {
                self.value(value, Name::Root, 0, 1)?;
                self.blocks()?;
            }
        }
        self.out.pop();
        if self.delimiter == b',' && self.has_arrays && misleads(&self.out[header_end..]) {
            self.out.splice(header_end..header_end, *b"#delimiter ,\n");
        }
        Ok(self.out)
    }

    /// The members of the document without `root` around them: first those of one line, then the blocks.
    fn open_root(&mut self, object: &'v stele_json::Object<'a>) -> Result<(), Error> {
        let mut members = Vec::new();
        order::push_members(object, self.opts.key_order, &mut members);
        let start = self.out.len();
        // where each member begins, and whether its first line ends with a colon
        let mut parts: Vec<(usize, bool)> = Vec::with_capacity(members.len());
        for member in members {
            let begin = self.out.len();
            self.value(&member.value, Name::Top(&member.key), 0, 2)?;
            let line = &self.out[begin..];
            let is_block = line[crate::bytes::find(line, 0, b'\n') - 1] == b':';
            self.blocks()?;
            parts.push((begin, is_block));
        }
        if parts.is_sorted_by_key(|(_, is_block)| *is_block) {
            return Ok(());
        }
        let written = self.out.split_off(start);
        for wanted in [false, true] {
            for (at, (begin, is_block)) in parts.iter().enumerate() {
                if *is_block == wanted {
                    let end = parts.get(at + 1).map_or(written.len(), |(begin, _)| begin - start);
                    self.out.extend_from_slice(&written[begin - start..end]);
                }
            }
        }
        Ok(())
    }

    /// Writes what the open blocks still hold.
    fn blocks(&mut self) -> Result<(), Error> {
        while let Some(block) = self.open.last_mut() {
            let (level, depth) = (block.level + 1, block.depth + 1);
            match &mut block.rest {
                Rest::Members { first, next } => match self.members.get(*next) {
                    Some(member) => {
                        *next += 1;
                        let member: &'v Member<'a> = member;
                        self.value(&member.value, Name::Member(&member.key), level, depth)?;
                    }
                    None => {
                        self.members.truncate(*first);
                        self.open.pop();
                    }
                },
                Rest::Elements { elements, next } => match elements.get(*next) {
                    Some(element) => {
                        let index = *next;
                        *next += 1;
                        self.value(element, Name::Element(index), level, depth)?;
                    }
                    None => {
                        self.open.pop();
                    }
                },
            }
        }
        Ok(())
    }

    /// A value under its name; the content of a block is left to [`blocks`](Self::blocks).
    #[inline]
    fn value(
        &mut self,
        value: &'v Value<'a>,
        name: Name<'v>,
        level: usize,
        depth: usize,
    ) -> Result<(), Error> {
        match value {
            Value::Object(_) | Value::Array(_) if depth > self.opts.max_depth => {
                let message = format!("expected at most {} nested containers", self.opts.max_depth);
                Err(Error::encoder(Code::Depth, message))
            }
            Value::Object(object) => {
                self.object(object, name, level, depth);
                Ok(())
            }
            Value::Array(elements) => {
                if !self.array(elements, name, level) {
                    self.open.push(Block { rest: Rest::Elements { elements, next: 0 }, level, depth });
                }
                Ok(())
            }
            scalar => {
                self.pad(level);
                self.scalar_name(name, scalar);
                self.out.extend_from_slice(self.colon);
                self.member_scalar(scalar);
                self.end_line();
                Ok(())
            }
        }
    }

    fn object(&mut self, object: &'v stele_json::Object<'a>, name: Name<'v>, level: usize, depth: usize) {
        let first = self.members.len();
        order::push_members(object, self.opts.key_order, &mut self.members);
        self.pad(level);
        self.name(name);
        let count = self.members.len() - first;
        if count == 0 {
            self.out.extend_from_slice(b"{}");
        } else if count > 1 && self.opts.headers == Headers::Columns {
            self.out.push(b'{');
            for at in first..self.members.len() {
                if at > first {
                    self.out.push(b',');
                }
                let member = self.members[at];
                write_key(&member.key, &mut self.out);
                if let Some(hint) = hints::of_member(&member.value).filter(|_| self.opts.include_types) {
                    self.out.push(b':');
                    self.out.extend_from_slice(hint.as_bytes());
                }
            }
            self.out.push(b'}');
        }
        self.out.push(b':');
        self.end_line();
        self.open.push(Block { rest: Rest::Members { first, next: first }, level, depth });
    }

    #[inline(always)]
    pub(crate) fn end_line(&mut self) {
        self.out.push(b'\n');
    }

    #[inline(always)]
    pub(crate) fn pad(&mut self, level: usize) {
        self.out.resize(self.out.len() + level * self.opts.indent, b' ');
    }

    /// The name of an object, of a scalar, or of an element.
    fn name(&mut self, name: Name<'_>) {
        match name {
            Name::Root => self.out.extend_from_slice(b"root"),
            Name::Top(key) => self.out.extend_from_slice(key.as_bytes()),
            Name::Member(key) => write_key(key, &mut self.out),
            Name::Element(index) => self.index(index),
        }
    }

    #[inline]
    pub(crate) fn index(&mut self, index: usize) {
        // most lists are short
        if index < 10 {
            self.out.extend_from_slice(&[b'[', b'0' + index as u8, b']']);
            return;
        }
        self.out.push(b'[');
        stele_json::write_u64(&mut self.out, index as u64);
        self.out.push(b']');
    }

    /// As [`name`](Self::name); the reference's pattern for bare keys does not cross U+2028 and U+2029.
    #[inline]
    fn scalar_name(&mut self, name: Name<'_>, value: &Value<'_>) {
        if let Name::Member(key) = name {
            let separators = |text: &str| !text.is_ascii() && space::has_line_separator(text.as_bytes());
            if separators(key) || value.as_str().is_some_and(separators) {
                return quote::write_quoted(key, &mut self.out);
            }
        }
        self.name(name);
    }

    /// A scalar after a key or `[i]`.
    #[inline]
    pub(crate) fn member_scalar(&mut self, value: &Value<'_>) {
        if let Value::String(text) = value {
            let form = self.rules.member_form(text, self.rules.traits(text));
            quote::write(text, form, &mut self.out);
        } else {
            self.plain_scalar(value);
        }
    }

    /// A scalar that is not a string; anything else is not written.
    #[inline]
    pub(crate) fn plain_scalar(&mut self, value: &Value<'_>) {
        match value {
            Value::Number(number) => write_number(number.lexeme(), &mut self.out),
            Value::Bool(true) => self.out.extend_from_slice(b"true"),
            Value::Bool(false) => self.out.extend_from_slice(b"false"),
            Value::Null => self.out.extend_from_slice(b"null"),
            Value::String(_) | Value::Array(_) | Value::Object(_) => {}
        }
    }
}

#[inline]
fn write_key(key: &str, out: &mut Vec<u8>) {
    if quote::key_quoted(key) {
        quote::write_quoted(key, out);
    } else {
        out.extend_from_slice(key.as_bytes());
    }
}

/// The canonical text of a lexeme; the words for NaN and the infinities as they are.
#[inline]
pub(crate) fn write_number(lexeme: &str, out: &mut Vec<u8>) {
    // doubles with all their digits
    if lexeme.len() > 16 {
        return number::write_long(lexeme, out);
    }
    // a digit at the end tells a numeral from the words
    match lexeme.as_bytes().last() {
        Some(b'0'..=b'9') => number::write_canonical(lexeme, number::form(lexeme.as_bytes()), out),
        _ => out.extend_from_slice(lexeme.as_bytes()),
    }
}

/// Paragraph 6.5: which objects can stand without `root`.
fn can_open(object: &stele_json::Object<'_>) -> bool {
    let only_root = object.len() == 1 && object.keys().next() == Some("root");
    !object.is_empty()
        && !only_root
        && object.iter().all(|(key, value)| {
            quote::ident(key)
                && !matches!(key, "__proto__" | "constructor" | "prototype")
                && !value
                    .as_str()
                    .is_some_and(|text| text.contains("}:") || space::has_line_separator(text.as_bytes()))
        })
}

/// Paragraph 6.6: the delimiter that occurs least in strings and keys.
fn rarest_delimiter(value: &Value<'_>) -> u8 {
    let order = [Delimiter::Comma, Delimiter::Pipe, Delimiter::Tab, Delimiter::Semicolon]
        .map(|d| d.byte().unwrap_or(b','));
    let mut counts = [0usize; 4];
    for event in value.events() {
        if let Event::String(text) | Event::Key(text) = event {
            for byte in text.bytes() {
                if let Some(at) = order.iter().position(|delimiter| *delimiter == byte) {
                    counts[at] += 1;
                }
            }
        }
    }
    let least = (0..4).min_by_key(|&at| counts[at]).unwrap_or(0);
    order[least]
}

/// Would the reference guess another delimiter than comma from the first line with content? (6.1)
fn misleads(body: &[u8]) -> bool {
    let mut lines = body
        .split(|&byte| byte == b'\n')
        .map(|line| space::trim(std::str::from_utf8(line).unwrap_or_default()));
    let content = |text: &&str| !text.is_empty() && !text.starts_with('#') && !text.ends_with(['{', ':']);
    let Some(line) = lines.find(content) else { return false };
    let count = |delimiter: u8| line.bytes().filter(|byte| *byte == delimiter).count();
    count(b'|').max(count(b'\t')).max(count(b';')) > count(b',')
}
