//! What the values of a document were where the walk has been before: the guess for the next
//! object of the same shape, and for the next document of the same kind.
//!
//! A place is a row, which stands for the way of containers that leads to an object, and the
//! number of a member. Rows are few and fall on one another at times: a wrong guess costs a call
//! into the VM, never a wrong result.

use super::values::Kind;

const ROWS: usize = 64;
const PLACES: usize = 64;

/// See above.
pub struct Kinds {
    members: [[Kind; PLACES]; ROWS],
    items: [Kind; ROWS],
}

impl Default for Kinds {
    fn default() -> Self {
        Kinds { members: [[Kind::Binary; PLACES]; ROWS], items: [Kind::Map; ROWS] }
    }
}

impl Kinds {
    /// The row of a container that is member number `place` of an object.
    #[inline(always)]
    pub fn within(row: usize, place: usize) -> usize {
        (row * 33 + place + 1) % ROWS
    }

    /// What member number `place` was.
    #[inline(always)]
    pub fn member(&self, row: usize, place: usize) -> Kind {
        self.members[row % ROWS][place % PLACES]
    }

    /// Remembers it.
    #[inline(always)]
    pub fn set_member(&mut self, row: usize, place: usize, kind: Kind) {
        self.members[row % ROWS][place % PLACES] = kind;
    }

    /// What the first item of a list was.
    #[inline(always)]
    pub fn first_item(&self, row: usize) -> Kind {
        self.items[row % ROWS]
    }

    /// Remembers it.
    #[inline(always)]
    pub fn set_first_item(&mut self, row: usize, kind: Kind) {
        self.items[row % ROWS] = kind;
    }
}
