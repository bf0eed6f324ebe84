//! Progress on standard error: a bar for work of more than two seconds, only on a terminal.
//!
//! Step in the flow: readers and long commands call `advance`; nothing is drawn, and almost nothing is computed,
//! before two seconds have passed. Pipes, files and CI logs never see a bar.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(2);

static OFF: AtomicBool = AtomicBool::new(false);

/// `--quiet`: no bars at all.
pub(crate) fn switch_off() {
    OFF.store(true, Ordering::Relaxed);
}

/// A bar that appears by itself when the work lasts.
pub(crate) struct Progress {
    started: Instant,
    done: u64,
    unseen: u64,
    total: Option<u64>,
    label: String,
    in_bytes: bool,
    bar: Option<ProgressBar>,
    allowed: bool,
}

impl Progress {
    /// Progress through an input of `total` bytes, when the size is known.
    pub(crate) fn bytes(label: &str, total: Option<u64>) -> Self {
        Self::new(label, total, true)
    }

    /// Progress through `total` steps.
    pub(crate) fn steps(label: &str, total: u64) -> Self {
        Self::new(label, Some(total), false)
    }

    fn new(label: &str, total: Option<u64>, in_bytes: bool) -> Self {
        let allowed = !OFF.load(Ordering::Relaxed) && std::io::stderr().is_terminal();
        Self {
            started: Instant::now(),
            done: 0,
            unseen: 0,
            total,
            label: label.to_owned(),
            in_bytes,
            bar: None,
            allowed,
        }
    }

    /// Notes `amount` more bytes or steps.
    pub(crate) fn advance(&mut self, amount: u64) {
        self.done += amount;
        if !self.allowed {
            return;
        }
        if let Some(bar) = &self.bar {
            self.unseen += amount;
            // the bar itself draws at most 20 times a second, but asking it costs a lock
            if !self.in_bytes || self.unseen > 1 << 16 {
                bar.set_position(self.done);
                self.unseen = 0;
            }
        } else if self.started.elapsed() > PATIENCE {
            self.bar = Some(self.make_bar());
        }
    }

    /// A word on the current step beside the bar.
    pub(crate) fn say(&self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(message.to_owned());
        }
    }

    #[cold]
    fn make_bar(&self) -> ProgressBar {
        // what was done in silence belongs to the time that passed in silence
        let bar = ProgressBar::with_draw_target(self.total, ProgressDrawTarget::stderr())
            .with_position(self.done)
            .with_elapsed(self.started.elapsed());
        let template = match (self.in_bytes, self.total.is_some()) {
            (true, true) => "{prefix} [{bar:30}] {bytes}/{total_bytes} {rate} {rest}",
            (true, false) => "{prefix} {spinner} {bytes} {rate} {elapsed}",
            (false, _) => "{prefix} [{bar:30}] {pos}/{len} {elapsed} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            // the estimates of the crate look at the last moments only, and begin with absurd ones
            let style = style
                .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
                    let _ = write!(out, "{}/s", HumanBytes(rate(state) as u64));
                })
                .with_key("rest", |state: &ProgressState, out: &mut dyn Write| {
                    let left = state.len().unwrap_or_default().saturating_sub(state.pos());
                    let _ = write!(out, "{:.0}s", left as f64 / rate(state).max(1.0));
                });
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(self.label.clone());
        bar
    }
}

/// Bytes a second since the start.
fn rate(state: &ProgressState) -> f64 {
    state.pos() as f64 / state.elapsed().as_secs_f64().max(0.001)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
