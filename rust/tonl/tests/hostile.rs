//! Texts and values made to hurt: linear time, flat stack, memory a small multiple of the input (paragraph 11, and the
//! limits of the crate). Every case runs on a small stack, and against a clock that a quadratic loop would miss by far.

use std::time::{Duration, Instant};

use stele_json::{Array, Object, Value};
use tonl::{Code, DecodeOptions, EncodeOptions, check, decode, encode, from_json, to_json};

/// Runs on a stack of 256 KiB within ten seconds of an unoptimised build.
fn contained(name: &str, run: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(run).expect("a thread");
    assert!(thread.join().is_ok(), "{name}");
    assert!(start.elapsed() < Duration::from_secs(10), "{name}: {:?}", start.elapsed());
}

/// Every reading entry on one text, lenient and strict.
fn read_all(text: &str) {
    for opts in [DecodeOptions::default(), DecodeOptions::strict()] {
        let tree = decode(text.as_bytes(), &opts);
        let json = to_json(text.as_bytes(), &opts);
        assert_eq!(tree.is_ok(), json.is_ok());
        assert_eq!(check(text.as_bytes(), &opts).is_empty(), tree.is_ok());
    }
}

#[test]
fn lines_of_marks_are_linear() {
    for unit in [
        "[1]{",
        "[",
        "[1",
        "]:",
        "\"",
        "\"\"\"",
        "{",
        "}",
        "\\",
        "\\\"",
        "[1]:\"",
        ":",
        "a ",
        "a: ",
        "\u{3000}",
        "{a}: ",
        ",",
        "\"\",",
        "[0]",
        "#",
        "@",
        "_",
        "[1][2]",
        "\u{2028}",
        "1e",
        "-",
        ".",
        "\"\\ud83d",
        "a:b{c}: ",
        "x[1]: ",
        "\"a\":",
        "true,",
    ] {
        contained(unit, move || {
            let long = unit.repeat(100_000 / unit.len());
            for frame in [
                "{}",
                "a{}",
                "a{}:",
                "a: {}",
                "\"{}",
                "a[2]: {}",
                "a[1]{{}}:\n  1,2",
                "a[2]{x,y}:\n  {}\n  {}",
                "a[1]:\n  {}",
                "a[1]:\n  [0]{}",
                "a[1]:\n  [0]: {}",
                "u{a,b}: {}",
                "o:\n  #schema t{a,b}\n    {}",
                "a: \"\"\"{}\nx",
                "a[1]{\"{}",
            ] {
                read_all(&frame.replacen("{}", &long, 2));
            }
        });
    }
}

#[test]
fn many_lines_are_linear() {
    for unit in [
        "a: 1\n",
        "a:\n",
        " a: 1\n",
        "a: \"\"\"x\n",
        "[0]: 1\n",
        "a[2]:\n  [1]: x\n",
        "a[9]:\n  [99999]: x\n",
        "x\n",
        "a[1]{b}:\n",
        "\n",
        "#\n",
        "\r",
        "\n\n  \n",
        "a[1]:\n  [0]:\n    [0][0]:\n",
        "k: \"\n",
        "o:\n #schema t{a}\n  [1,2]\n",
    ] {
        contained(unit, move || {
            read_all(&unit.repeat(100_000 / unit.len()));
            read_all(&format!("root[1]:\n{}", unit.repeat(100_000 / unit.len())));
        });
    }
}

