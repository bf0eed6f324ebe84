//! Passing over values without reading them: brackets are counted, strings are jumped over.
//! Nothing is checked beyond that; what is passed over is read, and checked, elsewhere or not
//! at all. The state can wait for more input anywhere.

use crate::scan;

/// How far the current value has been passed over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skim {
    started: bool,
    depth: usize,
    in_string: bool,
}

/// Where the value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Behind this offset.
    At(usize),
    /// Not before the end of the input; go on from this offset.
    Later(usize),
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}' | b':')
}

impl Skim {
    /// A state inside `depth` open containers, so that the value ends where they close.
    pub fn inside(depth: usize) -> Self {
        Skim { started: true, depth, in_string: false }
    }

    /// Passes over the value that begins, or goes on, at `pos`. A number or word at the end
    /// of the input ends there only if the input does (`last`).
    pub fn run(&mut self, input: &[u8], mut pos: usize, last: bool) -> End {
        if !self.started {
            let Some(&byte) = input.get(pos) else {
                return End::Later(pos);
            };
            if !matches!(byte, b'"' | b'{' | b'[') {
                // a scalar is short: look at it again from its start
                let found = input[pos..].iter().position(|&b| is_delimiter(b));
                return match found {
                    Some(at) => End::At(pos + at),
                    None if last => End::At(input.len()),
                    None => End::Later(pos),
                };
            }
            self.started = true;
        }
        loop {
            if self.in_string {
                pos = scan::special(input, pos);
                match input.get(pos) {
                    Some(b'"') => {
                        self.in_string = false;
                        pos += 1;
                        if self.depth == 0 {
                            return End::At(pos);
                        }
                    }
                    Some(b'\\') if pos + 1 < input.len() => pos += 2,
                    // the escaped byte has not come yet
                    Some(b'\\') => return End::Later(pos),
                    Some(_) => pos += 1,
                    None => return End::Later(pos),
                }
                continue;
            }
            let Some(&byte) = input.get(pos) else {
                return End::Later(pos);
            };
            pos += 1;
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return End::At(pos);
                    }
                }
                _ => {}
            }
        }
    }
}

/// End of the complete value at `pos`.
pub fn value_end(input: &[u8], pos: usize) -> Option<usize> {
    match Skim::default().run(input, pos, true) {
        End::At(end) => Some(end),
        End::Later(_) => None,
    }
}
