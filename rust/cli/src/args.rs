//! The one table of commands and flags: parser, help, man page and completions are made from it.
//!
//! Step in the flow: argv -> clap's matches (low level) -> typed settings that the commands take (high level).
//! Nothing after this file looks at a flag's name.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};

/// The whole command line.
pub(crate) fn command() -> Command {
    Command::new("stele")
        .version(env!("CARGO_PKG_VERSION"))
        .about("JSON and TONL on the command line: convert, check, query, measure, compare implementations")
        .after_help(EXAMPLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .max_term_width(100)
        .arg(
            Arg::new("color")
                .long("color")
                .value_name("WHEN")
                .value_parser(["auto", "always", "never"])
                .default_value("auto")
                .global(true)
                .help("Colour in messages; auto: only on a terminal and without NO_COLOR"),
        )
        .arg(flag("quiet", "No progress on standard error").short('q').global(true))
        .subcommands([
            encode(),
            decode(),
            format(),
            check(),
            get(),
            stats(),
            journey(),
            conformance(),
            testee(),
            completions(),
            man(),
        ])
}

const EXAMPLES: &str = "\
Examples:
  stele encode orders.json                     JSON to TONL on standard output
  stele encode --preset dense -o out/ 'data/*.json'
  curl -s https://example.org/data.json | stele encode
  stele decode orders.tonl --pretty
  stele check config/*.tonl                    every problem with its source line
  stele get /users/0/name users.tonl
  stele get '$..price' shop.json
  stele stats --model gpt-4o orders.json       bytes and tokens per format
  stele journey                                real documents through every implementation

Input may be JSON, TONL, or one JSON document a line (.ndjson, .jsonl), plain or packed with gzip or zstd.
Exit code: 0 done, 1 the input was refused, 2 wrong usage or input/output.";

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn value(name: &'static str, placeholder: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(placeholder).help(help)
}

fn number(name: &'static str, help: &'static str) -> Arg {
    value(name, "N", help).value_parser(value_parser!(u64))
}

fn files() -> Arg {
    Arg::new("files")
        .value_name("FILE")
        .num_args(0..)
        .value_hint(ValueHint::FilePath)
        .help("Files or patterns; none or `-`: standard input")
}

fn output() -> [Arg; 3] {
    [
        value("output", "PATH", "Write to this file, or with several inputs into this folder")
            .short('o')
            .value_hint(ValueHint::AnyPath)
            .conflicts_with("in-place"),
        flag(
            "in-place",
            "Replace each file, safely: a crash keeps the old one. A changed format changes the extension",
        )
        .short('i'),
        flag("keep", "With --in-place: do not remove the old file when the extension changes")
            .requires("in-place"),
    ]
}

/// Flags of writing TONL (paragraph 5 of the format).
fn tonl_writing() -> Vec<Arg> {
    vec![
        value("preset", "NAME", "Settings to start from; other flags change single ones")
            .value_parser(["default", "dense", "tight"])
            .default_value("default"),
        value("delimiter", "D", "Between cells: , | ; tab, or auto").value_parser(delimiters()),
        flag("types", "Add type hints to headers"),
        value("tonl-version", "TEXT", "Text of the version line; none: no such line"),
        number("indent", "Spaces per level, 1 to 16"),
        flag("pretty-delimiters", "A space on both sides of delimiters"),
        value("key-order", "ORDER", "Order of members").value_parser(["sorted", "source"]),
        value("headers", "FORM", "Column names in object headers, or none").value_parser(["columns", "bare"]),
        value("colon-space", "YES", "A space after the colon").value_parser(["true", "false"]),
        value("root", "FORM", "Everything under `root`, or open members").value_parser(["wrapped", "open"]),
        number("max-depth", "Nested containers that are accepted (default 500)"),
    ]
}

/// Flags of reading TONL.
fn tonl_reading() -> Vec<Arg> {
    vec![
        flag("strict", "Refuse what the format calls an error only in strict mode"),
        number("max-input", "Longest text that is accepted, in UTF-16 units"),
        value("dialect", "NAME", "Which TONL is read").value_parser(["auto", "profile", "tight"]),
    ]
}

/// The names of delimiters; TAB itself and its escape are accepted too.
fn delimiters() -> Vec<PossibleValue> {
    let shown = [",", "|", ";", "tab", "auto"].map(PossibleValue::new);
    let accepted = ["\t", "\\t"].map(|name| PossibleValue::new(name).hide(true));
    shown.into_iter().chain(accepted).collect()
}

fn encode() -> Command {
    Command::new("encode")
        .about("JSON to TONL")
        .after_help(
            "Examples:\n  stele encode orders.json -o orders.tonl\n  stele encode --preset dense --delimiter auto < orders.json\n  \
             stele encode events.ndjson.gz           the lines become one array\n  stele encode --in-place 'data/*.json'   each a.json becomes a.tonl",
        )
        .arg(files())
        .args(output())
        .arg(flag("ndjson", "Input is one JSON document a line; the lines become one array"))
        .args(tonl_writing())
}

fn decode() -> Command {
    Command::new("decode")
        .about("TONL to JSON; memory does not grow with the number of table rows")
        .after_help(
            "Examples:\n  stele decode orders.tonl\n  stele decode --strict --pretty orders.tonl -o orders.json\n  \
             stele decode --ndjson events.tonl       one line per element of the array",
        )
        .arg(files())
        .args(output())
        .arg(flag("ndjson", "Write each element of the outermost array on its own line").conflicts_with("pretty"))
        .arg(flag("pretty", "Line breaks and two spaces per level"))
        .arg(value("delimiter", "D", "Read cells with this delimiter whatever the header says; auto: guess")
            .value_parser(delimiters()))
        .arg(
            value("non-finite", "WHAT", "NaN and infinities in JSON: the word null, or an error")
                .value_parser(["null", "error"]),
        )
        .arg(number("max-depth", "Nested containers that are accepted (default 500)"))
        .args(tonl_reading())
}

fn format() -> Command {
    Command::new("format")
        .about("Rewrites JSON as JSON and TONL as TONL in one layout")
        .after_help(
            "Examples:\n  stele format config.json                 two spaces per level\n  stele format --minify --sort-keys a.json\n  \
             stele format --in-place *.tonl            canonical TONL\n  stele format --preset dense a.tonl\n  stele format --minify log.ndjson",
        )
        .arg(files())
        .args(output())
        .arg(from())
        .arg(flag("ndjson", "Input is one JSON document a line"))
        .arg(flag("minify", "JSON: no blanks (always so for lines)").short('m'))
        .arg(flag("sort-keys", "JSON: members sorted by name").short('s'))
        .args(tonl_writing())
        .args(tonl_reading())
}

fn from() -> Arg {
    value("from", "FORMAT", "Format of the input; auto: by extension, else by the first character")
        .value_parser(["auto", "json", "tonl", "ndjson"])
        .default_value("auto")
}

fn check() -> Command {
    Command::new("check")
        .about("All problems of JSON or TONL files, each with source line and caret")
        .after_help(
            "Examples:\n  stele check 'config/**/*.tonl'\n  stele check --lenient old.tonl\n  stele check --json a.json   one JSON object per problem\n\n\
             TONL is checked in strict mode unless --lenient is given. JSON is also checked for duplicate names.",
        )
        .arg(files())
        .arg(from())
        .arg(flag("lenient", "TONL: only what a lenient reader refuses; JSON: duplicate names are fine"))
        .arg(flag("json", "Problems as JSON lines on standard output"))
        .arg(value("delimiter", "D", "Read cells with this delimiter whatever the header says; auto: guess")
            .value_parser(delimiters()))
        .arg(number("max-depth", "Nested containers that are accepted (default 500)"))
        .args(tonl_reading().into_iter().filter(|arg| arg.get_id() != "strict"))
}

