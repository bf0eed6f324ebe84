//! Values -> bytes with the members sorted by the bytes of their names, without recursion.

use crate::object::Member;
use crate::value::Value;
use crate::writer::Writer;

enum Open<'v, 'a> {
    Array(std::slice::Iter<'v, Value<'a>>),
    Object(std::vec::IntoIter<&'v Member<'a>>),
}

/// The members in the order of their names, equal names in theirs.
pub(crate) fn members<'v, 'a>(members: &'v [Member<'a>]) -> Vec<&'v Member<'a>> {
    let mut sorted: Vec<&Member<'a>> = members.iter().collect();
    sorted.sort_by(|a, b| a.key.as_str().cmp(b.key.as_str()));
    sorted
}

/// Writes a value, every object in it sorted.
pub(crate) fn write(writer: &mut Writer<'_>, value: &Value<'_>) {
    let mut open: Vec<Open<'_, '_>> = Vec::new();
    let mut next = Some(value);
    loop {
        match next.take() {
            None => {}
            Some(Value::Array(array)) => {
                writer.begin_array();
                open.push(Open::Array(array.iter()));
            }
            Some(Value::Object(object)) => {
                writer.begin_object();
                open.push(Open::Object(members(object.members()).into_iter()));
            }
            Some(scalar) => writer.value(scalar),
        }
        match open.last_mut() {
            None => return,
            Some(Open::Array(elements)) => {
                next = elements.next();
                if next.is_none() {
                    writer.end_array();
                    open.pop();
                }
            }
            Some(Open::Object(members)) => match members.next() {
                Some(member) => {
                    writer.key(&member.key);
                    next = Some(&member.value);
                }
                None => {
                    writer.end_object();
                    open.pop();
                }
            },
        }
    }
}
