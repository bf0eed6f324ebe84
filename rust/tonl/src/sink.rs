//! Where the reader's events go: a tree, JSON text, or nowhere.
//!
//! The reader calls a [`Sink`] in document order and never waits for the end of a block, so text can leave before the
//! next line is read. What a sink cannot take in that order (a name for the second time, an element out of turn, a
//! member beside a `root` already written) it answers with [`Stop::Slow`]: the caller then goes by way of a tree.

use std::borrow::Cow;
use std::collections::HashSet;

use stele_json::{Escape, Member, Number, Object, Text, Value, write_string};

use crate::cells::Scalar;
use crate::error::{Code, Error};
use crate::number;
use crate::options::NonFinite;

/// Why the reader stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The sink needs the whole tree first.
    Slow(&'static str),
    Error(Error),
}

impl From<Error> for Stop {
    #[cold]
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

/// Receives a document as events. The document itself is an object that is unwrapped when `root` is its only member.
pub(crate) trait Sink<'t> {
    /// A column name, made ready once per table.
    type Column;

    fn column(&self, name: Cow<'t, str>) -> Self::Column;
    fn begin_object(&mut self, members: usize) -> Result<(), Stop>;
    fn end_object(&mut self) -> Result<(), Stop>;
    fn begin_array(&mut self) -> Result<(), Stop>;
    fn end_array(&mut self) -> Result<(), Stop>;
    /// The name of the next value; true when the open object has it already. The last value wins.
    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop>;
    /// As `key`, for a name the reader knows to be new in this object.
    fn column_key(&mut self, column: &Self::Column) -> Result<(), Stop>;
    fn scalar(&mut self, scalar: Scalar<'t>) -> Result<(), Stop>;
    /// The next value replaces the element of this index.
    fn overwrite(&mut self, index: usize) -> Result<(), Stop>;

    /// Forgets objects that a line with an error left open, down to this many.
    fn rewind(&mut self, _open: usize) {}
}

/// Up to this many names are compared one by one.
const FEW: usize = 16;

/// Builds a [`Value`] whose strings borrow from the text.
#[derive(Default)]
pub(crate) struct TreeSink<'a> {
    members: Vec<Member<'a>>,
    elements: Vec<Value<'a>>,
    scopes: Vec<Scope<'a>>,
    /// Name of the next value.
    key: Text<'a>,
    /// Element that the next value replaces.
    target: Option<usize>,
    document: Value<'a>,
}

struct Scope<'a> {
    is_object: bool,
    /// Where its members or elements begin.
    first: usize,
    key: Text<'a>,
    target: Option<usize>,
    /// Every name so far was above the one before, as in canonical text: then none can be double.
    ascending: bool,
    doubled: bool,
    names: Option<Box<HashSet<Text<'a>>>>,
}

impl<'a> TreeSink<'a> {
    /// The value of the document.
    pub(crate) fn finish(self) -> Value<'a> {
        match self.document {
            Value::Object(object) if object.len() == 1 && object.keys().next() == Some("root") => {
                object.into_members().pop().map(|member| member.value).unwrap_or_default()
            }
            other => other,
        }
    }

    fn open(&mut self, is_object: bool) {
        let first = if is_object { self.members.len() } else { self.elements.len() };
        let (key, target) = (std::mem::take(&mut self.key), self.target.take());
        self.scopes.push(Scope {
            is_object,
            first,
            key,
            target,
            ascending: true,
            doubled: false,
            names: None,
        });
    }

    #[inline]
    fn put(&mut self, value: Value<'a>) {
        match self.scopes.last() {
            Some(scope) if scope.is_object => {
                let key = std::mem::take(&mut self.key);
                self.members.push(Member { key, value });
            }
            Some(scope) => match self.target.take() {
                Some(index) => self.elements[scope.first + index] = value,
                None => self.elements.push(value),
            },
            None => self.document = value,
        }
    }
}

impl<'a> Scope<'a> {
    /// Is the name among these members? Linear over all calls for one object.
    fn has(&mut self, members: &[Member<'a>], key: &Text<'a>) -> bool {
        if self.ascending {
            match members.last() {
                Some(last) if *last.key >= **key => self.ascending = false,
                _ => return false,
            }
        }
        if members.len() <= FEW {
            return members.iter().any(|member| member.key == *key);
        }
        let names = self
            .names
            .get_or_insert_with(|| Box::new(members.iter().map(|member| member.key.clone()).collect()));
        !names.insert(key.clone())
    }
}

impl<'a> Sink<'a> for TreeSink<'a> {
    type Column = Text<'a>;

