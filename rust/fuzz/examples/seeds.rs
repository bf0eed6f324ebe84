//! The vectors as seeds for the fuzz targets: `cargo run --release --example seeds DIR` writes each text of
//! `spec/vectors` once, JSON to `DIR/json`, TONL to `DIR/tonl`, and of the JSON texts the external term format to
//! `DIR/etf` (`nif_encode`) and the doubles, eight bytes each, to `DIR/doubles` (`nif_numbers`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustyjson_nif::decode::Reader;
use rustyjson_nif::decode::etf::Etf;
use rustyjson_nif::options::DecodeOptions;
use stele_json::{Event, Value, from_slice};

/// Fields of a vector that hold JSON, or TONL.
const JSON: [&str; 6] = ["input", "output", "json", "lexeme", "ecmascript", "point"];
const TONL: [&str; 1] = ["tonl"];

type Seeds = BTreeSet<Vec<u8>>;

fn main() -> std::io::Result<()> {
    let target = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "seeds".to_owned()));
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors");
    let (mut json, mut tonl) = (Seeds::new(), Seeds::new());
    for folder in std::fs::read_dir(vectors)?.flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(folder.path())?.flatten() {
            let text = std::fs::read(file.path())?;
            let cases = from_slice(&text).map_err(|error| std::io::Error::other(error.message(&text)))?;
            for case in cases.as_array().into_iter().flat_map(|cases| cases.iter()) {
                take(case, &JSON, &mut json);
                take(case, &TONL, &mut tonl);
            }
        }
    }
    write(&target.join("json"), &json)?;
    write(&target.join("tonl"), &tonl)?;
    write(&target.join("etf"), &json.iter().filter_map(|text| external_terms(text)).collect())?;
    write(&target.join("doubles"), &json.iter().filter_map(|text| doubles(text)).collect())
}

fn take(case: &Value<'_>, fields: &[&str], texts: &mut Seeds) {
    texts.extend(fields.iter().filter_map(|&field| case[field].as_str()).map(|text| text.as_bytes().to_vec()));
}

/// The term that a text is, in the external term format.
fn external_terms(text: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(text, DecodeOptions::default(), Etf::new(text, usize::MAX));
    reader.read().ok()?;
    Some(reader.builder().bytes().to_vec())
}

/// All doubles of a text, as bytes.
fn doubles(text: &[u8]) -> Option<Vec<u8>> {
    let value = from_slice(text).ok()?;
    let numbers = value.events().filter_map(|event| match event {
        Event::Number(number) if !number.is_integer() => number.as_f64(),
        _ => None,
    });
    let bytes: Vec<u8> = numbers.flat_map(f64::to_be_bytes).collect();
    (!bytes.is_empty()).then_some(bytes)
}

fn write(folder: &Path, texts: &Seeds) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(folder.join(format!("{number:05}")), text)?;
    }
    println!("{} seeds in {}", texts.len(), folder.display());
    Ok(())
}