#[test]
fn a_million_columns() {
    contained("columns", || {
        let names: Vec<String> = (0..1_000_000).map(|at| format!("c{at}")).collect();
        let mut text = format!("t[1]{{{}}}:\n  ", names.join(","));
        text.push_str(&"1,".repeat(1_000_000));
        let value = decode(text.as_bytes(), &DecodeOptions::default()).expect("a table");
        assert_eq!(value["t"][0].as_object().map(Object::len), Some(1_000_000));
    });
    contained("members", || {
        let object: Object<'_> = (0..300_000)
            .map(|at| (format!("k{}", i64::from(at) * 7919 % 300_007), Value::from(at)))
            .collect();
        let value = Value::from(vec![Value::Object(object.clone()), Value::Object(object)]);
        let text = encode(&value, &EncodeOptions::default()).expect("encodes");
        assert!(decode(text.as_bytes(), &DecodeOptions::strict()).is_ok());
    });
    contained("different members", || {
        let rows: Vec<Value<'_>> = (0..2000)
            .map(|row| Value::Object((0..50).map(|at| (format!("k{row}x{at}"), Value::from(at))).collect()))
            .collect();
        assert!(encode(&Value::from(rows), &EncodeOptions::default()).is_ok());
    });
}

#[test]
fn names_for_the_second_time_cost_no_square() {
    contained("duplicates", || {
        let text: String = (0..200_000).map(|at| format!("k{}: {at}\n", (at * 7919) % 1009)).collect();
        let value = decode(text.as_bytes(), &DecodeOptions::default()).expect("lenient");
        assert_eq!(value.as_object().map(Object::len), Some(1009));
        assert_eq!(
            value.to_string().into_bytes(),
            to_json(text.as_bytes(), &DecodeOptions::default()).expect("lenient")
        );
        let problems = check(text.as_bytes(), &DecodeOptions::strict());
        assert_eq!(problems.len(), 200_000 - 1009);
        assert!(problems.iter().all(|error| error.code == Code::DuplicateKey));
    });
}

#[test]
fn depth_is_limited_and_needs_no_stack() {
    contained("deep text", || {
        let deep =
            |levels: usize| (0..levels).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>();
        let limit = DecodeOptions { max_depth: 3000, ..DecodeOptions::default() };
        assert!(decode(deep(500).as_bytes(), &DecodeOptions::default()).is_ok());
        let error = decode(deep(501).as_bytes(), &DecodeOptions::default()).expect_err("too deep");
        assert_eq!((error.code, error.line, error.column), (Code::Depth, 501, 501));
        assert!(decode(deep(3000).as_bytes(), &limit).is_ok());
        assert_eq!(check(deep(700).as_bytes(), &DecodeOptions::default()).len(), 1);
        // a line of each depth, an error once: what is under a refused header is not looked at
        let arrays: String = (0..600).map(|level| format!("{}a[1]:\n", " ".repeat(level))).collect();
        assert_eq!(to_json(arrays.as_bytes(), &DecodeOptions::default()).expect_err("too deep").line, 501);
    });
    contained("deep value", || {
        let nested = |levels: usize| {
            let mut value = Value::Null;
            for level in 0..levels {
                value = if level % 2 == 0 {
                    Value::from(vec![value])
                } else {
                    [("k", value)].into_iter().collect::<Object<'_>>().into()
                };
            }
            value
        };
        let limit = |max_depth| EncodeOptions { max_depth, indent: 1, ..EncodeOptions::default() };
        assert!(encode(&nested(500), &EncodeOptions::default()).is_ok());
        let error = encode(&nested(501), &EncodeOptions::default()).expect_err("too deep");
        assert_eq!((error.code, error.line, error.column), (Code::Depth, 0, 0));
        let text = encode(&nested(5000), &limit(5000)).expect("encodes");
        let read = DecodeOptions { max_depth: 5000, strict: true, ..DecodeOptions::default() };
        assert_eq!(decode(text.as_bytes(), &read).expect("reads"), nested(5000));
        assert_eq!(encode(&nested(100_000), &limit(499)).expect_err("too deep").code, Code::Depth);
        let json = "[".repeat(1_000_000);
        assert_eq!(
            from_json(json.as_bytes(), &EncodeOptions::default()).expect_err("too deep").code,
            Code::Depth
        );
    });
}

