//! Lists of games. A game knows its index in each, so that joining and leaving a list costs the same
//! however long it is: the last entry takes the place of the one that leaves.

use near_sdk::{AccountIdRef, env, near};
use tic_tac_toe_interface::GameId;

use super::{Game, Slot};
use crate::storage::{self, Key};

/// A list of games. Its owner keeps its length.
#[derive(Clone, Copy)]
pub enum List<'a> {
    /// The games in which an account has a seat.
    Of(&'a AccountIdRef),
    /// The games with a free seat.
    Open,
}

#[near(serializers = [borsh])]
enum StoredEntry {
    V1(Entry),
}

#[near(serializers = [borsh])]
struct Entry {
    game: u64,
    // Which of the game's slots leads back here.
    slot: Slot,
}

impl List<'_> {
    /// Returns the game at this index.
    #[must_use]
    pub fn get(self, index: u32) -> Option<GameId> {
        storage::read(self.key(index)).map(|StoredEntry::V1(entry)| GameId(entry.game))
    }

    /// Adds a game at the end and returns its index.
    pub fn push(self, length: &mut u32, GameId(game): GameId, slot: Slot) -> u32 {
        let index = *length;
        storage::write(self.key(index), &StoredEntry::V1(Entry { game, slot }));
        *length += 1;
        index
    }

    /// Removes the game at this index.
    pub fn remove(self, length: &mut u32, index: u32) {
        *length -= 1;
        let Some(last @ StoredEntry::V1(Entry { game, slot })) = storage::take(self.key(*length)) else {
            env::panic_str("a list of games is shorter than it should be");
        };
        if index == *length {
            return;
        }
        storage::write(self.key(index), &last);
        Game::set_slot(GameId(game), slot, index);
    }

    fn key(&self, index: u32) -> Key<'_> {
        match self {
            Self::Of(account) => Key::GameOf(account, index),
            Self::Open => Key::OpenGame(index),
        }
    }
}
