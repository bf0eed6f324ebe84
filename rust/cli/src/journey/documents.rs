//! The documents of a journey: the caller's files, or ours, shipped and made, and those under STELE_DATA.
//!
//! Step in the flow: names -> minified JSON text and its value. Ours come first, from 1 KB to 5 MB.

use std::path::{Path, PathBuf};

use super::make;
use crate::failure::Failure;
use crate::input::Source;
use crate::report::note;
use crate::tree::Tree;

/// One document on its journey.
pub(crate) struct Document {
    pub(crate) name: String,
    /// Minified JSON; numerals as written.
    pub(crate) json: String,
    pub(crate) value: Tree,
}

/// Where a document comes from; it is loaded only when its turn comes.
pub(crate) enum Origin {
    File { name: String, source: Source },
    Made { name: &'static str, make: fn() -> Tree },
}

/// Documents above this size are left out by `--small`.
const SMALL: u64 = 100_000;

impl Origin {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File { name, .. } => name.clone(),
            Self::Made { name, .. } => (*name).to_owned(),
        }
    }

    fn is_small(&self) -> bool {
        match self {
            Self::File { source, .. } => {
                let meta = source.path().and_then(|path| std::fs::metadata(path).ok());
                meta.is_some_and(|meta| meta.len() < SMALL)
            }
            Self::Made { .. } => false,
        }
    }

    /// Reads or makes the document.
    pub(crate) fn load(&self) -> Result<Document, Failure> {
        let value = match self {
            Self::Made { make, .. } => make(),
            Self::File { source, .. } => {
                let bytes = source.read_all()?;
                Tree::parse_or_refuse(&bytes, &source.label())?
            }
        };
        Ok(Document { name: self.name(), json: value.to_json(), value })
    }
}

/// The files of the caller, or all documents of the project and of STELE_DATA.
pub(crate) fn origins(files: &[String], root: &Path, small: bool) -> Result<Vec<Origin>, Failure> {
    let mut found = Vec::new();
    if files.is_empty() {
        found.extend(json_files(&root.join("documents"), ""));
        if found.is_empty() {
            note("no folder `documents` in the repository: only made documents");
        }
        found.extend(made());
        let data = std::env::var_os("STELE_DATA").map_or_else(|| root.join("../shared/data"), PathBuf::from);
        for (folder, prefix) in [("tonl-fixtures", "fixtures/"), ("json", "")] {
            found.extend(json_files(&data.join(folder), prefix));
        }
    } else {
        let sources = crate::input::sources(files)?;
        found.extend(sources.into_iter().map(|source| Origin::File { name: source.label(), source }));
    }
    if small {
        found.retain(Origin::is_small);
    }
    Ok(found)
}

fn made() -> [Origin; 5] {
    [
        Origin::Made { name: "configuration-large", make: || make::configuration(1, 600) },
        Origin::Made { name: "api-response-large", make: || make::api_response(2, 4000) },
        Origin::Made { name: "feed-large", make: || make::feed(3, 3500) },
        Origin::Made { name: "grid-large", make: || make::grid(4, 500, 300) },
        Origin::Made { name: "orders-large", make: || make::orders(5, 22_500) },
    ]
}

/// The JSON files of a folder, small ones first; none when there is no such folder. Names are stems after `prefix`.
fn json_files(folder: &Path, prefix: &str) -> Vec<Origin> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let size = path.metadata().ok()?.len();
            (path.extension()? == "json").then_some((size, path))
        })
        .collect();
    files.sort();
    let origin = |path: PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Origin::File { name: format!("{prefix}{stem}"), source: Source::File(path) }
    };
    files.into_iter().map(|(_, path)| origin(path)).collect()
}
