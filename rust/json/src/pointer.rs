//! JSON Pointer (RFC 6901): into a value, or into a text of which only what is asked for is kept.
//!
//! On text, what no pointer leads to is checked and skipped: no unescaping, no numbers, no tree. All pointers are
//! answered in one pass; which of equal names counts is for the option to say, as when reading a value.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use crate::error::{Error, ErrorKind};
use crate::keys::Names;
use crate::lexer::{Lexer, Token};
use crate::options::{Duplicates, ReadOptions};
use crate::read::{check_size, from_str_with, valid_prefix};
use crate::reader::read_value;
use crate::sink::Ignore;
use crate::skip;
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
    let paths =
        pointers.iter().map(|pointer| Ok(steps(parse(pointer)?))).collect::<Result<Vec<_>, Error>>()?;
    let (text, cut) = valid_prefix(input);
    let found = vec![None; paths.len()];
    let opts = opts.clone();
    let mut search = Search { text, opts, paths: &paths, found, open: Vec::new(), scratch: Scratch::new() };
    let mut lexer = Lexer::new_cut(text, cut);
    search.run(&mut lexer)?;
    lexer.finish()?;
    Ok(search.found)
}

/// One reference token: a name, and the element it names in an array.
struct Step<'p> {
    name: Cow<'p, str>,
    index: Option<usize>,
}

fn steps(tokens: Vec<Cow<'_, str>>) -> Vec<Step<'_>> {
    tokens.into_iter().map(|name| Step { index: array_index(&name), name }).collect()
}

/// A container that some pointers lead into.
struct Open {
    start: usize,
    object: bool,
    /// Parts begun.
    count: usize,
    /// Pointers that go further than this container, sorted by the name or index that comes next.
    into: Vec<usize>,
    /// Pointers that end at it.
    at: Vec<usize>,
    /// With `Duplicates::Error`.
    names: Option<Names>,
}

struct Search<'s, 'a> {
    text: &'a str,
    opts: ReadOptions,
    paths: &'s [Vec<Step<'s>>],
    found: Vec<Option<&'a str>>,
    open: Vec<Open>,
    scratch: Scratch,
}

impl<'a> Search<'_, 'a> {
    fn run(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Error> {
        let mut wanted: Vec<usize> = (0..self.paths.len()).collect();
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
        let (at, mut into): (Vec<usize>, Vec<usize>) =
            wanted.iter().partition(|&&i| self.paths[i].len() == depth);
        if into.is_empty() || !matches!(token, Token::Array | Token::Object) {
            self.skip(lexer)?;
            self.record(&at, start, lexer.offset());
            return Ok(false);
        }
        if depth >= self.opts.max_depth {
            return Err(Error::new(ErrorKind::DepthLimit, start));
        }
        let object = token == Token::Object;
        if object {
            into.sort_by(|&a, &b| self.paths[a][depth].name.cmp(&self.paths[b][depth].name));
        } else {
            into.sort_by_key(|&i| self.paths[i][depth].index);
        }
        let names = (object && self.opts.duplicates == Duplicates::Error).then(Names::default);
        self.open.push(Open { start, object, count: 0, into, at, names });
        lexer.advance();
        match lexer.next_byte() {
            Some(b']') if !object => Ok(self.close(lexer)),
            Some(b'}') if object => Ok(self.close(lexer)),
            _ => self.part(lexer, wanted),
        }
    }

    /// Reads over a value, which is checked as any other.
    fn skip(&mut self, lexer: &mut Lexer<'a>) -> Result<(), Error> {
        let max_depth = self.opts.max_depth;
        let left = max_depth.saturating_sub(self.open.len());
        if let Some(end) = skip::value::<true>(self.text.as_bytes(), lexer.offset(), left, &self.opts) {
            lexer.seek(end);
            return Ok(());
        }
        self.opts.max_depth = left;
        let done = read_value(lexer, &self.opts, &mut Ignore);
        self.opts.max_depth = max_depth;
        done
    }

    /// After a value in the innermost open container.
    fn step(&mut self, lexer: &mut Lexer<'a>, wanted: &mut Vec<usize>) -> Result<bool, Error> {
        let object = self.open.last().is_some_and(|open| open.object);
        match (lexer.next_byte(), object) {
            (Some(b','), _) => {
                lexer.advance();
                self.part(lexer, wanted)
            }
            (Some(b']'), false) | (Some(b'}'), true) => Ok(self.close(lexer)),
            (_, false) => lexer.fail(ErrorKind::ExpectedCommaOrBracket),
            (_, true) => lexer.fail(ErrorKind::ExpectedCommaOrBrace),
        }
    }

    /// Another part of the innermost open container: which pointers lead to it?
    fn part(&mut self, lexer: &mut Lexer<'a>, wanted: &mut Vec<usize>) -> Result<bool, Error> {
        wanted.clear();
        let depth = self.open.len() - 1;
        let Some(open) = self.open.last_mut() else { return Ok(false) };
        if open.object {
            lexer.key_start()?;
        }
        if open.count >= self.opts.max_members {
            return lexer.fail_member();
        }
        open.count += 1;
        let paths = self.paths;
        if !open.object {
            let index = Some(open.count - 1);
            let range = matching(&open.into, |i| paths[i][depth].index.cmp(&index));
            wanted.extend_from_slice(&open.into[range]);
            return Ok(true);
        }
        let start = lexer.offset();
        let key = lexer.string(&mut self.scratch)?;
        if let Some(names) = &mut open.names
            && !names.add(key.as_bytes())
        {
            return Err(Error::new(ErrorKind::DuplicateKey, start));
        }
        let key = key.as_str().unwrap_or_default();
        let range = matching(&open.into, |i| (*paths[i][depth].name).cmp(key));
        wanted.extend_from_slice(&open.into[range.clone()]);
        if self.opts.duplicates == Duplicates::First {
            // no later member of this name counts
            open.into.drain(range);
        }
        lexer.colon()?;
        for &i in wanted.iter() {
            // what an earlier member of this name gave does not count any more
            self.found[i] = None;
        }
        Ok(true)
    }

    /// The end of the innermost open container, whose bracket comes next; no value follows at once.
    fn close(&mut self, lexer: &mut Lexer<'a>) -> bool {
        lexer.advance();
        if let Some(open) = self.open.pop() {
            self.record(&open.at, open.start, lexer.offset());
        }
        false
    }

    fn record(&mut self, pointers: &[usize], start: usize, end: usize) {
        for &i in pointers {
            self.found[i] = self.text.get(start..end);
        }
    }
}

/// The run of pointers that compare equal, among those sorted alike.
fn matching(sorted: &[usize], compare: impl Fn(usize) -> Ordering) -> Range<usize> {
    let start = sorted.partition_point(|&i| compare(i) == Ordering::Less);
    let len = sorted[start..].iter().take_while(|&&i| compare(i) == Ordering::Equal).count();
    start..start + len
}
