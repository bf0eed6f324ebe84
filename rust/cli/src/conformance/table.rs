//! Results as a table: implementation x group, and the closing line that scripts read.
//!
//! Step in the flow: verdicts -> counts -> text. Plain characters, columns as wide as their content.

use std::fmt::Write as _;

/// Counts of one testee in one group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// `12`, `12 / 3 failed`, `12 / 4 skipped`, `-` for nothing.
    fn cell(self) -> String {
        if self.is_empty() {
            return "-".to_owned();
        }
        let mut cell = self.passed.to_string();
        if self.failed > 0 {
            let _ = write!(cell, " / {} failed", self.failed);
        }
        if self.skipped > 0 {
            let _ = write!(cell, " / {} skipped", self.skipped);
        }
        cell
    }

    /// The last line of a run.
    pub(crate) fn closing_line(self) -> String {
        format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// Rows are groups, columns testees; `counts[row][column]`. A row of totals is added.
pub(crate) fn render(groups: &[String], testees: &[String], counts: &[Vec<Counts>]) -> String {
    let mut rows = vec![header(testees)];
    let mut totals = vec![Counts::default(); testees.len()];
    for (group, line) in groups.iter().zip(counts) {
        let mut row = vec![group.clone()];
        for (column, cell) in line.iter().enumerate() {
            totals[column].add(*cell);
            row.push(cell.cell());
        }
        rows.push(row);
    }
    let mut last = vec!["all".to_owned()];
    last.extend(totals.iter().map(|total| total.cell()));
    rows.push(last);
    let lines = [1, rows.len() - 1];
    columns(&rows, &lines, false)
}

fn header(testees: &[String]) -> Vec<String> {
    std::iter::once("group".to_owned()).chain(testees.iter().cloned()).collect()
}

/// Cells in columns; before the rows with the given numbers stands a line. Numbers are set to the right on request,
/// the first column
/// and the last, which are words, never.
pub(crate) fn columns(rows: &[Vec<String>], lines_before: &[usize], to_the_right: bool) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or_default()).collect();
    let total = widths.iter().sum::<usize>() + 2 * count.saturating_sub(1);
    let mut out = String::new();
    for (i, row) in rows.iter().enumerate() {
        if lines_before.contains(&i) {
            out.push_str(&"-".repeat(total));
            out.push('\n');
        }
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let lead = if column > 0 { "  " } else { "" };
            if to_the_right && column > 0 && column + 1 < count {
                let _ = write!(line, "{lead}{gap}{cell}");
            } else {
                let _ = write!(line, "{lead}{cell}{gap}");
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_closing_line() {
        let some = Counts { passed: 3, failed: 1, skipped: 2 };
        let text =
            render(&["g".to_owned()], &["rust".to_owned(), "x".to_owned()], &[vec![some, Counts::default()]]);
        let expected = "\
group  rust                      x
----------------------------------
g      3 / 1 failed / 2 skipped  -
----------------------------------
all    3 / 1 failed / 2 skipped  -
";
        assert_eq!(text, expected);
        assert_eq!(some.closing_line(), "3 passed, 1 failed, 2 skipped");
    }
}
