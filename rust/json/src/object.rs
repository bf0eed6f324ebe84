//! Objects of a value: members in order, found by name in constant time however many there are.
//!
//! The reader makes the exact slice and nothing more; an object that grows, or has more than [`SMALL`] members,
//! gets an index on its first lookup. The index hashes with a secret seed, so names chosen by an enemy do not
//! collide more than others.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use crate::dedup;
use crate::text::Text;
use crate::value::Value;
use crate::walk;

/// Up to this many members a lookup compares name by name.
const SMALL: usize = 16;

/// One member of an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Member<'a> {
    /// The name.
    pub key: Text<'a>,
    /// The value.
    pub value: Value<'a>,
}

/// Members in their order. Names may occur twice when they were pushed unchecked; `get` then finds the last.
#[derive(Default)]
pub struct Object<'a>(Repr<'a>);

enum Repr<'a> {
    Fixed(Box<[Member<'a>]>),
    Grown(Box<Grown<'a>>),
}

impl Default for Repr<'_> {
    fn default() -> Self {
        Repr::Fixed(Box::default())
    }
}

#[derive(Default)]
struct Grown<'a> {
    members: Vec<Member<'a>>,
    index: OnceLock<Index>,
}

/// Hash of a name -> the last member with it, and for each member the one before it with the same hash.
struct Index {
    seed: RandomState,
    last: HashMap<u64, usize, PassThrough>,
    before: Vec<Option<usize>>,
}

/// The keys are hashes already.
#[derive(Clone, Copy, Default)]
struct PassThrough;

impl BuildHasher for PassThrough {
    type Hasher = Passed;
    fn build_hasher(&self) -> Passed {
        Passed(0)
    }
}

struct Passed(u64);

impl std::hash::Hasher for Passed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

impl Index {
    fn of(members: &[Member<'_>]) -> Self {
        let mut index = Index {
            seed: RandomState::new(),
            last: HashMap::with_capacity_and_hasher(members.len(), PassThrough),
            before: Vec::with_capacity(members.len()),
        };
        for member in members {
            index.add(&member.key);
        }
        index
    }

    /// The next member has this name.
    fn add(&mut self, key: &str) {
        let place = self.before.len();
        self.before.push(self.last.insert(self.seed.hash_one(key), place));
    }

    fn find(&self, members: &[Member<'_>], key: &str) -> Option<usize> {
        let mut next = self.last.get(&self.seed.hash_one(key)).copied();
        while let Some(place) = next {
            if *members[place].key == *key {
                return next;
            }
            next = self.before[place];
        }
        None
    }
}

impl<'a> Object<'a> {
    /// No members.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Room for this many members.
    #[must_use]
    pub fn with_capacity(members: usize) -> Self {
        Self::grown(Vec::with_capacity(members))
    }

    fn grown(members: Vec<Member<'a>>) -> Self {
        Object(Repr::Grown(Box::new(Grown { members, index: OnceLock::new() })))
    }

    /// Takes the members as they are, equal names included.
    #[must_use]
    pub fn from_members(members: Vec<Member<'a>>) -> Self {
        if members.len() <= SMALL {
            return Object(Repr::Fixed(members.into_boxed_slice()));
        }
        Self::grown(members)
    }

    /// The members as a vector.
    #[must_use]
    pub fn into_members(mut self) -> Vec<Member<'a>> {
        self.take()
    }

    /// The members, leaving none.
    pub(crate) fn take(&mut self) -> Vec<Member<'a>> {
        match std::mem::take(&mut self.0) {
            Repr::Fixed(members) => members.into_vec(),
            Repr::Grown(grown) => grown.members,
        }
    }

    /// The members in their order.
    #[inline]
    #[must_use]
    pub fn members(&self) -> &[Member<'a>] {
        match &self.0 {
            Repr::Fixed(members) => members,
            Repr::Grown(grown) => &grown.members,
        }
    }

    /// The values may be changed, names only so that no index goes wrong: it is dropped.
    pub fn members_mut(&mut self) -> &mut [Member<'a>] {
        match &mut self.0 {
            Repr::Fixed(members) => members,
            Repr::Grown(grown) => {
                grown.index = OnceLock::new();
                &mut grown.members
            }
        }
    }

