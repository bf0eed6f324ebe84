//! The vectors of `spec/vectors/json`, read with the library itself.

use std::path::PathBuf;

use stele_json::{
    Duplicates, Escape, FloatLayout, MinusZero, Number, Numbers, Pretty, ReadOptions, Value, WriteOptions,
    format, from_slice, from_slice_with, pointer, to_string_with, write_f64,
};

/// The cases of a file, each handed to the check with its name.
fn each(file: &str, count: usize, check: impl Fn(&str, &Value<'_>)) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors/json").join(file);
    let text = std::fs::read(path).expect("the vectors are part of the repository");
    let cases = from_slice(&text).expect("vectors are JSON");
    let cases = cases.as_array().expect("a list of cases");
    assert!(cases.len() >= count, "{file} has {} cases", cases.len());
    for case in cases {
        let name = case["name"].as_str().expect("a name");
        assert!(case["section"].as_str().is_some(), "{name}: no section");
        check(name, case);
    }
}

fn input(case: &Value<'_>) -> Vec<u8> {
    match case["input_base64"].as_str() {
        Some(base64) => decode(base64),
        None => case["input"].as_str().expect("an input").as_bytes().to_vec(),
    }
}

/// Base64 with padding.
fn decode(text: &str) -> Vec<u8> {
    let digit = |c: u8| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|&d| d == c)
    };
    let digits: Vec<usize> = text.bytes().filter_map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let word = four.iter().enumerate().fold(0, |word, (i, digit)| word | digit << (18 - 6 * i));
        [(word >> 16) as u8, (word >> 8) as u8, word as u8].into_iter().take(four.len() - 1)
    });
    bytes.collect()
}

fn options(case: &Value<'_>) -> (ReadOptions, WriteOptions) {
    let (mut read, mut write) = (ReadOptions::default(), WriteOptions::default());
    let Some(options) = case["options"].as_object() else { return (read, write) };
    for (name, value) in options.iter() {
        let size = value.as_u64().unwrap_or(0) as usize;
        match (name, value.as_str().unwrap_or_default()) {
            ("max_depth", _) => read.max_depth = size,
            ("max_bytes", _) => read.max_bytes = size,
            ("max_digits", _) => read.max_digits = size,
            ("max_members", _) => read.max_members = size,
            ("duplicates", "Error") => read.duplicates = Duplicates::Error,
            ("duplicates", "First") => read.duplicates = Duplicates::First,
            ("duplicates", "Keep") => read.duplicates = Duplicates::Keep,
            ("numbers", "Finite") => read.numbers = Numbers::Finite,
            ("minus_zero", "Drop") => read.minus_zero = MinusZero::Drop,
            ("escape", "html_safe") => write.escape = Escape::HtmlSafe,
            ("escape", "javascript_safe") => write.escape = Escape::JavascriptSafe,
            ("escape", "unicode_safe") => write.escape = Escape::UnicodeSafe,
            ("pretty", _) => write.pretty = Some(Pretty::default()),
            ("sort_keys", _) => write.sort_keys = true,
            other => panic!("unknown option {other:?}"),
        }
    }
    (read, write)
}

#[test]
fn errors() {
    each("errors.json", 70, |name, case| {
        let text = input(case);
        let error = from_slice_with(&text, &options(case).0).expect_err(name);
        let place = error.position(&text);
        assert_eq!(format!("{:?}", error.kind), case["error"].as_str().unwrap_or_default(), "{name}");
        assert_eq!(
            (Some(place.line as u64), Some(place.column as u64)),
            (case["line"].as_u64(), case["column"].as_u64()),
            "{name}"
        );
    });
}

#[test]
fn values() {
    each("values.json", 35, |name, case| {
        let text = input(case);
        let (read, write) = options(case);
        let value = from_slice_with(&text, &read).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(to_string_with(&value, &write), case["output"].as_str().unwrap_or_default(), "{name}");
        // formatting the text says the same, though it may write strings otherwise
        let formatted =
            format::format(&text, &ReadOptions { duplicates: Duplicates::Last, ..read.clone() }, &write);
        let formatted = formatted.expect("good text");
        let again = from_slice_with(&formatted, &read).expect("formatted text");
        assert!(stele_json::equivalent(&again, &value), "{name}");
    });
}

#[test]
fn doubles() {
    each("doubles.json", 25, |name, case| {
        let bits = u64::from_str_radix(case["bits"].as_str().expect("bits"), 16).expect("hexadecimal bits");
        let double = f64::from_bits(bits);
        if let Some(lexeme) = case["lexeme"].as_str() {
            let number = Number::from_lexeme(lexeme).expect(name);
            assert_eq!(number.as_f64().map(f64::to_bits), Some(bits), "{name}");
        }
        for (layout, field) in [(FloatLayout::EcmaScript, "ecmascript"), (FloatLayout::Point, "point")] {
            if let Some(expected) = case[field].as_str() {
                let mut out = Vec::new();
                write_f64(&mut out, double, layout);
                assert_eq!(String::from_utf8_lossy(&out), expected, "{name}");
            }
        }
    });
}

#[test]
fn pointers() {
    each("pointers.json", 19, |name, case| {
        let text = input(case);
        let path = case["pointer"].as_str().expect("a pointer");
        let found = pointer::get(&text, path, &ReadOptions::default());
        if case["error"].as_str().is_some() {
            assert!(found.is_err(), "{name}");
            return;
        }
        let expected = case["output"].as_str();
        assert_eq!(found.expect(name).map(|value| value.to_string()).as_deref(), expected, "{name}");
        let value = from_slice(&text).expect("good text");
        assert_eq!(value.pointer(path).map(ToString::to_string).as_deref(), expected, "{name}, in a value");
    });
}
