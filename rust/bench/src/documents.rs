//! The documents: named files, or those of others under STELE_DATA and our own beside this program.

use std::path::{Path, PathBuf};

/// A text with its name.
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
}

/// The named files, or the usual ones; a 1 KB piece is cut from none of them but generated.
pub(crate) fn load(paths: &[String]) -> Vec<Document> {
    if !paths.is_empty() {
        return paths.iter().filter_map(|path| read(Path::new(path))).collect();
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = std::env::var_os("STELE_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
    let mut documents: Vec<Document> = ["twitter", "citm_catalog", "canada"]
        .iter()
        .filter_map(|name| read(&data.join(format!("json/{name}.json"))))
        .collect();
    let own = root.join("documents");
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(own).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    names.sort();
    documents.extend(
        names
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .filter_map(|path| read(path)),
    );
    documents
}

fn read(path: &Path) -> Option<Document> {
    let text = std::fs::read(path).inspect_err(|error| eprintln!("{}: {error}", path.display())).ok()?;
    Some(Document { name: path.file_stem()?.to_string_lossy().into_owned(), text })
}
