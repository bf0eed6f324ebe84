//! Random numbers with a seed: the same seed gives the same documents on every machine.
//!
//! Step in the flow: seed -> [`Rng`] -> generators of documents and of conformance cases.
//! xoshiro256++ seeded by SplitMix64 (Blackman and Vigna, public domain algorithms); not for secrets.

/// Generator of 64-bit words.
#[derive(Debug, Clone)]
pub(crate) struct Rng {
    state: [u64; 4],
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        let mut x = seed;
        let mut next = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Self { state: [next(), next(), next(), next()] }
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let t = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= t;
        *d = d.rotate_left(45);
        result
    }

    /// A number in 0..bound; 0 when the bound is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // the bias of at most bound / 2^64 does not matter here
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number in low..=high.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let span = high.abs_diff(low) as usize;
        low.wrapping_add(self.below(span.saturating_add(1)) as i64)
    }

    /// True once in `n` times on average.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A number in 0.0..1.0.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of the given items.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
