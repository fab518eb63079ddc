//! What the benchmark is doing now: a spinner on a terminal, plain lines elsewhere.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

const TICK: Duration = Duration::from_millis(100);

/// Shown on standard error, so that the report can be piped.
pub struct Progress(ProgressBar);

impl Progress {
    /// Starts the clock.
    pub fn new() -> Result<Self> {
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}")?);
        bar.enable_steady_tick(TICK);
        Ok(Self(bar))
    }

    /// Shows what is measured now.
    pub fn now(&self, doing: impl Into<String>) {
        let doing = doing.into();
        if self.0.is_hidden() {
            eprintln!("{doing}");
        }
        self.0.set_message(doing);
    }

    /// Clears the spinner before the report.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
