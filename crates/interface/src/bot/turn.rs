//! The result of asking the bot to move.

use serde::{Deserialize, Serialize};

use super::Code;

/// What came of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// The arena took the bot's move.
    Played {
        /// Row, from 0 at the top.
        row: u8,
        /// Column, from 0 on the left.
        col: u8,
        /// The round in which it counts.
        round: u32,
    },
    /// There was no move of this turn.
    NotPlayed {
        /// Why, for programs.
        code: Code,
        /// Why, for people.
        why: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_says_what_was_played_or_why_nothing_was() {
        let played = Turn::Played { row: 1, col: 2, round: 3 };
        let not_played =
            Turn::NotPlayed { code: Code::NotMyTurn, why: "It is the turn of alice.near.".to_owned() };
        for (turn, json) in [
            (played, r#"{"played":{"row":1,"col":2,"round":3}}"#),
            (not_played, r#"{"not_played":{"code":"NOT_MY_TURN","why":"It is the turn of alice.near."}}"#),
        ] {
            assert_eq!(serde_json::to_string(&turn).unwrap(), json);
            assert_eq!(serde_json::from_str::<Turn>(json).unwrap(), turn);
        }
    }
}
