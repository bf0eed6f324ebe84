//! The builder that writes the external term format, of which the VM then makes all terms at
//! once. For documents that repeat little this beats one call per term: no term is held, no
//! vector grows, and the VM allocates once (docs/decisions/202).
//!
//! Counts stand before the items in that format, so each container's count is filled in when
//! it closes. A repeated key makes the VM refuse the whole; the caller then reads again with
//! the other builder.

use super::Builder;
use super::number::{self, Number};
use crate::error::ErrorKind;
use std::cmp::Ordering;

pub(super) const VERSION: u8 = 131;
pub(super) const NEW_FLOAT: u8 = 70;
pub(super) const SMALL_INTEGER: u8 = 97;
pub(super) const INTEGER: u8 = 98;
pub(super) const NIL: u8 = 106;
pub(super) const LIST: u8 = 108;
pub(super) const BINARY: u8 = 109;
pub(super) const SMALL_BIG: u8 = 110;
const LARGE_BIG: u8 = 111;
pub(super) const MAP: u8 = 116;
pub(super) const NIL_ATOM: &[u8] = b"\x77\x03nil";
pub(super) const TRUE_ATOM: &[u8] = b"\x77\x04true";
pub(super) const FALSE_ATOM: &[u8] = b"\x77\x05false";

/// Strings up to this length are copied with what follows them, which is then cut off.
const SHORT: usize = 32;

/// See above.
pub struct Etf<'i> {
    input: &'i [u8],
    out: Vec<u8>,
    /// Where the tags of the open containers stand.
    open: Vec<usize>,
    /// Strings of this length are left to the other builder.
    share_from: usize,
    /// Whether such a string was met.
    pub gave_up: bool,
}

impl<'i> Etf<'i> {
    /// A writer for values of `input`; strings of at least `share_from` bytes make it give up.
    pub fn new(input: &'i [u8], share_from: usize) -> Self {
        let mut out = Vec::with_capacity(input.len() * 2 + 64);
        out.push(VERSION);
        Etf { input, out, open: Vec::with_capacity(16), share_from, gave_up: false }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    #[inline(always)]
    fn binary(&mut self, text: &[u8]) {
        let len = (text.len() as u32).to_be_bytes();
        self.out.extend_from_slice(&[BINARY, len[0], len[1], len[2], len[3]]);
        self.out.extend_from_slice(text);
    }

    fn big(&mut self, negative: bool, magnitude: &[u8]) {
        match u8::try_from(magnitude.len()) {
            Ok(len) => self.out.extend_from_slice(&[SMALL_BIG, len, negative as u8]),
            Err(_) => {
                self.out.push(LARGE_BIG);
                self.out.extend_from_slice(&(magnitude.len() as u32).to_be_bytes());
                self.out.push(negative as u8);
            }
        }
        self.out.extend_from_slice(magnitude);
    }

    #[inline(always)]
    fn close(&mut self, tag: u8, count: usize) {
        let at = self.open.pop().unwrap_or(1);
        self.out[at] = tag;
        self.out[at + 1..at + 5].copy_from_slice(&(count as u32).to_be_bytes());
    }
}

impl Builder for Etf<'_> {
    type Term = ();
    const KEYS: bool = false;

    #[inline(always)]
    fn null(&mut self) {
        self.out.extend_from_slice(NIL_ATOM);
    }

    #[inline(always)]
    fn boolean(&mut self, value: bool) {
        self.out.extend_from_slice(if value { TRUE_ATOM } else { FALSE_ATOM });
    }

    #[inline(always)]
    fn number(&mut self, number: Number) {
        match number {
            Number::Signed(value) => match (u8::try_from(value), i32::try_from(value)) {
                (Ok(byte), _) => self.out.extend_from_slice(&[SMALL_INTEGER, byte]),
                (_, Ok(word)) => {
                    self.out.push(INTEGER);
                    self.out.extend_from_slice(&word.to_be_bytes());
                }
                _ => self.big(value < 0, &value.unsigned_abs().to_le_bytes()),
            },
            Number::Unsigned(value) => self.big(false, &value.to_le_bytes()),
            Number::Float(value) => {
                self.out.push(NEW_FLOAT);
                self.out.extend_from_slice(&value.to_be_bytes());
            }
            Number::Big { negative, start, end } => {
                let digits = self.input[start..end].iter().copied();
                let magnitude = number::to_bytes(digits);
                self.big(negative, &magnitude);
            }
            // decimals are not asked of this builder
            Number::Decimal { .. } => self.gave_up = true,
        }
    }

    #[inline(always)]
    fn string(&mut self, start: usize, end: usize) {
        self.gave_up |= end - start >= self.share_from;
        let input = self.input;
        let len = end - start;
        // most strings are short: a copy of fixed size is a few instructions
        if len <= SHORT
            && let Some(window) = input[start..].first_chunk::<SHORT>()
        {
            self.out.extend_from_slice(&[BINARY, 0, 0, 0, len as u8]);
            let after = self.out.len() + len;
            self.out.extend_from_slice(window);
            self.out.truncate(after);
        } else {
            self.binary(&input[start..end]);
        }
    }

    fn string_unescaped(&mut self, text: &[u8]) {
        self.binary(text);
    }

    fn key(&mut self, _: &[u8], _: Option<(usize, usize)>) -> Result<(), ErrorKind> {
        Ok(())
    }

    #[inline(always)]
    fn open(&mut self) {
        self.open.push(self.out.len());
        self.out.extend_from_slice(&[0; 5]);
    }

    #[inline(always)]
    fn list(&mut self, items: &[()]) {
        if items.is_empty() {
            let at = self.open.pop().unwrap_or(1);
            self.out.truncate(at);
        } else {
            self.close(LIST, items.len());
        }
        self.out.push(NIL);
    }

    #[inline(always)]
    fn map(&mut self, _: &[()], values: &[()]) -> Option<()> {
        self.close(MAP, values.len());
        Some(())
    }

    fn pairs(&mut self, _: &[()], _: &[()]) {
        self.gave_up = true;
    }

    fn compare(&self, _: &(), _: &()) -> Ordering {
        Ordering::Less
    }
}
