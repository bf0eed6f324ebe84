//! Chunks -> a sink: the reader for text that comes in pieces of any size.
//!
//! Whole tokens are read where they lie in the chunk. A token that the chunk cuts is kept back, together with what is
//! needed to find its end in the next one, so every byte is looked at a fixed number of times even when they come one
//! by one. Kind and offset of an error are those of the whole text; it may be told only when its token is complete.

use crate::bytes::find_special;
use crate::error::{Error, ErrorKind};
use crate::keys::KeyTracker;
use crate::lexer::Lexer;
use crate::options::{Duplicates, ReadOptions};
use crate::reader::{Watch, accepted};
use crate::sink::Sink;
use crate::source::{Checked, Scratch, Source, Unchecked};

/// What the grammar allows next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expect {
    Value,
    /// After `[`: an element or `]`.
    FirstElement,
    /// After `,` in an array.
    Element,
    /// After `{`: a name or `}`.
    FirstKey,
    Key,
    Colon,
    /// After a value in a container.
    Step,
    /// Blanks only.
    End,
}

/// What kind of token was cut.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cut {
    None,
    /// In a string; the last byte was a backslash that escapes the next.
    String {
        escaped: bool,
    },
    Number,
    /// `null`, `true`, `false` or a byte order mark, of this many bytes.
    Word(usize),
}

/// Reads chunks into a sink that does not keep what it is given.
///
/// ```
/// use stele_json::{OwnedBuilder, Builder, ReadOptions, Stream};
/// let opts = ReadOptions::default();
/// let mut stream = Stream::new(&opts, OwnedBuilder(Builder::new(opts.duplicates)));
/// for chunk in [&b"{\"na"[..], b"me\": \"\\u00", b"e9\"}"] {
///     stream.feed(chunk)?;
/// }
/// assert_eq!(stream.finish()?.0.finish().to_string(), r#"{"name":"é"}"#);
/// # Ok::<(), stele_json::Error>(())
/// ```
pub struct Stream<S> {
    sink: S,
    opts: ReadOptions,
    many: bool,
    expect: Expect,
    outer: Vec<(usize, bool)>,
    count: usize,
    in_object: bool,
    watch: Option<KeyTracker>,
    scratch: Scratch,
    /// The beginning of a cut token.
    pending: Vec<u8>,
    cut: Cut,
    /// Bytes of all chunks before what is being read.
    base: usize,
    failed: Option<Error>,
}

impl<S: for<'c> Sink<'c>> Stream<S> {
    /// For one value.
    #[must_use]
    pub fn new(opts: &ReadOptions, sink: S) -> Self {
        Stream {
            sink,
            opts: opts.clone(),
            many: false,
            expect: Expect::Value,
            outer: Vec::new(),
            count: 0,
            in_object: false,
            watch: (opts.duplicates == Duplicates::Error).then(KeyTracker::default),
            scratch: Scratch::new(),
            pending: Vec::new(),
            cut: Cut::None,
            base: 0,
            failed: None,
        }
    }

    /// For any number of values one after another, with or without blanks between them.
    #[must_use]
    pub fn many(opts: &ReadOptions, sink: S) -> Self {
        Stream { many: true, ..Self::new(opts, sink) }
    }

