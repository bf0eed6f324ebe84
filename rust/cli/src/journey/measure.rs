//! One document through one implementation: JSON -> TONL -> JSON, timed inside, compared outside.
//!
//! Step in the flow: [`Document`] + running testee -> [`Row`]. Times are medians that the testee measured itself
//! (`repeat` of the protocol), so neither pipes nor process starts count. The value that comes back is compared
//! with the one that was sent, and the TONL with that of the first implementation, byte by byte.

use super::FORMS;
use super::documents::Document;
use crate::compare::difference;
use crate::conformance::protocol::{Answer, Options, Request};
use crate::conformance::runner::{Session, text_difference};
use crate::conformance::testees::Testee;
use crate::tree::Tree;

/// How long one timed operation is repeated, in nanoseconds.
const TIMED: u64 = 150_000_000;

/// Fewest and most repetitions.
const REPEATS: (u64, u64) = (3, 1000);

/// What one implementation made of one document.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// TONL, dense and tight.
    pub(crate) texts: [Option<String>; 3],
    /// Nanoseconds, median.
    pub(crate) encode: Option<u64>,
    pub(crate) decode: Option<u64>,
    pub(crate) json_again: Option<u64>,
    /// The first difference.
    pub(crate) difference: Option<String>,
    /// Why something was not done.
    pub(crate) skipped: Option<String>,
}

/// Sends the document on its way. `reference` is the row of the first implementation; `corrupt` changes one byte
/// between writing and reading.
pub(crate) fn travel(
    document: &Document,
    testee: &Testee,
    session: &mut Session<'_>,
    reference: Option<&Row>,
    corrupt: bool,
) -> Row {
    let mut row = Row::default();
    if let Err(why) = stages(document, testee, session, reference, corrupt, &mut row) {
        match why {
            Stop::Differs(text) => row.difference = Some(text),
            Stop::Skipped(text) => row.skipped = Some(text),
        }
    }
    row
}

enum Stop {
    Differs(String),
    Skipped(String),
}

fn stages(
    document: &Document,
    testee: &Testee,
    session: &mut Session<'_>,
    reference: Option<&Row>,
    corrupt: bool,
    row: &mut Row,
) -> Result<(), Stop> {
    let spoil = |text: &str| if corrupt { corrupted(text) } else { text.to_owned() };
    if testee.has_op("json_to_json") {
        let (text, ns) = timed(session, "json_to_json", &document.json)?;
        row.json_again = ns;
        let text = if testee.has_op("tonl_to_json") { text } else { spoil(&text) };
        same_value(&document.value, &text, "JSON")?;
    }
    if !testee.has_op("json_to_tonl") || !testee.has_op("tonl_to_json") {
        return Ok(());
    }
    let (text, ns) = timed(session, "json_to_tonl", &document.json)?;
    row.encode = ns;
    let sent = spoil(&text);
    row.texts[0] = Some(text);
    let (back, ns) = timed(session, "tonl_to_json", &sent)?;
    row.decode = ns;
    same_value(&document.value, &back, "TONL")?;
    for (at, preset) in [(1, "dense"), (2, "tight")] {
        if preset == "tight" && !testee.has_dialect("tight") {
            continue;
        }
        let options: Options = vec![("preset".to_owned(), Tree::text(preset))];
        let (text, _) = once(session, "json_to_tonl", &document.json, &options, None)?;
        let (back, _) = once(session, "tonl_to_json", &text, &Options::new(), None)?;
        same_value(&document.value, &back, preset)?;
        row.texts[at] = Some(text);
    }
    for (at, form) in FORMS[1..].iter().enumerate() {
        let expected = reference.and_then(|first| first.texts[at].as_ref());
        if let Some(why) = expected.zip(row.texts[at].as_ref()).and_then(|(a, b)| text_difference(a, b)) {
            return Err(Stop::Differs(format!("{form} bytes differ from the first implementation's: {why}")));
        }
    }
    Ok(())
}

fn same_value(value: &Tree, text: &str, way: &str) -> Result<(), Stop> {
    let back =
        Tree::parse(text.as_bytes()).map_err(|e| Stop::Differs(format!("{way}: output is not JSON: {e}")))?;
    difference(value, &back).map_or(Ok(()), |why| Err(Stop::Differs(format!("{way}: {why}"))))
}

/// Once to learn how long it takes, then as often as fits in the time.
fn timed(session: &mut Session<'_>, op: &str, input: &str) -> Result<(String, Option<u64>), Stop> {
    let none = Options::new();
    let (text, first) = once(session, op, input, &none, Some(1))?;
    let Some(first) = first else { return Ok((text, None)) };
    let repeat = (TIMED / first.max(1)).clamp(REPEATS.0, REPEATS.1);
    once(session, op, input, &none, Some(repeat))
}

fn once(
    session: &mut Session<'_>,
    op: &str,
    input: &str,
    options: &Options,
    repeat: Option<u64>,
) -> Result<(String, Option<u64>), Stop> {
    let request = Request { op, input: input.as_bytes(), options, repeat };
    match session.ask(&request) {
        Ok(Answer::Output { text, ns }) => Ok((text, ns)),
        Ok(Answer::Skipped(reason)) => Err(Stop::Skipped(format!("{op} skipped: {reason}"))),
        Ok(Answer::Error { code, line, column, message }) => {
            Err(Stop::Differs(format!("{op}: {code} at {line}:{column} ({message})")))
        }
        Err(why) => Err(Stop::Differs(format!("{op}: {why}"))),
    }
}

/// The text with one letter or digit changed: the last one that stands in data, not in a header.
pub(crate) fn corrupted(text: &str) -> String {
    let mut end = text.len();
    for line in text.rsplit('\n') {
        let start = end - line.len();
        let header = line.trim_end().ends_with(':') || line.starts_with('#');
        let found = line.bytes().rposition(|b| b.is_ascii_alphanumeric());
        if let (false, Some(at)) = (header, found) {
            let mut bytes = text.as_bytes().to_vec();
            let old = bytes[start + at];
            bytes[start + at] = match old {
                b'9' => b'8',
                b'z' => b'y',
                b'Z' => b'Y',
                other => other + 1,
            };
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        end = start.saturating_sub(1);
    }
    format!("{text}x")
}

#[cfg(test)]
mod tests {
    use super::corrupted;

    #[test]
    fn one_byte_of_data_changes() {
        let table = [
            ("#version 1.0\nroot:\n  a: 19", "#version 1.0\nroot:\n  a: 18"),
            ("root[1]{a}:\n  x\n", "root[1]{a}:\n  y\n"),
            ("root:\n  b: 1\n  a[0]:", "root:\n  b: 2\n  a[0]:"),
            ("root: é", "roou: é"),
        ];
        for (text, expected) in table {
            assert_eq!(corrupted(text), expected);
        }
    }
}
