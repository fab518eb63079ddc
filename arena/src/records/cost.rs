//! What records cost: the most bytes that they can ever take, times the price of a byte.

use near_sdk::{NearToken, env};
use tic_tac_toe_rules::{Game, Position};

use super::to_bytes;

/// What the chain counts for a record besides its key and value.
const RECORD: u64 = 40;
/// What later versions of the contract may keep of a game or of a registered account.
const RESERVE: u64 = 32;
/// The hash of an account's id, or of a seating.
const HASH: u64 = 32;
/// The longest account id.
const ACCOUNT_ID: u64 = 64;
/// The byte that says which version of a record follows.
const VERSION: u64 = 1;
/// An option, a flag, or which variant of an enum follows.
const TAG: u64 = 1;
/// How many elements or characters follow.
const LENGTH: u64 = 4;
/// A count or an index.
const U32: u64 = 4;
/// A game's id or a time.
const U64: u64 = 8;
/// An amount of money.
const U128: u64 = 16;

/// An account without a balance, which is known as a challenger.
const STUB: u64 = RECORD + (1 + HASH) + (VERSION + U32 + TAG);
/// A registered account, which has a balance.
const ACCOUNT: u64 = STUB + 2 * U128 + RESERVE;
/// An entry in the list of an account's games: which game, and which of its slots leads back here.
const GAME_OF: u64 = RECORD + (1 + HASH + U32) + (VERSION + U64 + 1);
/// Which game has a seating. A game that waits for players has an entry in the list of open games instead, which
/// is smaller.
const SEATING: u64 = RECORD + (1 + HASH) + (VERSION + U64);
/// A player in a game: id, wins, how they came to the game.
const PLAYER: u64 = TAG + (LENGTH + ACCOUNT_ID) + U32 + TAG;
/// A game without its players and its position: slots, whether the start rotates, round, draws, turn seconds, phase,
/// what it locks.
const GAME: u64 = RECORD
    + (1 + U64)
    + (VERSION + 5 * U32 + LENGTH + TAG + U32 + U32 + (TAG + U32) + (TAG + U64) + U128)
    + RESERVE;

/// Returns what a registered account's record costs.
#[must_use]
pub fn of_registration() -> NearToken {
    price(ACCOUNT)
}

/// Returns what a game costs that begins with this position: its record, index entries, and the stubs of its
/// challengers.
#[must_use]
pub fn of_game(start: &Position) -> NearToken {
    price(bytes_of_game(start))
}

fn bytes_of_game(start: &Position) -> u64 {
    let seats = u64::from(start.players().count());
    // All positions of a game have the same length.
    let position = to_bytes(start).len() as u64;
    GAME + position + seats * (PLAYER + GAME_OF) + (seats - 1) * STUB + SEATING
}

fn price(bytes: u64) -> NearToken {
    env::storage_byte_cost().saturating_mul(bytes.into())
}