fn get() -> Command {
    Command::new("get")
        .about("Parts of documents, by JSON Pointer (/a/0) or JSONPath ($.a[0])")
        .after_help(
            "Examples:\n  stele get /users/0/name users.json\n  stele get '$.orders[?@.total > 100].id' orders.tonl\n  \
             stele get --raw /version package.json     a string without its quotes\n\n\
             A pointer that leads nowhere refuses the input (exit 1); a path may match nothing.",
        )
        .arg(Arg::new("query").value_name("QUERY").required(true).help("JSON Pointer (empty: the whole document) or JSONPath"))
        .arg(files())
        .arg(from())
        .arg(flag("raw", "Strings without quotes and escapes").short('r'))
        .arg(flag("pretty", "Line breaks and two spaces per level"))
}

fn stats() -> Command {
    Command::new("stats")
        .about("Bytes and tokens of a document as JSON, pretty JSON, each TONL preset and YAML")
        .after_help(
            "Examples:\n  stele stats orders.json\n  stele stats --model gpt-4 *.json\n  stele stats --model cl100k_base --json data.tonl",
        )
        .arg(files())
        .arg(from())
        .arg(
            value("model", "NAME", "Tokens of this model (gpt-4o, gpt-4, text-davinci-003, ...) or tokenizer")
                .default_value("o200k_base")
                .long_help(
                    "Tokens of this model (gpt-4o, gpt-4, text-davinci-003, ...) or of this tokenizer: \
                     o200k_base, o200k_harmony, cl100k_base, p50k_base, p50k_edit, r50k_base, gpt2",
                ),
        )
        .arg(flag("json", "The table as JSON, one object per document"))
}

