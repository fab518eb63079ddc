//! Keys of records: a byte for the kind of record, then which one.

use near_sdk::{AccountIdRef, CryptoHash};
use tic_tac_toe_interface::GameId;

/// The key of a record. No two keys have the same bytes.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// A game.
    Game(GameId),
    /// An account.
    Account(&'a AccountIdRef),
    /// An entry in the list of an account's games.
    GameOf(&'a AccountIdRef, u32),
    /// An entry in the list of games with a free seat.
    OpenGame(u32),
    /// The game of a seating, by the seating's hash.
    Seating(&'a CryptoHash),
}

impl Key<'_> {
    /// Returns the key as bytes.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        match self {
            Self::Game(GameId(id)) => [b"g".as_slice(), &id.to_be_bytes()].concat(),
            Self::Account(account) => [b"a", account.as_bytes()].concat(),
            // Below its account, so that reaching one after the other is cheap. No account id has a zero byte.
            Self::GameOf(account, index) => [b"a", account.as_bytes(), b"\0", &index.to_be_bytes()].concat(),
            Self::OpenGame(index) => [b"o".as_slice(), &index.to_be_bytes()].concat(),
            Self::Seating(hash) => [b"s".as_slice(), hash].concat(),
        }
    }
}
