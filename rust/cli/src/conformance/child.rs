//! A testee as a child process: one line in, one line out, with a time limit.
//!
//! Step in the flow: request line -> pipe -> testee -> pipe -> answer line. The process runs in a group of its own,
//! so that a hung testee started through a script dies with everything it started. Its standard error is kept
//! (last 4 KB) for the message when it dies. Nothing a testee does may stop the runner.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Longest answer line that is accepted; more is garbage.
const LINE_LIMIT: u64 = 1 << 30;

/// How much of a testee's standard error is kept.
const STDERR_KEPT: usize = 4096;

/// Why an exchange failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It could not be started at all.
    Start(String),
    /// It ended before it answered; with its exit status and the end of its standard error.
    Died(String),
    /// No answer within the limit.
    Hung(Duration),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start(why) => write!(f, "does not start: {why}"),
            Self::Died(how) => write!(f, "died: {how}"),
            Self::Hung(limit) => write!(f, "no answer within {:.1} s", limit.as_secs_f64()),
        }
    }
}

/// How a testee is started.
#[derive(Debug, Clone)]
pub(crate) enum Start {
    /// A program with arguments.
    Program(Vec<String>),
    /// A line for the shell.
    Shell(String),
}

/// A running testee.
pub(crate) struct Running {
    child: Child,
    answers: Receiver<Vec<u8>>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    stderr_thread: thread::JoinHandle<()>,
    // requests are written by a thread of their own: both pipes may be full at once
    writer: Sender<Vec<u8>>,
}

impl Running {
    /// Starts the process in `folder`.
    pub(crate) fn start(start: &Start, folder: &Path) -> Result<Self, Trouble> {
        let mut command = match start {
            Start::Program(words) => {
                let (program, rest) =
                    words.split_first().ok_or_else(|| Trouble::Start("empty command".into()))?;
                let mut command = Command::new(program);
                command.args(rest);
                command
            }
            Start::Shell(line) => {
                let mut command = Command::new("sh");
                command.arg("-c").arg(line);
                command
            }
        };
        command.current_dir(folder).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| Trouble::Start(e.to_string()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Trouble::Start("no pipes".into()));
        };
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&tail);
        let stderr_thread = thread::spawn(move || keep_tail(stderr, &kept));
        // a testee that floods its output is slowed down, not stored
        let (send_answer, answers) = sync_channel(16);
        thread::spawn(move || read_lines(stdout, &send_answer));
        let (writer, lines) = channel();
        thread::spawn(move || write_lines(stdin, &lines));
        Ok(Self { child, answers, stderr: tail, stderr_thread, writer })
    }

    /// Sends one line and waits for one line. After trouble the process must not be used again.
    pub(crate) fn exchange(&mut self, line: &[u8], limit: Duration) -> Result<Vec<u8>, Trouble> {
        let mut message = Vec::with_capacity(line.len() + 1);
        message.extend_from_slice(line);
        message.push(b'\n');
        if self.writer.send(message).is_err() {
            return Err(self.died());
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout) => Err(Trouble::Hung(limit)),
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    /// A line nobody asked for, if one has arrived: the testee answers more than once.
    pub(crate) fn unasked(&mut self) -> Option<Vec<u8>> {
        self.answers.try_recv().ok()
    }

    #[cold]
    fn died(&mut self) -> Trouble {
        // it closed its output; give it a moment to be gone, so that the status can be told
        let deadline = Instant::now() + Duration::from_secs(1);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                _ if Instant::now() > deadline => break "closed its output and goes on".to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        };
        // its last words may still be in the pipe
        let deadline = Instant::now() + Duration::from_millis(300);
        while !self.stderr_thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(2));
        }
        let tail: Vec<u8> = match self.stderr.lock() {
            Ok(kept) => kept.iter().copied().collect(),
            Err(_) => Vec::new(),
        };
        let text = String::from_utf8_lossy(&tail);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = lines[lines.len().saturating_sub(3)..].join(" / ");
        Trouble::Died(if last.is_empty() { status } else { format!("{status}: {last}") })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // end of input is the polite way; who does not follow within a moment is killed with its whole group
        let (closed, _) = channel();
        self.writer = closed;
        let deadline = Instant::now() + Duration::from_millis(300);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn keep_tail(mut stderr: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut block = [0; 1024];
    while let Ok(n) = stderr.read(&mut block) {
        if n == 0 {
            return;
        }
        let Ok(mut tail) = kept.lock() else { return };
        tail.extend(&block[..n]);
        let excess = tail.len().saturating_sub(STDERR_KEPT);
        tail.drain(..excess);
    }
}

fn read_lines(stdout: impl Read, answers: &SyncSender<Vec<u8>>) {
    let mut reader = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        match (&mut reader).take(LINE_LIMIT).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        while matches!(line.last(), Some(b'\n' | b'\r')) {
            line.pop();
        }
        if answers.send(line).is_err() {
            return;
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}
