//! The methods, and how much gas to attach.

use super::Code;
use crate::method::{Kind, Method};

/// Gas for any call: a move burns less than 2 Tgas, and what is not burnt comes back.
pub const CALL_GAS: u64 = 10_000_000_000_000;

/// Starts a game.
pub const NEW_GAME: Method<Code> =
    Method { name: "new_game", kind: Kind::Call, codes: &[Code::CallerIsContract, Code::PlayerIsContract] };

/// Marks a cell.
pub const PLAY: Method<Code> = Method {
    name: "play",
    kind: Kind::Call,
    codes: &[
        Code::CallerIsContract,
        Code::NoGame,
        Code::WrongGame,
        Code::GameOver,
        Code::NotAPlayer,
        Code::NotYourTurn,
        Code::OutOfBounds,
        Code::CellTaken,
    ],
};

/// Shows the game.
pub const GET_GAME: Method<Code> = Method { name: "get_game", kind: Kind::View, codes: &[] };

/// All methods.
pub const METHODS: [Method<Code>; 3] = [NEW_GAME, PLAY, GET_GAME];