    /// Number of members.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.members().len()
    }

    /// No members?
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members().is_empty()
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &Value<'a>)> + ExactSizeIterator {
        self.members().iter().map(|member| (member.key.as_str(), &member.value))
    }

    /// The names in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.members().iter().map(|member| member.key.as_str())
    }

    /// The values in the order of their names.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value<'a>> + ExactSizeIterator {
        self.members().iter().map(|member| &member.value)
    }

    /// Where the last member of this name is.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<usize> {
        let members = self.members();
        match &self.0 {
            Repr::Grown(grown) if members.len() > SMALL => {
                grown.index.get_or_init(|| Index::of(members)).find(members, key)
            }
            _ => members.iter().rposition(|member| *member.key == *key),
        }
    }

    /// The value of the last member of this name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.find(key).map(|place| &self.members()[place].value)
    }

    /// As [`get`](Self::get), to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value<'a>> {
        let place = self.find(key)?;
        match &mut self.0 {
            Repr::Fixed(members) => members.get_mut(place).map(|member| &mut member.value),
            Repr::Grown(grown) => grown.members.get_mut(place).map(|member| &mut member.value),
        }
    }

    /// Is there a member of this name?
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Adds a member at the end without looking for its name.
    pub fn push(&mut self, key: impl Into<Text<'a>>, value: impl Into<Value<'a>>) {
        if let Repr::Fixed(members) = &mut self.0 {
            let members = std::mem::take(members).into_vec();
            *self = Self::grown(members);
        }
        if let Repr::Grown(grown) = &mut self.0 {
            let member = Member { key: key.into(), value: value.into() };
            if let Some(index) = grown.index.get_mut() {
                index.add(&member.key);
            }
            grown.members.push(member);
        }
    }

    /// Sets a member: an existing one keeps its place and gets the value, whose predecessor is returned.
    pub fn insert(&mut self, key: impl Into<Text<'a>>, value: impl Into<Value<'a>>) -> Option<Value<'a>> {
        let key = key.into();
        if let Some(old) = self.get_mut(&key) {
            return Some(std::mem::replace(old, value.into()));
        }
        self.push(key, value);
        None
    }

    /// Removes the last member of this name; those behind it move up.
    pub fn remove(&mut self, key: &str) -> Option<Value<'a>> {
        let place = self.find(key)?;
        let mut members = self.take();
        let member = members.remove(place);
        *self = Self::from_members(members);
        Some(member.value)
    }

    /// Of members with equal names only the last stays, at its own place. Linear, also for hostile names.
    pub fn keep_last(&mut self) {
        if dedup::has_duplicates(self.members()) {
            let mut members = self.take();
            dedup::keep_last(&mut members);
            *self = Self::from_members(members);
        }
    }

    /// Of members with equal names only the first stays. Linear, also for hostile names.
    pub fn keep_first(&mut self) {
        if dedup::has_duplicates(self.members()) {
            let mut members = self.take();
            dedup::keep_first(&mut members);
            *self = Self::from_members(members);
        }
    }

    /// Sorts by the bytes of the names; equal names keep their order.
    pub fn sort_keys(&mut self) {
        self.members_mut().sort_by(|a, b| a.key.as_str().cmp(b.key.as_str()));
    }
}

impl<'a, K: Into<Text<'a>>, V: Into<Value<'a>>> FromIterator<(K, V)> for Object<'a> {
    /// Members in order, equal names included.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let members = members.into_iter().map(|(key, value)| Member { key: key.into(), value: value.into() });
        Self::from_members(members.collect())
    }
}

impl<'o, 'a> IntoIterator for &'o Object<'a> {
    type Item = &'o Member<'a>;
    type IntoIter = std::slice::Iter<'o, Member<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.members().iter()
    }
}

impl<'a> IntoIterator for Object<'a> {
    type Item = Member<'a>;
    type IntoIter = std::vec::IntoIter<Member<'a>>;
    fn into_iter(self) -> Self::IntoIter {
        self.into_members().into_iter()
    }
}

impl Drop for Object<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.members().iter().any(|member| walk::has_parts(&member.value)) {
            walk::drop_members(self.take());
        }
    }
}

impl Clone for Object<'_> {
    fn clone(&self) -> Self {
        Self::from_members(self.members().to_vec())
    }
}

impl PartialEq for Object<'_> {
    /// The same members in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.members() == other.members()
    }
}

impl fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
