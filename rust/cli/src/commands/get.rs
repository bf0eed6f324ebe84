//! `stele get`: parts of documents by JSON Pointer (RFC 6901) or JSONPath (RFC 9535).
//!
//! Step in the flow: query + document -> values, one a line. A pointer into JSON skips what it does not need and
//! builds nothing; a path works on a [`Tree`], through the crate `jsonpath-rust`. Numbers keep their digits.

use clap::ArgMatches;
use jsonpath_rust::parser::model::JpQuery;
use jsonpath_rust::parser::parse_json_path;
use jsonpath_rust::query::js_path_process;
use jsonpath_rust::query::queryable::Queryable;
use stele_json::pointer;

use super::load::{Format, each_line, format_of, tree_of};
use super::options::json_layout;
use crate::args;
use crate::failure::{Failure, Outcome};
use crate::input::{self, Source};
use crate::output::{Sink, Target};
use crate::tree::{self, Tree, reading};

enum Query {
    Pointer(String),
    Path(Box<JpQuery>),
}

/// How values are printed.
struct Style {
    raw: bool,
    pretty: bool,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let query = parse(args::text(matches, "query").unwrap_or_default())?;
    let style = Style { raw: args::is_set(matches, "raw"), pretty: args::is_set(matches, "pretty") };
    let mut sink = Sink::open(&Target::Stdout)?;
    let mut outcome = Outcome::default();
    for source in input::sources(&args::texts(matches, "files"))? {
        outcome.note(get(&source, &query, &style, matches, &mut sink))?;
    }
    sink.commit()?;
    outcome.finish()
}

fn parse(text: &str) -> Result<Query, Failure> {
    if text.starts_with('$') {
        let parsed = parse_json_path(text);
        // the parser draws the place of the problem itself, over several lines
        return parsed
            .map(|q| Query::Path(Box::new(q)))
            .map_err(|e| Failure::usage(format!("JSONPath: {e}")));
    }
    match pointer::parse(text) {
        Ok(_) => Ok(Query::Pointer(text.to_owned())),
        Err(_) => Err(Failure::usage(format!(
            "`{text}` is neither a JSON Pointer (empty, or starting with `/`) nor a JSONPath (starting with `$`)"
        ))),
    }
}

fn get(
    source: &Source,
    query: &Query,
    style: &Style,
    matches: &ArgMatches,
    sink: &mut Sink,
) -> Result<(), Failure> {
    let bytes = source.read_all()?;
    let label = source.label();
    let format = format_of(source, matches, &bytes);
    match (format, query) {
        (Format::Json, Query::Pointer(pointer)) => {
            let found = pointer::get_many_raw(&bytes, &[pointer], &reading());
            let found = found.map_err(|error| tree::json_failure(&error, &label, &bytes))?;
            let text = found.first().copied().flatten().ok_or_else(|| not_there(&label, pointer))?;
            print(&Tree::parse_or_refuse(text.as_bytes(), &label)?, style, sink)
        }
        (Format::Lines, _) => {
            let mut printed = Ok(());
            each_line(&bytes, &label, |line| {
                let value = Tree::parse(line)?;
                if printed.is_ok() {
                    printed = select(&value, query, &label, style, sink);
                }
                Ok(())
            })?;
            printed
        }
        _ => select(&tree_of(&bytes, format, &label, matches)?, query, &label, style, sink),
    }
}

fn select(value: &Tree, query: &Query, label: &str, style: &Style, sink: &mut Sink) -> Result<(), Failure> {
    match query {
        Query::Pointer(pointer) => {
            let found = resolve(value, pointer).ok_or_else(|| not_there(label, pointer))?;
            print(found, style, sink)
        }
        Query::Path(path) => {
            let found = js_path_process(path, value).map_err(|e| Failure::refused(label, "E_PATH", e))?;
            found.into_iter().try_for_each(|found| print(found.val(), style, sink))
        }
    }
}

#[cold]
fn not_there(label: &str, pointer: &str) -> Failure {
    Failure::refused(label, "E_POINTER", format!("nothing at `{pointer}`"))
}

fn resolve<'t>(value: &'t Tree, text: &str) -> Option<&'t Tree> {
    let tokens = pointer::parse(text).ok()?;
    tokens.iter().try_fold(value, |value, token| match value {
        Tree::Object(_) => value.member(token),
        Tree::Array(elements) => elements.get(pointer::array_index(token)?),
        _ => None,
    })
}

fn print(value: &Tree, style: &Style, sink: &mut Sink) -> Result<(), Failure> {
    match value {
        Tree::Text(text) if style.raw => sink.put(text.as_bytes())?,
        value => {
            let mut text = value.to_json().into_bytes();
            if style.pretty {
                let formatted = stele_json::format::format(&text, &reading(), &json_layout(true));
                text = formatted.map_err(|error| Failure::refused("<value>", "E_JSON", error))?;
            }
            sink.put(&text)?;
        }
    }
    sink.put(b"\n")
}

impl Queryable for Tree {
    fn get(&self, key: &str) -> Option<&Self> {
        self.member(key)
    }

    fn as_array(&self) -> Option<&Vec<Self>> {
        match self {
            Self::Array(elements) => Some(elements),
            _ => None,
        }
    }

    fn as_object(&self) -> Option<Vec<(&str, &Self)>> {
        match self {
            Self::Object(members) => {
                Some(members.iter().map(|(name, value)| (name.as_str(), value)).collect())
            }
            _ => None,
        }
    }

    fn as_str(&self) -> Option<&str> {
        self.as_text()
    }

    fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Number(lexeme) => lexeme.parse().ok(),
            _ => None,
        }
    }

    fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(lexeme) => lexeme.parse().ok(),
            _ => None,
        }
    }

    fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn null() -> Self {
        Self::Null
    }
}

impl PartialEq for Tree {
    /// As JSONPath compares: by value.
    fn eq(&self, other: &Self) -> bool {
        crate::compare::difference(self, other).is_none()
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Tree {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Tree {
    fn from(value: i64) -> Self {
        Self::int(value)
    }
}

impl From<f64> for Tree {
    fn from(value: f64) -> Self {
        Self::Number(format!("{value:?}"))
    }
}

impl From<Vec<Tree>> for Tree {
    fn from(elements: Vec<Tree>) -> Self {
        Self::Array(elements)
    }
}
