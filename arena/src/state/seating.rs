//! Which game has a full seating: the same players in the same order can have one at a time.

use near_sdk::{AccountIdRef, CryptoHash, env, near};
use tic_tac_toe_interface::GameId;

use crate::records::{self, Key};

/// A full seating, known by the hash of its borsh form.
pub struct Seating(CryptoHash);

/// The id of a seating's game as it is stored.
#[near(serializers = [borsh])]
pub enum StoredSeating {
    /// Of version 1.0.0.
    V1(u64),
}

impl Seating {
    /// Returns the seating of these players, or `None` while a seat is free.
    #[must_use]
    pub fn of<'a>(players: impl Iterator<Item = Option<&'a AccountIdRef>>) -> Option<Self> {
        let players: Option<Vec<&str>> = players.map(|player| player.map(AccountIdRef::as_str)).collect();
        Some(Self(env::sha256_array(records::to_bytes(&players?))))
    }

    /// Returns the game that has this seating.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        records::read(self.key()).map(|StoredSeating::V1(id)| GameId(id))
    }

    /// Assigns the seating to this game.
    pub fn give_to(&self, GameId(id): GameId) {
        records::write(self.key(), &StoredSeating::V1(id));
    }

    /// Frees the seating for another game.
    pub fn free(&self) {
        records::remove(self.key());
    }

    const fn key(&self) -> Key<'_> {
        Key::Seating(&self.0)
    }
}
