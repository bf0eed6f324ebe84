//! Bytes of heap that a value takes and that reading it took at most, and the growth of time with size.
//!
//! `heap [--growth MEGABYTES] [FILE...]`. The counting allocator slows everything down, so this is a program of its
//! own; times here are only for the growth.

use std::time::Instant;

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Heap of the result, and its peak while it was made.
fn measure<R>(make: impl FnOnce() -> R) -> (usize, usize, R) {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = make();
    (HEAP.current_usage() - before, HEAP.peak_usage() - before, result)
}

fn main() {
    let mut growth = None;
    let mut paths = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--growth" => growth = args.next().and_then(|n| n.parse().ok()),
            _ => paths.push(arg),
        }
    }
    println!(
        "| heap, bytes (x serde_json) | input | serde_json | peak | stele | peak |\n|---|---|---|---|---|---|"
    );
    for path in &paths {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let (theirs, their_peak, value) = measure(|| serde_json::from_slice::<serde_json::Value>(&text));
        drop(value);
        let (ours, our_peak, value) = measure(|| stele_json::from_slice(&text));
        drop(value);
        let name = path.rsplit('/').next().unwrap_or(path);
        println!(
            "| {name} | {} | {theirs} | {their_peak} | {ours} ({:.2}) | {our_peak} ({:.2}) |",
            text.len(),
            ours as f64 / theirs as f64,
            our_peak as f64 / their_peak as f64
        );
    }
    if let Some(megabytes) = growth {
        grow(megabytes);
    }
}

/// A list of rows, ten times as long each time.
fn grow(megabytes: usize) {
    println!("\n| bytes | ns per byte: read | print | heap per byte |\n|---|---|---|---|");
    let mut size = 1_000;
    while size <= megabytes * 1_000_000 {
        let mut text = "[".to_owned();
        let mut id = 0u64;
        while text.len() < size {
            id += 1;
            text.push_str(&format!(
                "{{\"id\":{id},\"name\":\"user {id}\",\"score\":{}.5,\"tags\":[\"a\",null]}},",
                id % 977
            ));
        }
        text.push_str("0]");
        let repeats = (2_000_000 / size).max(1);
        let (mut read, mut print, mut heap) = (f64::MAX, f64::MAX, 0);
        for _ in 0..3 {
            let started = Instant::now();
            for _ in 0..repeats {
                std::hint::black_box(stele_json::from_slice(text.as_bytes()).expect("valid"));
            }
            read = read.min(started.elapsed().as_nanos() as f64 / repeats as f64);
            let (bytes, _, value) = measure(|| stele_json::from_slice(text.as_bytes()).expect("valid"));
            heap = bytes;
            let started = Instant::now();
            for _ in 0..repeats {
                std::hint::black_box(stele_json::to_vec(&value));
            }
            print = print.min(started.elapsed().as_nanos() as f64 / repeats as f64);
        }
        let per = |ns: f64| ns / text.len() as f64;
        println!(
            "| {} | {:.2} | {:.2} | {:.2} |",
            text.len(),
            per(read),
            per(print),
            heap as f64 / text.len() as f64
        );
        size *= 10;
        // the last step to the size asked for
        if size > megabytes * 1_000_000 && size < megabytes * 10_000_000 {
            size = size.min(megabytes * 1_000_000);
            if text.len() >= size {
                break;
            }
        }
    }
}