    /// The sink.
    pub fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Open containers.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Bytes taken so far.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.base + self.pending.len()
    }

    /// Takes the next chunk.
    ///
    /// # Errors
    /// The first problem of the text so far, the same on every later call.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let result = self.take(chunk);
        if let Err(error) = result {
            self.failed = Some(error);
        }
        result
    }

    /// The end of the text.
    ///
    /// # Errors
    /// The first problem of the text.
    pub fn finish(mut self) -> Result<S, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let pending = std::mem::take(&mut self.pending);
        self.tokens(&pending, true)?;
        self.base += pending.len();
        let kind = match self.expect {
            Expect::End => return Ok(self.sink),
            Expect::Value if self.many && self.outer.is_empty() => return Ok(self.sink),
            Expect::Value | Expect::FirstElement | Expect::Element => ErrorKind::UnexpectedEnd,
            Expect::FirstKey | Expect::Key => ErrorKind::ExpectedKey,
            Expect::Colon => ErrorKind::ExpectedColon,
            Expect::Step if self.in_object => ErrorKind::ExpectedCommaOrBrace,
            Expect::Step => ErrorKind::ExpectedCommaOrBracket,
        };
        Err(Error::new(kind, self.base))
    }

    fn take(&mut self, chunk: &[u8]) -> Result<(), Error> {
        if chunk.len() > self.opts.max_bytes.saturating_sub(self.offset()) {
            return Err(Error::new(ErrorKind::ByteLimit, self.opts.max_bytes));
        }
        let mut rest = chunk;
        if self.cut != Cut::None {
            let Some(end) = self.token_end(chunk) else {
                self.pending.extend_from_slice(chunk);
                return Ok(());
            };
            self.pending.extend_from_slice(&chunk[..end]);
            rest = &chunk[end..];
            self.cut = Cut::None;
            let mut pending = std::mem::take(&mut self.pending);
            self.tokens(&pending, true)?;
            self.base += pending.len();
            pending.clear();
            self.pending = pending;
        }
        let used = self.tokens(rest, false)?;
        self.base += used;
        self.pending.extend_from_slice(&rest[used..]);
        Ok(())
    }

    /// Where the cut token ends in the next chunk, `None` when not there.
    fn token_end(&mut self, chunk: &[u8]) -> Option<usize> {
        match self.cut {
            Cut::None => Some(0),
            Cut::Number => chunk.iter().position(|byte| !is_number(*byte)),
            Cut::Word(len) => {
                let missing = len.saturating_sub(self.pending.len());
                (chunk.len() >= missing).then_some(missing)
            }
            Cut::String { escaped } => {
                let (end, escaped) = string_end(chunk, escaped);
                self.cut = Cut::String { escaped };
                end
            }
        }
    }

    /// Reads tokens; returns where a cut one begins. `complete`: the end of the bytes cuts nothing.
    fn tokens(&mut self, bytes: &[u8], complete: bool) -> Result<usize, Error> {
        let result = if self.opts.validate_strings {
            self.tokens_of(Checked(bytes), complete)
        } else {
            self.tokens_of(Unchecked(bytes), complete)
        };
        result.map_err(|error| Error::new(error.kind, error.offset + self.base))
    }

    fn tokens_of<'c, T: Source<'c>>(&mut self, source: T, complete: bool) -> Result<usize, Error> {
        let bytes = source.bytes();
        let mut lexer = Lexer::new(source);
        while let Some(byte) = lexer.next_byte() {
            let start = lexer.offset();
            if !complete && self.is_cut(bytes, start, byte) {
                return Ok(start);
            }
            self.token(&mut lexer, byte)?;
        }
        Ok(bytes.len())
    }

    /// Does the token here go on in the next chunk? Only looked for where a value or a name may begin.
    fn is_cut(&mut self, bytes: &[u8], start: usize, byte: u8) -> bool {
        let rest = &bytes[start..];
        let value = matches!(self.expect, Expect::Value | Expect::FirstElement | Expect::Element);
        let cut = match byte {
            b'"' if value || matches!(self.expect, Expect::Key | Expect::FirstKey) => {
                match string_end(&rest[1..], false) {
                    (Some(_), _) => Cut::None,
                    (None, escaped) => Cut::String { escaped },
                }
            }
            b'0'..=b'9' | b'-' if value && rest.iter().all(|byte| is_number(*byte)) => Cut::Number,
            b'n' | b't' if value && rest.len() < 4 => Cut::Word(4),
            b'f' if value && rest.len() < 5 => Cut::Word(5),
            0xEF if value && self.base + start == 0 && rest.len() < 3 => Cut::Word(3),
            _ => Cut::None,
        };
        self.cut = cut;
        cut != Cut::None
    }

    fn token<'c, T: Source<'c>>(&mut self, lexer: &mut Lexer<'c, T>, byte: u8) -> Result<(), Error> {
        match self.expect {
            Expect::Value => self.value(lexer, byte),
            Expect::FirstElement if byte == b']' => self.end(lexer),
            Expect::FirstElement | Expect::Element => {
                self.part(lexer.offset())?;
                self.value(lexer, byte)
            }
            Expect::FirstKey if byte == b'}' => self.end(lexer),
            Expect::FirstKey | Expect::Key => self.key(lexer),
            Expect::Colon => {
                lexer.colon()?;
                self.expect = Expect::Value;
                Ok(())
            }
            Expect::Step => match (byte, self.in_object) {
                (b',', true) => {
                    lexer.advance();
                    self.expect = Expect::Key;
                    Ok(())
                }
                (b',', false) => {
                    lexer.advance();
                    self.expect = Expect::Element;
                    Ok(())
                }
                (b'}', true) | (b']', false) => self.end(lexer),
                (_, true) => lexer.fail(ErrorKind::ExpectedCommaOrBrace),
                (_, false) => lexer.fail(ErrorKind::ExpectedCommaOrBracket),
            },
            Expect::End => lexer.fail(ErrorKind::TrailingData),
        }
    }

    fn value<'c, T: Source<'c>>(&mut self, lexer: &mut Lexer<'c, T>, byte: u8) -> Result<(), Error> {
        let start = lexer.offset();
        let done = match byte {
            b'"' => {
                let string = if S::RAW { lexer.raw_string()? } else { lexer.string(&mut self.scratch)? };
                self.sink.string(string)
            }
            b'0'..=b'9' | b'-' => {
                let numeral = lexer.number()?;
                let numeral = accepted(numeral, lexer.offset() - start, &self.opts)?;
                self.sink.number(&numeral)
            }
            b'{' | b'[' => return self.begin(lexer, byte == b'{'),
            b't' | b'f' => {
                let value = lexer.bool()?;
                self.sink.bool(value)
            }
            b'n' => {
                lexer.null()?;
                self.sink.null()
            }
            0xEF if self.base > 0 => return lexer.fail(ErrorKind::ExpectedValue),
            _ => return lexer.fail_value(),
        };
        done.map_err(|kind| Error::new(kind, start))?;
        self.after_value();
        Ok(())
    }

    fn after_value(&mut self) {
        self.expect = match (self.outer.is_empty(), self.many) {
            (false, _) => Expect::Step,
            (true, true) => Expect::Value,
            (true, false) => Expect::End,
        };
    }

    fn begin<'c, T: Source<'c>>(&mut self, lexer: &mut Lexer<'c, T>, object: bool) -> Result<(), Error> {
        if self.outer.len() >= self.opts.max_depth {
            return lexer.fail(ErrorKind::DepthLimit);
        }
        self.outer.push((self.count, self.in_object));
        self.count = 0;
        self.in_object = object;
        let done = if object {
            self.expect = Expect::FirstKey;
            if let Some(watch) = &mut self.watch {
                watch.open();
            }
            self.sink.begin_object()
        } else {
            self.expect = Expect::FirstElement;
            self.sink.begin_array()
        };
        done.map_err(|kind| Error::new(kind, lexer.offset()))?;
        lexer.advance();
        Ok(())
    }

    fn end<'c, T: Source<'c>>(&mut self, lexer: &mut Lexer<'c, T>) -> Result<(), Error> {
        let done = if self.in_object {
            if let Some(watch) = &mut self.watch {
                watch.close();
            }
            self.sink.end_object()
        } else {
            self.sink.end_array()
        };
        done.map_err(|kind| Error::new(kind, lexer.offset()))?;
        lexer.advance();
        (self.count, self.in_object) = self.outer.pop().unwrap_or_default();
        self.after_value();
        Ok(())
    }

    fn part(&mut self, start: usize) -> Result<(), Error> {
        if self.count >= self.opts.max_members {
            return Err(Error::new(ErrorKind::MemberLimit, start));
        }
        self.count += 1;
        Ok(())
    }

    fn key<'c, T: Source<'c>>(&mut self, lexer: &mut Lexer<'c, T>) -> Result<(), Error> {
        lexer.key_start()?;
        let start = lexer.offset();
        self.part(start)?;
        let key = if S::RAW { lexer.raw_string()? } else { lexer.string(&mut self.scratch)? };
        if let Some(watch) = &mut self.watch
            && !watch.key(key.as_bytes(), S::RAW)
        {
            return Err(Error::new(ErrorKind::DuplicateKey, start));
        }
        self.sink.key(key).map_err(|kind| Error::new(kind, start))?;
        self.expect = Expect::Colon;
        Ok(())
    }
}

fn is_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

/// The offset behind the closing quote, or whether the next byte is escaped. A control character, which no string may
/// hold, ends it too: the lexer says so.
fn string_end(bytes: &[u8], escaped: bool) -> (Option<usize>, bool) {
    let mut pos = usize::from(escaped && !bytes.is_empty());
    let still_escaped = escaped && bytes.is_empty();
    loop {
        pos = find_special(bytes, pos);
        match bytes.get(pos) {
            None => return (None, still_escaped),
            Some(b'\\') if pos + 1 == bytes.len() => return (None, true),
            Some(b'\\') => pos += 2,
            Some(_) => return (Some(pos + 1), false),
        }
    }
}
