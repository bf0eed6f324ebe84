//! Every command that a page shows is run, and what it prints is what the page says.
//!
//! A line `$ COMMAND` in a fenced block is given to a shell in a fresh folder that knows `stele`, `./run`, `documents/` and `spec/`;
//! the lines up to the next `$` are its output. Blocks marked `sh` are run for what they leave behind.

mod support;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use support::{Folder, root};

/// A shell command of a page, with the output the page shows; without one when it is only run.
struct Step {
    line: usize,
    command: String,
    shown: Option<String>,
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut fence: Option<String> = None;
    let mut open = false; // whether the last step belongs to this block
    for (number, line) in page.lines().enumerate() {
        if let Some(word) = line.strip_prefix("```") {
            fence = if fence.is_none() { Some(word.to_owned()) } else { None };
            open = fence.as_deref() == Some("sh");
            if open {
                steps.push(Step { line: number + 1, command: String::new(), shown: None });
            }
            continue;
        }
        match (fence.as_deref(), line.strip_prefix("$ ")) {
            (Some("console" | ""), Some(command)) => {
                steps.push(Step {
                    line: number + 1,
                    command: command.to_owned(),
                    shown: Some(String::new()),
                });
                open = true;
            }
            (Some("console" | "sh" | ""), None) => {
                if let Some(step) = steps.last_mut().filter(|_| open) {
                    let text = step.shown.as_mut().unwrap_or(&mut step.command);
                    text.push_str(line);
                    text.push('\n');
                }
            }
            _ => {}
        }
    }
    steps
}

fn folder() -> Folder {
    let folder = Folder::new();
    symlink(root().join("documents"), folder.path().join("documents")).expect("a link");
    symlink(root().join("spec"), folder.path().join("spec")).expect("a link");
    let run = folder.file("run", "#!/bin/sh\nexec \"$@\"\n");
    fs::set_permissions(run, fs::Permissions::from_mode(0o755)).expect("a mode");
    folder
}

fn check(page: &str) {
    let text = fs::read_to_string(root().join(page)).expect("a page");
    let folder = folder();
    let binary = Path::new(env!("CARGO_BIN_EXE_stele")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut ran = 0;
    for step in steps(&text) {
        let out = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{}", step.command)])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .expect("sh");
        let printed = String::from_utf8_lossy(&out.stdout);
        if let Some(shown) = &step.shown {
            let lines = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            assert_eq!(lines(&printed), lines(shown), "{page}:{}: $ {}", step.line, step.command);
            ran += 1;
        } else {
            assert!(out.status.success(), "{page}:{}: {printed}", step.line);
        }
    }
    assert!(ran > 0, "{page} shows no command");
}

#[test]
fn the_readme() {
    check("README.md");
}

#[test]
fn the_page_of_the_command() {
    check("docs/stele.md");
}
