//! Objects on one line, which only the reference writes: paragraph 8.2.

use std::borrow::Cow;

use crate::bytes;
use crate::cells::{self, Scalar};
use crate::error::{Code, Fault, found};
use crate::lexer::Tail;
use crate::reader::{Reader, fail};
use crate::sink::{Sink, Stop};
use crate::space::{self, Line};

impl<'t, S: Sink<'t, Column = C>, C> Reader<S, C> {
    /// `key{columns}: a: 1 b: two words c: "x: y"`
    pub(crate) fn one_line_object(&mut self, tail: &Tail<'t>, line: &Line<'t>) -> Result<(), Stop> {
        let text = tail.rest;
        let fault = |fault: Fault| fail(line, fault.shifted(tail.rest_at));
        let mut pos = 0;
        self.sink.begin_object(0)?;
        loop {
            let rest = space::trim_start(&text[pos..]);
            pos = text.len() - rest.len();
            if rest.is_empty() {
                return self.sink.end_object();
            }
            let key;
            if rest.starts_with('"') {
                let (name, end) = cells::quoted(text, pos).map_err(fault)?;
                if text.as_bytes().get(end) != Some(&b':') {
                    let message = format!("expected `:` after the key, found {}", found(&text[end..]));
                    return Err(fault(Fault::new(Code::Syntax, end, message)));
                }
                key = name;
                pos = end + 1;
            } else {
                let colon = bytes::find(text.as_bytes(), pos, b':');
                if colon == text.len() {
                    if self.strict {
                        return Err(fault(Fault::new(
                            Code::Syntax,
                            pos,
                            format!("expected a key, found {}", found(rest)),
                        )));
                    }
                    return self.sink.end_object();
                }
                key = Cow::Borrowed(space::trim(&text[pos..colon]));
                pos = colon + 1;
            }
            pos += text[pos..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let value = if text[pos..].starts_with('"') {
                let (value, end) = cells::string(text, pos).map_err(fault)?;
                pos = end;
                Scalar::Text(value)
            } else {
                // the blanks before a bare value are part of it: a key may follow at once
                let end = bare_end(text, pos);
                let value = cells::infer(space::trim(&text[pos..end]));
                pos = end;
                value
            };
            if !matches!(value, Scalar::Undefined) {
                self.sink.key(key)?;
                self.sink.scalar(value)?;
            }
        }
    }
}

/// The end of a bare value of a one-line object that begins at `pos`: the next blank with a word and a colon behind it.
fn bare_end(text: &str, mut pos: usize) -> usize {
    let bytes = text.as_bytes();
    let is_blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
    loop {
        pos = bytes::find_any(bytes, pos, *b" \t");
        if pos == bytes.len() {
            return pos;
        }
        let word = pos + bytes[pos..].iter().take_while(|byte| is_blank(byte)).count();
        let word_end = word
            + bytes[word..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let colon = word_end + bytes[word_end..].iter().take_while(|byte| is_blank(byte)).count();
        if word_end > word && bytes.get(colon) == Some(&b':') {
            return pos;
        }
        // the blanks behind the word may begin the next candidate
        pos = word_end.max(word);
    }
}
