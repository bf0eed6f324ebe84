//! Compression of what is written: gzip, deflate (in zlib's frame, as HTTP means it) and zstd.

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;

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
