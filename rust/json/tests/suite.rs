//! JSONTestSuite and the two nativejson sets, file by file.

mod common;

use stele_json::{ErrorKind, ReadOptions, equivalent, from_slice, from_slice_with, to_vec, valid};

#[test]
fn json_test_suite_accepts_95_y_and_refuses_188_n() {
    let Some(folder) = common::data("json_test_suite", "JSONTestSuite") else { return };
    let (mut yes, mut no) = (0, 0);
    for (name, text) in common::files(&folder) {
        let result = from_slice(&text);
        assert_eq!(result.is_ok(), valid(&text), "{name}");
        if name.starts_with("y_") {
            yes += 1;
            let value = result.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(equivalent(&value, &from_slice(&to_vec(&value)).expect("own text")), "{name}");
        } else if name.starts_with("n_") {
            no += 1;
            assert!(result.is_err(), "{name}");
        }
    }
    assert_eq!((yes, no), (95, 188));
}

/// A decision for each file on which RFC 8259 leaves the choice: accepted, or the reason.
const CHOICES: [(&str, Result<(), ErrorKind>); 35] = [
    ("i_number_double_huge_neg_exp.json", Ok(())),
    ("i_number_huge_exp.json", Ok(())),
    ("i_number_neg_int_huge_exp.json", Ok(())),
    ("i_number_pos_double_huge_exp.json", Ok(())),
    ("i_number_real_neg_overflow.json", Ok(())),
    ("i_number_real_pos_overflow.json", Ok(())),
    ("i_number_real_underflow.json", Ok(())),
    ("i_number_too_big_neg_int.json", Ok(())),
    ("i_number_too_big_pos_int.json", Ok(())),
    ("i_number_very_big_negative_int.json", Ok(())),
    ("i_object_key_lone_2nd_surrogate.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_1st_surrogate_but_2nd_missing.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_1st_valid_surrogate_2nd_invalid.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_UTF-16LE_with_BOM.json", Err(ErrorKind::ExpectedValue)),
    ("i_string_UTF-8_invalid_sequence.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_UTF8_surrogate_U+D800.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_incomplete_surrogate_and_escape_valid.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_incomplete_surrogate_pair.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_incomplete_surrogates_escape_valid.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_invalid_lonely_surrogate.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_invalid_surrogate.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_invalid_utf-8.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_inverted_surrogates_U+1D11E.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_iso_latin_1.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_lone_second_surrogate.json", Err(ErrorKind::LoneSurrogate)),
    ("i_string_lone_utf8_continuation_byte.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_not_in_unicode_range.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_overlong_sequence_2_bytes.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_overlong_sequence_6_bytes_null.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_truncated-utf-8.json", Err(ErrorKind::InvalidUtf8)),
    ("i_string_utf16BE_no_BOM.json", Err(ErrorKind::ExpectedValue)),
    ("i_string_utf16LE_no_BOM.json", Err(ErrorKind::ExpectedValue)),
    ("i_structure_500_nested_arrays.json", Err(ErrorKind::DepthLimit)),
    ("i_structure_UTF-8_BOM_empty_object.json", Err(ErrorKind::ByteOrderMark)),
];

#[test]
fn json_test_suite_35_choices() {
    let Some(folder) = common::data("json_test_suite_choices", "JSONTestSuite") else { return };
    let found: Vec<String> = common::files(&folder)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("i_"))
        .collect();
    assert_eq!(found.len(), CHOICES.len());
    for (name, choice) in CHOICES {
        let text = std::fs::read(folder.join(name)).expect("file can be read");
        assert_eq!(from_slice(&text).map(drop).map_err(|error| error.kind), choice, "{name}");
    }
    let deep = std::fs::read(folder.join("i_structure_500_nested_arrays.json")).expect("file can be read");
    let opts = ReadOptions { max_depth: 500, ..ReadOptions::default() };
    assert!(from_slice_with(&deep, &opts).is_ok());
}

#[test]
fn nativejson_round_trips_keep_every_byte() {
    let Some(folder) = common::data("nativejson_round_trips", "nativejson/roundtrip") else { return };
    let files = common::files(&folder);
    assert_eq!(files.len(), 27);
    for (name, text) in files {
        let value = from_slice(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(to_vec(&value), text.trim_ascii_end(), "{name}");
    }
}

#[test]
fn nativejson_checker() {
    let Some(folder) = common::data("nativejson_checker", "nativejson/jsonchecker") else { return };
    for (name, text) in common::files(&folder) {
        // excluded upstream: a scalar at the top (RFC 8259 allows it), 20 levels (the limit is 128)
        let good = name.starts_with("pass") || name.contains("EXCLUDE");
        if name.ends_with(".json") {
            assert_eq!(from_slice(&text).is_ok(), good, "{name}");
        }
    }
}
