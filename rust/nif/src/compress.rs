//! Compression of what is written: gzip, deflate (in zlib's frame, as HTTP means it) and zstd.

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{Read, Write};

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compress {
    /// A gzip member of this level.
    Gzip(u32),
    /// A zlib stream of this level.
    Deflate(u32),
    /// A zstd frame.
    Zstd,
}

impl Compress {
    /// From the code that `RustyJson.Options` makes; `None` for no compression.
    pub fn from_code(code: i32) -> Option<Self> {
        match code {
            0..=9 => Some(Compress::Gzip(code as u32)),
            16..=25 => Some(Compress::Deflate(code as u32 - 16)),
            32 => Some(Compress::Zstd),
            _ => None,
        }
    }
}

/// A compressor at work.
pub enum Compressor {
    /// Takes text block by block.
    Gzip(GzEncoder<Vec<u8>>),
    /// The same.
    Deflate(ZlibEncoder<Vec<u8>>),
    /// Takes all text at the end.
    Zstd,
}

impl Compressor {
    /// A compressor of this kind.
    pub fn new(kind: Compress) -> Self {
        match kind {
            Compress::Gzip(level) => Compressor::Gzip(GzEncoder::new(Vec::new(), Compression::new(level))),
            Compress::Deflate(level) => {
                Compressor::Deflate(ZlibEncoder::new(Vec::new(), Compression::new(level)))
            }
            Compress::Zstd => Compressor::Zstd,
        }
    }

    /// Takes a block; `false` where it failed.
    pub fn write(&mut self, block: &[u8]) -> bool {
        match self {
            Compressor::Gzip(encoder) => encoder.write_all(block).is_ok(),
            Compressor::Deflate(encoder) => encoder.write_all(block).is_ok(),
            Compressor::Zstd => false,
        }
    }

    /// Whether text is wanted before its end.
    pub fn takes_blocks(&self) -> bool {
        !matches!(self, Compressor::Zstd)
    }

    /// The compressed text; `rest` is what was not taken in blocks.
    pub fn finish(self, rest: &[u8]) -> Option<Vec<u8>> {
        match self {
            Compressor::Gzip(encoder) => encoder.finish().ok(),
            Compressor::Deflate(encoder) => encoder.finish().ok(),
            Compressor::Zstd => Some(zstd(rest)),
        }
    }
}

/// One zstd frame.
pub fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

/// Why a zstd text is not inflated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is none.
    Invalid,
    /// More bytes than the limit.
    TooLong,
}

/// What zstd frames hold, one after the other; at most `limit` bytes, 0 is any number.
pub fn unzstd(mut frames: &[u8], limit: usize) -> Result<Vec<u8>, Refused> {
    let mut text = Vec::new();
    loop {
        let mut decoder = StreamingDecoder::new(&mut frames).map_err(|_| Refused::Invalid)?;
        if limit == 0 {
            decoder.read_to_end(&mut text).map_err(|_| Refused::Invalid)?;
        } else {
            let room = (limit + 1 - text.len()) as u64;
            decoder.by_ref().take(room).read_to_end(&mut text).map_err(|_| Refused::Invalid)?;
            if text.len() > limit {
                return Err(Refused::TooLong);
            }
        }
        if frames.is_empty() {
            return Ok(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zstd_comes_back_in_one_frame_and_in_several() {
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
}
