//! `cargo bench -p tonl [FILTER]`: this crate against serde_json (text to text) and the TypeScript SDK (values).
//!
//! Equality first, then time: every contender of a document in turns, 15 rounds, medians. Documents: those of the
//! repository, and those under STELE_DATA when there. The SDK comes from npm on first use and needs node; without it its
//! columns stay empty. Ratios are the result; microseconds show the scale.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use stele_json::{Value, equivalent, from_slice};
use tonl::{DecodeOptions, EncodeOptions, decode, encode_to_vec, from_json, to_json};

const ROUNDS: usize = 15;
/// Nanoseconds one sample should take at least.
const SAMPLE: u128 = 3_000_000;

/// A name and one run.
type Contender<'r> = (&'static str, Box<dyn FnMut() + 'r>);

/// Median nanoseconds of one call of each contender, measured in turns.
fn medians(contenders: &mut [Contender<'_>]) -> Vec<f64> {
    let mut counts = Vec::new();
    for (_, run) in contenders.iter_mut() {
        let mut count = 1usize;
        loop {
            let start = Instant::now();
            (0..count).for_each(|_| run());
            let taken = start.elapsed().as_nanos();
            if taken >= SAMPLE {
                break;
            }
            count = (count * 2).max((count as u128 * SAMPLE / taken.max(1)) as usize);
        }
        counts.push(count);
    }
    let mut samples = vec![Vec::new(); contenders.len()];
    for _ in 0..ROUNDS {
        for (at, (_, run)) in contenders.iter_mut().enumerate() {
            let start = Instant::now();
            (0..counts[at]).for_each(|_| run());
            samples[at].push(start.elapsed().as_nanos() as f64 / counts[at] as f64);
        }
    }
    samples
        .iter_mut()
        .map(|list| {
            list.sort_by(f64::total_cmp);
            list[ROUNDS / 2]
        })
        .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let data = std::env::var_os("STELE_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    let mut paths = Vec::new();
    for folder in [root().join("documents"), data.join("tonl-fixtures"), data.join("json")] {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        found.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        found.sort();
        paths.extend(found);
    }
    paths
}

/// Microseconds of the SDK's encode and decode by file, NaN where it fails.
fn sdk(paths: &[PathBuf]) -> Option<Vec<(f64, f64)>> {
    let prefix =
        std::env::var_os("CARGO_TARGET_TMPDIR").map_or_else(|| root().join("rust/target/npm"), PathBuf::from);
    if !prefix.join("node_modules/tonl").exists() {
        let install = Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(&prefix)
            .arg("tonl@2.5.2")
            .status();
        install.ok().filter(|status| status.success())?;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/sdk.mjs");
    let output =
        Command::new("node").arg(script).arg(prefix.join("node_modules/tonl")).args(paths).output().ok()?;
    let answers = String::from_utf8(output.stdout).ok()?;
    let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
    Some(
        answers
            .lines()
            .map(|line| {
                let mut parts = line.split(' ');
                (number(parts.next()), number(parts.next()))
            })
            .collect(),
    )
}

fn main() {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let mut paths = documents();
    paths.retain(|path| filter.as_ref().is_none_or(|filter| path.to_string_lossy().contains(filter)));
    let sdk = if std::env::var_os("NO_SDK").is_none() { sdk(&paths) } else { None };
    println!(
        "value -> TONL and back in us; text -> text as a ratio to serde_json's read to Value plus compact print"
    );
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>8} {:>8} | {:>9} {:>9} {:>6} {:>9} {:>6}",
        "document", "bytes", "encode", "decode", "x SDK", "x SDK", "serde", "to TONL", "", "to JSON", ""
    );
    let mut products = [0.0f64; 4];
    let mut sdk_count = 0;
    for (at, path) in paths.iter().enumerate() {
        let json = std::fs::read(path).expect("a document");
        let value = from_slice(&json).expect("JSON");
        let (write, read) = (EncodeOptions::default(), DecodeOptions::default());
        let text = encode_to_vec(&value, &write, Vec::new()).expect("encodes");
        assert!(equivalent(&decode(&text, &read).expect("reads"), &value), "{path:?}");
        assert!(
            equivalent(&from_slice(&to_json(&text, &read).expect("reads")).expect("JSON"), &value),
            "{path:?}"
        );
        let mut contenders: Vec<Contender<'_>> = vec![
            ("encode", Box::new(|| drop(black_box(encode_to_vec(black_box(&value), &write, Vec::new()))))),
            ("decode", Box::new(|| drop(black_box(decode(black_box(&text), &read))))),
            (
                "serde",
                Box::new(|| {
                    let value: serde_json::Value = serde_json::from_slice(black_box(&json)).expect("JSON");
                    drop(black_box(serde_json::to_vec(&value)));
                }),
            ),
            ("from_json", Box::new(|| drop(black_box(from_json(black_box(&json), &write))))),
            ("to_json", Box::new(|| drop(black_box(to_json(black_box(&text), &read))))),
        ];
        let times = medians(&mut contenders);
        let us = |at: usize| times[at] / 1000.0;
        let (sdk_encode, sdk_decode) =
            sdk.as_ref().and_then(|sdk| sdk.get(at)).copied().unwrap_or((f64::NAN, f64::NAN));
        let ratios = [sdk_encode / us(0), sdk_decode / us(1), us(3) / us(2), us(4) / us(2)];
        if ratios[0].is_finite() && ratios[1].is_finite() {
            products[0] += ratios[0].ln();
            products[1] += ratios[1].ln();
            sdk_count += 1;
        }
        products[2] += ratios[2].ln();
        products[3] += ratios[3].ln();
        println!(
            "{:24} {:>9} {:>9.1} {:>9.1} {:>8.1} {:>8.1} | {:>9.1} {:>9.1} {:>6.2} {:>9.1} {:>6.2}",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            json.len(),
            us(0),
            us(1),
            ratios[0],
            ratios[1],
            us(2),
            us(3),
            ratios[2],
            us(4),
            ratios[3]
        );
        let _ = Value::Null;
    }
    let mean = |at: usize, count: usize| (products[at] / count as f64).exp();
    println!(
        "geometric means: encode {:.1} and decode {:.1} times the SDK ({sdk_count} documents); to TONL {:.2}, to JSON {:.2} of serde_json",
        mean(0, sdk_count),
        mean(1, sdk_count),
        mean(2, paths.len()),
        mean(3, paths.len())
    );
}
