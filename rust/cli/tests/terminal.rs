//! The progress bar on a terminal, which util-linux's `script` makes.

mod support;

use std::process::Command;

use support::{Folder, code, feed, skipped, text};

/// Runs a shell line with a terminal as standard error; gives what the terminal saw.
fn on_a_terminal(folder: &Folder, line: &str) -> Option<(i32, String)> {
    let script = Command::new("script").arg("--version").output();
    if !script.is_ok_and(|output| text(&output.stdout).contains("util-linux")) {
        skipped("terminal: no util-linux `script` here");
        return None;
    }
    let line = line.replace("stele", env!("CARGO_BIN_EXE_stele"));
    let output = feed(
        Command::new("script")
            .args(["-q", "-e", "-c", &line, "seen"])
            .current_dir(folder.path())
            .env("TERM", "xterm")
            .env_remove("NO_COLOR"),
        b"",
    );
    Some((code(&output), text(&folder.read("seen"))))
}

#[test]
fn work_of_more_than_two_seconds_shows_a_bar_and_leaves_none() {
    let folder = Folder::new();
    folder.file("a.tonl", format!("root[1]{{x}}:\n{}", "  1\n".repeat(200_000)));
    let slowly = "(cat a.tonl; sleep 2.5; cat a.tonl a.tonl; sleep 0.3; cat a.tonl)";
    let Some((code, seen)) = on_a_terminal(&folder, &format!("{slowly} | stele decode > out.json")) else {
        return;
    };
    assert_eq!(code, 0, "{seen}");
    assert!(seen.contains("<stdin>") && seen.contains("MiB"), "no bar in {seen:?}");
    assert!(!seen.contains("GiB/s") && !seen.contains("TiB/s"), "an absurd rate: {seen:?}");
    // the line is cleared at the end
    assert!(seen.trim_end().contains("\u{1b}[2K"), "{seen:?}");
    let Some((_, seen)) = on_a_terminal(&folder, &format!("{slowly} | stele decode --quiet > out.json"))
    else {
        return;
    };
    assert!(!seen.contains("MiB"), "{seen:?}");
    let Some((_, seen)) = on_a_terminal(&folder, "stele decode a.tonl > out.json") else { return };
    assert!(!seen.contains("MiB"), "a bar for short work: {seen:?}");
}

#[test]
fn colour_is_for_terminals() {
    let folder = Folder::new();
    folder.file("a.json", "[1,]");
    let Some((code, seen)) = on_a_terminal(&folder, "stele encode a.json") else { return };
    assert_eq!(code, 1);
    assert!(seen.contains("\u{1b}[31;1merror"), "{seen:?}");
    let Some((_, seen)) = on_a_terminal(&folder, "NO_COLOR=1 stele encode a.json") else { return };
    assert!(!seen.contains("\u{1b}["), "{seen:?}");
    let Some((_, seen)) = on_a_terminal(&folder, "stele encode --color never a.json") else { return };
    assert!(!seen.contains("\u{1b}["), "{seen:?}");
}
