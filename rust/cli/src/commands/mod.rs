//! The commands that turn one input into one output.
//!
//! Step in the flow: name and matches from [`crate::args`] -> the module of that command.

mod pages;

use clap::ArgMatches;

use crate::failure::Failure;

/// Runs a command by name.
pub(crate) fn run(name: &str, matches: &ArgMatches) -> Result<(), Failure> {
    match name {
        "completions" => pages::completions(matches),
        "man" => pages::man(matches),
        other => Err(Failure::usage(format!("unknown command `{other}`"))),
    }
}
