//! Bodies of the TONL fuzz targets: plain functions of bytes that panic when a law is broken. The targets call them
//! with the inputs of a fuzzer, `rust/tonl/tests/fuzz.rs` with the vectors and mutations of them.

use stele_json::{equivalent, from_slice, to_vec};
use tonl::{
    Code, DecodeOptions, Delimiter, Dialect, EncodeOptions, KeyOrder, Value, check, decode, encode,
    from_json, to_json,
};

/// Any bytes as TONL: no entry panics, all say the same, and what is read survives writing.
pub fn read(data: &[u8]) {
    for strict in [false, true] {
        let opts = DecodeOptions { strict, ..DecodeOptions::default() };
        let problems = check(data, &opts);
        match (decode(data, &opts), to_json(data, &opts)) {
            (Ok(value), Ok(json)) => {
                assert_eq!(json, to_vec(&value), "to_json");
                assert_eq!(problems, [], "check");
                survives(&value, &EncodeOptions::default());
            }
            (Err(error), Err(same)) => {
                assert_eq!(error, same, "to_json");
                assert!(problems.contains(&error), "check: {error} not in {problems:?}");
                let lines = data.iter().filter(|&&byte| byte == b'\n').count() + 1;
                assert!(error.line <= lines && error.column <= data.len() + 1, "a place outside: {error}");
            }
            (tree, json) => panic!("{tree:?} but {json:?}"),
        }
    }
}

/// Any bytes as JSON under options that the bytes choose: a round trip, and the transcoder's text.
pub fn round_trip(data: &[u8]) {
    let (choice, json) = data.split_first().map_or((0, data), |(first, rest)| (*first, rest));
    for (choice, json) in [(choice, json), (data.len() as u8, data)] {
        let Ok(value) = from_slice(json) else { continue };
        let opts = options(choice);
        let text = survives(&value, &opts);
        assert_eq!(from_json(json, &opts).as_deref(), Ok(text.as_str()), "from_json");
    }
}

/// Options by the bits of a byte.
fn options(choice: u8) -> EncodeOptions {
    let delimiters = [Delimiter::Comma, Delimiter::Pipe, Delimiter::Tab, Delimiter::Auto];
    EncodeOptions {
        delimiter: delimiters[usize::from(choice & 3)],
        include_types: choice & 4 != 0,
        pretty_delimiters: choice & 8 != 0,
        key_order: if choice & 16 != 0 { KeyOrder::Source } else { KeyOrder::Sorted },
        ..if choice & 32 != 0 { EncodeOptions::dense() } else { EncodeOptions::default() }
    }
}

/// Writes a value and reads it back in strict mode; returns the text.
fn survives(value: &Value<'_>, opts: &EncodeOptions) -> String {
    let text = match encode(value, opts) {
        Ok(text) => text,
        // the reader does not count the document's own object, the writer does
        Err(error) => {
            assert_eq!(error.code, Code::Depth, "{error}");
            return String::new();
        }
    };
    let back =
        decode(text.as_bytes(), &DecodeOptions::strict()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(equivalent(value, &back), "{value}\n{text}\n{back}");
    drop(back);
    text
}

/// Any bytes in the dialect `tight`, and any JSON written in it.
pub fn tight(data: &[u8]) {
    for strict in [false, true] {
        let opts = DecodeOptions { strict, dialect: Dialect::Tight, ..DecodeOptions::default() };
        match (decode(data, &opts), to_json(data, &opts)) {
            (Ok(value), Ok(json)) => {
                assert_eq!(json, to_vec(&value), "to_json");
                let text = survives(&value, &EncodeOptions::tight());
                survives(&value, &EncodeOptions::default());
                if !text.is_empty() {
                    let back = decode(text.as_bytes(), &opts).expect("canonical text");
                    assert_eq!(encode(&back, &EncodeOptions::tight()).as_deref(), Ok(text.as_str()), "twice");
                    let words = text.contains("NaN") || text.contains("Infinity"); // which JSON has not
                    assert!(words || text.len() <= to_vec(&back).len(), "longer than JSON: {text}");
                }
            }
            (Err(error), Err(same)) => assert_eq!(error, same, "to_json"),
            (tree, json) => panic!("{tree:?} but {json:?}"),
        }
    }
}
