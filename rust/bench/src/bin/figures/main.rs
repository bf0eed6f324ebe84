//! Draws the pictures of README from the figures beside them: `figures FOLDER [--check]`.
//!
//! `speed.csv` (library, case, peer, ratio) becomes `speed.svg`, `tokens.ndjson`
//! (the lines of `stele stats --json`) becomes `tokens.svg`. With `--check` nothing is written: exit 1 says that a
//! picture is not the one its figures give.

mod speed;
mod tokens;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// A picture as SVG text, or why it cannot be drawn.
type Picture = Result<String, Box<dyn Error>>;

/// A picture from the text of its figures.
type Draw = fn(&str) -> Picture;

const PICTURES: [(&str, &str, Draw); 2] =
    [("speed.csv", "speed.svg", speed::draw), ("tokens.ndjson", "tokens.svg", tokens::draw)];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = args.iter().find(|arg| !arg.starts_with("--")) else {
        eprintln!("figures FOLDER [--check]");
        return ExitCode::from(2);
    };
    let check = args.iter().any(|arg| arg == "--check");
    let mut code = ExitCode::SUCCESS;
    for (figures, picture, draw) in PICTURES {
        let folder = Path::new(folder);
        match keep(&folder.join(figures), &folder.join(picture), draw, check) {
            Ok(true) => {}
            Ok(false) => {
                eprintln!("{picture} is not drawn from {figures} as it is now: run `./run gen`");
                code = ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("{figures}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// Draws one picture; says whether the file now holds it.
fn keep(figures: &Path, picture: &Path, draw: Draw, check: bool) -> Result<bool, Box<dyn Error>> {
    let svg = draw(&std::fs::read_to_string(figures)?)?;
    if check {
        return Ok(std::fs::read_to_string(picture).is_ok_and(|old| old == svg));
    }
    std::fs::write(picture, svg)?;
    Ok(true)
}
