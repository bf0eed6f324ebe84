//! Trees without recursion: a value as a run of events, and the loops that take trees apart.
//!
//! Value -> events -> writer, comparison, copy. The open containers are a vector of iterators, so depth costs heap
//! (32 bytes a level) and no stack.

use crate::builder::Builder;
use crate::number_value::Number;
use crate::object::{Member, Object};
use crate::text::Text;
use crate::value::Value;

/// One step of a walk over a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'v, 'a> {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(&'v Number<'a>),
    /// A string.
    String(&'v Text<'a>),
    /// `[` and the number of elements.
    BeginArray(usize),
    /// `]`
    EndArray,
    /// `{` and the number of members.
    BeginObject(usize),
    /// The name of the member whose value follows.
    Key(&'v Text<'a>),
    /// `}`
    EndObject,
}

/// The events of a value in the order of its text.
#[derive(Clone, Debug)]
pub struct Events<'v, 'a> {
    next: Option<&'v Value<'a>>,
    open: Vec<Open<'v, 'a>>,
}

#[derive(Clone, Debug)]
enum Open<'v, 'a> {
    Array(std::slice::Iter<'v, Value<'a>>),
    Object(std::slice::Iter<'v, Member<'a>>),
}

impl<'a> Value<'a> {
    /// The value as events, depth first, without recursion.
    #[must_use]
    pub fn events(&self) -> Events<'_, 'a> {
        Events { next: Some(self), open: Vec::new() }
    }
}

impl<'v, 'a> Events<'v, 'a> {
    #[inline]
    fn begin(&mut self, value: &'v Value<'a>) -> Event<'v, 'a> {
        match value {
            Value::Null => Event::Null,
            Value::Bool(bool) => Event::Bool(*bool),
            Value::Number(number) => Event::Number(number),
            Value::String(text) => Event::String(text),
            Value::Array(array) => {
                self.open.push(Open::Array(array.iter()));
                Event::BeginArray(array.len())
            }
            Value::Object(object) => {
                self.open.push(Open::Object(object.members().iter()));
                Event::BeginObject(object.len())
            }
        }
    }
}

impl<'v, 'a> Iterator for Events<'v, 'a> {
    type Item = Event<'v, 'a>;

    #[inline]
    fn next(&mut self) -> Option<Event<'v, 'a>> {
        if let Some(value) = self.next.take() {
            return Some(self.begin(value));
        }
        match self.open.last_mut()? {
            Open::Array(elements) => match elements.next() {
                Some(value) => Some(self.begin(value)),
                None => {
                    self.open.pop();
                    Some(Event::EndArray)
                }
            },
            Open::Object(members) => match members.next() {
                Some(member) => {
                    self.next = Some(&member.value);
                    Some(Event::Key(&member.key))
                }
                None => {
                    self.open.pop();
                    Some(Event::EndObject)
                }
            },
        }
    }
}

/// Same events?
pub(crate) fn equal(a: &Value<'_>, b: &Value<'_>) -> bool {
    a.events().eq(b.events())
}

/// A copy that borrows what the original borrows.
pub(crate) fn clone<'a>(value: &Value<'a>) -> Value<'a> {
    let mut builder = Builder::keeping_all();
    for event in value.events() {
        match event {
            Event::Null => builder.add(Value::Null),
            Event::Bool(bool) => builder.add(Value::Bool(bool)),
            Event::Number(number) => builder.add(Value::Number(number.clone())),
            Event::String(text) => builder.add(Value::String(text.clone())),
            Event::BeginArray(_) => builder.open_array(),
            Event::EndArray => builder.close_array(),
            Event::BeginObject(_) => builder.open_object(),
            Event::Key(key) => builder.add_key(key.clone()),
            Event::EndObject => builder.close_object(),
        }
    }
    builder.finish()
}

/// What is left of an open container that is being taken apart.
enum Rest<'a> {
    Array(std::vec::IntoIter<Value<'a>>),
    Object(std::vec::IntoIter<Member<'a>>),
}

/// Makes every text of a tree its own.
pub(crate) fn into_owned(value: Value<'_>) -> Value<'static> {
    let mut builder = Builder::keeping_all();
    let mut open: Vec<Rest<'_>> = Vec::new();
    let mut next = Some(value);
    loop {
        match next.take() {
            None => {}
            Some(Value::Null) => builder.add(Value::Null),
            Some(Value::Bool(bool)) => builder.add(Value::Bool(bool)),
            Some(Value::Number(number)) => builder.add(Value::Number(number.into_owned())),
            Some(Value::String(text)) => builder.add(Value::String(text.into_owned())),
            Some(Value::Array(array)) => {
                builder.open_array();
                open.push(Rest::Array(array.into_iter()));
            }
            Some(Value::Object(object)) => {
                builder.open_object();
                open.push(Rest::Object(object.into_iter()));
            }
        }
        match open.last_mut() {
            None => return builder.finish(),
            Some(Rest::Array(elements)) => {
                next = elements.next();
                if next.is_none() {
                    builder.close_array();
                    open.pop();
                }
            }
            Some(Rest::Object(members)) => match members.next() {
                Some(member) => {
                    builder.add_key(member.key.into_owned());
                    next = Some(member.value);
                }
                None => {
                    builder.close_object();
                    open.pop();
                }
            },
        }
    }
}

/// Would dropping this value have to look inside?
#[inline(always)]
pub(crate) fn has_parts(value: &Value<'_>) -> bool {
    match value {
        Value::Array(array) => !array.is_empty(),
        Value::Object(object) => !object.is_empty(),
        _ => false,
    }
}

pub(crate) fn drop_elements(elements: Vec<Value<'_>>) {
    drop_all(Rest::Array(elements.into_iter()));
}

pub(crate) fn drop_members(members: Vec<Member<'_>>) {
    drop_all(Rest::Object(members.into_iter()));
}

/// Containers are emptied before they are dropped, so the drops below this one find nothing to do.
fn drop_all(first: Rest<'_>) {
    let mut open = vec![first];
    while let Some(rest) = open.last_mut() {
        let value = match rest {
            Rest::Array(elements) => elements.next(),
            Rest::Object(members) => members.next().map(|member| member.value),
        };
        match value {
            Some(Value::Array(array)) => {
                let elements = array.into_vec();
                if elements.iter().any(has_parts) {
                    open.push(Rest::Array(elements.into_iter()));
                }
            }
            Some(Value::Object(object)) => {
                let members = object.into_members();
                if members.iter().any(|member| has_parts(&member.value)) {
                    open.push(Rest::Object(members.into_iter()));
                }
            }
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
}

/// Objects are made by this one; empty ones cost nothing.
impl<'a> From<Vec<Member<'a>>> for Object<'a> {
    fn from(members: Vec<Member<'a>>) -> Self {
        Object::from_members(members)
    }
}
