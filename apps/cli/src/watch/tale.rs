//! What the events of one contract tell, whichever kind of contract it is: each event names its standard.

use std::collections::{BTreeMap, BTreeSet};

use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::blocks::{Block, Log};
use tic_tac_toe_client::replica::Replica;
use tic_tac_toe_client::{Error, Game, Rpc, arena};
use tic_tac_toe_indexer::event::Event;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Arena;
use tic_tac_toe_interface::one_game::OneGame;

use super::output::remark;

// Larger boards would fill more than a line.
const CELLS_ON_ONE_LINE: u16 = 25;

/// A contract's games as far as its events were read.
pub(super) struct Tale {
    pub contract: AccountId,
    /// The first block whose events are news.
    pub from: BlockHeight,
    one_game: Replica,
    games: BTreeMap<GameId, arena::replica::Replica>,
    touched: Touched,
}

/// What a block has changed and is not compared yet.
#[derive(Default)]
struct Touched {
    one_game: bool,
    games: BTreeSet<GameId>,
}

impl Tale {
    /// Begins with what the contract said before a block.
    pub(super) async fn begin(contract: AccountId, rpc: &Rpc, from: BlockHeight) -> Self {
        // Without a view of the past the next new game will tell.
        let one_game = match from.checked_sub(1) {
            None => Replica::Known(None),
            Some(before) => one_game(rpc, &contract, before).await.map_or(Replica::Unknown, Replica::Known),
        };
        Self { contract, from, one_game, games: BTreeMap::new(), touched: Touched::default() }
    }

    /// Some events were missed.
    pub(super) fn forget(&mut self) {
        self.one_game = Replica::Unknown;
        self.games.clear();
    }

    /// Takes a line in, if it is an event. One that can't be read or can't be true is remarked on.
    pub(super) async fn take_in(&mut self, rpc: &Rpc, block: &Block, log: Log<'_>) -> Option<Event> {
        let height = block.height();
        let event = match Event::from_log(log.line) {
            Ok(event) => event?,
            Err(error) => {
                remark(&format!("block {height}: {error}"));
                return None;
            }
        };
        let applied = match &event {
            Event::OneGame(event) => {
                self.touched.one_game = true;
                self.one_game.apply(event).map_err(|error| error.to_string())
            }
            Event::Arena(event) => {
                let id = event.game_id();
                let is_new = matches!(event, tic_tac_toe_interface::arena::Event::GameCreated { .. });
                if !is_new && !self.games.contains_key(&id) {
                    let before = self.game_before(rpc, id, height).await;
                    self.games.insert(id, before);
                }
                self.touched.games.insert(id);
                let replica = self.games.entry(id).or_insert(arena::replica::Replica::Known(None));
                replica.apply(event, block.time()).map_err(|error| error.to_string())
            }
        };
        if let Err(error) = applied {
            remark(&format!("block {height}: the events make no sense: {error}"));
        }
        Some(event)
    }

    /// The board of an event's game, as short as it fits into a line.
    pub(super) fn board(&self, event: &Event) -> String {
        match event {
            Event::OneGame(_) => match &self.one_game {
                Replica::Known(Some(game)) => game.board_on_one_line(),
                Replica::Known(None) | Replica::Unknown => "?".to_owned(),
            },
            Event::Arena(event) => match self.games.get(&event.game_id()) {
                Some(arena::replica::Replica::Known(Some(game))) => board_of(game),
                _ => "?".to_owned(),
            },
        }
    }

    /// Compares what a block has changed with what the contract says after it, and believes the contract.
    pub(super) async fn compare(&mut self, rpc: &Rpc, height: BlockHeight) {
        let touched = std::mem::take(&mut self.touched);
        // The node may have forgotten the block or be away: there is nothing to compare with then.
        if touched.one_game
            && let Ok(view) = one_game(rpc, &self.contract, height).await
            && let Some(difference) = self.one_game.difference(view.as_ref())
        {
            remark(&format!("block {height}: DIFFERENT: {difference}"));
            self.one_game = Replica::Known(view);
        }
        for id in touched.games {
            self.compare_game(rpc, id, height).await;
        }
    }

    async fn compare_game(&mut self, rpc: &Rpc, id: GameId, height: BlockHeight) {
        let Some(replica) = self.games.get_mut(&id) else { return };
        let arena = Arena::new(rpc.at(height), self.contract.clone());
        if let Ok(view) = arena.get_game(id).await {
            if let Some(difference) = replica.difference(view.as_ref()) {
                remark(&format!("block {height}: DIFFERENT: game {id}: {difference}"));
                *replica = arena::replica::Replica::Unknown;
            }
            if *replica == arena::replica::Replica::Unknown {
                let seen = view.map(arena::Game::try_from).transpose();
                *replica = seen.map_or(arena::replica::Replica::Unknown, arena::replica::Replica::Known);
            }
        }
        // Of a game that is closed nothing more will be heard.
        if *replica == arena::replica::Replica::Known(None) {
            self.games.remove(&id);
        }
    }

    async fn game_before(&self, rpc: &Rpc, id: GameId, height: BlockHeight) -> arena::replica::Replica {
        let Some(before) = height.checked_sub(1) else { return arena::replica::Replica::Unknown };
        let arena = Arena::new(rpc.at(before), self.contract.clone());
        let game = arena::Game::of(&arena, id).await;
        game.map_or(arena::replica::Replica::Unknown, arena::replica::Replica::Known)
    }
}

async fn one_game(rpc: &Rpc, contract: &AccountId, height: BlockHeight) -> Result<Option<Game>, Error> {
    Game::of(&OneGame::new(rpc.at(height), contract.clone())).await
}

fn board_of(game: &arena::Game) -> String {
    let rules = game.position.rules();
    let (rows, cols) = (rules.rows(), rules.cols());
    if u16::from(rows) * u16::from(cols) <= CELLS_ON_ONE_LINE {
        return game.board_on_one_line();
    }
    format!("{rules} after {} moves", game.position.marks_made())
}
