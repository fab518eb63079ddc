//! Keys of records: a byte for the kind of record, then which one.

use near_sdk::{AccountIdRef, CryptoHash, env};
use tic_tac_toe_interface::GameId;

/// The key of a record. No two keys have the same bytes.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// A game.
    Game(GameId),
    /// An account.
    Account(AccountHash),
    /// An entry in the list of an account's games.
    GameOf(AccountHash, u32),
    /// An entry in the list of games with a free seat.
    OpenGame(u32),
    /// The game of a seating, by the seating's hash.
    Seating(&'a CryptoHash),
}

/// The hash of an account's id. Under ids themselves, names that share long beginnings with somebody's would make the
/// path to their records long, and their calls expensive.
#[derive(Clone, Copy)]
pub struct AccountHash(CryptoHash);

impl AccountHash {
    /// Returns the hash of this account's id.
    #[must_use]
    pub fn of(account: &AccountIdRef) -> Self {
        Self(env::sha256_array(account.as_bytes()))
    }
}

impl Key<'_> {
    /// Returns the key as bytes.
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        match self {
            Self::Game(GameId(id)) => [b"g".as_slice(), &id.to_be_bytes()].concat(),
            Self::Account(AccountHash(hash)) => [b"a".as_slice(), &hash].concat(),
            // Below its account, so that reaching one after the other is cheap.
            Self::GameOf(AccountHash(hash), slot) => [b"a".as_slice(), &hash, &slot.to_be_bytes()].concat(),
            Self::OpenGame(slot) => [b"o".as_slice(), &slot.to_be_bytes()].concat(),
            Self::Seating(hash) => [b"s".as_slice(), hash].concat(),
        }
    }
}
