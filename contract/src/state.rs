//! What is stored: one game, and which seat a player holds in it.

use near_sdk::{AccountId, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::GameView;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::Board;

/// A game between two accounts. Turn and result follow from the board, so they are not stored.
#[near(serializers = [borsh])]
pub struct Game {
    /// 1 for the contract's first game, one more for each game after it.
    pub id: u64,
    /// Plays X and moves first.
    pub p1: AccountId,
    /// Plays O.
    pub p2: AccountId,
    /// The position.
    pub board: Board,
}

impl Game {
    /// Returns the account that plays this mark.
    #[must_use]
    pub const fn player(&self, mark: Mark) -> &AccountId {
        match mark {
            Mark::X => &self.p1,
            Mark::O => &self.p2,
        }
    }

    /// Returns the game as frontends see it.
    #[must_use]
    pub fn view(&self) -> GameView {
        GameView::new(GameId(self.id), [&self.p1, &self.p2], self.board)
    }

    /// Returns whether this account plays in the game.
    #[must_use]
    pub fn has_player(&self, account: &AccountId) -> bool {
        *account == self.p1 || *account == self.p2
    }
}
