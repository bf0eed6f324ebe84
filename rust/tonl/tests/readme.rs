//! The Rust example of README is this code.

use std::error::Error;
use std::path::Path;

#[test]
fn the_example_of_the_readme() -> Result<(), Box<dyn Error>> {
    // example
    let json = br#"{"orders":[{"id":1,"item":"tea"},{"id":2,"item":"cup"}]}"#;
    let text = tonl::from_json(json, &tonl::EncodeOptions::dense())?;
    assert_eq!(text, "orders[2]{id,item}:\n 1,tea\n 2,cup");
    let value = tonl::decode(text.as_bytes(), &tonl::DecodeOptions::default())?;
    assert_eq!(stele_json::to_string(&value), r#"{"orders":[{"id":1,"item":"tea"},{"id":2,"item":"cup"}]}"#);
    // end
    Ok(())
}

#[test]
fn the_readme_shows_it() {
    let here = include_str!("readme.rs");
    let code = here.split("    // example\n").nth(1).and_then(|rest| rest.split("    // end").next());
    let code: String = code
        .expect("marks")
        .lines()
        .map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n")
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(root).expect("README.md");
    assert!(readme.contains(&format!("```rust\n{code}```")), "README.md does not show this:\n{code}");
}
