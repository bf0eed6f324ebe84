//! JSON Pointer (RFC 6901): into a value, or into a text of which only what is asked for is kept.
//!
//! On text, what no pointer leads to is checked and skipped: no unescaping, no numbers, no tree. All pointers are
//! answered in one pass; of equal names the last counts, as when reading a value.

use std::borrow::Cow;

use crate::error::{Error, ErrorKind};
use crate::lexer::{Lexer, Token};
use crate::options::ReadOptions;
use crate::reader::{Ignore, check_size, from_str_with, read_value, valid_prefix};
use crate::source::Scratch;
use crate::value::Value;

/// The reference tokens of a pointer, unescaped.
///
/// # Errors
/// `InvalidPointer` with the offset in the pointer: no `/` at the beginning, or a `~` without `0` or `1`.
pub fn parse(pointer: &str) -> Result<Vec<Cow<'_, str>>, Error> {
    let Some(rest) = pointer.strip_prefix('/') else {
        return if pointer.is_empty() {
            Ok(Vec::new())
        } else {
            Err(Error::new(ErrorKind::InvalidPointer, 0))
        };
    };
    let mut offset = 1;
    let mut tokens = Vec::new();
    for token in rest.split('/') {
        for (at, _) in token.match_indices('~') {
            if !matches!(token.as_bytes().get(at + 1), Some(b'0' | b'1')) {
                return Err(Error::new(ErrorKind::InvalidPointer, offset + at));
            }
        }
        offset += token.len() + 1;
        tokens.push(if token.contains('~') {
            Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(token)
        });
    }
    Ok(tokens)
}

/// The element a token names: digits without a leading zero.
#[must_use]
pub fn array_index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (token.len() > 1 && token.starts_with('0')) { None } else { token.parse().ok() }
}

pub(crate) fn resolve<'v, 'a>(value: &'v Value<'a>, pointer: &str) -> Option<&'v Value<'a>> {
    let mut value = value;
    for token in parse(pointer).ok()? {
        value = match value {
            Value::Object(object) => object.get(&token)?,
            Value::Array(array) => array.get(array_index(&token)?)?,
            _ => return None,
        };
    }
    Some(value)
}

/// The value at a pointer into a text, `None` when there is none.
///
/// # Errors
/// A problem of the text, or `InvalidPointer`.
///
/// ```
/// use stele_json::{pointer, ReadOptions};
/// let text = br#"{"a": {"b": [10, 20]}, "c": 1}"#;
/// assert_eq!(pointer::get(text, "/a/b/1", &ReadOptions::default())?.unwrap().as_i64(), Some(20));
/// assert!(pointer::get(text, "/x", &ReadOptions::default())?.is_none());
/// # Ok::<(), stele_json::Error>(())
/// ```
pub fn get<'a>(input: &'a [u8], pointer: &str, opts: &ReadOptions) -> Result<Option<Value<'a>>, Error> {
    Ok(get_many(input, &[pointer], opts)?.pop().flatten())
}

/// The values at several pointers, in one pass and in their order.
///
/// # Errors
/// As [`get`].
pub fn get_many<'a>(
    input: &'a [u8],
    pointers: &[&str],
    opts: &ReadOptions,
) -> Result<Vec<Option<Value<'a>>>, Error> {
    let raw = get_many_raw(input, pointers, opts)?;
    raw.into_iter().map(|text| text.map(|text| from_str_with(text, opts)).transpose()).collect()
}

/// The texts of the values at several pointers, as they stand in the input.
///
/// # Errors
/// As [`get`].
pub fn get_many_raw<'a>(
    input: &'a [u8],
    pointers: &[&str],
    opts: &ReadOptions,
) -> Result<Vec<Option<&'a str>>, Error> {
    check_size(input.len(), opts)?;
    let pointers = pointers.iter().map(|pointer| parse(pointer)).collect::<Result<Vec<_>, _>>()?;
    let (text, cut) = valid_prefix(input);
    let found = vec![None; pointers.len()];
    let mut search =
        Search { text, opts, pointers: &pointers, found, open: Vec::new(), scratch: Scratch::new() };
    let mut lexer = Lexer::new_cut(text, cut);
    search.run(&mut lexer)?;
    lexer.finish()?;
    Ok(search.found)
}