fn journey() -> Command {
    Command::new("journey")
        .about("Documents travel JSON -> TONL -> JSON through every implementation: what is saved, how fast, whether anything is lost")
        .after_help(
            "Without files: the documents that ship with the project, larger ones made with a seed, and those under STELE_DATA.\n\n\
             Examples:\n  stele journey\n  stele journey my.json --testee rust\n  stele journey --self-test   one byte is corrupted on the way; must exit 1",
        )
        .arg(files().help("JSON files; none: the project's documents"))
        .arg(testees_arg())
        .arg(flag("self-test", "Corrupt one byte on the way: the difference must be found (exit 1)"))
        .arg(flag("small", "Only documents below 100 KB"))
        .arg(flag("json", "The results as JSON lines on standard output"))
        .arg(root_arg())
        .arg(build_arg())
}

fn testees_arg() -> Arg {
    value("testee", "NAME", "Testees by name, all, or a command in quotes; may be repeated")
        .action(ArgAction::Append)
}

fn root_arg() -> Arg {
    value("root-dir", "DIR", "Root of the repository; else found upwards from here")
        .value_hint(ValueHint::DirPath)
}

fn build_arg() -> Arg {
    flag("build", "Run the testees' build commands first")
}

fn conformance() -> Command {
    Command::new("conformance")
        .about("Sends the same cases to every implementation and compares")
        .after_help(
            "Examples:\n  stele conformance                             every testee that starts, all vectors\n  \
             stele conformance --testee scala --vectors spec/vectors/tonl\n  stele conformance --testee 'node testee.mjs'\n  \
             stele conformance --generate 1000 --seed 7     random documents, compared between testees\n\n\
             Allowed deviations are lines of spec/known/NAME.txt; one that passes is a failure too.",
        )
        .arg(testees_arg())
        .arg(
            value("vectors", "DIR", "Folders of vectors (default: all of spec/vectors); may be repeated")
                .action(ArgAction::Append)
                .value_hint(ValueHint::DirPath),
        )
        .arg(value("filter", "TEXT", "Only cases whose name contains this"))
        .arg(number("generate", "Differential mode: this many random documents"))
        .arg(number("seed", "Seed of the random documents").default_value("1"))
        .arg(number("timeout", "Seconds that one case may take").default_value("10"))
        .arg(number("start-timeout", "Seconds that a testee may take to start").default_value("120"))
        .arg(number("show", "Failures shown in full per testee").default_value("10"))
        .arg(
            value("require", "NAMES", "Testees (comma) that must start: a missing one fails")
                .value_delimiter(','),
        )
        .arg(flag("json", "Failures and totals as JSON lines on standard output"))
        .arg(root_arg())
        .arg(build_arg())
}

fn testee() -> Command {
    Command::new("testee")
        .about("Answers the testee protocol on standard input and output (see spec/protocol.md)")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .default_value("rust")
                .help("rust, or another name of spec/testees.toml, which is then started"),
        )
        .arg(root_arg())
}

fn completions() -> Command {
    Command::new("completions")
        .about("Completion script for a shell, on standard output")
        .after_help("Example:\n  stele completions bash > ~/.local/share/bash-completion/completions/stele")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(value_parser!(clap_complete::Shell)),
        )
}

fn man() -> Command {
    Command::new("man")
        .about("Manual page (roff) on standard output, or one per command into a folder")
        .after_help("Examples:\n  stele man | man -l -\n  stele man --out ~/.local/share/man/man1")
        .arg(value("out", "DIR", "Write stele.1, stele-encode.1, ... here").value_hint(ValueHint::DirPath))
}

/// Whether a flag is set; a flag that the command does not have is not.
pub(crate) fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false)
}

/// A text value, when given (or defaulted) and known to the command.
pub(crate) fn text<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a str> {
    let found = matches.try_get_one::<String>(name).ok().flatten();
    found.map(String::as_str)
}

/// A number, when given and known to the command.
pub(crate) fn count(matches: &ArgMatches, name: &str) -> Option<u64> {
    matches.try_get_one::<u64>(name).ok().flatten().copied()
}

/// All values of a repeatable flag or argument.
pub(crate) fn texts(matches: &ArgMatches, name: &str) -> Vec<String> {
    let found = matches.try_get_many::<String>(name).ok().flatten();
    found.map_or_else(Vec::new, |values| values.cloned().collect())
}
