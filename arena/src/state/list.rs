//! Lists of games. A game knows where it stands in each, so that joining and leaving a list costs the same
//! however long it is: the last entry takes the place of the one that leaves.

use near_sdk::{AccountIdRef, env, near};
use tic_tac_toe_interface::GameId;

use super::Game;
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
    V1(u64),
}

impl List<'_> {
    /// The game at this place.
    #[must_use]
    pub fn get(self, index: u32) -> Option<GameId> {
        storage::read(self.key(index)).map(|Stored::V1(id)| GameId(id))
    }

    /// Adds a game at the end and says where that is.
    pub fn push(self, length: &mut u32, GameId(id): GameId) -> u32 {
        let index = *length;
        storage::write(self.key(index), &Stored::V1(id));
        *length += 1;
        index
    }

    /// Removes the game at this place.
    pub fn remove(self, length: &mut u32, index: u32) {
        *length -= 1;
        let Some(last @ Stored::V1(id)) = storage::take(self.key(*length)) else {
            env::panic_str("a list of games is shorter than it should be");
        };
        if index == *length {
            return;
        }
        storage::write(self.key(index), &last);
        let Some(mut moved) = Game::load(GameId(id)) else {
            env::panic_str("a list of games names one that is gone");
        };
        moved.stands_at(self, index);
        moved.save(GameId(id));
    }

    fn key(&self, index: u32) -> Key<'_> {
        match self {
            Self::Of(account) => Key::GameOf(account, index),
            Self::Open => Key::OpenGame(index),
        }
    }
}
