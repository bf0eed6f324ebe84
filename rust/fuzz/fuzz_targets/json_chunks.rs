//! Body and what it holds: `bodies/json.rs`.
#![no_main]
#[path = "../bodies/json.rs"]
#[allow(dead_code, reason = "every target uses one body")]
mod json;

libfuzzer_sys::fuzz_target!(|data: &[u8]| json::chunks(data));
