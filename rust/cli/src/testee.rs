//! The Rust testee: one JSON request a line in, one JSON answer a line out (spec/protocol.md).
//!
//! Step in the flow: line -> request -> `tonl` / `stele_json` on text -> answer. It never stops at a bad request:
//! what is no request is answered with an error too, and a panic inside a library is an answer, not an end.

use std::borrow::Cow;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use clap::ArgMatches;
use stele_json::{ErrorKind, Value};
use tonl::{Code, DecodeOptions, EncodeOptions};

use crate::args;
use crate::failure::Failure;
use crate::tree::{reading, tame_surrogates};

/// Most repetitions of one request.
const REPEAT_LIMIT: u64 = 1_000_000;

/// Runs the command: our own testee, or another one by name.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    match args::text(matches, "name") {
        None | Some("rust") => serve(),
        Some(name) => replace_by(name, matches),
    }
}

/// Becomes another testee, started from the repository root as `spec/testees.toml` says.
fn replace_by(name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    use crate::conformance::child::Start;
    use crate::conformance::testees;
    use std::os::unix::process::CommandExt;
    let root = testees::repository_root(args::text(matches, "root-dir"))?;
    let all = testees::load(&root)?;
    let found = all.iter().find(|testee| testee.name == name);
    let testee = found.ok_or_else(|| Failure::usage(format!("no testee `{name}` in spec/testees.toml")))?;
    let words = match &testee.start {
        Start::Program(words) => words.clone(),
        Start::Shell(line) => ["sh", "-c", line].map(str::to_owned).to_vec(),
    };
    let (program, rest) = words.split_first().ok_or_else(|| Failure::usage("empty start command"))?;
    let error = std::process::Command::new(program).args(rest).current_dir(&root).exec();
    Err(Failure::usage(format!("{program}: {error}")))
}

fn serve() -> Result<(), Failure> {
    // the message of a caught panic is part of the answer; it must not fill standard error as well
    std::panic::set_hook(Box::new(|_| {}));
    let mut input = std::io::stdin().lock();
    let mut output = std::io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let n = input.read_until(b'\n', &mut line).map_err(|e| Failure::io("<stdin>", &e))?;
        if n == 0 {
            return Ok(());
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let mut reply = answer(text);
        reply.push(b'\n');
        let written = output.write_all(&reply).and_then(|()| output.flush());
        written.map_err(|e| Failure::io("<stdout>", &e))?;
    }
}

