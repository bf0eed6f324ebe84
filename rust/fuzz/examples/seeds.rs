//! The vectors as seeds for the fuzz targets: `cargo run --release --example seeds DIR` writes each text of
//! `spec/vectors` once, JSON to `DIR/json`, TONL to `DIR/tonl`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stele_json::{Value, from_slice};

/// Fields of a vector that hold JSON, or TONL.
const JSON: [&str; 6] = ["input", "output", "json", "lexeme", "ecmascript", "point"];
const TONL: [&str; 1] = ["tonl"];

fn main() -> std::io::Result<()> {
    let target = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "seeds".to_owned()));
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors");
    let (mut json, mut tonl) = (BTreeSet::new(), BTreeSet::new());
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
    write(&target.join("tonl"), &tonl)
}

fn take(case: &Value<'_>, fields: &[&str], texts: &mut BTreeSet<String>) {
    texts.extend(fields.iter().filter_map(|&field| case[field].as_str()).map(str::to_owned));
}

fn write(folder: &Path, texts: &BTreeSet<String>) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(folder.join(format!("{number:05}")), text)?;
    }
    println!("{} seeds in {}", texts.len(), folder.display());
    Ok(())
}
