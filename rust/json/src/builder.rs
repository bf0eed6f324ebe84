//! Events -> value. The sink behind `from_slice`, also of use to whoever makes trees from events of another format.
//!
//! Finished values wait on two stacks, elements on one, members on the other; the end of a container takes its own
//! off the top into a vector of exactly their number. One allocation per container, none for what it borrows.

use crate::array::Array;
use crate::dedup;
use crate::error::ErrorKind;
use crate::number::Numeral;
use crate::number_value::Number;
use crate::object::{Member, Object};
use crate::options::Duplicates;
use crate::sink::Sink;
use crate::source::Str;
use crate::text::Text;
use crate::value::Value;

/// Makes a value from events that come in the order of a text. A string that is not UTF-8 (`validate_strings: false`)
/// is refused.
#[derive(Debug)]
pub struct Builder<'a> {
    values: Vec<Value<'a>>,
    members: Vec<Member<'a>>,
    open: Vec<Frame>,
    /// Values belong to the last member, not to `values`.
    in_object: bool,
    duplicates: Duplicates,
}

#[derive(Debug)]
struct Frame {
    /// First element or member of this container on its stack.
    start: usize,
    /// What `in_object` was outside.
    in_object: bool,
}

impl<'a> Builder<'a> {
    /// A builder with this policy for equal names; `Error` is the reader's task and means `Keep` here.
    #[must_use]
    pub fn new(duplicates: Duplicates) -> Self {
        Builder { values: Vec::new(), members: Vec::new(), open: Vec::new(), in_object: false, duplicates }
    }

    pub(crate) fn keeping_all() -> Self {
        Self::new(Duplicates::Keep)
    }

    /// Adds a finished value.
    #[inline(always)]
    pub fn add(&mut self, value: Value<'a>) {
        self.put(|| value);
    }

    /// Adds a value, made when there is room for it. A value that existed while the vector grows would have to be
    /// dropped if that panics, so it would lie in memory: stored in parts, then loaded as a whole, for which processors
    /// wait (docs/decisions/106).
    #[inline(always)]
    fn put(&mut self, make: impl FnOnce() -> Value<'a>) {
        if !self.in_object {
            self.values.extend(std::iter::once_with(make));
        } else if let Some(member) = self.members.last_mut() {
            // it is null and needs no drop
            std::mem::forget(std::mem::replace(&mut member.value, make()));
        }
    }

    #[inline(always)]
    fn put_key(&mut self, make: impl FnOnce() -> Text<'a>) {
        self.members.extend(std::iter::once_with(|| Member { key: make(), value: Value::Null }));
    }

    /// Begins an array.
    #[inline]
    pub fn open_array(&mut self) {
        self.open.push(Frame { start: self.values.len(), in_object: self.in_object });
        self.in_object = false;
    }

    /// Ends the innermost container, an array.
    #[inline]
    pub fn close_array(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        let elements = take_from(&mut self.values, frame.start);
        self.in_object = frame.in_object;
        self.add(Value::Array(Array::from(elements)));
    }

    /// Begins an object.
    #[inline]
    pub fn open_object(&mut self) {
        self.open.push(Frame { start: self.members.len(), in_object: self.in_object });
        self.in_object = true;
    }

    /// Names the member whose value comes next.
    #[inline(always)]
    pub fn add_key(&mut self, key: Text<'a>) {
        self.put_key(|| key);
    }

    /// Ends the innermost container, an object.
    #[inline]
    pub fn close_object(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        let mut members = take_from(&mut self.members, frame.start);
        match self.duplicates {
            Duplicates::Last if dedup::has_duplicates(&members) => dedup::keep_last(&mut members),
            Duplicates::First if dedup::has_duplicates(&members) => dedup::keep_first(&mut members),
            _ => {}
        }
        self.in_object = frame.in_object;
        self.add(Value::Object(Object::from_members(members)));
    }

