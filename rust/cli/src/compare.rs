//! Equality of JSON values as the conformance rules define it, and the first difference as a person reads it.
//!
//! Step in the flow: expected and actual [`Tree`] -> `None`, or a path with both sides.
//! Member order does not count, of equal names the last one does; integers by all their digits, other numbers as
//! binary64, `-0` is not `0`; numbers beyond binary64 by their decimal value.

use std::collections::HashMap;

use stele_json::{Number, Text};

use crate::tree::Tree;

/// Characters of a value that a difference shows.
const SHOWN: usize = 60;

/// The first difference, or `None` when the values are equal.
pub(crate) fn difference(expected: &Tree, actual: &Tree) -> Option<String> {
    let mut path = Vec::new();
    let (expected, actual) = walk(expected, actual, &mut path)?;
    let place = if path.is_empty() { "the document".to_owned() } else { path.concat() };
    Some(format!("{place}: expected {expected}, found {actual}"))
}

/// Recursion is bounded by the depth limit of the reader that made the trees.
fn walk(expected: &Tree, actual: &Tree, path: &mut Vec<String>) -> Option<(String, String)> {
    match (expected, actual) {
        (Tree::Null, Tree::Null) => None,
        (Tree::Bool(a), Tree::Bool(b)) if a == b => None,
        (Tree::Number(a), Tree::Number(b)) if same_number(a, b) => None,
        (Tree::Text(a), Tree::Text(b)) if a == b => None,
        (Tree::Text(a), Tree::Text(b)) => Some(texts(a, b)),
        (Tree::Array(a), Tree::Array(b)) => {
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                path.push(format!("/{i}"));
                let found = walk(x, y, path);
                if found.is_some() {
                    return found;
                }
                path.pop();
            }
            (a.len() != b.len()).then(|| (elements(a.len()), elements(b.len())))
        }
        (Tree::Object(a), Tree::Object(b)) => objects(a, b, path),
        _ => Some((show(expected), show(actual))),
    }
}

type Members = [(String, Tree)];

fn objects(a: &Members, b: &Members, path: &mut Vec<String>) -> Option<(String, String)> {
    // the usual case, and much the cheapest: same names in the same order
    let aligned = a.len() == b.len() && a.len() < 64 && a.iter().zip(b).all(|(x, y)| x.0 == y.0);
    if aligned && !has_duplicates(a) {
        for ((name, x), (_, y)) in a.iter().zip(b) {
            path.push(step(name));
            let found = walk(x, y, path);
            if found.is_some() {
                return found;
            }
            path.pop();
        }
        return None;
    }
    let left = last_of_each(a);
    let right = last_of_each(b);
    for (name, _) in a {
        let x = left[name.as_str()];
        path.push(step(name));
        let Some(y) = right.get(name.as_str()) else {
            return Some((show(x), "no such member".to_owned()));
        };
        let found = walk(x, y, path);
        if found.is_some() {
            return found;
        }
        path.pop();
    }
    let extra = b.iter().find(|(name, _)| !left.contains_key(name.as_str()))?;
    path.push(step(&extra.0));
    Some(("no such member".to_owned(), show(&extra.1)))
}

fn has_duplicates(members: &Members) -> bool {
    (1..members.len()).any(|i| members[..i].iter().any(|(name, _)| *name == members[i].0))
}

fn last_of_each(members: &Members) -> HashMap<&str, &Tree> {
    members.iter().map(|(name, value)| (name.as_str(), value)).collect()
}

/// One step of a JSON Pointer.
fn step(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn elements(n: usize) -> String {
    format!("an array of {n}")
}

/// Two strings that differ, from shortly before the first different character.
fn texts(a: &str, b: &str) -> (String, String) {
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let from = same.saturating_sub(SHOWN / 2);
    let cut = |text: &str| {
        let rest: String = text.chars().skip(from).collect();
        let lead = if from > 0 { "…" } else { "" };
        format!("{lead}{}", show(&Tree::Text(rest)))
    };
    (cut(a), cut(b))
}

/// A value as JSON, shortened.
pub(crate) fn show(value: &Tree) -> String {
    shorten(&value.to_json(), SHOWN)
}

/// The beginning of a text.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Whether two JSON numerals are the same value.
fn same_number(a: &str, b: &str) -> bool {
    let number = |lexeme| Number::from_lexeme_unchecked(Text::borrowed(lexeme));
    if let (Ok(0.0), Ok(0.0)) = (a.parse::<f64>(), b.parse::<f64>()) {
        // what is too small for binary64 is zero, with its sign
        return a.starts_with('-') == b.starts_with('-');
    }
    a == b || stele_json::same_number(&number(a), &number(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_value() {
        let table = [
            ("1", "1", true),
            ("1", "1.0", true),
            ("-0", "0", false),
            ("-0", "-0.0", true),
            ("0", "-0.0", false),
            ("-1e-400", "-0", true),
            ("-1e-400", "0", false),
            ("1e-400", "0.0", true),
            ("1e2", "100", true),
            ("12345678901234567890", "12345678901234567891", false),
            ("12345678901234567890", "12345678901234567890.0", false),
            ("1e20", "100000000000000000000", true),
            ("0.1", "0.10", true),
            ("0.1", "0.1000000000000000055", true),
            ("0.1", "0.2", false),
            ("1e400", "10e399", true),
            ("1e400", "1e401", false),
            ("1e400", "-1e400", false),
        ];
        for (a, b, expected) in table {
            assert_eq!(same_number(a, b), expected, "{a} | {b}");
            assert_eq!(same_number(b, a), expected, "{b} | {a}");
        }
    }

    #[test]
    fn first_difference_has_a_path() {
        let object = |value| Tree::object([("a/b", Tree::Array(vec![Tree::int(1), value]))]);
        assert_eq!(difference(&object(Tree::int(2)), &object(Tree::int(2))), None);
        let found = difference(&object(Tree::int(2)), &object(Tree::text("2")));
        assert_eq!(found.as_deref(), Some("/a~1b/1: expected 2, found \"2\""));
        let found = difference(&Tree::object([("a", Tree::Null)]), &Tree::object([("b", Tree::Null)]));
        assert_eq!(found.as_deref(), Some("/a: expected null, found no such member"));
    }
}
