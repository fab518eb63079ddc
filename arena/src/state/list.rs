//! Lists of games. A game knows where it stands in each, so that joining and leaving a list costs the same
//! however long it is: the last entry takes the place of the one that leaves.

use near_sdk::{AccountIdRef, env, near};
use tic_tac_toe_interface::GameId;

use super::{Game, Slot};
use crate::storage::{self, Key};

/// A list of games. Its length is kept by whoever owns it.
#[derive(Clone, Copy)]
pub enum List<'a> {
    /// The games in which an account has a seat.
    Of(&'a AccountIdRef),
    /// The games with a free seat.
    Open,
}

#[near(serializers = [borsh])]
enum Stored {
    V1(Entry),
}

#[near(serializers = [borsh])]
struct Entry {
    game: u64,
    // Which of the game's places leads back here.
    place: Slot,
}

impl List<'_> {
    /// Returns the game at this index.
    #[must_use]
    pub fn get(self, index: u32) -> Option<GameId> {
        storage::read(self.key(index)).map(|Stored::V1(entry)| GameId(entry.game))
    }

    /// Adds a game at the end and says where that is.
    pub fn push(self, length: &mut u32, GameId(game): GameId, place: Slot) -> u32 {
        let index = *length;
        storage::write(self.key(index), &Stored::V1(Entry { game, place }));
        *length += 1;
        index
    }

    /// Removes the game at this index.
    pub fn remove(self, length: &mut u32, index: u32) {
        *length -= 1;
        let Some(last @ Stored::V1(Entry { game, place })) = storage::take(self.key(*length)) else {
            env::panic_str("a list of games is shorter than it should be");
        };
        if index == *length {
            return;
        }
        storage::write(self.key(index), &last);
        Game::stands_at(GameId(game), place, index);
    }

    fn key(&self, index: u32) -> Key<'_> {
        match self {
            Self::Of(account) => Key::GameOf(account, index),
            Self::Open => Key::OpenGame(index),
        }
    }
}
