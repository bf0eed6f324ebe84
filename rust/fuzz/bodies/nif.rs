//! Fuzz bodies for the code under the NIF, which needs no BEAM: decode, round trip, strings,
//! numbers, structural scanning. Plain functions that panic on a broken law.

use rustyjson_nif::decode::etf::Etf;
use rustyjson_nif::decode::lane::with_lane;
use rustyjson_nif::decode::nothing::Nothing;
use rustyjson_nif::decode::{Reader, string};
use rustyjson_nif::encode::state::State;
use rustyjson_nif::encode::{strings, text, transcode};
use rustyjson_nif::options::{DecodeOptions, EncodeOptions, Escape};
use rustyjson_nif::pointer;
use rustyjson_nif::skim::value_end;
use rustyjson_nif::stream::{Root, Splitter};

fn etf(input: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(input, DecodeOptions::default(), Etf::new(input, usize::MAX));
    reader.read().ok()?;
    Some(reader.builder().bytes().to_vec())
}

fn json(etf: &[u8], escape: Escape) -> Option<Vec<u8>> {
    let mut state = State::new(EncodeOptions { escape, ..EncodeOptions::default() });
    transcode::transcode(etf, &mut state)?;
    Some(state.out)
}

/// Reading never panics; whoever builds, the judgement and the offset are the same.
pub(crate) fn decode(input: &[u8]) {
    let options = DecodeOptions::default();
    let nothing = Reader::new(input, options, Nothing).read();
    let terms = Reader::new(input, options, Etf::new(input, usize::MAX)).read();
    assert_eq!(nothing, terms);
    if let Err(error) = nothing {
        assert!(error.offset <= input.len());
        assert!(!error.text().is_empty());
    }
    lane(input, &options);
    let relaxed = DecodeOptions { relaxed: true, validate_strings: false, ..options };
    let _ = Reader::new(input, relaxed, Nothing).read();
}

/// The fast lane of small documents takes none that the reader refuses; its bytes are the reader's, objects in
/// another order.
fn lane(input: &[u8], options: &DecodeOptions) {
    let Some(mut fast) = with_lane(|lane| lane.read(input, options, usize::MAX).map(<[u8]>::to_vec)) else {
        return;
    };
    let mut slow = etf(input).expect("the lane takes nothing that is refused");
    fast.sort_unstable();
    slow.sort_unstable();
    assert_eq!(fast, slow);
}

/// Integers of more bytes have a tag of their own, which the fast lane leaves to the walk.
fn holds_integer_above_255_bytes(input: &[u8]) -> bool {
    // 10^614 needs 2,040 bits
    input.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 614)
}

/// What was read and written is read again to the same terms.
pub(crate) fn round_trip(input: &[u8]) {
    let Some(terms) = etf(input).filter(|_| !holds_integer_above_255_bytes(input)) else {
        return;
    };
    for escape in [Escape::Json, Escape::HtmlSafe, Escape::JavascriptSafe, Escape::UnicodeSafe] {
        let text = json(&terms, escape).expect("plain data is written");
        assert_eq!(etf(&text).as_ref(), Some(&terms));
    }
}

/// Writing never panics on bytes that are no external format.
pub(crate) fn encode(input: &[u8]) {
    let _ = json(input, Escape::Json);
}

/// Escaping and unescaping undo one another.
pub(crate) fn strings(input: &[u8]) {
    for mode in [Escape::Json, Escape::HtmlSafe, Escape::JavascriptSafe, Escape::UnicodeSafe] {
        let mut out = vec![b'"'];
        let written = strings::escape(&mut out, input, mode, true);
        assert_eq!(written.is_ok(), std::str::from_utf8(input).is_ok());
        if written.is_err() {
            continue;
        }
        out.push(b'"');
        let lexed = string::lex(&out, 1, true).expect("an escaped string is one");
        assert_eq!(lexed.end, out.len() - 1);
        let mut back = Vec::new();
        string::unescape(&out, 1, lexed.end, &mut back).expect("its escapes are known");
        assert_eq!(back, input);
    }
}

/// A double is written so that it reads back.
pub(crate) fn numbers(input: &[u8]) {
    for bytes in input.chunks_exact(8) {
        let value = f64::from_be_bytes(bytes.try_into().expect("eight bytes"));
        if value.is_finite() {
            let mut out = Vec::new();
            text::float(&mut out, value);
            let text = String::from_utf8(out).expect("ASCII");
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()), "{text}");
        }
    }
}

/// Passing over a value ends where reading ends; chunks give what the whole gives.
pub(crate) fn structure(input: &[u8]) {
    let _ = pointer::find(input, &[b"a".to_vec(), b"0".to_vec()], false);
    let start = input.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
    // a number is passed over up to the next delimiter, and judged when it is read
    let bounded = matches!(input.get(start), Some(b'{' | b'[' | b'"'));
    let mut reader = Reader::new(input, DecodeOptions::default(), Nothing);
    if let (true, Ok((_, end))) = (bounded, reader.read_value(0)) {
        assert_eq!(value_end(input, start), Some(end));
    }
    for root in [Root::Array, Root::Object, Root::Values, Root::Lines] {
        let whole = items(root, &[input]);
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        assert_eq!(items(root, &bytes), whole);
    }
}

fn items(root: Root, chunks: &[&[u8]]) -> (Vec<Vec<u8>>, bool) {
    let mut splitter = Splitter::new(root, Vec::new(), 0);
    let mut found = Vec::new();
    let mut failed = false;
    for index in 0..=chunks.len() {
        match chunks.get(index) {
            Some(chunk) => splitter.feed(chunk),
            None => splitter.end(),
        }
        loop {
            match splitter.next_item() {
                Ok(Some(item)) => found.push(splitter.buffer()[item.value].to_vec()),
                Ok(None) => break,
                Err(_) => return (found, true),
            }
        }
    }
    failed |= splitter.check_end().is_err();
    (found, failed)
}

/// All of them.
pub(crate) fn all(input: &[u8]) {
    decode(input);
    round_trip(input);
    encode(input);
    strings(input);
    numbers(input);
    structure(input);
}
