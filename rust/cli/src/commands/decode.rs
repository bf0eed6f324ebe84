//! `stele decode`: TONL to JSON.
//!
//! Step in the flow: bytes -> `tonl` -> minified JSON -> pretty, or a line per element -> output. Texts of up to
//! 64 MiB are read whole; longer ones go through as a stream whose memory does not grow, in which JSON has left before
//! the rest is read, so that what would change the past (a name for the second time) is refused.

use std::io::{self, BufRead, Cursor, Read, Write};

use clap::ArgMatches;
use stele_json::format::Formatter;
use tonl::{DecodeOptions, StreamError};

use super::each::{Plan, each};
use super::load::tonl_failure;
use super::options::{decoding, json_layout};
use crate::args;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Sink;
use crate::report::Problem;
use crate::tree::reading;

/// Texts below this size are read whole.
const WHOLE: u64 = 64 << 20;

/// What is done with the minified JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Compact,
    Pretty,
    /// Each element of the outermost array on its own line.
    Lines,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let opts = decoding(matches)?;
    let layout = match (args::is_set(matches, "pretty"), args::is_set(matches, "ndjson")) {
        (true, _) => Layout::Pretty,
        (_, true) => Layout::Lines,
        _ => Layout::Compact,
    };
    let plan =
        Plan { extension: Some(if layout == Layout::Lines { "ndjson" } else { "json" }), joinable: true };
    each(matches, &plan, |source, sink| decode(source, &opts, layout, sink))
}

fn decode(source: &Source, opts: &DecodeOptions, layout: Layout, sink: &mut Sink) -> Result<(), Failure> {
    let label = source.label();
    let mut reader = source.open()?;
    let mut bytes = Vec::new();
    let read = (&mut reader).take(WHOLE).read_to_end(&mut bytes);
    read.map_err(|e| Failure::io(&label, &e))?;
    let mut out = Laid::new(layout, &label, sink);
    if (bytes.len() as u64) < WHOLE {
        let json = tonl::to_json(&bytes, opts).map_err(|error| tonl_failure(&error, &label, Some(&bytes)))?;
        out.take(&json)?;
        return out.finish();
    }
    match tonl::stream_to_json(Cursor::new(bytes).chain(reader), &mut out, opts) {
        Ok(()) => out.finish(),
        Err(StreamError::Text(error)) => Err(at_source(&error, source)),
        Err(StreamError::Read(error)) => Err(Failure::io(&label, &error)),
        Err(StreamError::Write(error)) => {
            Err(out.failure.take().unwrap_or_else(|| Failure::io(out.sink.label(), &error)))
        }
    }
}

/// The text is gone when an error shows: a file is read once more, up to the line that is shown.
#[cold]
fn at_source(error: &tonl::Error, source: &Source) -> Failure {
    let line = match source {
        Source::File(_) => source.open().ok().and_then(|reader| {
            let mut lines = reader.take(u64::MAX).split(b'\n');
            lines.nth(error.line.checked_sub(1)?)?.ok()
        }),
        Source::Stdin => None,
    };
    let problem = Problem::new(&source.label(), error.code.as_str(), error.message.to_string());
    Failure::Refused(Box::new(problem.on_line(error.line as u64, error.column as u64, line.as_deref())))
}

/// Minified JSON in pieces -> the layout -> the sink.
struct Laid<'s> {
    source: &'s str,
    sink: &'s mut Sink,
    step: Step,
    ready: Vec<u8>,
    /// What went wrong while somebody wrote through [`Write`], who sees only that something did.
    failure: Option<Failure>,
}

impl Write for Laid<'_> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        match self.take(json) {
            Ok(()) => Ok(json.len()),
            Err(failure) => {
                self.failure = Some(failure);
                Err(io::Error::other("the output failed"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

enum Step {
    Compact,
    Pretty(Box<Formatter>),
    Lines(Splitter),
}

impl<'s> Laid<'s> {
    fn new(layout: Layout, source: &'s str, sink: &'s mut Sink) -> Self {
        let step = match layout {
            Layout::Compact => Step::Compact,
            Layout::Pretty => Step::Pretty(Box::new(Formatter::new(&reading(), &json_layout(true)))),
            Layout::Lines => Step::Lines(Splitter::default()),
        };
        Self { source, sink, step, ready: Vec::new(), failure: None }
    }

    fn take(&mut self, json: &[u8]) -> Result<(), Failure> {
        self.ready.clear();
        match &mut self.step {
            Step::Compact => return self.sink.put(json),
            Step::Pretty(formatter) => {
                let fed = formatter.feed(json, &mut self.ready);
                fed.map_err(|error| Failure::refused(self.sink.label(), "E_JSON", error))?;
            }
            Step::Lines(splitter) => {
                let fed = splitter.feed(json, &mut self.ready);
                fed.map_err(|why| Failure::refused(self.source, "", why))?;
            }
        }
        self.sink.put(&self.ready)
    }

    fn finish(self) -> Result<(), Failure> {
        let mut rest = Vec::new();
        if let Step::Pretty(formatter) = self.step {
            let done = formatter.finish(&mut rest);
            done.map_err(|error| Failure::refused(self.sink.label(), "E_JSON", error))?;
        } else if matches!(self.step, Step::Lines(_)) {
            return Ok(());
        }
        rest.push(b'\n');
        self.sink.put(&rest)
    }
}

/// Minified JSON of an array -> one line per element. Text is not parsed again: brackets outside strings are counted.
#[derive(Default)]
struct Splitter {
    depth: usize,
    in_string: bool,
    escaped: bool,
    begun: bool,
}

impl Splitter {
    fn feed(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), &'static str> {
        for &byte in json {
            if self.in_string {
                self.in_string = self.escaped || byte != b'"';
                self.escaped = !self.escaped && byte == b'\\';
                out.push(byte);
                continue;
            }
            if !self.begun && byte != b'[' {
                return Err("expected an array to be written as lines");
            }
            match byte {
                b'[' | b'{' => {
                    self.begun = true;
                    self.depth += 1;
                    if self.depth > 1 {
                        out.push(byte);
                    }
                }
                b']' | b'}' => {
                    self.depth -= 1;
                    out.push(if self.depth == 0 { b'\n' } else { byte });
                }
                b',' if self.depth == 1 => out.push(b'\n'),
                _ => {
                    self.in_string = byte == b'"';
                    out.push(byte);
                }
            }
        }
        // an empty array has no line
        if out.as_slice() == b"\n" && json == b"[]" {
            out.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Splitter;

    #[test]
    fn elements_become_lines_in_chunks_of_any_size() {
        let json = br#"[{"a":"],[\""},[1,[2]],"x,\\",null,{}]"#;
        let expected = "{\"a\":\"],[\\\"\"}\n[1,[2]]\n\"x,\\\\\"\nnull\n{}\n";
        for size in 1..=json.len() {
            let (mut splitter, mut out) = (Splitter::default(), Vec::new());
            for chunk in json.chunks(size) {
                splitter.feed(chunk, &mut out).expect("an array");
            }
            assert_eq!(String::from_utf8_lossy(&out), expected, "chunks of {size}");
        }
        assert!(Splitter::default().feed(b"{}", &mut Vec::new()).is_err());
    }
}
