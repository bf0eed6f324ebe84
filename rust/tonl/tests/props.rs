//! Laws on random values: thousands in a normal run, a million with STELE_LONG=1. A failure prints its seed.

mod common;

use common::{Random, damaged, long, options, value};
use stele_json::{equivalent, from_slice, to_string};
use tonl::{
    DecodeOptions, EncodeOptions, KeyOrder, Value, check, decode, encode, format, from_json, to_json,
};

fn runs() -> u64 {
    if long() { 1_000_000 } else { 4_000 }
}

/// Calls a law for every seed and names the seed of a failure.
fn for_seeds(law: impl Fn(&mut Random) + std::panic::RefUnwindSafe) {
    for seed in 0..runs() {
        let outcome = std::panic::catch_unwind(|| law(&mut Random::new(seed)));
        assert!(outcome.is_ok(), "seed {seed}");
    }
}

fn generated(random: &mut Random) -> Value<'static> {
    let size = 1 + random.below(40);
    value(random, size)
}

#[test]
fn round_trip_under_random_options() {
    for_seeds(|random| {
        let (value, opts) = (generated(random), options(random));
        let text = encode(&value, &opts).expect("encodes");
        let back = decode(text.as_bytes(), &DecodeOptions::default())
            .unwrap_or_else(|e| panic!("{e}\n{value}\n{text}"));
        assert!(equivalent(&value, &back), "{value}\n{text}\n{back}");
    });
}

#[test]
fn canonical_twice_is_once_and_strict_accepts_it() {
    for_seeds(|random| {
        let (value, opts) = (generated(random), options(random));
        let text = encode(&value, &opts).expect("encodes");
        let strict = DecodeOptions::strict();
        let again =
            format(text.as_bytes(), &strict, &opts).unwrap_or_else(|e| panic!("{e}\n{value}\n{text}"));
        if opts.key_order == KeyOrder::Sorted {
            assert_eq!(again, text, "{value}");
        } else {
            // tables may bring members into another order, once
            assert_eq!(format(again.as_bytes(), &strict, &opts).expect("reads"), again, "{value}");
        }
        assert_eq!(check(text.as_bytes(), &strict), [], "{value}\n{text}");
    });
}

#[test]
fn transcoders_equal_the_way_over_values() {
    for_seeds(|random| {
        let (value, opts) = (generated(random), options(random));
        let json = to_string(&value);
        let text = encode(&value, &opts).expect("encodes");
        assert_eq!(from_json(json.as_bytes(), &opts).expect("encodes"), text, "{value}");
        let out = to_json(text.as_bytes(), &DecodeOptions::default()).expect("reads");
        let back = decode(text.as_bytes(), &DecodeOptions::default()).expect("reads");
        assert_eq!(String::from_utf8_lossy(&out), to_string(&back), "{text}");
        assert!(equivalent(&from_slice(&out).expect("JSON"), &value), "{text}");
    });
}

/// Damaged text: every entry says the same, and `check` finds something exactly when reading fails.
#[test]
fn entries_agree_on_damaged_text() {
    for_seeds(|random| {
        let (value, opts) = (generated(random), options(random));
        let text = damaged(random, &encode(&value, &opts).expect("encodes"));
        for opts in [DecodeOptions::default(), DecodeOptions::strict()] {
            let tree = decode(text.as_bytes(), &opts);
            let json = to_json(text.as_bytes(), &opts);
            let problems = check(text.as_bytes(), &opts);
            match tree {
                Ok(tree) => {
                    let json = json.unwrap_or_else(|e| panic!("{e}\n{text}"));
                    assert_eq!(String::from_utf8_lossy(&json), to_string(&tree), "{text}");
                    assert_eq!(problems, [], "{text}");
                    // what was read once is written and read again
                    let again = encode(&tree, &EncodeOptions::default()).expect("encodes");
                    let back = decode(again.as_bytes(), &DecodeOptions::strict()).expect("reads");
                    assert!(equivalent(&tree, &back), "{text}\n{again}");
                }
                Err(error) => {
                    assert_eq!(json.expect_err("the same error"), error, "{text}");
                    assert!(problems.contains(&error), "{text}\n{error}\n{problems:?}");
                }
            }
        }
    });
}
