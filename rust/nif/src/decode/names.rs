//! The builder that keeps member names only: for checking a text with `duplicate_keys: :error`
//! without making its terms.

use super::Builder;
use super::number::Number;
use crate::error::ErrorKind;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Numbers the names of a document; a value is `0`.
#[derive(Default)]
pub struct Names {
    known: HashMap<Vec<u8>, u32>,
}

impl Builder for Names {
    type Term = u32;

    fn null(&mut self) -> u32 {
        0
    }
    fn boolean(&mut self, _: bool) -> u32 {
        0
    }
    fn number(&mut self, _: Number) -> u32 {
        0
    }
    fn string(&mut self, _: usize, _: usize) -> u32 {
        0
    }
    fn string_unescaped(&mut self, _: &[u8]) -> u32 {
        0
    }
    fn key(&mut self, text: &[u8], _: Option<(usize, usize)>) -> Result<u32, ErrorKind> {
        if let Some(number) = self.known.get(text) {
            return Ok(*number);
        }
        let number = self.known.len() as u32;
        self.known.insert(text.to_vec(), number);
        Ok(number)
    }
    fn list(&mut self, _: &[u32]) -> u32 {
        0
    }
    fn map(&mut self, keys: &[u32], _: &[u32]) -> Option<u32> {
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        let unique = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        unique.then_some(0)
    }
    fn pairs(&mut self, _: &[u32], _: &[u32]) -> u32 {
        0
    }
    fn compare(&self, a: &u32, b: &u32) -> Ordering {
        a.cmp(b)
    }
}
