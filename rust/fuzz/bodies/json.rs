//! What must hold for any bytes, as plain functions: the fuzz targets feed them, and so does `json/tests/fuzz.rs`.

use stele_json::{
    Builder, Duplicates, Error, Escape, Ignore, Lines, OwnedBuilder, Pretty, ReadOptions, Stream, Value,
    WriteOptions, check, equivalent, format, from_slice, from_slice_with, pointer, read_into, to_vec,
    to_vec_with,
};

/// Reading: never a panic, an offset inside the input, the same answer from every entry; what was read prints and
/// reads back as the same value.
pub(crate) fn read(data: &[u8]) {
    let plain = from_slice(data);
    assert_eq!(check(data, &ReadOptions::default()), plain.as_ref().map(drop).map_err(|error| *error));
    for opts in options() {
        let result = from_slice_with(data, &opts);
        assert_eq!(check(data, &opts), result.as_ref().map(drop).map_err(|error| *error));
        match result {
            Ok(value) => good(data, &value, &opts),
            Err(error) => bad(data, error),
        }
    }
    // without UTF-8 checks whatever passed with them passes too
    let unchecked = ReadOptions { validate_strings: false, ..ReadOptions::default() };
    let result = read_into(data, &unchecked, &mut Ignore);
    assert!(result.is_ok() || plain.is_err());
    for value in Lines::new(data, &ReadOptions::default()) {
        if let Err(error) = value {
            assert!(error.offset <= data.len());
        }
    }
}

fn options() -> [ReadOptions; 4] {
    let base = ReadOptions::default();
    let strict = ReadOptions {
        duplicates: Duplicates::Error,
        max_depth: 5,
        max_members: 9,
        max_digits: 30,
        numbers: stele_json::Numbers::Finite,
        ..base.clone()
    };
    let loose = ReadOptions {
        duplicates: Duplicates::Keep,
        max_depth: usize::MAX,
        minus_zero: stele_json::MinusZero::Drop,
        ..base.clone()
    };
    let first = ReadOptions { duplicates: Duplicates::First, ..base.clone() };
    [base, strict, loose, first]
}

fn good(data: &[u8], value: &Value<'_>, opts: &ReadOptions) {
    let text = to_vec(value);
    assert!(text.len() <= data.len() * 6 + 8);
    let again = from_slice_with(&text, opts).expect("what was read prints as JSON");
    assert_eq!(*value, again);
    assert!(equivalent(value, &again));
    assert_eq!(to_vec(&again), text);
    let copy = value.clone().into_owned();
    assert_eq!(copy, again);
    for path in ["", "/0", "/a", "/a/b", "/1/a"] {
        let found = pointer::get(data, path, opts).expect("the text is good");
        match (found, value.pointer(path)) {
            (None, None) => {}
            (Some(found), Some(expected)) if opts.duplicates == Duplicates::Keep => {
                assert!(equivalent(&found, expected))
            }
            (Some(found), Some(expected)) => assert_eq!(found, *expected),
            (found, expected) => panic!("{path}: {found:?} against {expected:?}"),
        }
    }
}

fn bad(data: &[u8], error: Error) {
    assert!(error.offset <= data.len(), "{error:?}");
    let place = error.position(data);
    assert!(place.line >= 1 && place.column >= 1);
    assert!(error.excerpt(data).lines().count() <= 2);
    assert!(!error.message(data).is_empty());
}

/// Chunks: the first byte chooses their sizes, the rest is the text; value or error are those of the whole.
pub(crate) fn chunks(data: &[u8]) {
    let Some((&size, text)) = data.split_first() else { return };
    let opts = ReadOptions { max_depth: 20, ..ReadOptions::default() };
    let strict = ReadOptions { duplicates: Duplicates::Error, ..opts.clone() };
    for opts in [opts, strict] {
        let whole = from_slice_with(text, &opts).map(Value::into_owned);
        for size in [1, 1 + usize::from(size) % 16, 1 + usize::from(size)] {
            assert_eq!(in_chunks(text, size, &opts), whole, "chunks of {size}");
        }
        let write = WriteOptions::compact();
        let mut formatter = format::Formatter::new(&opts, &write);
        let mut out = Vec::new();
        let fed = text.chunks(1 + usize::from(size)).try_for_each(|chunk| formatter.feed(chunk, &mut out));
        let formatted = fed.and_then(|()| formatter.finish(&mut out)).map(|()| out);
        assert_eq!(formatted, format::format(text, &opts, &write));
    }
}

fn in_chunks(text: &[u8], size: usize, opts: &ReadOptions) -> Result<Value<'static>, Error> {
    let mut stream = Stream::new(opts, OwnedBuilder(Builder::new(opts.duplicates)));
    text.chunks(size).try_for_each(|chunk| stream.feed(chunk))?;
    Ok(stream.finish()?.0.finish())
}

/// Round trips: every way of writing reads back as the same value, and canonical twice is canonical once.
pub(crate) fn roundtrip(data: &[u8]) {
    let Ok(value) = from_slice(data) else { return };
    for escape in [Escape::Json, Escape::HtmlSafe, Escape::JavascriptSafe, Escape::UnicodeSafe] {
        for pretty in [None, Some(Pretty::default())] {
            for sort_keys in [false, true] {
                let write =
                    WriteOptions { pretty: pretty.clone(), escape, sort_keys, ..WriteOptions::default() };
                let text = to_vec_with(&value, &write);
                let again = from_slice(&text).expect("own text");
                assert!(equivalent(&value, &again));
                assert!(sort_keys || value == again);
                assert_eq!(to_vec_with(&again, &write), text);
                if escape == Escape::UnicodeSafe {
                    assert!(text.is_ascii());
                }
                let formatted = format::format(data, &ReadOptions::default(), &write).expect("good text");
                let formatted = from_slice(&formatted).expect("formatted text");
                assert!(equivalent(&value, &formatted));
            }
        }
    }
    for event in value.events() {
        if let stele_json::Event::Number(number) = event {
            number_roundtrip(number);
        }
    }
}

fn number_roundtrip(number: &stele_json::Number<'_>) {
    if let Some(double) = number.as_f64() {
        let expected: f64 = number.lexeme().parse().expect("a numeral");
        let small = number.lexeme().len() < 5_000;
        assert!(!small || double.to_bits() == expected.to_bits(), "{}", number.lexeme());
        let text = stele_json::Number::from(double);
        assert_eq!(text.as_f64().map(f64::to_bits), Some(double.to_bits()), "{}", number.lexeme());
    }
    if let Some(int) = number.as_i64() {
        assert_eq!(int.to_string(), number.lexeme());
    }
}
