//! The methods, and how much gas to attach.

use super::Code;
use crate::method::{Kind, Method};

/// Gas for any call: the most expensive burns less than half of it, and what is not burnt comes back.
pub const CALL_GAS: u64 = 10_000_000_000_000;

/// The deposit of calls that take money out: a function-call key cannot attach it.
pub const ONE_YOCTO: u128 = 1;

/// Makes a game.
pub const CREATE: Method<Code> = Method {
    name: "create",
    kind: Kind::Payable,
    codes: &[Code::NotHost, Code::BadPlayers, Code::BadRules, Code::GameExists, Code::StorageTooLow],
};

/// Takes the first free seat.
pub const JOIN: Method<Code> = Method {
    name: "join",
    kind: Kind::Call,
    codes: &[Code::NoGame, Code::NoFreeSeat, Code::AlreadySeated, Code::GameExists],
};

/// Marks a cell.
pub const PLAY: Method<Code> = Method {
    name: "play",
    kind: Kind::Call,
    codes: &[
        Code::NoGame,
        Code::WrongRound,
        Code::Waiting,
        Code::GameOver,
        Code::NotAPlayer,
        Code::AlreadyOut,
        Code::NotYourTurn,
        Code::OutOfBounds,
        Code::WrongField,
        Code::CellTaken,
    ],
};

/// Begins a new round.
pub const RESTART: Method<Code> = Method {
    name: "restart",
    kind: Kind::Call,
    codes: &[Code::NoGame, Code::WrongRound, Code::Waiting, Code::NotAPlayer, Code::RoundUnderWay],
};

/// Leaves the round.
pub const RESIGN: Method<Code> = Method {
    name: "resign",
    kind: Kind::Call,
    codes: &[
        Code::NoGame,
        Code::WrongRound,
        Code::Waiting,
        Code::GameOver,
        Code::NotAPlayer,
        Code::AlreadyOut,
    ],
};

/// Takes the player to move out, once their time is over.
pub const CLAIM_TIMEOUT: Method<Code> = Method {
    name: "claim_timeout",
    kind: Kind::Call,
    codes: &[Code::NoGame, Code::WrongRound, Code::Waiting, Code::GameOver, Code::NoTimeLimit, Code::NotYet],
};

/// Ends the game and frees its storage.
pub const CLOSE: Method<Code> =
    Method { name: "close", kind: Kind::Call, codes: &[Code::NoGame, Code::NotHost] };

/// Registers an account or adds to its balance (NEP-145).
pub const STORAGE_DEPOSIT: Method<Code> =
    Method { name: "storage_deposit", kind: Kind::Payable, codes: &[Code::DepositTooLow] };

/// Pays out what is available (NEP-145).
pub const STORAGE_WITHDRAW: Method<Code> = Method {
    name: "storage_withdraw",
    kind: Kind::Payable,
    codes: &[Code::OneYocto, Code::NotRegistered, Code::BalanceTooLow],
};

/// Ends a registration and pays out everything (NEP-145).
pub const STORAGE_UNREGISTER: Method<Code> =
    Method { name: "storage_unregister", kind: Kind::Payable, codes: &[Code::OneYocto, Code::HasGames] };

/// Shows an account's balance (NEP-145).
pub const STORAGE_BALANCE_OF: Method<Code> = view("storage_balance_of");

/// Shows what registering takes (NEP-145).
pub const STORAGE_BALANCE_BOUNDS: Method<Code> = view("storage_balance_bounds");

/// Shows a game.
pub const GET_GAME: Method<Code> = view("get_game");

/// Shows which game has a seating.
pub const FIND_GAME: Method<Code> = view("find_game");

/// Shows games by ascending id.
pub const GET_GAMES: Method<Code> = view("get_games");

/// Shows the games in which an account has a seat.
pub const GET_GAMES_OF: Method<Code> = view("get_games_of");

/// Shows the games with a free seat.
pub const GET_OPEN_GAMES: Method<Code> = view("get_open_games");

/// Shows how many games there are.
pub const GET_COUNTS: Method<Code> = view("get_counts");

/// Shows what creating a game locks.
pub const GET_COST: Method<Code> = Method { codes: &[Code::BadPlayers, Code::BadRules], ..view("get_cost") };

const fn view(name: &'static str) -> Method<Code> {
    Method { name, kind: Kind::View, codes: &[] }
}

/// All methods.
pub const METHODS: [Method<Code>; 19] = [
    CREATE,
    JOIN,
    PLAY,
    RESTART,
    RESIGN,
    CLAIM_TIMEOUT,
    CLOSE,
    STORAGE_DEPOSIT,
    STORAGE_WITHDRAW,
    STORAGE_UNREGISTER,
    STORAGE_BALANCE_OF,
    STORAGE_BALANCE_BOUNDS,
    GET_GAME,
    FIND_GAME,
    GET_GAMES,
    GET_GAMES_OF,
    GET_OPEN_GAMES,
    GET_COUNTS,
    GET_COST,
];
