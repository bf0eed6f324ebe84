//! What a walk keeps between two stops: output, options and what it has learnt of keys and
//! structs. Nothing here is a term of a process, so it may wait in a resource.

use super::keys::Keys;
use super::kinds::Kinds;
use super::reindent::{Layout, reindent};
use super::strings::{self, End, InvalidUtf8};
use crate::compress::Compressor;
use crate::options::{EncodeOptions, Escape};
use rustler::{Atom, NewBinary, OwnedBinary, Term};
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Why a term cannot be written.
pub enum Failure<'a> {
    /// More nested containers than this limit.
    Depth(u32),
    /// More bytes than this limit.
    Bytes(u64),
    /// Two keys of the same text.
    Duplicate(Vec<u8>),
    /// Not UTF-8, from this offset on.
    Utf8(Term<'a>, usize),
    /// A key without text.
    MapKey(Term<'a>),
    /// A list that does not end in `[]`.
    ImproperList,
    /// A derived struct that lacks one of its fields.
    Field(Term<'a>),
    /// The compressor failed.
    Gzip,
}

struct Described {
    module: Atom,
    fields: Vec<(Atom, Range<usize>)>,
    omit_nil: bool,
}

/// Chunks of this size leave the buffer when the result may be a list.
pub const CHUNK: usize = 64 * 1024;
/// The first block of a long text.
const FIRST_WHOLE: usize = 4 * CHUNK;
/// No more than this is asked for because the text before was so long.
const MAX_WHOLE: usize = 64 * 1024 * 1024;
/// The compressor is always fed so many bytes at once, whatever the scheduler, so that its
/// output depends on the text alone.
const GZIP_BLOCK: usize = 4 * 1024;
/// Buffers up to this size serve the next call on the same thread.
const SPARE: usize = 2 * CHUNK;

/// See above.
pub struct State {
    /// Text not handed on yet.
    pub out: Vec<u8>,
    /// Options of the call.
    pub options: EncodeOptions,
    /// Whether strings of plain ASCII are written as they are.
    plain: bool,
    /// Member names met.
    pub keys: Keys,
    /// What values were met where.
    pub kinds: Box<Kinds>,
    /// Names of the fields of structs.
    texts: Vec<u8>,
    layouts: Vec<Described>,
    last_layout: usize,
    chunks: Vec<OwnedBinary>,
    /// The text so far, where it is long: `out` is the end of it.
    whole: Option<OwnedBinary>,
    whole_len: usize,
    compressor: Option<Compressor>,
    flushed: u64,
    failed: bool,
    /// Slices that were not enough.
    pub slices: u32,
    /// Whether the walk is to leave the normal scheduler.
    pub leaves: bool,
}

/// Length of the long text that was written last: a state does not stay on one thread.
static LAST_LEN: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The state that ended last on this thread: its buffers and tables serve the next call.
    static SPARE_STATE: Cell<Option<Box<State>>> = const { Cell::new(None) };
}

impl State {
    /// A state for a new call, that of an earlier one where there is one.
    pub fn take(options: EncodeOptions) -> Box<State> {
        let Some(mut state) = SPARE_STATE.take() else {
            return Box::new(State::new(options));
        };
        state.compressor = options.compress.map(Compressor::new);
        state.plain = options.escape != Escape::HtmlSafe;
        state.options = options;
        state
    }

    /// Keeps the state for the next call, unless its buffers have become large.
    pub fn give_back(mut self: Box<Self>) {
        if self.out.capacity() > SPARE || self.texts.capacity() > SPARE {
            return;
        }
        self.out.clear();
        self.texts.clear();
        self.layouts.clear();
        self.last_layout = 0;
        self.chunks = Vec::new();
        self.whole = None;
        self.whole_len = 0;
        self.compressor = None;
        self.flushed = 0;
        self.failed = false;
        self.slices = 0;
        self.leaves = false;
        SPARE_STATE.set(Some(self));
    }

    /// Nothing written yet.
    pub fn new(options: EncodeOptions) -> Self {
        let compressor = options.compress.map(Compressor::new);
        State {
            out: Vec::with_capacity(256),
            plain: options.escape != Escape::HtmlSafe,
            options,
            keys: Keys::new(),
            kinds: Box::default(),
            texts: Vec::new(),
            layouts: Vec::new(),
            last_layout: 0,
            chunks: Vec::new(),
            whole: None,
            whole_len: 0,
            compressor,
            flushed: 0,
            failed: false,
            slices: 0,
            leaves: false,
        }
    }

    /// Starts a line at this depth of the term (pretty layout only).
    #[inline(never)]
    pub fn line(&mut self, depth: usize) {
        if let Some(pretty) = &self.options.pretty {
            self.out.extend_from_slice(&pretty.line_separator);
            for _ in 0..depth {
                self.out.extend_from_slice(&pretty.indent);
            }
        }
    }

    /// What follows a colon.
    #[inline(always)]
    pub fn after_colon(&mut self) {
        if let Some(pretty) = &self.options.pretty {
            self.out.extend_from_slice(&pretty.after_colon);
        }
    }

    /// A string without quotes.
    #[inline(always)]
    pub fn escaped(&mut self, text: &[u8]) -> Result<(), InvalidUtf8> {
        let start = self.out.len();
        let written = strings::escape(&mut self.out, text, self.options.escape, self.options.upper_hex);
        match written {
            Ok(()) => Ok(()),
            Err(at) => self.repaired(text, start, at),
        }
    }

    /// Text that is no UTF-8: refused, or written with U+FFFD for what is none.
    #[cold]
    #[inline(never)]
    fn repaired(&mut self, text: &[u8], start: usize, at: InvalidUtf8) -> Result<(), InvalidUtf8> {
        if !self.options.force_utf8 {
            return Err(at);
        }
        self.out.truncate(start);
        let text = String::from_utf8_lossy(text);
        strings::escape(&mut self.out, text.as_bytes(), self.options.escape, self.options.upper_hex)
    }

    /// A string.
    #[inline(always)]
    pub fn quoted(&mut self, text: &[u8]) -> Result<(), InvalidUtf8> {
        if self.plain && strings::plain(&mut self.out, text, End::Value) {
            return Ok(());
        }
        self.quoted_slow(text)
    }

    #[inline(never)]
    fn quoted_slow(&mut self, text: &[u8]) -> Result<(), InvalidUtf8> {
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        self.escaped(text)?;
        self.out.push(b'"');
        Ok(())
    }

    /// A member name with its colon.
    #[inline(always)]
    pub fn key_text(&mut self, text: &[u8]) -> Result<(), InvalidUtf8> {
        if !(self.plain && strings::plain(&mut self.out, text, End::Name)) {
            self.quoted_slow(text)?;
            self.out.push(b':');
        }
        self.after_colon();
        Ok(())
    }

    /// Remembers the member name that has been written from `from` on.
    pub fn learn_key(&mut self, slot: usize, from: usize, atom: bool) {
        self.keys.learn(slot, &self.out[from..], atom);
    }

    /// Takes back what was written from this place on, if it is still here.
    pub fn rewind(&mut self, written: u64) -> bool {
        match written.checked_sub(self.flushed) {
            Some(len) => {
                self.out.truncate(len as usize);
                true
            }
            None => false,
        }
    }

    /// The number under which the fields of this struct are known.
    #[inline(always)]
    pub fn layout_of(&mut self, module: Atom) -> Option<usize> {
        if self.layouts.get(self.last_layout).is_some_and(|known| known.module == module) {
            return Some(self.last_layout);
        }
        let found = self.layouts.iter().position(|known| known.module == module)?;
        self.last_layout = found;
        Some(found)
    }

    /// Remembers the fields of a struct.
    pub fn learn_layout(
        &mut self,
        module: Atom,
        mut fields: Vec<(Atom, Vec<u8>)>,
        omit_nil: bool,
    ) -> Result<(), InvalidUtf8> {
        if self.options.sort_keys {
            fields.sort_by(|a, b| a.1.cmp(&b.1));
        }
        let mut described = Vec::with_capacity(fields.len());
        let start = self.out.len();
        for (field, name) in fields {
            self.key_text(&name)?;
            let from = self.texts.len();
            self.texts.extend_from_slice(&self.out[start..]);
            self.out.truncate(start);
            described.push((field, from..self.texts.len()));
        }
        self.layouts.push(Described { module, fields: described, omit_nil });
        Ok(())
    }

    /// Field number `at` of a struct, and whether it is left out where it is `nil`.
    #[inline(always)]
    pub fn field(&self, layout: usize, at: usize) -> Option<(Atom, bool)> {
        let described = self.layouts.get(layout)?;
        described.fields.get(at).map(|(field, _)| (*field, described.omit_nil))
    }

    /// Writes the name of a field with its colon.
    #[inline(always)]
    pub fn field_name(&mut self, layout: usize, at: usize) {
        let text = self.layouts[layout].fields[at].1.clone();
        self.out.extend_from_slice(&self.texts[text]);
    }

    /// JSON text as it is, or laid out anew at this depth.
    pub fn raw(&mut self, text: &[u8], depth: usize) {
        match &self.options.pretty {
            None => self.out.extend_from_slice(text),
            Some(pretty) => {
                let layout = Layout { pretty: Some(pretty), depth, separator: b" " };
                reindent(&mut self.out, text, &layout);
            }
        }
    }

    /// Hands on what fills a chunk or a block of the compressor.
    pub fn flush(&mut self) {
        if self.compressor.is_some() {
            self.compress(false);
        } else if self.options.chunks && self.out.len() >= CHUNK {
            self.flushed += self.out.len() as u64;
            for part in self.out.chunks(CHUNK) {
                self.chunks.extend(owned(part));
            }
            self.out.clear();
        } else if self.out.len() >= CHUNK {
            self.flushed += self.out.len() as u64;
            self.append();
        }
    }

    /// Moves the end of a long text to its place: a buffer that stays in the cache, and one large
    /// block instead of two.
    #[inline(never)]
    fn append(&mut self) {
        let len = self.whole_len + self.out.len();
        let whole = match &mut self.whole {
            Some(whole) => whole,
            // the VM keeps freed blocks, and has one of this size when texts resemble one another
            None => match OwnedBinary::new(first_whole().max(len)) {
                Some(binary) => self.whole.insert(binary),
                None => return,
            },
        };
        if whole.len() < len {
            // the VM gives back less than a fifth of a block only by copying it
            whole.realloc_or_copy(len + len / 16 + CHUNK);
        }
        whole.as_mut_slice()[self.whole_len..len].copy_from_slice(&self.out);
        self.whole_len = len;
        self.out.clear();
    }

    fn compress(&mut self, all: bool) {
        let Some(compressor) = &mut self.compressor else {
            return;
        };
        if !compressor.takes_blocks() {
            return;
        }
        let len = if all { self.out.len() } else { self.out.len() / GZIP_BLOCK * GZIP_BLOCK };
        if len == 0 {
            return;
        }
        for block in self.out[..len].chunks(GZIP_BLOCK) {
            self.failed |= !compressor.write(block);
        }
        self.flushed += len as u64;
        self.out.drain(..len);
    }

    /// Whether the limit on bytes is kept so far.
    pub fn check_bytes<'a>(&self) -> Result<(), Failure<'a>> {
        let limit = self.options.max_bytes;
        if limit != 0 && self.flushed + self.out.len() as u64 > limit {
            return Err(Failure::Bytes(limit));
        }
        Ok(())
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.flushed + self.out.len() as u64
    }

    /// The result: a binary, or a list of binaries.
    pub fn finish<'a>(&mut self, env: rustler::Env<'a>) -> Result<Term<'a>, Failure<'a>> {
        self.check_bytes()?;
        self.compress(true);
        if let Some(compressor) = self.compressor.take() {
            match compressor.finish(&self.out) {
                Some(bytes) if !self.failed => self.out = bytes,
                _ => return Err(Failure::Gzip),
            }
        }
        let large = self.out.len() > CHUNK || !self.chunks.is_empty();
        if self.options.chunks && large {
            for part in self.out.chunks(CHUNK) {
                self.chunks.extend(owned(part));
            }
            let parts: Vec<Term<'a>> =
                self.chunks.drain(..).map(|part| part.release(env).to_term(env)).collect();
            return Ok(rustler::Encoder::encode(&parts, env));
        }
        if self.whole.is_some() {
            self.append();
            if let Some(mut whole) = self.whole.take() {
                LAST_LEN.store(self.whole_len.min(MAX_WHOLE), Relaxed);
                // a block of another thread is copied even where its size stays
                if whole.len() != self.whole_len {
                    whole.realloc_or_copy(self.whole_len);
                }
                return Ok(whole.release(env).to_term(env));
            }
        }
        let mut binary = NewBinary::new(env, self.out.len());
        binary.as_mut_slice().copy_from_slice(&self.out);
        Ok(binary.into())
    }
}

/// The size of the first block: what the last long text had, since giving back the rest of a block
/// copies it.
fn first_whole() -> usize {
    let last = LAST_LEN.load(Relaxed);
    if last < 2 * CHUNK { FIRST_WHOLE } else { last }
}

fn owned(part: &[u8]) -> Option<OwnedBinary> {
    let mut binary = OwnedBinary::new(part.len())?;
    binary.as_mut_slice().copy_from_slice(part);
    Some(binary)
}