    fn column(&self, name: Cow<'a, str>) -> Text<'a> {
        name.into()
    }

    fn begin_object(&mut self, _members: usize) -> Result<(), Stop> {
        self.open(true);
        Ok(())
    }

    fn end_object(&mut self) -> Result<(), Stop> {
        let Some(scope) = self.scopes.pop() else { return Ok(()) };
        let members: Vec<_> = self.members.drain(scope.first..).collect();
        let mut object = Object::from_members(members);
        if scope.doubled {
            object.keep_last();
        }
        (self.key, self.target) = (scope.key, scope.target);
        self.put(Value::Object(object));
        Ok(())
    }

    fn begin_array(&mut self) -> Result<(), Stop> {
        self.open(false);
        Ok(())
    }

    fn end_array(&mut self) -> Result<(), Stop> {
        let Some(scope) = self.scopes.pop() else { return Ok(()) };
        let elements: Vec<_> = self.elements.drain(scope.first..).collect();
        (self.key, self.target) = (scope.key, scope.target);
        self.put(Value::Array(elements.into()));
        Ok(())
    }

    fn key(&mut self, key: Cow<'a, str>) -> Result<bool, Stop> {
        self.key = key.into();
        let Some(scope) = self.scopes.last_mut() else { return Ok(false) };
        let doubled = scope.has(&self.members[scope.first..], &self.key);
        scope.doubled |= doubled;
        Ok(doubled)
    }

    #[inline]
    fn column_key(&mut self, column: &Text<'a>) -> Result<(), Stop> {
        self.key = column.clone();
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar<'a>) -> Result<(), Stop> {
        let value = match scalar {
            Scalar::Null | Scalar::Undefined => Value::Null,
            Scalar::Bool(bool) => Value::Bool(bool),
            Scalar::Text(text) => Value::String(text.into()),
            Scalar::NonFinite(word) => Value::Number(Number::from_lexeme_unchecked(word)),
            Scalar::Number(text, form) if number::is_canonical(text.as_bytes(), form) => {
                Value::Number(Number::from_lexeme_unchecked(text))
            }
            Scalar::Number(text, form) => {
                let mut lexeme = Vec::with_capacity(24);
                number::write_canonical(&text, form, &mut lexeme);
                let lexeme = String::from_utf8(lexeme).unwrap_or_default(); // digits, signs and letters only
                let lexeme = if lexeme == *text { text } else { Cow::Owned(lexeme) };
                Value::Number(Number::from_lexeme_unchecked(lexeme))
            }
        };
        self.put(value);
        Ok(())
    }

    fn overwrite(&mut self, index: usize) -> Result<(), Stop> {
        self.target = Some(index);
        Ok(())
    }
}

/// The names of the open objects, for sinks that keep no members.
#[derive(Default)]
struct Names {
    text: String,
    ends: Vec<usize>,
    scopes: Vec<NameScope>,
}

struct NameScope {
    first: usize,
    ascending: bool,
    set: Option<Box<HashSet<Box<str>>>>,
}

impl Names {
    fn open(&mut self) {
        self.scopes.push(NameScope { first: self.ends.len(), ascending: true, set: None });
    }

    fn close(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.ends.truncate(scope.first);
            self.text.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Adds a name; true when the innermost object has it already.
    fn add(&mut self, key: &str) -> bool {
        let Self { text, ends, scopes } = self;
        let Some(scope) = scopes.last_mut() else { return false };
        let name = |at: usize| &text[if at == 0 { 0 } else { ends[at - 1] }..ends[at]];
        if scope.ascending {
            scope.ascending = ends.len() == scope.first || name(ends.len() - 1) < key;
        }
        let doubled = if scope.ascending {
            false
        } else if ends.len() - scope.first <= FEW {
            (scope.first..ends.len()).any(|at| name(at) == key)
        } else {
            let set = scope.set.get_or_insert_with(|| {
                Box::new((scope.first..ends.len()).map(|at| name(at).into()).collect())
            });
            !set.insert(key.into())
        };
        if !doubled {
            text.push_str(key);
            ends.push(text.len());
        }
        doubled
    }
}

/// Keeps nothing: `check` only wants the errors.
#[derive(Default)]
pub(crate) struct NullSink(Names);

impl<'t> Sink<'t> for NullSink {
    type Column = ();

