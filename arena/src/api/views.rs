//! Views.

use near_sdk::{AccountId, near};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Amount, Counts, GameView, GamesPage, Index, Rules};

use super::guards::{require_players, require_rules};
use super::{Contract, ContractExt};
use crate::error::Error;
use crate::records::{AccountHash, of_game};
use crate::state::{Account, Game, List, Seating};

/// How many games a list shows by default.
const DEFAULT_LIMIT: u64 = 50;
/// How many games a list shows at most.
const MAX_LIMIT: u64 = 100;
/// How many ids one call of `get_games` looks at, so that closed games can't use up its gas.
const IDS_PER_CALL: usize = 300;

#[near]
impl Contract {
    /// The game, or `null` when it was never created or has been closed.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn get_game(game_id: GameId) -> Option<GameView> {
        Game::load(game_id).map(|game| game.view(game_id))
    }

    /// The id of the game with exactly these players in this order, or `null`.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn find_game(players: Vec<Option<AccountId>>) -> Option<GameId> {
        Seating::of(players.iter().map(Option::as_deref))?.game()
    }

    /// Games by ascending id from `from_id` on, and where to go on.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn get_games(&self, from_id: Option<GameId>, limit: Option<u64>) -> GamesPage {
        let (last_id, limit) = (self.root().last_id, shown(limit));
        let first_id = from_id.map_or(1, |GameId(id)| id.max(1));
        let mut games = Vec::new();
        let mut ids = (first_id..=last_id).take(IDS_PER_CALL);
        let mut next = first_id;
        while games.len() < limit
            && let Some(id) = ids.next()
        {
            games.extend(Self::get_game(GameId(id)));
            next = id + 1;
        }
        GamesPage { games, next: (next <= last_id).then_some(GameId(next)) }
    }

    /// The games in which the account has a seat.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn get_games_of(
        account_id: AccountId,
        from_index: Option<Index>,
        limit: Option<u64>,
    ) -> Vec<GameView> {
        let account = AccountHash::of(&account_id);
        page(List::Of(account), Account::load(account).games, from_index, limit)
    }

    /// The games with a free seat.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn get_open_games(&self, from_index: Option<Index>, limit: Option<u64>) -> Vec<GameView> {
        page(List::Open, self.root().open, from_index, limit)
    }

    /// How many games have a free seat, in how many the account has a seat, and the last game's id.
    #[must_use]
    #[deny_unknown_arguments]
    pub fn get_counts(&self, account_id: Option<AccountId>) -> Counts {
        let last_id = self.root().last_id;
        Counts {
            open: self.root().open,
            of_account: account_id.map(|account| Account::load(AccountHash::of(&account)).games),
            last_game_id: (last_id > 0).then_some(GameId(last_id)),
        }
    }

    /// What creating a game for so many players locks, in yoctoNEAR.
    ///
    /// Refused with `BAD_PLAYERS` or `BAD_RULES`, whichever comes first.
    #[handle_result]
    #[deny_unknown_arguments]
    pub fn get_cost(players: u64, rules: Option<Rules>) -> Result<Amount, Error> {
        let start = require_rules(rules, require_players(players)?)?;
        Ok(Amount(of_game(&start).as_yoctonear()))
    }
}

fn page(list: List, length: u32, from: Option<Index>, limit: Option<u64>) -> Vec<GameView> {
    let from = from.map_or(0, |Index(from)| u32::try_from(from).unwrap_or(u32::MAX));
    let games = (from..length).take(shown(limit)).map(|slot| list.get(slot));
    games.map(|(id, game)| game.view(id)).collect()
}

fn shown(limit: Option<u64>) -> usize {
    limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT) as usize
}
