//! A sentence for the person at a screen.

use ratatui::style::Style;

use super::Theme;

/// Said instead of sending a second transaction.
pub(crate) const STILL_PENDING: &str = "One moment: the last transaction is still pending.";

/// A sentence below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notice {
    #[default]
    None,
    /// Something good to know; gone with the next key, or when the game has gone on.
    Info(String),
    /// Something that did not work.
    Problem(String),
    /// The chain does not answer; gone as soon as it does.
    Offline(String),
}

impl Notice {
    /// Says something good to know.
    pub(crate) fn info(text: impl Into<String>) -> Self {
        Self::Info(text.into())
    }

    /// Forgets what was good to know.
    pub(crate) fn forget_info(&mut self) {
        if matches!(self, Self::Info(_)) {
            *self = Self::None;
        }
    }

    /// Notes that the chain answers.
    pub(crate) fn online(&mut self) {
        if matches!(self, Self::Offline(_)) {
            *self = Self::None;
        }
    }

    /// Returns what is said, and how it looks.
    pub(crate) fn said(&self, theme: Theme) -> (&str, Style) {
        match self {
            Self::None => ("", Style::new()),
            Self::Info(text) => (text, Style::new()),
            Self::Problem(text) | Self::Offline(text) => (text, theme.problem()),
        }
    }
}
