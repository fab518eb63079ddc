//! The bot itself: what it knows is on the chain, so it looks there, plays its turns, and waits for blocks with news.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use serde_json::json;
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_client::blocks::{Block, Follower, Server, Step};
use tic_tac_toe_client::{Error, Receipt};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, GameView, Index, Page, Play};
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_rules::Place;

use super::backoff::Backoff;
use crate::args::ArenaContract;
use crate::play::arena::engine;

const PAUSE: Duration = Duration::from_millis(200);

// Blocks tell what happens; now and then all games are looked at, in case a server of blocks has left something out.
const LOOK_AROUND_EVERY: Duration = Duration::from_secs(30);

// A transaction whose outcome is not known gets this long to show on the chain.
const DOUBT: Duration = Duration::from_secs(2);

const GAMES_A_PAGE: u64 = 50;

/// Plays an account's turns.
pub(super) struct Player {
    pub arena: ArenaContract,
    pub blocks: Server,
    pub account: AccountId,
    pub signer: Signer,
    pub level: Level,
    pub joins: bool,
    pub report: Report,
    /// Games whose free seat was refused: asking again would cost gas and change nothing.
    pub declined: BTreeSet<GameId>,
}

/// What is told of moves, and of what goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    /// A line each, for people.
    Text,
    /// A line each, for programs.
    Json,
    /// Nothing.
    Nothing,
}

impl Player {
    /// Plays for ever; a server that does not answer is left alone for a while and asked again.
    pub(super) async fn run(&mut self) -> Result<()> {
        let mut backoff = Backoff::default();
        loop {
            let Err(error) = self.follow(&mut backoff).await;
            if error.is::<std::io::Error>() {
                return Err(error);
            }
            if backoff.is_fresh() {
                self.remark(&format!("{error:#}; trying again"));
            }
            tokio::time::sleep(backoff.next()).await;
        }
    }

    /// Plays what is to be played now, then what each block brings.
    async fn follow(&mut self, backoff: &mut Backoff) -> Result<Infallible> {
        // The blocks come first, so that nothing happens between looking around and reading them.
        let rpc = self.arena.transport().clone();
        let mut follower = Follower::from_now(self.blocks.clone(), rpc).await?;
        self.look_around().await?;
        let mut looked = Instant::now();
        loop {
            let step = follower.step().await?;
            backoff.reset();
            let has_missed_some = match step {
                Step::Block(block) => {
                    for id in self.news_in(&block) {
                        self.attend(id).await?;
                    }
                    false
                }
                Step::UpToDate => {
                    tokio::time::sleep(PAUSE).await;
                    false
                }
                Step::OtherChain => {
                    self.declined.clear();
                    true
                }
                Step::Gap { .. } => true,
            };
            if has_missed_some || looked.elapsed() > LOOK_AROUND_EVERY {
                self.look_around().await?;
                looked = Instant::now();
            }
        }
    }

    /// The games in which something happened.
    fn news_in(&self, block: &Block) -> BTreeSet<GameId> {
        let logs = block.logs(self.arena.id());
        let events = logs.filter_map(|log| Event::<AccountId>::from_log(log.line).ok().flatten());
        events
            .filter(|event| !matches!(event, Event::GameClosed { .. }))
            .map(|event| event.game_id())
            .collect()
    }

    /// Plays in every game of this account in which it is to move, and joins open ones if it shall.
    async fn look_around(&mut self) -> Result<()> {
        let (mut from, mut mine) = (0, Vec::new());
        loop {
            let games = self.arena.get_games_of(&self.account, page(from)).await.map_err(Error::from)?;
            from += GAMES_A_PAGE;
            let is_last = (games.len() as u64) < GAMES_A_PAGE;
            mine.extend(games.iter().map(|game| game.game_id));
            if is_last {
                break;
            }
        }
        if self.joins {
            mine.extend(self.open_games().await?);
        }
        for id in mine {
            self.attend(id).await?;
        }
        Ok(())
    }

    async fn open_games(&self) -> Result<Vec<GameId>> {
        let (mut from, mut open) = (0, Vec::new());
        loop {
            let games: Vec<GameView> = self.arena.get_open_games(page(from)).await.map_err(Error::from)?;
            from += GAMES_A_PAGE;
            open.extend(games.iter().map(|game| game.game_id));
            if (games.len() as u64) < GAMES_A_PAGE {
                return Ok(open);
            }
        }
    }

    /// Does in a game what there is to do: takes a seat, makes a move, or nothing.
    async fn attend(&mut self, id: GameId) -> Result<()> {
        let Some(mut game) = Game::of(&self.arena, id).await? else { return Ok(()) };
        let may_join = self.joins && !self.declined.contains(&id);
        if may_join && game.seat_of(&self.account).is_none() && game.free_seat().is_some() {
            if !self.settled(id, self.arena.join(&self.signer, id).await).await? {
                self.declined.insert(id);
                return Ok(());
            }
            match Game::of(&self.arena, id).await? {
                Some(joined) => game = joined,
                None => return Ok(()),
            }
        }
        if game.next_player() == Some(&self.account) { self.play(&game).await } else { Ok(()) }
    }

    async fn play(&self, game: &Game) -> Result<()> {
        let (position, level) = (game.position, self.level);
        let began = Instant::now();
        let thinking = tokio::task::spawn_blocking(move || engine::choose(&position, level));
        let Place { row, col } = thinking.await?.context("nobody is to move any more")?;
        let thought = began.elapsed();
        // The round guards against a move for a board that nobody sees any more.
        let round = Some(game.round.into());
        let play = Play { game_id: game.id, row: row.into(), col: col.into(), round };
        let outcome = self.arena.play(&self.signer, play).await;
        if let Ok(receipt) = &outcome {
            self.log(game, Place { row, col }, thought, receipt)?;
        }
        self.settled(game.id, outcome).await?;
        Ok(())
    }

    /// Whether a transaction did what it should. A refusal is no failure of anybody: the game went on meanwhile.
    async fn settled(&self, id: GameId, outcome: Result<Receipt, Error>) -> Result<bool> {
        match outcome {
            Ok(_) => Ok(true),
            Err(Error::Refused(refusal)) => {
                self.remark(&format!("game {id}: {refusal}"));
                Ok(false)
            }
            Err(error @ Error::Unsettled { .. }) => {
                tokio::time::sleep(DOUBT).await;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    fn remark(&self, text: &str) {
        if self.report != Report::Nothing {
            eprintln!("{text}");
        }
    }

    fn log(&self, game: &Game, place: Place, thought: Duration, receipt: &Receipt) -> Result<()> {
        use std::io::Write;
        let (id, round, Place { row, col }) = (game.id, game.round, place);
        let millis = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
        let (cost, transaction) = (receipt.cost, receipt.transaction);
        let line = match self.report {
            Report::Nothing => return Ok(()),
            Report::Text => {
                format!(
                    "game {id} round {round}: row {row} col {col} after {millis} ms of thought, cost {cost}"
                )
            }
            Report::Json => {
                let moved = json!({
                    "game_id": id,
                    "round": round,
                    "row": row,
                    "col": col,
                    "thought_ms": millis,
                    "transaction": transaction,
                });
                moved.to_string()
            }
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{line}")?;
        Ok(out.flush()?)
    }
}

const fn page(from: u64) -> Page {
    Page { from_index: Some(Index(from)), limit: Some(GAMES_A_PAGE) }
}
