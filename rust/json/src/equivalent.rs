//! When two values mean the same: the comparison of the conformance runner.
//!
//! Members in any order (of equal names the last counts), integers by all their digits, other numbers as binary64,
//! `-0` distinct from `0`, numbers beyond binary64 by their digits. Objects are sorted, so the cost is
//! O(n log n), and no recursion.

use crate::number_value::Number;
use crate::object::Member;
use crate::sorted;
use crate::value::Value;

enum Open<'v, 'a> {
    Arrays(std::slice::Iter<'v, Value<'a>>, std::slice::Iter<'v, Value<'a>>),
    Objects(std::vec::IntoIter<&'v Member<'a>>, std::vec::IntoIter<&'v Member<'a>>),
}

/// Do two values mean the same?
///
/// ```
/// use stele_json::{equivalent, from_str};
/// let same = |a, b| equivalent(&from_str(a).unwrap(), &from_str(b).unwrap());
/// assert!(same(r#"{"a":1,"b":[2.50]}"#, r#"{"b":[25e-1],"a":1}"#));
/// assert!(!same("-0", "0"));
/// assert!(same("-0", "-1e-400"));
/// assert!(!same("9007199254740993", "9007199254740992"));
/// assert!(same("10e399", "1e400"));
/// ```
#[must_use]
pub fn equivalent(a: &Value<'_>, b: &Value<'_>) -> bool {
    let mut open = Vec::new();
    let mut next = Some((a, b));
    loop {
        if let Some((a, b)) = next.take() {
            match (a, b) {
                (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                    open.push(Open::Arrays(a.iter(), b.iter()))
                }
                (Value::Object(a), Value::Object(b)) => {
                    let (a, b) = (members(a.members()), members(b.members()));
                    if a.len() != b.len() || a.iter().zip(&b).any(|(a, b)| a.key != b.key) {
                        return false;
                    }
                    open.push(Open::Objects(a.into_iter(), b.into_iter()));
                }
                (Value::Null, Value::Null) => {}
                (Value::Bool(a), Value::Bool(b)) if a == b => {}
                (Value::String(a), Value::String(b)) if a == b => {}
                (Value::Number(a), Value::Number(b)) if same_number(a, b) => {}
                _ => return false,
            }
        }
        let Some(top) = open.last_mut() else { return true };
        next = match top {
            Open::Arrays(a, b) => a.next().zip(b.next()),
            Open::Objects(a, b) => a.next().zip(b.next()).map(|(a, b)| (&a.value, &b.value)),
        };
        if next.is_none() {
            open.pop();
        }
    }
}

/// Sorted, the last of equal names only.
fn members<'v, 'a>(members: &'v [Member<'a>]) -> Vec<&'v Member<'a>> {
    let mut sorted = sorted::members(members);
    sorted.reverse();
    sorted.dedup_by(|later, kept| later.key == kept.key);
    sorted
}

/// Do two numerals stand for the same number?
#[must_use]
pub fn same_number(a: &Number<'_>, b: &Number<'_>) -> bool {
    if a.lexeme() == b.lexeme() {
        return true;
    }
    let (zero_a, zero_b) = (zero_sign(a), zero_sign(b));
    if zero_a.is_some() || zero_b.is_some() {
        return zero_a == zero_b;
    }
    match (a.is_integer(), b.is_integer()) {
        (true, true) => false,
        (integer, _) => match (a.as_f64(), b.as_f64()) {
            (None, None) => normal(a.lexeme()) == normal(b.lexeme()),
            (Some(x), Some(y)) if x == y => match (integer, b.is_integer()) {
                (true, _) => is_all_digits_of(a, x),
                (_, true) => is_all_digits_of(b, x),
                _ => true,
            },
            _ => false,
        },
    }
}

/// The sign of a number that is zero in binary64, those too small for it among them; true is minus.
fn zero_sign(number: &Number<'_>) -> Option<bool> {
    (number.as_f64() == Some(0.0)).then(|| number.lexeme().starts_with('-'))
}

/// Is the integer the double itself, not only near it? A double prints all its digits here, so the comparison is exact.
fn is_all_digits_of(integer: &Number<'_>, double: f64) -> bool {
    format!("{double:.0}") == integer.lexeme()
}

/// Sign, digits without zeros at either end, power of ten of the last digit.
fn normal(lexeme: &str) -> (bool, String, i128) {
    let (digits, exponent) = lexeme.split_once(['e', 'E']).unwrap_or((lexeme, "0"));
    let exponent: i128 = exponent.parse().unwrap_or(i128::MAX / 2);
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len()) as i128;
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let trimmed = digits.trim_end_matches('0');
    let power = exponent - places + (digits.len() - trimmed.len()) as i128;
    (lexeme.starts_with('-'), trimmed.trim_start_matches('0').to_owned(), power)
}
