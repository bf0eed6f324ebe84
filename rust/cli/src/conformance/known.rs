//! Known deviations: cases that an implementation may fail, as data with a reason and an end.
//!
//! Step in the flow: spec/known/NAME.txt -> map from (group, case) to reason. One line each, sorted, four fields
//! separated by TAB: group, case, reason, contract number. A case that is listed and passes is a failure as well,
//! so the list only ever shrinks on purpose. Generated documents have no names: there the group is one of theirs and
//! the case `EXPECTED -> FOUND`, a number that comes back as another one.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::tree::Tree;

/// What the groups of random documents begin with.
const GENERATED: &str = "generated/";

/// The deviations of one testee.
#[derive(Debug, Default)]
pub(crate) struct Known {
    reasons: HashMap<(String, String), String>,
    /// Lexemes that come back as another one, by group of random documents.
    numbers: HashMap<String, HashMap<String, String>>,
}

impl Known {
    /// Reads `folder/name.txt`; no file is no deviation.
    pub(crate) fn load(folder: &Path, name: &str) -> Result<Self, Failure> {
        let path = folder.join(format!("{name}.txt"));
        match fs::read_to_string(&path) {
            Ok(text) => {
                Self::parse(&text).map_err(|why| Failure::usage(format!("{}: {why}", path.display())))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::io_at(&path, &error)),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut reasons = HashMap::new();
        let mut numbers: HashMap<String, HashMap<String, String>> = HashMap::new();
        let mut previous = "";
        for (i, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let [group, case, reason, reference] = fields[..] else {
                return Err(format!(
                    "line {}: expected group, case, reason, contract number, separated by TAB",
                    i + 1
                ));
            };
            if reason.trim().is_empty() || reference.trim().is_empty() {
                return Err(format!("line {}: a deviation needs a reason and a contract number", i + 1));
            }
            if line < previous {
                return Err(format!("line {}: lines must be sorted", i + 1));
            }
            previous = line;
            if group.starts_with(GENERATED) {
                let (expected, found) = case
                    .split_once(" -> ")
                    .ok_or_else(|| format!("line {}: expected a case `NUMBER -> NUMBER`", i + 1))?;
                let numbers = numbers.entry(group.to_owned()).or_default();
                numbers.insert(expected.to_owned(), found.to_owned());
                continue;
            }
            reasons.insert((group.to_owned(), case.to_owned()), format!("{reason} ({reference})"));
        }
        Ok(Self { reasons, numbers })
    }

    /// Why this case may fail.
    pub(crate) fn reason(&self, group: &str, case: &str) -> Option<&str> {
        self.reasons.get(&(group.to_owned(), case.to_owned())).map(String::as_str)
    }
}

impl Known {
    /// The document as this testee is known to give it back, `None` when nothing in it is concerned.
    pub(crate) fn as_returned(&self, group: &str, tree: &Tree) -> Option<Tree> {
        let numbers = self.numbers.get(group)?;
        let mut copy = tree.clone();
        replace(&mut copy, numbers).then_some(copy)
    }

    /// Listed cases of known groups that are not there any more; `exists` tells for a group (case `None`) or a case.
    pub(crate) fn stale(&self, exists: impl Fn(&str, Option<&str>) -> bool) -> Vec<(String, String)> {
        let gone = |(group, case): &&(String, String)| exists(group, None) && !exists(group, Some(case));
        let mut stale: Vec<(String, String)> = self.reasons.keys().filter(gone).cloned().collect();
        stale.sort();
        stale
    }
}

/// Recursion is bounded by the depth of generated documents.
fn replace(tree: &mut Tree, numbers: &HashMap<String, String>) -> bool {
    let any = |any, tree: &mut Tree| replace(tree, numbers) | any;
    match tree {
        Tree::Number(lexeme) => match numbers.get(lexeme) {
            Some(found) => {
                lexeme.clone_from(found);
                true
            }
            None => false,
        },
        Tree::Array(elements) => elements.iter_mut().fold(false, any),
        Tree::Object(members) => members.iter_mut().map(|(_, tree)| tree).fold(false, any),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[test]
    fn lines_are_checked() {
        let good = "# comment\ntonl/a\tcase 1\ttoo slow\t6.2\ntonl/a\tcase 2\ttoo slow\t6.2\n";
        let known = Known::parse(good).expect("good list");
        assert_eq!(known.reason("tonl/a", "case 2"), Some("too slow (6.2)"));
        assert_eq!(known.reason("tonl/b", "case 2"), None);
        let tree = |json: &str| crate::tree::Tree::parse(json.as_bytes()).expect("JSON");
        let known = Known::parse("generated/JSON\t-0 -> 0\tno minus zero\t3.2\n").expect("good list");
        let returned =
            known.as_returned("generated/JSON", &tree(r#"{"a":[-0,-0.0,1]}"#)).map(|tree| tree.to_json());
        assert_eq!(returned.as_deref(), Some(r#"{"a":[0,-0.0,1]}"#));
        assert!(known.as_returned("generated/JSON", &tree("[0]")).is_none());
        assert!(known.as_returned("generated/back", &tree("[-0]")).is_none());
        for bad in [
            "generated/JSON\tminus zero\treason\t1\n",
            "a\tb\tc\n",
            "a\tb\t\t1\n",
            "b\tx\ty\t1\na\tx\ty\t1\n",
        ] {
            assert!(Known::parse(bad).is_err(), "{bad:?}");
        }
    }
}
