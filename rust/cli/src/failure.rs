//! What can stop a command, and the exit code that goes with it.
//!
//! Step in the flow: every command returns `Result<(), Failure>`; `main` prints it once and turns it into a code.
//! 0 done, 1 the input was refused, 2 wrong usage or input/output; a closed pipe is the reader's choice, hence 0.

use std::fmt;
use std::io;
use std::path::Path;

use crate::report::Problem;

/// The reason a command, or one of its inputs, ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is at fault: exit 1.
    Refused(Box<Problem>),
    /// Several inputs were tried; each was reported when it failed. The number is the worst code.
    Reported(u8),
    /// Wrong arguments, or a file that cannot be read or written: exit 2.
    Usage(String),
    /// The reader of our output went away: not an error.
    Closed,
}

impl Failure {
    /// A refusal without a place in the source.
    #[cold]
    pub(crate) fn refused(path: &str, code: &str, message: impl fmt::Display) -> Self {
        Self::Refused(Box::new(Problem::new(path, code, message.to_string())))
    }

    #[cold]
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// An input/output error with the path it concerns.
    #[cold]
    pub(crate) fn io(path: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            // damaged gzip or zstd data: the content is at fault, not the way to it
            io::ErrorKind::InvalidData => Self::refused(path, "E_COMPRESSED", error),
            _ => Self::Usage(format!("{path}: {error}")),
        }
    }

    pub(crate) fn io_at(path: &Path, error: &io::Error) -> Self {
        Self::io(&path.display().to_string(), error)
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Refused(_) => 1,
            Self::Reported(code) => *code,
            Self::Usage(_) => 2,
            Self::Closed => 0,
        }
    }
}

/// Collects the results of several inputs: each failure is printed when it happens, the worst code is kept.
#[derive(Default)]
pub(crate) struct Outcome {
    worst: u8,
}

impl Outcome {
    /// Notes one result; only a closed pipe ends the loop at once.
    pub(crate) fn note(&mut self, result: Result<(), Failure>) -> Result<(), Failure> {
        match result {
            Ok(()) => Ok(()),
            Err(Failure::Closed) => Err(Failure::Closed),
            Err(failure) => {
                self.worst = self.worst.max(failure.exit_code());
                crate::report::print_failure(&failure);
                Ok(())
            }
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.worst {
            0 => Ok(()),
            code => Err(Failure::Reported(code)),
        }
    }
}
