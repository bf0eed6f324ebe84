//! Random JSON documents for the differential mode: all of RFC 8259, with a liking for what breaks formats.
//!
//! Step in the flow: seed -> [`Rng`] -> [`Tree`] and options -> requests to every testee.
//! Shapes: scalars, uniform and half-uniform tables, lists of scalars, deep and wide nests. Strings are put together
//! from pieces that mean something to TONL or JSON, and from characters of every plane.

mod pool;
mod style;

use crate::rng::Rng;
use crate::tree::Tree;
use pool::{KEYS, NUMERALS, PIECES};
pub(crate) use style::styled;

/// A random document.
pub(crate) fn document(rng: &mut Rng) -> Tree {
    let most = if rng.one_in(12) { 400 } else { 40 };
    let mut budget = 2 + rng.below(most);
    match rng.below(20) {
        0 => scalar(rng),
        1 => deep(rng),
        2 => wide(rng),
        3..=6 => table(rng, &mut budget),
        _ => value(rng, &mut budget, 0),
    }
}

fn value(rng: &mut Rng, budget: &mut usize, depth: usize) -> Tree {
    *budget = budget.saturating_sub(1);
    if *budget == 0 || depth > 12 {
        return scalar(rng);
    }
    match rng.below(12) {
        0..=2 => scalar(rng),
        3..=6 => object(rng, budget, depth),
        7 => table(rng, budget),
        8 | 9 => list(rng),
        _ => array(rng, budget, depth),
    }
}

fn object(rng: &mut Rng, budget: &mut usize, depth: usize) -> Tree {
    let n = rng.below(6);
    let mut members: Vec<(String, Tree)> = Vec::new();
    for _ in 0..n {
        let name = key(rng);
        if members.iter().all(|(known, _)| *known != name) {
            members.push((name, value(rng, budget, depth + 1)));
        }
    }
    Tree::Object(members)
}

fn array(rng: &mut Rng, budget: &mut usize, depth: usize) -> Tree {
    let n = rng.below(5);
    Tree::Array((0..n).map(|_| value(rng, budget, depth + 1)).collect())
}

/// An array of scalars: of one kind, or mixed.
fn list(rng: &mut Rng) -> Tree {
    let n = if rng.one_in(30) { 300 + rng.below(200) } else { rng.below(8) };
    let kind = rng.below(4);
    Tree::Array((0..n).map(|_| cell(rng, kind)).collect())
}

/// Rows with the same columns; sometimes with gaps around the limit of three fifths, rarely with a nested cell.
fn table(rng: &mut Rng, budget: &mut usize) -> Tree {
    let rows = 1 + rng.below(8);
    *budget = budget.saturating_sub(rows);
    let mut columns: Vec<(String, usize)> = Vec::new();
    for _ in 0..1 + rng.below(5) {
        let name = key(rng);
        if columns.iter().all(|(known, _)| *known != name) {
            columns.push((name, rng.below(5)));
        }
    }
    let gaps = *rng.pick(&[0, 0, 10, 40, 60]);
    let shuffle = rng.one_in(5);
    let nested = rng.one_in(10);
    let mut elements = Vec::with_capacity(rows);
    for _ in 0..rows {
        let mut members = Vec::new();
        for (name, kind) in &columns {
            if rng.below(100) >= gaps {
                let value = if nested && rng.one_in(4) { list(rng) } else { cell(rng, *kind) };
                members.push((name.clone(), value));
            }
        }
        if shuffle {
            members.reverse();
        }
        elements.push(Tree::Object(members));
    }
    let table = Tree::Array(elements);
    if rng.one_in(2) { table } else { Tree::Object(vec![(key(rng), table)]) }
}

fn cell(rng: &mut Rng, kind: usize) -> Tree {
    match kind {
        0 => Tree::Number(numeral(rng)),
        1 => Tree::Text(string(rng)),
        2 => Tree::int(rng.between(-1000, 100_000)),
        3 => Tree::Text(plain_word(rng)),
        _ => scalar(rng),
    }
}

/// A chain of containers.
fn deep(rng: &mut Rng) -> Tree {
    let levels = 5 + rng.below(60);
    let mut tree = scalar(rng);
    for _ in 0..levels {
        tree = if rng.one_in(2) {
            let mut elements = vec![tree];
            if rng.one_in(6) {
                elements.push(scalar(rng));
            }
            Tree::Array(elements)
        } else {
            Tree::Object(vec![(key(rng), tree)])
        };
    }
    tree
}

