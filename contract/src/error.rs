//! Why a call is refused: a code for programs, a sentence for people.

use near_sdk::{AccountId, FunctionError};
use thiserror::Error;
use tic_tac_toe_rules::Mark;

/// A refused call panics with this text, changes nothing and emits nothing.
#[derive(Debug, Error, FunctionError)]
pub enum Error {
    /// Somebody calls on behalf of the signer.
    #[error(
        "CALLER_IS_CONTRACT: players sign for themselves, but {predecessor} called for {signer}; call directly"
    )]
    CallerIsContract {
        /// Who made this call.
        predecessor: AccountId,
        /// Who signed the transaction.
        signer: AccountId,
    },
    /// A named player is this contract or can only be a contract.
    #[error("PLAYER_IS_CONTRACT: {0} is a contract and cannot play; name an account that signs for itself")]
    PlayerIsContract(AccountId),
    /// Nothing was created yet.
    #[error("NO_GAME: there is no game yet; create one with new_game")]
    NoGame,
    /// The game the caller meant has been replaced.
    #[error("WRONG_GAME: the game is now {stored}, not {given}; look at it with get_game before you move")]
    WrongGame {
        /// The game in storage.
        stored: u64,
        /// The game the caller named.
        given: u64,
    },
    /// The game has been won or drawn.
    #[error("GAME_OVER: this game has ended; create another with new_game")]
    GameOver,
    /// The caller has no seat.
    #[error("NOT_A_PLAYER: {0} does not play in this game")]
    NotAPlayer(AccountId),
    /// The caller has the other seat.
    #[error("NOT_YOUR_TURN: it is the turn of {next}")]
    NotYourTurn {
        /// Who moves next.
        next: AccountId,
    },
    /// There is no such cell.
    #[error("OUT_OF_BOUNDS: row {row}, column {col} is not on the board; both go from 0 to 2")]
    OutOfBounds {
        /// The row asked for.
        row: u64,
        /// The column asked for.
        col: u64,
    },
    /// The cell is not free.
    #[error("CELL_TAKEN: row {row}, column {col} already holds {mark}; choose an empty cell")]
    CellTaken {
        /// The row asked for.
        row: u8,
        /// The column asked for.
        col: u8,
        /// What the cell holds.
        mark: Mark,
    },
}
