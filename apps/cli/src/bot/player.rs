//! The bot itself: all that it knows is on the chain, so it looks there, plays its turns, and waits for new blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::time::{Duration, Instant};

use anyhow::Result;
use near_crypto::Signer;
use near_primitives::hash::CryptoHash;
use near_primitives::types::AccountId;
use serde_json::json;
use tic_tac_toe_client::blocks::{Block, Follower, Server, Step};
use tic_tac_toe_client::table::{Action, Event, EventKind, LiveTable, Table, TableHandle};
use tic_tac_toe_client::{Cost, Error};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GameView, Index, Page};
use tic_tac_toe_interface::transport::ViewError;
use tic_tac_toe_rules::Cell;

use crate::args::ArenaContract;
use crate::clock::now;
use crate::commands::print;
use crate::play::engine;
use crate::retry::Retry;

const PAUSE: Duration = Duration::from_millis(200);

// Blocks tell what happens; now and then all games are looked at, in case a server of blocks has left something out.
const LOOK_AROUND_EVERY: Duration = Duration::from_secs(30);

// A move whose result is unknown gets this long to show on the chain before it is made again.
const DOUBT: Duration = Duration::from_secs(5);

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
    pub memory: Memory,
}

/// What spares needless transactions. A bot that has forgotten it plays the same moves.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Of which chain it is, by the hash of its first block.
    chain: Option<CryptoHash>,
    /// Games whose free seat was refused: asking again would cost gas and change nothing.
    declined: BTreeSet<GameId>,
    /// Its games, as lists and events have told.
    games: BTreeSet<GameId>,
    /// Moves that were sent, and may or may not have arrived.
    doubtful: BTreeMap<GameId, Sent>,
}

/// A move that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    round: u64,
    cell: Cell,
    thought: Duration,
    transaction: CryptoHash,
    at: Instant,
}

