//! Body and what it holds: `bodies/tonl.rs`.
#![no_main]
#[path = "../bodies/tonl.rs"]
#[allow(dead_code, reason = "every target uses one body")]
mod tonl_bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tonl_bodies::read(data));
