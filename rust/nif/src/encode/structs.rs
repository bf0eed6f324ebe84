//! Structs of the standard library and `Decimal` as text, without a call to Elixir.
//!
//! Only what `to_iso8601` and `Decimal.to_string/2` give for the ISO calendar and for
//! coefficients within 128 bits is written here; `None` sends the struct to Elixir.

use super::text;
use crate::atoms;
use rustler::types::tuple::get_tuple;
use rustler::{Atom, Binary, Term};
use std::io::Write;

/// What to do with a struct that the NIF knows.
pub enum Native {
    /// Its text has been appended.
    Written,
    /// It is to be written as the object of its fields.
    Object,
    /// Elixir must see it.
    Elixir,
}

fn int(map: Term<'_>, key: Atom) -> Option<i64> {
    map.map_get(key).ok()?.decode().ok()
}

fn is_iso(map: Term<'_>) -> bool {
    map.map_get(atoms::calendar()).is_ok_and(|calendar| atoms::calendar_iso() == calendar)
}

fn date(out: &mut Vec<u8>, map: Term<'_>) -> Option<()> {
    let (year, month, day) = (int(map, atoms::year())?, int(map, atoms::month())?, int(map, atoms::day())?);
    if year < 0 {
        out.push(b'-');
    }
    let year = year.unsigned_abs();
    write!(out, "{year:04}-{month:02}-{day:02}").ok()
}

fn time(out: &mut Vec<u8>, map: Term<'_>) -> Option<()> {
    let (hour, minute, second) =
        (int(map, atoms::hour())?, int(map, atoms::minute())?, int(map, atoms::second())?);
    let (fraction, precision): (u32, usize) = map.map_get(atoms::microsecond()).ok()?.decode().ok()?;
    if precision > 6 || fraction > 999_999 {
        return None;
    }
    write!(out, "{hour:02}:{minute:02}:{second:02}").ok()?;
    if precision > 0 {
        let digits = format!("{fraction:06}");
        out.push(b'.');
        out.extend_from_slice(&digits.as_bytes()[..precision]);
    }
    Some(())
}

/// The zone of a `DateTime` in UTC; other zones are Elixir's.
fn utc(map: Term<'_>) -> Option<()> {
    (int(map, atoms::utc_offset())? == 0 && int(map, atoms::std_offset())? == 0).then_some(())?;
    let zone = map.map_get(atoms::time_zone()).ok()?;
    (Binary::from_term(zone).ok()?.as_slice() == b"Etc/UTC").then_some(())
}

fn calendar_text(out: &mut Vec<u8>, map: Term<'_>, module: Atom) -> Option<()> {
    if !is_iso(map) {
        return None;
    }
    out.push(b'"');
    if module == atoms::date() {
        date(out, map)?;
    } else if module == atoms::time() {
        time(out, map)?;
    } else {
        date(out, map)?;
        out.push(b'T');
        time(out, map)?;
        if module == atoms::date_time() {
            utc(map)?;
            out.push(b'Z');
        }
    }
    out.push(b'"');
    Some(())
}

/// Exponents beyond this are written as an object: their text would be too long.
const MAX_EXPONENT: i64 = 1024;

fn decimal(out: &mut Vec<u8>, map: Term<'_>) -> Option<Native> {
    let exp = int(map, atoms::exp())?;
    if exp.abs() > MAX_EXPONENT {
        return Some(Native::Object);
    }
    let sign = int(map, atoms::sign())?;
    let coef: u64 = map.map_get(atoms::coef()).ok()?.decode().ok()?;
    let mut digits = Vec::with_capacity(20);
    text::unsigned(&mut digits, coef);
    out.push(b'"');
    if sign < 0 {
        out.push(b'-');
    }
    let place = digits.len() as i64 + exp;
    let zeros = |out: &mut Vec<u8>, count: i64| {
        out.extend(std::iter::repeat_n(b'0', count as usize));
    };
    if exp >= 0 {
        out.extend_from_slice(&digits);
        zeros(out, exp);
    } else if place > 0 {
        out.extend_from_slice(&digits[..place as usize]);
        out.push(b'.');
        out.extend_from_slice(&digits[place as usize..]);
    } else {
        out.extend_from_slice(b"0.");
        zeros(out, -place);
        out.extend_from_slice(&digits);
    }
    out.push(b'"');
    Some(Native::Written)
}

/// Whether `module` is one of those written as text, or as fields under `lean: true`.
pub fn is_textual(module: Atom) -> bool {
    module == atoms::date_time()
        || module == atoms::naive_date_time()
        || module == atoms::date()
        || module == atoms::time()
        || module == atoms::decimal()
        || module == atoms::uri()
}

/// Appends the text of a struct for which `is_textual` holds.
pub fn write(out: &mut Vec<u8>, map: Term<'_>, module: Atom) -> Native {
    let start = out.len();
    let written = if module == atoms::uri() {
        None
    } else if module == atoms::decimal() {
        decimal(out, map)
    } else {
        calendar_text(out, map, module).map(|()| Native::Written)
    };
    written.unwrap_or_else(|| {
        out.truncate(start);
        Native::Elixir
    })
}

/// Magnitude and sign of an integer beyond 64 bits, from its external format.
pub fn big_parts(term: Term<'_>) -> Option<(bool, Vec<u8>)> {
    let etf = term.to_binary();
    let etf = etf.as_slice();
    match etf {
        [131, 110, len, sign, rest @ ..] if rest.len() == *len as usize => Some((*sign != 0, rest.to_vec())),
        [131, 111, a, b, c, d, sign, rest @ ..]
            if rest.len() == u32::from_be_bytes([*a, *b, *c, *d]) as usize =>
        {
            Some((*sign != 0, rest.to_vec()))
        }
        _ => None,
    }
}

/// The name of an atom in UTF-8.
pub fn atom_name(term: Term<'_>) -> Option<Vec<u8>> {
    if let Ok(name) = term.atom_to_string() {
        return Some(name.into_bytes());
    }
    // beyond Latin-1: the external format has it in UTF-8
    let etf = term.to_binary();
    match etf.as_slice() {
        [131, 119, len, rest @ ..] if rest.len() == *len as usize => Some(rest.to_vec()),
        [131, 118, _, _, rest @ ..] => Some(rest.to_vec()),
        _ => None,
    }
}

/// Elements of a tuple.
pub fn elements(term: Term<'_>) -> Vec<Term<'_>> {
    get_tuple(term).unwrap_or_default()
}
