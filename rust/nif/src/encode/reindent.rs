//! JSON text to JSON text: another layout for text that is JSON already (fragments inside a
//! pretty document, the formatter). Numbers and names are not read, so they keep their
//! spelling; text that is no JSON comes out as some text, and never fails.

use crate::options::Pretty;

/// Where the text goes and how far it is indented.
pub struct Layout<'a> {
    /// Texts of the layout; compact where absent.
    pub pretty: Option<&'a Pretty>,
    /// Containers around the text.
    pub depth: usize,
    /// Between root values, where the text holds several.
    pub separator: &'a [u8],
}

struct State<'a> {
    layout: &'a Layout<'a>,
    depth: usize,
    /// Whether the container just opened has no item yet.
    fresh: bool,
    /// Whether a root value has been written and is complete.
    root_done: bool,
}

impl State<'_> {
    fn line(&self, out: &mut Vec<u8>) {
        if let Some(pretty) = self.layout.pretty {
            out.extend_from_slice(&pretty.line_separator);
            for _ in 0..self.depth {
                out.extend_from_slice(&pretty.indent);
            }
        }
    }

    fn item(&mut self, out: &mut Vec<u8>) {
        if self.depth == self.layout.depth {
            if self.root_done {
                out.extend_from_slice(self.layout.separator);
            }
            self.root_done = false;
        } else if self.fresh {
            self.line(out);
        }
        self.fresh = false;
    }

    fn end(&mut self) {
        if self.depth == self.layout.depth {
            self.root_done = true;
        }
    }
}

/// Offset behind the string whose opening quote is at `start`; the length where it is open.
fn string_end(text: &[u8], start: usize) -> usize {
    let mut pos = start + 1;
    loop {
        pos = crate::scan::special(text, pos);
        match text.get(pos) {
            Some(b'"') => return pos + 1,
            Some(b'\\') => pos += 2,
            Some(_) => pos += 1,
            None => return text.len(),
        }
    }
}

/// Appends `text` in this layout.
pub fn reindent(out: &mut Vec<u8>, text: &[u8], layout: &Layout<'_>) {
    let mut state = State { layout, depth: layout.depth, fresh: false, root_done: false };
    let mut pos = 0;
    while let Some(&byte) = text.get(pos) {
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => pos += 1,
            b'{' | b'[' => {
                state.item(out);
                out.push(byte);
                state.depth += 1;
                state.fresh = true;
                pos += 1;
            }
            b'}' | b']' => {
                let empty = state.fresh;
                state.depth = state.depth.saturating_sub(1).max(layout.depth);
                state.fresh = false;
                if !empty {
                    state.line(out);
                }
                out.push(byte);
                state.end();
                pos += 1;
            }
            b',' => {
                out.push(b',');
                state.line(out);
                state.fresh = false;
                pos += 1;
            }
            b':' => {
                out.push(b':');
                if let Some(pretty) = layout.pretty {
                    out.extend_from_slice(&pretty.after_colon);
                }
                pos += 1;
            }
            _ => {
                state.item(out);
                let end = scalar_end(text, pos, byte);
                out.extend_from_slice(&text[pos..end]);
                pos = end;
                state.end();
            }
        }
    }
}

fn scalar_end(text: &[u8], pos: usize, byte: u8) -> usize {
    if byte == b'"' {
        return string_end(text, pos);
    }
    let stop = |b: &u8| b" \n\r\t{}[],:\"".contains(b);
    text[pos..].iter().position(stop).map_or(text.len(), |at| pos + at)
}
