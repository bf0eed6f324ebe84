//! stele-json beside serde_json, simd-json and sonic-rs: parse to a value, skip, print.
//!
//! `stele-bench [--rounds N] [--csv FILE] [--growth MEGABYTES] [FILE...]`. `--growth` shows nanoseconds per byte from 1 KB
//! up instead. Documents are those of STELE_DATA and of the repository. Before
//! anything is timed, all libraries must agree on what a document says. Rounds alternate between the contenders, so
//! that a slow minute of the machine hits all; the figure is the median of the rounds, a ratio is
//! serde_json's time over ours.

mod contenders;
mod documents;
mod growth;
mod report;
mod tree;

use std::process::ExitCode;
use std::time::Instant;

use contenders::Contender;
use report::Row;

fn main() -> ExitCode {
    let mut rounds = 21;
    let mut csv = None;
    let mut paths = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(rounds),
            "--growth" => {
                let megabytes = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
                growth::show(megabytes, rounds.min(5));
                return ExitCode::SUCCESS;
            }
            "--csv" => csv = args.next(),
            _ => paths.push(arg),
        }
    }
    let documents = documents::load(&paths);
    let mut rows = Vec::new();
    for document in &documents {
        eprintln!("{} ({} bytes)", document.name, document.text.len());
        let refusing = match contenders::agree(&document.text) {
            Ok(refusing) => refusing,
            Err(problem) => {
                eprintln!("  {problem}");
                return ExitCode::FAILURE;
            }
        };
        let contenders = contenders::all(&document.text, &refusing);
        for (contender, times) in contenders.iter().zip(measure(&contenders, rounds)) {
            rows.push(Row::new(&document.name, document.text.len(), contender, times));
        }
    }
    print!("{}", report::tables(&rows));
    if let Some(path) = csv
        && let Err(error) = std::fs::write(&path, report::csv(&rows))
    {
        eprintln!("{path}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Nanoseconds of one run, per contender and round.
fn measure(contenders: &[Contender<'_>], rounds: usize) -> Vec<Vec<f64>> {
    // enough repetitions that a round lasts at least two milliseconds
    let repeats: Vec<usize> =
        contenders.iter().map(|contender| 1 + (2e6 / time(contender, 2)) as usize).collect();
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for _ in 0..rounds {
        for (i, contender) in contenders.iter().enumerate() {
            times[i].push(time(contender, repeats[i]));
        }
    }
    times
}

fn time(contender: &Contender<'_>, repeats: usize) -> f64 {
    let started = Instant::now();
    let mut outside = 0.0;
    for _ in 0..repeats {
        outside += (contender.run)();
    }
    (started.elapsed().as_nanos() as f64 - outside) / repeats as f64
}
