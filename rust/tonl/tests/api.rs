//! The public surface of the crate against `docs/api/tonl.txt`. `STELE_GEN=1 cargo test -p tonl --test api` rewrites it.

#[path = "../../json/tests/surface/mod.rs"]
mod surface;

use std::path::Path;

#[test]
fn public_surface_is_the_listed_one() {
    let codes: Vec<_> = tonl::Code::ALL.iter().map(|code| format!("{code:?} {code}\n")).collect();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    surface::check("tonl", &src, &format!("\n[codes]\n{}", codes.concat()));
}
