//! Shared by the tests: where other people's data lie, and a generator of random documents.
#![allow(dead_code, reason = "every test file uses its part")]

use std::io::Write;
use std::path::PathBuf;

use stele_json::{Number, Object, Value};

/// A folder of the data of others, or `None` after noting the skip in the file `STELE_SKIPPED` names.
pub(crate) fn data(test: &str, folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("STELE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    let reason = format!("{test}: no {folder} under STELE_DATA\n");
    eprint!("skipped {reason}");
    if let Some(list) = std::env::var_os("STELE_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(list);
        file.and_then(|mut file| file.write_all(reason.as_bytes())).expect("STELE_SKIPPED can be written");
    }
    None
}

/// The files of a folder with their names, sorted.
pub(crate) fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("folder can be listed")
        .map(|entry| entry.expect("entry can be read").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("file can be read"))
        })
        .collect();
    files.sort();
    files
}

/// xorshift64*: the same numbers for the same seed everywhere.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 32) as usize * n) >> 32
    }

    pub(crate) fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    /// A double: any bits, or few digits, or an edge.
    pub(crate) fn double(&mut self) -> f64 {
        let value = match self.below(4) {
            0 => f64::from_bits(self.next()),
            1 => (self.next() as i32) as f64 / 10f64.powi(self.below(9) as i32),
            2 => *self.pick(&[
                0.0,
                -0.0,
                5e-324,
                f64::MAX,
                f64::MIN_POSITIVE,
                1e21,
                1e-7,
                9007199254740993.0,
                0.1,
            ]),
            _ => (self.next() >> 11) as f64,
        };
        if value.is_finite() { value } else { 1.5 }
    }
}

const STRINGS: [&str; 14] = [
    "",
    "a",
    "name",
    "id",
    "\"",
    "\\",
    "\n\t\r",
    "\u{0}\u{1f}\u{7f}",
    "é",
    "日本語",
    "😀\u{10ffff}",
    "\u{2028}</script>",
    "a longer text without anything special in it",
    "a/b~c",
];

/// A random value of at most this many parts.
pub(crate) fn random_value(rng: &mut Rng, parts: usize) -> Value<'static> {
    let kinds = if parts < 2 { 5 } else { 8 };
    match rng.below(kinds) {
        0 => Value::Null,
        1 => Value::Bool(rng.below(2) == 0),
        2 => random_number(rng),
        3 => rng.double().into(),
        4 => random_string(rng).into(),
        5 | 6 => {
            let len = rng.below(parts.min(12));
            (0..len).map(|_| random_value(rng, parts / (len + 1))).collect()
        }
        _ => {
            let len = rng.below(parts.min(40));
            let mut object = Object::new();
            for _ in 0..len {
                let value = random_value(rng, parts / (len + 1));
                object.insert(random_string(rng), value);
            }
            object.into()
        }
    }
}

fn random_number(rng: &mut Rng) -> Value<'static> {
    match rng.below(4) {
        0 => (rng.next() as i64).into(),
        1 => (rng.below(2000) as i64 - 1000).into(),
        2 => Number::from_lexeme((*rng.pick(&["-0", "1e400", "-1E-999", "0.0e+5", "1.50"])).to_owned())
            .expect("a numeral")
            .into(),
        _ => {
            let digits: String = (0..rng.below(40)).map(|_| char::from(b'0' + rng.below(10) as u8)).collect();
            Number::from_lexeme(format!("7{digits}")).expect("a numeral").into()
        }
    }
}

pub(crate) fn random_string(rng: &mut Rng) -> String {
    let mut text = String::new();
    for _ in 0..rng.below(4) {
        text.push_str(STRINGS[rng.below(STRINGS.len())]);
        if rng.below(3) == 0 {
            text.extend(char::from_u32((rng.next() >> 40) as u32 % 0x11_0000));
        }
    }
    text
}

/// A few bytes changed, dropped or doubled.
pub(crate) fn mutate(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(text.len() + 1);
        match rng.below(4) {
            0 if at < text.len() => text[at] = *rng.pick(b"{}[],:\"\\u019-+.eE tfn\n\x00\x1f\x80\xff"),
            1 if at < text.len() => drop(text.remove(at)),
            2 => text
                .insert(at, *rng.pick(b"{}[],:\"\\ud8dc0123456789-+.eEtruefalsn \n\xc3\xe2\xf0\xef\xbb\xbf")),
            _ => text.truncate(at),
        }
    }
    text
}

/// Documents to start from: small ones with every token and every escape.
pub(crate) const SEEDS: [&str; 24] = [
    "null",
    " true ",
    "false",
    "0",
    "-0",
    "-0.0",
    "1.5e-7",
    "123456789012345678901234567890",
    "1e400",
    r#""""#,
    r#""a\"b\\c\/\b\f\n\r\t\u0041""#,
    r#""\ud83d\ude00""#,
    r#""é日😀""#,
    "[]",
    "{}",
    "[1,2,[3,[]],{}]",
    r#"{"a":1,"b":{"c":[true,false,null]},"a":2}"#,
    "  [ 1 ,\n\t2 ]\r\n",
    r#"{"":{"":{"":[]}}}"#,
    r#"[{"id":1,"name":"x"},{"id":2,"name":"y"}]"#,
    "[[[[[[[[[[]]]]]]]]]]",
    r#"["\ud800"]"#,
    "\u{feff}{}",
    r#"{"key with \u0065scape":"value"}"#,
];
