//! Vectors as cases: the files under spec/vectors become requests with what must come back.
//!
//! Step in the flow: folder -> files -> [`Case`]s of one group per file. Unknown members of a vector are ignored.
//! A case that encodes and has `roundtrip` becomes two: the exact text, and the way back from it.

use std::fs;
use std::path::{Path, PathBuf};

use super::protocol::Options;
use crate::failure::Failure;
use crate::tree::Tree;

/// What must come back.
#[derive(Debug, Clone)]
pub(crate) enum Expect {
    /// Exactly this text.
    Text(String),
    /// JSON text of an equal value.
    Value(Tree),
    /// This error at this place; line 0 when the place is free.
    Error { code: String, line: u64, column: u64 },
    /// Any error.
    Refused,
}

/// One request with its expectation.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) op: String,
    pub(crate) input: Vec<u8>,
    pub(crate) options: Options,
    pub(crate) expect: Expect,
    /// What a host must be able to represent; only then may a testee skip without a second look.
    pub(crate) requires: Option<String>,
    /// The dialect whose capability the testee must have.
    pub(crate) dialect: String,
}

/// All cases of a folder of vectors, groups in the order of file names.
pub(crate) fn load(folder: &Path) -> Result<Vec<Case>, Failure> {
    let title = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut cases = Vec::new();
    for path in files(folder)? {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if stem == "schema" {
            continue;
        }
        let bytes = fs::read(&path).map_err(|e| Failure::io_at(&path, &e))?;
        let place = path.display().to_string();
        let file = Tree::parse(&bytes).map_err(|e| Failure::usage(format!("{place}: {e}")))?;
        let Tree::Array(vectors) = file else {
            return Err(Failure::usage(format!("{place}: expected an array of vectors")));
        };
        let group = format!("{title}/{stem}");
        for vector in &vectors {
            let found = from_vector(vector, &title, &stem, &group);
            cases.extend(found.map_err(|why| Failure::usage(format!("{place}: {why}")))?);
        }
    }
    Ok(cases)
}

/// The JSON files of a folder, sorted by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|e| Failure::io_at(folder, &e))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "json"))
        .collect();
    files.sort();
    Ok(files)
}

fn from_vector(vector: &Tree, title: &str, stem: &str, group: &str) -> Result<Vec<Case>, String> {
    let text = |name: &str| vector.member(name).and_then(Tree::as_text);
    let name = text("name").ok_or("a vector without a name")?.to_owned();
    let mut options = match vector.member("options") {
        Some(Tree::Object(options)) => options.clone(),
        _ => Options::new(),
    };
    let dialect = dialect_of(title);
    if dialect == "compatible" {
        options.push(("layout".to_owned(), Tree::text("compatible")));
    }
    let case = |op: &str, input: &[u8], expect: Expect| Case {
        group: group.to_owned(),
        name: name.clone(),
        op: op.to_owned(),
        input: input.to_vec(),
        options: options.clone(),
        expect,
        requires: text("requires").map(str::to_owned),
        dialect: dialect.to_owned(),
    };
    let error = text("error").map(|code| {
        let count = |name: &str| vector.member(name).and_then(Tree::as_u64).unwrap_or_default();
        Expect::Error { code: code.to_owned(), line: count("line"), column: count("column") }
    });
    if dialect == "json" {
        return json_profile(vector, case);
    }
    let (json, tonl) = (text("json"), text("tonl"));
    // a vector of another operation names it
    if let Some(input) = input_of(vector)? {
        let op = text("op").unwrap_or("json_to_json");
        let expect = match (error, text("output"), json) {
            (Some(error), _, _) => error,
            (_, Some(output), _) => Expect::Text(output.to_owned()),
            (_, _, Some(json)) => Expect::Value(expected_value(json, &name)?),
            _ => return Err(format!("`{name}`: neither output, json nor error")),
        };
        return Ok(vec![case(op, &input, expect)]);
    }
    match (error, json, tonl) {
        (Some(error), _, Some(tonl)) => Ok(vec![case("tonl_to_json", tonl.as_bytes(), error)]),
        (Some(error), Some(json), None) => Ok(vec![case("json_to_tonl", json.as_bytes(), error)]),
        (None, Some(json), Some(tonl)) if stem.starts_with("decode") => {
            let expect = Expect::Value(expected_value(json, &name)?);
            Ok(vec![case("tonl_to_json", tonl.as_bytes(), expect)])
        }
        (None, Some(json), Some(tonl)) => {
            let mut cases = vec![case("json_to_tonl", json.as_bytes(), Expect::Text(tonl.to_owned()))];
            if matches!(vector.member("roundtrip"), Some(Tree::Bool(true))) {
                let expect = Expect::Value(expected_value(json, &name)?);
                let mut back = case("tonl_to_json", tonl.as_bytes(), expect);
                back.name.push_str(" (back)");
                back.options = Options::new();
                cases.push(back);
            }
            Ok(cases)
        }
        _ => Err(format!("`{name}`: neither json and tonl, nor an error")),
    }
}

