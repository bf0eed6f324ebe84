//! The `stele` command.
fn main() {}
