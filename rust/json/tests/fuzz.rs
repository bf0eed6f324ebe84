//! The bodies of the fuzz targets over seeds and mutations, with a fixed budget; STELE_LONG multiplies it.

#[path = "../../fuzz/bodies/json.rs"]
mod bodies;
mod common;

use common::{Rng, SEEDS, mutate, random_value};

fn run(seed: u64, rounds: usize, body: impl Fn(&[u8])) {
    let rounds = if std::env::var_os("STELE_LONG").is_some() { rounds * 50 } else { rounds };
    let mut rng = Rng::new(seed);
    let mut texts: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    for _ in 0..40 {
        texts.push(stele_json::to_vec(&random_value(&mut rng, 40)));
    }
    for text in &texts {
        body(text);
    }
    for _ in 0..rounds {
        let text = texts[rng.below(texts.len())].clone();
        let text = mutate(&mut rng, &text);
        body(&text);
        // some mutants breed
        if rng.below(4) == 0 && text.len() < 2_000 {
            let place = rng.below(texts.len());
            texts[place] = text;
        }
    }
}

#[test]
fn json_read_body() {
    run(21, 40_000, bodies::read);
}

#[test]
fn json_chunks_body() {
    run(22, 40_000, bodies::chunks);
}

#[test]
fn json_roundtrip_body() {
    run(23, 40_000, bodies::roundtrip);
}

#[test]
fn json_test_suite_through_all_bodies() {
    let Some(folder) = common::data("fuzz_suite", "JSONTestSuite") else { return };
    for (_, text) in common::files(&folder) {
        bodies::read(&text);
        bodies::roundtrip(&text);
        if text.len() < 10_000 {
            bodies::chunks(&text);
        }
    }
}
