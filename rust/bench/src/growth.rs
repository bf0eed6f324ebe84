//! Nanoseconds per byte as documents grow from 1 KB: a list of rows, ten times as long each time.

use std::hint::black_box;
use std::time::Instant;

/// A list of rows of at least this many bytes.
fn document(size: usize) -> String {
    let mut text = String::with_capacity(size + 200);
    text.push('[');
    let mut id = 0u64;
    while text.len() < size {
        id += 1;
        let score = id % 977;
        text.push_str(&format!(
            "{{\"id\":{id},\"name\":\"user {id}\",\"score\":{score}.5,\"tags\":[\"a\",null]}},"
        ));
    }
    text.push_str("0]");
    text
}

/// The least time of some rounds, each of at least two megabytes, per byte.
fn per_byte<R>(bytes: usize, rounds: usize, run: impl Fn() -> R) -> f64 {
    let repeats = (2_000_000 / bytes).max(1);
    let time = || {
        let started = Instant::now();
        (0..repeats).for_each(|_| drop(black_box(run())));
        started.elapsed().as_nanos() as f64 / (repeats * bytes) as f64
    };
    (0..rounds).map(|_| time()).fold(f64::MAX, f64::min)
}

/// A table up to this many megabytes.
pub(crate) fn show(megabytes: usize, rounds: usize) {
    println!(
        "| bytes | skip, ns per byte | read | serde_json | print | serde_json |\n|---|---|---|---|---|---|"
    );
    let last = megabytes * 1_000_000;
    let mut size = 1_000.min(last);
    loop {
        let text = document(size);
        let (bytes, len) = (text.as_bytes(), text.len());
        let opts = stele_json::ReadOptions::default();
        let skip = per_byte(len, rounds, || stele_json::check(bytes, &opts).expect("valid"));
        let read = per_byte(len, rounds, || stele_json::from_slice(bytes).expect("valid"));
        let value = stele_json::from_slice(bytes).expect("valid");
        let print = per_byte(len, rounds, || stele_json::to_vec(&value));
        drop(value);
        let serde = |text| serde_json::from_slice::<serde_json::Value>(text).expect("valid");
        // its trees take ten times the text
        let theirs = (len <= 100_000_000).then(|| {
            let read = per_byte(len, rounds, || serde(bytes));
            let value = serde(bytes);
            (read, per_byte(len, rounds, || serde_json::to_vec(&value).expect("printable")))
        });
        let shown = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.2}"));
        let (their_read, their_print) = (shown(theirs.map(|both| both.0)), shown(theirs.map(|both| both.1)));
        println!("| {len} | {skip:.2} | {read:.2} | {their_read} | {print:.2} | {their_print} |");
        if size >= last {
            return;
        }
        size = (size * 10).min(last);
    }
}
