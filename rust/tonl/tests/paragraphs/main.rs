//! A case for every point of the format, named by paragraph: `spec/coverage/tonl.txt` lists the same names.
//!
//! The expected texts, values and errors were written down from the executable model of the specification, then read
//! against its prose; `vectors.rs` has the broad corpus, this table the map.

#[path = "../common/mod.rs"]
mod common;
mod read;
mod refused;
mod written;

use std::collections::BTreeSet;

use common::root;
use read::READ;
use refused::REFUSED;
use stele_json::{equivalent, from_str};
use tonl::{DecodeOptions, EncodeOptions, check, decode, encode, to_json};
use written::WRITTEN;

#[test]
fn every_point_is_written() {
    for (point, json, options, expected) in WRITTEN {
        let opts = EncodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let value = from_str(json).expect("JSON");
        let text = encode(&value, &opts).expect(point);
        assert_eq!(text, *expected, "{point}");
        let back = decode(text.as_bytes(), &DecodeOptions::strict())
            .unwrap_or_else(|error| panic!("{point}: {error}"));
        assert!(equivalent(&back, &value), "{point}: {back}");
    }
}

#[test]
fn every_point_is_read() {
    for (point, text, options, expected) in READ {
        let opts = DecodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let value = decode(text.as_bytes(), &opts).unwrap_or_else(|error| panic!("{point}: {error}"));
        assert!(equivalent(&value, &from_str(expected).expect("JSON")), "{point}: {value}");
        assert_eq!(to_json(text.as_bytes(), &opts).expect(point), value.to_string().into_bytes(), "{point}");
    }
}

#[test]
fn every_point_is_refused() {
    for (point, text, options, expected) in REFUSED {
        let opts = DecodeOptions::from_json(&from_str(options).expect("options")).expect("options");
        let error = decode(text.as_bytes(), &opts).expect_err(point);
        assert_eq!(format!("{} {}:{}", error.code, error.line, error.column), *expected, "{point}");
        assert_eq!(check(text.as_bytes(), &opts), [error], "{point}");
    }
}

/// Errors of the encoder and of hosts stand at 0:0.
#[test]
fn errors_without_a_place() {
    let code = |result: Result<Vec<u8>, tonl::Error>| {
        let error = result.expect_err("refused");
        format!("{} {}:{}", error.code, error.line, error.column)
    };
    let options = |text: &str| EncodeOptions::from_json(&from_str(text).expect("JSON")).map(|_| Vec::new());
    for (point, refused) in [
        ("11 E_OPTION", r#"{"indent":0}"#),
        ("11 E_OPTION", r#"{"indent":17}"#),
        ("11 E_OPTION", r#"{"indent":1.5}"#),
        ("11 E_OPTION", r#"{"maxDepth":-1}"#),
        ("11 E_OPTION", r#"{"delimiter":"x"}"#),
        ("11 E_OPTION", r#"{"headers":"none"}"#),
        ("11 E_OPTION", r#"{"version":7}"#),
        ("11 E_OPTION", r#"{"version":"1\n2"}"#),
        ("11 E_OPTION", r#"{"preset":"loose"}"#),
    ] {
        assert_eq!(code(options(refused)), "E_OPTION 0:0", "{point} {refused}");
    }
    let whole = EncodeOptions::from_json(&from_str(r#"{"indent":4.0,"maxDepth":1e2}"#).expect("JSON"));
    assert!(whole.is_ok_and(|opts| (opts.indent, opts.max_depth) == (4, 100)), "5 indent");
    let indent = EncodeOptions { indent: 0, ..EncodeOptions::default() };
    assert_eq!(
        code(encode(&from_str("1").expect("JSON"), &indent).map(String::into_bytes)),
        "E_OPTION 0:0",
        "5 indent"
    );
    let shallow = EncodeOptions { max_depth: 1, ..EncodeOptions::default() };
    let value = from_str("[[]]").expect("JSON");
    assert_eq!(
        code(encode(&value, &shallow).map(String::into_bytes)),
        "E_DEPTH 0:0",
        "5 maxDepth, 11 E_DEPTH"
    );
    // objects printed as rows do not count
    assert!(encode(&from_str(r#"[{"a":1}]"#).expect("JSON"), &shallow).is_ok(), "5 maxDepth");
    assert!(tonl::from_json(br#"[{"a":1}]"#, &shallow).is_ok(), "5 maxDepth");
    assert_eq!(
        code(tonl::from_json(br#"[{"a":[]}]"#, &shallow).map(String::into_bytes)),
        "E_DEPTH 0:0",
        "5 maxDepth"
    );
    let refuse = DecodeOptions { non_finite: tonl::NonFinite::Error, ..DecodeOptions::default() };
    assert_eq!(
        code(to_json(b"a: NaN", &refuse)),
        "E_NONFINITE 0:0",
        "11 E_NONFINITE, 5 nonFinite, 1.1 non-finite"
    );
    assert_eq!(code(to_json(b"a: 1\na: Infinity", &refuse)), "E_NONFINITE 0:0", "5 nonFinite");
    assert_eq!(
        to_json(b"a: -Infinity", &DecodeOptions::default()).expect("null"),
        br#"{"a":null}"#,
        "5 nonFinite"
    );
    let json = tonl::from_json(br#"["\ud800"]"#, &EncodeOptions::default()).map(String::into_bytes);
    assert_eq!(code(json), "E_SURROGATE 0:0", "11 E_SURROGATE");
    assert_eq!(
        code(decode(br#"a: "\udc00x""#, &DecodeOptions::default()).map(|_| Vec::new())),
        "E_SURROGATE 1:5",
        "11 E_SURROGATE"
    );
    assert_eq!(
        code(decode(b"a: 1\n b\xff", &DecodeOptions::default()).map(|_| Vec::new())),
        "E_UTF8 2:3",
        "11 E_UTF8"
    );
}

/// Values as Rust makes them: NaN and the infinities have words.
#[test]
fn typed_values() {
    let value = tonl::Value::from(
        vec![f64::NAN, f64::NEG_INFINITY, -0.0]
            .into_iter()
            .map(stele_json::Number::from)
            .map(tonl::Value::from)
            .collect::<Vec<_>>(),
    );
    let text = encode(&value, &EncodeOptions { version: None, ..EncodeOptions::default() }).expect("encodes");
    assert_eq!(text, "root[3]: NaN,-Infinity,-0", "1.1 non-finite");
}

/// The list of points and this file name the same ones.
#[test]
fn the_list_of_points_is_complete() {
    let list = std::fs::read_to_string(root().join("spec/coverage/tonl.txt")).expect("the list");
    let listed: BTreeSet<&str> = list
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .filter_map(|line| line.split(" | ").next())
        .collect();
    for (point, ..) in WRITTEN.iter().chain(READ).chain(REFUSED) {
        assert!(listed.contains(point), "not listed: {point}");
    }
    let here = [
        include_str!("main.rs"),
        include_str!("written.rs"),
        include_str!("read.rs"),
        include_str!("refused.rs"),
        include_str!("../vectors.rs"),
        include_str!("../hostile.rs"),
        include_str!("../props.rs"),
    ]
    .concat();
    for point in listed {
        assert!(here.contains(point), "no test: {point}");
    }
}
