//! Type hints, both ways: paragraph 8.3 for cells that are read, paragraph 7 for columns that are written.

use std::borrow::Cow;

use stele_json::Value;

use crate::cells::{self, Cell, Scalar};
use crate::error::{Code, Fault, found};
use crate::number::{self, MAX_SAFE, Numeral};
use crate::quote::Rules;

/// The hint of a column that is read. `Other` infers as no hint does, but makes `undefined` null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    U32,
    I32,
    F64,
    Bool,
    Str,
    Null,
    Other,
}

impl Hint {
    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "u32" => Self::U32,
            "i32" => Self::I32,
            "f64" => Self::F64,
            "bool" => Self::Bool,
            "str" => Self::Str,
            "null" => Self::Null,
            _ => Self::Other,
        }
    }
}

/// The value of a cell under a hint. Faults stand at the start of the row.
pub(crate) fn coerce<'t>(cell: Cell<'t>, hint: Hint) -> Result<Scalar<'t>, Fault> {
    if !cell.quoted && cell.text == "null" {
        return Ok(Scalar::Null);
    }
    if cell.text.starts_with('[') || cell.text.contains('{') {
        return Ok(cell.infer().defined());
    }
    let text = cell.text.as_bytes();
    match hint {
        Hint::Str => Ok(Scalar::Text(cell.text)),
        Hint::Null => Ok(Scalar::Null),
        Hint::Other => Ok(cell.infer().defined()),
        Hint::Bool => match text {
            b"true" => Ok(Scalar::Bool(true)),
            b"false" => Ok(Scalar::Bool(false)),
            _ => Err(violated(Code::Type, "true or false", &cell.text)),
        },
        Hint::F64 => match number::numeral(text) {
            Some(form) => Ok(Scalar::Number(cell.text, form)),
            None => Err(violated(Code::Type, "a number (`f64`)", &cell.text)),
        },
        Hint::U32 => integer(cell.text, 0, u32::MAX.into(), "a whole number of 0 to 4294967295 (`u32`)"),
        Hint::I32 => integer(
            cell.text,
            i32::MIN.into(),
            i32::MAX.into(),
            "a whole number of -2147483648 to 2147483647 (`i32`)",
        ),
    }
}

fn integer<'t>(text: Cow<'t, str>, min: i64, max: i64, expected: &str) -> Result<Scalar<'t>, Fault> {
    if number::numeral(text.as_bytes()) != Some(Numeral::Integer) {
        return Err(violated(Code::Type, expected, &text));
    }
    // leading zeros may make it long; more than 19 digits without them are out of range in any case
    match text.parse::<i64>() {
        Ok(value) if (min..=max).contains(&value) => Ok(Scalar::Number(text, Numeral::Integer)),
        Ok(_) => Err(violated(Code::Range, expected, &text)),
        Err(_) if text.trim_start_matches('-').bytes().all(|byte| byte == b'0') => {
            Ok(Scalar::Number(text, Numeral::Integer))
        }
        Err(_) => Err(violated(Code::Range, expected, &text)),
    }
}

#[cold]
fn violated(code: Code, expected: &str, text: &str) -> Fault {
    Fault::new(code, 0, format!("expected {expected}, found {}", found(text)))
}

/// What a number is for hints: its canonical text decides, so `1.0` is an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// 0..=4294967295, `-0` included.
    U32 {
        negative_zero: bool,
    },
    I32,
    /// Finite, and the reference takes its text for an `f64`.
    F64,
    /// Finite, but the reference would refuse the text.
    Refused,
    /// Not finite, or beyond binary64.
    Beyond,
}

