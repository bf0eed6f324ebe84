//! What is measured: one closure per library and task. A closure returns the nanoseconds of its own preparation,
//! which do not count (simd-json destroys its input, which must be copied first).

use std::hint::black_box;
use std::time::Instant;

use crate::tree;

/// The library all others are compared with; with the feature `lexemes` it keeps lexemes too.
pub(crate) const SERDE: &str = if cfg!(feature = "lexemes") { "serde_json lexemes" } else { "serde_json" };

/// A library doing a task on a document.
pub(crate) struct Contender<'a> {
    pub(crate) task: &'static str,
    pub(crate) library: &'static str,
    pub(crate) run: Box<dyn Fn() -> f64 + 'a>,
}

fn contender<'a, R>(task: &'static str, library: &'static str, run: impl Fn() -> R + 'a) -> Contender<'a> {
    let run = Box::new(move || {
        black_box(run());
        0.0
    });
    Contender { task, library, run }
}

/// Every library and task for one document. Values are dropped inside the time.
pub(crate) fn all<'a>(text: &'a [u8], refusing: &[&str]) -> Vec<Contender<'a>> {
    let mut all = vec![
        contender("read", SERDE, || serde_json::from_slice::<serde_json::Value>(text).expect("valid")),
        contender("read", "stele lexemes", || stele_json::from_slice(text).expect("valid")),
        contender("read", "stele numbers", || tree::read(text).expect("valid")),
        contender("read", "stele value + numbers", || {
            read_numbers(&stele_json::from_slice(text).expect("valid"))
        }),
        contender("read", "sonic-rs", || sonic_rs::from_slice::<sonic_rs::Value>(text).expect("valid")),
        simd_json(text),
        contender("skip", SERDE, || serde_json::from_slice::<serde::de::IgnoredAny>(text).expect("valid")),
        // it leaves strings it ignores unchecked, unless the input is known to be text
        contender("skip", "serde_json with UTF-8", || {
            serde_json::from_str::<serde::de::IgnoredAny>(std::str::from_utf8(text).expect("text"))
                .expect("valid")
        }),
        contender("skip", "stele", || {
            stele_json::check(text, &stele_json::ReadOptions::default()).expect("valid")
        }),
        contender("skip", "stele without UTF-8", || {
            let opts = stele_json::ReadOptions { validate_strings: false, ..Default::default() };
            stele_json::check(text, &opts).expect("valid")
        }),
        contender("skip", "sonic-rs", || sonic_rs::from_slice::<serde::de::IgnoredAny>(text).expect("valid")),
    ];
    let serde = serde_json::from_slice::<serde_json::Value>(text).expect("valid");
    let value = stele_json::from_slice(text).expect("valid");
    let numbers = tree::read(text).expect("valid");
    all.extend([
        contender("print", SERDE, move || serde_json::to_vec(&serde).expect("printable")),
        contender("print", "stele lexemes", move || stele_json::to_vec(&value)),
        contender("print", "stele numbers", move || tree::print(&numbers)),
    ]);
    if let Ok(sonic) = sonic_rs::from_slice::<sonic_rs::Value>(text) {
        all.push(contender("print", "sonic-rs", move || sonic_rs::to_vec(&sonic).expect("printable")));
    }
    if let Ok(simd) = simd_json::to_owned_value(&mut text.to_vec()) {
        all.push(contender("print", "simd-json", move || simd_json::to_vec(&simd).expect("printable")));
    }
    all.retain(|contender| !refusing.contains(&contender.library));
    all
}

fn simd_json(text: &[u8]) -> Contender<'_> {
    let run = Box::new(move || {
        let started = Instant::now();
        let mut copy = text.to_vec();
        let outside = started.elapsed().as_nanos() as f64;
        black_box(simd_json::to_borrowed_value(&mut copy).expect("valid"));
        outside
    });
    Contender { task: "read", library: "simd-json", run }
}

/// Reads every number of a value that kept lexemes.
fn read_numbers<'a>(value: &stele_json::Value<'a>) -> f64 {
    let mut sum = 0.0;
    for event in value.events() {
        if let stele_json::Event::Number(number) = event
            && let Some(numeral) = number.numeral()
        {
            sum += numeral.as_i64().map_or_else(|| numeral.to_f64(), |int| int as f64);
        }
    }
    sum
}

/// Libraries that refuse a document, with their reasons; an error when one reads something else than we do.
pub(crate) fn agree(text: &[u8]) -> Result<Vec<&'static str>, String> {
    let ours = stele_json::from_slice(text).map_err(|error| error.message(text))?;
    let printed: [(&'static str, Result<Vec<u8>, String>); 4] = [
        (
            "stele numbers",
            tree::read(text).map(|tree| tree::print(&tree)).map_err(|error| error.message(text)),
        ),
        ("serde_json", again(serde_json::from_slice::<serde_json::Value>(text), serde_json::to_vec)),
        ("sonic-rs", again(sonic_rs::from_slice::<sonic_rs::Value>(text), sonic_rs::to_vec)),
        ("simd-json", again(simd_json::to_owned_value(&mut text.to_vec()), simd_json::to_vec)),
    ];
    let mut refusing = Vec::new();
    for (library, printed) in printed {
        let printed = match printed {
            Ok(printed) => printed,
            Err(reason) => {
                eprintln!("  {library} refuses it: {reason}");
                refusing.push(library);
                continue;
            }
        };
        let theirs = stele_json::from_slice(&printed).map_err(|error| error.message(&printed))?;
        if !stele_json::equivalent(&ours, &theirs) {
            if !nearly(&ours, &theirs) {
                return Err(format!("{library} reads another value"));
            }
            eprintln!("  {library} rounds some numbers otherwise");
        }
    }
    Ok(refusing)
}

fn again<V, E: ToString>(
    value: Result<V, E>,
    print: impl Fn(&V) -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, String> {
    value.and_then(|value| print(&value)).map_err(|error| error.to_string())
}

/// Without the feature `float_roundtrip` serde_json may be one unit of the last place off, and integers beyond 64 bits
/// become doubles; nothing else may differ.
fn nearly(a: &stele_json::Value<'_>, b: &stele_json::Value<'_>) -> bool {
    use stele_json::Value;
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= a.abs() * f64::EPSILON,
            _ => false,
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| nearly(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| nearly(value, other)))
        }
        _ => a == b,
    }
}
