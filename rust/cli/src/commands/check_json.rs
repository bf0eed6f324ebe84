//! All problems of a JSON text: a reader that goes on after an error as if the likely mistake were mended.
//!
//! Step in the flow: bytes -> tokens of `stele_json::Lexer` -> states of the grammar -> problems. A missing comma is
//! taken as written, a comma too many as not there, a word that is no value is passed over, a bracket of the wrong
//! kind closes what it can. The first problem is always the one that the library reports; each byte is passed once.

use std::collections::HashSet;

use stele_json::{Checked, Error, ErrorKind, Lexer, Scratch, Token};

use crate::report::Problem;
use crate::tree::json_code;

/// Problems after which the rest is no longer of use; each is kept with its excerpt.
const MOST: usize = 100_000;

/// Reads a text; `duplicates` also reports names that occur twice in an object.
pub(crate) fn problems(bytes: &[u8], label: &str, duplicates: bool) -> Vec<Problem> {
    let mut checker = Checker::new(bytes, duplicates);
    checker.run();
    // what is not UTF-8 is met in strings; anything that slipped through is still refused
    if checker.errors.is_empty()
        && let Err(error) = stele_json::check(bytes, &crate::tree::reading())
    {
        checker.errors.push(error);
    }
    placed(bytes, label, &checker.errors)
}

/// Errors with line, column and source line; their offsets ascend, so one pass is enough.
fn placed(bytes: &[u8], label: &str, errors: &[Error]) -> Vec<Problem> {
    let (mut line, mut start, mut seen) = (1, 0, 0);
    let mut column = 1;
    let mut found = Vec::with_capacity(errors.len());
    for error in errors {
        let offset = error.offset.min(bytes.len()).max(seen);
        for (i, byte) in bytes[seen..offset].iter().enumerate() {
            if *byte == b'\n' {
                line += 1;
                start = seen + i + 1;
                column = 1;
                continue;
            }
            // continuation bytes belong to the character before
            column += u64::from(byte & 0xc0 != 0x80);
        }
        seen = offset;
        // as much of the rest of the line as an excerpt can show
        let near = &bytes[offset..bytes.len().min(offset + 1000)];
        let end = offset + near.iter().position(|byte| *byte == b'\n').unwrap_or(near.len());
        let problem = Problem::new(label, json_code(error.kind), error.kind.text().to_owned());
        found.push(problem.placed(line, column, Some((&bytes[start..end], offset - start))));
    }
    found
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    /// A value or `]`.
    FirstElement,
    Key,
    /// A name or `}`.
    FirstKey,
    Colon,
    AfterValue,
}

enum Frame {
    Array,
    Object(HashSet<Vec<u8>>),
}

struct Checker<'a> {
    bytes: &'a [u8],
    lexer: Lexer<'a, Checked<'a>>,
    scratch: Scratch,
    pos: usize,
    open: Vec<Frame>,
    state: State,
    errors: Vec<Error>,
    duplicates: bool,
}

impl<'a> Checker<'a> {
    fn new(bytes: &'a [u8], duplicates: bool) -> Self {
        Self {
            bytes,
            lexer: Lexer::new(Checked(bytes)),
            scratch: Scratch::new(),
            pos: 0,
            open: Vec::new(),
            state: State::Value,
            errors: Vec::new(),
            duplicates,
        }
    }

    fn report(&mut self, kind: ErrorKind, offset: usize) {
        self.errors.push(Error::new(kind, offset));
    }