fn class(lexeme: &str) -> Class {
    let Some(form) = number::numeral(lexeme.as_bytes()) else { return Class::Beyond };
    let Some(value) = lexeme.parse::<f64>().ok().filter(|value| value.is_finite()) else {
        return Class::Beyond;
    };
    if value.fract() == 0.0 {
        if (0.0..=4_294_967_295.0).contains(&value) {
            return Class::U32 { negative_zero: value == 0.0 && value.is_sign_negative() };
        }
        if (-2_147_483_648.0..=2_147_483_647.0).contains(&value) {
            return Class::I32;
        }
    }
    // exponents appear in canonical text below 1e-6 and for integral doubles above 2^53 - 1
    let magnitude = value.abs();
    let has_exponent =
        form != Numeral::Integer && (magnitude < 1e-6 || (value.fract() == 0.0 && magnitude > MAX_SAFE));
    let accepted = if has_exponent {
        (f64::EPSILON..=MAX_SAFE).contains(&magnitude)
    } else {
        value.fract() != 0.0 || magnitude <= MAX_SAFE
    };
    if accepted { Class::F64 } else { Class::Refused }
}

/// The hint of a member in an object's column list.
pub(crate) fn of_member(value: &Value<'_>) -> Option<&'static str> {
    Some(match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::String(_) => "str",
        Value::Number(number) => match class(number.lexeme()) {
            Class::U32 { .. } => "u32",
            Class::I32 => "i32",
            Class::F64 | Class::Refused => "f64",
            Class::Beyond => "null",
        },
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// Collects the values of one column of a table and gives its hint.
#[derive(Clone, Debug)]
pub(crate) struct ColumnHint {
    /// Kinds seen, as bits.
    kinds: u8,
    /// Every string so far may stand in a `str` column.
    strings_safe: bool,
    /// Hints that every number so far may stand under, as bits.
    numbers: u8,
}

impl Default for ColumnHint {
    fn default() -> Self {
        Self { kinds: 0, strings_safe: true, numbers: !0 }
    }
}

impl ColumnHint {
    const BOOL: u8 = 1;
    const STRING: u8 = 2;
    const NUMBER: u8 = 4;
    const U32: u8 = 1;
    const I32: u8 = 2;
    const F64: u8 = 4;

    /// Adds a present value; `quotes_forbidden`: pretty delimiters, and not the last column.
    pub(crate) fn add(&mut self, value: &Value<'_>, rules: &Rules, quotes_forbidden: bool) {
        match value {
            Value::Bool(_) => self.kinds |= Self::BOOL,
            Value::String(text) => {
                self.kinds |= Self::STRING;
                let traits = rules.traits(text);
                self.strings_safe &=
                    rules.hint_safe(text, traits) && !(quotes_forbidden && rules.needs_quotes(text, traits));
            }
            Value::Number(number) => {
                self.kinds |= Self::NUMBER;
                self.numbers &= match class(number.lexeme()) {
                    Class::U32 { negative_zero: false } if fits_i32(number.lexeme()) => {
                        Self::U32 | Self::I32 | Self::F64
                    }
                    Class::U32 { negative_zero: false } => Self::U32 | Self::F64,
                    Class::I32 => Self::I32 | Self::F64,
                    Class::F64 => Self::F64,
                    Class::U32 { .. } | Class::Refused | Class::Beyond => 0,
                };
            }
            _ => {}
        }
    }

    /// The hint, when the column has one.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        match self.kinds {
            0 => Some("null"),
            Self::BOOL => Some("bool"),
            Self::STRING if self.strings_safe => Some("str"),
            Self::NUMBER if self.numbers & Self::U32 != 0 => Some("u32"),
            Self::NUMBER if self.numbers & Self::I32 != 0 => Some("i32"),
            Self::NUMBER if self.numbers & Self::F64 != 0 => Some("f64"),
            _ => None,
        }
    }
}

fn fits_i32(lexeme: &str) -> bool {
    lexeme.parse::<f64>().is_ok_and(|value| value <= f64::from(i32::MAX))
}

/// The value of a cell of the reference's `schemaFirst` rows (paragraph 9.3).
pub(crate) fn schema_cell<'t>(text: &'t str, hint: Option<Hint>) -> Result<Scalar<'t>, Fault> {
    if text.starts_with('"') {
        return Ok(Scalar::Text(cells::string(text, 0)?.0));
    }
    match hint {
        Some(hint) => coerce(Cell { quoted: false, text: Cow::Borrowed(text) }, hint),
        None => Ok(cells::infer(text)),
    }
}
