//! `stele stats`: how large a document is in each format, in bytes and in tokens.
//!
//! Step in the flow: document -> minified JSON, pretty JSON, TONL presets, YAML -> a table against minified JSON.
//! YAML comes from the crate `saphyr`; tokens from the tables of `tiktoken-rs`.

use clap::ArgMatches;
use saphyr::{Mapping, Scalar, ScalarStyle, Yaml, YamlEmitter};
use tonl::EncodeOptions;

use super::load::{format_of, tonl_failure, tree_of};
use super::options::json_layout;
use crate::args;
use crate::conformance::table::columns;
use crate::failure::{Failure, Outcome};
use crate::input::{self, Source};
use crate::journey::grouped;
use crate::output;
use crate::tokens::Model;
use crate::tree::{Tree, reading};

/// One format of one document.
struct Size {
    format: &'static str,
    bytes: usize,
    tokens: usize,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let model = Model::named(args::text(matches, "model").unwrap_or("o200k_base"))?;
    let json = args::is_set(matches, "json");
    let mut outcome = Outcome::default();
    for source in input::sources(&args::texts(matches, "files"))? {
        let result = measure(&source, &model, matches).and_then(|sizes| {
            let text =
                if json { as_json(&source, &model, &sizes) } else { as_table(&source, &model, &sizes) };
            output::print(&text)
        });
        outcome.note(result)?;
    }
    outcome.finish()
}

fn measure(source: &Source, model: &Model, matches: &ArgMatches) -> Result<Vec<Size>, Failure> {
    let bytes = source.read_all()?;
    let label = source.label();
    let tree = tree_of(&bytes, format_of(source, matches, &bytes), &label, matches)?;
    drop(bytes);
    let json = tree.to_json();
    let pretty = stele_json::format::format(json.as_bytes(), &reading(), &json_layout(true));
    let pretty = pretty.map_err(|error| Failure::refused(&label, "E_JSON", error))?;
    let mut sizes = Vec::new();
    let mut add =
        |format, text: &str| sizes.push(Size { format, bytes: text.len(), tokens: model.count(text) });
    add("JSON minified", &json);
    add("JSON pretty", &String::from_utf8_lossy(&pretty));
    for (name, opts) in presets() {
        let text = tonl::from_json(json.as_bytes(), &opts);
        add(name, &text.map_err(|error| tonl_failure(&error, &label, None))?);
    }
    add("YAML", &yaml(&tree).map_err(|error| Failure::refused(&label, "E_YAML", error))?);
    Ok(sizes)
}

fn presets() -> Vec<(&'static str, EncodeOptions)> {
    vec![
        ("TONL", EncodeOptions::default()),
        ("TONL dense", EncodeOptions::dense()),
        ("TONL tight", EncodeOptions::tight()),
    ]
}

/// Block style, numbers with their digits, strings quoted where YAML would read something else.
fn yaml(tree: &Tree) -> Result<String, saphyr::EmitError> {
    let mut text = String::new();
    YamlEmitter::new(&mut text).dump(&to_yaml(tree))?;
    // the marker of a document's start is not needed for a single document
    Ok(text.strip_prefix("---\n").map(str::to_owned).unwrap_or(text))
}

fn to_yaml(tree: &Tree) -> Yaml<'_> {
    let plain = |text: &'static str| Yaml::Representation(text.into(), ScalarStyle::Plain, None);
    match tree {
        Tree::Null => plain("null"),
        Tree::Bool(value) => Yaml::Value(Scalar::Boolean(*value)),
        Tree::Number(lexeme) => Yaml::Representation(lexeme.as_str().into(), ScalarStyle::Plain, None),
        Tree::Text(text) => Yaml::Value(Scalar::String(text.as_str().into())),
        Tree::Array(elements) => Yaml::Sequence(elements.iter().map(to_yaml).collect()),
        Tree::Object(members) => {
            let pairs = members
                .iter()
                .map(|(name, value)| (Yaml::Value(Scalar::String(name.as_str().into())), to_yaml(value)));
            Yaml::Mapping(pairs.collect::<Mapping<'_>>())
        }
    }
}

fn share(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn as_table(source: &Source, model: &Model, sizes: &[Size]) -> String {
    let head = ["format", "bytes", "of JSON", model.tokenizer, "of JSON", ""];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let first = &sizes[0];
    for size in sizes {
        rows.push(vec![
            size.format.to_owned(),
            grouped(size.bytes),
            share(size.bytes, first.bytes),
            grouped(size.tokens),
            share(size.tokens, first.tokens),
            String::new(),
        ]);
    }
    format!("{}\n{}", source.label(), columns(&rows, &[1], true))
}

fn as_json(source: &Source, model: &Model, sizes: &[Size]) -> String {
    let formats = sizes.iter().map(|size| {
        let counts = [("bytes", Tree::int(size.bytes as i64)), ("tokens", Tree::int(size.tokens as i64))];
        (size.format.to_owned(), Tree::object(counts))
    });
    let document = Tree::object([
        ("document", Tree::text(source.label())),
        ("tokenizer", Tree::text(model.tokenizer)),
        ("formats", Tree::Object(formats.collect())),
    ]);
    document.to_json() + "\n"
}
