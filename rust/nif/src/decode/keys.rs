//! Member names within one call: the same name is one term, and the same names in the same
//! order are one shape.
//!
//! A shape is a node of a trie over names. Each node predicts its successor, so a member of a
//! known object costs one comparison of bytes, and each closed shape keeps its keys in the
//! order in which the VM stores small maps, so a map is made from ready arrays. Everything is
//! bounded: nodes, fan-out, depth, interned names, probes; an object that leaves the bounds
//! is read without a shape. Small inputs pay only for the nodes that they make.

/// No node.
pub const NONE: u32 = u32::MAX;
/// The node before the first member.
pub const ROOT: u32 = 0;
const MAX_NODES: usize = 4096;
const MAX_CHILDREN: u16 = 16;
const MAX_DEPTH: u16 = 64;
/// Names interned in one call.
pub const MAX_INTERNED: usize = 4096;
const MAX_PROBES: usize = 8;

struct Node<T> {
    term: Option<T>,
    /// The name as written, escapes included: `input[start..start + len]`.
    start: usize,
    len: usize,
    parent: u32,
    first_child: u32,
    sibling: u32,
    /// The child taken last.
    next: u32,
    /// The first member of the object that was last seen under this name.
    hint: u32,
    /// Index of the closed shape plus one; `SEEN` after the first time.
    closed: u32,
    depth: u16,
    children: u16,
}

const UNSEEN: u32 = 0;
const SEEN: u32 = NONE;

/// A shape whose objects are made from ready arrays.
pub struct Closed<T> {
    /// The keys in the VM's order.
    pub keys: Vec<T>,
    /// `order[i]` is the position in the text of the i-th key.
    pub order: Vec<u16>,
}

/// The tries and names of one call.
pub struct Shapes<T> {
    nodes: Vec<Node<T>>,
    closed: Vec<Closed<T>>,
    names: Names<T>,
}

/// What a closing object is made of.
pub enum Shape<'a, T> {
    /// Ready arrays.
    Ready(&'a Closed<T>),
    /// Keys have been put into the scratch vector, in text order.
    Listed,
}

impl<T: Copy> Shapes<T> {
    /// Nothing known yet, nothing allocated.
    pub fn new() -> Self {
        Shapes { nodes: Vec::new(), closed: Vec::new(), names: Names::new() }
    }

    /// The root, made on first use.
    pub fn root(&mut self) -> u32 {
        if self.nodes.is_empty() {
            self.nodes.push(Node {
                term: None,
                start: 0,
                len: 0,
                parent: NONE,
                first_child: NONE,
                sibling: NONE,
                next: NONE,
                hint: NONE,
                closed: UNSEEN,
                depth: 0,
                children: 0,
            });
        }
        ROOT
    }

    #[inline(always)]
    fn matches(&self, node: u32, input: &[u8], pos: usize) -> bool {
        let node = &self.nodes[node as usize];
        let Some(text) = input.get(pos..pos + node.len + 1) else {
            return false;
        };
        text[node.len] == b'"' && text[..node.len] == input[node.start..node.start + node.len]
    }

    /// The child of `at` whose name stands at `pos` (behind the quote) and the offset behind
    /// its closing quote.
    #[inline(always)]
    pub fn step(&mut self, at: u32, hint: u32, input: &[u8], pos: usize) -> Option<(u32, usize)> {
        let guess = if hint != NONE { hint } else { self.nodes[at as usize].next };
        if guess != NONE && self.matches(guess, input, pos) {
            return Some((guess, pos + self.nodes[guess as usize].len + 1));
        }
        self.step_slow(at, guess, input, pos)
    }

    fn step_slow(&mut self, at: u32, guess: u32, input: &[u8], pos: usize) -> Option<(u32, usize)> {
        let mut child = self.nodes[at as usize].first_child;
        while child != NONE {
            if child != guess && self.matches(child, input, pos) {
                self.nodes[at as usize].next = child;
                return Some((child, pos + self.nodes[child as usize].len + 1));
            }
            child = self.nodes[child as usize].sibling;
        }
        None
    }

    /// A new child, unless the bounds are reached.
    pub fn add(&mut self, at: u32, start: usize, len: usize, term: T) -> u32 {
        let parent = &self.nodes[at as usize];
        if self.nodes.len() >= MAX_NODES || parent.children >= MAX_CHILDREN || parent.depth >= MAX_DEPTH {
            return NONE;
        }
        let (depth, sibling) = (parent.depth + 1, parent.first_child);
        let node = self.nodes.len() as u32;
        self.nodes.push(Node {
            term: Some(term),
            start,
            len,
            parent: at,
            first_child: NONE,
            sibling,
            next: NONE,
            hint: NONE,
            closed: UNSEEN,
            depth,
            children: 0,
        });
        let parent = &mut self.nodes[at as usize];
        parent.first_child = node;
        parent.next = node;
        parent.children += 1;
        node
    }

