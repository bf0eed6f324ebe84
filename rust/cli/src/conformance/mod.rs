//! `stele conformance`: the same cases to every testee, results as a table.
//!
//! Step in the flow: vectors (or a seed) + testees -> runner -> table, failures in full, closing line, exit code.
//! Parts: [`testees`] who is asked, [`vectors`] and [`generate`] what is asked, [`child`] and [`protocol`] how,
//! [`runner`] and [`differential`] the judging, [`known`] allowed deviations, [`shrink`] and [`table`] the report.

pub(crate) mod child;
mod differential;
mod generate;
mod known;
pub(crate) mod protocol;
pub(crate) mod runner;
mod shrink;
pub(crate) mod table;
pub(crate) mod testees;
mod vectors;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ArgMatches;

use crate::args;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::report::note;
use crate::tree::Tree;
use known::Known;
use runner::{Limits, Session, Verdict};
use table::Counts;
use testees::Testee;
use vectors::Case;

/// The settings of one run.
struct Settings {
    root: PathBuf,
    testees: Vec<Testee>,
    /// Named by the caller: then one that does not start is a failure, not an absence.
    named: bool,
    required: Vec<String>,
    folders: Vec<PathBuf>,
    folders_named: bool,
    filter: Option<String>,
    generate: Option<u64>,
    seed: u64,
    limits: Limits,
    show: usize,
    json: bool,
}

impl Settings {
    fn from(matches: &ArgMatches) -> Result<Self, Failure> {
        let root = testees::repository_root(args::text(matches, "root-dir"))?;
        let names = args::texts(matches, "testee");
        let given = args::texts(matches, "vectors");
        let folders = if given.is_empty() {
            default_folders(&root)?
        } else {
            given.iter().map(PathBuf::from).collect()
        };
        let seconds = |name: &str, usual| Duration::from_secs(args::count(matches, name).unwrap_or(usual));
        Ok(Self {
            testees: testees::chosen(&root, &names)?,
            named: names.iter().any(|name| name != "all"),
            required: args::texts(matches, "require"),
            folders_named: !given.is_empty(),
            folders,
            filter: args::text(matches, "filter").map(str::to_owned),
            generate: args::count(matches, "generate"),
            seed: args::count(matches, "seed").unwrap_or(1),
            limits: Limits { start: seconds("start-timeout", 120), case: seconds("timeout", 10) },
            show: args::count(matches, "show").unwrap_or(10) as usize,
            json: args::is_set(matches, "json"),
            root,
        })
    }
}

/// All folders of spec/vectors.
fn default_folders(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let all = root.join("spec/vectors");
    let entries = std::fs::read_dir(&all).map_err(|e| Failure::io_at(&all, &e))?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// One failure to be shown.
struct Shown {
    testee: usize,
    group: String,
    case: String,
    why: String,
    vector: String,
}

/// Everything a run found.
#[derive(Default)]
struct Results {
    groups: Vec<String>,
    counts: Vec<Vec<Counts>>,
    failures: Vec<Shown>,
}

impl Results {
    fn row(&mut self, group: &str, width: usize) -> usize {
        if let Some(at) = self.groups.iter().position(|known| known == group) {
            return at;
        }
        self.groups.push(group.to_owned());
        self.counts.push(vec![Counts::default(); width]);
        self.groups.len() - 1
    }

    fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.counts.iter().flatten().for_each(|cell| total.add(*cell));
        total
    }
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let mut settings = Settings::from(matches)?;
    if args::is_set(matches, "build") {
        testees::build(&settings.testees, &settings.root);
    }
    let mut results = Results::default();
    let absent = drop_absent(&mut settings, &mut results)?;
    if let Some(number) = settings.generate {
        run_generated(&settings, number, &mut results)?;
    } else {
        run_vectors(&settings, &mut results)?;
    }
    report(&settings, &results, &absent)?;
    if results.total().failed > 0 { Err(Failure::Reported(1)) } else { Ok(()) }
}

/// Leaves out testees that do not start; a named or required one is a failure.
fn drop_absent(settings: &mut Settings, results: &mut Results) -> Result<Vec<String>, Failure> {
    let mut absent = Vec::new();
    let mut present = Vec::new();
    let mut missing = Vec::new();
    for testee in std::mem::take(&mut settings.testees) {
        match Session::new(&testee, &settings.root, settings.limits).start() {
            Ok(()) => present.push(testee),
            Err(why) if settings.named || settings.required.contains(&testee.name) => {
                missing.push((present.len(), why));
                present.push(testee);
            }
            Err(why) => absent.push(format!("{}: {why}", testee.name)),
        }
    }
    let unknown = settings.required.iter().find(|name| !present.iter().any(|t| t.name == **name));
    if let Some(name) = unknown {
        return Err(Failure::usage(format!("no testee `{name}` among the chosen ones")));
    }
    settings.testees = present;
    for (at, why) in missing {
        let row = results.row("start", settings.testees.len());
        results.counts[row][at].failed += 1;
        results.failures.push(Shown {
            testee: at,
            group: "start".into(),
            case: "start".into(),
            why,
            vector: String::new(),
        });
    }
    Ok(absent)
}

fn run_generated(settings: &Settings, number: u64, results: &mut Results) -> Result<(), Failure> {
    let report =
        differential::run(&settings.testees, &settings.root, settings.limits, number, settings.seed)?;
    for (group, counts) in differential::GROUPS.iter().zip(report.counts) {
        let row = results.row(group, settings.testees.len());
        results.counts[row] = counts;
    }
    results.failures.extend(report.findings.into_iter().map(|found| Shown {
        testee: found.testee,
        group: differential::GROUPS[found.group].to_owned(),
        case: found.case,
        why: found.why,
        vector: found.vector,
    }));
    Ok(())
}

