//! The three ways to capture a mini-field.

use core::fmt;

/// How a mini-field is captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// The first line fixes the owner for good; the mini-field stays playable.
    #[default]
    First,
    /// It counts for each player who has a line in it, so for both if both have one; it stays playable.
    Any,
    /// The first line fixes the owner. Captured and full mini-fields are closed, and a player sent to a closed
    /// one may play in any open one.
    Closing,
}

impl Capture {
    /// Returns the capture rule with this name: `first`, `any` or `closing`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "first" => Some(Self::First),
            "any" => Some(Self::Any),
            "closing" => Some(Self::Closing),
            _ => None,
        }
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Any => "any",
            Self::Closing => "closing",
        })
    }
}
