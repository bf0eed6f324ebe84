//! Names seen so far in the open objects, for the policy that refuses equal ones while reading.
//!
//! Up to eight names are compared one by one, beyond that a set with a secret seed: linear for hostile names too.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::reader::Watch;
use crate::source::{Scratch, Unchecked};

const FEW: usize = 8;

/// The names of one object so far.
#[derive(Default)]
pub(crate) struct Names {
    few: Vec<Box<[u8]>>,
    many: HashSet<Box<[u8]>>,
}

/// The names of each open object, innermost last.
#[derive(Default)]
pub(crate) struct KeyTracker {
    open: Vec<Names>,
}

impl Names {
    /// Adds a name; `false` when it was there.
    pub(crate) fn add(&mut self, key: &[u8]) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(key.into());
        }
        if self.few.iter().any(|name| **name == *key) {
            return false;
        }
        self.few.push(key.into());
        if self.few.len() > FEW {
            self.many.extend(self.few.drain(..));
        }
        true
    }
}

impl Watch for KeyTracker {
    fn open(&mut self) {
        self.open.push(Names::default());
    }

    fn key(&mut self, key: &[u8], raw: bool) -> bool {
        let key = if raw { unescape(key) } else { Cow::Borrowed(key) };
        self.open.last_mut().is_none_or(|names| names.add(&key))
    }

    fn close(&mut self) {
        self.open.pop();
    }
}

/// What a name that was left as written stands for; it has been checked before.
pub(crate) fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut quoted = Vec::with_capacity(raw.len() + 2);
    quoted.push(b'"');
    quoted.extend_from_slice(raw);
    quoted.push(b'"');
    let mut scratch = Scratch::new();
    let name =
        crate::Lexer::new(Unchecked(&quoted)).string(&mut scratch).map(|name| name.as_bytes().to_vec());
    name.map_or(Cow::Borrowed(raw), Cow::Owned)
}
