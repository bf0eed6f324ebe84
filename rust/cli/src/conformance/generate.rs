//! Random JSON documents for the differential mode: all of RFC 8259, with a liking for what breaks formats.
//!
//! Step in the flow: seed -> [`Rng`] -> [`Tree`] and options -> requests to every testee.
//! Shapes: scalars, uniform and half-uniform tables, lists of scalars, deep and wide nests. Strings are put together
//! from pieces that mean something to TONL or JSON, and from characters of every plane.

use crate::rng::Rng;
use crate::tree::Tree;

/// Pieces that mean something to one of the formats, or that readers guess wrong.
const PIECES: &[&str] = &[
    "",
    "a",
    "alpha",
    "x y",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\"",
    "\"\"",
    "\"\"\"",
    "\"q\"",
    "'",
    "\\",
    "\\n",
    "\\\"",
    "\\u0041",
    "\\ud800",
    ",",
    "|",
    ";",
    ":",
    ": ",
    "a: b",
    "a:",
    "{",
    "}",
    "{}",
    "{x}",
    "}:",
    "{a,b}:",
    "[",
    "]",
    "[]",
    "[0]",
    "[0]:",
    "[x]:",
    "[1]: 2",
    "a[3]",
    "a[2]{x}:",
    "_[1]:",
    "#",
    "# c",
    "#version 1.0",
    "#delimiter |",
    "#schema a{b}",
    "@",
    "@type: x",
    "@schema",
    "true",
    "false",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "0",
    "-0",
    "007",
    "1",
    "-1",
    "1.5",
    ".5",
    "1.",
    "1e5",
    "-1E-5",
    "1e999",
    "0x10",
    "+1",
    "9007199254740993",
    "12345678901234567890",
    "1_000",
    "root",
    "__proto__",
    "constructor",
    "prototype",
    "http://[::1]:80/",
    "2026-11-21T10:00:00Z",
    "\u{0}",
    "\u{7}",
    "\u{8}",
    "\u{b}",
    "\u{c}",
    "\u{1b}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{200b}",
    "\u{200d}",
    "\u{2003}",
    "\u{2028}",
    "\u{2029}",
    "\u{202f}",
    "\u{205f}",
    "\u{3000}",
    "\u{feff}",
    "\u{fffd}",
    "\u{ffff}",
    "é",
    "ß",
    "ñ",
    "中文",
    "العربية",
    "हिन्दी",
    "日本語",
    "😀",
    "👩‍👩‍👧",
    "🇩🇪",
    "\u{10000}",
    "\u{10ffff}",
    "𝒳",
    "e\u{301}",
];

/// Keys: usual ones twice as often as strange ones.
const KEYS: &[&str] = &["id", "name", "value", "a", "b", "c", "items", "user_name", "Z", "key1", "x", "y"];

/// Numerals at the edges.
const NUMERALS: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "-1",
    "1.0",
    "10",
    "1e0",
    "1E5",
    "1e-5",
    "0.1",
    "-0.5",
    "1e20",
    "1e21",
    "1e22",
    "1e-6",
    "1e-7",
    "123456.789",
    "4294967295",
    "4294967296",
    "2147483647",
    "-2147483648",
    "-2147483649",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9007199254740993.0",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "123456789012345678901234567890",
    "5e-324",
    "2.2250738585072014e-308",
    "2.225073858507201e-308",
    "1.7976931348623157e308",
    "0.30000000000000004",
    "1e-400",
    "100000000000000000000.5",
    "2e0",
    "20E-1",
    "0.000001",
    "1234567890123456789e3",
    "3.141592653589793",
    "1e+2",
    "0e0",
    "-0e5",
    "4.35",
    "1e23",
];

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

/// JSON text of a tree in a random style: blanks anywhere, any escape for any character.
pub(crate) fn styled(tree: &Tree, rng: &mut Rng) -> String {
    let mut out = Vec::new();
    style_value(tree, rng, &mut out);
    // only whole characters were written
    String::from_utf8(out).unwrap_or_default()
}

fn blank(rng: &mut Rng, out: &mut Vec<u8>) {
    if rng.one_in(4) {
        out.extend_from_slice(rng.pick(&[" ", "\n", "\t", "\r\n", "  "]).as_bytes());
    }
}

fn style_value(tree: &Tree, rng: &mut Rng, out: &mut Vec<u8>) {
    blank(rng, out);
    match tree {
        Tree::Text(text) => style_string(text, rng, out),
        Tree::Array(elements) => {
            out.push(b'[');
            for (i, element) in elements.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                style_value(element, rng, out);
            }
            blank(rng, out);
            out.push(b']');
        }
        Tree::Object(members) => {
            out.push(b'{');
            for (i, (name, value)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                blank(rng, out);
                style_string(name, rng, out);
                blank(rng, out);
                out.push(b':');
                style_value(value, rng, out);
            }
            blank(rng, out);
            out.push(b'}');
        }
        other => other.write_json(out),
    }
    blank(rng, out);
}

fn style_string(text: &str, rng: &mut Rng, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in text.chars() {
        let must = c < ' ' || c == '"' || c == '\\';
        if c == '/' && rng.one_in(3) {
            out.extend_from_slice(b"\\/");
        } else if must && rng.one_in(2) {
            stele_json::write_escaped(out, c.encode_utf8(&mut [0; 4]), stele_json::Escape::Json);
        } else if must || rng.one_in(15) {
            let upper = rng.one_in(2);
            for unit in c.encode_utf16(&mut [0; 2]) {
                let hex = if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
                out.extend_from_slice(hex.as_bytes());
            }
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    out.push(b'"');
}
