//! The JavaScript model of the format against this crate, where node and the model are at hand: same bytes out, same
//! values and errors in, on random values and damaged texts.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::{Random, damaged, long, options, options_json, root, skipped, value};
use stele_json::{Object, Value, equivalent, from_slice, to_string};
use tonl::{DecodeOptions, Dialect, EncodeOptions, KeyOrder, decode, encode};

/// Answers of the model, or `None` when it cannot run here.
fn ask(requests: &[Value<'_>]) -> Option<Vec<Value<'static>>> {
    let model = root().join("../shared/tools/tonl-model");
    if !model.join("profile.mjs").exists() {
        return None;
    }
    let driver = root().join("rust/tonl/tests/model_driver.mjs");
    let mut node = Command::new("node")
        .arg(driver)
        .env("STELE_MODEL", model.canonicalize().ok()?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = node.stdin.take()?;
    let lines: String = requests.iter().map(|request| to_string(request) + "\n").collect();
    let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().ok()?;
    writing.join().ok()?.ok()?;
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    Some(answers.lines().map(|line| from_slice(line.as_bytes()).expect("JSON").into_owned()).collect())
}

fn request(name: &'static str, text: &str, options: Value<'static>) -> Value<'static> {
    let mut object = Object::new();
    object.push(name, text.to_owned());
    object.push("options", options);
    Value::Object(object)
}

fn runs() -> u64 {
    if long() { 200_000 } else { 3_000 }
}

#[test]
fn texts_equal_those_of_the_model() {
    let cases: Vec<_> = (0..runs())
        .map(|seed| {
            let mut random = Random::new(seed + 1_000_000);
            let size = 1 + random.below(40);
            let (value, opts) = (value(&mut random, size), options(&mut random));
            let text = encode(&value, &opts).expect("encodes");
            (seed, request("json", &to_string(&value), options_json(&opts)), text)
        })
        .collect();
    let Some(answers) = ask(&cases.iter().map(|(_, request, _)| request.clone()).collect::<Vec<_>>()) else {
        return skipped("texts_equal_those_of_the_model", "no node, or no model beside the repository");
    };
    assert_eq!(answers.len(), cases.len());
    for ((seed, request, text), answer) in cases.iter().zip(&answers) {
        assert_eq!(
            answer["output"].as_str(),
            Some(text.as_str()),
            "seed {seed}: {request}\n{text}\n{answer}"
        );
    }
}

/// The model counts columns in UTF-16 units and leaves out white space before a line other than SP and TAB: the place
/// of its error in code points of the line.
fn place_of_the_model(text: &str, answer: &str) -> Option<String> {
    let (code, place) = answer.split_once(' ')?;
    let (line, column) = place.split_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let raw = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').nth(line.checked_sub(1)?)?;
    let mut units = (column - 1).checked_sub(indentation(raw))?;
    let mut column = raw.chars().take_while(|&c| is_ws(c)).count() + 1;
    for c in raw.chars().skip(column - 1) {
        if units == 0 {
            break;
        }
        units = units.saturating_sub(c.len_utf16());
        column += 1;
    }
    Some(format!("{code} {line}:{column}"))
}

fn is_ws(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}'
        | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Where the model leaves the specification, or is undefined; decided in favour of the text of the specification.
fn undecided(text: &str, answer: &str) -> bool {
    // a continued string with a line that stands no further in than its member: the model reads those lines again
    let lines: Vec<&str> = text.split('\n').collect();
    let reads_again = lines.iter().enumerate().any(|(at, line)| {
        let rest = &lines[at + 1..];
        line.contains("\"\"\"")
            && rest.iter().any(|line| line.trim_end_matches(is_ws).ends_with("\"\"\""))
            && rest.iter().any(|below| !below.trim().is_empty() && indentation(below) <= indentation(line))
    });
    reads_again
        // white space of other kinds between a colon and a string is not counted in its place
        || answer.starts_with("E_") && text.contains(|c| is_ws(c) && !matches!(c, ' ' | '\t' | '\n'))
        // a number under `bool` is of the wrong type, not out of range
        || answer.starts_with("E_RANGE") && text.contains("bool")
        // the place of a delimiter that is part of the word `delimiter`
        || answer.starts_with("E_DELIMITER") && text.contains("#delimiter t")
        // the model fails with an exception of the host
        || answer.starts_with("crash")
}

/// Where this crate reads a text otherwise than the model.
fn difference(text: &str, opts: &DecodeOptions, answer: &Value<'_>) -> Option<String> {
    let ours = decode(text.as_bytes(), opts);
    let theirs = answer["error"].as_str().or(answer["output"].as_str()).unwrap_or_default();
    let place = answer["error"].as_str().and_then(|error| place_of_the_model(text, error));
    let same = match (&ours, answer["output"].as_str()) {
        (Ok(ours), Some(theirs)) => {
            from_slice(theirs.as_bytes()).is_ok_and(|theirs| equivalent(ours, &theirs))
        }
        (Err(error), None) => place == Some(format!("{} {}:{}", error.code, error.line, error.column)),
        _ => false,
    };
    let surrogate = ours.as_ref().is_err_and(|error| error.code == tonl::Code::Surrogate);
    let non_finite =
        answer["output"].as_str().is_some_and(|text| text.contains("NaN") || text.contains("Inf"));
    if same || surrogate || non_finite || undecided(text, theirs) {
        return None;
    }
    let theirs = place.as_deref().unwrap_or(theirs);
    Some(format!("strict {}: ours {ours:?}, the model {theirs}\n{text}", opts.strict))
}

/// The model refuses enough of the texts, and refuses and reads them as this crate does.
fn compare(test: &str, cases: &[(u64, Value<'static>, String, DecodeOptions)]) {
    let requests: Vec<_> = cases.iter().map(|case| case.1.clone()).collect();
    let Some(answers) = ask(&requests) else {
        return skipped(test, "no node, or no model beside the repository");
    };
    assert_eq!(answers.len(), cases.len());
    let differences: Vec<String> = cases
        .iter()
        .zip(&answers)
        .filter_map(|((seed, _, text, opts), answer)| {
            difference(text, opts, answer).map(|found| format!("seed {seed} {found}"))
        })
        .collect();
    let errors = answers.iter().filter(|answer| answer["error"].as_str().is_some()).count();
    assert!(errors > cases.len() / 20, "{errors}");
    let shown = &differences[..differences.len().min(6)];
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), shown.join("\n\n"));
}

#[test]
fn damaged_texts_are_read_as_by_the_model() {
    let cases: Vec<_> = (0..runs())
        .map(|seed| {
            let mut random = Random::new(seed + 2_000_000);
            let size = 1 + random.below(25);
            let (value, opts) = (value(&mut random, size), options(&mut random));
            let mut text = encode(&value, &opts).expect("encodes");
            for _ in 0..random.below(3) {
                text = damaged(&mut random, &text);
            }
            let opts = DecodeOptions {
                strict: random.one_in(2),
                dialect: Dialect::Profile,
                ..DecodeOptions::default()
            };
            let mut object = Object::new();
            object.push("strict", opts.strict);
            (seed, request("tonl", &text, Value::Object(object)), text, opts)
        })
        .collect();
    compare("damaged_texts_are_read_as_by_the_model", &cases);
}

/// A text with lines of another between its own, further in or further out.
fn spliced(random: &mut Random, text: &str, other: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let others: Vec<&str> = other.split('\n').collect();
    let (from, at) = (random.below(others.len()), random.below(lines.len() + 1));
    let taken = &others[from..others.len().min(from + 1 + random.below(4))];
    let indent = " ".repeat(random.below(5));
    let moved: Vec<String> = taken.iter().map(|line| format!("{indent}{line}")).collect();
    lines.splice(at..at, moved);
    lines.join("\n")
}

/// 11 order: with several errors in one text, code and place are those of the model.
#[test]
fn changed_vectors_are_read_as_by_the_model() {
    let vectors = common::cases("tonl", "");
    let texts: Vec<&str> =
        vectors.iter().filter_map(|case| case["tonl"].as_str()).filter(|text| text.len() < 3000).collect();
    let cases: Vec<_> = (0..runs())
        .map(|seed| {
            let mut random = Random::new(seed + 5_000_000);
            let mut text = random.pick(&texts).to_owned();
            for _ in 0..random.below(3) {
                let other = random.pick(&texts);
                text = spliced(&mut random, &text, other);
            }
            for _ in 0..random.below(4) {
                text = damaged(&mut random, &text);
            }
            let strict = !random.one_in(4);
            let opts = DecodeOptions { strict, dialect: Dialect::Profile, ..DecodeOptions::default() };
            let mut object = Object::new();
            object.push("strict", strict);
            (seed, request("tonl", &text, Value::Object(object)), text, opts)
        })
        .collect();
    compare("changed_vectors_are_read_as_by_the_model", &cases);
}

fn tight_request(name: &'static str, text: &str, options: &str) -> Value<'static> {
    let mut request = request(name, text, from_slice(options.as_bytes()).expect("JSON").into_owned());
    request.as_object_mut().expect("an object").push("tight", true);
    request
}

#[test]
fn tight_texts_equal_those_of_the_model() {
    let cases: Vec<_> = (0..runs())
        .map(|seed| {
            let mut random = Random::new(seed + 3_000_000);
            let size = 1 + random.below(60);
            let value = value(&mut random, size);
            let source = random.one_in(2);
            let key_order = if source { KeyOrder::Source } else { KeyOrder::Sorted };
            let text =
                encode(&value, &EncodeOptions { key_order, ..EncodeOptions::tight() }).expect("encodes");
            let options =
                if source { r#"{"preset":"tight","keyOrder":"source"}"# } else { r#"{"preset":"tight"}"# };
            (seed, tight_request("json", &to_string(&value), options), text)
        })
        .collect();
    let Some(answers) = ask(&cases.iter().map(|(_, request, _)| request.clone()).collect::<Vec<_>>()) else {
        return skipped("tight_texts_equal_those_of_the_model", "no node, or no model beside the repository");
    };
    for ((seed, request, text), answer) in cases.iter().zip(&answers) {
        assert_eq!(
            answer["output"].as_str(),
            Some(text.as_str()),
            "seed {seed}: {request}\n{text}\n{answer}"
        );
    }
}

#[test]
fn damaged_tight_texts_are_read_as_by_the_model() {
    let cases: Vec<_> = (0..runs())
        .map(|seed| {
            let mut random = Random::new(seed + 4_000_000);
            let size = 1 + random.below(30);
            let mut text = encode(&value(&mut random, size), &EncodeOptions::tight()).expect("encodes");
            for _ in 0..random.below(4) {
                text = damaged(&mut random, &text);
            }
            let strict = random.one_in(2);
            let options =
                if strict { r#"{"dialect":"tight","strict":true}"# } else { r#"{"dialect":"tight"}"# };
            let opts = DecodeOptions { strict, dialect: Dialect::Tight, ..DecodeOptions::default() };
            (seed, tight_request("tonl", &text, options), text, opts)
        })
        .collect();
    let Some(answers) = ask(&cases.iter().map(|case| case.1.clone()).collect::<Vec<_>>()) else {
        return skipped(
            "damaged_tight_texts_are_read_as_by_the_model",
            "no node, or no model beside the repository",
        );
    };
    let mut differences = Vec::new();
    let mut errors = 0;
    for ((seed, _, text, opts), answer) in cases.iter().zip(&answers) {
        let ours = decode(text.as_bytes(), opts);
        let theirs = answer["error"].as_str().or(answer["output"].as_str()).unwrap_or_default();
        let same = match (&ours, answer["output"].as_str()) {
            (Ok(ours), Some(theirs)) => {
                from_slice(theirs.as_bytes()).is_ok_and(|theirs| equivalent(ours, &theirs))
            }
            (Err(error), None) => {
                errors += 1;
                theirs == format!("{} {}:{}", error.code, error.line, error.column)
            }
            _ => false,
        };
        let surrogate = ours.as_ref().is_err_and(|error| error.code == tonl::Code::Surrogate);
        let non_finite =
            answer["output"].as_str().is_some_and(|text| text.contains("NaN") || text.contains("Infinity"));
        if !same && !surrogate && !non_finite {
            differences.push(format!(
                "seed {seed} strict {}: ours {ours:?}, the model {theirs}\n{text}",
                opts.strict
            ));
        }
    }
    assert!(errors > cases.len() / 5, "{errors}");
    let count = differences.len();
    assert!(count == 0, "{count} differences\n{}", differences[..count.min(6)].join("\n\n"));
}
