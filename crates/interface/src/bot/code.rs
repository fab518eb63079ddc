//! Why the bot made no move.

use serde::{Deserialize, Serialize};

use crate::code::codes;

codes! {
    /// The code beside the sentence that says why there was no move.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    Code {
        /// The account that should be an arena did not answer.
        NoAnswer = "NO_ANSWER",
        /// It answered something that no arena would.
        NotAnArena = "NOT_AN_ARENA",
        /// The game was never created, or it has been closed.
        NoGame = "NO_GAME",
        /// A seat is free.
        Waiting = "WAITING",
        /// The round has ended.
        GameOver = "GAME_OVER",
        /// The bot has no seat.
        NotAPlayer = "NOT_A_PLAYER",
        /// It is somebody else's turn.
        NotMyTurn = "NOT_MY_TURN",
        /// The arena refused the move.
        Refused = "REFUSED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_writes_each_code_as_its_text_and_reads_it_back() {
        for code in Code::ALL {
            let json = serde_json::to_string(code).unwrap();
            assert_eq!(json, format!("{:?}", code.as_str()));
            assert_eq!(serde_json::from_str::<Code>(&json).unwrap(), *code);
        }
    }
}
