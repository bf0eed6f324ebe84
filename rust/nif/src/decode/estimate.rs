//! How large the terms of a document will be, from samples: the caller's heap is grown once
//! before a large document is read, instead of collected again and again on the way.
//!
//! Windows spread over the input are walked roughly: strings, numbers, members. A wrong guess
//! costs time or memory, never a wrong result.

use super::repeats;
use super::terms::SMALL_MAP;
use crate::scan;

const WINDOWS: usize = 8;
const SMALLEST_WINDOW: usize = 512;
const LARGEST_WINDOW: usize = 4096;
/// Of the input, one part in so many is looked at.
const SAMPLED_PART: usize = 8;
const WORD: usize = 8;
/// The table of short strings that were seen, of which equal ones become one term.
const SEEN: usize = 512;

/// What the samples say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Words on the heap.
    pub words: usize,
    /// Whether most member names come once, so that looking them up does not pay.
    pub unique_keys: bool,
}

#[derive(Default)]
struct Sample {
    bytes: usize,
    words: usize,
    keys: usize,
    key_words: usize,
    new_keys: usize,
    known: Vec<u32>,
    /// Hashes of short strings, one slot a place.
    seen: Vec<u32>,
    /// Members of the open objects of a window.
    open: Vec<usize>,
}

fn hash(text: &[u8]) -> u32 {
    text.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ *byte as u32).wrapping_mul(0x0100_0193))
}

impl Sample {
    fn string(&mut self, text: &[u8], is_key: bool) {
        // header and length, then the bytes; beyond 64 bytes a reference
        let words = if text.len() <= 64 { 2 + text.len().div_ceil(WORD) } else { 8 };
        if !is_key {
            // two words for the cell of a list or the slots of a map
            self.words += if self.repeats(text) { 2 } else { words + 2 };
            return;
        }
        self.keys += 1;
        if let Some(members) = self.open.last_mut() {
            *members += 1;
        }
        self.key_words += words;
        let hash = hash(text);
        if !self.known.contains(&hash) {
            self.new_keys += 1;
            if self.known.len() < 256 {
                self.known.push(hash);
            }
        }
    }

    /// Whether this string came before and is one of those that are shared.
    fn repeats(&mut self, text: &[u8]) -> bool {
        if text.len() > repeats::LONGEST {
            return false;
        }
        if self.seen.is_empty() {
            self.seen.resize(SEEN, 0);
        }
        let hash = hash(text);
        std::mem::replace(&mut self.seen[(hash >> 16) as usize % SEEN], hash) == hash
    }

    /// Walks a window that begins outside of strings.
    fn window(&mut self, text: &[u8]) {
        let mut pos = 0;
        self.open.clear();
        while let Some(&byte) = text.get(pos) {
            match byte {
                b'"' => {
                    let mut end = pos + 1;
                    loop {
                        end = scan::special(text, end);
                        match text.get(end) {
                            Some(b'\\') => end += 2,
                            Some(b'"') | None => break,
                            Some(_) => end += 1,
                        }
                    }
                    if end >= text.len() {
                        break;
                    }
                    let is_key = text.get(scan::blanks(text, end + 1)) == Some(&b':');
                    self.string(&text[pos + 1..end], is_key);
                    pos = end + 1;
                }
                b'{' => {
                    // header, size, keys and the header of the keys
                    self.words += 4 + 2;
                    self.open.push(0);
                    pos += 1;
                }
                b'}' => {
                    // a pair and its place in a tree instead of two places in a row
                    let members = self.open.pop().unwrap_or(0);
                    self.words += if members > SMALL_MAP { members + members / 2 } else { 0 };
                    pos += 1;
                }
                b'[' => {
                    self.words += 2;
                    pos += 1;
                }
                b'-' | b'0'..=b'9' => {
                    let number = |b: &u8| matches!(b, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                    let len = text[pos..].iter().take_while(|b| number(b)).count();
                    let float = text[pos..pos + len].iter().any(|b| matches!(b, b'.' | b'e' | b'E'));
                    self.words += if float { 2 + 2 } else { 2 };
                    pos += len;
                }
                b't' | b'f' | b'n' => {
                    self.words += 2;
                    pos += 4;
                }
                _ => pos += 1,
            }
        }
        self.bytes += text.len();
    }
}

/// Estimates the terms of this text.
pub fn estimate(text: &[u8]) -> Estimate {
    let size = (text.len() / SAMPLED_PART / WINDOWS).clamp(SMALLEST_WINDOW, LARGEST_WINDOW);
    let mut sample = Sample::default();
    // how far the windows are from one another
    let (mut sum, mut squares, mut windows) = (0.0, 0.0, 0.0);
    for window in 0..WINDOWS {
        let start = text.len() / WINDOWS * window;
        let Some(part) = text.get(start..(start + size).min(text.len())) else {
            continue;
        };
        // begin behind a quote and a colon, or a comma, which is hardly ever inside a string
        let colon = part.windows(2).position(|pair| pair == b"\":");
        let begin = match colon {
            _ if window == 0 => 0,
            Some(at) => at + 2,
            None => part.iter().position(|b| *b == b',').unwrap_or(0),
        };
        let (bytes, words) = (sample.bytes, sample.words);
        sample.window(&part[begin..]);
        if sample.bytes > bytes {
            let density = (sample.words - words) as f64 / (sample.bytes - bytes) as f64;
            sum += density;
            squares += density * density;
            windows += 1.0;
        }
    }
    if sample.bytes == 0 {
        return Estimate::default();
    }
    let unique_keys = sample.keys > 32 && sample.new_keys * 2 > sample.keys;
    // in large maps a member takes four words rather than two
    let keys = if unique_keys { sample.key_words + sample.keys * 2 } else { 0 };
    // where the windows differ the rest does: room for three standard errors more, since too little
    // costs a collection of everything
    let error = ((squares / windows - sum * sum / windows / windows).max(0.0) / windows).sqrt();
    let density = (sample.words + keys) as f64 / sample.bytes as f64 + 3.0 * error;
    Estimate { words: (density * text.len() as f64) as usize, unique_keys }
}
