//! Tree -> JSON text of the same value in one of the many ways RFC 8259 allows.

use crate::rng::Rng;
use crate::tree::Tree;

/// JSON text of a tree in a random style: blanks anywhere, any escape for any character.
pub(crate) fn styled(tree: &Tree, rng: &mut Rng) -> String {
    let mut out = Vec::new();
    style_value(tree, rng, &mut out);
    // only whole characters were written
    String::from_utf8(out).unwrap_or_default()
}

fn blank(rng: &mut Rng, out: &mut Vec<u8>) {
    if rng.one_in(4) {
        out.extend_from_slice(rng.pick(&[" ", "\n", "\t", "\r\n", "  "]).as_bytes());
    }
}

fn style_value(tree: &Tree, rng: &mut Rng, out: &mut Vec<u8>) {
    blank(rng, out);
    match tree {
        Tree::Text(text) => style_string(text, rng, out),
        Tree::Array(elements) => {
            out.push(b'[');
            for (i, element) in elements.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                style_value(element, rng, out);
            }
            blank(rng, out);
            out.push(b']');
        }
        Tree::Object(members) => {
            out.push(b'{');
            for (i, (name, value)) in members.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                blank(rng, out);
                style_string(name, rng, out);
                blank(rng, out);
                out.push(b':');
                style_value(value, rng, out);
            }
            blank(rng, out);
            out.push(b'}');
        }
        other => other.write_json(out),
    }
    blank(rng, out);
}

fn style_string(text: &str, rng: &mut Rng, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in text.chars() {
        let must = c < ' ' || c == '"' || c == '\\';
        if c == '/' && rng.one_in(3) {
            out.extend_from_slice(b"\\/");
        } else if must && rng.one_in(2) {
            stele_json::write_escaped(out, c.encode_utf8(&mut [0; 4]), stele_json::Escape::Json);
        } else if must || rng.one_in(15) {
            let upper = rng.one_in(2);
            for unit in c.encode_utf16(&mut [0; 2]) {
                let hex = if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
                out.extend_from_slice(hex.as_bytes());
            }
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    out.push(b'"');
}
