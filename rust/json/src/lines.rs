//! NDJSON: one value a line. Lines end with LF, a CR before it is a blank; empty lines are passed over.

use std::io::{self, BufRead};

use crate::error::Error;
use crate::options::ReadOptions;
use crate::read::from_slice_with;
use crate::value::Value;

/// The values of the lines of a text; an error has its offset in the whole text, and the next line goes on.
///
/// ```
/// use stele_json::{Lines, ReadOptions};
/// let opts = ReadOptions::default();
/// let values: Result<Vec<_>, _> = Lines::new(b"{\"a\":1}\n\n[2]\n", &opts).collect();
/// assert_eq!(values?.len(), 2);
/// # Ok::<(), stele_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a, 'o> {
    input: &'a [u8],
    opts: &'o ReadOptions,
    pos: usize,
}

impl<'a, 'o> Lines<'a, 'o> {
    /// Over a whole text. Limits hold for each line.
    #[must_use]
    pub fn new(input: &'a [u8], opts: &'o ReadOptions) -> Self {
        Lines { input, opts, pos: 0 }
    }

    /// Offset of the line that comes next.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.pos
    }
}

impl<'a> Iterator for Lines<'a, '_> {
    type Item = Result<Value<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.input.get(self.pos..).filter(|rest| !rest.is_empty())?;
            let len = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let (start, line) = (self.pos, &rest[..len]);
            self.pos += len + 1;
            if !blank(line) {
                let value = from_slice_with(line, self.opts);
                return Some(value.map_err(|error| Error::new(error.kind, error.offset + start)));
            }
        }
    }
}

/// The values of the lines of a reader, in memory of one line.
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    opts: ReadOptions,
    line: Vec<u8>,
    number: usize,
}

impl<R: BufRead> LineReader<R> {
    /// Over a reader. Limits hold for each line; `max_bytes` also for how much of a line is kept.
    pub fn new(reader: R, opts: &ReadOptions) -> Self {
        LineReader { reader, opts: opts.clone(), line: Vec::new(), number: 0 }
    }

    /// Number of the line read last, from 1.
    pub fn line_number(&self) -> usize {
        self.number
    }

    /// The line read last, without its end.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// The next value that there is; the inner error has its offset in the line.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn next_value(&mut self) -> io::Result<Option<Result<Value<'_>, Error>>> {
        loop {
            self.line.clear();
            let limit = (self.opts.max_bytes as u64).saturating_add(2);
            if io::Read::take(&mut self.reader, limit).read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let ended = self.line.last() == Some(&b'\n');
            if ended {
                self.line.pop();
            } else if self.line.len() as u64 == limit {
                // too long: the rest of the line is thrown away, the reader reports the limit
                while !skip_to_line_feed(&mut self.reader)? {}
            }
            if !blank(&self.line) {
                return Ok(Some(from_slice_with(&self.line, &self.opts)));
            }
        }
    }
}

/// Consumes one buffer of a line; `true` when the line or the input has ended.
fn skip_to_line_feed(reader: &mut impl BufRead) -> io::Result<bool> {
    let buffer = reader.fill_buf()?;
    let end = buffer.iter().position(|&byte| byte == b'\n');
    let (used, done) = (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
    reader.consume(used);
    Ok(done)
}

fn blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}
