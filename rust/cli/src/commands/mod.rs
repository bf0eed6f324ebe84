//! The commands that turn one input into one output.
//!
//! Step in the flow: name and matches from [`crate::args`] -> the module of that command.

mod check;
mod check_json;
mod decode;
mod each;
mod encode;
mod format;
mod get;
mod load;
mod options;
mod pages;
mod stats;

use clap::ArgMatches;

use crate::failure::Failure;

/// Runs a command by name.
pub(crate) fn run(name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    match name {
        "encode" => encode::run(matches),
        "decode" => decode::run(matches),
        "format" => format::run(matches),
        "check" => check::run(matches),
        "get" => get::run(matches),
        "stats" => stats::run(matches),
        "completions" => pages::completions(matches),
        "man" => pages::man(matches),
        other => Err(Failure::usage(format!("unknown command `{other}`"))),
    }
}
