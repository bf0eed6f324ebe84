//! Short strings that come again: codes, flags, names of shops. Equal ones of one document may be one
//! term, which is less to make and less to keep (docs/decisions/208).
//!
//! A table with one slot a place, found by the bytes themselves, which are the key. Documents are full of
//! strings that come once, so what has come again is not given up for them at once: each hit lets a slot
//! stand so many strangers. Where next to nothing comes again, looking ends.

use rustler::Term;

/// Strings up to this length are looked for: with their length they fit sixteen bytes.
pub const LONGEST: usize = 15;
/// Documents up to this size get a small table.
const SMALL_DOCUMENT: usize = 256 * 1024;
const FEW_SLOTS: usize = 256;
const MANY_SLOTS: usize = 2048;
/// Strangers that a hit pays for.
const CREDIT: u8 = 4;
const MOST_CREDIT: u8 = 12;
/// Strangers in a document before looking ends, and how many of them a hit makes up for.
const PATIENCE: u32 = 4096;
const HIT_PAYS: u32 = 8;

#[derive(Clone, Copy)]
struct Slot<'a> {
    key: (u64, u64),
    term: Term<'a>,
    credit: u8,
}

/// The strings seen last, by hash.
pub struct Repeats<'a> {
    slots: Vec<Slot<'a>>,
    shift: u32,
    patience: u32,
}

/// Up to fifteen bytes and their number.
#[inline(always)]
fn key(window: &[u8; 16], len: usize) -> (u64, u64) {
    let word = u128::from_le_bytes(*window) & !(u128::MAX << (len * 8)) | (len as u128) << 120;
    (word as u64, (word >> 64) as u64)
}

impl<'a> Repeats<'a> {
    /// A table for a document of so many bytes; `any` fills its slots.
    pub fn new(bytes: usize, any: Term<'a>) -> Self {
        let slots = if bytes <= SMALL_DOCUMENT { FEW_SLOTS } else { MANY_SLOTS };
        // no string has this length
        let none = Slot { key: (0, u64::MAX), term: any, credit: 0 };
        Repeats { slots: vec![none; slots], shift: 64 - slots.trailing_zeros(), patience: PATIENCE }
    }

    /// Whether enough strings come again.
    #[inline(always)]
    pub fn pays(&self) -> bool {
        self.patience != 0
    }

    /// The term of the first `len` bytes, at most `LONGEST`, of `window`: the known one, or what `make` gives.
    #[inline(always)]
    pub fn get(&mut self, window: &[u8; 16], len: usize, make: impl FnOnce() -> Term<'a>) -> Term<'a> {
        let key = key(window, len);
        let hash = (key.0 ^ key.1.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        let slot = &mut self.slots[hash as usize];
        if slot.key == key {
            slot.credit = (slot.credit + CREDIT).min(MOST_CREDIT);
            self.patience = self.patience.saturating_add(HIT_PAYS);
            return slot.term;
        }
        let term = make();
        self.patience = self.patience.saturating_sub(1);
        if slot.credit == 0 {
            *slot = Slot { key, term, credit: 0 };
        } else {
            slot.credit -= 1;
        }
        term
    }
}
