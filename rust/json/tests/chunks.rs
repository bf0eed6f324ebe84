//! Chunks of any size give what the whole text gives: the same value, or the same error at the same byte.

mod common;

use common::{Rng, SEEDS, mutate, random_value};
use stele_json::{
    Builder, Duplicates, Error, ErrorKind, MinusZero, Numbers, Numeral, OwnedBuilder, ReadOptions, Sink, Str,
    Stream, Value, WriteOptions, format, from_slice_with, read_into, to_vec,
};

fn read_chunks(
    text: &[u8],
    opts: &ReadOptions,
    mut size: impl FnMut() -> usize,
) -> Result<Value<'static>, Error> {
    let mut stream = Stream::new(opts, OwnedBuilder(Builder::new(opts.duplicates)));
    let mut rest = text;
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(size().clamp(1, rest.len()));
        stream.feed(chunk)?;
        rest = after;
    }
    Ok(stream.finish()?.0.finish())
}

fn assert_same(text: &[u8], opts: &ReadOptions, rng: &mut Rng) {
    let whole = from_slice_with(text, opts).map(Value::into_owned);
    let name = String::from_utf8_lossy(text);
    assert_eq!(read_chunks(text, opts, || 1), whole, "one by one: {name:?}");
    assert_eq!(read_chunks(text, opts, || text.len()), whole, "one chunk: {name:?}");
    assert_eq!(read_chunks(text, opts, || 1 + rng.below(20)), whole, "random sizes: {name:?}");
}

#[test]
fn section_7_1_seeds_and_mutations_one_byte_at_a_time() {
    let mut rng = Rng::new(4);
    let strict =
        ReadOptions { duplicates: Duplicates::Error, max_depth: 6, max_members: 3, ..ReadOptions::default() };
    for seed in SEEDS {
        for opts in [&ReadOptions::default(), &strict] {
            assert_same(seed.as_bytes(), opts, &mut rng);
            for _ in 0..400 {
                assert_same(&mutate(&mut rng, seed.as_bytes()), opts, &mut rng);
            }
        }
    }
}

#[test]
fn random_documents_one_byte_at_a_time() {
    let mut rng = Rng::new(5);
    for _ in 0..400 {
        let text = to_vec(&random_value(&mut rng, 60));
        assert_same(&text, &ReadOptions::default(), &mut rng);
        assert_same(&mutate(&mut rng, &text), &ReadOptions::default(), &mut rng);
    }
}

#[test]
fn json_test_suite_one_byte_at_a_time() {
    let Some(folder) = common::data("chunks_suite", "JSONTestSuite") else { return };
    let mut rng = Rng::new(6);
    for (_, text) in common::files(&folder) {
        if text.len() < 10_000 {
            assert_same(&text, &ReadOptions::default(), &mut rng);
        }
    }
}

#[test]
fn section_7_1_limits_are_those_of_the_whole_text() {
    let mut rng = Rng::new(8);
    let base = ReadOptions::default();
    let opts = [
        ReadOptions { max_members: 2, ..base.clone() },
        ReadOptions { max_members: 0, ..base.clone() },
        ReadOptions { max_depth: 1, ..base.clone() },
        ReadOptions { max_digits: 2, ..base.clone() },
        ReadOptions { numbers: Numbers::Finite, minus_zero: MinusZero::Drop, ..base.clone() },
        ReadOptions { duplicates: Duplicates::First, ..base },
    ];
    let texts: [&[u8]; 14] = [
        b"[1,2, 3]",
        b"[1,2 , ]",
        b"[1,2,",
        b"[1,2, \xff",
        b"[ ",
        b"[ 1",
        b"[ \xff",
        b"{\"a\":1,\"b\":2 , \"c\":3}",
        b"{\"a\":1,\"b\":2 , ",
        b"{\"a\":1,\"a\":2 , \"a\":3}",
        b"[[1]]",
        b"[-0, 1.5, 1e400]",
        b"[-0, 123]",
        b"[1e999]",
    ];
    for opts in &opts {
        for text in texts {
            assert_same(text, opts, &mut rng);
        }
    }
    let error = from_slice_with(b"[1,2, 3]", &opts[0]).expect_err("too many");
    assert_eq!((error.kind, error.offset), (ErrorKind::MemberLimit, 6));
    let size = ReadOptions { max_bytes: 4, ..ReadOptions::default() };
    for text in ["[1,2]", "[    "] {
        assert_same(text.as_bytes(), &size, &mut rng);
    }
}

