//! How many bytes a value takes as text, told before it is written: a large text gets its room once and at its size,
//! instead of buffers that double and are up to twice as long (decision 103, "Heap").
//!
//! The answer is the exact length, with two exceptions that keep the walk short: strings that borrow are taken to need
//! no escapes, for those of a text that was read need none, and NaN is counted by its letters though `null` is written.

use crate::bytes::find_special;
use crate::escape::write_escaped;
use crate::object::Member;
use crate::options::{Escape, Pretty};
use crate::text::Text;
use crate::value::Value;

/// Bytes of the text of a value that stands `depth` containers deep.
pub(crate) fn of_value(value: &Value<'_>, pretty: Option<&Pretty>, escape: Escape, depth: usize) -> usize {
    let mut walk = Walk { pretty, escape, depth, len: 0, scratch: Vec::new() };
    let Some(mut open) = walk.begin(value) else { return walk.len };
    let mut outer = Vec::new();
    loop {
        let inner = match &mut open {
            Open::Array(elements) => elements.find_map(|element| walk.begin(element)),
            Open::Object(members) => members.find_map(|member| {
                walk.string(&member.key);
                walk.begin(&member.value)
            }),
        };
        if let Some(inner) = inner {
            outer.push(std::mem::replace(&mut open, inner));
            continue;
        }
        walk.depth -= 1;
        let Some(next) = outer.pop() else { return walk.len };
        open = next;
    }
}

/// What is left of an open container.
enum Open<'v, 'a> {
    Array(std::slice::Iter<'v, Value<'a>>),
    Object(std::slice::Iter<'v, Member<'a>>),
}

struct Walk<'p> {
    pretty: Option<&'p Pretty>,
    escape: Escape,
    depth: usize,
    len: usize,
    /// Where escapes are made to be counted.
    scratch: Vec<u8>,
}

impl Walk<'_> {
    /// Counts a scalar, or all that belongs to a container itself, whose parts are returned.
    #[inline(always)]
    fn begin<'v, 'a>(&mut self, value: &'v Value<'a>) -> Option<Open<'v, 'a>> {
        match value {
            Value::Null => self.len += 4,
            Value::Bool(value) => self.len += 5 - usize::from(*value),
            Value::Number(number) => self.len += number.lexeme().len(),
            Value::String(text) => self.string(text),
            Value::Array(array) => {
                self.container(array.len(), 0);
                return Some(Open::Array(array.iter()));
            }
            Value::Object(object) => {
                self.container(object.len(), 1);
                return Some(Open::Object(object.members().iter()));
            }
        }
        None
    }

    /// Brackets, commas, colons, line breaks and indentation.
    #[inline(always)]
    fn container(&mut self, parts: usize, colon: usize) {
        self.len += 2 + parts.saturating_sub(1) + parts * colon;
        if let Some(pretty) = self.pretty
            && parts > 0
        {
            let (line, indent) = (pretty.line_separator.len(), pretty.indent.len());
            self.len += parts * (line + (self.depth + 1) * indent + colon * pretty.after_colon.len());
            self.len += line + self.depth * indent;
        }
        self.depth += 1;
    }

    /// A string with its quotes.
    #[inline(always)]
    fn string(&mut self, text: &Text<'_>) {
        match text.as_borrowed() {
            Some(text) if self.escape == Escape::Json => self.len += text.len() + 2,
            _ => self.escaped(text),
        }
    }

    /// Escapes are counted by making them, piece by piece.
    #[inline(never)]
    fn escaped(&mut self, text: &str) {
        const PIECE: usize = 4096;
        self.len += 2;
        let mut rest = text;
        if self.escape == Escape::Json {
            let (plain, others) = text.split_at(find_special(text.as_bytes(), 0));
            self.len += plain.len();
            rest = others;
        }
        while !rest.is_empty() {
            let mut end = rest.len().min(PIECE);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (piece, others) = rest.split_at(end);
            self.scratch.clear();
            write_escaped(&mut self.scratch, piece, self.escape);
            self.len += self.scratch.len();
            rest = others;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WriteOptions, from_str, to_vec_with};

    #[test]
    fn the_length_told_is_the_length_written() {
        let long = "long \u{e9}\u{1f600}\u{2028}</>&\n\u{1} ".repeat(900);
        let mut mixed =
            from_str(r#"[[],{},{"a":[1,-0,1e400,"q\"\\\u0001\t"],"b\n":{"c":null,"d":[true,false]}},"x"]"#)
                .expect("valid");
        mixed.as_array_mut().expect("an array").push(Value::from(long));
        let wide = Pretty { indent: "\t..".into(), line_separator: "\r\n".into(), after_colon: "".into() };
        for value in [mixed, Value::Null, Value::from("\u{7f}"), from_str("{}").expect("valid")] {
            for pretty in [None, Some(Pretty::default()), Some(wide.clone())] {
                for escape in [Escape::Json, Escape::HtmlSafe, Escape::JavascriptSafe, Escape::UnicodeSafe] {
                    let opts = WriteOptions { pretty: pretty.clone(), escape, ..WriteOptions::default() };
                    let text = to_vec_with(&value, &opts);
                    assert_eq!(of_value(&value, pretty.as_ref(), escape, 0), text.len());
                }
            }
        }
    }

    #[test]
    fn a_large_text_gets_the_room_it_needs_and_not_twice_as_much() {
        let text = format!("[{}\"end\"]", r#"{"a":[1.25,"b\n"]},"#.repeat(60_000));
        let sorted = WriteOptions { sort_keys: true, ..WriteOptions::default() };
        for opts in [WriteOptions::default(), sorted] {
            let written = to_vec_with(&from_str(&text).expect("valid"), &opts);
            assert!(written == text.as_bytes());
            assert!(written.capacity() < text.len() + 100, "{} for {}", written.capacity(), text.len());
        }
    }
}
