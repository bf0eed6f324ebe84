//! The builder that builds nothing: for checking whether a text is JSON.

use super::Builder;
use super::number::Number;
use crate::error::ErrorKind;
use std::cmp::Ordering;

/// See above.
pub struct Nothing;

impl Builder for Nothing {
    type Term = ();
    const KEYS: bool = false;

    fn null(&mut self) {}
    fn boolean(&mut self, _: bool) {}
    fn number(&mut self, _: Number) {}
    fn string(&mut self, _: usize, _: usize) {}
    fn string_unescaped(&mut self, _: &[u8]) {}
    fn key(&mut self, _: &[u8], _: Option<(usize, usize)>) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn list(&mut self, _: &[()]) {}
    fn map(&mut self, _: &[()], _: &[()]) -> Option<()> {
        Some(())
    }
    fn pairs(&mut self, _: &[()], _: &[()]) {}
    fn compare(&self, _: &(), _: &()) -> Ordering {
        Ordering::Less
    }
}
