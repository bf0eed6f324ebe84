//! stele-json beside serde_json, simd-json and sonic-rs: parse to a value, skip, print.
//!
//! Documents are those of STELE_DATA and of the repository, or the files named. Before
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

use clap::{Arg, Command, value_parser};

use contenders::Contender;
use report::Row;

fn command() -> Command {
    Command::new("./run bench rust")
        .bin_name("./run bench rust")
        .about("stele-json beside serde_json, simd-json and sonic-rs: read to a tree, skip, print (median of rounds)")
        .arg(Arg::new("rounds").long("rounds").value_name("N").value_parser(value_parser!(usize)).default_value("21"))
        .arg(Arg::new("csv").long("csv").value_name("FILE").help("writes every figure to FILE too"))
        .arg(
            Arg::new("growth")
                .long("growth")
                .value_name("MEGABYTES")
                .value_parser(value_parser!(usize))
                .help("shows nanoseconds per byte from 1 KB up to MEGABYTES instead"),
        )
        .arg(
            Arg::new("documents")
                .value_name("FILE")
                .num_args(0..)
                .help("JSON documents [default: those of STELE_DATA and of the repository]"),
        )
}

fn main() -> ExitCode {
    let args = command().get_matches();
    let rounds = args.get_one::<usize>("rounds").map_or(21, |n| (*n).max(1));
    if let Some(&megabytes) = args.get_one::<usize>("growth") {
        growth::show(megabytes, rounds.min(5));
        return ExitCode::SUCCESS;
    }
    let csv = args.get_one::<String>("csv");
    let paths: Vec<String> = args.get_many("documents").into_iter().flatten().cloned().collect();
    let documents = match documents::load(&paths) {
        Ok(documents) => documents,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
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
        && let Err(error) = std::fs::write(path, report::csv(&rows))
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
