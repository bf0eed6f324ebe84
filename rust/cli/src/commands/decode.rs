//! `stele decode`: TONL to JSON.
//!
//! Step in the flow: bytes -> `tonl::to_json` -> minified JSON -> pretty, or a line per element -> output.

use clap::ArgMatches;
use stele_json::format::Formatter;
use tonl::DecodeOptions;

use super::each::{Plan, each};
use super::load::tonl_failure;
use super::options::{decoding, json_layout};
use crate::args;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Sink;
use crate::tree::reading;

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
    let bytes = source.read_all()?;
    let json = tonl::to_json(&bytes, opts).map_err(|error| tonl_failure(&error, &label, Some(&bytes)))?;
    let mut out = Laid::new(layout, sink);
    out.take(&json)?;
    out.finish()
}

/// Minified JSON in pieces -> the layout -> the sink.
struct Laid<'s> {
    sink: &'s mut Sink,
    step: Step,
    ready: Vec<u8>,
}

enum Step {
    Compact,
    Pretty(Box<Formatter>),
    Lines(Splitter),
}

impl<'s> Laid<'s> {
    fn new(layout: Layout, sink: &'s mut Sink) -> Self {
        let step = match layout {
            Layout::Compact => Step::Compact,
            Layout::Pretty => Step::Pretty(Box::new(Formatter::new(&reading(), &json_layout(true)))),
            Layout::Lines => Step::Lines(Splitter::default()),
        };
        Self { sink, step, ready: Vec::new() }
    }

    fn take(&mut self, json: &[u8]) -> Result<(), Failure> {
        self.ready.clear();
        match &mut self.step {
            Step::Compact => return self.sink.put(json),
            Step::Pretty(formatter) => {
                let fed = formatter.feed(json, &mut self.ready);
                fed.map_err(|error| Failure::refused(self.sink.label(), "E_JSON", error))?;
            }
            Step::Lines(splitter) => splitter.feed(json, &mut self.ready)?,
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
    fn feed(&mut self, json: &[u8], out: &mut Vec<u8>) -> Result<(), Failure> {
        for &byte in json {
            if self.in_string {
                self.in_string = self.escaped || byte != b'"';
                self.escaped = !self.escaped && byte == b'\\';
                out.push(byte);
                continue;
            }
            if !self.begun && byte != b'[' {
                return Err(Failure::usage("--ndjson: the document is not an array"));
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
