//! Why the bot makes no move: a code for programs, a sentence for people.

use near_sdk::{AccountId, PromiseError};
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::ImpossibleGame;
use tic_tac_toe_interface::bot::{Code, Turn};

/// Why there is no move.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum NoMove {
    #[error("The arena did not answer. Check its account id.")]
    NoAnswer,
    #[error("What that account answers is no game of an arena. Check its account id.")]
    NotAnArena,
    #[error("There is no game {0} in that arena. Check its id; it may have been closed.")]
    NoGame(GameId),
    #[error("A seat is still free. Ask again when everybody is there.")]
    Waiting,
    #[error("The round is over. Any of the players may start a new one.")]
    GameOver,
    #[error("I have no seat in this game. Its host can name me when creating one.")]
    NotAPlayer,
    #[error("It is the turn of {0}. Ask again after their move.")]
    NotMyTurn(AccountId),
    #[error(
        "The arena refused my move, since the game went on after I had looked. Ask again if it is my turn."
    )]
    Refused,
}

impl NoMove {
    const fn code(&self) -> Code {
        match self {
            Self::NoAnswer => Code::NoAnswer,
            Self::NotAnArena => Code::NotAnArena,
            Self::NoGame(_) => Code::NoGame,
            Self::Waiting => Code::Waiting,
            Self::GameOver => Code::GameOver,
            Self::NotAPlayer => Code::NotAPlayer,
            Self::NotMyTurn(_) => Code::NotMyTurn,
            Self::Refused => Code::Refused,
        }
    }
}

impl From<PromiseError> for NoMove {
    fn from(error: PromiseError) -> Self {
        match error {
            PromiseError::TooLong(_) => Self::NotAnArena,
            _ => Self::NoAnswer,
        }
    }
}

impl From<ImpossibleGame> for NoMove {
    fn from(_: ImpossibleGame) -> Self {
        Self::NotAnArena
    }
}

impl From<NoMove> for Turn {
    fn from(why: NoMove) -> Self {
        Self::NotPlayed { code: why.code(), why: why.to_string() }
    }
}
