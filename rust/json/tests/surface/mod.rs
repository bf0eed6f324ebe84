//! Lists the public surface of a crate from its sources, and compares it with the file that keeps it.
//!
//! Whatever is not public says `pub(crate)` or `pub(super)` (a lint sees to it), so the lines that begin with `pub` are
//! the surface, with the variants of public enums and the items of public traits. The tests of `tonl` use this file too.

use std::iter::Peekable;
use std::path::Path;
use std::str::Lines;

/// The signature that begins on this line, on one line, without its body.
fn signature(lines: &mut Peekable<Lines<'_>>, first: &str) -> String {
    let mut text = first.to_owned();
    let whole = first.starts_with("pub use");
    while (whole && !text.ends_with(';'))
        || !text.ends_with([';', '{', ',', '}', ')'])
        || text.matches('(').count() > text.matches(')').count()
    {
        let Some(next) = lines.next() else { break };
        text = format!("{text} {}", next.trim());
    }
    text.trim_end_matches([';', '{', ',']).trim_end().replace("( ", "(").replace(", )", ")")
}

fn is_part(kind: &str, line: &str) -> bool {
    match kind {
        "enum" => line.starts_with(|c: char| c.is_ascii_uppercase()),
        "trait" => line.starts_with("fn ") || line.starts_with("const "),
        _ => false,
    }
}

/// The public items of a source file.
fn surface(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut lines = code.lines().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let text = line.trim();
        if !text.starts_with("pub ") {
            continue;
        }
        let item = signature(&mut lines, text);
        let mut words = text.split([' ', '(', '<', ':']).skip(1);
        let (kind, owner) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        found.push(item);
        // the parts are indented once; a closing brace in the first column ends them
        while matches!(kind, "enum" | "trait")
            && text.ends_with('{')
            && lines.peek().is_some_and(|line| *line != "}")
        {
            let line = lines.next().unwrap_or_default();
            let part = line.strip_prefix("    ").unwrap_or_default();
            if is_part(kind, part) {
                let part = if kind == "trait" { signature(&mut lines, part) } else { part.to_owned() };
                found.push(format!("    {owner}::{}", part.trim_end_matches(',')));
            }
        }
    }
    found
}

/// The surface of `krate`, then `more`, must be what `docs/api` holds; with STELE_GEN it is written there.
pub(crate) fn check(krate: &str, src: &Path, more: &str) {
    let mut files: Vec<_> = std::fs::read_dir(src)
        .expect("sources")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let mut listing = format!(
        "# Public surface of the crate {krate} (rewrite: STELE_GEN=1 cargo test -p {krate} --test api)\n"
    );
    for path in files {
        let items = surface(&std::fs::read_to_string(&path).expect("a source file"));
        if !items.is_empty() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            listing += &format!("\n[{name}]\n{}\n", items.join("\n"));
        }
    }
    listing += more;
    let file = src.join("../../../docs/api").join(format!("{krate}.txt"));
    if std::env::var_os("STELE_GEN").is_some() {
        std::fs::write(&file, &listing).expect("the listing");
    }
    assert_eq!(
        std::fs::read_to_string(file).expect("the listing"),
        listing,
        "the public surface has changed"
    );
}
