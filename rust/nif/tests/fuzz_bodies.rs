//! The fuzz bodies over seeds and mutations, with a short fixed budget.

#[path = "../../fuzz/bodies/nif.rs"]
mod bodies;

const SEEDS: &[&str] = &[
    r#"{"a":[1,-2.5e3,true,null,"x\né😀"],"b":{"c":{},"d":[[]]}}"#,
    r#"[{"id":1,"name":"n"},{"id":2,"name":"m"},{"id":3,"name":"o"},{"id":4,"x":[]}]"#,
    "1 [2] \"three\" {\"a\":null}\n\n5",
    r#"[12345678901234567890123, 1e-400, 0.1, 1.7976931348623157e308, -0, -0.0]"#,
    "{\"a\":[0],\"dup\":1,\"dup\":2}",
    "[[[[[[[[]]]]]]]]",
];

#[test]
fn bodies_hold_over_seeds_and_mutations() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % below.max(1)
    };
    // the target nif_round_trip found an integer of more than 255 bytes
    let long = format!("[1,{}]", "7".repeat(640));
    for text in SEEDS.iter().copied().chain([long.as_str()]) {
        bodies::all(text.as_bytes());
        for _ in 0..400 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..1 + next(3) {
                let at = next(bytes.len());
                match next(4) {
                    0 => bytes[at] = next(256) as u8,
                    1 => {
                        bytes.remove(at);
                    }
                    2 => bytes.insert(at, b"\"\\{}[],:0-e.\n "[next(14)]),
                    _ => bytes.truncate(at),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            bodies::all(&bytes);
        }
    }
}
