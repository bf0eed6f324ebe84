//! Hostile input: depth, width, equal hashes. Everything in milliseconds, flat memory, on a small stack.

use std::time::{Duration, Instant};

use stele_json::{
    Duplicates, ErrorKind, Object, ReadOptions, Value, WriteOptions, equivalent, from_slice, from_slice_with,
    from_str_with, to_vec, to_vec_with,
};

fn within(limit: u64, what: &str, run: impl FnOnce()) {
    let started = Instant::now();
    run();
    assert!(started.elapsed() < Duration::from_millis(limit), "{what} took {:?}", started.elapsed());
}

#[test]
fn ten_million_brackets_are_refused_in_milliseconds() {
    for open in ["[", "{\"a\":", "[{\"\":"] {
        let text = open.repeat(10_000_000 / open.len());
        within(500, open, || {
            assert_eq!(from_slice(text.as_bytes()).unwrap_err().kind, ErrorKind::DepthLimit);
        });
    }
}

/// Everything that can be done to a value, a million levels deep, on a stack of 128 KB.
#[test]
fn a_million_levels_on_a_small_stack() {
    let work = || {
        for (open, close, inner) in [("[", "]", "1"), ("{\"a\":", "}", "[]"), ("[{\"k\":", "}]", "\"\\n\"")] {
            let count = 1_000_000 / open.matches(['[', '{']).count();
            let text = [open.repeat(count), inner.to_owned(), close.repeat(count)].concat();
            let opts = ReadOptions { max_depth: 1_000_001, ..ReadOptions::default() };
            let value = from_str_with(&text, &opts).expect("deep text");
            assert_eq!(to_vec(&value), text.as_bytes());
            let copy = value.clone();
            assert!(copy == value && equivalent(&copy, &value));
            assert!(!format!("{copy:?}").is_empty());
            let sorted = to_vec_with(&copy, &WriteOptions { sort_keys: true, ..WriteOptions::default() });
            assert_eq!(sorted, text.as_bytes());
            let own = value.into_owned();
            assert_eq!(own.events().count(), copy.events().count());
            let formatted = stele_json::format::format(text.as_bytes(), &opts, &WriteOptions::compact());
            assert_eq!(formatted.as_deref(), Ok(text.as_bytes()));
            let pointer = "/a".repeat(1000);
            assert_eq!(own.pointer(&pointer).is_some(), open.starts_with('{'));
            drop(copy);
            // an error in the depth drops what was built so far
            let broken = [open.repeat(count), "!".to_owned()].concat();
            assert!(from_str_with(&broken, &opts).is_err());
        }
    };
    std::thread::Builder::new()
        .stack_size(128 << 10)
        .spawn(work)
        .expect("thread")
        .join()
        .expect("no overflow");
}

#[test]
fn a_million_names_in_one_object() {
    let members: Vec<String> = (0..1_000_000).map(|i| format!("\"name{i}\":{i}")).collect();
    let text = format!("{{{}}}", members.join(","));
    within(20_000, "a million names", || {
        for duplicates in [Duplicates::Last, Duplicates::Error] {
            let opts = ReadOptions { duplicates, ..ReadOptions::default() };
            let value = from_slice_with(text.as_bytes(), &opts).expect("valid text");
            let object = value.as_object().expect("an object");
            for i in (0..1_000_000).step_by(7) {
                assert!(object.get(&format!("name{i}")).is_some());
            }
        }
    });
}

#[test]
fn a_million_inserts_and_pushes() {
    within(20_000, "inserts", || {
        let mut object = Object::new();
        for i in 0..1_000_000 {
            object.insert(format!("{}", i % 300_000), i);
        }
        assert_eq!(object.len(), 300_000);
        assert_eq!(object.get("7").and_then(Value::as_i64), Some(900_007));
    });
}

/// The short table hashes without a secret: names that all fall into one slot must stay cheap.
#[test]
fn names_of_one_slot() {
    let names: Vec<String> = (0..60).map(|i| format!("head{}tail", "x".repeat(i))).collect();
    let object =
        format!("{{{}}}", names.iter().map(|name| format!("\"{name}\":1")).collect::<Vec<_>>().join(","));
    let text = format!("[{}]", vec![object; 2000].join(","));
    within(5_000, "names of one slot", || {
        assert!(from_slice(text.as_bytes()).is_ok());
    });
}

#[test]
fn the_same_name_a_million_times() {
    let text = format!("{{{}\"a\":0}}", "\"a\":1,".repeat(1_000_000));
    within(5_000, "equal names", || {
        assert_eq!(from_slice(text.as_bytes()).expect("valid text").to_string(), "{\"a\":0}");
        let opts = ReadOptions { duplicates: Duplicates::Keep, ..ReadOptions::default() };
        let value = from_slice_with(text.as_bytes(), &opts).expect("valid text");
        assert_eq!(value.as_object().expect("an object").len(), 1_000_001);
        assert_eq!(value["a"].as_i64(), Some(0));
        assert!(equivalent(&value, &from_slice(b"{\"a\":0}").expect("valid text")));
    });
}

#[test]
fn numerals_of_a_million_digits() {
    let digits = "7".repeat(900_000);
    let text = format!("[{digits},0.{digits},1e{digits},{digits}e-{digits}]");
    within(5_000, "long numerals", || {
        let value = from_slice_with(
            text.as_bytes(),
            &ReadOptions { max_digits: usize::MAX, ..ReadOptions::default() },
        );
        let value = value.expect("valid text");
        assert_eq!(to_vec(&value), text.as_bytes());
        assert_eq!(value[0].as_f64(), None);
        assert!((value[1].as_f64().expect("finite") - 0.777_777_777_777).abs() < 1e-9);
        assert_eq!((value[2].as_f64(), value[3].as_f64()), (None, Some(0.0)));
    });
}

#[test]
fn strings_of_escapes_and_quotes_are_linear() {
    let text = format!("\"{}\"", "\\\"\\u00e9\\n".repeat(1_000_000));
    within(5_000, "escapes", || {
        let value = from_slice(text.as_bytes()).expect("valid text");
        assert_eq!(value.as_str().expect("a string").len(), 4_000_000);
        assert!(to_vec(&value).len() > 4_000_000);
    });
}
