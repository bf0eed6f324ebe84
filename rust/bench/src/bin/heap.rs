//! Bytes of heap that a value takes, and that reading and printing it took at most: `heap FILE...`. The counting allocator slows
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
    println!("| heap, bytes (x serde_json) | input | serde_json | peak | print | stele | peak | print |");
    println!("|---|---|---|---|---|---|---|---|");
    for path in &paths {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let (theirs, their_peak, value) = measure(|| serde_json::from_slice::<serde_json::Value>(&text));
        let value = value.expect("JSON");
        let (_, their_print, _) = measure(|| serde_json::to_vec(&value));
        drop(value);
        let (ours, our_peak, value) = measure(|| stele_json::from_slice(&text));
        let value = value.expect("JSON");
        let (_, our_print, _) = measure(|| stele_json::to_vec(&value));
        drop(value);
        let name = path.rsplit('/').next().unwrap_or(path);
        println!(
            "| {name} | {} | {theirs} | {their_peak} | {their_print} | {ours} ({:.2}) | {our_peak} ({:.2}) | {our_print} ({:.2}) |",
            text.len(),
            ours as f64 / theirs as f64,
            our_peak as f64 / their_peak as f64,
            our_print as f64 / their_print as f64
        );
    }
}
