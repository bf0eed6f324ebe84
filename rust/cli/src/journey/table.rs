//! What a journey prints: a table with a line per document and implementation, or JSON lines.
//!
//! Step in the flow: [`Line`]s -> text. Sizes first, then times, then the verdict: "identical" or the first difference.

use std::time::Instant;

use super::measure::Row;
use super::{FORMS, Line, Sizes, grouped};
use crate::conformance::table::columns;
use crate::tree::Tree;

fn verdict(row: &Row) -> String {
    match (&row.difference, &row.skipped) {
        (Some(why), _) => why.clone(),
        (None, Some(why)) => why.clone(),
        (None, None) if row.encode.is_some() => "identical".to_owned(),
        (None, None) => "identical (JSON only)".to_owned(),
    }
}

pub(super) fn as_table(lines: &[Line], started: Instant) -> String {
    let group = |name: &'static str| std::iter::once(name).chain(std::iter::repeat_n("", FORMS.len() - 1));
    let times = ["to TONL", "to JSON", "JSON again", "result"];
    let above = ["", ""].into_iter().chain(group("bytes")).chain(group("o200k tokens")).chain([
        "median ms",
        "",
        "",
        "",
    ]);
    let names = ["document", "by"].into_iter().chain(FORMS).chain(FORMS).chain(times);
    let mut rows = vec![above.map(str::to_owned).collect::<Vec<_>>(), names.map(str::to_owned).collect()];
    let count = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), grouped);
    let time = |ns: Option<u64>| ns.map_or_else(|| "-".to_owned(), milliseconds);
    let mut previous = "";
    for line in lines {
        let name = if line.document == previous { "" } else { line.document.as_str() };
        previous = &line.document;
        let mut row = vec![name.to_owned(), line.testee.clone()];
        row.extend(line.bytes.iter().chain(&line.tokens).map(|n| count(*n)));
        row.extend([line.row.encode, line.row.decode, line.row.json_again].map(time));
        row.push(verdict(&line.row));
        rows.push(row);
    }
    let mut text = columns(&rows, &[2], true);
    text.push('\n');
    text.push_str(&summary(lines, started));
    text
}

/// `TONL 91.0 %`: a form against the JSON of the same lines, those that have the form.
fn share(lines: &[Line], pick: fn(&Line) -> Sizes, form: usize) -> Option<String> {
    let pairs = lines.iter().filter_map(|line| pick(line)[form].zip(pick(line)[0]));
    let (part, json) = pairs.fold((0, 0), |(part, json), (a, b)| (part + a, json + b));
    (json > 0).then(|| format!("{} {:.1} %", FORMS[form], 100.0 * part as f64 / json as f64))
}

fn summary(lines: &[Line], started: Instant) -> String {
    let mut text = String::new();
    for (what, pick) in [("bytes", (|line| line.bytes) as fn(&Line) -> Sizes), ("tokens", |line| line.tokens)]
    {
        let shares: Vec<String> = (1..FORMS.len()).filter_map(|form| share(lines, pick, form)).collect();
        if !shares.is_empty() {
            text.push_str(&format!("all {what} against minified JSON: {}\n", shares.join(", ")));
        }
    }
    let different = lines.iter().filter(|line| line.row.difference.is_some()).count();
    let skipped =
        lines.iter().filter(|line| line.row.difference.is_none() && line.row.skipped.is_some()).count();
    let same = lines.len() - different - skipped;
    text.push_str(&format!(
        "{} journeys in {:.1} s: {same} identical, {different} different, {skipped} skipped\n",
        lines.len(),
        started.elapsed().as_secs_f64()
    ));
    text
}

pub(super) fn as_json(lines: &[Line]) -> String {
    let mut out = String::new();
    let int = |n: Option<u64>| n.map_or(Tree::Null, |n| Tree::int(n as i64));
    for line in lines {
        let sizes = |values: Sizes| {
            let each = FORMS.iter().zip(values);
            Tree::Object(each.map(|(name, n)| (name.to_lowercase(), int(n.map(|n| n as u64)))).collect())
        };
        let row = &line.row;
        let object = Tree::object([
            ("document", Tree::text(line.document.clone())),
            ("testee", Tree::text(line.testee.clone())),
            ("bytes", sizes(line.bytes)),
            ("tokens", sizes(line.tokens)),
            ("to_tonl_ns", int(row.encode)),
            ("to_json_ns", int(row.decode)),
            ("json_again_ns", int(row.json_again)),
            ("identical", Tree::Bool(row.difference.is_none() && row.skipped.is_none())),
            ("difference", row.difference.clone().map_or(Tree::Null, Tree::Text)),
            ("skipped", row.skipped.clone().map_or(Tree::Null, Tree::Text)),
        ]);
        out.push_str(&object.to_json());
        out.push('\n');
    }
    out
}

fn milliseconds(ns: u64) -> String {
    let ms = ns as f64 / 1e6;
    match ms {
        ms if ms < 0.1 => format!("{ms:.4}"),
        ms if ms < 10.0 => format!("{ms:.3}"),
        ms => format!("{ms:.1}"),
    }
}
