//! Section 10: when two values mean the same, and section 8: what formatting leaves as it is.

use stele_json::{Duplicates, Number, same_number};
use stele_json::{Escape, Pretty, ReadOptions, WriteOptions, equivalent, format, from_str, from_str_with};

#[rustfmt::skip]
const NUMBERS: &[(&str, &str, bool)] = &[
    ("1",                       "1.0",                      true),
    ("1",                       "10e-1",                    true),
    ("100",                     "1E+2",                     true),
    ("0",                       "0.0",                      true),
    ("0",                       "0e999999999999999999999",  true),
    ("-0",                      "-0.0",                     true),
    ("-0",                      "-1e-400",                  true),
    ("-0",                      "0",                        false),
    ("0",                       "1e-400",                   true),
    ("0.1",                     "0.10000000000000001",      true),
    ("0.1",                     "0.1000000000000001",       false),
    ("9007199254740992",        "9007199254740993",         false),
    ("9007199254740992",        "9007199254740993.0",       true),
    ("9007199254740993",        "9007199254740993.0",       false),
    ("123456789012345678901234567890", "123456789012345678901234567891", false),
    ("1e23",                    "100000000000000000000000", false),
    ("1e22",                    "10000000000000000000000",  true),
    ("1e400",                   "10e399",                   true),
    ("1e400",                   "-1e400",                   false),
    ("1e400",                   "1.0000000000000000000001e400", false),
    ("1e99999999999999999999",  "10e99999999999999999998",  true),
    ("1e99999999999999999999",  "1e99999999999999999998",   false),
];

#[test]
fn section_10_numbers() {
    for &(a, b, same) in NUMBERS {
        let number = |text: &str| Number::from_lexeme(text.to_owned()).expect("a numeral");
        for (x, y) in [(a, b), (b, a)] {
            assert_eq!(same_number(&number(x), &number(y)), same, "{x} {y}");
        }
    }
    let long = format!("1{}", "0".repeat(400));
    let equal = |a: &str, b: &str| equivalent(&from_str(a).expect("valid"), &from_str(b).expect("valid"));
    assert!(equal(&long, "1e400") && equal("1e400", &long));
    assert!(!equal(&long, "1e401") && !equal(&long, "1e10"));
}

#[test]
fn section_10_members_in_any_order_the_last_of_equal_names() {
    let keep = ReadOptions { duplicates: Duplicates::Keep, ..ReadOptions::default() };
    let read = |text: &'static str| from_str_with(text, &keep).expect("valid text");
    let same = |a, b| {
        assert_eq!(equivalent(&read(a), &read(b)), equivalent(&read(b), &read(a)));
        equivalent(&read(a), &read(b))
    };
    assert!(same(r#"{"a":1,"b":[2,{"c":3,"d":4}]}"#, r#"{"b":[2.0,{"d":4,"c":3}],"\u0061":1}"#));
    assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
    assert!(!same(r#"{"a":1,"a":2}"#, r#"{"a":1}"#));
    assert!(!same("[1,2]", "[2,1]"));
    assert!(!same("[1,2]", "[1,2,3]"));
    assert!(!same("{}", "[]"));
    assert!(!same(r#"{"a":null}"#, "{}"));
    assert!(!same("\"1\"", "1"));
    assert!(same("\"\\u00e9\"", "\"é\""));
}

const TEXT: &[u8] =
    br#" { "b" : [ 1.50 , -0 , 1E+400 , [ ] , { } ] , "\u0061" : "\/\u00e9\n" , "b" : null, "" : true } "#;

#[test]
fn section_8_1_lexemes_and_strings_stay_as_they_are_written() {
    let minified = format::minify(TEXT).expect("valid text");
    let expected = r#"{"b":[1.50,-0,1E+400,[],{}],"\u0061":"\/\u00e9\n","b":null,"":true}"#;
    assert_eq!(String::from_utf8_lossy(&minified), expected);
    let escaped = WriteOptions { escape: Escape::JavascriptSafe, ..WriteOptions::default() };
    let text = format::format(TEXT, &ReadOptions::default(), &escaped).expect("valid text");
    let expected = r#"{"b":[1.50,-0,1E+400,[],{}],"a":"/é\n","b":null,"":true}"#;
    assert_eq!(String::from_utf8_lossy(&text), expected);
}

#[test]
fn section_8_2_pretty_with_texts_of_ones_own() {
    let pretty = Pretty { indent: "\t".into(), line_separator: "\r\n".into(), after_colon: "".into() };
    let write = WriteOptions { pretty: Some(pretty), ..WriteOptions::default() };
    let text = format::format(br#"{"a":[1,[],{"b":{}}]}"#, &ReadOptions::default(), &write);
    let expected = "{\r\n\t\"a\":[\r\n\t\t1,\r\n\t\t[],\r\n\t\t{\r\n\t\t\t\"b\":{}\r\n\t\t}\r\n\t]\r\n}";
    assert_eq!(String::from_utf8_lossy(&text.expect("valid text")), expected);
    let two = format::pretty(b"[{\"a\":1},[]]").expect("valid text");
    assert_eq!(String::from_utf8_lossy(&two), "[\n  {\n    \"a\": 1\n  },\n  []\n]");
}

#[test]
fn section_8_3_sorted_by_the_bytes_of_the_unescaped_names() {
    let write = WriteOptions { sort_keys: true, ..WriteOptions::default() };
    let text = format::format(TEXT, &ReadOptions::default(), &write).expect("valid text");
    let expected = r#"{"":true,"\u0061":"\/\u00e9\n","b":[1.50,-0,1E+400,[],{}],"b":null}"#;
    assert_eq!(String::from_utf8_lossy(&text), expected);
    // U+FF5E before U+1F600, though its first unit of UTF-16 is larger
    let text =
        format::format("{\"😀\":1,\"～\":2,\"Z\":3,\"a\":4}".as_bytes(), &ReadOptions::default(), &write);
    assert_eq!(String::from_utf8_lossy(&text.expect("valid text")), "{\"Z\":3,\"a\":4,\"～\":2,\"😀\":1}");
}
