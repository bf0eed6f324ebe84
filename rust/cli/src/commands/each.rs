//! One output per input: where each goes, and what happens when one is refused.
//!
//! Step in the flow: arguments -> sources and targets -> a command's work on each -> commit, or report and go on.
//! Nothing becomes visible under its final name before its input has proved good.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::args;
use crate::failure::{Failure, Outcome};
use crate::input::{self, Source};
use crate::output::{Sink, Target};

/// What the outputs of a command are.
pub(crate) struct Plan {
    /// The extension of the output; `None` keeps the input's name.
    pub(crate) extension: Option<&'static str>,
    /// Several outputs may follow one another on standard output.
    pub(crate) joinable: bool,
}

/// Runs `work` for every input with the sink that its output goes to.
pub(crate) fn each(
    matches: &ArgMatches,
    plan: &Plan,
    mut work: impl FnMut(&Source, &mut Sink) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let sources = input::sources(&args::texts(matches, "files"))?;
    let targets = targets(matches, plan, &sources)?;
    let keep = args::is_set(matches, "keep");
    let mut outcome = Outcome::default();
    for (source, target) in sources.iter().zip(targets) {
        let result = Sink::open(&target).and_then(|mut sink| {
            work(source, &mut sink)?;
            sink.commit()?;
            remove_old(source, &target, keep)
        });
        outcome.note(result)?;
    }
    outcome.finish()
}

/// With `--in-place` and a new extension the old file goes once the new one is safe on the disk.
fn remove_old(source: &Source, target: &Target, keep: bool) -> Result<(), Failure> {
    match (source, target) {
        (Source::File(old), Target::Replace(new)) if old != new && !keep => {
            fs::remove_file(old).map_err(|e| Failure::io_at(old, &e))
        }
        _ => Ok(()),
    }
}

fn targets(matches: &ArgMatches, plan: &Plan, sources: &[Source]) -> Result<Vec<Target>, Failure> {
    let output = args::text(matches, "output");
    let targets = if args::is_set(matches, "in-place") {
        sources.iter().map(|source| in_place(source, plan)).collect::<Result<Vec<_>, _>>()?
    } else if let Some(path) = output.filter(|path| *path != "-") {
        let folder = Path::new(path);
        let several = sources.len() > 1;
        if several && !path.ends_with('/') && names_a_file(folder) {
            let message = format!("{path}: several inputs need a folder; `{path}/` makes one of that name");
            return Err(Failure::usage(message));
        }
        if several || folder.is_dir() || path.ends_with('/') {
            fs::create_dir_all(folder).map_err(|e| Failure::io_at(folder, &e))?;
            sources.iter().map(|source| Target::File(folder.join(new_name(source, plan)))).collect()
        } else {
            vec![Target::File(folder.to_owned())]
        }
    } else {
        if sources.len() > 1 && !plan.joinable {
            return Err(Failure::usage("several inputs: say where to with -o FOLDER or --in-place"));
        }
        vec![Target::Stdout; sources.len()]
    };
    let mut seen = HashSet::new();
    for target in &targets {
        if let Target::File(path) | Target::Replace(path) = target
            && !seen.insert(path)
        {
            return Err(Failure::usage(format!("{}: two inputs would be written there", path.display())));
        }
    }
    Ok(targets)
}

/// A name that does not exist and has the extension of a document.
fn names_a_file(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    !path.exists() && matches!(extension, Some("json" | "tonl" | "ndjson" | "jsonl"))
}

fn in_place(source: &Source, plan: &Plan) -> Result<Target, Failure> {
    let Source::File(path) = source else {
        return Err(Failure::usage("--in-place needs files, not standard input"));
    };
    let new = path.with_file_name(new_name(source, plan));
    if new != *path && new.exists() {
        return Err(Failure::usage(format!("{}: is there already; remove it or use -o", new.display())));
    }
    Ok(Target::Replace(new))
}

/// The file name of the output: `a.json.gz` becomes `a.tonl`; what is unpacked loses `.gz` and `.zst`.
fn new_name(source: &Source, plan: &Plan) -> PathBuf {
    let Some(name) = source.path().and_then(Path::file_name) else {
        return PathBuf::from(format!("stdin.{}", plan.extension.unwrap_or("out")));
    };
    let name = PathBuf::from(name);
    let packed = matches!(name.extension().and_then(|e| e.to_str()), Some("gz" | "zst"));
    let plain = if packed { name.with_extension("") } else { name };
    match plan.extension {
        Some(extension) => plain.with_extension(extension),
        None => plain,
    }
}
