//! The documents: named files, or those of others under STELE_DATA and our own beside this program.

use std::path::{Path, PathBuf};

/// A text with its name.
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
}

/// The named files, all of them; or the usual ones, those that are there.
pub(crate) fn load(paths: &[String]) -> Result<Vec<Document>, String> {
    if !paths.is_empty() {
        return paths.iter().map(|path| read(Path::new(path))).collect();
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = std::env::var_os("STELE_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let mut files: Vec<PathBuf> = ["twitter", "citm_catalog", "canada"]
        .iter()
        .map(|name| data.join(format!("json/{name}.json")))
        .filter(|path| path.exists())
        .collect();
    let mut own: Vec<PathBuf> = std::fs::read_dir(root.join("documents"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    own.sort();
    files.extend(own);
    files.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Document, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(Document { name, text })
}
