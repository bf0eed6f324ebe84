//! The separator of a bracket: paragraph 4.1. Items vote by their first and last characters.

use stele_json::{Member, Value};

use super::text::{self, Place};

/// First and last character of an item, as far as separators ask.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) letter: bool,
    pub(super) closing: bool,
}

impl Ends {
    pub(super) const BRACKETS: Ends = Ends { letter: false, closing: true };

    pub(super) fn of_text(text: &str, quoted: bool) -> Self {
        let letter = !quoted && text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
        Ends { letter, closing: quoted }
    }

    pub(super) fn of_value(value: &Value<'_>) -> Self {
        match value {
            Value::Null | Value::Bool(_) => Ends { letter: true, closing: false },
            Value::Number(number) => Ends::of_text(number.lexeme(), false),
            Value::String(text) => Ends::of_text(text, text::quoted(text, Place::Word)),
            Value::Array(_) | Value::Object(_) => Ends::BRACKETS,
        }
    }

    pub(super) fn of_member(member: &Member<'_>) -> Self {
        let letter = Ends::of_text(&member.key, text::quoted(&member.key, Place::Key)).letter;
        Ends { letter, closing: Ends::of_value(&member.value).closing }
    }
}

/// The sum of 4.1 over neighbouring items.
pub(super) fn votes(items: impl Iterator<Item = Ends>) -> isize {
    let mut sum = 0;
    let mut previous: Option<Ends> = None;
    for item in items {
        if let Some(previous) = previous {
            sum += if item.letter {
                1
            } else if previous.closing {
                -1
            } else {
                0
            };
        }
        previous = Some(item);
    }
    sum
}

pub(super) fn separator(votes: isize) -> u8 {
    if votes > 0 { b' ' } else { b',' }
}
