//! What the tests share: fresh folders, the real binary, and a word for tests that cannot run here.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is new at the start of a test and gone at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stele-test-{}-{count}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder for the file");
        fs::write(&path, content).expect("a file for the test");
        path
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program under test.
pub(crate) fn stele() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stele"));
    command.env_remove("STELE_ROOT").env_remove("NO_COLOR");
    command
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Runs the program in a folder with a standard input.
pub(crate) fn run<S: AsRef<OsStr>>(folder: &Path, args: &[S], stdin: &[u8]) -> Output {
    feed(stele().args(args).current_dir(folder), stdin)
}

/// Runs a command with a standard input.
pub(crate) fn feed(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let stdin = stdin.to_vec();
    let writer = std::thread::spawn(move || {
        // a program may end before it has read everything
        let _ = pipe.write_all(&stdin);
    });
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exit code, or 128 + signal.
pub(crate) fn code(output: &Output) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or_default())
}

/// A test that cannot run here says so; `./test` counts the line as skipped.
pub(crate) fn skipped(why: &str) {
    eprintln!("skipped: {why}");
    if let Some(list) = std::env::var_os("STELE_SKIPPED")
        && let Ok(mut file) = fs::OpenOptions::new().append(true).create(true).open(list)
    {
        let _ = writeln!(file, "{why}");
    }
}
