//! TONL -> JSON as a stream: bytes of any source -> windows of whole lines -> reader -> JSON -> any destination.
//!
//! Memory is a window and the names of the open objects, whatever the number of rows. A text that fits the first window
//! is treated as [`to_json`](crate::to_json) does. In a longer one JSON has left before the rest is read, so what
//! changes the past is refused there: a name for the second time (`E_DUPLICATE_KEY`), an element out of turn
//! (`E_INDEX`), a member behind a top-level `root` (`E_SYNTAX`).

use std::fmt;
use std::io::{self, Read, Write};

use crate::decode::{delimiter, not_utf8, to_json};
use crate::error::{Code, Error};
use crate::json_sink::JsonSink;
use crate::options::{DecodeOptions, Dialect};
use crate::reader::Reader;
use crate::sink::Stop;
use crate::space::{self, Lines};

/// What is read at once; longer lines make the window grow.
const WINDOW: usize = 1 << 20;
/// JSON leaves in pieces of about this size.
const FLUSH: usize = 1 << 16;

/// Why a stream ended early.
#[derive(Debug)]
pub enum StreamError {
    /// The text is refused.
    Text(Error),
    /// The source failed.
    Read(io::Error),
    /// The destination failed; a closed pipe is one of these.
    Write(io::Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Read(error) => write!(f, "could not read: {error}"),
            Self::Write(error) => write!(f, "could not write: {error}"),
        }
    }
}

impl std::error::Error for StreamError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::Read(error) | Self::Write(error) => Some(error),
        }
    }
}

impl From<Error> for StreamError {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

/// Translates a stream of TONL to minified JSON. The profile only; a text in another dialect is read whole.
///
/// # Errors
/// [`StreamError::Text`] with the first problem; JSON before it may have been written. [`StreamError::Read`] and
/// [`StreamError::Write`] for the two ends.
///
/// ```
/// let mut json = Vec::new();
/// tonl::stream_to_json(&b"root[2]{a}:\n  1\n  2"[..], &mut json, &tonl::DecodeOptions::default())?;
/// assert_eq!(json, br#"[{"a":1},{"a":2}]"#);
/// # Ok::<(), tonl::StreamError>(())
/// ```
pub fn stream_to_json(
    source: impl Read,
    destination: impl Write,
    opts: &DecodeOptions,
) -> Result<(), StreamError> {
    stream_in_windows(source, destination, opts, WINDOW)
}

/// As [`stream_to_json`] with another window, so that tests reach the borders.
pub(crate) fn stream_in_windows(
    source: impl Read,
    mut destination: impl Write,
    opts: &DecodeOptions,
    size: usize,
) -> Result<(), StreamError> {
    let mut window = Window { source, bytes: Vec::new(), size, ended: false };
    window.fill()?;
    if !window.ended && reads_whole(&window.bytes, opts) {
        window.source.read_to_end(&mut window.bytes).map_err(StreamError::Read)?;
        window.ended = true;
    }
    if window.ended {
        let json = to_json(&window.bytes, opts)?;
        return destination.write_all(&json).map_err(StreamError::Write);
    }
    let mut units = 0;
    let mut number = 1;
    let mut reader = None;
    loop {
        let complete = window.complete();
        if let Some(limit) = opts.max_input {
            units += space::utf16_len(&window.bytes[..complete]);
            if units > limit {
                let message = format!("expected at most {limit} UTF-16 units of input");
                return Err(Error::new(Code::Limit, 1, 1, message).into());
            }
        }
        let text = window.text(complete, number)?;
        let reader = match &mut reader {
            Some(reader) => reader,
            none => {
                let sink = JsonSink::new(Vec::with_capacity(2 * FLUSH), opts.non_finite);
                none.insert(Reader::new(sink, opts, delimiter(text, opts)).map_err(|stop| refused(stop, 1))?)
            }
        };
        let text = if number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        // behind its last LF a window that is not the last has no line
        let text = if window.ended { text } else { text.strip_suffix('\n').unwrap_or(text) };
        for line in Lines::new(text, number) {
            number = line.number + 1;
            reader.line(&line, "").map_err(|stop| refused(stop, line.number))?;
            flush(&mut reader.sink.out, &mut destination, FLUSH)?;
        }
        if window.ended {
            break;
        }
        window.bytes.drain(..complete);
        window.fill()?;
    }
    if let Some(reader) = reader {
        let (mut sink, _) = reader.finish().map_err(|stop| refused(stop, number))?;
        flush(&mut sink.out, &mut destination, 0)?;
    }
    Ok(())
}

/// Is this the beginning of a text in the dialect `tight`, whose brackets say nothing about lines?
fn reads_whole(start: &[u8], opts: &DecodeOptions) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let bracket =
        start.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'{' | b'['));
    match opts.dialect {
        Dialect::Profile => false,
        Dialect::Auto => bracket,
        Dialect::Tight => true,
    }
}

fn flush(out: &mut Vec<u8>, destination: &mut impl Write, limit: usize) -> Result<(), StreamError> {
    if out.len() >= limit {
        destination.write_all(out).map_err(StreamError::Write)?;
        out.clear();
    }
    Ok(())
}

#[cold]
fn refused(stop: Stop, line: usize) -> StreamError {
    StreamError::Text(match stop {
        Stop::Error(error) => error,
        Stop::Slow(code, reason) => Error::new(code, line, 1, format!("{reason}: cannot be streamed")),
    })
}

/// The part of the source that is in memory: it begins with a line.
struct Window<R> {
    source: R,
    bytes: Vec<u8>,
    size: usize,
    ended: bool,
}

