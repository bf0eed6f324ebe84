//! The bodies of the fuzz targets on the vectors and on mutations of them, with a fixed budget.

mod common;
#[path = "../../fuzz/bodies/tonl.rs"]
#[allow(unreachable_pub, reason = "the fuzz crate includes the same file")]
mod fuzz;

use common::{Random, cases, long};
use stele_json::Value;

/// Texts of all vectors, the JSON of the cases as well.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for case in cases("tonl", "").into_iter().chain(cases("tonl-tight", "")) {
        for name in ["tonl", "json"] {
            if let Some(text) = case.get(name).and_then(Value::as_str) {
                seeds.push(text.as_bytes().to_vec());
            }
        }
    }
    seeds
}

/// A few bytes changed, parts copied, cut or put together with another seed.
fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    const BYTES: &[u8] = b"\"\\,:;|\t\n\r #@[]{}0123456789-.eEantrf\x00\x7f\x80\xc3\xe2\xf0\xff";
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        let at = random.below(data.len() + 1);
        let end = (at + random.below(12)).min(data.len());
        match random.below(6) {
            0 => data.insert(at, random.pick(BYTES)),
            1 if at < data.len() => data[at] = random.pick(BYTES),
            2 => drop(data.drain(at..end)),
            3 => {
                let part = data[at..end].to_vec();
                let place = random.below(data.len() + 1);
                data.splice(place..place, part);
            }
            4 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                data.splice(at..at, other[from..].iter().copied().take(20));
            }
            _ if at < data.len() => data[at] = data[at].wrapping_add(1),
            _ => {}
        }
    }
    data.truncate(4096);
    data
}

fn budget() -> u64 {
    if long() { 2_000_000 } else { 40_000 }
}

fn run(name: &str, body: fn(&[u8])) {
    let seeds = seeds();
    assert!(seeds.len() > 2000);
    for seed in &seeds {
        body(seed);
    }
    for seed in 0..budget() {
        let data = mutated(&mut Random::new(seed), &seeds);
        let outcome = std::panic::catch_unwind(|| body(&data));
        assert!(outcome.is_ok(), "{name}: seed {seed}: {:?}", String::from_utf8_lossy(&data));
    }
}

#[test]
fn tonl_read_on_seeds_and_mutations() {
    run("tonl_read", fuzz::read);
}

#[test]
fn tonl_roundtrip_on_seeds_and_mutations() {
    run("tonl_roundtrip", fuzz::round_trip);
}

#[test]
fn tonl_tight_on_seeds_and_mutations() {
    run("tonl_tight", fuzz::tight);
}
