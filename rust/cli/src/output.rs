//! Where bytes go: standard output, a file, or the input's own file.
//!
//! Step in the flow: a command writes into a [`Sink`] and calls `commit` when its input proved good.
//! Files are written beside their target under a temporary name, forced to the disk, given the old file's
//! permissions and renamed over it: whoever looks sees the old content or the new, never a part, and a crash, a
//! full disk or a refused input leaves the old file as it was. Devices and pipes are written directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::failure::Failure;

/// Size of the write buffer.
const BLOCK: usize = 256 * 1024;

/// Where the result of a command goes, as the arguments say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
    /// Replaces the given file.
    Replace(PathBuf),
}

/// An open target. Dropping it without `commit` leaves no trace.
pub(crate) struct Sink {
    writer: BufWriter<Raw>,
    label: String,
    /// Temporary and final name, when the target is a regular file.
    rename: Option<(PathBuf, PathBuf)>,
}

enum Raw {
    Stdout(io::Stdout),
    File(File),
}

impl Write for Raw {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.lock().write(buf),
            Self::File(file) => file.write(buf),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.lock().flush(),
            Self::File(file) => file.flush(),
        }
    }
}

impl Sink {
    /// Opens a target for writing.
    pub(crate) fn open(target: &Target) -> Result<Self, Failure> {
        match target {
            Target::Stdout => Ok(Self::new(Raw::Stdout(io::stdout()), "<stdout>".to_owned(), None)),
            Target::File(path) | Target::Replace(path) => Self::open_file(path),
        }
    }

    fn open_file(path: &Path) -> Result<Self, Failure> {
        let label = path.display().to_string();
        // a symbolic link stays one: its target is what is replaced
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let meta = fs::metadata(&real).ok();
        if let Some(meta) = &meta {
            if meta.is_dir() {
                return Err(Failure::usage(format!("{label}: is a folder")));
            }
            if !meta.is_file() {
                let file = OpenOptions::new().write(true).open(&real);
                let file = file.map_err(|e| Failure::io(&label, &e))?;
                return Ok(Self::new(Raw::File(file), label, None));
            }
            // renaming over a read-only file would succeed where writing to it would not
            if meta.permissions().readonly() {
                return Err(Failure::usage(format!("{label}: is read-only")));
            }
        }
        let temporary = temporary_name(&real);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&temporary)
            // the temporary name would tell nobody what is missing
            .map_err(|e| Failure::io(&label, &e))?;
        let sink = Self::new(Raw::File(file), label, Some((temporary.clone(), real)));
        if let Some(meta) = meta {
            fs::set_permissions(&temporary, meta.permissions())
                .map_err(|e| Failure::io_at(&temporary, &e))?;
        }
        Ok(sink)
    }

    fn new(raw: Raw, label: String, rename: Option<(PathBuf, PathBuf)>) -> Self {
        Self { writer: BufWriter::with_capacity(BLOCK, raw), label, rename }
    }

    /// Writes a whole piece, with the path in the error.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(bytes).map_err(|e| Failure::io(&self.label, &e))
    }

    /// Whether standard output is written to.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self.writer.get_ref(), Raw::Stdout(_))
    }

    /// The name for messages about errors met while writing through `Write`.
    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    /// Everything is written: make it lasting and visible.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        let flushed = self.writer.flush();
        flushed.map_err(|e| Failure::io(&self.label, &e))?;
        let Some((temporary, real)) = self.rename.take() else {
            return Ok(());
        };
        let result = self.settle(&temporary, &real);
        if result.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        result.map_err(|e| Failure::io(&self.label, &e))
    }

    fn settle(&self, temporary: &Path, real: &Path) -> io::Result<()> {
        if let Raw::File(file) = self.writer.get_ref() {
            file.sync_all()?;
        }
        fs::rename(temporary, real)?;
        // the new name itself lives in the folder; not every file system lets a folder be synced
        if let Some(folder) = real.parent() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            if let Ok(handle) = File::open(folder) {
                let _ = handle.sync_all();
            }
        }
        Ok(())
    }
}

impl Write for Sink {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.writer.write(buf)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        if let Some((temporary, _)) = self.rename.take() {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A name in the same folder (renaming does not cross file systems), hidden, unlikely to exist.
fn temporary_name(real: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    // file names end at 255 bytes on usual systems
    let short: String = name.chars().take(40).collect();
    real.with_file_name(format!(".{short}.{}-{count}.stele-tmp", std::process::id()))
}

/// Prints text of our own (help pages, tables, listings) to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Failure::io("<stdout>", &e))
}
