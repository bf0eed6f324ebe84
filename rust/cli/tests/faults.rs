//! What happens when the world does not cooperate: full disk, unreadable files, a kill in the middle, closed pipes.

mod support;

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use support::{Folder, code, feed, run, skipped, stele, text};

/// A JSON array of about `bytes` bytes.
fn large_json(bytes: usize) -> Vec<u8> {
    let row = r#"{"id":1,"name":"a name of some length","values":[1.5,2.5,-0.0],"flag":true},"#;
    let mut json = b"[".to_vec();
    while json.len() < bytes {
        json.extend_from_slice(row.as_bytes());
    }
    json.extend_from_slice(b"0]\n");
    json
}

#[test]
fn a_full_disk_is_an_error_and_not_a_crash() {
    if !Path::new("/dev/full").exists() {
        return skipped("no /dev/full here");
    }
    let folder = Folder::new();
    folder.file("a.json", large_json(1 << 20));
    for args in [vec!["encode", "a.json", "-o", "/dev/full"], vec!["format", "a.json", "-o", "/dev/full"]] {
        let output = run(folder.path(), &args, b"");
        assert_eq!(code(&output), 2, "{args:?}");
        assert!(
            text(&output.stderr).contains("/dev/full: No space left on device"),
            "{}",
            text(&output.stderr)
        );
    }
    // standard output on a full disk
    for args in [&["encode", "a.json"][..], &["--help"], &["check", "--json", "nothing.json"], &["man"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let mut command = stele();
        let output =
            command.args(args).current_dir(folder.path()).stdout(full).stderr(Stdio::piped()).output();
        let output = output.expect("the program ends");
        assert!(!text(&output.stderr).contains("panicked"), "{args:?}: {}", text(&output.stderr));
        assert_eq!(code(&output), 2, "{args:?}");
    }
}

/// A file size limit stands for the full disk of a real file: the write fails half way.
#[test]
fn the_old_file_survives_a_disk_that_fills_up() {
    let folder = Folder::new();
    let old = large_json(1 << 20);
    folder.file("a.json", &old);
    let script = format!(
        "trap '' XFSZ; ulimit -f 64; exec '{}' format --in-place a.json",
        env!("CARGO_BIN_EXE_stele")
    );
    let output = feed(Command::new("sh").arg("-c").arg(script).current_dir(folder.path()), b"");
    assert_eq!(code(&output), 2, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("File too large"), "{}", text(&output.stderr));
    assert!(folder.read("a.json") == old, "the old content is there");
    assert_eq!(folder.names(), ["a.json"], "no temporary file is left");
}

#[test]
fn a_kill_during_in_place_leaves_the_old_file_or_the_new() {
    let folder = Folder::new();
    let old = large_json(24 << 20);
    let new = stele_json::format::minify(&old).expect("good JSON");
    let (mut kept, mut replaced) = (0, 0);
    for delay in [1, 5, 10, 20, 30, 45, 60, 90, 130, 180, 250, 400] {
        folder.file("a.json", &old);
        let mut command = stele();
        command.args(["format", "--minify", "--in-place", "a.json"]).current_dir(folder.path());
        let mut child = command.stderr(Stdio::null()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(delay));
        let _ = child.kill();
        let _ = child.wait();
        let now = folder.read("a.json");
        if now == old {
            kept += 1;
        } else {
            assert!(
                now.strip_suffix(b"\n") == Some(&new[..]),
                "killed after {delay} ms: neither old nor new"
            );
            replaced += 1;
        }
    }
    assert!(kept > 0, "no run was killed in time ({replaced} ended)");
    // a killed run may leave its hidden temporary file, and nothing else
    for name in folder.names() {
        assert!(name == "a.json" || name.ends_with(".stele-tmp"), "{name}");
    }
}

#[test]
fn refused_input_leaves_the_file_and_no_traces() {
    let folder = Folder::new();
    folder.file("bad.json", "[1,2");
    folder.file("good.json", "[1, 2]");
    let output = run(folder.path(), &["format", "--in-place", "--minify", "bad.json", "good.json"], b"");
    assert_eq!(code(&output), 1);
    assert_eq!(folder.read("bad.json"), b"[1,2");
    assert_eq!(folder.read("good.json"), b"[1,2]\n", "the others are done all the same");
    assert_eq!(folder.names(), ["bad.json", "good.json"]);
    let output = run(folder.path(), &["encode", "bad.json", "-o", "new.tonl"], b"");
    assert_eq!((code(&output), folder.names().len()), (1, 2), "no output file for refused input");
}

#[test]
fn in_place_keeps_permissions_and_links() {
    let folder = Folder::new();
    let real = folder.file("deep/real.json", "[1, 2]");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions");
    std::os::unix::fs::symlink("deep/real.json", folder.path().join("link.json")).expect("a link");
    let output = run(folder.path(), &["format", "-im", "link.json"], b"");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert_eq!(folder.read("deep/real.json"), b"[1,2]\n");
    let link = fs::symlink_metadata(folder.path().join("link.json")).expect("the link");
    assert!(link.file_type().is_symlink(), "the link is still one");
    let mode = fs::metadata(&real).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn encode_in_place_changes_the_extension_and_never_overwrites() {
    let folder = Folder::new();
    folder.file("a.json", "[1]");
    folder.file("b.json", "[2]");
    folder.file("b.tonl", "mine");
    let output = run(folder.path(), &["encode", "--in-place", "a.json", "b.json"], b"");
    assert_eq!(code(&output), 2, "b.tonl is there already");
    assert_eq!(folder.names(), ["a.json", "b.json", "b.tonl"], "nothing is done before everything is clear");
    let output = run(folder.path(), &["encode", "--in-place", "a.json"], b"");
    assert_eq!((code(&output), folder.names()), (0, vec!["a.tonl".into(), "b.json".into(), "b.tonl".into()]));
    let output = run(folder.path(), &["decode", "--in-place", "--keep", "a.tonl"], b"");
    assert_eq!((code(&output), folder.read("a.json")), (0, b"[1]\n".to_vec()));
    assert!(folder.names().contains(&"a.tonl".to_owned()));
}

#[test]
fn what_cannot_be_read_or_written_is_exit_2_with_its_path() {
    let folder = Folder::new();
    folder.file("a.json", "[1]");
    fs::create_dir(folder.path().join("folder.json")).expect("a folder");
    let table: &[(&[&str], &str)] = &[
        (&["encode", "none.json"], "none.json: No such file or directory"),
        (&["encode", "folder.json"], "folder.json: is a folder"),
        (&["encode", "no*.json"], "no file matches `no*.json`"),
        (&["encode", "a.json", "-o", "no/such/folder/a.tonl"], "No such file or directory"),
        (&["encode", "a.json", "a.json"], "several inputs"),
        (&["encode", "a.json", "a.json", "-o", "all.tonl"], "several inputs need a folder"),
        (&["encode", "--in-place", "-"], "--in-place needs files"),
        (&["encode", "a.json", "a.json", "-o", "out/"], "two inputs would be written there"),
        (&["fly"], "unrecognized subcommand"),
        (&["encode", "--indent", "99", "a.json"], "expected 1 to 16"),
        (&["get", "no-query", "a.json"], "neither a JSON Pointer"),
        (&["get", "$[", "a.json"], "JSONPath"),
        (&["stats", "--model", "abacus", "a.json"], "unknown model `abacus`"),
        (&["conformance", "--root-dir", ".", "--vectors", "."], "testees.toml"),
    ];
    for (args, says) in table {
        let output = run(folder.path(), args, b"");
        let shown = text(&output.stderr);
        assert_eq!(code(&output), 2, "{args:?}: {shown}");
        assert!(shown.contains(says), "{args:?}: {shown}");
        assert!(output.stdout.is_empty(), "{args:?}: {}", text(&output.stdout));
    }
    // opens, but gives an error when read
    if Path::new("/proc/self/mem").exists() {
        let output = run(folder.path(), &["check", "--from", "json", "/proc/self/mem"], b"");
        assert_eq!(code(&output), 2);
        assert!(text(&output.stderr).contains("/proc/self/mem: "), "{}", text(&output.stderr));
    }
}

#[test]
fn a_file_without_permission_is_exit_2() {
    let folder = Folder::new();
    let path = folder.file("secret.json", "[1]");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).expect("permissions");
    let mut command = stele();
    if fs::read(&path).is_ok() {
        // root may read everything: run as somebody else, from a place that everybody may look into
        let copy = folder.path().join("stele");
        fs::copy(env!("CARGO_BIN_EXE_stele"), &copy).expect("a copy of the program");
        if !Command::new("setpriv").arg("--version").output().is_ok_and(|output| output.status.success()) {
            return skipped("a file without permission: the tests run as root, and there is no setpriv");
        }
        command = Command::new("setpriv");
        command.args(["--reuid=65534", "--clear-groups"]).arg(copy);
    }
    let output = feed(command.args(["encode", "secret.json"]).current_dir(folder.path()), b"");
    assert_eq!(code(&output), 2, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("secret.json: Permission denied"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    folder.file("a.json", large_json(8 << 20));
    folder.file("a.tonl", run(folder.path(), &["encode", "a.json"], b"").stdout);
    for args in [
        &["format", "a.json"][..],
        &["encode", "a.json"],
        &["decode", "a.tonl"],
        &["get", "$[*].id", "a.json"],
        &["man"],
        &["--help"],
        &["encode", "--help"],
        &["completions", "bash"],
    ] {
        let mut command = stele();
        command.args(args).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut pipe = child.stdout.take().expect("a pipe");
        let mut first = [0; 10];
        let _ = pipe.read(&mut first);
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!((code(&output), text(&output.stderr).as_str()), (0, ""), "{args:?}");
    }
}

#[test]
fn packed_input_is_unpacked_by_its_first_bytes() {
    let folder = Folder::new();
    let json = large_json(100_000);
    let plain = run(folder.path(), &["encode", "-"], &json).stdout;
    for (tool, extension) in [("gzip", "gz"), ("zstd", "zst")] {
        let packed = Command::new(tool).arg("--version").output();
        if !packed.is_ok_and(|output| output.status.success()) {
            skipped(&format!("packed input: no {tool} here"));
            continue;
        }
        let packed = feed(Command::new(tool).args(["-q", "-c"]), &json).stdout;
        assert!(packed.len() < json.len() / 2);
        let output = run(folder.path(), &["encode", "-"], &packed);
        assert!(output.stdout == plain, "{tool} on standard input");
        // two members one after another are one file, and the name without the suffix tells the format
        folder.file(&format!("a.json.{extension}"), &packed);
        let output = run(folder.path(), &["format", "-m", &format!("a.json.{extension}")], b"");
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        let cut = &packed[..packed.len() - 20];
        let output = run(folder.path(), &["encode", "-"], cut);
        assert_eq!(code(&output), 1, "{tool}: cut off, so the input is at fault");
        assert!(text(&output.stderr).contains("[E_COMPRESSED]"), "{}", text(&output.stderr));
        let half = json.len() / 2;
        let mut both = feed(Command::new(tool).args(["-q", "-c"]), &json[..half]).stdout;
        both.extend(feed(Command::new(tool).args(["-q", "-c"]), &json[half..]).stdout);
        assert!(run(folder.path(), &["encode", "-"], &both).stdout == plain, "{tool}: two members");
    }
}
