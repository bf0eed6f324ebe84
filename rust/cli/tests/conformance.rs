//! The conformance runner against a good testee and against one with each fault.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use support::{Folder, code, feed, root, run, skipped, stele, text};

/// The faulty testee; built with the tests, or now when only one test file was asked for.
fn faulty() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_stele")).parent().expect("a folder");
        let path = folder.join("examples/faulty_testee");
        if !path.is_file() {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.args(["build", "-q", "-p", "stele", "--example", "faulty_testee"]);
            if folder.ends_with("release") {
                cargo.arg("--release");
            }
            let status = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo starts");
            assert!(status.success(), "the faulty testee builds");
        }
        path
    })
}

const VECTORS: &str = r##"[
 {"name": "plain", "json": "{\"a\":1}", "options": {}, "tonl": "#version 1.0\nroot:\n  a: 1", "roundtrip": true},
 {"name": "minus zero", "json": "[-0,1]", "options": {}, "tonl": "#version 1.0\nroot[2]: -0,1", "roundtrip": true},
 {"name": "digits", "json": "[12345678901234567890]", "options": {}, "tonl": "#version 1.0\nroot[1]: 12345678901234567890", "roundtrip": true},
 {"name": "strike", "json": "[\"strike\"]", "options": {}, "tonl": "#version 1.0\nroot[1]: strike"},
 {"name": "after", "json": "[2]", "options": {"indent": 4}, "tonl": "#version 1.0\nroot[1]: 2", "roundtrip": true}
]"##;
const DECODE: &str = r#"[{"name": "order of members", "tonl": "b: 1\na: 2.50", "options": {}, "json": "{\"a\":2.5,\"b\":1}"}]"#;
const ERRORS: &str = r#"[{"name": "open", "tonl": "a: \"x", "options": {}, "error": "E_UNTERMINATED_STRING", "line": 1, "column": 4}]"#;

/// A repository with one testee, its vectors and, when given, its known deviations.
fn repository(command: &str, known: &str) -> Folder {
    let folder = Folder::new();
    let entry = format!(
        "[[testee]]\nname = \"one\"\nbuild = \"true\"\nstart = '''{command}'''\n\
         ops = [\"json_to_tonl\", \"tonl_to_json\", \"json_to_json\"]\ndialects = [\"json\", \"profile\"]\n"
    );
    folder.file("spec/testees.toml", entry);
    folder.file("spec/vectors/small/encode-some.json", VECTORS);
    folder.file("spec/vectors/small/decode.json", DECODE);
    folder.file("spec/vectors/small/errors.json", ERRORS);
    if !known.is_empty() {
        folder.file("spec/known/one.txt", known);
    }
    folder
}

fn conformance(folder: &Folder, more: &[&str]) -> Output {
    let mut command = stele();
    command.args(["conformance", "--root-dir"]).arg(folder.path()).args(["--timeout", "1"]).args(more);
    // other people's suites stay out of these counts
    feed(command.env("STELE_DATA", folder.path()).current_dir(folder.path()), b"")
}

