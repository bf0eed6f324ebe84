//! Numerals: which text is a number (paragraph 4), and the one text a number has (paragraph 1.1).
//!
//! Both directions use it: the reader to make canonical lexemes of what it finds, the writer to bring JSON's lexemes to
//! canonical text. An integer keeps its digits; any other numeral becomes the shortest text of its binary64, except
//! beyond its range, where the lexeme stays ("opaque"). Most decimals of documents are canonical already and are
//! recognised without being read.

use stele_json::{Decimal, FloatLayout, Number, shortest, write_f64, write_u64};

/// The three forms of `numeral(s)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numeral {
    /// `-?[0-9]+`
    Integer,
    /// `-?[0-9]*\.[0-9]+`
    Decimal,
    /// `-?[0-9]+\.?[0-9]*[eE][+-]?[0-9]+`
    Exponent,
}

#[inline]
fn digits(text: &[u8], mut pos: usize) -> usize {
    while text.get(pos).is_some_and(u8::is_ascii_digit) {
        pos += 1;
    }
    pos
}

/// The form of a numeral, or `None` for any other text.
#[inline]
pub(crate) fn numeral(text: &[u8]) -> Option<Numeral> {
    let start = usize::from(text.first() == Some(&b'-'));
    let mut pos = digits(text, start);
    let whole = pos - start;
    if pos == text.len() {
        return (whole > 0).then_some(Numeral::Integer);
    }
    if text[pos] == b'.' {
        let end = digits(text, pos + 1);
        if end == text.len() {
            return (end > pos + 1).then_some(Numeral::Decimal);
        }
        pos = end;
    }
    if whole == 0 || text[pos] | 0x20 != b'e' {
        return None;
    }
    pos += 1;
    if matches!(text.get(pos), Some(b'+' | b'-')) {
        pos += 1;
    }
    let end = digits(text, pos);
    (end > pos && end == text.len()).then_some(Numeral::Exponent)
}

/// The form of a text known to be a numeral.
#[inline]
pub(crate) fn form(numeral: &[u8]) -> Numeral {
    let mut form = Numeral::Integer;
    for byte in numeral {
        match byte {
            b'.' => form = Numeral::Decimal,
            b'e' | b'E' => return Numeral::Exponent,
            _ => {}
        }
    }
    form
}

/// `special(s)`: bare text that would not be read as a string.
#[inline]
pub(crate) fn special(text: &[u8]) -> bool {
    match text.first() {
        Some(b'0'..=b'9' | b'.') => numeral(text).is_some(),
        Some(b'-') => numeral(text).is_some() || text == b"-Infinity",
        Some(b't' | b'f' | b'n' | b'u' | b'N' | b'I') => is_word(text),
        _ => false,
    }
}

fn is_word(text: &[u8]) -> bool {
    matches!(text, b"true" | b"false" | b"null" | b"undefined" | b"NaN" | b"Infinity")
}

/// `keeps(s)`: a numeral that the reference leaves as text when it stands in a quoted cell.
pub(crate) fn keeps(text: &str) -> bool {
    match numeral(text.as_bytes()) {
        Some(Numeral::Integer) => text.parse::<f64>().is_ok_and(|value| value.abs() > MAX_SAFE),
        Some(_) => text.parse::<f64>().is_ok_and(f64::is_infinite),
        None => false,
    }
}

/// 2^53 - 1, above which an integral double takes the exponent layout.
pub(crate) const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Is this numeral its own canonical text? May say no to some that are.
///
/// Condition for decimals: no needless zero at either end, at most 15 significant digits, at most 5 zeros after the
/// point. Two decimals of at most 15 digits never share a double, so no shorter one exists, and the layout has no
/// exponent for such values.
#[inline]
pub(crate) fn is_canonical(text: &[u8], form: Numeral) -> bool {
    let body = text.strip_prefix(b"-").unwrap_or(text);
    match form {
        Numeral::Integer => body[0] != b'0' || body.len() == 1,
        Numeral::Exponent => false,
        Numeral::Decimal => {
            if body.len() > 16 || body[body.len() - 1] == b'0' || body[0] == b'.' {
                return false;
            }
            body[0] != b'0' || (body[1] == b'.' && !body[2..].starts_with(b"000000"))
        }
    }
}

/// Appends the canonical text of a numeral in any of the three forms.
pub(crate) fn write_canonical(text: &str, form: Numeral, out: &mut Vec<u8>) {
    if is_canonical(text.as_bytes(), form) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    if form == Numeral::Integer {
        write_integer(text, out);
        return;
    }
    match read_double(text) {
        Some(value) => write_double(value, out),
        None => write_opaque(text, out),
    }
}

/// Appends the canonical text of a lexeme that is too long to be recognised as canonical unless it is an integer: one
/// pass learns what it is and sums up its digits.
pub(crate) fn write_long(lexeme: &str, out: &mut Vec<u8>) {
    match Number::from_lexeme_unchecked(lexeme).numeral() {
        // the grammar of JSON has no leading zeros
        Some(numeral) if numeral.is_integer() => out.extend_from_slice(lexeme.as_bytes()),
        Some(numeral) => match numeral.to_f64() {
            value if value != 0.0 && value.abs() <= MAX_SAFE => {
                numeral.write_f64(out, value, FloatLayout::EcmaScript)
            }
            value if value.is_finite() => write_double(value, out),
            _ => write_opaque(lexeme, out),
        },
        None => write_canonical(lexeme, form(lexeme.as_bytes()), out),
    }
}

