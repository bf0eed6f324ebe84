//! Several JSON Pointers (RFC 6901) at once: their tokens become a tree, and one walk over the
//! text finds the range of the value that each names. What no pointer leads to is passed over.
//! The rules are those of `pointer::find`: of several members of one name the last counts, or the
//! first.

use crate::pointer::{after_comma, index, name};
use crate::scan;
use crate::skim::{End, Skim, value_end};
use std::collections::HashMap;
use std::ops::Range;

/// A place that pointers go through or end at.
#[derive(Default)]
struct Node {
    members: HashMap<Vec<u8>, usize>,
    /// The same where tokens are array indices, in order.
    elements: Vec<(usize, usize)>,
    /// Numbers of the pointers that end here.
    asked: Vec<usize>,
    /// What the last value here gave: its part of the log.
    gave: Range<usize>,
    /// Whether a value stood here.
    met: bool,
}

/// A container on the way.
struct Open {
    node: usize,
    start: usize,
    object: bool,
    /// Number of the next element, and of the next one that is looked for.
    at: usize,
    next: usize,
}

struct Search<'i> {
    input: &'i [u8],
    first: bool,
    nodes: Vec<Node>,
    found: Vec<Option<Range<usize>>>,
    /// Numbers of the pointers that were answered, in the order of the text.
    log: Vec<usize>,
    open: Vec<Open>,
}

/// The ranges that these pointers, given as tokens, name in the value at the start of `input`.
pub fn find_all(input: &[u8], pointers: &[Vec<Vec<u8>>], first: bool) -> Vec<Option<Range<usize>>> {
    let mut search = Search {
        input,
        first,
        nodes: plant(pointers),
        found: vec![None; pointers.len()],
        log: Vec::new(),
        open: Vec::new(),
    };
    // a text that is cut short has what was found before
    let _ = search.run();
    search.found
}

fn plant(pointers: &[Vec<Vec<u8>>]) -> Vec<Node> {
    let mut nodes = vec![Node::default()];
    for (number, tokens) in pointers.iter().enumerate() {
        let mut node = 0;
        for token in tokens {
            node = match nodes[node].members.get(token) {
                Some(&child) => child,
                None => {
                    let child = nodes.len();
                    nodes.push(Node::default());
                    if let Some(index) = index(token) {
                        nodes[node].elements.push((index, child));
                    }
                    nodes[node].members.insert(token.clone(), child);
                    child
                }
            };
        }
        nodes[node].asked.push(number);
    }
    for node in &mut nodes {
        node.elements.sort_unstable();
    }
    nodes
}

