//! Lists of games. A game knows its slot in each, so that joining and leaving a list costs the same
//! however long it is: the last entry takes the slot of the one that leaves.

use near_sdk::{env, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_rules::Seat;

use super::Game;
use crate::records::{self, AccountHash, Key};

/// A list of games. Its owner keeps its length.
#[derive(Clone, Copy)]
pub enum List {
    /// The games in which an account has a seat.
    Of(AccountHash),
    /// The games with a free seat.
    Open,
}

/// A game's slot in each list that names it.
#[near(serializers = [borsh])]
#[derive(Clone, Copy, Default)]
pub struct Slots([u32; 5]);

/// Which of a game's slots: 0 that in the list of open games, else that in the list of the player in this seat.
#[near(serializers = [borsh])]
#[derive(Clone, Copy)]
pub struct Listing(u8);

/// An entry of a list as it is stored.
#[near(serializers = [borsh])]
pub enum StoredEntry {
    /// Of version 1.0.0.
    V1(Entry),
}

/// An entry of a list.
#[near(serializers = [borsh])]
pub struct Entry {
    game: u64,
    // Which of the game's slots leads back here.
    listing: Listing,
}

impl Listing {
    /// In the list of open games.
    pub const OPEN: Self = Self(0);

    /// Returns the listing with the player in this seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(seat.number())
    }
}

impl Slots {
    /// Returns one of the slots. It means something only while the game is in that list.
    #[must_use]
    pub fn get(self, Listing(number): Listing) -> u32 {
        self.0[usize::from(number)]
    }

    /// Changes one of the slots.
    pub fn set(&mut self, Listing(number): Listing, slot: u32) {
        self.0[usize::from(number)] = slot;
    }
}

impl List {
    /// Reads the game in this slot.
    #[must_use]
    pub fn get(self, slot: u32) -> (GameId, Game) {
        let Some(StoredEntry::V1(Entry { game, .. })) = records::read(self.key(slot)) else {
            too_short();
        };
        let id = GameId(game);
        (id, Game::load(id).unwrap_or_else(|| game_is_gone()))
    }

    /// Adds a game at the end and returns its slot.
    pub fn push(self, length: &mut u32, GameId(game): GameId, listing: Listing) -> u32 {
        let slot = *length;
        records::write(self.key(slot), &StoredEntry::V1(Entry { game, listing }));
        *length += 1;
        slot
    }

    /// Removes the game in this slot.
    pub fn remove(self, length: &mut u32, slot: u32) {
        *length -= 1;
        let Some(last @ StoredEntry::V1(Entry { game, listing })) = records::take(self.key(*length)) else {
            too_short();
        };
        if slot == *length {
            return;
        }
        records::write(self.key(slot), &last);
        Game::set_slot(GameId(game), listing, slot);
    }

    const fn key(&self, slot: u32) -> Key<'_> {
        match self {
            Self::Of(account) => Key::GameOf(*account, slot),
            Self::Open => Key::OpenGame(slot),
        }
    }
}

fn too_short() -> ! {
    env::panic_str("a list of games is shorter than it should be")
}

/// Ends a call that has found a game in a list and not in storage.
pub fn game_is_gone() -> ! {
    env::panic_str("a list of games names one that is gone")
}
