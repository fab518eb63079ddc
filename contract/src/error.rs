//! Why a call is refused: the interface's code for programs, a sentence for people.

use near_sdk::{AccountId, FunctionError, env};
use thiserror::Error;
use tic_tac_toe_interface::one_game::Code;
use tic_tac_toe_rules::Mark;

/// A refused call panics with the code and this sentence, changes nothing and emits nothing.
#[derive(Debug, Error)]
pub enum Error {
    /// A contract calls on behalf of the signer.
    #[error("players sign for themselves, but {predecessor} called for {signer}; call directly")]
    CallerIsContract {
        /// Who made this call.
        predecessor: AccountId,
        /// Who signed the transaction.
        signer: AccountId,
    },
    /// A named player is this contract or can only be a contract.
    #[error("{0} is a contract and cannot play; name an account that signs for itself")]
    PlayerIsContract(AccountId),
    /// Nothing was created yet.
    #[error("there is no game yet; create one with new_game")]
    NoGame,
    /// The game the caller meant has been replaced.
    #[error("the game is now {stored}, not {given}; look at it with get_game before you move")]
    WrongGame {
        /// The game in storage.
        stored: u64,
        /// The game the caller named.
        given: u64,
    },
    /// The game has been won or drawn.
    #[error("this game has ended; create another with new_game")]
    GameOver,
    /// The caller has no seat.
    #[error("{0} does not play in this game")]
    NotAPlayer(AccountId),
    /// The caller has the other seat.
    #[error("it is the turn of {next}")]
    NotYourTurn {
        /// Who moves next.
        next: AccountId,
    },
    /// There is no such cell.
    #[error("row {row}, column {col} is not on the board; both go from 0 to 2")]
    OutOfBounds {
        /// The row asked for.
        row: u64,
        /// The column asked for.
        col: u64,
    },
    /// The cell is not free.
    #[error("row {row}, column {col} already holds {mark}; choose an empty cell")]
    CellTaken {
        /// The row asked for.
        row: u8,
        /// The column asked for.
        col: u8,
        /// What the cell holds.
        mark: Mark,
    },
}

impl Error {
    /// Returns the code that the interface promises for this refusal.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::CallerIsContract { .. } => Code::CallerIsContract,
            Self::PlayerIsContract(_) => Code::PlayerIsContract,
            Self::NoGame => Code::NoGame,
            Self::WrongGame { .. } => Code::WrongGame,
            Self::GameOver => Code::GameOver,
            Self::NotAPlayer(_) => Code::NotAPlayer,
            Self::NotYourTurn { .. } => Code::NotYourTurn,
            Self::OutOfBounds { .. } => Code::OutOfBounds,
            Self::CellTaken { .. } => Code::CellTaken,
        }
    }

    /// Returns the panic message: the code, then the sentence.
    #[must_use]
    pub fn message(&self) -> String {
        format!("{}: {self}", self.code().as_str())
    }
}

impl FunctionError for Error {
    fn panic(&self) -> ! {
        env::panic_str(&self.message())
    }
}
