//! The public surface of the crate against `docs/api/stele-json.txt`. `STELE_GEN=1 cargo test -p stele-json --test api`
//! rewrites it.

mod surface;

use std::path::Path;

#[test]
fn public_surface_is_the_listed_one() {
    let kinds: Vec<_> =
        stele_json::ErrorKind::ALL.iter().map(|kind| format!("{kind:?}: {}\n", kind.text())).collect();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    surface::check("stele-json", &src, &format!("\n[kinds of errors]\n{}", kinds.concat()));
}