/// Reasons of the JSON profile on which implementations may differ: their limits, and what RFC 8259 leaves open.
const CHOICES: [&str; 9] = [
    "DepthLimit",
    "ByteLimit",
    "DigitLimit",
    "MemberLimit",
    "LoneSurrogate",
    "ByteOrderMark",
    "DuplicateKey",
    "NumberRange",
    "InvalidPointer",
];

/// A vector of spec/json.md: what every JSON implementation must read to the same value, or refuse. Vectors with
/// settings of the Rust library, with pointers or bits of doubles are that library's own and give no case.
fn json_profile(vector: &Tree, case: impl Fn(&str, &[u8], Expect) -> Case) -> Result<Vec<Case>, String> {
    let has_settings = matches!(vector.member("options"), Some(Tree::Object(options)) if !options.is_empty());
    if has_settings || vector.member("pointer").is_some() || vector.member("bits").is_some() {
        return Ok(Vec::new());
    }
    let text = |name: &str| vector.member(name).and_then(Tree::as_text);
    let Some(input) = input_of(vector)? else { return Ok(Vec::new()) };
    let expect = match (text("error"), text("output")) {
        (Some(error), _) if CHOICES.contains(&error) => return Ok(Vec::new()),
        // the place of a syntax error is each library's own
        (Some(_), _) => Expect::Error { code: "E_JSON".to_owned(), line: 0, column: 0 },
        (_, Some(output)) => Expect::Value(expected_value(output, "json")?),
        _ => return Ok(Vec::new()),
    };
    Ok(vec![case("json_to_json", &input, expect)])
}

/// The input of a vector that names its operation.
fn input_of(vector: &Tree) -> Result<Option<Vec<u8>>, String> {
    if let Some(input) = vector.member("input").and_then(Tree::as_text) {
        return Ok(Some(input.as_bytes().to_vec()));
    }
    let Some(packed) = vector.member("input_base64").and_then(Tree::as_text) else { return Ok(None) };
    use base64::Engine as _;
    let bytes = base64::engine::general_purpose::STANDARD.decode(packed);
    bytes.map(Some).map_err(|e| format!("input_base64: {e}"))
}

/// The expected value. JSON has no words for NaN and infinities: where a vector uses them, a JSON sink writes `null`.
fn expected_value(json: &str, name: &str) -> Result<Tree, String> {
    let parsed = Tree::parse(json.as_bytes());
    let parsed = parsed.or_else(|_| {
        let nulls = json.replace("-Infinity", "null").replace("Infinity", "null").replace("NaN", "null");
        Tree::parse(nulls.as_bytes())
    });
    parsed.map_err(|e| format!("`{name}`: {e}"))
}

/// The capability that a folder of vectors asks for.
fn dialect_of(title: &str) -> &'static str {
    match title {
        "tonl-tight" => "tight",
        "tonl-compat" => "compatible",
        "json" => "json",
        _ => "profile",
    }
}

/// The JSONTestSuite under STELE_DATA, for testees that read and write JSON: `y_` must come back as the same value,
/// `n_` must be refused. The `i_` files are each implementation's choice and are no cases.
pub(crate) fn json_test_suite(data: &Path) -> Result<Vec<Case>, Failure> {
    let folder = data.join("JSONTestSuite");
    let mut cases = Vec::new();
    if !folder.is_dir() {
        return Ok(cases);
    }
    for path in files(&folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let input = fs::read(&path).map_err(|e| Failure::io_at(&path, &e))?;
        let expect = match name.get(..2) {
            Some("y_") => {
                Expect::Value(Tree::parse(&input).map_err(|e| Failure::usage(format!("{name}: {e}")))?)
            }
            Some("n_") => Expect::Refused,
            _ => continue,
        };
        cases.push(Case {
            group: "JSONTestSuite".to_owned(),
            name,
            op: "json_to_json".to_owned(),
            input,
            options: Options::new(),
            expect,
            requires: None,
            dialect: "json".to_owned(),
        });
    }
    Ok(cases)
}
