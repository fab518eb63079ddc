//! What is done at a table of either contract: show it, move, begin a round, join, resign, claim a timeout, close.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::keys::{KeyStore, Purpose};
use tic_tac_toe_client::table::{Action, LiveTable, Table, TableHandle, TableId};
use tic_tac_toe_interface::transport::{View, Viewer};
use tic_tac_toe_interface::{GameId, arena, one_game};
use tic_tac_toe_rules::Cell;

use super::report::report;
use crate::args::{ArenaConnection, Connection, Signing};
use crate::clock::now;
use crate::text;

/// A table, and the keys of those who sign for what is done at it.
pub(super) struct TableClient {
    handle: TableHandle,
    keys: KeyStore,
    as_json: bool,
}

impl TableClient {
    /// Opens the table of the one-game contract.
    pub(super) fn of_one_game(signing: &Signing<Connection>) -> Result<Self> {
        let keys = signing.credentials.keys(signing.connection.chain.network())?;
        let handle = TableHandle::OneGame(signing.connection.one_game()?);
        Ok(Self { handle, keys, as_json: signing.json })
    }

    /// Opens a game of an arena.
    pub(super) fn of_arena(signing: &Signing<ArenaConnection>, game: GameId) -> Result<Self> {
        let keys = signing.credentials.keys(signing.connection.chain.network())?;
        let handle = TableHandle::Arena(signing.connection.arena()?, game);
        Ok(Self { handle, keys, as_json: signing.json })
    }

    /// Marks a cell, and prints the result and the board after it. Without a player it is the one to move, and without
    /// a round the one being played: a move must not count in a round that nobody has looked at.
    pub(super) async fn play(
        &self,
        player: Option<&AccountId>,
        round: Option<u64>,
        cell: Cell,
    ) -> Result<()> {
        let needs_table = player.is_none() || round.is_none() || !self.as_json;
        let table = if needs_table { self.handle.table().await? } else { None };
        let player = match player {
            Some(player) => player.clone(),
            None => self.next_player(table.as_ref())?,
        };
        let round = round.or_else(|| round_of(table.as_ref()));
        let receipt = self.act(&player, round, &Action::Play(cell)).await?;
        if let Some(table) = table.filter(|_| !self.as_json) {
            let mut live = LiveTable::new(table);
            live.take_receipt(&receipt, now());
            println!("\n{}\n\n{}", text::indented_board(live.table()), text::standing(live.table()));
        }
        Ok(())
    }

    /// Does something to a whole round. Without a round it is the one that was looked at: nobody leaves a round that
    /// began meanwhile.
    pub(super) async fn act_on_round(
        &self,
        signer: &AccountId,
        round: Option<u64>,
        action: &Action,
    ) -> Result<()> {
        let round = match round {
            Some(round) => Some(round),
            None => round_of(self.handle.table().await?.as_ref()),
        };
        self.act(signer, round, action).await.map(|_| ())
    }

    /// Does something, and prints the result.
    pub(super) async fn act(
        &self,
        signer: &AccountId,
        round: Option<u64>,
        action: &Action,
    ) -> Result<Receipt> {
        let methods = [self.handle.method(action)?];
        let purpose = Purpose { contract: self.handle.contract(), methods: &methods, pays: false };
        let signer = self.keys.signer(self.handle.transport(), signer, purpose).await?;
        report(self.handle.send(&signer, round, action).await, self.as_json)
    }

    /// Returns the host of the game.
    pub(super) async fn host(&self) -> Result<AccountId> {
        let table = self.handle.table().await?.with_context(|| missing(self.handle.id()))?;
        table.players.into_iter().next().flatten().context("the game has no host; name who signs with --as")
    }

    fn next_player(&self, table: Option<&Table>) -> Result<AccountId> {
        let id = self.handle.id();
        let table = table.filter(|table| table.round > 0).with_context(|| missing(id))?;
        let next = table.next_player().with_context(|| match id {
            TableId::OneGame => {
                "this game has ended; start another with: tic-tac-toe new-game P1 P2".to_owned()
            }
            TableId::Arena(id) => {
                format!(
                    "it is nobody's turn in game {id}; see how it stands with: tic-tac-toe arena show {id}"
                )
            }
        })?;
        Ok(next.clone())
    }
}

/// Prints a table: for people, or as the contract's own JSON, also what this program has no use for.
pub(super) async fn show(handle: &TableHandle, as_json: bool) -> Result<()> {
    if as_json {
        let (method, args) = match handle.id() {
            TableId::OneGame => (one_game::GET_GAME.name, b"{}".to_vec()),
            TableId::Arena(game_id) => {
                (arena::GET_GAME.name, serde_json::to_vec(&arena::AboutGame { game_id })?)
            }
        };
        let view = View { contract: handle.contract(), method, args };
        println!("{}", String::from_utf8_lossy(&handle.transport().view(view).await?));
        return Ok(());
    }
    match handle.table().await?.filter(|table| table.round > 0) {
        Some(table) => println!("{}", text::describe(&table)),
        None => println!("{}", text::capitalised(&missing(handle.id()))),
    }
    Ok(())
}

/// Returns the round to act in, unless there was none yet.
fn round_of(table: Option<&Table>) -> Option<u64> {
    table.map(|table| table.round).filter(|round| *round > 0)
}

fn missing(id: TableId) -> String {
    match id {
        TableId::OneGame => "there is no game yet; start one with: tic-tac-toe new-game P1 P2".to_owned(),
        TableId::Arena(id) => {
            format!("there is no game {id}; see those that there are with: tic-tac-toe arena list")
        }
    }
}
