//! Every error kind with its place: `name | input | kind @ line:column`, and the limits.

use stele_json::ErrorKind::*;
use stele_json::{Duplicates, ErrorKind, Numbers, ReadOptions, from_slice, from_slice_with};

#[rustfmt::skip]
const TABLE: &[(&str, &[u8], ErrorKind, &str)] = &[
    ("empty",                    b"",                       UnexpectedEnd,          "1:1"),
    ("blanks only",              b" \n ",                   UnexpectedEnd,          "2:2"),
    ("array not closed",         b"[1",                     ExpectedCommaOrBracket, "1:3"),
    ("array opened",             b"[",                      UnexpectedEnd,          "1:2"),
    ("comma at end",             b"[1,",                    UnexpectedEnd,          "1:4"),
    ("trailing comma",           b"[1,]",                   ExpectedValue,          "1:4"),
    ("two commas",               b"[1,,2]",                 ExpectedValue,          "1:4"),
    ("no comma",                 b"[1 2]",                  ExpectedCommaOrBracket, "1:4"),
    ("colon in array",           b"[1:2]",                  ExpectedCommaOrBracket, "1:3"),
    ("wrong bracket",            b"[1}",                    ExpectedCommaOrBracket, "1:3"),
    ("object opened",            b"{",                      ExpectedKey,            "1:2"),
    ("name without quotes",      b"{a:1}",                  ExpectedKey,            "1:2"),
    ("number as name",           b"{1:1}",                  ExpectedKey,            "1:2"),
    ("comma before brace",       b"{\"a\":1,}",             ExpectedKey,            "1:8"),
    ("no colon",                 b"{\"a\" 1}",              ExpectedColon,          "1:6"),
    ("name at end",              b"{\"a\"",                 ExpectedColon,          "1:5"),
    ("no member value",          b"{\"a\":}",               ExpectedValue,          "1:6"),
    ("object not closed",        b"{\"a\":1",               ExpectedCommaOrBrace,   "1:7"),
    ("bracket for brace",        b"{\"a\":1]",              ExpectedCommaOrBrace,   "1:7"),
    ("half a null",              b"[nul]",                  ExpectedNull,           "1:2"),
    ("null at end",              b"nul",                    ExpectedNull,           "1:1"),
    ("True",                     b"True",                   ExpectedValue,          "1:1"),
    ("half a true",              b"[\n  tru]",              ExpectedTrue,           "2:3"),
    ("half a false",             b"falsy",                  ExpectedFalse,          "1:1"),
    ("leading zero",             b"[01]",                   InvalidNumber,          "1:2"),
    ("minus zero one",           b"-01",                    InvalidNumber,          "1:1"),
    ("minus",                    b"-",                      InvalidNumber,          "1:1"),
    ("plus",                     b"+1",                     ExpectedValue,          "1:1"),
    ("point first",              b".5",                     ExpectedValue,          "1:1"),
    ("point last",               b"[1.]",                   InvalidNumber,          "1:2"),
    ("exponent without digits",  b"1e",                     InvalidNumber,          "1:1"),
    ("exponent with sign only",  b"1e+",                    InvalidNumber,          "1:1"),
    ("hexadecimal",              b"0x1",                    TrailingData,           "1:2"),
    ("infinity",                 b"-Infinity",              InvalidNumber,          "1:1"),
    ("NaN",                      b"[NaN]",                  ExpectedValue,          "1:2"),
    ("string not closed",        b"[\"abc",                 UnterminatedString,     "1:2"),
    ("string ends in backslash", b"\"abc\\",                UnterminatedString,     "1:1"),
    ("line feed in string",      b"\"a\nb\"",               ControlCharacter,       "1:3"),
    ("NUL in string",            b"[\"\xc3\xa9\0\"]",       ControlCharacter,       "1:4"),
    ("escape x",                 b"\"ab\\x\"",              InvalidEscape,          "1:4"),
    ("escaped quote mark",       b"\"\\'\"",                InvalidEscape,          "1:2"),
    ("unicode cut",              b"\"\\u12",                IncompleteUnicodeEscape,"1:2"),
    ("unicode short",            b"\"\\u12\"",              InvalidUnicodeEscape,   "1:2"),
    ("unicode wrong",            b"\"a\\u12g4\"",           InvalidUnicodeEscape,   "1:3"),
    ("high surrogate alone",     b"[\"\\ud800\"]",          LoneSurrogate,          "1:3"),
    ("low surrogate alone",      b"\"a\\uDC00\"",           LoneSurrogate,          "1:3"),
    ("two high surrogates",      b"\"\\ud800\\ud800\"",     LoneSurrogate,          "1:2"),
    ("Latin-1",                  b"[\"a\xe9\"]",            InvalidUtf8,            "1:4"),
    ("overlong",                 b"\"\xc0\xaf\"",           InvalidUtf8,            "1:2"),
    ("surrogate in UTF-8",       b"\"\xed\xa0\x80\"",       InvalidUtf8,            "1:2"),
    ("UTF-8 cut by quote",       b"\"\xe6\x97\"",           InvalidUtf8,            "1:2"),
    ("bad byte in name",         b"{\"\xff\":1}",           InvalidUtf8,            "1:3"),
    ("bad byte for value",       b"[\xff]",                 ExpectedValue,          "1:2"),
    ("bad byte after value",     b"[1\xff]",                ExpectedCommaOrBracket, "1:3"),
    ("bad byte after the text",  b"1 \xff",                 TrailingData,           "1:3"),
    ("control before bad byte",  b"\"\x01\xff\"",           ControlCharacter,       "1:2"),
    ("bad byte before control",  b"\"\xff\x01\"",           InvalidUtf8,            "1:2"),
    ("byte order mark",          b"\xef\xbb\xbf{}",         ByteOrderMark,          "1:1"),
    ("mark later",               b"[\xef\xbb\xbf1]",        ExpectedValue,          "1:2"),
    ("second value",             b"{} {}",                  TrailingData,           "1:4"),
    ("comment",                  b"// x\n1",                ExpectedValue,          "1:1"),
    ("form feed",                b"[\x0c1]",                ExpectedValue,          "1:2"),
    ("column in code points",    "[\"é日😀\", x]".as_bytes(), ExpectedValue,         "1:9"),
    ("third line",               b"{\n\"a\":1,\r\n  !",     ExpectedKey,            "3:3"),
];

