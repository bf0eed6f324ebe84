//! `relaxed: true` for what finds its way by brackets and commas (streams, pointers): comments
//! and trailing commas become blanks, byte for byte, so that offsets stay. Takes chunks cut
//! anywhere. `decode::Reader` does without: it skips them where they stand.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Text,
    String,
    /// Behind a backslash in a string.
    Escape,
    /// Behind a slash that may begin a comment.
    Slash,
    Line,
    Block,
    /// Behind a star in a block comment.
    Star,
}

/// What is known between two chunks.
#[derive(Debug)]
pub struct Relaxer {
    place: Place,
    /// The last byte that is neither blank nor comment; 0 before the first.
    last: u8,
    /// A comma that may be a trailing one, and the blanks behind it.
    held: Vec<u8>,
}

impl Default for Relaxer {
    fn default() -> Self {
        Relaxer { place: Place::Text, last: 0, held: Vec::new() }
    }
}

impl Relaxer {
    /// Appends the strict text of a chunk to `out`, but for what the next chunk decides.
    pub fn feed(&mut self, chunk: &[u8], out: &mut Vec<u8>) {
        for &byte in chunk {
            self.byte(byte, out);
        }
    }

    /// Appends what was held back.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        match self.place {
            // a comment without end is no blank
            Place::Slash | Place::Block | Place::Star => self.significant(b'/', out),
            _ => out.append(&mut self.held),
        }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        self.place = match (self.place, byte) {
            (Place::Text, b'/') => Place::Slash,
            (Place::Text, _) => self.text(byte, out),
            (Place::String, b'\\') => self.inside(byte, Place::Escape, out),
            (Place::String, b'"') => self.inside(byte, Place::Text, out),
            (Place::String | Place::Escape, _) => self.inside(byte, Place::String, out),
            (Place::Slash, b'/' | b'*') => {
                self.blank(b' ', out);
                self.blank(b' ', out);
                if byte == b'/' { Place::Line } else { Place::Block }
            }
            (Place::Slash, _) => {
                self.significant(b'/', out);
                self.text(byte, out)
            }
            (Place::Line, b'\n') => {
                self.blank(b'\n', out);
                Place::Text
            }
            (Place::Star, b'/') => {
                self.blank(b' ', out);
                Place::Text
            }
            (place, _) => {
                // line breaks stay, so that lines are counted as before
                self.blank(if byte == b'\n' { b'\n' } else { b' ' }, out);
                match (place, byte) {
                    (Place::Line, _) => Place::Line,
                    (_, b'*') => Place::Star,
                    _ => Place::Block,
                }
            }
        };
    }

    fn inside(&mut self, byte: u8, next: Place, out: &mut Vec<u8>) -> Place {
        out.push(byte);
        next
    }

    fn text(&mut self, byte: u8, out: &mut Vec<u8>) -> Place {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => self.blank(byte, out),
            b'/' => return Place::Slash,
            b',' => {
                // only what follows a value can be a trailing comma
                let removable = !matches!(self.last, 0 | b'[' | b'{' | b',' | b':');
                out.append(&mut self.held);
                if removable {
                    self.held.push(byte);
                } else {
                    out.push(byte);
                }
                self.last = byte;
            }
            b']' | b'}' => {
                if let Some(comma) = self.held.first_mut() {
                    *comma = b' ';
                }
                self.significant(byte, out);
            }
            _ => {
                self.significant(byte, out);
                if byte == b'"' {
                    return Place::String;
                }
            }
        }
        Place::Text
    }

    fn significant(&mut self, byte: u8, out: &mut Vec<u8>) {
        out.append(&mut self.held);
        out.push(byte);
        self.last = byte;
    }

    fn blank(&mut self, byte: u8, out: &mut Vec<u8>) {
        if self.held.is_empty() { out.push(byte) } else { self.held.push(byte) }
    }
}

/// The strict text of a whole input.
pub fn relax(text: &[u8]) -> Vec<u8> {
    let mut relaxer = Relaxer::default();
    let mut out = Vec::with_capacity(text.len());
    relaxer.feed(text, &mut out);
    relaxer.finish(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::Reader;
    use crate::decode::nothing::Nothing;
    use crate::options::DecodeOptions;

    const TEXTS: &[&str] = &[
        "[1,2]",
        "[1,2,]",
        "[1, /* , ] */ 2 , // x ]\n ]",
        "/*a*/{\"a\":[],/**/}//",
        "{\"//\":\"/* , ]\",\"\\\"/*\":[{},],}",
        "[,]",
        "{,}",
        "[1,,]",
        "[1,]]",
        "{\"a\":,}",
        "1,",
        "[1] /* x",
        "[1] /",
        "/ 1",
        "[1,/]",
        "[1,/**/,2]",
        "// only",
        "[\"a\",/***/]",
        "/*/ 1",
        "/**/1",
        "\"a\\",
    ];

    /// The strict reader takes what was relaxed where the relaxed one takes the text itself.
    #[test]
    fn reads_as_the_relaxed_reader_reads() {
        let relaxed = DecodeOptions { relaxed: true, ..DecodeOptions::default() };
        for text in TEXTS {
            let text = text.as_bytes();
            let strict = relax(text);
            let accepted = Reader::new(text, relaxed, Nothing).read().is_ok();
            let taken = Reader::new(&strict, DecodeOptions::default(), Nothing).read().is_ok();
            assert_eq!(taken, accepted, "{:?} -> {:?}", text.escape_ascii(), strict.escape_ascii());
            if accepted {
                assert_eq!(strict.len(), text.len());
            }
            for cut in 1..=text.len() {
                let (mut relaxer, mut out) = (Relaxer::default(), Vec::new());
                text.chunks(cut).for_each(|chunk| relaxer.feed(chunk, &mut out));
                relaxer.finish(&mut out);
                assert_eq!(out, strict);
            }
        }
    }
}
