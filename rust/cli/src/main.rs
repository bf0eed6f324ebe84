//! The `stele` command: JSON and TONL from the shell.
//!
//! Flow: [`args`] (one flag table) -> a command -> [`input`] bytes -> the crates `stele-json` and `tonl` -> [`output`].
//! Problems go through [`report`] to standard error; exit code 0 done, 1 input refused, 2 usage or input/output.

mod args;
mod commands;
mod compare;
mod conformance;
mod failure;
mod input;
mod journey;
mod output;
mod progress;
mod report;
mod rng;
mod testee;
mod tokens;
mod tree;

use std::process::ExitCode;

use clap::ArgMatches;
use clap::error::ErrorKind;

use failure::Failure;

fn main() -> ExitCode {
    let matches = match args::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let wanted = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // a reader that closed the pipe has seen enough of the help
            let lost = error.print().is_err_and(|e| e.kind() != std::io::ErrorKind::BrokenPipe);
            return ExitCode::from(if wanted && !lost { 0 } else { 2 });
        }
    };
    report::set_colour(args::text(&matches, "color").unwrap_or("auto"));
    if args::is_set(&matches, "quiet") {
        progress::switch_off();
    }
    match run(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            report::print_failure(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("conformance", sub)) => conformance::run(sub),
        Some(("journey", sub)) => journey::run(sub),
        Some(("testee", sub)) => testee::run(sub),
        Some((name, sub)) => commands::run(name, sub),
        None => Err(Failure::usage("no command given; see `stele --help`")),
    }
}
