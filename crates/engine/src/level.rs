//! How well the engine plays.

use core::fmt;
use core::str::FromStr;

use tic_tac_toe_rules::Rules;

/// How well the engine plays. As text: `easy`, `medium`, `strong`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Takes a win that is there and plays anything otherwise.
    Easy,
    /// Takes wins, prevents losses, thinks a little and makes a slip now and then.
    #[default]
    Medium,
    /// As well as it can: perfectly on boards small enough.
    Strong,
}

/// Why a text names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseLevelError;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Strong];

    /// Returns how many playouts [`choose`](crate::choose) thinks for by default: less than a second in an optimised
    /// build.
    #[must_use]
    pub const fn playouts(self, rules: Rules) -> u64 {
        match (self, rules) {
            (Self::Easy, _) => 0,
            (Self::Medium, _) => 400,
            (Self::Strong, Rules::Ultimate(_)) => 200_000,
            (Self::Strong, Rules::Grid(_)) => 20_000,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
        })
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "easy" => Ok(Self::Easy),
            "medium" => Ok(Self::Medium),
            "strong" => Ok(Self::Strong),
            _ => Err(ParseLevelError),
        }
    }
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is easy, medium or strong")
    }
}

impl core::error::Error for ParseLevelError {}