/// What is printed about moves, and about what goes wrong.
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
        let mut retry = Retry::default();
        loop {
            let Err(error) = self.follow(&mut retry).await;
            retry.fail(error, |text| self.remark(text)).await?;
        }
    }

    /// Plays what is to be played now, then what each block brings.
    async fn follow(&mut self, retry: &mut Retry) -> Result<Infallible> {
        // The blocks come first, so that nothing happens between looking around and reading them.
        let rpc = self.arena.transport().clone();
        let mut follower = Follower::from_now(self.blocks.clone(), rpc).await?;
        self.turn_to(follower.chain());
        self.look_around().await?;
        let mut looked = Instant::now();
        loop {
            let step = follower.step().await?;
            retry.succeed(|text| self.remark(text));
            let has_missed_some = match step {
                Step::Block(block) => {
                    for id in self.changed_games(&block) {
                        self.attend(id).await?;
                    }
                    false
                }
                Step::UpToDate => {
                    tokio::time::sleep(PAUSE).await;
                    false
                }
                Step::OtherChain | Step::Gap { .. } => {
                    self.turn_to(follower.chain());
                    true
                }
            };
            let patience = if self.memory.doubtful.is_empty() { LOOK_AROUND_EVERY } else { DOUBT };
            if has_missed_some || looked.elapsed() > patience {
                self.look_around().await?;
                looked = Instant::now();
            }
        }
    }

    /// Returns those of its games in which something happened, and open ones if it is to join. Events alone tell which
    /// games are its own, so that those of others cost nothing.
    fn changed_games(&mut self, block: &Block) -> BTreeSet<GameId> {
        let mut changed = BTreeSet::new();
        let events = block.logs(self.arena.id()).filter_map(|log| Event::from_log(log.line).ok().flatten());
        for event in events {
            let id = event.game_id();
            match &event.kind {
                EventKind::Created { players, .. } => {
                    if players.iter().flatten().any(|player| *player == self.account) {
                        self.memory.games.insert(id);
                    } else if self.joins && players.contains(&None) {
                        changed.insert(id);
                    }
                }
                EventKind::Joined { player, .. } if *player == self.account => {
                    self.memory.games.insert(id);
                }
                EventKind::Closed { .. } => {
                    self.memory.games.remove(&id);
                    changed.remove(&id);
                }
                _ => {}
            }
            if self.memory.games.contains(&id) {
                changed.insert(id);
            }
        }
        changed
    }

    /// Plays in every game of this account in which it is to move, and joins open ones if it is to.
    async fn look_around(&mut self) -> Result<()> {
        let mut ids: BTreeSet<GameId> = self.memory.doubtful.keys().copied().collect();
        let (arena, account) = (&self.arena, &self.account);
        let views = all_pages(|page| arena.get_games_of(account, page)).await?;
        self.memory.games = views.iter().map(|view| view.game_id).collect();
        for view in views {
            let table = Table::try_from(view)?;
            if table.next_player() == Some(account) {
                ids.insert(table.game_id());
            }
        }
        if self.joins {
            ids.extend(all_pages(|page| arena.get_open_games(page)).await?.iter().map(|view| view.game_id));
        }
        for id in ids {
            self.attend(id).await?;
        }
        Ok(())
    }

    /// Does in a game what there is to do: takes a seat, makes a move, or nothing.
    async fn attend(&mut self, id: GameId) -> Result<()> {
        let Some(table) = Table::of_arena(&self.arena, id).await? else {
            self.memory.doubtful.remove(&id);
            return Ok(());
        };
        if self.is_in_doubt(&table)? {
            return Ok(());
        }
        let may_join = self.joins && !self.memory.declined.contains(&id);
        let mut live = LiveTable::new(table);
        if may_join && live.table().check(&Action::Join, &self.account).is_ok() {
            match self.arena.join(&self.signer, id).await {
                Err(Error::Refused(refusal)) => {
                    self.remark(&format!("game {id}: {refusal}"));
                    self.memory.declined.insert(id);
                    return Ok(());
                }
                joined => live.take_receipt(&joined?, now()),
            };
            self.remark(&format!("game {id}: joined as {}", self.account));
        }
        if live.table().next_player() == Some(&self.account) { self.play(live.table()).await } else { Ok(()) }
    }

    /// Returns whether a move that was sent may still arrive. One that has arrived is logged, an overdue one forgotten.
    fn is_in_doubt(&mut self, table: &Table) -> Result<bool> {
        let id = table.game_id();
        let Some(sent) = self.memory.doubtful.get(&id).copied() else { return Ok(false) };
        let is_same_round = sent.round == table.round;
        let mark = table.position.mark_at(sent.cell);
        let has_arrived = is_same_round && mark.is_some() && mark == table.seat_of(&self.account);
        let may_arrive = is_same_round && mark.is_none() && sent.at.elapsed() < DOUBT;
        if may_arrive {
            return Ok(true);
        }
        self.memory.doubtful.remove(&id);
        if has_arrived {
            self.log(id, &sent, None)?;
        }
        Ok(false)
    }

    async fn play(&mut self, table: &Table) -> Result<()> {
        let (id, round) = (table.game_id(), table.round);
        let began = Instant::now();
        let cell = engine::think(table.position, self.level).await?;
        let thought = began.elapsed();
        // A move that was given up may have arrived meanwhile, and have been answered.
        let handle = TableHandle::Arena(self.arena.clone(), id);
        if handle.table().await?.is_none_or(|now| now.progress() != table.progress()) {
            return Ok(());
        }
        // The round guards against a move for a board that nobody sees any more.
        let sent = |transaction| Sent { round, cell, thought, transaction, at: Instant::now() };
        match handle.send(&self.signer, Some(round), &Action::Play(cell)).await {
            Ok(receipt) => self.log(id, &sent(receipt.transaction), Some(receipt.cost)),
            // A refusal is no failure of anybody: the game went on meanwhile.
            Err(Error::Refused(refusal)) => {
                self.remark(&format!("game {id}: {refusal}"));
                Ok(())
            }
            Err(Error::Unsettled { transaction }) => {
                self.remark(&format!("game {id}: the result of the move is not known yet"));
                self.memory.doubtful.insert(id, sent(transaction));
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Forgets what was on another chain, such as a dev node's before it was started again.
    fn turn_to(&mut self, chain: CryptoHash) {
        if self.memory.chain == Some(chain) {
            return;
        }
        if self.memory.chain.is_some() {
            self.remark("the chain was restarted; playing on the new one");
        }
        self.memory = Memory { chain: Some(chain), ..Memory::default() };
    }

    fn remark(&self, text: &str) {
        if self.report != Report::Nothing {
            eprintln!("{text}");
        }
    }

    fn log(&self, id: GameId, sent: &Sent, cost: Option<Cost>) -> Result<()> {
        let Sent { round, cell: Cell { row, col }, thought, transaction, .. } = *sent;
        let millis = u64::try_from(thought.as_millis()).unwrap_or(u64::MAX);
        let line = match self.report {
            Report::Nothing => return Ok(()),
            Report::Text => {
                let cost = cost.map_or_else(String::new, |cost| format!(", cost {cost}"));
                format!("game {id} round {round}: row {row} col {col} after {millis} ms of thought{cost}")
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
        print(line)
    }
}

/// Reads a list of games to its end, page by page.
async fn all_pages<F>(page_of: impl Fn(Page) -> F) -> Result<Vec<GameView>, Error>
where
    F: Future<Output = Result<Vec<GameView>, ViewError<Error>>>,
{
    let mut all = Vec::new();
    loop {
        let from_index = Some(Index(all.len() as u64));
        let views = page_of(Page { from_index, limit: Some(GAMES_A_PAGE) }).await?;
        let is_last = (views.len() as u64) < GAMES_A_PAGE;
        all.extend(views);
        if is_last {
            return Ok(all);
        }
    }
}
