//! Body and what it holds: `bodies/nif.rs`.
#![no_main]
#[path = "../bodies/nif.rs"]
#[allow(dead_code, reason = "every target uses one body")]
mod nif;

libfuzzer_sys::fuzz_target!(|data: &[u8]| nif::numbers(data));
