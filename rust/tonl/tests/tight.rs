//! The dialect `tight`: its 814 vectors, and the laws of `spec/tonl-tight.md` on random values.

mod common;

use common::{Random, cases, damaged, long, text, value};
use stele_json::{Value, equivalent, from_slice, to_string};
use tonl::{
    Code, DecodeOptions, Dialect, EncodeOptions, KeyOrder, check, decode, encode, from_json, to_json,
};

fn tight(order: KeyOrder) -> EncodeOptions {
    EncodeOptions { key_order: order, ..EncodeOptions::tight() }
}

#[test]
fn encode_vectors() {
    let cases = cases("tonl-tight", "encode");
    assert_eq!(cases.len(), 550);
    let mut run = 0;
    for case in &cases {
        let (name, json) = (text(case, "name"), text(case, "json"));
        let opts = EncodeOptions::from_json(&case["options"]).expect("options");
        let Ok(value) = from_slice(json.as_bytes()) else {
            assert_eq!(from_json(json.as_bytes(), &opts).expect_err(name).code, Code::Surrogate, "{name}");
            continue;
        };
        let written = encode(&value, &opts).expect(name);
        assert_eq!(written, text(case, "tonl"), "{name}");
        let back = decode(written.as_bytes(), &DecodeOptions::strict())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(equivalent(&back, &value), "{name}: {back}");
        // numbers take their canonical text, so JSON is measured with it
        assert!(written.len() <= to_string(&back).len(), "{name}: longer than JSON");
        run += 1;
    }
    assert!(run > 530, "{run}");
}

#[test]
fn decode_vectors() {
    let cases = cases("tonl-tight", "decode");
    assert_eq!(cases.len(), 114);
    for case in &cases {
        let (name, input) = (text(case, "name"), text(case, "tonl"));
        let opts = DecodeOptions::from_json(&case["options"]).expect("options");
        let value =
            decode(input.as_bytes(), &opts).unwrap_or_else(|error| panic!("{name}: {error}\n{input}"));
        let json = to_json(input.as_bytes(), &opts).expect(name);
        if case.get("requires").is_some() {
            assert!(
                value.as_number().is_some_and(|number| matches!(number.lexeme(), "NaN" | "Infinity")),
                "{name}"
            );
            assert_eq!(json, b"null", "{name}");
            continue;
        }
        let expected = from_slice(text(case, "json").as_bytes()).expect("JSON");
        assert!(equivalent(&value, &expected), "{name}: {value} instead of {expected}");
        assert!(equivalent(&from_slice(&json).expect("JSON"), &expected), "{name}");
        assert_eq!(check(input.as_bytes(), &opts), [], "{name}");
    }
}

#[test]
fn error_vectors() {
    let cases = cases("tonl-tight", "errors");
    assert_eq!(cases.len(), 150);
    let mut failed = Vec::new();
    for case in &cases {
        let (name, input) = (text(case, "name"), text(case, "tonl"));
        let opts = DecodeOptions::from_json(&case["options"]).expect("options");
        let expected = format!("{} {}:{}", text(case, "error"), case["line"], case["column"]);
        let found = match decode(input.as_bytes(), &opts) {
            Ok(value) => value.to_string(),
            Err(error) => {
                assert_eq!(check(input.as_bytes(), &opts), std::slice::from_ref(&error), "{name}");
                format!("{} {}:{}", error.code, error.line, error.column)
            }
        };
        if found != expected {
            failed.push(format!("{name}: {found} instead of {expected}\n{input}"));
        }
    }
    assert!(failed.is_empty(), "{} failed\n{}", failed.len(), failed.join("\n\n"));
}

fn runs() -> u64 {
    if long() { 500_000 } else { 4_000 }
}

fn for_seeds(law: impl Fn(&mut Random) + std::panic::RefUnwindSafe) {
    for seed in 0..runs() {
        let outcome = std::panic::catch_unwind(|| law(&mut Random::new(seed + 7_000_000)));
        assert!(outcome.is_ok(), "seed {seed}");
    }
}

