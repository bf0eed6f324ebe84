//! The testees by name: spec/testees.toml, or a command of the caller's.
//!
//! Step in the flow: `--testee NAME|all|"COMMAND"` -> list of [`Testee`] with start command and capabilities.
//! `./run`, `./test` and this command read only that file. `{stele}` in a start command is this program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::child::Start;
use super::protocol::OPS;
use crate::failure::Failure;
use crate::report::note;

/// One implementation under test.
#[derive(Debug, Clone)]
pub(crate) struct Testee {
    pub(crate) name: String,
    pub(crate) build: Option<String>,
    pub(crate) start: Start,
    pub(crate) ops: Vec<String>,
    pub(crate) dialects: Vec<String>,
}

impl Testee {
    pub(crate) fn has_op(&self, op: &str) -> bool {
        self.ops.iter().any(|known| known == op)
    }

    pub(crate) fn has_dialect(&self, dialect: &str) -> bool {
        self.dialects.iter().any(|known| known == dialect)
    }

    /// A testee given as a command: it is asked for everything that every implementation must do.
    fn from_command(command: &str) -> Self {
        Self {
            name: command.to_owned(),
            build: None,
            start: Start::Shell(command.to_owned()),
            ops: OPS.map(str::to_owned).to_vec(),
            dialects: vec!["json".to_owned(), "profile".to_owned()],
        }
    }
}

/// The repository root: given, from STELE_ROOT, or found upwards from here or from this program.
pub(crate) fn repository_root(given: Option<&str>) -> Result<PathBuf, Failure> {
    if let Some(folder) = given {
        return Ok(PathBuf::from(folder));
    }
    if let Some(folder) = std::env::var_os("STELE_ROOT") {
        return Ok(PathBuf::from(folder));
    }
    let starts = [std::env::current_dir(), std::env::current_exe()];
    for start in starts.into_iter().flatten() {
        let found = start.ancestors().find(|folder| folder.join("spec/testees.toml").is_file());
        if let Some(folder) = found {
            return Ok(folder.to_owned());
        }
    }
    Err(Failure::usage("no spec/testees.toml here or above; name the repository with --root-dir"))
}

/// Reads the list of testees in the order of the file.
pub(crate) fn load(root: &Path) -> Result<Vec<Testee>, Failure> {
    let path = root.join("spec/testees.toml");
    let text = fs::read_to_string(&path).map_err(|e| Failure::io_at(&path, &e))?;
    parse(&text).map_err(|why| Failure::usage(format!("{}: {why}", path.display())))
}

fn parse(text: &str) -> Result<Vec<Testee>, String> {
    let file: toml::Table = toml::from_str(text).map_err(|e| e.to_string())?;
    let entries = file.get("testee").and_then(toml::Value::as_array).ok_or("no [[testee]]")?;
    let mut names = BTreeMap::new();
    let mut testees = Vec::new();
    for entry in entries {
        let text = |field: &str| entry.get(field).and_then(toml::Value::as_str);
        let name = text("name").ok_or("a testee without a name")?.to_owned();
        let list = |field: &str| {
            let values = entry.get(field).and_then(toml::Value::as_array);
            let values = values.ok_or_else(|| format!("testee {name}: no list `{field}`"))?;
            Ok::<_, String>(values.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect::<Vec<_>>())
        };
        let start = text("start").ok_or_else(|| format!("testee {name}: no start command"))?;
        let ops = list("ops")?;
        if let Some(unknown) = ops.iter().find(|op| !OPS.contains(&op.as_str())) {
            return Err(format!("testee {name}: unknown op `{unknown}`"));
        }
        if names.insert(name.clone(), ()).is_some() {
            return Err(format!("testee {name}: named twice"));
        }
        testees.push(Testee {
            build: text("build").map(str::to_owned),
            start: start_of(start),
            dialects: list("dialects")?,
            ops,
            name,
        });
    }
    Ok(testees)
}

/// The start command; our own program is started without a shell in between.
fn start_of(command: &str) -> Start {
    match (command.strip_prefix("{stele} "), std::env::current_exe()) {
        (Some(rest), Ok(own)) => {
            let words = rest.split_whitespace().map(str::to_owned);
            Start::Program(std::iter::once(own.display().to_string()).chain(words).collect())
        }
        _ => Start::Shell(command.to_owned()),
    }
}

/// Runs the build commands; what fails to build will not start, and says so then.
pub(crate) fn build(testees: &[Testee], root: &Path) {
    for testee in testees {
        let Some(command) = &testee.build else { continue };
        let output = std::process::Command::new("sh").arg("-c").arg(command).current_dir(root).output();
        match output {
            Ok(output) if output.status.success() => {}
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                let lines: Vec<&str> = text.lines().collect();
                let last = lines[lines.len().saturating_sub(20)..].join("\n");
                note(&format!("{}: `{command}` failed ({})\n{last}", testee.name, output.status));
            }
            Err(error) => note(&format!("{}: `{command}`: {error}", testee.name)),
        }
    }
}

/// The testees that the arguments name; nothing or `all` is every one of the file.
pub(crate) fn chosen(root: &Path, given: &[String]) -> Result<Vec<Testee>, Failure> {
    // `--testee rust,scala` names two, a command is never cut
    let names: Vec<&str> = given
        .iter()
        .flat_map(|text| if is_command(text) { vec![text.as_str()] } else { text.split(',').collect() })
        .collect();
    let everyone = names.is_empty() || names.contains(&"all");
    let mut found = if everyone { load(root)? } else { Vec::new() };
    for name in names.into_iter().filter(|name| *name != "all") {
        let known = load(root).unwrap_or_default().into_iter().find(|testee| testee.name == name);
        match known {
            Some(testee) if !found.iter().any(|other| other.name == name) => found.push(testee),
            Some(_) => {}
            None if is_command(name) => found.push(Testee::from_command(name)),
            None => {
                let all: Vec<String> = load(root)?.into_iter().map(|testee| testee.name).collect();
                return Err(Failure::usage(format!(
                    "no testee `{name}`; there are {}, or give a command",
                    all.join(", ")
                )));
            }
        }
    }
    Ok(found)
}

fn is_command(text: &str) -> bool {
    text.contains([' ', '/'])
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn entries_are_checked() {
        let good =
            "[[testee]]\nname = \"a\"\nstart = \"x\"\nops = [\"json_to_json\"]\ndialects = [\"json\"]\n";
        assert_eq!(parse(good).map(|all| all.len()), Ok(1));
        assert!(
            parse(&good.replace("json_to_json", "json_to_yaml")).is_err_and(|e| e.contains("unknown op"))
        );
        assert!(parse(&good.repeat(2)).is_err_and(|e| e.contains("named twice")));
        assert!(parse(&good.replace("start", "begin")).is_err_and(|e| e.contains("no start")));
    }
}
