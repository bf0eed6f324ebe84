//! The public surface of the crate against `docs/api/tonl.txt`. `STELE_GEN=1 cargo test -p tonl --test api` rewrites it.
//!
//! Whatever is not public says `pub(crate)` or `pub(super)` (a lint sees to it), so the lines that begin with `pub` are
//! the surface, with the variants of public enums.

mod common;

use common::root;

/// The signature that begins on this line, on one line, without its body.
fn signature(lines: &mut std::iter::Peekable<std::str::Lines<'_>>, first: &str) -> String {
    let mut text = first.to_owned();
    while !text.ends_with([';', '{', ',', '}', ')']) || text.matches('(').count() > text.matches(')').count()
    {
        let Some(next) = lines.next() else { break };
        text = format!("{text} {}", next.trim());
    }
    text.trim_end_matches([';', '{', ',']).trim_end().replace("( ", "(").replace(", )", ")")
}

fn surface(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut lines = code.lines().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let text = line.trim();
        if !text.starts_with("pub ") || text.starts_with("pub use") {
            continue;
        }
        let item = signature(&mut lines, text);
        let is_enum = text.starts_with("pub enum") && text.ends_with('{');
        let owner = item.split(['(', '<', ' ']).nth(2).unwrap_or_default().to_owned();
        found.push(item);
        while is_enum && lines.peek().is_some_and(|line| *line != "}") {
            let variant = lines.next().unwrap_or_default().trim();
            if variant.starts_with(|c: char| c.is_ascii_uppercase()) {
                found.push(format!("    {owner}::{}", variant.trim_end_matches(',')));
            }
        }
    }
    found
}

#[test]
fn public_surface_is_the_listed_one() {
    let src = root().join("rust/tonl/src");
    let mut files: Vec<_> =
        std::fs::read_dir(src).expect("sources").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    let mut listing = String::from(
        "# Public surface of the crate tonl (rewrite: STELE_GEN=1 cargo test -p tonl --test api)\n",
    );
    for path in files {
        let items = surface(&std::fs::read_to_string(&path).expect("a source file"));
        if !items.is_empty() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            listing += &format!("\n[{name}]\n{}\n", items.join("\n"));
        }
    }
    listing += "\n[codes]\n";
    for code in tonl::Code::ALL {
        listing += &format!("{code:?} {code}\n");
    }
    let file = root().join("docs/api/tonl.txt");
    if std::env::var_os("STELE_GEN").is_some() {
        std::fs::write(&file, &listing).expect("the listing");
    }
    assert_eq!(
        std::fs::read_to_string(file).expect("the listing"),
        listing,
        "the public surface has changed"
    );
}
