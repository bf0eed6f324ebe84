//! Makes a failing document small: what remains is what matters.
//!
//! Step in the flow: a tree for which a check fails -> smaller trees for which it still fails. Greedy: from all ways
//! of taking something away, in the order of how much they take, the first that still fails is kept; until none
//! does or the budget of checks is used up.

use crate::tree::Tree;

/// Checks that one shrinking may cost.
pub(crate) const BUDGET: usize = 2000;

/// The smallest tree found for which `fails` holds. `fails(tree)` must hold for the given one.
pub(crate) fn shrink(tree: Tree, mut fails: impl FnMut(&Tree) -> bool) -> Tree {
    let mut best = tree;
    let mut budget = BUDGET;
    loop {
        let mut next = None;
        for candidate in smaller(&best) {
            if budget == 0 {
                return best;
            }
            budget -= 1;
            if fails(&candidate) {
                next = Some(candidate);
                break;
            }
        }
        match next {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}

/// Trees with a little less, the boldest steps first. Every one has a smaller [`weight`], so shrinking ends.
fn smaller(tree: &Tree) -> Vec<Tree> {
    let mut out = Vec::new();
    match tree {
        Tree::Null => {}
        Tree::Bool(_) => out.push(Tree::Null),
        Tree::Number(lexeme) => {
            out.push(Tree::Null);
            for simple in ["0", "1"] {
                if simple.len() < lexeme.len() || (lexeme.len() == 1 && *simple < **lexeme) {
                    out.push(Tree::Number(simple.to_owned()));
                }
            }
        }
        Tree::Text(text) => {
            out.push(Tree::Null);
            out.extend(shorter(text).into_iter().map(Tree::Text));
        }
        Tree::Array(elements) => {
            out.push(Tree::Null);
            out.extend(elements.iter().cloned());
            out.extend(without_parts(elements).into_iter().map(Tree::Array));
            for (i, element) in elements.iter().enumerate() {
                for candidate in smaller(element) {
                    let mut copy = elements.clone();
                    copy[i] = candidate;
                    out.push(Tree::Array(copy));
                }
            }
        }
        Tree::Object(members) => {
            out.push(Tree::Null);
            out.extend(members.iter().map(|(_, value)| value.clone()));
            out.extend(without_parts(members).into_iter().map(Tree::Object));
            for (i, (name, value)) in members.iter().enumerate() {
                for candidate in smaller(value) {
                    let mut copy = members.clone();
                    copy[i].1 = candidate;
                    out.push(Tree::Object(copy));
                }
                for shorter_name in shorter(name) {
                    if members.iter().all(|(other, _)| *other != shorter_name) {
                        let mut copy = members.clone();
                        copy[i].0 = shorter_name;
                        out.push(Tree::Object(copy));
                    }
                }
            }
        }
    }
    out
}

/// Half of the items, then all but one of them.
fn without_parts<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let mut out = Vec::new();
    let half = items.len() / 2;
    if half > 0 {
        out.push(items[..half].to_vec());
        out.push(items[half..].to_vec());
    }
    for i in 0..items.len().min(64) {
        let mut copy = items.to_vec();
        copy.remove(i);
        out.push(copy);
    }
    out
}

/// The halves of a string, and the string without one of its characters.
fn shorter(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    without_parts(&chars).into_iter().map(|part| part.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guilty_string_remains() {
        let noise = |i: i64| Tree::object([("x", Tree::int(i)), ("y", Tree::text("long text around"))]);
        let guilty =
            Tree::object([("deep", Tree::Array(vec![noise(7), Tree::text("all is well, bad, fine")]))]);
        let tree = Tree::Array(vec![noise(1), guilty, noise(2)]);
        let found = shrink(tree, |tree| tree.to_json().contains("bad"));
        assert_eq!(found.to_json(), "\"bad\"");
    }
}
