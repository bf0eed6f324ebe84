//! Column lists: of tables between braces (4.4), and of the reference's `#schema` lines (9.3).
//!
//! Text -> names and hints. Names in quotes may hold everything; each list is passed once.

use std::borrow::Cow;

use crate::bytes;
use crate::space;

/// A column: its name and the text of its hint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column<'t> {
    pub(crate) name: Cow<'t, str>,
    pub(crate) hint: Option<&'t str>,
}

/// The columns between the braces of a table's header.
pub(crate) fn columns(text: &str) -> Vec<Column<'_>> {
    let bytes = text.as_bytes();
    let mut columns = Vec::new();
    let (mut start, mut pos, mut quoted) = (0, 0, false);
    loop {
        pos = bytes::find_any(bytes, pos, *b"\"\\,");
        match bytes.get(pos) {
            Some(b'\\') if quoted && bytes.get(pos + 1) == Some(&b'"') => pos += 2,
            Some(b'\\') => pos += 1,
            Some(b'"') => {
                quoted = !quoted;
                pos += 1;
            }
            Some(_) if quoted => pos += 1,
            end => {
                let column = space::trim(&text[start..pos]);
                if !column.is_empty() {
                    columns.push(self::column(column));
                }
                if end.is_none() {
                    return columns;
                }
                pos += 1;
                start = pos;
            }
        }
    }
}

fn column(text: &str) -> Column<'_> {
    if let Some(inner) = text.strip_prefix('"') {
        let (name, rest) = quoted_column(inner);
        return Column {
            name,
            hint: space::trim(rest).strip_prefix(':').map(space::trim).filter(|h| !h.is_empty()),
        };
    }
    match text.split_once(':') {
        Some((name, hint)) if !name.is_empty() => Column {
            name: Cow::Borrowed(space::trim(name)),
            hint: Some(space::trim(hint)).filter(|h| !h.is_empty()),
        },
        _ => Column { name: Cow::Borrowed(text), hint: None },
    }
}

/// A column name behind its opening quote, where `\"` and `""` are a quote, and what follows the closing one.
fn quoted_column(text: &str) -> (Cow<'_, str>, &str) {
    let bytes = text.as_bytes();
    let mut name = Cow::Borrowed("");
    let (mut done, mut pos) = (0, 0);
    loop {
        pos = bytes::find_any(bytes, pos, *b"\"\\");
        let pair = matches!((bytes.get(pos), bytes.get(pos + 1)), (Some(_), Some(b'"')));
        if pair {
            name.to_mut().push_str(&text[done..pos]);
            name.to_mut().push('"');
            pos += 2;
            done = pos;
        } else if bytes.get(pos) == Some(&b'\\') {
            pos += 1;
        } else {
            let rest = text.get(pos + 1..).unwrap_or_default();
            let piece = &text[done..pos];
            return (
                if name.is_empty() { Cow::Borrowed(piece) } else { Cow::Owned(name.into_owned() + piece) },
                rest,
            );
        }
    }
}

/// `#schema name{columns}` (paragraph 9.3): the name and what stands between the braces.
pub(crate) fn schema(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("#schema")?;
    let name = rest.trim_start_matches([' ', '\t']);
    let (name, columns) = name.split_once('{').filter(|_| name.len() < rest.len())?;
    let columns = columns.strip_suffix('}').filter(|columns| !columns.contains('}'))?;
    let word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    word.then_some((name, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_hints() {
        let shown = |text: &str| -> Vec<String> {
            columns(text).iter().map(|c| format!("{}|{}", c.name, c.hint.unwrap_or("-"))).collect()
        };
        assert_eq!(shown("a, b:u32 ,\"c,d\":str,,\"e\"\"f\\\"g\""), ["a|-", "b|u32", "c,d|str", "e\"f\"g|-"]);
        assert_eq!(shown(":x,\"\",y:"), [":x|-", "|-", "y|-"]);
        assert_eq!(schema("#schema users{id:u32,tags[]}"), Some(("users", "id:u32,tags[]")));
        assert_eq!(schema("#schemausers{id}"), None);
    }

    #[test]
    fn hostile_lists_are_linear() {
        for unit in ["\"", "\\", ",", "\\\"", "\"\"", ":", "a ", "\u{3000}x"] {
            let _ = columns(&unit.repeat(300_000));
        }
    }
}
