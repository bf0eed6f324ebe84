//! Equal names in one object: found in linear time, whatever names an enemy chooses.
//!
//! Up to 64 members a table of one byte per slot on the stack, hashed without a secret: the worst case is bounded by
//! the size. Beyond that a set with a secret seed.

use std::collections::HashSet;

use crate::object::Member;

const SMALL: usize = 64;
const SLOTS: usize = 128;

/// Some bytes of the name mixed; good enough to spread names people choose.
#[inline]
fn slot(key: &str) -> usize {
    let bytes = key.as_bytes();
    let (head, tail) = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(head), Some(tail)) => (u32::from_le_bytes(*head), u32::from_le_bytes(*tail)),
        _ => bytes.iter().fold((0, 0), |(head, tail), &byte| (head << 8 | u32::from(byte), tail)),
    };
    let mixed = (u64::from(head) << 32 | u64::from(tail)) ^ ((bytes.len() as u64) << 20);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 57) as usize
}

/// Do two members have the same name?
#[inline]
pub(crate) fn has_duplicates(members: &[Member<'_>]) -> bool {
    match members {
        [] | [_] => false,
        [a, b] => a.key == b.key,
        _ if members.len() <= SMALL => small(members),
        _ => large(members),
    }
}

fn small(members: &[Member<'_>]) -> bool {
    let mut table = [0u8; SLOTS];
    for (place, member) in members.iter().enumerate() {
        let mut at = slot(&member.key) % SLOTS;
        while table[at] != 0 {
            if members[table[at] as usize - 1].key == member.key {
                return true;
            }
            at = (at + 1) % SLOTS;
        }
        table[at] = place as u8 + 1;
    }
    false
}

fn large(members: &[Member<'_>]) -> bool {
    let mut seen = HashSet::with_capacity(members.len());
    members.iter().any(|member| !seen.insert(member.key.as_str()))
}

/// Keeps the last of equal names.
#[cold]
pub(crate) fn keep_last(members: &mut Vec<Member<'_>>) {
    let mut seen = HashSet::with_capacity(members.len());
    let kept: Vec<bool> = members.iter().rev().map(|member| seen.insert(member.key.as_str())).collect();
    let mut kept = kept.iter().rev();
    members.retain(|_| kept.next().copied().unwrap_or(true));
}

/// Keeps the first of equal names.
#[cold]
pub(crate) fn keep_first(members: &mut Vec<Member<'_>>) {
    let mut seen = HashSet::with_capacity(members.len());
    let kept: Vec<bool> = members.iter().map(|member| seen.insert(member.key.as_str())).collect();
    let mut kept = kept.iter();
    members.retain(|_| kept.next().copied().unwrap_or(true));
}
