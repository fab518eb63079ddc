//! Messages for the person who runs the indexer, above its progress bar where there is one.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tic_tac_toe_server::log;

/// Standard error with a progress bar.
#[derive(Clone)]
pub(super) struct Console {
    bar: ProgressBar,
}

impl Console {
    pub(super) fn new() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let target = if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{bar:30} block {pos} of {len}, {per_sec}, {eta} to go");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }

    pub(super) fn print(&self, message: &str) {
        self.bar.suspend(|| log(message));
    }

    /// Shows how far the indexer has caught up with the chain.
    pub(super) fn show_progress(&self, from: u64, height: u64, newest: u64) {
        if self.bar.length() != Some(newest) {
            self.bar.set_length(newest);
        }
        if self.bar.position() < from {
            self.bar.set_position(from);
            self.bar.reset_eta();
        }
        self.bar.set_position(height);
    }

    pub(super) fn hide_progress(&self) {
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}