impl<R: Read> Window<R> {
    /// Reads until the window is full or the source ends, and on until a line is complete.
    fn fill(&mut self) -> Result<(), StreamError> {
        let mut wanted = self.size;
        loop {
            let before = self.bytes.len();
            let room = wanted.saturating_sub(before).max(self.size.div_ceil(4)) as u64;
            let read =
                self.source.by_ref().take(room).read_to_end(&mut self.bytes).map_err(StreamError::Read)?;
            if (read as u64) < room {
                self.ended = true;
                return Ok(());
            }
            if self.bytes[before..].contains(&b'\n') || self.complete() > 0 {
                return Ok(());
            }
            wanted = self.bytes.len() * 2;
        }
    }

    /// The length of the whole lines, or of everything when the source has ended.
    fn complete(&self) -> usize {
        if self.ended {
            return self.bytes.len();
        }
        self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
    }

    /// The first bytes as text; `number` is that of their first line.
    fn text(&self, len: usize, number: usize) -> Result<&str, StreamError> {
        let part = &self.bytes[..len];
        std::str::from_utf8(part).map_err(|error| {
            let mut error = not_utf8(part, error.valid_up_to());
            error.line += number - 1;
            error.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let (Some((first, rest)), Some(place)) = (self.0.split_first(), buffer.first_mut()) else {
                return Ok(0);
            };
            *place = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn streamed(text: &str, window: usize, opts: &DecodeOptions) -> Result<String, String> {
        let mut out = Vec::new();
        match stream_in_windows(Drip(text.as_bytes()), &mut out, opts, window) {
            Ok(()) => Ok(String::from_utf8(out).expect("UTF-8")),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn windows_of_any_size_give_the_same() {
        let text = "\u{feff}#version 1.0\n#delimiter |\r\nroot{a,t}:\n  a: \"\"\"x\n   \u{e9}\n  y\"\"\"\n\n  t[3]{n,s}:\n    1|one\n    # none\n    2|\"t|w\u{1F600}o\"\n    3|three\n  z[2]:\n    [0]{p}:\n      p[2]: 1.50|x\n    [1]:";
        let opts = DecodeOptions::default();
        let whole = String::from_utf8(to_json(text.as_bytes(), &opts).expect("a document")).expect("UTF-8");
        for window in 1..text.len() + 2 {
            assert_eq!(streamed(text, window, &opts).as_deref(), Ok(whole.as_str()), "{window}");
        }
    }

    #[test]
    fn places_of_errors_do_not_depend_on_windows() {
        for text in [
            "a: 1\nb:\n  c: 2\n  d: \"x",
            "a: 1\nb[2]{n:u32}:\n  1\n  x\n",
            "a[3]: 1,2\nb: 1\n",
            "a: 1\n   b: 2\nc: \"y\" z",
        ] {
            let opts = DecodeOptions::strict();
            let whole = to_json(text.as_bytes(), &opts).expect_err(text).to_string();
            for window in 1..text.len() + 2 {
                assert_eq!(streamed(text, window, &opts), Err(whole.clone()), "{window}");
            }
        }
        let mut broken = b"a: 1\nb: \xff\nc: 2\n".to_vec();
        let error =
            stream_in_windows(&broken[..], Vec::new(), &DecodeOptions::default(), 4).expect_err("UTF-8");
        assert_eq!(error.to_string(), "E_UTF8 at 2:4: expected UTF-8, found the byte 0xff");
        broken.truncate(5);
        let limit = DecodeOptions { max_input: Some(4), ..DecodeOptions::default() };
        assert!(
            matches!(stream_in_windows(&broken[..], Vec::new(), &limit, 2), Err(StreamError::Text(e)) if e.code == Code::Limit)
        );
    }

    #[test]
    fn what_changes_the_past_is_refused() {
        for (text, expected) in [
            ("a: 1\nb: 2\na: 3\n", "E_DUPLICATE_KEY at 3:1"),
            ("root: 1\nb: 2\n", "E_SYNTAX at 2:1"),
            ("a[2]:\n  [1]: x\n  [0]: y\n", "E_INDEX at 3:1"),
        ] {
            let error = streamed(text, 4, &DecodeOptions::default()).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
            assert!(streamed(text, 4000, &DecodeOptions::default()).is_ok());
        }
    }

    /// Every vector through windows of a few bytes: the same JSON, or a refusal that only streams know.
    #[test]
    fn vectors_in_windows() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/vectors/tonl/");
        let mut streamed_count = 0;
        for name in ["decode", "errors", "encode-structure", "encode-strings-mixed"] {
            let file = std::fs::read(format!("{folder}{name}.json")).expect("a vector file");
            let cases = stele_json::from_slice(&file).expect("JSON");
            for case in cases.as_array().expect("a list").iter() {
                let text = case.get("tonl").and_then(stele_json::Value::as_str).expect("a text");
                let options = case.get("options").filter(|_| !name.starts_with("encode"));
                let opts = options
                    .map_or_else(DecodeOptions::default, |o| DecodeOptions::from_json(o).expect("options"));
                let whole = to_json(text.as_bytes(), &opts).map_err(|error| error.to_string());
                for window in [1, 7, 64] {
                    let answer = streamed(text, window, &opts).map(String::into_bytes);
                    match &answer {
                        Err(error)
                            if error.contains("cannot be streamed") || error.contains("number of lines") => {}
                        // what to guess a delimiter from may lie behind the window
                        _ if opts.delimiter == Some(crate::Delimiter::Auto) => {}
                        _ => {
                            assert_eq!(answer, whole, "{window} {text}");
                            streamed_count += 1;
                        }
                    }
                }
            }
        }
        assert!(streamed_count > 1000, "{streamed_count}");
    }
}
