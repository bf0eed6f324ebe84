//! Rows -> tables for people and a CSV file with every round.

use std::fmt::Write;

use crate::contenders::{Contender, SERDE};

/// What one library did with one document.
pub(crate) struct Row {
    document: String,
    bytes: usize,
    task: &'static str,
    library: &'static str,
    rounds: Vec<f64>,
}

impl Row {
    pub(crate) fn new(document: &str, bytes: usize, contender: &Contender<'_>, rounds: Vec<f64>) -> Self {
        Row { document: document.to_owned(), bytes, task: contender.task, library: contender.library, rounds }
    }

    fn median(&self) -> f64 {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(f64::total_cmp);
        rounds[rounds.len() / 2]
    }
}

/// One table a task: microseconds, and in brackets serde_json's time over it; the last line is the geometric mean.
pub(crate) fn tables(rows: &[Row]) -> String {
    let mut out = String::new();
    for task in ["read", "skip", "print"] {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.task == task).collect();
        let mut libraries: Vec<&str> = Vec::new();
        let mut documents: Vec<(&str, usize)> = Vec::new();
        for row in &rows {
            if !libraries.contains(&row.library) {
                libraries.push(row.library);
            }
            if !documents.contains(&(&row.document, row.bytes)) {
                documents.push((&row.document, row.bytes));
            }
        }
        let mut products = vec![(0.0, 0); libraries.len()];
        let _ = writeln!(out, "\n| {task}, us (x serde_json) | bytes | {} |", libraries.join(" | "));
        let _ = writeln!(out, "|---|---|{}", "---|".repeat(libraries.len()));
        for &(document, bytes) in &documents {
            let of = |library: &str| {
                rows.iter()
                    .find(|row| row.document == document && row.library == library)
                    .map_or(f64::NAN, |row| row.median())
            };
            let base = of(SERDE);
            let _ = write!(out, "| {document} | {bytes} |");
            for (i, library) in libraries.iter().enumerate() {
                if of(library).is_nan() {
                    out.push_str(" refused |");
                    continue;
                }
                products[i].0 += (base / of(library)).ln();
                products[i].1 += 1;
                let _ = write!(out, " {:.1} ({:.2}) |", of(library) / 1e3, base / of(library));
            }
            out.push('\n');
        }
        let _ = write!(out, "| geometric mean | |");
        for (sum, count) in products {
            let _ = write!(out, " {:.2} |", (sum / f64::from(count)).exp());
        }
        out.push('\n');
    }
    out
}

/// Nanoseconds of every round, a line for each document, task and library.
pub(crate) fn csv(rows: &[Row]) -> String {
    let mut out = "document,bytes,task,library,nanoseconds of each round\n".to_owned();
    for row in rows {
        let rounds: Vec<String> = row.rounds.iter().map(|ns| format!("{ns:.0}")).collect();
        let _ =
            writeln!(out, "{},{},{},{},{}", row.document, row.bytes, row.task, row.library, rounds.join(","));
    }
    out
}