#[test]
fn section_1_3_table_of_errors() {
    for &(name, input, kind, place) in TABLE {
        let error = from_slice(input).expect_err(name);
        assert_eq!(
            (error.kind, error.position(input).to_string().as_str()),
            (kind, place),
            "{name}: {error}"
        );
        assert_eq!(stele_json::check(input, &ReadOptions::default()), Err(error), "{name}, skipped");
    }
}

#[test]
fn invalid_utf8_passes_only_where_strings_are_not_validated() {
    let opts = ReadOptions { validate_strings: false, ..ReadOptions::default() };
    assert_eq!(stele_json::check(b"{\"\xff\":\"\xc0\"}", &opts), Ok(()));
    assert!(from_slice_with(b"\"\xff\"", &opts).is_err());
}

fn kind_of(text: &str, opts: &ReadOptions) -> Option<(ErrorKind, usize)> {
    from_slice_with(text.as_bytes(), opts).err().map(|error| (error.kind, error.offset))
}

#[test]
fn section_6_limits() {
    let base = ReadOptions::default();
    let depth = ReadOptions { max_depth: 2, ..base.clone() };
    assert_eq!(kind_of("[[1]]", &depth), None);
    assert_eq!(kind_of("[[[]]]", &depth), Some((DepthLimit, 2)));
    assert_eq!(kind_of("[{\"a\":{}}]", &depth), Some((DepthLimit, 6)));
    assert_eq!(kind_of("[]", &ReadOptions { max_depth: 0, ..base.clone() }), Some((DepthLimit, 0)));
    let bytes = ReadOptions { max_bytes: 3, ..base.clone() };
    assert_eq!(kind_of("123", &bytes), None);
    assert_eq!(kind_of("1234", &bytes), Some((ByteLimit, 3)));
    let digits = ReadOptions { max_digits: 4, ..base.clone() };
    assert_eq!(kind_of("[-1234,1.234,12e34,1.2e-3]", &digits), None);
    assert_eq!(kind_of("[12345]", &digits), Some((DigitLimit, 1)));
    assert_eq!(kind_of("[0,1.2345]", &digits), Some((DigitLimit, 3)));
    let members = ReadOptions { max_members: 2, ..base.clone() };
    assert_eq!(kind_of("[[1,2],{\"a\":1,\"b\":[]}]", &members), None);
    assert_eq!(kind_of("[1,2,3]", &members), Some((MemberLimit, 5)));
    assert_eq!(kind_of("{\"a\":1,\"b\":2,\"c\":3}", &members), Some((MemberLimit, 13)));
    let finite = ReadOptions { numbers: Numbers::Finite, ..base };
    assert_eq!(kind_of("[1e308,1e-400,12345678901234567890123]", &finite), None);
    assert_eq!(kind_of("[1e400]", &finite), Some((NumberRange, 1)));
    assert_eq!(kind_of(&format!("[{}]", "9".repeat(400)), &finite), None);
    assert_eq!(kind_of(&format!("[{}.0]", "9".repeat(400)), &finite), Some((NumberRange, 1)));
}

