//! zstd frames to text, in pieces: what arrives may be cut anywhere, and what comes out is bounded.

use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// Why a zstd text is not inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is none.
    Invalid,
    /// More bytes than the limit.
    TooLong,
}

/// A frame's header has at most so many bytes.
const LONGEST_HEADER: usize = 18;
/// Text of one call, and a block of at most 128 KB.
const PIECE: usize = 256 * 1024;
/// What is at hand as a whole is taken in chunks of this size.
const CHUNK: usize = 32 * 1024;
/// Magic number and length of a frame that holds no text.
const SKIPPABLE_HEADER: usize = 8;
const CHECKSUM: usize = 4;

/// Frames one after the other.
#[derive(Default)]
pub struct Unzstd {
    waiting: Vec<u8>,
    frame: Option<Frame>,
    /// Bytes to pass over.
    skip: usize,
    /// Whether a frame of text was met.
    met: bool,
}

struct Frame {
    decoder: FrameDecoder,
    checksum: bool,
}

impl Unzstd {
    /// Takes a chunk and appends text; `true` where there is more to be had without another chunk.
    pub fn feed(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Result<bool, Refused> {
        self.waiting.extend_from_slice(chunk);
        let mut at = 0;
        let result = loop {
            if out.len() >= PIECE {
                break Ok(true);
            }
            match self.step(at, out) {
                Ok(0) => break Ok(false),
                Ok(taken) => at += taken,
                Err(refused) => break Err(refused),
            }
        };
        self.waiting.drain(..at);
        result
    }

    /// Whether the input may end here.
    pub fn is_complete(&self) -> bool {
        self.met && self.frame.is_none() && self.skip == 0 && self.waiting.is_empty()
    }

    /// Takes what is complete at the front of what waits; its bytes, 0 where more must come.
    fn step(&mut self, at: usize, out: &mut Vec<u8>) -> Result<usize, Refused> {
        let waiting = &self.waiting[at..];
        if self.skip > 0 {
            let taken = self.skip.min(waiting.len());
            self.skip -= taken;
            return Ok(taken);
        }
        let Some(frame) = &mut self.frame else {
            return self.header(at);
        };
        let Some(length) = block_length(waiting, frame.checksum) else {
            return Ok(0);
        };
        let decoder = &mut frame.decoder;
        decoder.decode_from_to(&waiting[..length], &mut []).map_err(|_| Refused::Invalid)?;
        decoder.collect_to_writer(&mut *out).map_err(|_| Refused::Invalid)?;
        if decoder.is_finished() {
            self.frame = None;
        }
        Ok(length)
    }

    fn header(&mut self, at: usize) -> Result<usize, Refused> {
        let waiting = &self.waiting[at..];
        let mut source = waiting;
        let mut decoder = FrameDecoder::new();
        match decoder.init(&mut source) {
            Ok(()) => {
                // the bit of the descriptor, which stands behind the magic number
                let checksum = waiting[4] & 4 != 0;
                self.frame = Some(Frame { decoder, checksum });
                self.met = true;
                Ok(waiting.len() - source.len())
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                self.skip = length as usize;
                Ok(SKIPPABLE_HEADER)
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_))) => {
                Err(Refused::Invalid)
            }
            Err(_) if waiting.len() < LONGEST_HEADER => Ok(0),
            Err(_) => Err(Refused::Invalid),
        }
    }
}

/// Bytes of the block at the front, with the checksum behind the last one, when all have come.
fn block_length(waiting: &[u8], checksum: bool) -> Option<usize> {
    let header = waiting.get(..3)?;
    let bits = u32::from_le_bytes([header[0], header[1], header[2], 0]);
    let (last, kind, size) = (bits & 1 == 1, bits >> 1 & 3, (bits >> 3) as usize);
    // one byte that is repeated, or as many as the block says
    let content = if kind == 1 { 1 } else { size };
    let length = header.len() + content + if last && checksum { CHECKSUM } else { 0 };
    (waiting.len() >= length).then_some(length)
}

/// What zstd frames hold, one after the other; at most `limit` bytes, 0 is any number.
pub fn unzstd(frames: &[u8], limit: usize) -> Result<Vec<u8>, Refused> {
    let mut text = Vec::new();
    let mut piece = Vec::new();
    let mut decoder = Unzstd::default();
    for mut chunk in frames.chunks(CHUNK) {
        let mut more = true;
        while more {
            more = decoder.feed(chunk, &mut piece)?;
            chunk = &[];
            if limit != 0 && text.len() + piece.len() > limit {
                return Err(Refused::TooLong);
            }
            text.append(&mut piece);
        }
    }
    if decoder.is_complete() { Ok(text) } else { Err(Refused::Invalid) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compress::zstd;

    #[test]
    fn frames_come_back_one_and_several() {
        for text in ["", "{}", &"[1,2,3,\"abc\"]".repeat(20_000)] {
            let frame = zstd(text.as_bytes());
            assert_eq!(unzstd(&frame, 0).as_deref(), Ok(text.as_bytes()));
            assert_eq!(unzstd(&frame, text.len().max(1)).as_deref(), Ok(text.as_bytes()));
            let two = [frame.clone(), frame].concat();
            assert_eq!(unzstd(&two, 0).as_deref(), Ok(text.repeat(2).as_bytes()));
            if !text.is_empty() {
                assert_eq!(unzstd(&two, text.len()), Err(Refused::TooLong));
            }
        }
        assert_eq!(unzstd(b"no zstd at all", 0), Err(Refused::Invalid));
        assert_eq!(unzstd(b"", 0), Err(Refused::Invalid));
        let cut = zstd(&b"abc".repeat(1000));
        assert_eq!(unzstd(&cut[..cut.len() - 1], 0), Err(Refused::Invalid));
    }

    #[test]
    fn chunks_are_cut_anywhere_and_frames_without_text_are_passed_over() {
        let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let text = r#"{"a":[1,2,3]}"#.repeat(50);
        let frames = [&skipped[..], &zstd(text.as_bytes()), &skipped[..], &zstd(b"[]")].concat();
        let whole = format!("{text}[]");
        assert_eq!(unzstd(&frames, 0).as_deref(), Ok(whole.as_bytes()));
        assert_eq!(unzstd(&skipped, 0), Err(Refused::Invalid));
        for size in [1, 2, 3, 5, 17, 64] {
            let (mut decoder, mut out) = (Unzstd::default(), Vec::new());
            for chunk in frames.chunks(size) {
                assert_eq!(decoder.feed(chunk, &mut out), Ok(false));
            }
            assert!(decoder.is_complete());
            assert_eq!(out, whole.as_bytes());
        }
    }

    #[test]
    fn a_bomb_comes_out_in_pieces() {
        let text = vec![b' '; 64 << 20];
        let frame = zstd(&text);
        assert!(frame.len() < 100_000);
        let (mut decoder, mut chunk, mut total) = (Unzstd::default(), &frame[..], 0);
        loop {
            let mut out = Vec::new();
            let more = decoder.feed(chunk, &mut out).expect("a frame");
            assert!(out.len() <= PIECE + (128 << 10));
            total += out.len();
            chunk = &[];
            if !more {
                break;
            }
        }
        assert_eq!(total, text.len());
    }
}