/// A container that some pointers lead into.
struct Open {
    start: usize,
    object: bool,
    /// Elements begun.
    index: usize,
    /// Pointers that go further than this container.
    into: Vec<usize>,
    /// Pointers that end at it.
    at: Vec<usize>,
}

struct Search<'s, 'a> {
    text: &'a str,
    opts: &'s ReadOptions,
    pointers: &'s [Vec<Cow<'s, str>>],
    found: Vec<Option<&'a str>>,
    open: Vec<Open>,
    scratch: Scratch,
}

impl<'a> Search<'_, 'a> {
    fn run(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Error> {
        let mut wanted: Vec<usize> = (0..self.pointers.len()).collect();
        loop {
            let mut more = self.begin(lexer, &mut wanted)?;
            while !more {
                if self.open.is_empty() {
                    return Ok(());
                }
                more = self.step(lexer, &mut wanted)?;
            }
        }
    }

    /// A value begins that the wanted pointers lead to: reads over it, or opens it, and tells whether another value
    /// begins at once.
    fn begin(&mut self, lexer: &mut Lexer<'a>, wanted: &mut Vec<usize>) -> Result<bool, Error> {
        let token = lexer.peek()?;
        let start = lexer.offset();
        let depth = self.open.len();
        let (at, into): (Vec<usize>, Vec<usize>) =
            wanted.iter().partition(|&&i| self.pointers[i].len() == depth);
        if into.is_empty() || !matches!(token, Token::Array | Token::Object) {
            let opts =
                ReadOptions { max_depth: self.opts.max_depth.saturating_sub(depth), ..self.opts.clone() };
            read_value(lexer, &opts, &mut Ignore)?;
            self.record(&at, start, lexer.offset());
            return Ok(false);
        }
        if depth >= self.opts.max_depth {
            return Err(Error::new(ErrorKind::DepthLimit, start));
        }
        let object = token == Token::Object;
        self.open.push(Open { start, object, index: 0, into, at });
        let more = if object {
            let key = lexer.object_first(&mut self.scratch)?;
            key.map(|key| key.as_str().unwrap_or_default().to_owned())
        } else {
            lexer.array_first()?.then(|| "0".to_owned())
        };
        self.go_on(lexer, more, wanted)
    }

    /// After a value in the innermost open container.
    fn step(&mut self, lexer: &mut Lexer<'a>, wanted: &mut Vec<usize>) -> Result<bool, Error> {
        let Some(open) = self.open.last_mut() else { return Ok(false) };
        let more = if open.object {
            let key = lexer.object_step(&mut self.scratch)?;
            key.map(|key| key.as_str().unwrap_or_default().to_owned())
        } else {
            open.index += 1;
            lexer.array_step()?.then(|| open.index.to_string())
        };
        self.go_on(lexer, more, wanted)
    }

    /// Either another part, named by the token, or the end of the innermost container.
    fn go_on(
        &mut self,
        lexer: &Lexer<'a>,
        part: Option<String>,
        wanted: &mut Vec<usize>,
    ) -> Result<bool, Error> {
        wanted.clear();
        let Some(part) = part else {
            if let Some(open) = self.open.pop() {
                self.record(&open.at, open.start, lexer.offset());
            }
            return Ok(false);
        };
        let depth = self.open.len() - 1;
        if let Some(open) = self.open.last() {
            for &i in open.into.iter().filter(|&&i| self.pointers[i][depth] == part) {
                // a second member of this name: what the first one gave no longer counts
                self.found[i] = None;
                wanted.push(i);
            }
        }
        Ok(true)
    }

    fn record(&mut self, pointers: &[usize], start: usize, end: usize) {
        for &i in pointers {
            self.found[i] = self.text.get(start..end);
        }
    }
}