    fn column(&self, _name: Cow<'t, str>) {}
    fn begin_object(&mut self, _members: usize) -> Result<(), Stop> {
        self.0.open();
        Ok(())
    }
    fn end_object(&mut self) -> Result<(), Stop> {
        self.0.close();
        Ok(())
    }
    fn begin_array(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    fn end_array(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop> {
        Ok(self.0.add(&key))
    }
    fn column_key(&mut self, _column: &()) -> Result<(), Stop> {
        Ok(())
    }
    fn scalar(&mut self, _scalar: Scalar<'t>) -> Result<(), Stop> {
        Ok(())
    }
    fn overwrite(&mut self, _index: usize) -> Result<(), Stop> {
        Ok(())
    }
    fn rewind(&mut self, open: usize) {
        while self.0.scopes.len() > open {
            self.0.close();
        }
    }
}

/// Writes minified JSON.
pub(crate) struct JsonSink {
    pub(crate) out: Vec<u8>,
    names: Names,
    comma: bool,
    document: Document,
    non_finite: NonFinite,
}

/// What has been written of the document's own object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Document {
    Nothing,
    /// The value of `root` without braces.
    Unwrapped,
    Braces,
}

impl JsonSink {
    pub(crate) fn new(out: Vec<u8>, non_finite: NonFinite) -> Self {
        Self { out, names: Names::default(), comma: false, document: Document::Nothing, non_finite }
    }

    #[inline(always)]
    fn separate(&mut self) {
        if self.comma {
            self.out.push(b',');
        }
    }

    /// The document's own object gets its brace with its first member, unless that is `root`.
    #[cold]
    fn document_key(&mut self, key: &str) -> Result<(), Stop> {
        match self.document {
            Document::Nothing if key == "root" => self.document = Document::Unwrapped,
            Document::Nothing => {
                self.out.push(b'{');
                self.document = Document::Braces;
            }
            Document::Unwrapped => {
                return Err(Stop::Slow("a member beside `root`, which has been written as the document"));
            }
            Document::Braces => {}
        }
        Ok(())
    }
}

impl<'t> Sink<'t> for JsonSink {
    /// `"name":`
    type Column = Box<[u8]>;

    fn column(&self, name: Cow<'t, str>) -> Box<[u8]> {
        let mut out = Vec::with_capacity(name.len() + 3);
        write_string(&mut out, &name, Escape::Json);
        out.push(b':');
        out.into()
    }

    #[inline]
    fn begin_object(&mut self, _members: usize) -> Result<(), Stop> {
        if !self.names.scopes.is_empty() {
            self.separate();
            self.out.push(b'{');
        }
        self.comma = false;
        self.names.open();
        Ok(())
    }

    #[inline]
    fn end_object(&mut self) -> Result<(), Stop> {
        self.names.close();
        if !self.names.scopes.is_empty() {
            self.out.push(b'}');
        } else if self.document != Document::Unwrapped {
            self.out.extend_from_slice(if self.document == Document::Braces { b"}" } else { b"{}" });
        }
        self.comma = true;
        Ok(())
    }

    #[inline]
    fn begin_array(&mut self) -> Result<(), Stop> {
        self.separate();
        self.out.push(b'[');
        self.comma = false;
        Ok(())
    }

    #[inline]
    fn end_array(&mut self) -> Result<(), Stop> {
        self.out.push(b']');
        self.comma = true;
        Ok(())
    }

    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop> {
        if self.names.scopes.len() == 1 {
            self.document_key(&key)?;
        }
        if self.names.add(&key) {
            return Err(Stop::Slow(
                "a name for the second time in one object, whose first value has been written",
            ));
        }
        if self.names.scopes.len() == 1 && self.document == Document::Unwrapped {
            return Ok(false);
        }
        self.separate();
        write_string(&mut self.out, &key, Escape::Json);
        self.out.push(b':');
        self.comma = false;
        Ok(false)
    }

    #[inline]
    fn column_key(&mut self, column: &Box<[u8]>) -> Result<(), Stop> {
        self.separate();
        self.out.extend_from_slice(column);
        self.comma = false;
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar<'t>) -> Result<(), Stop> {
        self.separate();
        self.comma = true;
        match scalar {
            Scalar::Null | Scalar::Undefined => self.out.extend_from_slice(b"null"),
            Scalar::Bool(true) => self.out.extend_from_slice(b"true"),
            Scalar::Bool(false) => self.out.extend_from_slice(b"false"),
            Scalar::Number(text, form) => number::write_canonical(&text, form, &mut self.out),
            Scalar::Text(text) => write_string(&mut self.out, &text, Escape::Json),
            Scalar::NonFinite(word) => match self.non_finite {
                NonFinite::Null => self.out.extend_from_slice(b"null"),
                NonFinite::Error => return Err(non_finite(word).into()),
            },
        }
        Ok(())
    }

    fn overwrite(&mut self, _index: usize) -> Result<(), Stop> {
        Err(Stop::Slow("an element out of turn, after later ones have been written"))
    }
}

#[cold]
pub(crate) fn non_finite(word: &str) -> Error {
    Error::encoder(Code::NonFinite, format!("expected a finite number for JSON, found `{word}`"))
}