fn closing(output: &Output) -> String {
    text(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

fn with_fault(fault: &str) -> (Output, Folder) {
    let folder = repository(&format!("{} {fault}", faulty().display()), "");
    (conformance(&folder, &[]), folder)
}

#[test]
fn a_good_testee_passes_everything() {
    let (output, _folder) = with_fault("none");
    assert_eq!(closing(&output), "11 passed, 0 failed, 0 skipped", "{}", text(&output.stdout));
    assert_eq!(code(&output), 0);
    let table = text(&output.stdout);
    assert!(table.contains("small/encode-some  9"), "{table}");
}

#[test]
fn every_fault_is_caught_and_the_rest_passes() {
    // fault, failures, what the report says
    let table = [
        ("drops-minus-zero", 2, "minus zero"),
        ("loses-digit", 2, "digits"),
        ("wrong-column", 1, "expected E_UNTERMINATED_STRING at 1:4, found E_UNTERMINATED_STRING at 1:5"),
        ("wrong-line", 1, "at 2:4"),
        ("wrong-code", 1, "found E_SYNTAX"),
        ("trailing-line", 5, "line 4"),
        ("all-strings", 2, "/a: expected 1, found \"1\""),
        ("dies", 1, "died: exit status: 7: out of memory, says the testee"),
        ("hangs", 1, "no answer within 1.0 s"),
        ("garbage", 1, "garbage instead of an answer: `Exception in thread main`"),
        ("wrong-id", 1, "answer to another request"),
        ("nothing", 1, "neither output, error nor skipped"),
        ("not-json", 1, "line 1 column 1: expected `#version 1.0`, found `{`"),
    ];
    for (fault, failures, says) in table {
        let (output, _folder) = with_fault(fault);
        let report = text(&output.stdout);
        assert_eq!(
            closing(&output),
            format!("{} passed, {failures} failed, 0 skipped", 11 - failures),
            "{fault}\n{report}"
        );
        assert!(report.contains(says), "{fault}: `{says}` is not in\n{report}");
        assert_eq!(code(&output), 1, "{fault}");
    }
}

#[test]
fn a_second_answer_is_caught() {
    // the line may arrive with the answer or after it: the case itself or the next one is blamed, never none
    let (output, _folder) = with_fault("twice");
    assert_eq!(code(&output), 1, "{}", text(&output.stdout));
}

#[test]
fn a_testee_that_does_not_start_is_absent_unless_named() {
    let folder = repository(&format!("{} start-dies", faulty().display()), "");
    let output = conformance(&folder, &[]);
    assert_eq!((code(&output), closing(&output).as_str()), (0, "0 passed, 0 failed, 0 skipped"));
    assert!(text(&output.stderr).contains("not present: one: died: exit status: 3: cannot find my library"));
    let output = conformance(&folder, &["--testee", "one", "--filter", "no such case"]);
    assert_eq!((code(&output), closing(&output).as_str()), (1, "0 passed, 1 failed, 0 skipped"));
    let output = conformance(&folder, &["--require", "one", "--filter", "no such case"]);
    assert_eq!(code(&output), 1);
}

#[test]
fn known_deviations_may_fail_and_must_not_pass() {
    let faulty_command = format!("{} drops-minus-zero", faulty().display());
    let known =
        "small/encode-some\tminus zero\tno sign\t1.1\nsmall/encode-some\tminus zero (back)\tno sign\t1.1\n";
    let output = conformance(&repository(&faulty_command, known), &[]);
    assert_eq!((code(&output), closing(&output).as_str()), (0, "9 passed, 0 failed, 2 skipped"));
    let outdated = format!("{known}small/encode-some\tplain\told fault\t1.1\n");
    let output = conformance(&repository(&faulty_command, &outdated), &[]);
    assert_eq!((code(&output), closing(&output).as_str()), (1, "8 passed, 1 failed, 2 skipped"));
    assert!(text(&output.stdout).contains("passes, though listed as a known deviation: old fault (1.1)"));
}

#[test]
fn a_known_deviation_without_its_case_is_a_failure() {
    let command = format!("{} none", faulty().display());
    let folder = repository(&command, "small/encode-some\tno such case\told fault\t1.1\n");
    let output = conformance(&folder, &[]);
    assert_eq!((code(&output), closing(&output).as_str()), (1, "11 passed, 1 failed, 0 skipped"));
    assert!(text(&output.stdout).contains("there is no such case"));
}

#[test]
fn a_testee_that_always_dies_is_given_up() {
    let folder = repository(&format!("{} dies", faulty().display()), "");
    let many: Vec<String> = (0..80)
        .map(|i| format!(r#"{{"name": "{i}", "json": "\"strike {i}\"", "options": {{}}, "tonl": "x"}}"#))
        .collect();
    folder.file("spec/vectors/many/encode.json", format!("[{}]", many.join(",")));
    let output = conformance(&folder, &["--vectors", "spec/vectors/many", "--show", "100"]);
    assert_eq!(closing(&output), "0 passed, 80 failed, 0 skipped");
    assert!(text(&output.stdout).contains("given up after 50 restarts"));
}

#[test]
fn differences_between_testees_are_shrunk_to_a_vector() {
    let folder = repository("{stele} testee rust", "");
    let second = format!("{} drops-minus-zero", faulty().display());
    let output =
        conformance(&folder, &["--testee", "one", "--testee", &second, "--generate", "400", "--seed", "5"]);
    assert_eq!(code(&output), 1);
    let report = text(&output.stdout);
    let vector = report.lines().map(str::trim).find(|line| line.starts_with("{\"name\":")).expect("a vector");
    let value = stele_json::from_str(vector).expect("the vector is JSON");
    let json = value.get("json").and_then(stele_json::Value::as_str).expect("its document");
    assert!(json.len() <= 12 && json.contains("-0"), "not shrunk: {json}");
    assert!(value.get("tonl").is_some() && value.get("options").is_some());
}

#[test]
fn good_testees_agree_on_random_documents() {
    let folder = repository("{stele} testee rust", "");
    let second = format!("{} none", faulty().display());
    let output = conformance(&folder, &["--testee", "one", "--testee", &second, "--generate", "300"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    assert!(closing(&output).contains(" 0 failed"));
}

#[test]
fn results_as_json_lines() {
    let folder = repository(&format!("{} wrong-column", faulty().display()), "");
    let output = conformance(&folder, &["--json"]);
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    for line in &lines {
        stele_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    }
    assert_eq!(lines.last().map(String::as_str), Some(r#"{"passed":10,"failed":1,"skipped":0}"#));
    assert!(
        lines[0].starts_with(r#"{"testee":"one","group":"small/errors","case":"open","failed":"#),
        "{}",
        lines[0]
    );
}

/// All vectors of the repository: the Rust testee passes every one.
#[test]
fn the_rust_testee_passes_all_vectors() {
    if !root().join("spec/vectors/tonl").is_dir() {
        return skipped("no spec/vectors/tonl");
    }
    let output = run(&root(), &["conformance", "--testee", "rust"], b"");
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
}

#[test]
fn the_rust_testee_answers_everything_and_never_dies() {
    let requests: &[(&[u8], &str)] = &[
        (b"nonsense", r#"{"id":null,"error":{"code":"E_REQUEST""#),
        (b"[1,2]", r#"{"id":null,"error":{"code":"E_REQUEST""#),
        (b"\xff\xfe", r#"{"id":null,"error":{"code":"E_REQUEST""#),
        (br#"{"id":[1,{"a":null}]}"#, r#"{"id":[1,{"a":null}],"error":{"code":"E_REQUEST""#),
        (br#"{"id":1,"op":"fly","input":""}"#, r#"{"id":1,"error":{"code":"E_REQUEST","line":0,"column":0,"message":"unknown op `fly`"#),
        (br#"{"id":2,"op":"json_to_tonl"}"#, r#"{"id":2,"error":{"code":"E_REQUEST""#),
        (br#"{"id":3,"op":"json_to_json","input":"[1,"}"#, r#"{"id":3,"error":{"code":"E_JSON","line":1,"column":4"#),
        (br#"{"id":4,"op":"json_to_json","input":" [1.50, -0] "}"#, r#"{"id":4,"output":"[1.50,-0]"}"#),
        (br#"{"id":5,"op":"json_to_tonl","input":"[1]","options":{"indent":0}}"#, r#"{"id":5,"error":{"code":"E_OPTION""#),
        (br#"{"id":6,"op":"json_to_json","input":"\"\\ud800\""}"#, r#"{"id":6,"skipped":"lone-surrogates"}"#),
        (br#"{"id":7,"op":"tonl_to_json","input":"p: \"\\ud800\""}"#, r#"{"id":7,"skipped":"lone-surrogates"}"#),
        (br#"{"id":8,"op":"json_to_json","input_base64":"WzH/XQ=="}"#, r#"{"id":8,"error":{"code":"E_JSON""#),
        (br#"{"id":9,"op":"json_to_json","input_base64":"?"}"#, r#"{"id":9,"error":{"code":"E_REQUEST""#),
        (br#"{"id":10,"op":"tonl_to_tonl","input":"a[2]: 1, 2","options":{"strict":true,"preset":"dense"}}"#, r#"{"id":10,"output":"a[2]:1,2"}"#),
        // delimiter and dialect are the reader's, the preset the writer's
        (br#"{"id":[10,1],"op":"tonl_to_tonl","input":"a[2]: 1| x,y","options":{"delimiter":"|","preset":"dense"}}"#, r#"{"id":[10,1],"output":"a[2]:1,\"x,y\""}"#),
        (br#"{"id":[10,2],"op":"tonl_to_tonl","input":"{a:1}","options":{"dialect":"tight"}}"#, r##"{"id":[10,2],"output":"#version 1.0\nroot:\n  a: 1"}"##),
        (br#"{"id":[10,3],"op":"tonl_to_tonl","input":"a: 1","options":{"preset":"tight"}}"#, r#"{"id":[10,3],"output":"{a:1}"}"#),
        (br#"{"id":[10,4],"op":"json_to_tonl","input":"\ud800"}"#, r#"{"id":[10,4],"skipped":"lone-surrogates"}"#),
        (br#"{"id":11,"op":"json_to_tonl","input":"{}","options":{"preset":"unknown"}}"#, r#"{"id":11,"error":{"code":"E_OPTION""#),
        (br#"{"id":12,"op":"json_to_tonl","input":"{}","options":[]}"#, r#"{"id":12,"output":"#),
        (br#"{"id":13,"op":"tonl_to_json","input":"a: 1","repeat":5}"#, r#"{"id":13,"output":"{\"a\":1}","ns":"#),
        (b"", ""),
    ];
    let mut stdin = Vec::new();
    for (request, _) in requests {
        stdin.extend_from_slice(request);
        stdin.push(b'\n');
    }
    // ten million brackets, a line without an end
    stdin.extend_from_slice(br#"{"id":14,"op":"json_to_json","input":""#);
    stdin.resize(stdin.len() + 10_000_000, b'[');
    stdin.extend_from_slice(b"\"}\n{\"id\":15,\"op\":\"json_to_json\",\"input\":\"1\"}");
    let output = run(Folder::new().path(), &["testee"], &stdin);
    assert_eq!(code(&output), 0);
    let answers = text(&output.stdout);
    let mut answers = answers.lines();
    for (request, expected) in requests.iter().filter(|(request, _)| !request.is_empty()) {
        let answer = answers.next().unwrap_or_default();
        assert!(answer.starts_with(expected), "{}\n{answer}\n{expected}", text(request));
    }
    assert!(answers.next().is_some_and(|a| a.starts_with(r#"{"id":14,"error":{"code":"E_JSON""#)));
    assert_eq!(answers.next(), Some(r#"{"id":15,"output":"1"}"#));
    assert_eq!(answers.next(), None);
}

#[test]
fn the_rust_testee_answers_2500_cases_in_five_seconds() {
    let request = br#"{"id":1,"op":"json_to_tonl","input":"{\"a\":[1,2,3],\"b\":{\"c\":\"text\"}}"}"#;
    let stdin: Vec<u8> = [&request[..], b"\n"].concat().repeat(2500);
    let start = Instant::now();
    let output = run(Folder::new().path(), &["testee", "rust"], &stdin);
    assert_eq!(text(&output.stdout).lines().count(), 2500);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn known_deviations_hold_for_generated_documents() {
    let generated = |fault: &str, known: &str| {
        let folder = repository(&format!("{} {fault}", faulty().display()), known);
        let output = conformance(&folder, &["--generate", "150", "--seed", "3"]);
        (code(&output), text(&output.stdout))
    };
    let known = "generated/JSON\t-0 -> 0\tno minus zero\t3.2\n";
    let (exit, report) = generated("reads-zero", "");
    assert!(exit == 1 && report.contains("expected -0, found 0"), "{report}");
    let (exit, report) = generated("reads-zero", known);
    assert!(exit == 0 && report.contains(" 0 failed, ") && !report.contains(" 0 skipped"), "{report}");
    let (exit, report) = generated("none", known);
    assert!(exit == 1 && report.contains("passes, though listed as a known deviation"), "{report}");
}

#[test]
fn journeys_find_a_corrupted_byte() {
    let folder = Folder::new();
    let testees = "[[testee]]\nname = \"rust\"\nstart = \"{stele} testee\"\nops = [\"json_to_tonl\", \"tonl_to_json\", \"json_to_json\"]\ndialects = [\"json\", \"profile\"]\n";
    folder.file("spec/testees.toml", testees);
    folder.file("a.json", r#"{"id":7,"rows":[{"x":1,"y":"é"},{"x":2,"y":"z"}]}"#);
    let output = run(folder.path(), &["journey", "a.json"], b"");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("1 identical, 0 different, 0 skipped"), "{}", text(&output.stdout));
    let output = run(folder.path(), &["journey", "--self-test", "a.json"], b"");
    assert_eq!(code(&output), 1);
    let report = text(&output.stdout);
    assert!(report.contains("TONL: /rows/1/y: expected \"z\", found \"y\""), "{report}");
    let output = run(folder.path(), &["journey", "--json", "a.json"], b"");
    let line = stele_json::from_slice(&output.stdout).expect("one JSON line");
    assert_eq!(line.get("identical").and_then(stele_json::Value::as_bool), Some(true));
    assert!(line.pointer("/tokens/dense").and_then(stele_json::Value::as_u64).is_some());
    // a testee without the dialect has no column of it
    assert!(line.pointer("/bytes/tight").is_some_and(stele_json::Value::is_null));
    folder.file("spec/testees.toml", testees.replace("\"profile\"", "\"profile\", \"tight\""));
    let output = run(folder.path(), &["journey", "--json", "a.json"], b"");
    let line = stele_json::from_slice(&output.stdout).expect("one JSON line");
    let bytes = r#"{id:7 rows:[{x,y};1,é;2,z]}"#.len() as u64;
    assert_eq!(line.pointer("/bytes/tight").and_then(stele_json::Value::as_u64), Some(bytes));
    assert!(line.pointer("/tokens/tight").and_then(stele_json::Value::as_u64).is_some());
    let output = run(folder.path(), &["journey", "a.json"], b"");
    assert!(text(&output.stdout).contains(", tight "), "{}", text(&output.stdout));
}
