//! Bytes of heap that a value takes and that reading it took at most: `heap FILE...`. The counting allocator slows
//! everything down, so this is a program of its own.

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
    let paths: Vec<String> = std::env::args().skip(1).collect();
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
}
