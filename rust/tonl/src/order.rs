//! The order of members and columns: sorted by UTF-16 code units, or as they come.

use std::cmp::Ordering;

use stele_json::{Member, Object};

use crate::options::KeyOrder;

/// Order by UTF-16 code units without making them. It differs from the order of bytes only above U+FFFF: surrogates
/// lie below U+E000 to U+FFFF, whose sequences begin with 0xEE or 0xEF.
#[inline]
pub(crate) fn by_utf16(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    match a.iter().zip(b).find(|(x, y)| x != y) {
        None => a.len().cmp(&b.len()),
        Some((&x, &y)) if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) => y.cmp(&x),
        Some((x, y)) => x.cmp(y),
    }
}

/// Appends the members of an object in order; of equal names only the last.
pub(crate) fn push_members<'v, 'a>(object: &'v Object<'a>, order: KeyOrder, out: &mut Vec<&'v Member<'a>>) {
    let start = out.len();
    let members = object.members();
    match order {
        KeyOrder::Sorted => {
            out.extend(members);
            let added = &mut out[start..];
            if added.is_sorted_by(|a, b| by_utf16(&a.key, &b.key) == Ordering::Less) {
                return;
            }
            // equal names, kept by a stable sort in their order, would stand side by side
            added.sort_by(|a, b| by_utf16(&a.key, &b.key));
            let mut kept = start;
            for next in start..out.len() {
                if next > start && out[next].key != out[kept - 1].key {
                    out[kept] = out[next];
                    kept += 1;
                } else if next == start {
                    kept += 1;
                } else {
                    out[kept - 1] = out[next];
                }
            }
            out.truncate(kept);
        }
        KeyOrder::Source => {
            out.extend(
                members
                    .iter()
                    .enumerate()
                    .filter(|(at, member)| is_last(object, *at, member))
                    .map(|(_, member)| member),
            );
        }
    }
}

/// Is this the last member of its name?
fn is_last(object: &Object<'_>, at: usize, member: &Member<'_>) -> bool {
    object.find(&member.key) == Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_equals_that_of_utf16() {
        let chars = [
            'a',
            '\u{7f}',
            'é',
            '\u{7ff}',
            '\u{800}',
            '\u{d7ff}',
            '\u{e000}',
            '\u{feff}',
            '\u{ffff}',
            '\u{10000}',
            '\u{10ffff}',
        ];
        let mut texts: Vec<String> = vec![String::new()];
        for a in chars {
            texts.push(a.to_string());
            texts.extend(chars.iter().map(|b| format!("{a}{b}")));
        }
        for a in &texts {
            for b in &texts {
                let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
                assert_eq!(by_utf16(a, b), units(a).cmp(&units(b)), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn of_equal_names_the_last_stays() {
        for order in [KeyOrder::Sorted, KeyOrder::Source] {
            let object: Object<'_> = [("b", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5)].into_iter().collect();
            let mut out = Vec::new();
            push_members(&object, order, &mut out);
            let mut shown: Vec<String> = out.iter().map(|m| format!("{}{}", m.key, m.value)).collect();
            shown.sort();
            assert_eq!(shown, ["a4", "b3", "c5"]);
        }
    }
}
