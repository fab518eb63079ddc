//! What `stored.rs` becomes in a version 2 that keeps one more number of each game and of each registered account. Only
//! the upgrade's rehearsal in the integration tests is compiled with it.

use near_sdk::near;
use tic_tac_toe_interface::GameId;

use super::{Account, Game, Slots};
use crate::records::{self, AccountHash, Key};

/// A stored game or the first part of one. What is new comes last, where the first part does not reach.
#[near(serializers = [borsh])]
enum StoredGame<V1, New> {
    V1(V1),
    V2(V1, New),
}

#[near(serializers = [borsh])]
enum StoredAccount {
    V1(Account),
    V2(Account, u64),
}

/// Reads a game of any version, if there is one with this id.
#[must_use]
pub fn read_game(id: GameId) -> Option<Game> {
    records::read(Key::Game(id)).map(|stored| match stored {
        StoredGame::V1(game) => game,
        StoredGame::V2(game, marks_in_all) => Game { marks_in_all, ..game },
    })
}

/// Writes a game in the newest version.
pub fn write_game(id: GameId, game: Game) {
    let marks_in_all = game.marks_in_all;
    records::write(Key::Game(id), &StoredGame::V2(game, marks_in_all));
}

/// Changes the slots of a game of any version, unread but for them. Returns whether there is such a game.
pub fn edit_slots(id: GameId, change: impl FnOnce(&mut Slots)) -> bool {
    records::edit(Key::Game(id), |stored| match stored {
        StoredGame::V1(slots) | StoredGame::V2(slots, ()) => change(slots),
    })
}

/// Reads an account of any version, if something is stored of it.
#[must_use]
pub fn read_account(id: AccountHash) -> Option<Account> {
    records::read(Key::Account(id)).map(|stored| match stored {
        StoredAccount::V1(account) => account,
        StoredAccount::V2(mut account, games_made) => {
            if let Some(balance) = &mut account.balance {
                balance.games_made = games_made;
            }
            account
        }
    })
}

/// Writes an account in the newest version, unless it is not registered: nobody has paid for more bytes of it.
pub fn write_account(id: AccountHash, account: Account) {
    let stored = match account.balance {
        Some(balance) => StoredAccount::V2(account, balance.games_made),
        None => StoredAccount::V1(account),
    };
    records::write(Key::Account(id), &stored);
}