    #[inline(never)]
    fn add_owned(&mut self, string: Str<'_, '_>) -> Result<(), ErrorKind> {
        self.add(Value::String(owned(string)?));
        Ok(())
    }

    #[inline(never)]
    fn add_owned_key(&mut self, key: Str<'_, '_>) -> Result<(), ErrorKind> {
        self.add_key(owned(key)?);
        Ok(())
    }

    /// Open containers.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// A finished value at the top, if there is one; the builder may go on with the next.
    pub fn take(&mut self) -> Option<Value<'a>> {
        if self.open.is_empty() { self.values.pop() } else { None }
    }

    /// The value; `null` when there was none.
    #[must_use]
    pub fn finish(mut self) -> Value<'a> {
        self.take().unwrap_or_default()
    }
}

/// The top of a stack in a vector of its own, of exactly its length.
#[inline(always)]
fn take_from<T>(stack: &mut Vec<T>, start: usize) -> Vec<T> {
    if start > 0 {
        return stack.split_off(start.min(stack.len()));
    }
    // at 0 `split_off` would hand out the stack itself with all its room
    let mut all = Vec::with_capacity(stack.len());
    all.append(stack);
    all
}

impl<'a> Sink<'a> for Builder<'a> {
    #[inline(always)]
    fn null(&mut self) -> Result<(), ErrorKind> {
        self.put(|| Value::Null);
        Ok(())
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind> {
        self.put(|| Value::Bool(value));
        Ok(())
    }
    #[inline(always)]
    fn number(&mut self, numeral: &Numeral<'a>) -> Result<(), ErrorKind> {
        let lexeme = numeral.lexeme();
        self.put(|| Value::Number(Number::from_lexeme_unchecked(Text::borrowed(lexeme))));
        Ok(())
    }
    #[inline(always)]
    fn string(&mut self, string: Str<'a, '_>) -> Result<(), ErrorKind> {
        match string {
            Str::Input(text, _) => self.put(|| Value::String(Text::borrowed(text))),
            other => return self.add_owned(other),
        }
        Ok(())
    }
    #[inline]
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        self.open_array();
        Ok(())
    }
    #[inline]
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        self.close_array();
        Ok(())
    }
    #[inline]
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        self.open_object();
        Ok(())
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'a, '_>) -> Result<(), ErrorKind> {
        match key {
            Str::Input(text, _) => self.put_key(|| Text::borrowed(text)),
            other => return self.add_owned_key(other),
        }
        Ok(())
    }
    #[inline]
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        self.close_object();
        Ok(())
    }
}

/// Values are text: bytes that nobody has checked are checked here.
fn owned<'a>(string: Str<'_, '_>) -> Result<Text<'a>, ErrorKind> {
    string.as_str().map(|text| Box::<str>::from(text).into()).ok_or(ErrorKind::InvalidUtf8)
}

/// A [`Builder`] for text that does not stay, such as chunks: everything is copied.
#[derive(Debug)]
pub struct OwnedBuilder(pub Builder<'static>);

impl<'c> Sink<'c> for OwnedBuilder {
    fn null(&mut self) -> Result<(), ErrorKind> {
        self.0.null()
    }
    fn bool(&mut self, value: bool) -> Result<(), ErrorKind> {
        self.0.bool(value)
    }
    fn number(&mut self, numeral: &Numeral<'c>) -> Result<(), ErrorKind> {
        let lexeme = Box::<str>::from(numeral.lexeme());
        self.0.add(Value::Number(Number::from_lexeme_unchecked(lexeme)));
        Ok(())
    }
    fn string(&mut self, string: Str<'c, '_>) -> Result<(), ErrorKind> {
        self.0.add(Value::String(owned(string)?));
        Ok(())
    }
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        self.0.begin_array()
    }
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        self.0.end_array()
    }
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        self.0.begin_object()
    }
    fn key(&mut self, key: Str<'c, '_>) -> Result<(), ErrorKind> {
        self.0.add_key(owned(key)?);
        Ok(())
    }
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        self.0.end_object()
    }
}
