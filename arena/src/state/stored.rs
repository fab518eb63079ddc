//! Games and accounts as they are stored: enums of versions, so that later code can read what earlier code wrote.

use near_sdk::near;
use tic_tac_toe_interface::GameId;

use super::{Account, Game, Slots};
use crate::records::{self, AccountHash, Key};

/// A stored game or the first part of one: both have the versions of this enum and no others.
#[near(serializers = [borsh])]
pub enum StoredGame<V1> {
    /// Of version 1.0.0.
    V1(V1),
}

#[near(serializers = [borsh])]
pub enum StoredAccount {
    /// Of version 1.0.0.
    V1(Account),
}

/// Reads a game of any version, if there is one with this id.
#[must_use]
pub fn read_game(id: GameId) -> Option<Game> {
    records::read(Key::Game(id)).map(|StoredGame::V1(game)| game)
}

/// Writes a game in the newest version.
pub fn write_game(id: GameId, game: Game) {
    records::write(Key::Game(id), &StoredGame::V1(game));
}

/// Changes the slots of a game of any version, unread but for them. Returns whether there is such a game.
pub fn edit_slots(id: GameId, change: impl FnOnce(&mut Slots)) -> bool {
    records::edit(Key::Game(id), |StoredGame::V1(slots)| change(slots))
}

/// Reads an account of any version, if something is stored of it.
#[must_use]
pub fn read_account(id: AccountHash) -> Option<Account> {
    records::read(Key::Account(id)).map(|StoredAccount::V1(account)| account)
}

/// Writes an account in the newest version.
pub fn write_account(id: AccountHash, account: Account) {
    records::write(Key::Account(id), &StoredAccount::V1(account));
}