/// Counts strings and keeps their bytes.
#[derive(Default)]
struct Bytes(Vec<Vec<u8>>);

impl<'a> Sink<'a> for Bytes {
    fn null(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn bool(&mut self, _: bool) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn number(&mut self, _: &Numeral<'a>) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn string(&mut self, string: Str<'a, '_>) -> Result<(), ErrorKind> {
        self.0.push(string.as_bytes().to_vec());
        Ok(())
    }
    fn begin_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn end_array(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn begin_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
    fn key(&mut self, key: Str<'a, '_>) -> Result<(), ErrorKind> {
        self.string(key)
    }
    fn end_object(&mut self) -> Result<(), ErrorKind> {
        Ok(())
    }
}

#[test]
fn section_7_1_strings_are_left_unchecked_in_chunks_too() {
    let text = b"{\"\xff\\n\":[\"\xc0\",\"a\xe6\\u00e9\"]}";
    let opts = ReadOptions { validate_strings: false, ..ReadOptions::default() };
    let mut whole = Bytes::default();
    read_into(text, &opts, &mut whole).expect("bytes as they are");
    assert_eq!(whole.0, [&b"\xff\n"[..], b"\xc0", b"a\xe6\xc3\xa9"]);
    for size in 1..text.len() {
        let mut stream = Stream::new(&opts, Bytes::default());
        text.chunks(size).try_for_each(|chunk| stream.feed(chunk)).expect("bytes as they are");
        assert_eq!(stream.finish().expect("bytes as they are").0, whole.0, "chunks of {size}");
        // values are text and are checked all the same
        let error = read_chunks(text, &opts, || size).expect_err("not UTF-8");
        assert_eq!((error.kind, error.offset), (ErrorKind::InvalidUtf8, 1));
    }
    assert_eq!(
        read_into(text, &opts, &mut Builder::new(Duplicates::Last)).map_err(|error| error.kind),
        Err(ErrorKind::InvalidUtf8)
    );
}

#[test]
fn formatting_chunks_equals_formatting_the_whole() {
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let text = to_vec(&random_value(&mut rng, 60));
        for write in [WriteOptions::compact(), WriteOptions::pretty()] {
            let whole = format::format(&text, &ReadOptions::default(), &write);
            let mut formatter = format::Formatter::new(&ReadOptions::default(), &write);
            let mut out = Vec::new();
            for chunk in text.chunks(1 + rng.below(9)) {
                formatter.feed(chunk, &mut out).expect("own text");
            }
            formatter.finish(&mut out).expect("own text");
            assert_eq!(Ok(out), whole);
        }
    }
}

#[test]
fn a_long_token_in_small_chunks_takes_linear_time() {
    let text = format!("[\"{}\",{}]", "x".repeat(2_000_000), "1".repeat(500_000));
    let started = std::time::Instant::now();
    let value = read_chunks(text.as_bytes(), &ReadOptions::default(), || 3).expect("valid text");
    assert_eq!(to_vec(&value), text.as_bytes());
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn many_values_in_one_stream() {
    let opts = ReadOptions::default();
    let text = b"{\"a\":1}{\"b\":2} 3 nulltrue[]\n\"x\"";
    for size in 1..8 {
        let mut stream = Stream::many(&opts, OwnedBuilder(Builder::new(opts.duplicates)));
        let mut values = Vec::new();
        for chunk in text.chunks(size) {
            stream.feed(chunk).expect("valid values");
        }
        let mut builder = stream.finish().expect("valid values").0;
        while let Some(value) = builder.take() {
            values.push(value.to_string());
        }
        values.reverse();
        assert_eq!(
            values,
            ["{\"a\":1}", "{\"b\":2}", "3", "null", "true", "[]", "\"x\""],
            "chunks of {size}"
        );
    }
}