/// What one operation gives.
enum Outcome {
    Output { text: Vec<u8>, times: Option<(u64, u64)> },
    Error { code: Cow<'static, str>, line: usize, column: usize, message: String },
    Skipped(&'static str),
}

impl Outcome {
    fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::Error { code: Cow::Borrowed(code), line: 0, column: 0, message: message.into() }
    }
}

/// One line in, one line out.
fn answer(line: &[u8]) -> Vec<u8> {
    let request = stele_json::from_slice_with(line, &reading());
    let tamed;
    let (id, outcome) = match &request {
        // text that no Rust string holds: the rest of the request is still an answer's due
        Err(error) if error.kind == ErrorKind::LoneSurrogate => {
            tamed = stele_json::from_slice_with(&tame_surrogates(line), &reading()).map(Value::into_owned);
            (tamed.as_ref().ok().and_then(|request| request.get("id")), Outcome::Skipped("lone-surrogates"))
        }
        Err(error) => (None, Outcome::error("E_REQUEST", format!("the request is not JSON: {error}"))),
        Ok(request) => {
            let outcome = catch_unwind(AssertUnwindSafe(|| perform(request)))
                .unwrap_or_else(|_| Outcome::error("E_PANIC", "the library panicked"));
            (request.get("id"), outcome)
        }
    };
    render(id, outcome)
}

fn render(id: Option<&Value<'_>>, outcome: Outcome) -> Vec<u8> {
    let compact = stele_json::WriteOptions::compact();
    let mut out = stele_json::Writer::new(Vec::new(), &compact);
    out.begin_object();
    out.key("id");
    out.value(id.unwrap_or(&Value::Null));
    match outcome {
        Outcome::Output { text, times } => match std::str::from_utf8(&text) {
            Ok(text) => {
                out.key("output");
                out.string(text);
                if let Some((median, least)) = times {
                    out.key("ns");
                    out.u64(median);
                    out.key("ns_min");
                    out.u64(least);
                }
            }
            Err(_) => write_error(&mut out, "E_UTF8", 0, 0, "the output is not UTF-8"),
        },
        Outcome::Error { code, line, column, message } => {
            write_error(&mut out, &code, line, column, &message)
        }
        Outcome::Skipped(reason) => {
            out.key("skipped");
            out.string(reason);
        }
    }
    out.end_object();
    out.finish()
}

fn write_error(out: &mut stele_json::Writer<'_>, code: &str, line: usize, column: usize, message: &str) {
    out.key("error");
    out.begin_object();
    out.key("code");
    out.string(code);
    out.key("line");
    out.u64(line as u64);
    out.key("column");
    out.u64(column as u64);
    out.key("message");
    out.string(message);
    out.end_object();
}

/// Checks a request and runs its operation as often as it asks.
fn perform(request: &Value<'_>) -> Outcome {
    let Some(op) = request.get("op").and_then(Value::as_str) else {
        return Outcome::error("E_REQUEST", "the request has no `op`");
    };
    let input = match input_of(request) {
        Ok(input) => input,
        Err(why) => return Outcome::error("E_REQUEST", why),
    };
    let empty = Value::Null;
    let options = request.get("options").unwrap_or(&empty);
    let Some(mut run) = operation(op, &input, options) else {
        return Outcome::error("E_REQUEST", format!("unknown op `{op}`"));
    };
    let Some(repeat) = request.get("repeat").and_then(Value::as_u64) else { return run() };
    let mut times = Vec::new();
    let mut last = Outcome::Skipped("repeated 0 times");
    for _ in 0..repeat.clamp(1, REPEAT_LIMIT) {
        let start = Instant::now();
        last = run();
        times.push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
    }
    times.sort_unstable();
    match last {
        Outcome::Output { text, .. } => {
            Outcome::Output { text, times: Some((times[times.len() / 2], times[0])) }
        }
        other => other,
    }
}

fn input_of<'r>(request: &'r Value<'_>) -> Result<Cow<'r, [u8]>, String> {
    if let Some(text) = request.get("input").and_then(Value::as_str) {
        return Ok(Cow::Borrowed(text.as_bytes()));
    }
    let packed = request.get("input_base64").and_then(Value::as_str).ok_or("the request has no `input`")?;
    use base64::Engine as _;
    let bytes = base64::engine::general_purpose::STANDARD.decode(packed);
    bytes.map(Cow::Owned).map_err(|e| format!("input_base64: {e}"))
}

/// The operation of a name, with its options read once.
fn operation<'o>(op: &str, input: &'o [u8], options: &Value<'_>) -> Option<Box<dyn FnMut() -> Outcome + 'o>> {
    let writing = EncodeOptions::from_json(options);
    let reading = DecodeOptions::from_json(options);
    let run: Box<dyn FnMut() -> Outcome + 'o> = match op {
        "json_to_json" => Box::new(move || json_to_json(input)),
        "json_to_tonl" => with_options(writing, move |opts| match tonl::from_json(input, opts) {
            Ok(text) => Outcome::Output { text: text.into_bytes(), times: None },
            Err(error) => tonl_error(error),
        }),
        "tonl_to_json" => with_options(reading, move |opts| match tonl::to_json(input, opts) {
            Ok(text) => Outcome::Output { text, times: None },
            Err(error) => tonl_error(error),
        }),
        "tonl_to_tonl" => {
            // strict, maxInput, delimiter and dialect belong to the reader; the depth bounds both
            let writing = EncodeOptions::from_json(&for_writer(options));
            let both = reading.and_then(|read| writing.map(|write| (read, write)));
            with_options(both, move |(read, write)| match tonl::format(input, read, write) {
                Ok(text) => Outcome::Output { text: text.into_bytes(), times: None },
                Err(error) => tonl_error(error),
            })
        }
        _ => return None,
    };
    Some(run)
}

/// The options of `tonl_to_tonl` without those that only the reader takes.
fn for_writer<'v>(options: &Value<'v>) -> Value<'v> {
    match options {
        Value::Object(members) => {
            let kept = members.members().iter().filter(|m| !matches!(&*m.key, "delimiter" | "dialect"));
            Value::Object(stele_json::Object::from_members(kept.cloned().collect::<Vec<_>>()))
        }
        other => other.clone(),
    }
}

/// The operation, or the error of its options each time.
fn with_options<'o, T: 'o>(
    options: Result<T, tonl::Error>,
    mut run: impl FnMut(&T) -> Outcome + 'o,
) -> Box<dyn FnMut() -> Outcome + 'o> {
    match options {
        Ok(options) => Box::new(move || run(&options)),
        Err(error) => Box::new(move || tonl_error(error.clone())),
    }
}

fn tonl_error(error: tonl::Error) -> Outcome {
    if error.code == Code::Surrogate {
        return Outcome::Skipped("lone-surrogates");
    }
    Outcome::Error {
        code: Cow::Borrowed(error.code.as_str()),
        line: error.line,
        column: error.column,
        message: error.message.into_owned(),
    }
}

fn json_to_json(input: &[u8]) -> Outcome {
    match stele_json::from_slice_with(input, &reading()) {
        Ok(value) => Outcome::Output { text: stele_json::to_vec(&value), times: None },
        Err(error) => json_error(&error, input),
    }
}

fn json_error(error: &stele_json::Error, input: &[u8]) -> Outcome {
    if error.kind == ErrorKind::LoneSurrogate {
        return Outcome::Skipped("lone-surrogates");
    }
    let place = error.position(input);
    Outcome::Error {
        code: Cow::Borrowed("E_JSON"),
        line: place.line,
        column: place.column,
        message: error.kind.text().to_owned(),
    }
}
