//! Member names that the walk has written before, found by the word of their term.
//!
//! Within one call no term moves, so the same word is the same term and has the same text.
//! A word is remembered when it is met and its text when it is met again: names that come
//! once cost one store. A call starts a new generation, since words mean nothing after it.

use super::values::Kind;

/// Pairs of slots, so that two names that fall on one place do not drive each other out.
const SLOTS: usize = 256;
const SHIFT: u32 = 65 - SLOTS.trailing_zeros();
/// A text up to this size, quotes and colon included, lies in its slot and is copied whole.
const INLINE: usize = 32;
/// Bytes of longer names that are remembered.
const MAX_LONG: usize = 256 * 1024;

#[derive(Clone, Copy)]
struct Slot {
    word: u64,
    generation: u32,
    /// Length of the text; 0 where only the word is known.
    len: u32,
    /// Where a long text begins.
    at: u32,
    /// What the member's value was last time.
    kind: Kind,
    text: [u8; INLINE],
}

const EMPTY: Slot = Slot { word: 0, generation: 0, len: 0, at: 0, kind: Kind::Binary, text: [0; INLINE] };

/// See above.
pub struct Keys {
    slots: Box<[Slot; SLOTS]>,
    long: Vec<u8>,
    generation: u32,
}

/// What is known of a name.
pub enum Known {
    /// Its text has been appended.
    Written,
    /// It was met before, its text not remembered.
    Met,
    /// Nothing.
    New,
}

impl Keys {
    /// No names yet.
    pub fn new() -> Self {
        Keys { slots: Box::new([EMPTY; SLOTS]), long: Vec::new(), generation: 1 }
    }

    /// Forgets all names.
    pub fn clear(&mut self) {
        self.long.clear();
        self.generation = match self.generation.checked_add(1) {
            Some(next) => next,
            None => {
                self.slots.fill(EMPTY);
                1
            }
        };
    }

    /// The slot of a term: the one that has it, else one that it may have.
    #[inline(always)]
    pub fn slot(&self, word: u64) -> usize {
        let slot = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> SHIFT) as usize * 2;
        if self.slots[slot % SLOTS].word == word {
            return slot;
        }
        let other = slot + 1;
        let known = &self.slots[other % SLOTS];
        // a name that has been met twice stays
        if known.word == word || self.is_kept(slot) && !self.is_kept(other) { other } else { slot }
    }

    #[inline(always)]
    fn is_kept(&self, slot: usize) -> bool {
        let known = &self.slots[slot % SLOTS];
        known.generation == self.generation && known.len > 0
    }

    /// Appends the text of the term with this word if it is known.
    #[inline(always)]
    pub fn write(&mut self, slot: usize, word: u64, out: &mut Vec<u8>) -> Known {
        let generation = self.generation;
        let known = &mut self.slots[slot % SLOTS];
        if known.word != word || known.generation != generation {
            (known.word, known.generation) = (word, generation);
            (known.len, known.kind) = (0, Kind::Binary);
            return Known::New;
        }
        let len = known.len as usize;
        if len == 0 {
            return Known::Met;
        }
        if len <= INLINE {
            let end = out.len() + len;
            out.extend_from_slice(&known.text);
            out.truncate(end);
        } else {
            let at = known.at as usize;
            out.extend_from_slice(&self.long[at..at + len]);
        }
        Known::Written
    }

    /// Remembers the text of a term whose word has been met.
    pub fn learn(&mut self, slot: usize, text: &[u8]) {
        let known = &mut self.slots[slot % SLOTS];
        if let Some(place) = known.text.get_mut(..text.len()) {
            place.copy_from_slice(text);
        } else if self.long.len() < MAX_LONG {
            known.at = self.long.len() as u32;
            self.long.extend_from_slice(text);
        } else {
            return;
        }
        known.len = text.len() as u32;
    }

    /// What the value of this name was last time.
    #[inline(always)]
    pub fn kind(&self, slot: usize) -> Kind {
        self.slots[slot % SLOTS].kind
    }

    /// Remembers it.
    #[inline(always)]
    pub fn set_kind(&mut self, slot: usize, kind: Kind) {
        self.slots[slot % SLOTS].kind = kind;
    }
}

impl Default for Keys {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(keys: &mut Keys, word: u64) -> Option<Vec<u8>> {
        let mut out = vec![b'x'];
        let slot = keys.slot(word);
        match keys.write(slot, word, &mut out) {
            Known::Written => Some(out[1..].to_vec()),
            _ => None,
        }
    }

    #[test]
    fn a_name_is_known_from_the_third_time_on_and_only_within_its_call() {
        let mut keys = Keys::new();
        for text in [&b"\"a\":"[..], &[b'n'; 32], &[b'n'; 33], &[b'n'; 300]] {
            let word = 0x7f00_0000_1000 + text.len() as u64 * 64;
            let slot = keys.slot(word);
            assert!(matches!(keys.write(slot, word, &mut Vec::new()), Known::New));
            assert!(matches!(keys.write(slot, word, &mut Vec::new()), Known::Met));
            keys.learn(slot, text);
            assert_eq!(written(&mut keys, word).as_deref(), Some(text));
            assert!(written(&mut keys, word + 8).is_none());
        }
        keys.clear();
        assert!(written(&mut keys, 0x7f00_0000_1000 + 4 * 64).is_none());
    }
}
