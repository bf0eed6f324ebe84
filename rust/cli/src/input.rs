//! Where bytes come from: files, globs, standard input; gzip and zstd are unpacked by their magic number.
//!
//! Step in the flow: arguments -> list of [`Source`] -> a reader of plain bytes, or all of them.
//! Globs are expanded here too, for shells that do not and for quoted patterns. Bytes are counted on the way in
//! (packed size) so that a progress bar can show how far a long run is.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::progress::Progress;

/// Size of the read buffer; large enough that a system call per block costs nothing.
const BLOCK: usize = 256 * 1024;

/// Most bytes of one document that is read whole, after unpacking.
const WHOLE_LIMIT: u64 = 8 << 30;

/// One input of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The name shown in messages.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::File(path) => Some(path),
        }
    }

    /// Name without a packing suffix, in lower case: `a.JSON.gz` -> `a.json`.
    fn plain_name(&self) -> Option<String> {
        let name = self.path()?.file_name()?.to_str()?.to_ascii_lowercase();
        let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        Some(plain.to_owned())
    }

    /// The extension that tells the format, in lower case, packing suffix aside.
    pub(crate) fn extension(&self) -> Option<String> {
        let name = self.plain_name()?;
        let (_, ext) = name.rsplit_once('.')?;
        Some(ext.to_owned())
    }

    /// Whether the name says "one JSON document a line".
    pub(crate) fn is_ndjson(&self) -> bool {
        matches!(self.extension().as_deref(), Some("ndjson" | "jsonl"))
    }

    /// Opens the source and unpacks it when its first bytes say so.
    pub(crate) fn open(&self) -> Result<Reader, Failure> {
        let label = self.label();
        let (raw, size): (Box<dyn Read>, Option<u64>) = match self {
            Self::Stdin => (Box::new(io::stdin().lock()), None),
            Self::File(path) => {
                let file = File::open(path).map_err(|e| Failure::io(&label, &e))?;
                let meta = file.metadata().map_err(|e| Failure::io(&label, &e))?;
                if meta.is_dir() {
                    return Err(Failure::usage(format!("{label}: is a folder")));
                }
                let size = meta.is_file().then_some(meta.len());
                (Box::new(file), size)
            }
        };
        let progress = Progress::bytes(&label, size);
        let counted = Counted { inner: raw, progress };
        let mut blocks = BufReader::with_capacity(BLOCK, counted);
        let magic = peek(&mut blocks).map_err(|e| Failure::io(&label, &e))?;
        let inner: Box<dyn BufRead> = match magic {
            Magic::Gzip => unpacked(flate2::bufread::MultiGzDecoder::new(blocks)),
            Magic::Zstd => unpacked(Zstd::new(blocks)),
            Magic::Plain => Box::new(blocks),
        };
        Ok(Reader { inner, label })
    }

    /// All bytes of the source, unpacked.
    pub(crate) fn read_all(&self) -> Result<Vec<u8>, Failure> {
        self.open()?.read_rest()
    }
}

/// Plain bytes of one source.
pub(crate) struct Reader {
    inner: Box<dyn BufRead>,
    pub(crate) label: String,
}

impl Reader {
    /// All bytes from here on; the size of one document is limited, since a small packed file can hold terabytes.
    pub(crate) fn read_rest(mut self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = (&mut self.inner).take(WHOLE_LIMIT).read_to_end(&mut bytes);
        read.map_err(|e| Failure::io(&self.label, &e))?;
        if bytes.len() as u64 == WHOLE_LIMIT {
            let message = format!("more than {WHOLE_LIMIT} bytes in one document");
            return Err(Failure::refused(&self.label, "E_LIMIT", message));
        }
        Ok(bytes)
    }
}

impl Read for Reader {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buf)
    }
}

impl BufRead for Reader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
    }
}

/// Counts what is read for the progress bar.
struct Counted {
    inner: Box<dyn Read>,
    progress: Progress,
}

impl Read for Counted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        self.progress.advance(n as u64);
        Ok(n)
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Magic {
    Gzip,
    Zstd,
    Plain,
}

/// The packing, told by the first bytes. A pipe may give fewer than four at first; neither format's text starts
/// with 1F or 28 followed by B5, so the first two bytes decide.
fn peek<R: Read>(reader: &mut BufReader<R>) -> io::Result<Magic> {
    let start = reader.fill_buf()?;
    Ok(match start {
        [0x1f, 0x8b, ..] => Magic::Gzip,
        [0x28, 0xb5, ..] => Magic::Zstd,
        _ => Magic::Plain,
    })
}

fn unpacked(decoder: impl Read + 'static) -> Box<dyn BufRead> {
    Box::new(BufReader::with_capacity(BLOCK, Unpacked(decoder)))
}

/// A decoder whose complaints about its data are told from failures of the file under it.
struct Unpacked<R>(R);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        self.0.read(buf).map_err(|error| match error.kind() {
            // the decoders name damage and a missing end in several ways; files and pipes fail in none of these
            InvalidInput | Other | UnexpectedEof => io::Error::new(InvalidData, error),
            _ => error,
        })
    }
}

/// All frames of a zstd file, one after another (the decoder by itself stops after the first).
struct Zstd<R: BufRead> {
    state: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
    next: Option<R>,
}

impl<R: BufRead> Zstd<R> {
    fn new(source: R) -> Self {
        Self { state: None, next: Some(source) }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(decoder) = &mut self.state {
                let n = decoder.read(buf)?;
                if n > 0 || buf.is_empty() {
                    return Ok(n);
                }
                self.next = self.state.take().map(ruzstd::decoding::StreamingDecoder::into_inner);
            }
            let Some(mut source) = self.next.take() else {
                return Ok(0);
            };
            if source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            let decoder = ruzstd::decoding::StreamingDecoder::new(source);
            self.state = Some(decoder.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?);
        }
    }
}

/// The sources named by the arguments: none or `-` is standard input, patterns are expanded in sorted order.
pub(crate) fn sources(arguments: &[String]) -> Result<Vec<Source>, Failure> {
    if arguments.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Failure::usage(
                "no file given and standard input is a terminal; name a file, or `-` to type the text",
            ));
        }
        return Ok(vec![Source::Stdin]);
    }
    let mut found = Vec::new();
    for argument in arguments {
        if argument == "-" {
            if !found.contains(&Source::Stdin) {
                found.push(Source::Stdin);
            }
        } else if is_pattern(argument) {
            found.extend(expand(argument)?);
        } else {
            found.push(Source::File(PathBuf::from(argument)));
        }
    }
    Ok(found)
}

/// A pattern is an argument with wildcard characters that is not itself the name of a file.
fn is_pattern(argument: &str) -> bool {
    argument.contains(['*', '?', '[']) && !Path::new(argument).exists()
}

fn expand(pattern: &str) -> Result<Vec<Source>, Failure> {
    let paths = glob::glob(pattern).map_err(|e| Failure::usage(format!("pattern `{pattern}`: {e}")))?;
    let mut found = Vec::new();
    for path in paths {
        let path = path.map_err(|e| Failure::usage(format!("pattern `{pattern}`: {e}")))?;
        if path.is_file() {
            found.push(Source::File(path));
        }
    }
    if found.is_empty() {
        return Err(Failure::usage(format!("no file matches `{pattern}`")));
    }
    Ok(found)
}
