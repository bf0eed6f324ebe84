//! The vectors of `spec/vectors/tonl`: every case by every entry that can take it.

mod common;

use common::{cases, text};
use stele_json::{Value, equivalent, from_slice};
use tonl::{DecodeOptions, EncodeOptions, check, decode, encode, from_json, to_json};

fn decode_options(case: &Value<'_>) -> DecodeOptions {
    DecodeOptions::from_json(&case["options"]).expect("options")
}

/// Strings with lone surrogates exist in no Rust program, and JSON has no text for NaN.
fn requires(case: &Value<'_>) -> Option<String> {
    case.get("requires").map(|requires| requires.to_string())
}

#[test]
fn every_case_names_its_section() {
    for folder in ["tonl", "tonl-tight", "tonl-compat"] {
        let cases = cases(folder, "");
        assert_eq!(
            cases.len(),
            match folder {
                "tonl" => 1491,
                "tonl-tight" => 814,
                _ => 758,
            }
        );
        for case in cases {
            assert!(!text(&case, "section").is_empty(), "{case}");
        }
    }
}

#[test]
fn decode_vectors() {
    let cases = cases("tonl", "decode");
    assert_eq!(cases.len(), 117);
    let mut run = 0;
    for case in &cases {
        let (name, input, opts) = (text(case, "name"), text(case, "tonl"), decode_options(case));
        match requires(case).as_deref() {
            Some("\"lone-surrogates\"") => {
                let error = decode(input.as_bytes(), &opts).expect_err("no Rust string");
                assert_eq!(error.code.as_str(), "E_SURROGATE", "{name}");
                continue;
            }
            Some(_) => {
                let value = decode(input.as_bytes(), &opts).expect("words");
                assert_eq!(value["a"].as_number().map(|n| n.lexeme()), Some("NaN"), "{name}");
                assert_eq!(value["b"].as_number().map(|n| n.lexeme()), Some("-Infinity"), "{name}");
                assert_eq!(
                    to_json(input.as_bytes(), &opts).expect("nulls"),
                    br#"{"a":null,"b":null}"#,
                    "{name}"
                );
                continue;
            }
            None => {}
        }
        let expected = from_slice(text(case, "json").as_bytes()).expect("JSON");
        let value = decode(input.as_bytes(), &opts).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(equivalent(&value, &expected), "{name}: {value} instead of {expected}");
        let json = to_json(input.as_bytes(), &opts).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(String::from_utf8_lossy(&json), value.to_string(), "{name}: without a tree");
        assert_eq!(check(input.as_bytes(), &opts), [], "{name}");
        run += 1;
    }
    assert_eq!(run, 115);
}

/// 11 order: the files `errors-order` have several errors in one text, of which the first is reported.
#[test]
fn error_vectors() {
    let cases = cases("tonl", "errors");
    assert_eq!(cases.len(), 28 + 33);
    for case in &cases {
        let (name, input, opts) = (text(case, "name"), text(case, "tonl"), decode_options(case));
        let expected = format!("{} at {}:{}", text(case, "error"), case["line"], case["column"]);
        let place = |error: &tonl::Error| format!("{} at {}:{}", error.code, error.line, error.column);
        for error in [
            decode(input.as_bytes(), &opts).map(|_| ()).expect_err(name),
            to_json(input.as_bytes(), &opts).map(|_| ()).expect_err(name),
        ] {
            assert_eq!(place(&error), expected, "{name}: {error}");
            assert!(!error.message.is_empty());
        }
        assert!(check(input.as_bytes(), &opts).iter().map(place).any(|place| place == expected), "{name}");
    }
}

#[test]
fn encoded_text_is_read_back() {
    for case in cases("tonl", "encode") {
        if requires(&case).is_some() || case["roundtrip"] != Value::Bool(true) {
            continue;
        }
        let (name, input) = (text(&case, "name"), text(&case, "tonl"));
        let Ok(expected) = from_slice(text(&case, "json").as_bytes()) else { panic!("{name}: JSON") };
        let strict = DecodeOptions::strict();
        let value =
            decode(input.as_bytes(), &strict).unwrap_or_else(|error| panic!("{name}: {error}\n{input}"));
        assert!(equivalent(&value, &expected), "{name}: {value} instead of {expected}");
        let json = to_json(input.as_bytes(), &strict).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(String::from_utf8_lossy(&json), value.to_string(), "{name}: without a tree");
    }
}

#[test]
fn encode_vectors() {
    let cases = cases("tonl", "encode");
    assert_eq!(cases.len(), 1313);
    let mut failed = Vec::new();
    for case in &cases {
        let (name, json) = (text(case, "name"), text(case, "json"));
        let opts = EncodeOptions::from_json(&case["options"]).expect("options");
        if requires(case).is_some() {
            assert_eq!(
                from_json(json.as_bytes(), &opts).expect_err(name).code.as_str(),
                "E_SURROGATE",
                "{name}"
            );
            continue;
        }
        let value = from_slice(json.as_bytes()).expect("JSON");
        let written = encode(&value, &opts).unwrap_or_else(|error| panic!("{name}: {error}"));
        if written != text(case, "tonl") {
            failed.push(format!("{name} {}\n{written}\ninstead of\n{}", case["options"], text(case, "tonl")));
        }
        assert_eq!(from_json(json.as_bytes(), &opts).expect(name), written, "{name}: from text");
    }
    assert!(
        failed.is_empty(),
        "{} of {}: {}",
        failed.len(),
        cases.len(),
        failed[..failed.len().min(5)].join("\n\n")
    );
}
