//! A testee with one fault, named by its argument; the runner must catch each of them (see tests/conformance.rs).
//!
//! Faults strike where the input holds the fault's trigger, so that the cases around it can be seen to pass.

use std::io::{BufRead, Write};
use std::time::Duration;

use stele_json::Value;
use tonl::{DecodeOptions, EncodeOptions};

fn main() {
    let fault = std::env::args().nth(1).unwrap_or_default();
    if fault == "start-dies" {
        eprintln!("cannot find my library");
        std::process::exit(3);
    }
    let stdin = std::io::stdin().lock();
    for line in stdin.lines().map_while(Result::ok) {
        let request = stele_json::from_str(&line).expect("a request");
        let id = request.get("id").map(Value::to_string).unwrap_or_default();
        let input = request.get("input").and_then(Value::as_str).unwrap_or_default();
        let op = request.get("op").and_then(Value::as_str).unwrap_or_default();
        let struck = input.contains("strike");
        match fault.as_str() {
            "dies" if struck => {
                eprintln!("out of memory, says the testee");
                std::process::exit(7);
            }
            "hangs" if struck => std::thread::sleep(Duration::from_secs(3600)),
            "garbage" if struck => say("Exception in thread main"),
            "wrong-id" if struck => say(r#"{"id":-1,"output":"null"}"#),
            "twice" if struck => say(&format!(r#"{{"id":{id},"output":"null"}}{}"#, "\nand more")),
            "nothing" if struck => say(&format!(r#"{{"id":{id}}}"#)),
            "not-json" if struck => say(&format!(r#"{{"id":{id},"output":"{{"}}"#)),
            _ => say(&answer(&fault, &id, op, input, request.get("options").unwrap_or(&Value::Null))),
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("somebody listens");
}

fn answer(fault: &str, id: &str, op: &str, input: &str, options: &Value<'_>) -> String {
    let result = match op {
        "json_to_tonl" => {
            let opts = EncodeOptions::from_json(options).expect("good options");
            tonl::from_json(input.as_bytes(), &opts)
        }
        "tonl_to_json" => {
            let opts = DecodeOptions::from_json(options).expect("good options");
            tonl::to_json(input.as_bytes(), &opts).map(|json| String::from_utf8_lossy(&json).into_owned())
        }
        _ => stele_json::from_str(input).map(|v| v.to_string()).map_err(|_| {
            tonl::from_json(input.as_bytes(), &EncodeOptions::default()).expect_err("refused as well")
        }),
    };
    match result {
        Ok(output) => {
            let output = if fault == "reads-zero" && op == "json_to_json" {
                zeros(&output)
            } else {
                spoil(fault, output)
            };
            format!(r#"{{"id":{id},"output":{}}}"#, Value::String(output.as_str().into()))
        }
        Err(error) => {
            let column = error.column + usize::from(fault == "wrong-column");
            let line = error.line + usize::from(fault == "wrong-line");
            let code = if fault == "wrong-code" { "E_SYNTAX" } else { error.code.as_str() };
            format!(
                r#"{{"id":{id},"error":{{"code":"{code}","line":{line},"column":{column},"message":"x"}}}}"#
            )
        }
    }
}

/// JSON as of a host whose integers have no minus zero.
fn zeros(json: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in json.char_indices() {
        let lonely = json[at..].strip_prefix("-0").is_some_and(|rest| !rest.starts_with(['.', 'e', 'E']));
        let begins = !json[..at].ends_with(['e', 'E']);
        if !(c == '-' && !quoted && lonely && begins) {
            out.push(c);
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    out
}

/// The outputs of an implementation that is nearly right.
fn spoil(fault: &str, output: String) -> String {
    match fault {
        "drops-minus-zero" => output.replace("-0]", "0]").replace("-0,", "0,").replace(": -0", ": 0"),
        "loses-digit" => output.replace("12345678901234567890", "12345678901234567000"),
        "trailing-line" => output + "\n",
        "all-strings" => output.replace(":1", ":\"1\""),
        _ => output,
    }
}