    /// Runs to the end of the text, or until nothing useful can be said.
    fn run(&mut self) {
        if self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.report(ErrorKind::ByteOrderMark, 0);
            self.pos = 3;
        }
        let depth = crate::tree::reading().max_depth;
        while self.errors.len() < MOST {
            self.blanks();
            let Some(&byte) = self.bytes.get(self.pos) else { return self.end() };
            if self.open.is_empty() && self.state == State::AfterValue {
                return self.report(ErrorKind::TrailingData, self.pos);
            }
            if self.open.len() > depth {
                return self.report(ErrorKind::DepthLimit, self.pos.saturating_sub(1));
            }
            match self.state {
                State::Value => self.value(byte),
                State::FirstElement if byte == b']' => self.close(),
                State::FirstElement => self.value(byte),
                State::Key => self.key(byte),
                State::FirstKey if byte == b'}' => self.close(),
                State::FirstKey => self.key(byte),
                State::Colon => self.colon(byte),
                State::AfterValue => self.after(byte),
            }
        }
    }

    fn blanks(&mut self) {
        while matches!(self.bytes.get(self.pos), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.pos += 1;
        }
    }

    /// The text ends: what was still expected?
    fn end(&mut self) {
        let kind = match (self.state, self.open.last()) {
            (State::AfterValue, None) => return,
            (State::AfterValue, Some(Frame::Array)) => ErrorKind::ExpectedCommaOrBracket,
            (State::AfterValue, Some(Frame::Object(_))) => ErrorKind::ExpectedCommaOrBrace,
            (State::Colon, _) => ErrorKind::ExpectedColon,
            (State::Key | State::FirstKey, _) => ErrorKind::ExpectedKey,
            (State::Value | State::FirstElement, _) => ErrorKind::UnexpectedEnd,
        };
        self.report(kind, self.bytes.len());
    }

    fn close(&mut self) {
        self.open.pop();
        self.pos += 1;
        self.state = State::AfterValue;
    }

    fn value(&mut self, byte: u8) {
        self.state = State::AfterValue;
        self.lexer.seek(self.pos);
        let token = match self.lexer.peek() {
            Ok(token) => token,
            Err(_) => {
                self.report(ErrorKind::ExpectedValue, self.pos);
                // separators and brackets are dealt with as if a value had stood before them
                if !matches!(byte, b',' | b']' | b'}') {
                    self.skip_word();
                }
                return;
            }
        };
        let read = match token {
            Token::Array | Token::Object => {
                self.pos += 1;
                let (frame, state) = match token {
                    Token::Array => (Frame::Array, State::FirstElement),
                    _ => (Frame::Object(HashSet::new()), State::FirstKey),
                };
                self.open.push(frame);
                self.state = state;
                return;
            }
            Token::String => return self.string().map_or((), drop),
            Token::Null => self.lexer.null(),
            Token::True | Token::False => self.lexer.bool().map(drop),
            Token::Number => self.lexer.number().map(drop),
        };
        match read {
            Ok(()) => self.pos = self.lexer.offset(),
            Err(error) => {
                self.errors.push(error);
                self.skip_word();
            }
        }
    }

    /// Reads a string at its quote; `None` after a problem, then behind its likely end.
    fn string(&mut self) -> Option<Vec<u8>> {
        self.lexer.seek(self.pos);
        match self.lexer.string(&mut self.scratch) {
            Ok(text) => {
                let content = text.as_bytes().to_vec();
                self.pos = self.lexer.offset();
                Some(content)
            }
            Err(error) => {
                self.errors.push(error);
                self.skip_string();
                None
            }
        }
    }

    /// Behind the closing quote on this line, or to the end of the line.
    fn skip_string(&mut self) {
        self.pos += 1;
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b'\n' => return,
                b'"' => {
                    self.pos += 1;
                    return;
                }
                b'\\' if !matches!(self.bytes.get(self.pos + 1), None | Some(b'\n')) => self.pos += 2,
                _ => self.pos += 1,
            }
        }
    }

    /// Over something that is no token: up to a blank, a separator, a bracket or a quote, at least one byte.
    fn skip_word(&mut self) {
        self.pos += 1;
        while let Some(&byte) = self.bytes.get(self.pos) {
            if byte <= b' ' || matches!(byte, b',' | b':' | b'[' | b']' | b'{' | b'}' | b'"') {
                return;
            }
            self.pos += 1;
        }
    }

    fn key(&mut self, byte: u8) {
        let start = self.pos;
        match byte {
            b'"' => {
                let name = self.string();
                self.state = State::Colon;
                if let (Some(name), Some(Frame::Object(names)), true) =
                    (name, self.open.last_mut(), self.duplicates)
                    && !names.insert(name)
                {
                    self.report(ErrorKind::DuplicateKey, start);
                }
            }
            b'}' | b']' | b',' => {
                self.report(ErrorKind::ExpectedKey, start);
                self.state = State::AfterValue;
            }
            _ => {
                self.report(ErrorKind::ExpectedKey, start);
                if byte == b':' {
                    self.state = State::Colon;
                } else if matches!(byte, b'{' | b'[') {
                    self.state = State::Value;
                } else {
                    self.skip_word();
                    self.state = State::Colon;
                }
            }
        }
    }

    fn colon(&mut self, byte: u8) {
        if byte == b':' {
            self.pos += 1;
            self.state = State::Value;
            return;
        }
        self.report(ErrorKind::ExpectedColon, self.pos);
        match byte {
            b',' | b'}' | b']' => self.state = State::AfterValue,
            _ => {
                // `=` and the like stand where the colon should
                if !byte.is_ascii_alphanumeric() && !matches!(byte, b'"' | b'{' | b'[' | b'-') {
                    self.skip_word();
                }
                self.state = State::Value;
            }
        }
    }

    fn after(&mut self, byte: u8) {
        let in_array = matches!(self.open.last(), Some(Frame::Array));
        let next = if in_array { State::Value } else { State::Key };
        match byte {
            b',' => {
                self.pos += 1;
                self.state = next;
            }
            b']' if in_array => self.close(),
            b'}' if !in_array => self.close(),
            _ => {
                let kind = if in_array {
                    ErrorKind::ExpectedCommaOrBracket
                } else {
                    ErrorKind::ExpectedCommaOrBrace
                };
                self.report(kind, self.pos);
                match byte {
                    b']' | b'}' => self.close_other(byte),
                    b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => self.state = next,
                    _ => self.skip_word(),
                }
            }
        }
    }

    /// A bracket of the wrong kind closes the nearest container of its kind, when there is one.
    fn close_other(&mut self, byte: u8) {
        let fits = |frame: &Frame| matches!(frame, Frame::Array) == (byte == b']');
        if let Some(at) = self.open.iter().rposition(fits) {
            self.open.truncate(at + 1);
            self.close();
        } else {
            self.pos += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::problems;

    #[test]
    fn all_problems_each_once() {
        let table: &[(&str, &[&str])] = &[
            ("{\"a\": 1}", &[]),
            ("[1,,2]", &["expected a value 1:4"]),
            ("[1,2,]", &["expected a value 1:6"]),
            ("{\"a\":1,}", &["expected a member name in quotes 1:8"]),
            ("[1 2 3]", &["expected `,` or `]` 1:4", "expected `,` or `]` 1:6"]),
            ("{a: 1, \"b\" 2}", &["expected a member name in quotes 1:2", "expected `:` 1:12"]),
            (
                "[tru, 01, \"a\\x\", 3]",
                &["expected `true` 1:2", "invalid number 1:7", "invalid escape sequence 1:13"],
            ),
            ("[1, 2}", &["expected `,` or `]` 1:6", "expected `,` or `]` 1:7"]),
            ("{\"a\": [1, 2}\n", &["expected `,` or `]` 1:12"]),
            ("{\"a\":1,\n\"a\":2}", &["duplicate member name 2:1"]),
            ("[1] x", &["expected the end of input 1:5"]),
            ("", &["expected a value, found the end of input 1:1"]),
            ("[\"abc\n, 1]", &["control character in a string must be escaped 1:6"]),
            ("[NaN, 'x', é]", &["expected a value 1:2", "expected a value 1:7", "expected a value 1:12"]),
        ];
        for (text, expected) in table {
            let found: Vec<String> = problems(text.as_bytes(), "x", true)
                .iter()
                .map(|problem| {
                    let place = problem.place.as_ref().expect("a place");
                    format!("{} {}:{}", problem.message, place.line, place.column)
                })
                .collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    /// The first problem is the library's, for every text that is a valid one with a byte changed or missing.
    #[test]
    fn the_first_problem_is_the_librarys() {
        let valid = r#"{"a": [1, -2.5e3, true, null, "x\n\u00e9"], "b": {"c": [], "d": {}}, "e": "é"}"#;
        let mut texts = Vec::new();
        for at in 0..valid.len() {
            let bytes = valid.as_bytes();
            texts.push([&bytes[..at], &bytes[at + 1..]].concat());
            texts.push(bytes[..at].to_vec());
            for other in [b'[', b'}', b',', b':', b'"', b'x', b'\\', 0, 0xff] {
                texts.push([&bytes[..at], &[other], &bytes[at + 1..]].concat());
            }
        }
        for text in texts {
            let shown = String::from_utf8_lossy(&text).into_owned();
            let mine = problems(&text, "x", false);
            match stele_json::check(&text, &crate::tree::reading()) {
                Ok(()) => assert!(mine.is_empty(), "{shown}"),
                Err(error) => {
                    let place = error.position(&text);
                    let first = mine.first().unwrap_or_else(|| panic!("no problem in {shown}"));
                    let found = first.place.as_ref().map(|p| (p.line as usize, p.column as usize));
                    assert_eq!(
                        (first.message.as_str(), found),
                        (error.kind.text(), Some((place.line, place.column))),
                        "{shown}"
                    );
                }
            }
        }
    }
}
