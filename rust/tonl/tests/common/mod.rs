//! What the tests share: vectors, a seeded generator of values, options and damaged texts.

#![allow(dead_code, reason = "every test program uses its own part")]

use std::fs;
use std::path::PathBuf;

use stele_json::{Array, Number, Object, Value, from_slice};
use tonl::{Delimiter, EncodeOptions, Headers, KeyOrder, Root};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The cases of the files of a vector folder whose names begin with this.
pub(crate) fn cases(folder: &str, prefix: &str) -> Vec<Value<'static>> {
    let dir = root().join("spec/vectors").join(folder);
    let mut paths: Vec<_> = fs::read_dir(&dir)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix)));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = fs::read(&path).expect("a vector file");
        let Value::Array(list) = from_slice(&text).expect("JSON").into_owned() else {
            panic!("{path:?}: not a list")
        };
        cases.extend(list.into_vec());
    }
    cases
}

pub(crate) fn text<'v>(case: &'v Value<'_>, name: &str) -> &'v str {
    case.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("no `{name}` in {case}"))
}

/// Is this a long run?
pub(crate) fn long() -> bool {
    std::env::var_os("STELE_LONG").is_some()
}

/// A test that cannot run here says so to the frame.
pub(crate) fn skipped(name: &str, reason: &str) {
    eprintln!("skipped: {name}: {reason}");
    if let Some(path) = std::env::var_os("STELE_SKIPPED") {
        use std::io::Write;
        let mut file =
            fs::OpenOptions::new().append(true).create(true).open(path).expect("the list of skipped tests");
        writeln!(file, "{name}: {reason}").expect("a line");
    }
}

/// xorshift*, seeded.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit.max(1)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Pieces of which strings and keys are made: everything some rule looks at.
const PIECES: &[&str] = &[
    "a",
    "b",
    "key",
    "Ann Lee",
    "x1",
    "0",
    "1",
    "-",
    ".",
    "e",
    "E5",
    "12",
    "true",
    "false",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "\"",
    "\"\"",
    "\"\"\"",
    "\\",
    "\\n",
    "\\r",
    "\\t",
    "\\\"",
    "\n",
    "\r",
    "\t",
    " ",
    "  ",
    ",",
    "|",
    ";",
    ":",
    ": ",
    "{",
    "}",
    "}:",
    "[",
    "]",
    "[0]",
    "[1]:",
    "]:",
    "[x]:",
    "{a}",
    "#",
    "@",
    "@type:",
    "#schema",
    "_",
    "root",
    "__proto__",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{2003}",
    "\u{200b}",
    "\u{2028}",
    "\u{2029}",
    "\u{3000}",
    "\u{feff}",
    "\u{e000}",
    "\u{ffff}",
    "é",
    "日本",
    "\u{1F600}",
    "\u{10FFFF}",
    "\\ud83d",
    "\\u0041",
    "-0",
    "007",
    "1.5",
    "1e400",
    "9007199254740993",
    "/",
    "'",
    "a-b",
];

const KEYS: &[&str] =
    &["a", "b", "c", "id", "name", "x", "y", "z1", "A", "_q", "root", "my-key", "1", "a b", "é"];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "7",
    "42",
    "-17",
    "255",
    "4294967295",
    "4294967296",
    "-2147483648",
    "-2147483649",
    "2147483647",
    "2147483648",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740993",
    "123456789012345678901234567890",
    "0.5",
    "-0.0",
    "1.0",
    "1.50",
    "3.14",
    "1e5",
    "1E-7",
    "1e20",
    "1e21",
    "1e400",
    "-1e400",
    "1e-400",
    "5e-324",
    "0.1",
    "0.000001",
    "0.0000001",
    "1.7976931348623157e308",
    "123456789012345680000.0",
    "9007199254740992.0",
    "2.5e-8",
    "1e-16",
    "12.345678901234567",
];

pub(crate) fn string(random: &mut Random) -> String {
    match random.below(8) {
        0 | 1 => random.pick(KEYS).to_string(),
        2 => String::new() + random.pick(PIECES),
        _ => (0..random.below(5)).map(|_| random.pick(PIECES)).collect(),
    }
}

fn key(random: &mut Random) -> String {
    if random.one_in(4) { string(random) } else { random.pick(KEYS).to_string() }
}

pub(crate) fn scalar(random: &mut Random) -> Value<'static> {
    match random.below(10) {
        0 => Value::Null,
        1 => Value::Bool(true),
        2 => Value::Bool(false),
        3 | 4 => number(random),
        5 => Value::from(random.next() as i32 as i64 >> random.below(31)),
        _ => Value::from(string(random)),
    }
}

fn number(random: &mut Random) -> Value<'static> {
    let lexeme = match random.below(4) {
        0 => {
            let value = f64::from_bits(random.next());
            return if value.is_finite() { Value::from(value) } else { Value::Null };
        }
        1 => format!("{}.{}", random.below(1000), random.below(10_000)),
        _ => random.pick(NUMBERS).to_string(),
    };
    Value::Number(Number::from_lexeme(lexeme).expect("a JSON numeral"))
}