    /// The first member of the object last seen under this node.
    #[inline(always)]
    pub fn hint(&self, node: u32) -> u32 {
        self.nodes[node as usize].hint
    }

    /// Remembers it.
    #[inline(always)]
    pub fn set_hint(&mut self, node: u32, hint: u32) {
        self.nodes[node as usize].hint = hint;
    }

    /// Puts the keys on the way to `node` into `keys`, in text order.
    pub fn list(&self, node: u32, keys: &mut Vec<T>) {
        let from = keys.len();
        let mut at = node;
        while let Some(term) = self.nodes[at as usize].term {
            keys.push(term);
            at = self.nodes[at as usize].parent;
        }
        keys[from..].reverse();
    }

    /// What the object that ends at `node` is made of. A shape is worth sorting the second
    /// time it closes.
    #[inline]
    pub fn close(
        &mut self,
        node: u32,
        keys: &mut Vec<T>,
        compare: impl FnMut(&T, &T) -> std::cmp::Ordering,
    ) -> Shape<'_, T> {
        match self.nodes[node as usize].closed {
            UNSEEN => {
                self.nodes[node as usize].closed = SEEN;
                keys.clear();
                self.list(node, keys);
                Shape::Listed
            }
            SEEN => {
                let index = self.sort(node, keys, compare);
                Shape::Ready(&self.closed[index])
            }
            index => Shape::Ready(&self.closed[index as usize - 1]),
        }
    }

    #[cold]
    fn sort(
        &mut self,
        node: u32,
        keys: &mut Vec<T>,
        mut compare: impl FnMut(&T, &T) -> std::cmp::Ordering,
    ) -> usize {
        keys.clear();
        self.list(node, keys);
        let mut order: Vec<u16> = (0..keys.len() as u16).collect();
        order.sort_by(|&a, &b| compare(&keys[a as usize], &keys[b as usize]));
        let sorted = order.iter().map(|&i| keys[i as usize]).collect();
        self.closed.push(Closed { keys: sorted, order });
        self.nodes[node as usize].closed = self.closed.len() as u32;
        self.closed.len() - 1
    }

    /// The names of this call.
    pub fn names(&mut self) -> &mut Names<T> {
        &mut self.names
    }
}

impl<T: Copy> Default for Shapes<T> {
    fn default() -> Self {
        Self::new()
    }
}

struct Name<T> {
    hash: u32,
    start: u32,
    len: u32,
    term: T,
}

/// Interned names: at most 4,096, found by hash with at most eight probes, so neither many
/// names nor names of equal hash cost more than a new term each.
pub struct Names<T> {
    slots: Vec<u32>,
    entries: Vec<Name<T>>,
    bytes: Vec<u8>,
}

fn hash(name: &[u8]) -> u32 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let mut value = name.len() as u64;
    let (words, tail) = name.as_chunks::<8>();
    for word in words {
        value = (value.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(K);
    }
    let mut last = 0;
    for &byte in tail {
        last = last << 8 | byte as u64;
    }
    value = (value.rotate_left(5) ^ last).wrapping_mul(K);
    (value >> 32) as u32
}

impl<T: Copy> Names<T> {
    fn new() -> Self {
        Names { slots: Vec::new(), entries: Vec::new(), bytes: Vec::new() }
    }

    fn probe(&self, name: &[u8], hash: u32) -> Result<T, Option<usize>> {
        if self.slots.is_empty() {
            return Err(None);
        }
        let mask = self.slots.len() - 1;
        for step in 0..MAX_PROBES {
            let slot = (hash as usize + step) & mask;
            match self.slots[slot] {
                0 => return Err(Some(slot)),
                index => {
                    let entry = &self.entries[index as usize - 1];
                    let range = entry.start as usize..(entry.start + entry.len) as usize;
                    if entry.hash == hash && &self.bytes[range] == name {
                        return Ok(entry.term);
                    }
                }
            }
        }
        Err(None)
    }

    /// The term of this name: the known one, or what `make` gives.
    #[inline]
    pub fn intern<E>(&mut self, name: &[u8], make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let hash = hash(name);
        let slot = match self.probe(name, hash) {
            Ok(term) => return Ok(term),
            Err(slot) => slot,
        };
        let term = make()?;
        if self.entries.len() < MAX_INTERNED && name.len() <= 1024 {
            let start = self.bytes.len() as u32;
            self.bytes.extend_from_slice(name);
            self.entries.push(Name { hash, start, len: name.len() as u32, term });
            if self.entries.len() * 2 > self.slots.len() {
                self.grow();
            } else if let Some(slot) = slot {
                self.slots[slot] = self.entries.len() as u32;
            }
        }
        Ok(term)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(32);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, entry) in self.entries.iter().enumerate() {
            for step in 0..MAX_PROBES {
                let slot = &mut self.slots[(entry.hash as usize + step) & (size - 1)];
                if *slot == 0 {
                    *slot = index as u32 + 1;
                    break;
                }
            }
        }
    }
}