impl Search<'_> {
    fn run(&mut self) -> Option<()> {
        let mut pos = scan::blanks(self.input, 0);
        pos = self.enter(0, pos)?;
        while let Some(top) = self.open.last() {
            let (node, object) = (top.node, top.object);
            pos = match self.input.get(pos)? {
                b'}' | b']' => self.close(pos + 1)?,
                _ if object => self.member(node, pos)?,
                _ => self.element(node, pos)?,
            };
        }
        Some(())
    }

    /// Goes into the value at `pos` where pointers lead on, else passes over it; returns where
    /// the walk goes on.
    fn enter(&mut self, node: usize, pos: usize) -> Option<usize> {
        self.nodes[node].gave = self.log.len()..self.log.len();
        self.nodes[node].met = true;
        let here = &self.nodes[node];
        let leads_on = match self.input.get(pos)? {
            b'{' => !here.members.is_empty(),
            b'[' => !here.elements.is_empty(),
            _ => false,
        };
        if leads_on {
            let object = self.input[pos] == b'{';
            self.open.push(Open { node, start: pos, object, at: 0, next: 0 });
            return Some(scan::blanks(self.input, pos + 1));
        }
        let end = value_end(self.input, pos)?;
        self.record(node, pos..end);
        self.go_on(end)
    }

    /// Behind a value that ends at `end`: the next member or element, or the closing bracket.
    fn go_on(&self, end: usize) -> Option<usize> {
        if self.open.is_empty() { Some(end) } else { after_comma(self.input, end) }
    }

    fn close(&mut self, end: usize) -> Option<usize> {
        let closed = self.open.pop()?;
        self.record(closed.node, closed.start..end);
        self.go_on(end)
    }

    fn record(&mut self, node: usize, range: Range<usize>) {
        let here = &mut self.nodes[node];
        for &number in &here.asked {
            self.found[number] = Some(range.clone());
            self.log.push(number);
        }
        here.gave.end = self.log.len();
    }

    fn member(&mut self, node: usize, pos: usize) -> Option<usize> {
        let end = value_end(self.input, pos)?;
        let child = self.nodes[node].members.get(&*name(self.input, pos + 1, end - 1)).copied();
        let colon = scan::blanks(self.input, end);
        if self.input.get(colon) != Some(&b':') {
            return None;
        }
        let value = scan::blanks(self.input, colon + 1);
        match child {
            Some(child) if !(self.first && self.nodes[child].met) => {
                self.forget(child);
                self.enter(child, value)
            }
            _ => after_comma(self.input, value_end(self.input, value)?),
        }
    }

    fn element(&mut self, node: usize, pos: usize) -> Option<usize> {
        let last = self.open.len() == 1 && self.nodes[0].asked.is_empty();
        let top = self.open.last_mut()?;
        let wanted = self.nodes[node].elements.get(top.next).copied();
        let Some((index, child)) = wanted else {
            if last {
                self.open.clear();
                return Some(pos);
            }
            // nothing more is looked for in this array
            let End::At(end) = Skim::inside(1).run(self.input, pos, true) else {
                return None;
            };
            return self.close(end);
        };
        let at = top.at;
        top.at += 1;
        if at < index {
            return after_comma(self.input, value_end(self.input, pos)?);
        }
        top.next += 1;
        self.enter(child, pos)
    }

    /// What an earlier member of the same name gave does not count.
    fn forget(&mut self, node: usize) {
        for &number in &self.log[self.nodes[node].gave.clone()] {
            self.found[number] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer;

    /// Each pointer alone is the plain twin.
    #[test]
    fn finds_what_each_pointer_finds_alone() {
        let texts = [
            r#"{"a":{"b":[1,{"c":2},3]},"b":null,"":{"":"x"},"a/b":1,"~":2}"#,
            r#"{"a":{"b":[0,{"c":7}]},"x":1,"a":{"b":[9]}}"#,
            r#"{"a":{"b":1},"a":5}"#,
            r#"[{"a":1,"b":[]},{"a":{"b":[5,{"c":1}]},"a":{"b":[7],"b":[{"c":2}]},"b":3,"b":[]}]"#,
            r#"{"a":{"b":[1,{"c":2}],"b":[]},"b":{"a":1},"a":{"b":[1,2],"b":[3,{"c":4}]},"b":6}"#,
            r#"[[1,2],{"0":"zero","b":[]},"s", [ ] , 4]"#,
            r#" [ {"a" : [ 1 , 2 ] } , { } ] "#,
            "5",
            r#"{"a\u0062":[true]}"#,
            "[]",
            r#"{"a":[{"b":1},{"b":2},{"b":3}],"c":4}"#,
        ];
        let pointers = [
            "", "/a", "/a/b", "/a/b/0", "/a/b/1/c", "/a/b/1", "/b", "/", "//", "/a~1b", "/~0", "/0", "/0/0",
            "/0/1", "/1/b", "/1/0", "/4", "/5", "/00", "/ab/0", "/a/0/b", "/a/2/b", "/a/2", "/0/a/1", "/c",
            "/3", "/a",
        ];
        for text in texts {
            let tokens: Vec<_> = pointers.iter().map(|p| pointer::tokens(p.as_bytes()).unwrap()).collect();
            for width in [1, 2, 3, tokens.len()] {
                for (some, first) in tokens.chunks(width).flat_map(|some| [(some, false), (some, true)]) {
                    let alone: Vec<_> =
                        some.iter().map(|t| pointer::find(text.as_bytes(), t, first)).collect();
                    assert_eq!(find_all(text.as_bytes(), some, first), alone, "{text}");
                }
            }
        }
    }
}
