//! Pointers into text obey the options of reading: policy for equal names, limits, kinds of numbers. What a pointer
//! finds in the text is what it finds in the value.

mod common;

use common::{Rng, random_value};
use stele_json::{
    Duplicates, Error, ErrorKind, MinusZero, Numbers, ReadOptions, from_slice_with, pointer, to_vec,
};

fn with(duplicates: Duplicates) -> ReadOptions {
    ReadOptions { duplicates, ..ReadOptions::default() }
}

fn get(text: &str, path: &str, opts: &ReadOptions) -> Result<Option<String>, Error> {
    Ok(pointer::get(text.as_bytes(), path, opts)?.map(|value| value.to_string()))
}

const TWICE: &str = r#"{"a":{"b":1,"b":2},"c":[0],"a":{"b":3,"d":4},"c":5,"\u0061":{"b":6,"b":7}}"#;

#[test]
fn section_9_equal_names_follow_the_policy_as_in_a_value() {
    let paths = ["", "/a", "/a/b", "/a/d", "/c", "/c/0"];
    for (duplicates, expected) in [
        (Duplicates::Last, [Some("7"), None, Some("5"), None]),
        (Duplicates::Keep, [Some("7"), None, Some("5"), None]),
        (Duplicates::First, [Some("1"), None, Some("[0]"), Some("0")]),
    ] {
        let opts = with(duplicates);
        let value = from_slice_with(TWICE.as_bytes(), &opts).expect("good text");
        let found: Vec<_> =
            paths.iter().map(|path| get(TWICE, path, &opts).expect("good text and pointer")).collect();
        let found: Vec<_> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found[2..], expected, "{duplicates:?}");
        for (path, found) in paths.iter().zip(&found) {
            let there = value.pointer(path).map(ToString::to_string);
            assert_eq!(there.as_deref(), *found, "{duplicates:?} {path}");
        }
        let all = pointer::get_many(TWICE.as_bytes(), &paths, &opts).expect("good text and pointers");
        let all: Vec<_> = all.iter().map(|value| value.as_ref().map(ToString::to_string)).collect();
        assert_eq!(all.iter().map(Option::as_deref).collect::<Vec<_>>(), found, "{duplicates:?}");
    }
}

#[test]
fn section_9_equal_names_are_refused_on_the_way_as_anywhere() {
    let opts = with(Duplicates::Error);
    for text in [r#"{"a":{"b":1},"a":2}"#, r#"{"x":{"y":1,"\u0079":2},"a":{"b":1}}"#, TWICE] {
        let whole = from_slice_with(text.as_bytes(), &opts).map(drop);
        assert_eq!(whole.expect_err("a name twice").kind, ErrorKind::DuplicateKey);
        for path in ["", "/a", "/a/b", "/none", "/x/y"] {
            assert_eq!(get(text, path, &opts).map(drop), whole, "{text} {path}");
        }
    }
}

#[test]
fn section_6_limits_hold_where_a_pointer_leads() {
    let base = ReadOptions::default();
    let strict = [
        ReadOptions { max_members: 2, ..base.clone() },
        ReadOptions { max_depth: 2, ..base.clone() },
        ReadOptions { max_digits: 3, ..base.clone() },
        ReadOptions { max_bytes: 10, ..base.clone() },
        ReadOptions { numbers: Numbers::Finite, ..base.clone() },
    ];
    let texts = [
        "[1,2, 3]",
        "{\"a\":1,\"b\":2 , \"c\":3}",
        "[[[0]]]",
        "[1,[{}]]",
        "{\"a\":{\"b\":[]}}",
        "[1,1234]",
        "[1,1e400]",
        "[1,2",
        "[1,2,",
        "{\"a\":1,\"b\":2,",
    ];
    for opts in &strict {
        for text in texts {
            let whole = from_slice_with(text.as_bytes(), opts).map(drop);
            for path in ["", "/0", "/1", "/2", "/a", "/a/b", "/0/0", "/0/0/0", "/1/0"] {
                assert_eq!(get(text, path, opts).map(drop), whole, "{text} {path} {opts:?}");
            }
        }
    }
    let drop_sign = ReadOptions { minus_zero: MinusZero::Drop, ..base };
    assert_eq!(get("[-0.0]", "/0", &drop_sign), Ok(Some("0.0".to_owned())));
}

#[test]
fn section_9_indices_have_no_leading_zeros_and_minus_names_none() {
    let opts = ReadOptions::default();
    for path in ["/-", "/00", "/01", "/+1", "/-1", "/1.0", "/ 1", "/", "/99999999999999999999999", "/2"] {
        assert_eq!(get("[10,20]", path, &opts), Ok(None), "{path}");
    }
    assert_eq!(get("{\"-\":1,\"01\":2}", "/-", &opts), Ok(Some("1".to_owned())));
    assert_eq!(get("{\"-\":1,\"01\":2}", "/01", &opts), Ok(Some("2".to_owned())));
    for (path, offset) in [("a", 0), ("/~", 1), ("/a/~2", 3), ("/~0~", 3)] {
        assert_eq!(get("[]", path, &opts), Err(Error { kind: ErrorKind::InvalidPointer, offset }), "{path}");
    }
}

/// All paths of a random document at once and one by one, in the text and in the value.
#[test]
fn section_9_text_and_value_agree_on_random_documents() {
    let mut rng = Rng::new(71);
    for round in 0..200 {
        let text = to_vec(&random_value(&mut rng, 60));
        let opts = with([Duplicates::Last, Duplicates::First, Duplicates::Keep][round % 3]);
        let value = from_slice_with(&text, &opts).expect("own text");
        let mut paths = vec![String::new(), "/nothing/here".to_owned()];
        let mut at = 0;
        while let Some(path) = paths.get(at).cloned() {
            at += 1;
            match value.pointer(&path) {
                Some(found) if found.as_object().is_some() => {
                    for key in found.as_object().expect("an object").keys() {
                        paths.push(format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")));
                    }
                }
                Some(found) => {
                    (0..found.as_array().map_or(0, |array| array.len()))
                        .for_each(|index| paths.push(format!("{path}/{index}")));
                }
                None => {}
            }
        }
        let asked: Vec<&str> = paths.iter().map(String::as_str).collect();
        let found = pointer::get_many(&text, &asked, &opts).expect("own text");
        for (path, found) in asked.iter().zip(found) {
            assert_eq!(found.as_ref(), value.pointer(path), "{path}");
        }
    }
}

#[test]
fn section_5_3_many_pointers_take_linear_time() {
    let members: Vec<String> = (0..30_000).map(|i| format!("\"name{i}\":[{i}]")).collect();
    let text = format!("{{{}}}", members.join(","));
    let paths: Vec<String> = (0..30_000).rev().map(|i| format!("/name{i}/0")).collect();
    let asked: Vec<&str> = paths.iter().map(String::as_str).collect();
    let started = std::time::Instant::now();
    let found = pointer::get_many(text.as_bytes(), &asked, &ReadOptions::default()).expect("good text");
    assert!(
        found
            .iter()
            .rev()
            .enumerate()
            .all(|(i, value)| { value.as_ref().and_then(stele_json::Value::as_u64) == Some(i as u64) })
    );
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}