/// Many members or long strings: the limits of one-line forms lie at 1,000 characters.
fn wide(rng: &mut Rng) -> Tree {
    match rng.below(3) {
        0 => {
            let n = 20 + rng.below(80);
            Tree::Object((0..n).map(|i| (format!("{}{i}", plain_word(rng)), scalar(rng))).collect())
        }
        1 => {
            let n = 950 + rng.below(100);
            Tree::object([("k", Tree::Array(vec![Tree::text("x".repeat(n)), Tree::int(1)]))])
        }
        _ => {
            let n = 200 + rng.below(150);
            Tree::object([("k", Tree::Array((0..n).map(|_| cell(rng, 2)).collect()))])
        }
    }
}

fn scalar(rng: &mut Rng) -> Tree {
    match rng.below(10) {
        0 => Tree::Null,
        1 => Tree::Bool(rng.one_in(2)),
        2..=4 => Tree::Number(numeral(rng)),
        _ => Tree::Text(string(rng)),
    }
}

fn numeral(rng: &mut Rng) -> String {
    match rng.below(6) {
        0..=2 => (*rng.pick(NUMERALS)).to_owned(),
        3 => rng.between(-100_000, 100_000).to_string(),
        4 => {
            let x = f64::from_bits(rng.next_u64());
            if x.is_finite() { format!("{x:e}") } else { "0.5".to_owned() }
        }
        _ => format!("{}.{:02}", rng.between(-1000, 1000), rng.below(100)),
    }
}

fn plain_word(rng: &mut Rng) -> String {
    let n = 1 + rng.below(8);
    (0..n).map(|_| char::from(b'a' + rng.below(26) as u8)).collect()
}

/// A string of up to five pieces, or of random characters.
pub(crate) fn string(rng: &mut Rng) -> String {
    match rng.below(8) {
        0 | 1 => plain_word(rng),
        2 => {
            let n = rng.below(12);
            (0..n).map(|_| character(rng)).collect()
        }
        3 => {
            let n = rng.below(10);
            (0..n).map(|_| char::from(32 + rng.below(95) as u8)).collect()
        }
        _ => {
            let n = 1 + rng.below(4);
            (0..n).map(|_| *rng.pick(PIECES)).collect()
        }
    }
}

fn key(rng: &mut Rng) -> String {
    if rng.below(3) > 0 { (*rng.pick(KEYS)).to_owned() } else { string(rng) }
}

/// A character of any plane; planes are equally likely, surrogates are none.
fn character(rng: &mut Rng) -> char {
    let (low, high) = *rng.pick(&[
        (0x0, 0x1f),
        (0x20, 0x7e),
        (0x7f, 0xff),
        (0x100, 0x7ff),
        (0x800, 0xd7ff),
        (0xe000, 0xffff),
        (0x10000, 0x1ffff),
        (0x20000, 0x10_ffff),
    ]);
    char::from_u32(low + rng.below((high - low + 1) as usize) as u32).unwrap_or('\u{fffd}')
}

/// Random options of the TONL writer, as the protocol names them.
pub(crate) fn options(rng: &mut Rng) -> Vec<(String, Tree)> {
    let mut options: Vec<(String, Tree)> = Vec::new();
    let mut set = |name: &str, value: Tree| options.push((name.to_owned(), value));
    if rng.one_in(3) {
        return Vec::new();
    }
    if rng.one_in(5) {
        set("preset", Tree::text("dense"));
    }
    if rng.one_in(3) {
        set("delimiter", Tree::text(*rng.pick(&[",", "|", ";", "\t", "auto"])));
    }
    if rng.one_in(4) {
        set("includeTypes", Tree::Bool(true));
    }
    if rng.one_in(4) {
        set("prettyDelimiters", Tree::Bool(true));
    }
    if rng.one_in(6) {
        set("version", if rng.one_in(2) { Tree::Null } else { Tree::text("2.5") });
    }
    if rng.one_in(4) {
        set("indent", Tree::int(rng.between(1, 8)));
    }
    if rng.one_in(4) {
        set("headers", Tree::text("bare"));
    }
    if rng.one_in(5) {
        set("colonSpace", Tree::Bool(false));
    }
    if rng.one_in(4) {
        set("root", Tree::text("open"));
    }
    if rng.one_in(4) {
        set("keyOrder", Tree::text("source"));
    }
    options
}