/// The finite double of a numeral. JSON's grammar is the quick way; points without digits on a side take the other.
#[inline]
pub(crate) fn read_double(text: &str) -> Option<f64> {
    let value = match Number::from_lexeme_unchecked(text).numeral() {
        Some(numeral) => numeral.to_f64(),
        None => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// Digits without leading zeros; the sign of `-0` stays.
fn write_integer(text: &str, out: &mut Vec<u8>) {
    let (sign, body) = split_sign(text);
    let trimmed = body.trim_start_matches('0');
    out.extend_from_slice(sign.as_bytes());
    out.extend_from_slice(if trimmed.is_empty() { b"0" } else { trimmed.as_bytes() });
}

fn split_sign(text: &str) -> (&str, &str) {
    match text.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", text),
    }
}

/// A numeral beyond binary64, brought to JSON's grammar: no leading zeros, no point without digits.
fn write_opaque(text: &str, out: &mut Vec<u8>) {
    let (sign, body) = split_sign(text);
    let zeros = body.bytes().take_while(|&byte| byte == b'0').count();
    let keep_one = usize::from(zeros > 0 && !body[zeros..].starts_with(|c: char| c.is_ascii_digit()));
    let body = &body[zeros - keep_one..];
    out.extend_from_slice(sign.as_bytes());
    if body.starts_with('.') {
        out.push(b'0');
    }
    match body.find('.') {
        Some(dot) if !body[dot + 1..].starts_with(|c: char| c.is_ascii_digit()) => {
            out.extend_from_slice(&body.as_bytes()[..dot]);
            out.extend_from_slice(&body.as_bytes()[dot + 1..]);
        }
        _ => out.extend_from_slice(body.as_bytes()),
    }
}

/// Appends a finite double in the layout of paragraph 1.1.
pub(crate) fn write_double(value: f64, out: &mut Vec<u8>) {
    if value == 0.0 {
        out.extend_from_slice(if value.is_sign_negative() { b"-0" } else { b"0" });
        return;
    }
    if value.abs() <= MAX_SAFE {
        return write_f64(out, value, FloatLayout::EcmaScript);
    }
    // every double beyond is integral, and ECMAScript would write the smaller ones as plain digits
    let Decimal { negative, digits, exponent } = shortest(value);
    if negative {
        out.push(b'-');
    }
    let first = out.len();
    write_u64(out, digits);
    let power = exponent + (out.len() - first) as i32 - 1;
    if out.len() > first + 1 {
        out.insert(first + 1, b'.');
    }
    out.extend_from_slice(b"e+");
    write_u64(out, u64::from(power.unsigned_abs()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        let mut out = Vec::new();
        write_canonical(text, numeral(text.as_bytes()).expect("a numeral"), &mut out);
        String::from_utf8(out).expect("ASCII")
    }

    #[test]
    fn layout_of_paragraph_1_1() {
        for (text, expected) in [
            ("0", "0"),
            ("-0", "-0"),
            ("-000", "-0"),
            ("007", "7"),
            ("-0012", "-12"),
            ("-0.0", "-0"),
            ("0e5", "0"),
            ("1.0", "1"),
            ("1e0", "1"),
            ("1E5", "100000"),
            ("1e20", "1e+20"),
            ("1e21", "1e+21"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("1.e3", "1000"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("1.50", "1.5"),
            ("1152921504606846976.0", "1.152921504606847e+18"),
            ("123456789012345680000.0", "1.2345678901234568e+20"),
            ("9007199254740991.0", "9007199254740991"),
            ("9007199254740992.0", "9.007199254740992e+15"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1e400", "1e400"),
            ("001.e400", "1e400"),
            ("000e999", "0"),
            ("-01.5E+400", "-1.5E+400"),
            ("5e-324", "5e-324"),
            ("0.1234567890123456789", "0.12345678901234568"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("100.25", "100.25"),
            ("0.5", "0.5"),
            ("12345.678e-3", "12.345678"),
        ] {
            assert_eq!(canonical(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_a_numeral() {
        for text in [
            "", "-", ".", "-.", "1.", "1.e", "e5", ".5e3", "+1", "1e", "1e+", "0x1", "1_0", "١", "--1",
            "1.2.3", "1 ",
        ] {
            assert_eq!(numeral(text.as_bytes()), None, "{text}");
        }
        assert_eq!(numeral(b"-12"), Some(Numeral::Integer));
        assert_eq!(numeral(b"-.12"), Some(Numeral::Decimal));
        assert_eq!(numeral(b"1.E+5"), Some(Numeral::Exponent));
        assert!(
            keeps("9007199254740992")
                && !keeps("9007199254740991")
                && keeps("1e309")
                && !keeps("1.5")
                && !keeps("x")
        );
        for word in ["true", "false", "null", "undefined", "NaN", "Infinity", "-Infinity", "0", "-1.5e3"] {
            assert!(special(word.as_bytes()), "{word}");
        }
    }

    /// The shortcut for canonical decimals equals reading and printing.
    #[test]
    fn canonical_decimals_are_recognised() {
        let mut seed = 7u64;
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let digits = format!("{:015}", (seed >> 16) % 1_000_000_000_000_000);
            let (cut, len) = ((seed >> 5) as usize % 8, 9 + (seed >> 60) as usize % 7);
            let text = format!("{}.{}", &digits[..cut], &digits[cut..len]);
            let form = numeral(text.as_bytes()).expect("a decimal");
            if is_canonical(text.as_bytes(), form) {
                let mut out = Vec::new();
                write_double(text.parse().expect("a double"), &mut out);
                assert_eq!(String::from_utf8_lossy(&out), text);
            }
        }
    }
}