#[test]
fn section_5_2_duplicates() {
    let read = |text: &str, duplicates| {
        let opts = ReadOptions { duplicates, ..ReadOptions::default() };
        from_slice_with(text.as_bytes(), &opts).map(|value| value.to_string())
    };
    let text = r#"{"a":1,"b":2,"\u0061":3,"c":{"b":4,"b":5}}"#;
    assert_eq!(read(text, Duplicates::Last).unwrap(), r#"{"b":2,"a":3,"c":{"b":5}}"#);
    assert_eq!(read(text, Duplicates::First).unwrap(), r#"{"a":1,"b":2,"c":{"b":4}}"#);
    assert_eq!(read(text, Duplicates::Keep).unwrap(), r#"{"a":1,"b":2,"a":3,"c":{"b":4,"b":5}}"#);
    assert_eq!(read(text, Duplicates::Error).unwrap_err().offset, 13);
    assert!(read(r#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#, Duplicates::Error).is_ok());
    for count in [2, 5, 9, 16, 17, 40, 64, 65, 200] {
        let names: Vec<String> = (0..count).map(|i| format!("\"name{i}\":{i}")).collect();
        let unique = format!("{{{}}}", names.join(","));
        let double = format!("{{{},\"name{}\":\"again\"}}", names.join(","), count / 2);
        assert_eq!(read(&unique, Duplicates::Last).unwrap(), unique);
        assert!(read(&unique, Duplicates::Error).is_ok());
        assert_eq!(read(&double, Duplicates::Error).unwrap_err().kind, DuplicateKey);
        let last = read(&double, Duplicates::Last).unwrap();
        assert!(
            last.ends_with("\"again\"}") && last.matches(&format!("\"name{}\":", count / 2)).count() == 1
        );
        assert_eq!(read(&double, Duplicates::First).unwrap(), unique);
    }
}

#[test]
fn messages_and_excerpts() {
    let text = "{\n  \"a\": tru,\n}".as_bytes();
    let error = from_slice(text).unwrap_err();
    assert_eq!(error.message(text), "expected `true` at line 2 column 8");
    assert_eq!(error.excerpt(text), "  \"a\": tru,\n       ^");
    assert_eq!(error.to_string(), "expected `true` at byte 9");
    let text = b"[1 two]";
    let error = from_slice(text).unwrap_err();
    assert_eq!(error.message(text), "expected `,` or `]`, found `two` at line 1 column 4");
    let long = format!("[{}!]", "\"日\",".repeat(100_000));
    let error = from_slice(long.as_bytes()).unwrap_err();
    let excerpt = error.excerpt(long.as_bytes());
    let (line, caret) = excerpt.split_once('\n').unwrap();
    assert_eq!(line.chars().nth(caret.chars().count() - 1), Some('!'));
    assert!(line.chars().count() <= 62);
}
