//! Memory of streams does not grow with the number of rows. In a program of its own, because the peak of a process is
//! what is measured (Linux; elsewhere the test says so and does nothing).

mod common;

use std::io::{self, Read, Write};

use common::skipped;
use tonl::{DecodeOptions, stream_to_json};

/// A table of so many rows, made while it is read.
struct Rows {
    next: usize,
    count: usize,
    line: Vec<u8>,
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            match self.next {
                0 => write!(
                    self.line,
                    "#version 1.0\nroot{{a,rows}}:\n  a: 1\n  rows[{}]{{id,name,note}}:\n",
                    self.count
                )?,
                at if at > self.count => return Ok(0),
                at => writeln!(self.line, "    {at},row number {at},\"a note, with a \\\"quote\\\"\"")?,
            }
            self.next += 1;
        }
        let len = self.line.len().min(buffer.len());
        buffer[..len].copy_from_slice(&self.line[..len]);
        self.line.drain(..len);
        Ok(len)
    }
}

/// Counts what is written, and its commas.
#[derive(Default)]
struct Counter {
    bytes: usize,
    objects: usize,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        self.objects += bytes.iter().filter(|&&byte| byte == b'{').count();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Peak resident size of this process in KiB.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?
        .trim()
        .strip_suffix("kB")?
        .trim()
        .parse()
        .ok()
}

#[test]
fn a_stream_of_any_number_of_rows_needs_the_same_memory() {
    let Some(before) = peak() else { return skipped("streams in flat memory", "no /proc/self/status") };
    let run = |count| {
        let mut out = Counter::default();
        let rows = Rows { next: 0, count, line: Vec::new() };
        stream_to_json(rows, &mut out, &DecodeOptions::strict()).expect("a table");
        assert_eq!(out.objects, count + 1);
        out.bytes
    };
    run(50_000);
    let warm = peak().unwrap_or(before);
    let bytes = run(1_000_000);
    let after = peak().unwrap_or(before);
    assert!(bytes > 70_000_000, "{bytes}");
    assert!(after - before < 16 * 1024, "{before} {warm} {after} KiB");
    assert!(after - warm < 1024, "{warm} {after} KiB");
}
