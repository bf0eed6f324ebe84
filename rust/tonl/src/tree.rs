//! Reader's events -> [`Value`]: the sink that takes everything in any order.
//!
//! All open objects share one vector of members and all open arrays one of elements; a container takes its own part out
//! when it ends, in a slice of exactly its size.

use std::borrow::Cow;
use std::collections::HashSet;

use stele_json::{Member, Number, Object, Text, Value};

use crate::cells::Scalar;
use crate::number;
use crate::sink::{FEW, Sink, Stop};

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
    /// Where canonical text is made, to be compared.
    lexeme: Vec<u8>,
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
    names: Option<HashSet<Text<'a>>>,
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

    /// The value as it was given, without looking for `root`.
    pub(crate) fn into_value(self) -> Value<'a> {
        self.document
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
        let names =
            self.names.get_or_insert_with(|| members.iter().map(|member| member.key.clone()).collect());
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
                self.lexeme.clear();
                number::write_canonical(&text, form, &mut self.lexeme);
                let same = self.lexeme == text.as_bytes();
                // digits, signs and letters only, so this never replaces anything
                let lexeme =
                    if same { text } else { String::from_utf8_lossy(&self.lexeme).into_owned().into() };
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
