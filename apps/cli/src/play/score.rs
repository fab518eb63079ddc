//! Games won, lost and drawn while the program watched.

use std::collections::BTreeMap;

use near_primitives::types::AccountId;
use tic_tac_toe_client::Game;
use tic_tac_toe_rules::classic::Outcome;

/// One account's games. Who plays against oneself both wins and loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
}

/// Everybody's games.
#[derive(Clone, Debug, Default)]
pub(super) struct Scores {
    by_account: BTreeMap<AccountId, Score>,
}

impl Scores {
    /// Counts a game that was not over before, if it is now.
    pub(super) fn count(&mut self, game: &Game) {
        match game.board.outcome() {
            Outcome::Won { winner, .. } => {
                self.of_mut(game.player(winner)).won += 1;
                self.of_mut(game.player(winner.other())).lost += 1;
            }
            Outcome::Draw => {
                self.of_mut(&game.p1).drawn += 1;
                if game.p1 != game.p2 {
                    self.of_mut(&game.p2).drawn += 1;
                }
            }
            Outcome::InProgress { .. } => {}
        }
    }

    /// An account's games so far.
    pub(super) fn of(&self, account: &AccountId) -> Score {
        self.by_account.get(account).copied().unwrap_or_default()
    }

    fn of_mut(&mut self, account: &AccountId) -> &mut Score {
        self.by_account.entry(account.clone()).or_default()
    }
}
