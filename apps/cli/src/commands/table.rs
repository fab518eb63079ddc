//! What is done at a table of either contract: show it, move, begin a round, join, resign, claim a timeout, close.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::keys::KeyStore;
use tic_tac_toe_client::table::{Action, LiveTable, Table, TableHandle, TableId};
use tic_tac_toe_client::{Error, Receipt, Refusal};
use tic_tac_toe_interface::arena::Code;
use tic_tac_toe_interface::transport::{View, Viewer};
use tic_tac_toe_interface::{GameId, arena, one_game};
use tic_tac_toe_rules::Cell;

use super::report::{print, report};
use crate::args::{CloseArgs, GameArgs, MoveArgs, NewGameArgs, RoundArgs, ScriptArgs, TableArgs};
use crate::clock::now;
use crate::signing::act;
use crate::text;

/// Prints a table: for people, or as the contract's own JSON, also what this program has no use for.
pub(super) async fn show(TableArgs { game, one_game }: &TableArgs) -> Result<()> {
    let handle = one_game.handle(*game)?;
    if !one_game.script.json {
        let table = handle.table().await?.filter(|table| table.round > 0);
        return print(text::describe(&table.ok_or_else(|| text::missing(handle.id()))?));
    }
    let (method, args) = match handle.id() {
        TableId::OneGame => (one_game::GET_GAME.name, b"{}".to_vec()),
        TableId::Arena(game_id) => (arena::GET_GAME.name, serde_json::to_vec(&arena::AboutGame { game_id })?),
    };
    let answer = handle.transport().view(View { contract: handle.contract(), method, args }).await?;
    if answer == b"null" {
        return Err(text::missing(handle.id()).into());
    }
    print(String::from_utf8_lossy(&answer))
}

/// Starts a game on the one-game contract.
pub(super) async fn new_game(args: &NewGameArgs) -> Result<()> {
    let client = TableClient::open(&args.one_game.script, args.one_game.handle(None)?)?;
    let action = Action::NewRound(Some([args.p1.clone(), args.p2.clone()]));
    client.act(args.signer.as_ref().unwrap_or(&args.p1), None, &action).await.map(|_| ())
}

/// Marks a cell, and prints the result and the board after it. Without a player it is the one to move, and without a
/// round the one being played: a move must not count in a round that nobody has looked at.
pub(super) async fn make_move(args: &MoveArgs) -> Result<()> {
    let TableArgs { game, one_game } = &args.table;
    let client = TableClient::open(&one_game.script, one_game.handle(*game)?)?;
    let needs_table = args.player.is_none() || args.round.is_none() || !client.as_json;
    let table = if needs_table { client.handle.table().await? } else { None };
    let player = match &args.player {
        Some(player) => player,
        None => next_player(table.as_ref(), client.handle.id())?,
    };
    let round = args.round.or_else(|| round_of(table.as_ref()));
    let action = Action::Play(Cell { row: args.row, col: args.col });
    let receipt = client.act(player, round, &action).await?;
    if let Some(table) = table.filter(|_| !client.as_json) {
        let mut live = LiveTable::new(table);
        live.take_receipt(&receipt, now());
        print(format_args!("\n{}\n\n{}", text::indented_board(live.table()), text::standing(live.table())))?;
    }
    Ok(())
}

/// Takes a free seat.
pub(super) async fn join(args: &GameArgs) -> Result<()> {
    let client = TableClient::of_game(&args.script, args.game)?;
    client.act(&args.signer, None, &Action::Join).await.map(|_| ())
}

/// Does something to a whole round. Without a round it is the one that was looked at: nobody leaves a round that began
/// meanwhile.
pub(super) async fn act_on_round(RoundArgs { game, round }: &RoundArgs, action: &Action) -> Result<()> {
    let client = TableClient::of_game(&game.script, game.game)?;
    let round = match round {
        Some(round) => Some(*round),
        None => round_of(client.handle.table().await?.as_ref()),
    };
    client.act(&game.signer, round, action).await.map(|_| ())
}

/// Ends a game, as its host unless somebody else is named.
pub(super) async fn close(args: &CloseArgs) -> Result<()> {
    let client = TableClient::of_game(&args.script, args.game)?;
    let account = match &args.signer {
        Some(account) => account.clone(),
        None => client.host().await?,
    };
    client.act(&account, None, &Action::Close).await.map(|_| ())
}

/// A table, and the keys of those who sign for what is done at it.
struct TableClient {
    handle: TableHandle,
    keys: KeyStore,
    as_json: bool,
}

impl TableClient {
    fn open(script: &ScriptArgs, handle: TableHandle) -> Result<Self> {
        Ok(Self { handle, keys: script.connection.keys()?, as_json: script.json })
    }

    fn of_game(script: &ScriptArgs, id: GameId) -> Result<Self> {
        Self::open(script, TableHandle::Arena(script.connection.arena()?, id))
    }

    /// Does something, and prints the result.
    async fn act(&self, signer: &AccountId, round: Option<u64>, action: &Action) -> Result<Receipt> {
        report(act(&self.keys, &self.handle, signer, round, action).await, self.as_json)
    }

    async fn host(&self) -> Result<AccountId> {
        let table = self.handle.table().await?.ok_or_else(|| text::missing(self.handle.id()))?;
        table.players.into_iter().next().flatten().context("the game has no host; name who signs with --as")
    }
}

fn next_player(table: Option<&Table>, id: TableId) -> Result<&AccountId> {
    let table = table.filter(|table| table.round > 0).ok_or_else(|| text::missing(id))?;
    let nobody = || {
        let sentence = match id {
            TableId::OneGame => {
                "this game has ended; start another with: tic-tac-toe new-game P1 P2".to_owned()
            }
            TableId::Arena(id) => {
                format!(
                    "it is nobody's turn in game {id}; see how it stands with: tic-tac-toe show --game {id}"
                )
            }
        };
        let code = if table.is_over() { Code::GameOver } else { Code::Waiting };
        Error::Refused(Refusal::new(code, &sentence))
    };
    Ok(table.next_player().ok_or_else(nobody)?)
}

/// Returns the round to act in, unless there was none yet.
fn round_of(table: Option<&Table>) -> Option<u64> {
    table.map(|table| table.round).filter(|round| *round > 0)
}