/// Counts and indices are numbers in a text: they size nothing.
#[test]
fn declared_counts_size_no_buffer() {
    contained("counts", || {
        for text in [
            "a[9999999999999999]:\n  [0]: 1",
            "a[9999999999999999]{x,y}:\n  1,2",
            "a[9999999999999999]: 1,2",
            "root[4294967296]:",
        ] {
            assert!(decode(text.as_bytes(), &DecodeOptions::default()).is_ok(), "{text}");
        }
        for text in ["a[1]:\n  [9999999999999999]: 1", "a[1]:\n  [3]: 1"] {
            let error = decode(text.as_bytes(), &DecodeOptions::default()).expect_err(text);
            assert_eq!((error.code, error.line, error.column), (Code::Index, 2, 3), "{text}");
        }
        // each index is below the number of lines, together they would ask for 10^10 nulls
        let bomb: String = (0..100_000).map(|at| format!("a{at}[1]:\n  [99999]: x\n")).collect();
        let error = decode(bomb.as_bytes(), &DecodeOptions::default()).expect_err("too many gaps");
        assert_eq!(error.code, Code::Index);
    });
}

#[test]
fn long_arrays_and_strings() {
    contained("long", || {
        let mut array = Array::new();
        for at in 0..200_000 {
            array.push(Value::from(format!("[{at}, \"{at}")));
        }
        let value = Value::from(vec![Value::Array(array), Value::from("x,y\"[".repeat(200_000))]);
        let text = encode(&value, &EncodeOptions::default()).expect("encodes");
        assert_eq!(decode(text.as_bytes(), &DecodeOptions::strict()).expect("reads"), value);
    });
    contained("grid", || {
        let row: Value<'_> = (0..3000).map(|at| Value::from(f64::from(at) / 7.0)).collect();
        let value = Value::from(vec![Value::from(vec![row; 30]); 2]);
        let text = encode(&value, &EncodeOptions::default()).expect("encodes");
        assert!(stele_json::equivalent(
            &decode(text.as_bytes(), &DecodeOptions::strict()).expect("reads"),
            &value
        ));
    });
}

#[test]
fn invalid_utf8_is_an_error_with_its_place() {
    for (bytes, line, column) in [
        (&b"\xff"[..], 1, 1),
        (b"a: 1\nb: \xc3(", 2, 4),
        (b"a: \xed\xa0\x80", 1, 4),
        ("é: \u{1F600}".as_bytes(), 0, 0),
        (b"\xef\xbb\xbfa: \xf0\x9f\x98", 1, 4),
        ("\u{1F600}é".as_bytes().strip_suffix(b"\xa9").expect("a byte"), 1, 2),
    ] {
        match decode(bytes, &DecodeOptions::default()) {
            Ok(_) => assert_eq!(line, 0),
            Err(error) => {
                assert_eq!((error.code, error.line, error.column), (Code::Utf8, line, column), "{bytes:?}")
            }
        }
    }
    assert_eq!(check(b"a: 1\n\xff", &DecodeOptions::default())[0].code, Code::Utf8);
    let error = from_json(b"[\"\xff\"]", &EncodeOptions::default()).expect_err("not UTF-8");
    assert_eq!((error.code, error.line, error.column), (Code::Utf8, 1, 3));
}

/// A text of n bytes grows to a tree of at most a fixed multiple, whatever its shape.
#[test]
fn cut_texts_are_read_or_refused() {
    let mut texts = Vec::new();
    for json in [
        r#"{"a":[{"x":1,"y":"q\"\n"},{"x":2}],"b":[[1,[2]],{"c":{}}],"é":"\"\"\"\n"}"#,
        r#"[["a,b","\\n\n"],[" x",[]]]"#,
    ] {
        texts.push(from_json(json.as_bytes(), &EncodeOptions::default()).expect("encodes"));
        texts.push(
            from_json(json.as_bytes(), &EncodeOptions { include_types: true, ..EncodeOptions::dense() })
                .expect("encodes"),
        );
    }
    for text in texts {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            read_all(&text[..end]);
            read_all(&text[end..]);
        }
    }
}