/// A value of at most about `size` scalars.
pub(crate) fn value(random: &mut Random, size: usize) -> Value<'static> {
    if size <= 1 || random.one_in(12) {
        return match random.below(8) {
            0 => Value::Array(Array::new()),
            1 => Value::Object(Object::new()),
            _ => scalar(random),
        };
    }
    match random.below(9) {
        0..=2 => object(random, size),
        3 => table(random, size),
        4 => (0..1 + random.below(size.min(6))).map(|_| scalar(random)).collect(),
        5 if random.one_in(6) => (0..300).map(|_| scalar(random)).collect(),
        5 => (0..1 + random.below(4))
            .map(|_| (0..random.below(4)).map(|_| scalar(random)).collect::<Value<'_>>())
            .collect(),
        _ => {
            let parts = 1 + random.below(size.min(5));
            (0..parts).map(|_| value(random, size / parts)).collect()
        }
    }
}

fn object(random: &mut Random, size: usize) -> Value<'static> {
    let parts = 1 + random.below(size.min(6));
    let mut object = Object::new();
    for _ in 0..parts {
        object.insert(key(random), value(random, size / parts));
    }
    Value::Object(object)
}

/// Objects with much the same names.
fn table(random: &mut Random, size: usize) -> Value<'static> {
    let columns: Vec<String> = (0..1 + random.below(4)).map(|_| key(random)).collect();
    let (rare, mixed) = (random.one_in(3), random.one_in(8));
    // columns of one kind exercise hints
    let kinds: Vec<usize> = columns.iter().map(|_| random.below(6)).collect();
    let mut rows = Vec::new();
    for _ in 0..1 + random.below(size.min(6)) {
        let mut row = Object::new();
        for (column, kind) in columns.iter().zip(&kinds) {
            if rare && random.one_in(4) {
                continue;
            }
            let cell = match kind {
                0 => Value::from(random.below(5_000_000_000) as u64),
                1 => Value::from(random.next() as i32 >> random.below(31)),
                2 => Value::from(random.one_in(2)),
                3 => number(random),
                4 => Value::from(string(random)),
                _ => scalar(random),
            };
            row.insert(column.clone(), if random.one_in(12) { Value::Null } else { cell });
        }
        if rare && random.one_in(3) {
            row.insert(key(random), scalar(random));
        }
        rows.push(if mixed && random.one_in(3) { scalar(random) } else { Value::Object(row) });
    }
    Value::from(rows)
}

/// Any legal options.
pub(crate) fn options(random: &mut Random) -> EncodeOptions {
    let mut opts = if random.one_in(4) { EncodeOptions::dense() } else { EncodeOptions::default() };
    if random.one_in(3) {
        let all = [Delimiter::Comma, Delimiter::Pipe, Delimiter::Semicolon, Delimiter::Tab, Delimiter::Auto];
        opts.delimiter = random.pick(&all);
    }
    opts.include_types = random.one_in(3);
    opts.pretty_delimiters = random.one_in(4);
    if random.one_in(4) {
        opts.indent = 1 + random.below(16);
    }
    if random.one_in(3) {
        opts.key_order = KeyOrder::Source;
    }
    if random.one_in(4) {
        opts.headers = Headers::Bare;
    }
    if random.one_in(4) {
        opts.root = Root::Open;
    }
    if random.one_in(4) {
        opts.colon_space = false;
    }
    if random.one_in(5) {
        opts.version = None;
    }
    opts
}

/// The options as the protocol writes them.
pub(crate) fn options_json(opts: &EncodeOptions) -> Value<'static> {
    let delimiter = match opts.delimiter {
        Delimiter::Auto => "auto".to_owned(),
        other => char::from(other.byte().expect("a byte")).to_string(),
    };
    let mut object = Object::new();
    object.push("delimiter", delimiter);
    object.push("includeTypes", opts.include_types);
    object.push("version", opts.version.as_deref().map(str::to_owned));
    object.push("indent", opts.indent);
    object.push("prettyDelimiters", opts.pretty_delimiters);
    object.push("keyOrder", if opts.key_order == KeyOrder::Source { "source" } else { "sorted" });
    object.push("headers", if opts.headers == Headers::Bare { "bare" } else { "columns" });
    object.push("colonSpace", opts.colon_space);
    object.push("root", if opts.root == Root::Open { "open" } else { "wrapped" });
    Value::Object(object)
}

/// A text with a few characters put in, taken out or doubled, lines moved or indented.
pub(crate) fn damaged(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(lines.len());
        let line = &mut lines[at];
        let borders: Vec<usize> = line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
        let (from, to) = (random.pick(&borders), random.pick(&borders));
        let (from, to) = (from.min(to), from.max(to));
        match random.below(8) {
            0 => line.insert_str(from, random.pick(PIECES)),
            1 => line.insert_str(
                from,
                random.pick(&[
                    "[2]",
                    "{a,b}",
                    ":",
                    "\"",
                    "\"\"\"",
                    "[0]:",
                    "[1]{a:u32}:",
                    "  ",
                    "\\",
                    "undefined",
                ]),
            ),
            2 => line.replace_range(from..to, ""),
            3 => {
                let part = line[from..to].to_owned();
                line.insert_str(to, &part);
            }
            4 => line.insert(0, ' '),
            5 => *line = line.trim_start().to_owned(),
            6 => {
                let copy = line.clone();
                lines.insert(at, copy);
            }
            _ => {
                let other = random.below(lines.len());
                lines.swap(at, other);
            }
        }
    }
    lines.join("\n")
}
