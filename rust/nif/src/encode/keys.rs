//! Member names that the walk has written before, found by the word of their term.
//!
//! Within one call no term moves, so the same word is the same term and has the same text. An
//! atom's word is the same for ever, so atoms stay known from one call to the next. Strings come
//! as one term where a document was decoded in the same process, and as many where it was
//! sent or loaded: whether looking them up pays is found out now and then.

/// Pairs of slots, so that two names that fall on one place do not drive each other out.
const SLOTS: usize = 256;
const SHIFT: u32 = 65 - SLOTS.trailing_zeros();
/// A text up to this size, quotes and colon included, lies in its slot and is copied whole.
const INLINE: usize = 32;
/// Bytes of longer names that are remembered.
const MAX_LONG: usize = 64 * 1024;

/// The generation of what is known for ever.
const FOR_EVER: u32 = u32::MAX;

/// The first names of a call are not looked up: small documents repeat few.
const FIRST_LOOK: i32 = 96;
/// Names that are looked up to see whether it pays, and those that are not where it does not.
const TRIAL: i32 = 128;
const PAUSE: i32 = 16 * TRIAL;

#[derive(Clone, Copy)]
struct Slot {
    word: u64,
    generation: u32,
    /// Length of the text; 0 where only the word is known.
    len: u32,
    /// Where a long text begins.
    at: u32,
    text: [u8; INLINE],
}

const EMPTY: Slot = Slot { word: 0, generation: 0, len: 0, at: 0, text: [0; INLINE] };

/// See above.
pub struct Keys {
    slots: Box<[Slot; SLOTS]>,
    long: Vec<u8>,
    generation: u32,
    /// Under which options the texts were made.
    style: u32,
    /// Whether strings are looked up now.
    strings: bool,
    /// Whether the last name was an atom, so that the next will be one too.
    pub atoms: bool,
    /// Strings until that is thought over, and those found since it was.
    left: i32,
    found: i32,
}

/// What is known of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// A string, whose text has been appended.
    String,
    /// An atom, whose text has been appended.
    Atom,
    /// It was met before, its text not remembered.
    Met,
    /// Nothing.
    New,
}

impl Keys {
    /// No names yet.
    pub fn new() -> Self {
        Keys {
            slots: Box::new([EMPTY; SLOTS]),
            long: Vec::new(),
            generation: 1,
            style: 0,
            strings: false,
            atoms: false,
            left: FIRST_LOOK,
            found: 0,
        }
    }

    /// Forgets all names that are no atoms; those too if texts are made in another style now.
    pub fn clear(&mut self, style: u32) {
        (self.strings, self.left, self.found) = (false, FIRST_LOOK, 0);
        self.generation += 1;
        if style != self.style || self.generation == FOR_EVER || self.long.len() > MAX_LONG / 2 {
            self.slots.fill(EMPTY);
            self.long.clear();
            self.generation = 1;
            self.style = style;
        }
    }

    /// Whether a name is looked up first: atoms are, strings where it pays.
    #[inline(always)]
    pub fn looks_up(&mut self) -> bool {
        self.left -= 1;
        if self.left < 0 {
            self.think_over();
        }
        self.strings | self.atoms
    }

    #[cold]
    #[inline(never)]
    fn think_over(&mut self) {
        self.strings = !self.strings || self.found > TRIAL / 4;
        self.left = if self.strings { TRIAL } else { PAUSE };
        self.found = 0;
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
        known.generation >= self.generation && known.len > 0
    }

    /// Appends the text of the term with this word if it is known.
    #[inline(always)]
    pub fn write(&mut self, slot: usize, word: u64, out: &mut Vec<u8>) -> Known {
        let generation = self.generation;
        let known = &mut self.slots[slot % SLOTS];
        if known.word != word || known.generation < generation {
            (known.word, known.generation, known.len) = (word, generation, 0);
            return Known::New;
        }
        let len = known.len as usize;
        if len == 0 {
            return Known::Met;
        }
        self.atoms = known.generation == FOR_EVER;
        self.found += 1;
        if len <= INLINE {
            let end = out.len() + len;
            out.extend_from_slice(&known.text);
            out.truncate(end);
        } else {
            let at = known.at as usize;
            out.extend_from_slice(&self.long[at..at + len]);
        }
        if self.atoms { Known::Atom } else { Known::String }
    }

    /// Remembers the text of a term whose word has been met; that of an atom for ever.
    pub fn learn(&mut self, slot: usize, text: &[u8], atom: bool) {
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
        if atom {
            known.generation = FOR_EVER;
        }
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
            Known::String | Known::Atom => Some(out[1..].to_vec()),
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
            keys.learn(slot, text, false);
            assert_eq!(written(&mut keys, word).as_deref(), Some(text));
            assert!(written(&mut keys, word + 8).is_none());
        }
        keys.clear(0);
        assert!(written(&mut keys, 0x7f00_0000_1000 + 4 * 64).is_none());
    }

    #[test]
    fn an_atom_stays_known_until_texts_are_made_otherwise() {
        let mut keys = Keys::new();
        let (word, other) = (0x1230b, 0x1340b);
        for (word, text) in [(word, &b"\"a\":"[..]), (other, &[b'n'; 40])] {
            let slot = keys.slot(word);
            assert!(matches!(keys.write(slot, word, &mut Vec::new()), Known::New));
            keys.learn(slot, text, true);
        }
        keys.clear(0);
        assert_eq!(written(&mut keys, word).as_deref(), Some(&b"\"a\":"[..]));
        assert_eq!(written(&mut keys, other).as_deref(), Some(&[b'n'; 40][..]));
        keys.clear(1);
        assert!(written(&mut keys, word).is_none());
        assert!(written(&mut keys, other).is_none());
    }

    #[test]
    fn strings_are_looked_up_while_it_pays() {
        let mut keys = Keys::new();
        let looked = |keys: &mut Keys, names: i32, found: bool| {
            let mut count = 0;
            for _ in 0..names {
                if keys.looks_up() {
                    count += 1;
                    keys.found += i32::from(found);
                }
            }
            count
        };
        assert_eq!(looked(&mut keys, FIRST_LOOK, true), 0);
        assert_eq!(looked(&mut keys, 10 * TRIAL, true), 10 * TRIAL);
        assert!(looked(&mut keys, PAUSE, false) <= 2 * TRIAL);
        assert!(looked(&mut keys, 4 * PAUSE, true) > PAUSE);
    }
}
