//! Shared by the tests: where other people's data lie, and a generator of random documents.
#![allow(dead_code, reason = "every test file uses its part")]

use std::io::Write;
use std::path::PathBuf;

/// A folder of the data of others, or `None` after noting the skip in the file `STELE_SKIPPED` names.
pub(crate) fn data(test: &str, folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("STELE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    let reason = format!("{test}: no {folder} under STELE_DATA\n");
    eprint!("skipped {reason}");
    if let Some(list) = std::env::var_os("STELE_SKIPPED") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(list);
        file.and_then(|mut file| file.write_all(reason.as_bytes())).expect("STELE_SKIPPED can be written");
    }
    None
}

/// The files of a folder with their names, sorted.
pub(crate) fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .expect("folder can be listed")
        .map(|entry| entry.expect("entry can be read").path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("file can be read"))
        })
        .collect();
    files.sort();
    files
}
