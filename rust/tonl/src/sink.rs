//! Where the reader's events go: a tree, JSON text, or nowhere.
//!
//! The reader calls a [`Sink`] in document order and never waits for the end of a block, so text can leave before the
//! next line is read. What a sink cannot take in that order (a name for the second time, an element out of turn, a
//! member beside a `root` already written) it answers with [`Stop::Slow`]: the caller then goes by way of a tree.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::cells::Scalar;
use crate::error::{Code, Error};

/// Why the reader stops.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The sink needs the whole tree first; the code for those who cannot have it.
    Slow(Code, &'static str),
    Error(Error),
}

impl From<Error> for Stop {
    #[cold]
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

/// Receives a document as events. The document itself is an object that is unwrapped when `root` is its only member.
pub(crate) trait Sink<'t> {
    /// A column name, made ready once per table.
    type Column;

    fn column(&self, name: Cow<'t, str>) -> Self::Column;
    fn begin_object(&mut self, members: usize) -> Result<(), Stop>;
    fn end_object(&mut self) -> Result<(), Stop>;
    fn begin_array(&mut self) -> Result<(), Stop>;
    fn end_array(&mut self) -> Result<(), Stop>;
    /// The name of the next value; true when the open object has it already. The last value wins.
    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop>;
    /// As `key`, for a name the reader knows to be new in this object.
    fn column_key(&mut self, column: &Self::Column) -> Result<(), Stop>;
    fn scalar(&mut self, scalar: Scalar<'t>) -> Result<(), Stop>;
    /// The next value replaces the element of this index.
    fn overwrite(&mut self, index: usize) -> Result<(), Stop>;

    /// Forgets objects that a line with an error left open, down to this many.
    fn rewind(&mut self, _open: usize) {}
}

/// Up to this many names are compared one by one.
pub(crate) const FEW: usize = 16;

/// The names of the open objects, for sinks that keep no members.
#[derive(Default)]
pub(crate) struct Names {
    text: String,
    ends: Vec<usize>,
    scopes: Vec<NameScope>,
}

struct NameScope {
    first: usize,
    ascending: bool,
    set: Option<HashSet<Box<str>>>,
}

impl Names {
    /// Number of open objects.
    pub(crate) fn depth(&self) -> usize {
        self.scopes.len()
    }

    pub(crate) fn open(&mut self) {
        self.scopes.push(NameScope { first: self.ends.len(), ascending: true, set: None });
    }

    pub(crate) fn close(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.ends.truncate(scope.first);
            self.text.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Adds a name; true when the innermost object has it already.
    pub(crate) fn add(&mut self, key: &str) -> bool {
        let Self { text, ends, scopes } = self;
        let Some(scope) = scopes.last_mut() else { return false };
        let name = |at: usize| &text[if at == 0 { 0 } else { ends[at - 1] }..ends[at]];
        if scope.ascending {
            scope.ascending = ends.len() == scope.first || name(ends.len() - 1) < key;
        }
        let doubled = if scope.ascending {
            false
        } else if ends.len() - scope.first <= FEW {
            (scope.first..ends.len()).any(|at| name(at) == key)
        } else {
            let set = scope
                .set
                .get_or_insert_with(|| (scope.first..ends.len()).map(|at| name(at).into()).collect());
            !set.insert(key.into())
        };
        if !doubled {
            text.push_str(key);
            ends.push(text.len());
        }
        doubled
    }
}

/// Keeps nothing: `check` only wants the errors.
#[derive(Default)]
pub(crate) struct NullSink(Names);

impl<'t> Sink<'t> for NullSink {
    type Column = ();

    fn column(&self, _name: Cow<'t, str>) {}
    fn begin_object(&mut self, _members: usize) -> Result<(), Stop> {
        self.0.open();
        Ok(())
    }
    fn end_object(&mut self) -> Result<(), Stop> {
        self.0.close();
        Ok(())
    }
    fn begin_array(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    fn end_array(&mut self) -> Result<(), Stop> {
        Ok(())
    }
    fn key(&mut self, key: Cow<'t, str>) -> Result<bool, Stop> {
        Ok(self.0.add(&key))
    }
    fn column_key(&mut self, _column: &()) -> Result<(), Stop> {
        Ok(())
    }
    fn scalar(&mut self, _scalar: Scalar<'t>) -> Result<(), Stop> {
        Ok(())
    }
    fn overwrite(&mut self, _index: usize) -> Result<(), Stop> {
        Ok(())
    }
    fn rewind(&mut self, open: usize) {
        while self.0.scopes.len() > open {
            self.0.close();
        }
    }
}