fn run_vectors(settings: &Settings, results: &mut Results) -> Result<(), Failure> {
    let mut cases = Vec::new();
    for folder in &settings.folders {
        cases.extend(vectors::load(folder)?);
    }
    let data =
        std::env::var_os("STELE_DATA").map_or_else(|| settings.root.join("../shared/data"), PathBuf::from);
    if !settings.folders_named {
        cases.extend(vectors::json_test_suite(&data)?);
    }
    if let Some(filter) = &settings.filter {
        cases.retain(|case| case.name.contains(filter.as_str()) || case.group.contains(filter.as_str()));
    }
    for (column, testee) in settings.testees.iter().enumerate() {
        let known = Known::load(&settings.root.join("spec/known"), &testee.name)?;
        let mut session = Session::new(testee, &settings.root, settings.limits);
        let mine: Vec<&Case> =
            cases.iter().filter(|case| is_for(case, testee, settings.folders_named)).collect();
        if settings.filter.is_none() {
            let exists = |group: &str, case: Option<&str>| {
                mine.iter().any(|known| known.group == group && case.is_none_or(|name| known.name == name))
            };
            for (group, case) in known.stale(exists) {
                let row = results.row(&group, settings.testees.len());
                results.counts[row][column].failed += 1;
                let why = "listed as a known deviation, but there is no such case".to_owned();
                results.failures.push(Shown { testee: column, group, case, why, vector: String::new() });
            }
        }
        let mut progress = Progress::steps(&testee.name, mine.len() as u64);
        for case in mine {
            let row = results.row(&case.group, settings.testees.len());
            let verdict = with_known(session.run(case), known.reason(&case.group, &case.name));
            let cell = &mut results.counts[row][column];
            match verdict {
                Verdict::Passed => cell.passed += 1,
                Verdict::Skipped(_) => cell.skipped += 1,
                Verdict::Failed(why) => {
                    cell.failed += 1;
                    results.failures.push(Shown {
                        testee: column,
                        group: case.group.clone(),
                        case: case.name.clone(),
                        why,
                        vector: String::new(),
                    });
                }
            }
            progress.advance(1);
        }
    }
    Ok(())
}

/// Whether a testee is asked this case: it has the operation, and the dialect or the folder was named on purpose.
fn is_for(case: &Case, testee: &Testee, folders_named: bool) -> bool {
    testee.has_op(&case.op) && (folders_named || testee.has_dialect(&case.dialect))
}

/// A known deviation may fail; when it passes the list is out of date, which is a failure too.
fn with_known(verdict: Verdict, reason: Option<&str>) -> Verdict {
    match (verdict, reason) {
        (Verdict::Failed(_), Some(reason)) => Verdict::Skipped(format!("known: {reason}")),
        (Verdict::Passed, Some(reason)) => {
            Verdict::Failed(format!("passes, though listed as a known deviation: {reason}"))
        }
        (verdict, _) => verdict,
    }
}

fn report(settings: &Settings, results: &Results, absent: &[String]) -> Result<(), Failure> {
    let names: Vec<String> = settings.testees.iter().map(|testee| testee.name.clone()).collect();
    for reason in absent {
        note(&format!("not present: {reason}"));
    }
    if settings.json {
        return report_json(settings, results, &names);
    }
    let mut text = String::new();
    for (column, name) in names.iter().enumerate() {
        let mine: Vec<&Shown> = results.failures.iter().filter(|shown| shown.testee == column).collect();
        for shown in mine.iter().take(settings.show) {
            text.push_str(&format!("FAILED {name} | {} | {}\n  {}\n", shown.group, shown.case, shown.why));
            if !shown.vector.is_empty() {
                text.push_str(&format!("  {}\n", shown.vector));
            }
        }
        if mine.len() > settings.show {
            text.push_str(&format!("... and {} more of {name} (--show N)\n", mine.len() - settings.show));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&table::render(&results.groups, &names, &results.counts));
    text.push_str(&format!("\n{}\n", results.total().closing_line()));
    output::print(&text)
}

fn report_json(settings: &Settings, results: &Results, names: &[String]) -> Result<(), Failure> {
    let mut text = String::new();
    for shown in &results.failures {
        let mut line = vec![
            ("testee".to_owned(), Tree::text(settings.testees[shown.testee].name.clone())),
            ("group".to_owned(), Tree::text(shown.group.clone())),
            ("case".to_owned(), Tree::text(shown.case.clone())),
            ("failed".to_owned(), Tree::text(shown.why.clone())),
        ];
        if let Ok(vector) = Tree::parse(shown.vector.as_bytes()) {
            line.push(("vector".to_owned(), vector));
        }
        text.push_str(&Tree::Object(line).to_json());
        text.push('\n');
    }
    let counts = |c: &Counts| {
        let int = |n: usize| Tree::int(n as i64);
        [("passed", int(c.passed)), ("failed", int(c.failed)), ("skipped", int(c.skipped))]
    };
    for (group, row) in results.groups.iter().zip(&results.counts) {
        for (name, cell) in names.iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
            let [passed, failed, skipped] = counts(cell);
            let head = [("testee", Tree::text(name.clone())), ("group", Tree::text(group.clone()))];
            let members = head.into_iter().chain([passed, failed, skipped]);
            text.push_str(&Tree::Object(members.map(|(k, v)| (k.to_owned(), v)).collect()).to_json());
            text.push('\n');
        }
    }
    text.push_str(&Tree::object(counts(&results.total())).to_json());
    text.push('\n');
    output::print(&text)
}
