//! NDJSON: lines of a text and lines of a reader give the same values and the same errors.

mod common;

use std::io::BufReader;

use common::{Rng, SEEDS, mutate};
use stele_json::{ErrorKind, LineReader, Lines, ReadOptions};

/// Kinds with offsets in the line, or values.
type Found = Vec<Result<String, (ErrorKind, usize)>>;

fn by_lines(text: &[u8], opts: &ReadOptions) -> Found {
    let mut lines = Lines::new(text, opts);
    let mut found = Vec::new();
    loop {
        let Some(value) = lines.next() else { return found };
        let next = lines.offset().min(text.len());
        let before = &text[..next.saturating_sub(usize::from(text[..next].ends_with(b"\n")))];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        found.push(value.map(|value| value.to_string()).map_err(|error| (error.kind, error.offset - start)));
    }
}

fn by_reader(text: &[u8], buffer: usize, opts: &ReadOptions) -> Found {
    let mut reader = LineReader::new(BufReader::with_capacity(buffer, text), opts);
    let mut found = Vec::new();
    while let Some(value) = reader.next_value().expect("memory can be read") {
        found.push(value.map(|value| value.to_string()).map_err(|error| (error.kind, error.offset)));
    }
    found
}

fn both(text: &[u8], opts: &ReadOptions) -> Found {
    let found = by_lines(text, opts);
    for buffer in [1, 2, 3, 7, 64, 4096] {
        assert_eq!(by_reader(text, buffer, opts), found, "{:?}", String::from_utf8_lossy(text));
    }
    found
}

fn ok(values: &[&str]) -> Found {
    values.iter().map(|&value| Ok(value.to_owned())).collect()
}

#[test]
fn section_7_2_line_ends_and_blank_lines() {
    let opts = ReadOptions::default();
    for text in ["1\n2\n", "1\n2", "1\r\n2\r\n", "\n\n1\n \t\r\n\r\n2\n\n", " 1 \n\t2\r", "1\r\n2"] {
        assert_eq!(both(text.as_bytes(), &opts), ok(&["1", "2"]), "{text:?}");
    }
    assert_eq!(both(b"", &opts), ok(&[]));
    assert_eq!(both(b"\n\r\n \n", &opts), ok(&[]));
    // a line end inside a string is escaped, so it is no line end
    assert_eq!(both(b"\"a\\nb\"\n{}\n", &opts), ok(&["\"a\\nb\"", "{}"]));
}

#[test]
fn section_7_2_a_bad_line_does_not_end_the_others() {
    let opts = ReadOptions::default();
    let text = b"1\n[1\n2\n{\"a\":1} 2\n\"\xff\"\n\"a\n3\n\xef\xbb\xbf4\n\x00\n5";
    let found = both(text, &opts);
    let expected = [
        Ok("1".to_owned()),
        Err((ErrorKind::ExpectedCommaOrBracket, 2)),
        Ok("2".to_owned()),
        Err((ErrorKind::TrailingData, 8)),
        Err((ErrorKind::InvalidUtf8, 1)),
        Err((ErrorKind::UnterminatedString, 0)),
        Ok("3".to_owned()),
        Err((ErrorKind::ByteOrderMark, 0)),
        Err((ErrorKind::ExpectedValue, 0)),
        Ok("5".to_owned()),
    ];
    assert_eq!(found, expected);
    let offsets: Vec<usize> =
        Lines::new(text, &opts).filter_map(|value| value.err().map(|error| error.offset)).collect();
    assert_eq!(offsets, [4, 15, 18, 21, 26, 31], "offsets of the whole text");
}

#[test]
fn section_7_2_limits_hold_for_each_line() {
    let opts = ReadOptions { max_bytes: 5, max_depth: 1, ..ReadOptions::default() };
    let limit = Err((ErrorKind::ByteLimit, 5));
    let text = b"[1,2]\n[1,23]\n[1,23]\r\n[12]\r\n12345678901234567890\n[[]]\n7\n[1,234]";
    let found = both(text, &opts);
    let expected = [
        Ok("[1,2]".to_owned()),
        limit.clone(),
        limit.clone(),
        Ok("[12]".to_owned()),
        limit.clone(),
        Err((ErrorKind::DepthLimit, 1)),
        Ok("7".to_owned()),
        limit,
    ];
    assert_eq!(found, expected);
}

#[test]
fn section_7_2_random_lines() {
    let mut rng = Rng::new(81);
    let opts = ReadOptions { max_bytes: 30, ..ReadOptions::default() };
    for _ in 0..2_000 {
        let mut text = Vec::new();
        for _ in 0..rng.below(6) {
            let seed = *rng.pick(&SEEDS);
            text.extend(if rng.below(2) == 0 {
                seed.as_bytes().to_vec()
            } else {
                mutate(&mut rng, seed.as_bytes())
            });
            text.extend_from_slice(rng.pick(&["\n", "\r\n", "\n\n", " \n", ""]).as_bytes());
        }
        both(&text, &opts);
    }
}
