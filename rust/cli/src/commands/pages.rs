//! `stele completions` and `stele man`: made from the flag table, so they never fall behind it.
//!
//! Step in the flow: [`args::command`] -> script or roff -> standard output or a folder.

use std::fs;
use std::path::Path;

use clap::ArgMatches;

use crate::args;
use crate::failure::Failure;
use crate::output::{self, Sink, Target};

/// Writes the completion script of a shell.
pub(crate) fn completions(matches: &ArgMatches) -> Result<(), Failure> {
    let shell = matches.get_one::<clap_complete::Shell>("shell").copied();
    let shell = shell.ok_or_else(|| Failure::usage("which shell?"))?;
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "stele", &mut text);
    output::print(&String::from_utf8_lossy(&text))
}

/// Writes the main manual page, or all pages into a folder.
pub(crate) fn man(matches: &ArgMatches) -> Result<(), Failure> {
    let mut command = args::command();
    command.build();
    let Some(folder) = args::text(matches, "out") else {
        return output::print(&String::from_utf8_lossy(&page(command)?));
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder).map_err(|e| Failure::io_at(folder, &e))?;
    for sub in command.get_subcommands() {
        // `build` has set the name that stands in the page: `stele-encode`
        let name = sub.get_display_name().unwrap_or_else(|| sub.get_name()).to_owned();
        write(folder, &name, &page(sub.clone())?)?;
    }
    write(folder, "stele", &page(command)?)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text).map_err(|e| Failure::io("<man>", &e))?;
    Ok(text)
}

fn write(folder: &Path, name: &str, text: &[u8]) -> Result<(), Failure> {
    let mut sink = Sink::open(&Target::File(folder.join(format!("{name}.1"))))?;
    sink.put(text)?;
    sink.commit()
}
