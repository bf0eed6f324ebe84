//! Snapshots: sessions with the real binary in a fresh folder, kept as text in tests/snapshots/*.txt.
//!
//! A session is a list of sections; each begins with a line `=== ` and a word:
//!   file NAME    content of a file made before what follows
//!   run ARGS     runs `stele ARGS` (words cut at blanks, '...' keeps them together)
//!   stdin        given to the run above it
//!   stdout stderr code content NAME    what came out
//! A section's text ends with a line end unless its last line is `\ no line end`. Lines with `#` before the first
//! section are remarks. STELE_UPDATE=1 writes what came out into the files: read the difference as behaviour.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use support::{Folder, code, run, text};

struct Section {
    head: String,
    body: String,
}

fn parse(session: &str) -> (String, Vec<Section>) {
    let mut remarks = String::new();
    let mut sections: Vec<Section> = Vec::new();
    for line in session.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            sections.push(Section { head: head.to_owned(), body: String::new() });
        } else {
            let target = sections.last_mut().map_or(&mut remarks, |section| &mut section.body);
            target.push_str(line);
            target.push('\n');
        }
    }
    (remarks, sections)
}

fn render(remarks: &str, sections: &[Section]) -> String {
    let mut out = remarks.to_owned();
    for section in sections {
        let _ = writeln!(out, "=== {}\n{}", section.head, section.body.trim_end_matches('\n'));
        if section.body.is_empty() {
            out.pop();
        } else if section.body.ends_with("\n\n") {
            out.push_str(&section.body[section.body.trim_end_matches('\n').len() + 1..]);
        }
    }
    out
}

/// The text of a section as bytes.
fn bytes_of(body: &str) -> String {
    match body.strip_suffix("\n\\ no line end\n") {
        Some(text) => text.to_owned(),
        None => body.to_owned(),
    }
}

/// Bytes as the text of a section.
fn body_of(bytes: &[u8], folder: &Path) -> String {
    let text = text(bytes).replace(&folder.display().to_string(), "FOLDER");
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n\\ no line end\n" }
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Runs a session; gives it back with what came out.
fn play(sections: Vec<Section>) -> Vec<Section> {
    let folder = Folder::new();
    let mut played: Vec<Section> = Vec::new();
    let mut rest = sections.into_iter().peekable();
    while let Some(section) = rest.next() {
        let (word, argument) = section.head.split_once(' ').unwrap_or((section.head.as_str(), ""));
        match word {
            "file" => {
                folder.file(argument, bytes_of(&section.body));
                played.push(section);
            }
            "run" => {
                let arguments = words(argument);
                let stdin = rest.next_if(|next| next.head == "stdin");
                let input = stdin.as_ref().map(|section| bytes_of(&section.body)).unwrap_or_default();
                let output = run(folder.path(), &arguments, input.as_bytes());
                played.push(section);
                played.extend(stdin);
                let mut add = |head: &str, body: String| {
                    if !body.is_empty() {
                        played.push(Section { head: head.to_owned(), body });
                    }
                };
                add("stdout", body_of(&output.stdout, folder.path()));
                add("stderr", body_of(&output.stderr, folder.path()));
                let code = code(&output);
                add("code", if code == 0 { String::new() } else { format!("{code}\n") });
            }
            "content" => {
                let body = match fs::read(folder.path().join(argument)) {
                    Ok(bytes) => body_of(&bytes, folder.path()),
                    Err(_) => "(no such file)\n".to_owned(),
                };
                played.push(Section { head: section.head, body });
            }
            // outputs are made anew
            "stdout" | "stderr" | "code" => {}
            other => panic!("unknown section `{other}`"),
        }
    }
    played
}

fn check(name: &str) {
    let path = folder().join(format!("{name}.txt"));
    let session = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (remarks, sections) = parse(&session);
    let now = render(&remarks, &play(sections));
    if std::env::var_os("STELE_UPDATE").is_some() {
        fs::write(&path, &now).expect("the snapshot is written");
    } else if now != session {
        let at = now.lines().zip(session.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| text.lines().nth(at).unwrap_or("(end)").to_owned();
        panic!(
            "{name}.txt line {}:\n  expected {}\n  found    {}\n\n{now}",
            at + 1,
            line(&session),
            line(&now)
        );
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

macro_rules! snapshots {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*

        #[test]
        fn every_snapshot_is_run() {
            let known = [$(stringify!($name)),*];
            for entry in fs::read_dir(folder()).expect("the folder") {
                let path = entry.expect("an entry").path();
                let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
                assert!(known.contains(&stem.as_str()), "{stem}.txt is not in the list");
            }
        }
    };
}

snapshots! {
    encode encode_options encode_refused ndjson decode decode_refused format format_tonl
    check_tonl check_json get get_path stats files usage
}
