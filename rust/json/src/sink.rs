//! What takes the events of a text: the trait, and the sink that wants nothing.

use crate::error::ErrorKind;
use crate::number::Numeral;
use crate::source::Str;

/// Takes the events of a text in their order. An `Err` stops the reader, which adds the offset of the token:
/// [`ErrorKind::Aborted`], or a kind of the reader's own that fits.
///
/// Strings and numerals borrow from the input (`'a`) where they can; see [`Str`].
pub trait Sink<'a> {
    /// `true`: strings and names are checked but come as they are written, escapes included.
    const RAW: bool = false;

    /// `null`
    fn null(&mut self) -> Result<(), ErrorKind>;
    /// `true`, `false`
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind>;
    /// A number.
    fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind>;
    /// A string.
    fn string(&mut self, string: Str<'a, '_>) -> Result<(), ErrorKind>;
    /// `[`
    fn begin_array(&mut self) -> Result<(), ErrorKind>;
    /// `]`
    fn end_array(&mut self) -> Result<(), ErrorKind>;
    /// `{`
    fn begin_object(&mut self) -> Result<(), ErrorKind>;
    /// The name of the member whose value follows.
    fn key(&mut self, key: Str<'a, '_>) -> Result<(), ErrorKind>;
    /// `}`
    fn end_object(&mut self) -> Result<(), ErrorKind>;
}

/// A sink that wants nothing: checks the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl<'a> Sink<'a> for Ignore {
    const RAW: bool = true;
    #[inline(always)]
    fn null(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn bool(&mut self, _: bool) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn number(&mut self, _: &Numeral<'a>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn string(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn key(&mut self, _: Str<'a, '_>) -> Result<(), ErrorKind> {
        Ok(())
    }
    #[inline(always)]
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
}
