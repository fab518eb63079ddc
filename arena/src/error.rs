//! Why a call is refused: the interface's code for programs, a sentence for people.

use near_sdk::{AccountId, FunctionError, NearToken, env};
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Code, UnplayableRules};
use tic_tac_toe_rules::Seat;
use tic_tac_toe_rules::ultimate::Field;

/// A refused call panics with the code and this sentence, changes nothing, logs nothing and keeps no deposit.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no such game.
    #[error("there is no game {0}; it was never created or has been closed, look with get_games")]
    NoGame(GameId),
    /// The caller is not the first of the players.
    #[error("who creates a game hosts it; name {0} as the first of players")]
    NotFirst(AccountId),
    /// The caller may not close the game.
    #[error(
        "only the host may close this game, and whom the host named until they have made a mark themselves; \
         leave the round with resign"
    )]
    MayNotClose,
    /// Too few or too many players.
    #[error("a game has 2 to 4 players, not {0}")]
    WrongCount(u64),
    /// Somebody is named twice.
    #[error("{0} is named twice; name each player once")]
    NamedTwice(AccountId),
    /// This contract is named.
    #[error("this contract cannot play in its own games; name other accounts")]
    ContractNamed,
    /// A grid that can't be played on.
    #[error(transparent)]
    BadGrid(UnplayableRules),
    /// Too many players for these rules.
    #[error("ultimate takes 2 players, not {0}; name one challenger or choose a grid")]
    TooManyForUltimate(u8),
    /// The time limit is too short or too long.
    #[error("turn_seconds is 30 to 2592000, not {0}; leave it out for no limit")]
    BadTurnSeconds(u64),
    /// The round the caller meant is over.
    #[error("the round is now {current}, not {given}; look at it with get_game before you go on")]
    WrongRound {
        /// The round in storage.
        current: u32,
        /// The round that the caller named.
        given: u64,
    },
    /// A seat is free.
    #[error("a seat is free; the round begins when somebody takes it with join")]
    Waiting,
    /// The round has been won or drawn.
    #[error("this round has ended; begin another with restart")]
    GameOver,
    /// The caller has no seat.
    #[error("{0} does not play in this game")]
    NotAPlayer(AccountId),
    /// The caller resigned or ran out of time.
    #[error("you are out of this round; wait for its end, or begin another with restart")]
    AlreadyOut,
    /// Another player moves next.
    #[error("it is the turn of seat {}", .0.number())]
    NotYourTurn(Seat),
    /// There is no such cell.
    #[error(
        "row {row}, column {col} is not on the board; rows go from 0 to {}, columns from 0 to {}",
        rows - 1,
        cols - 1
    )]
    OutOfBounds {
        /// The row asked for.
        row: u64,
        /// The column asked for.
        col: u64,
        /// How many rows there are.
        rows: u8,
        /// How many columns there are.
        cols: u8,
    },
    /// The mark must go into another mini-field.
    #[error("this mark must go into mini-field {}, counted from 0 in reading order", .0.number())]
    OtherField(Field),
    /// The mini-field is captured or full.
    #[error("this mini-field is closed; choose an open one")]
    FieldClosed,
    /// The cell is not free.
    #[error("row {row}, column {col} already holds the mark of seat {}; choose an empty cell", seat.number())]
    CellTaken {
        /// The row asked for.
        row: u8,
        /// The column asked for.
        col: u8,
        /// Whose mark the cell holds.
        seat: Seat,
    },
    /// Players may think as long as they like.
    #[error("this game has no time limit; wait for the player to move, or begin another round with restart")]
    NoTimeLimit,
    /// Others still play against the clock.
    #[error("this round against the clock would go on; resign, or claim the timeout of the player to move")]
    RoundUnderWay,
    /// The player to move still has time.
    #[error("the player to move has {0} more seconds; claim again after them")]
    NotYet(u64),
    /// Every seat is taken.
    #[error("every seat is taken; find a game with a free one with get_open_games")]
    NoFreeSeat,
    /// The caller sits there already.
    #[error("you have seat {} already; wait until the others come", .0.number())]
    AlreadySeated(Seat),
    /// The seating has a game.
    #[error("the same players in the same order have game {0}; play there, or close it first")]
    GameExists(GameId),
    /// The balance does not cover the game.
    #[error(
        "the storage of this game needs {} yoctoNEAR more; attach them, or pay them in with storage_deposit",
        .0.as_yoctonear()
    )]
    StorageTooLow(NearToken),
    /// The one yoctoNEAR that only a full-access key can attach is missing.
    #[error("attach exactly 1 yoctoNEAR; it comes back")]
    OneYocto,
    /// There is no balance.
    #[error("{0} is not registered; register with storage_deposit")]
    NotRegistered(AccountId),
    /// Registering takes more.
    #[error("registering takes at least {} yoctoNEAR; attach that much", .0.as_yoctonear())]
    DepositTooLow(NearToken),
    /// More is asked for than there is.
    #[error("only {} yoctoNEAR are available; ask for no more", .0.as_yoctonear())]
    BalanceTooLow(NearToken),
    /// Games still need the balance.
    #[error("you host games; close them first")]
    HasGames,
}

impl Error {
    /// Returns the code that the interface promises for this refusal.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::NoGame(_) => Code::NoGame,
            Self::NotFirst(_) | Self::MayNotClose => Code::NotHost,
            Self::WrongCount(_) | Self::NamedTwice(_) | Self::ContractNamed => Code::BadPlayers,
            Self::BadGrid(_) | Self::TooManyForUltimate(_) | Self::BadTurnSeconds(_) => Code::BadRules,
            Self::WrongRound { .. } => Code::WrongRound,
            Self::Waiting => Code::Waiting,
            Self::GameOver => Code::GameOver,
            Self::NotAPlayer(_) => Code::NotAPlayer,
            Self::AlreadyOut => Code::AlreadyOut,
            Self::NotYourTurn(_) => Code::NotYourTurn,
            Self::OutOfBounds { .. } => Code::OutOfBounds,
            Self::OtherField(_) | Self::FieldClosed => Code::WrongField,
            Self::CellTaken { .. } => Code::CellTaken,
            Self::NoTimeLimit => Code::NoTimeLimit,
            Self::RoundUnderWay => Code::RoundUnderWay,
            Self::NotYet(_) => Code::NotYet,
            Self::NoFreeSeat => Code::NoFreeSeat,
            Self::AlreadySeated(_) => Code::AlreadySeated,
            Self::GameExists(_) => Code::GameExists,
            Self::StorageTooLow(_) => Code::StorageTooLow,
            Self::OneYocto => Code::OneYocto,
            Self::NotRegistered(_) => Code::NotRegistered,
            Self::DepositTooLow(_) => Code::DepositTooLow,
            Self::BalanceTooLow(_) => Code::BalanceTooLow,
            Self::HasGames => Code::HasGames,
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
