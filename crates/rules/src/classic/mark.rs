//! The two marks of classic.

// schemars' derive writes code for crates with the standard library.
#[cfg(feature = "json-schema")]
extern crate std;

use core::fmt;
#[cfg(feature = "json-schema")]
use std::{prelude::rust_2024::*, vec};

/// What a player puts on the board. X moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub enum Mark {
    /// The first player's mark.
    X,
    /// The second player's mark.
    O,
}

impl Mark {
    /// Returns the mark of the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}
