//! Memory of the streaming commands does not grow with their input.
//!
//! The program runs under a limit of its address space that is a fraction of what passes through it. A gigabyte goes
//! through with STELE_LONG=1 (`cargo test --release --test memory`), a part of that always.

mod support;

use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};

use support::{Folder, skipped, text};

/// Kilobytes of address space: the program's own tables of tokens and its stacks are most of it.
const LIMIT_KB: u64 = 360_000;

fn megabytes() -> usize {
    if std::env::var_os("STELE_LONG").is_some() { 1024 } else { 400 }
}

/// Feeds `head`, then lines from `line` until the size is reached, then `tail`; gives the number of output bytes.
fn through(args: &[&str], head: &str, line: impl Fn(usize) -> String, tail: &str) -> (usize, usize) {
    let folder = Folder::new();
    let script = format!("ulimit -v {LIMIT_KB}; exec '{}' {}", env!("CARGO_BIN_EXE_stele"), args.join(" "));
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(script)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = BufWriter::with_capacity(1 << 20, child.stdin.take().expect("a pipe"));
    let mut out = child.stdout.take().expect("a pipe");
    let counter =
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()).unwrap_or_default());
    let block: String = (0..10_000).map(&line).collect();
    let blocks = megabytes() * (1 << 20) / block.len();
    let mut fed = pipe.write_all(head.as_bytes());
    for _ in 0..blocks {
        fed = fed.and_then(|()| pipe.write_all(block.as_bytes()));
    }
    fed = fed.and_then(|()| pipe.write_all(tail.as_bytes())).and_then(|()| pipe.flush());
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}: {}", output.status, text(&output.stderr));
    fed.expect("everything was read");
    (blocks * 10_000, counter.join().expect("the output was read") as usize)
}

#[test]
fn decode_of_a_long_table() {
    if cfg!(not(target_os = "linux")) {
        return skipped("memory: the limit of address space is only tried on Linux");
    }
    let row = |i: usize| format!("  {i},name {i},\"a, b\",{}.5\n", i % 100);
    let (rows, bytes) = through(&["decode"], "#version 1.0\nroot[1]{id,name,text,x}:\n", row, "");
    assert!(bytes > rows * 40, "{rows} rows gave {bytes} bytes");
    let (_, lines) = through(&["decode", "--ndjson"], "root[1]{id,name,text,x}:\n", row, "");
    assert_eq!(lines + 2, bytes, "the same without the outer brackets");
}

#[test]
fn format_of_a_long_array() {
    let element = |i: usize| format!("{{ \"id\" : {i}, \"name\" : \"n{i}\" }},\n");
    let (elements, bytes) = through(&["format", "--minify"], "[", element, "0]");
    assert!(bytes > elements * 18, "{elements} elements gave {bytes} bytes");
}

#[test]
fn format_of_many_lines() {
    let line = |i: usize| format!("{{ \"id\" : {i}, \"name\" : \"n{i}\" }}\n");
    let (lines, bytes) = through(&["format", "--ndjson"], "", line, "");
    assert!(bytes > lines * 18, "{lines} lines gave {bytes} bytes");
}
