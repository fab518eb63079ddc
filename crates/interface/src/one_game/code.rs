//! Why the contract refuses a call.

use crate::code::codes;

codes! {
    /// The code before the sentence of a refusal, in the order of the contract's checks.
    Code {
        /// The caller is not the signer.
        CallerIsContract = "CALLER_IS_CONTRACT",
        /// A named player is this contract or can only be a contract.
        PlayerIsContract = "PLAYER_IS_CONTRACT",
        /// No game was ever created.
        NoGame = "NO_GAME",
        /// The stored game is not the one that was named.
        WrongGame = "WRONG_GAME",
        /// The game has been won or drawn.
        GameOver = "GAME_OVER",
        /// The caller has no seat.
        NotAPlayer = "NOT_A_PLAYER",
        /// It is the other player's turn.
        NotYourTurn = "NOT_YOUR_TURN",
        /// There is no such cell.
        OutOfBounds = "OUT_OF_BOUNDS",
        /// The cell has a mark.
        CellTaken = "CELL_TAKEN",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back_from_its_text() {
        for code in Code::ALL {
            assert_eq!(code.to_string().parse(), Ok(*code));
        }
    }

    #[test]
    fn a_refusal_is_split_into_its_code_and_its_sentence() {
        assert_eq!(
            Code::split("NOT_YOUR_TURN: it is the turn of bob.near"),
            (Some(Code::NotYourTurn), "it is the turn of bob.near")
        );
        assert_eq!(Code::split("NO_SUCH_CODE: a sentence"), (None, "NO_SUCH_CODE: a sentence"));
        assert_eq!(
            Code::split("Method new_game doesn't accept deposit"),
            (None, "Method new_game doesn't accept deposit")
        );
    }
}