#[test]
fn goals_on_random_values() {
    for_seeds(|random| {
        let size = 1 + random.below(60);
        let value = value(random, size);
        for order in [KeyOrder::Sorted, KeyOrder::Source] {
            let text = encode(&value, &tight(order)).expect("encodes");
            let back = decode(text.as_bytes(), &DecodeOptions::strict())
                .unwrap_or_else(|e| panic!("{e}\n{value}\n{text}"));
            assert!(equivalent(&value, &back), "{value}\n{text}\n{back}");
            // numbers shrink to their canonical text, so JSON is measured from it
            assert!(text.len() <= to_string(&back).len(), "{text}");
            assert_eq!(encode(&back, &tight(order)).expect("encodes"), text, "{value}");
            assert_eq!(
                to_json(text.as_bytes(), &DecodeOptions::default()).expect("reads"),
                to_string(&back).into_bytes()
            );
        }
    });
}

/// Every JSON text is a tight text, also with blanks and damaged tight text never panics.
#[test]
fn json_is_tight() {
    for_seeds(|random| {
        let size = 1 + random.below(30);
        let value = value(random, size);
        let tight_only = DecodeOptions { dialect: Dialect::Tight, ..DecodeOptions::default() };
        for json in [to_string(&value), format!("{value:#}")] {
            let back = decode(json.as_bytes(), &tight_only).unwrap_or_else(|error| panic!("{error}\n{json}"));
            assert!(equivalent(&value, &back), "{json}\n{back}");
        }
        let text = damaged(random, &encode(&value, &tight(KeyOrder::Sorted)).expect("encodes"));
        for strict in [false, true] {
            let opts = DecodeOptions { strict, ..tight_only.clone() };
            if let Ok(tree) = decode(text.as_bytes(), &opts) {
                let again = encode(&tree, &tight(KeyOrder::Sorted)).expect("encodes");
                assert!(
                    equivalent(&tree, &decode(again.as_bytes(), &opts).expect("reads")),
                    "{text}\n{again}"
                );
            }
        }
    });
}

#[test]
fn hostile_shapes() {
    let stack = std::thread::Builder::new().stack_size(256 * 1024);
    let run = || {
        let deep = DecodeOptions { max_depth: 1_000_000, ..DecodeOptions::default() };
        for unit in [
            "[",
            "{a:",
            "[{a{",
            "[{a[",
            "{{a}\nk:{",
            "[{a}\n",
            "{",
            "[[",
            "\"\\",
            "[{a,b:1,",
            "[a ",
            "[\"x\"",
            "[{\"a",
            "[{a b}\n1 ",
            "[{a}\n[{a}\n",
            ";",
            "-",
            "[1,",
        ] {
            let text = unit.repeat(200_000 / unit.len());
            assert_eq!(
                decode(text.as_bytes(), &DecodeOptions::default()).is_ok(),
                decode(text.as_bytes(), &deep).is_ok()
            );
            let _ = decode(format!("[{{a,b,c:1}}\n{text}").as_bytes(), &deep);
        }
        let nested = "[".repeat(100_000) + &"]".repeat(100_000);
        let value = decode(nested.as_bytes(), &deep).expect("deep");
        let opts = EncodeOptions { max_depth: 1_000_000, ..EncodeOptions::tight() };
        assert_eq!(encode(&value, &opts).expect("deep"), nested);
        assert_eq!(encode(&value, &EncodeOptions::tight()).expect_err("too deep").code, Code::Depth);
        // a header of many columns is not paid for by every row
        let names: Vec<String> = (0..20_000).map(|at| format!("c{at}")).collect();
        let text = format!("[{{{}}}\n{}]", names.join(","), "1\n".repeat(50_000));
        let value: Value<'_> = decode(text.as_bytes(), &DecodeOptions::default()).expect("rows");
        assert_eq!(value.as_array().map(|rows| rows.len()), Some(50_000));
    };
    let start = std::time::Instant::now();
    assert!(stack.spawn(run).expect("a thread").join().is_ok());
    assert!(start.elapsed().as_secs() < 15, "{:?}", start.elapsed());
}
