//! What is played, as it crosses the wire.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tic_tac_toe_rules::{self as rules, Players, Seat};

/// The rules of a game. Any numbers cross the wire; which of them make a game, the contract judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    /// A board of any size for two to four players.
    Grid {
        /// How many rows, 3 to 19.
        rows: u64,
        /// How many columns, 3 to 19.
        cols: u64,
        /// How many marks in a line win, 2 to the longer side.
        in_a_row: u64,
    },
    /// Nine mini-fields in a 3x3 field, for two players.
    Ultimate {
        /// How a mini-field is captured.
        capture: Capture,
    },
}

/// How a mini-field is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// The first line fixes the owner for good.
    First,
    /// It counts for each player who has a line in it.
    Any,
    /// The first line fixes the owner and closes it.
    Closing,
}

/// Who moves first in the rounds of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// The host, in every round.
    #[default]
    Host,
    /// The host in the first round, the next seat in each round after it.
    Rotates,
}

/// The numbers make no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a grid has 3 to 19 rows and columns and needs 2 to as many in a row as its longer side has cells")]
pub struct UnplayableRules;

impl Rules {
    /// The 3x3 grid on which three in a row win.
    pub const CLASSIC: Self = Self::Grid { rows: 3, cols: 3, in_a_row: 3 };
}

/// The name is none of those that the interface has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a game starts with its host or rotates: write host or rotates")]
pub struct UnknownStarts;

impl Starts {
    /// Both, by their names on the wire.
    pub const NAMES: [(&str, Self); 2] = [("host", Self::Host), ("rotates", Self::Rotates)];

    /// Returns who moves first in this round, counted from 1, of a game for so many players.
    #[must_use]
    pub fn first(self, round: u64, players: Players) -> Seat {
        let seats_passed = match self {
            Self::Host => 0,
            Self::Rotates => round.saturating_sub(1) % u64::from(players.count()),
        };
        let mut seats = players.seats().zip(0..);
        match seats.find(|(_, number)| *number == seats_passed) {
            Some((seat, _)) => seat,
            None => unreachable!("a remainder is less than what was divided by"),
        }
    }
}

impl FromStr for Starts {
    type Err = UnknownStarts;

    fn from_str(text: &str) -> Result<Self, UnknownStarts> {
        let found = Self::NAMES.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, starts)| starts).ok_or(UnknownStarts)
    }
}

impl From<rules::Rules> for Rules {
    fn from(rules: rules::Rules) -> Self {
        match rules {
            rules::Rules::Grid(grid) => Self::Grid {
                rows: grid.rows().into(),
                cols: grid.cols().into(),
                in_a_row: grid.in_a_row().into(),
            },
            rules::Rules::Ultimate(capture) => Self::Ultimate { capture: capture.into() },
        }
    }
}

impl TryFrom<Rules> for rules::Rules {
    type Error = UnplayableRules;

    fn try_from(rules: Rules) -> Result<Self, Self::Error> {
        match rules {
            Rules::Grid { rows, cols, in_a_row } => {
                let byte = |number: u64| u8::try_from(number).map_err(|_| UnplayableRules);
                let grid = rules::grid::Rules::new(byte(rows)?, byte(cols)?, byte(in_a_row)?);
                grid.map(Self::Grid).ok_or(UnplayableRules)
            }
            Rules::Ultimate { capture } => Ok(Self::Ultimate(capture.into())),
        }
    }
}

impl From<rules::ultimate::Capture> for Capture {
    fn from(capture: rules::ultimate::Capture) -> Self {
        match capture {
            rules::ultimate::Capture::First => Self::First,
            rules::ultimate::Capture::Any => Self::Any,
            rules::ultimate::Capture::Closing => Self::Closing,
        }
    }
}

impl From<Capture> for rules::ultimate::Capture {
    fn from(capture: Capture) -> Self {
        match capture {
            Capture::First => Self::First,
            Capture::Any => Self::Any,
            Capture::Closing => Self::Closing,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::grid(r#"{"grid":{"rows":5,"cols":7,"in_a_row":4}}"#, "5x7:4")]
    #[case::classic(r#"{"grid":{"rows":3,"cols":3,"in_a_row":3}}"#, "classic")]
    #[case::first(r#"{"ultimate":{"capture":"first"}}"#, "ultimate:first")]
    #[case::any(r#"{"ultimate":{"capture":"any"}}"#, "ultimate:any")]
    #[case::closing(r#"{"ultimate":{"capture":"closing"}}"#, "ultimate:closing")]
    fn rules_are_read_and_written_as_the_interface_shows_them(#[case] json: &str, #[case] name: &str) {
        let read: Rules = serde_json::from_str(json).unwrap();
        let playable = rules::Rules::try_from(read).unwrap();

        assert_eq!(playable.to_string(), name);
        assert_eq!(serde_json::to_string(&Rules::from(playable)).unwrap(), json);
    }

    #[rstest]
    #[case::too_few_rows(2, 3, 3)]
    #[case::too_many_columns(3, 20, 3)]
    #[case::one_in_a_row(3, 3, 1)]
    #[case::more_in_a_row_than_fit(3, 4, 5)]
    #[case::three_beyond_a_byte(259, 3, 3)]
    #[case::the_largest_number(u64::MAX, u64::MAX, u64::MAX)]
    fn numbers_that_make_no_game_are_told_apart(#[case] rows: u64, #[case] cols: u64, #[case] in_a_row: u64) {
        let unplayable = Rules::Grid { rows, cols, in_a_row };
        assert_eq!(rules::Rules::try_from(unplayable), Err(UnplayableRules));
    }

    #[rstest]
    #[case::host(Starts::Host, 3, [1, 1, 1, 1, 1])]
    #[case::two(Starts::Rotates, 2, [1, 2, 1, 2, 1])]
    #[case::three(Starts::Rotates, 3, [1, 2, 3, 1, 2])]
    #[case::four(Starts::Rotates, 4, [1, 2, 3, 4, 1])]
    fn the_host_or_each_seat_in_turn_moves_first(
        #[case] starts: Starts,
        #[case] players: u8,
        #[case] seats: [u8; 5],
    ) {
        let players = Players::new(players).unwrap();
        assert_eq!([1, 2, 3, 4, 5].map(|round| starts.first(round, players).number()), seats);
        assert_eq!(starts.first(0, players), Seat::X);
    }

    #[test]
    fn who_starts_is_written_as_the_interface_shows_it() {
        assert_eq!(serde_json::to_string(&[Starts::Host, Starts::Rotates]).unwrap(), r#"["host","rotates"]"#);
        assert!(serde_json::from_str::<Starts>(r#""guest""#).is_err());
        assert_eq!("rotates".parse(), Ok(Starts::Rotates));
        assert_eq!("guest".parse::<Starts>(), Err(UnknownStarts));
    }

    #[test]
    fn an_unknown_capture_is_not_read() {
        assert!(serde_json::from_str::<Rules>(r#"{"ultimate":{"capture":"last"}}"#).is_err());
    }
}
