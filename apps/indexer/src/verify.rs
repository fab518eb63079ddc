//! `verify`: compares the database with what the contracts say at the block up to which it was read.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result, ensure};
use sqlx::{AnyConnection, Connection, Row};
use tic_tac_toe_client::{Error as ClientError, Game, Past, Rpc, arena, replica};
use tic_tac_toe_interface::arena::{Arena, GameView, GetGames};
use tic_tac_toe_interface::one_game::OneGame;
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::classic::{Board, Cell};

use crate::args::VerifyArgs;
use crate::model::{Kind, from_name};
use crate::replay::{Stored, open_games};
use crate::store::open_to_read;

// The most that a contract answers at once.
const PAGE: u64 = 100;

/// What a comparison found.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What is different, a sentence each.
    pub differences: Vec<String>,
    /// How many games were compared.
    pub compared: u64,
    /// How many were not, since some of their events may have been missed.
    pub left_out: u64,
    heights: Vec<(AccountId, u64)>,
}

/// A contract as far as it was read.
struct Contract {
    id: i64,
    account: AccountId,
    kind: Option<Kind>,
    first: i64,
    height: u64,
}

impl Verdict {
    /// Whether nothing was different.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        self.differences.is_empty()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "DIFFERENT: {difference}")?;
        }
        for (account, height) in &self.heights {
            writeln!(f, "{account} was compared at block {height}")?;
        }
        let found = if self.is_good() {
            "no differences".to_owned()
        } else {
            format!("{} differences", self.differences.len())
        };
        write!(f, "{} games compared, {found}", self.compared)?;
        if self.left_out > 0 {
            write!(f, "; {} left out, since some of their events may have been missed", self.left_out)?;
        }
        Ok(())
    }
}

/// Compares every game that is not closed.
///
/// # Errors
///
/// When the database or the node can't be asked.
pub async fn verify(args: &VerifyArgs) -> Result<Verdict> {
    let rpc = Rpc::new(&args.chain.rpc_url());
    let chain = rpc.genesis().await?.to_string();
    let pool = open_to_read(&args.database.place, 1).await?;
    let mut db = pool.acquire().await?;
    // What is written meanwhile is not seen, so that the rows and the height belong together.
    let snapshot = match args.database.place.file() {
        Some(_) => "BEGIN",
        None => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    let mut db = db.begin_with(snapshot).await?;
    let mut verdict = Verdict::default();
    for account in args.chain.contracts()? {
        let contract = find(&mut db, &chain, account).await?;
        match contract.kind {
            // Nobody has played there yet, which nothing is to be compared with.
            None => {}
            Some(Kind::OneGame) => compare_one_game(&mut db, &rpc, &contract, &mut verdict).await?,
            Some(Kind::Arena) => compare_arena(&mut db, &rpc, &contract, &mut verdict).await?,
        }
        verdict.heights.push((contract.account, contract.height));
    }
    Ok(verdict)
}

async fn find(db: &mut AnyConnection, chain: &str, account: AccountId) -> Result<Contract> {
    let sql = "SELECT contracts.id, kind, first_height, next_height FROM chains
               JOIN contracts ON chain_id = chains.id JOIN progress ON contract_id = contracts.id
               WHERE genesis = $1 AND account = $2";
    let row = sqlx::query(sql).bind(chain).bind(account.as_str()).fetch_optional(db).await?;
    let row = row.with_context(|| format!("the database holds nothing of {account} on this chain"))?;
    let kind: Option<String> = row.try_get(1)?;
    let next: i64 = row.try_get(3)?;
    ensure!(next > 0, "no block of {account} has been read yet");
    Ok(Contract {
        id: row.try_get(0)?,
        account,
        kind: kind.map(from_name).transpose()?,
        first: row.try_get(2)?,
        height: u64::try_from(next - 1)?,
    })
}

async fn compare_one_game(
    db: &mut AnyConnection,
    rpc: &Rpc,
    contract: &Contract,
    verdict: &mut Verdict,
) -> Result<()> {
    let view = Game::of(&OneGame::new(rpc.at(contract.height), contract.account.clone())).await?;
    let stored = open_games(db, contract.id, 0, i64::MAX).await?.pop_last().map(|(_, stored)| stored);
    let game = match stored {
        Some(Stored { gap: true, .. }) => {
            verdict.left_out += 1;
            return Ok(());
        }
        Some(Stored { game: Err(why), .. }) => {
            verdict.differ(contract, &format!("the rows make no game: {why}"));
            return Ok(());
        }
        Some(Stored { game: Ok(game), moves, .. }) => one_game(game, &moves),
        None => None,
    };
    verdict.compared += 1;
    if let Some(difference) = replica::Replica::Known(game).difference(view.as_ref()) {
        verdict.differ(contract, &difference);
    }
    Ok(())
}

/// The same game in the shape of the one-game contract.
fn one_game(game: arena::Game, moves: &[tic_tac_toe_rules::Cell]) -> Option<Game> {
    let mut players = game.players.into_iter().flatten();
    let (p1, p2) = (players.next()?, players.next()?);
    let mut board = Board::EMPTY;
    for tic_tac_toe_rules::Cell { row, col } in moves {
        board = board.play(Cell::new(*row, *col)?).ok()?;
    }
    Some(Game { id: game.id, p1, p2, board })
}

async fn compare_arena(
    db: &mut AnyConnection,
    rpc: &Rpc,
    contract: &Contract,
    verdict: &mut Verdict,
) -> Result<()> {
    let arena = Arena::new(rpc.at(contract.height), contract.account.clone());
    let mut from = 0;
    loop {
        let page = page_of(&arena, from).await?;
        let next = page.next.map_or(Ok(i64::MAX), |next| i64::try_from(next.0))?;
        let stored = open_games(db, contract.id, from, next).await?;
        compare_page(contract, &stored, page.games, verdict);
        if page.next.is_none() {
            return Ok(());
        }
        from = next;
    }
}

async fn page_of(
    arena: &Arena<Past>,
    from: i64,
) -> Result<tic_tac_toe_interface::arena::GamesPage, ClientError> {
    let from_id = u64::try_from(from).ok().map(GameId);
    let page = arena.get_games(GetGames { from_id, limit: Some(PAGE) }).await;
    page.map_err(ClientError::from)
}

fn compare_page(
    contract: &Contract,
    stored: &BTreeMap<GameId, Stored>,
    views: Vec<GameView>,
    verdict: &mut Verdict,
) {
    let views: BTreeMap<GameId, GameView> = views.into_iter().map(|view| (view.game_id, view)).collect();
    for (id, Stored { gap, game, .. }) in stored {
        if *gap {
            verdict.left_out += 1;
            continue;
        }
        verdict.compared += 1;
        let difference = match game {
            Ok(game) => arena::replica::Replica::Known(Some(game.clone())).difference(views.get(id)),
            Err(why) => Some(format!("the rows make no game: {why}")),
        };
        if let Some(difference) = difference {
            verdict.differ(contract, &format!("game {id}: {difference}"));
        }
    }
    for id in views.keys().filter(|id| !stored.contains_key(id)) {
        // What was created before the first block that was read can't be known.
        if contract.first > 0 && stored.keys().next().is_none_or(|first| id < first) {
            verdict.left_out += 1;
        } else {
            verdict.differ(contract, &format!("game {id}: get_games tells of it, the database does not"));
        }
    }
}

impl Verdict {
    fn differ(&mut self, contract: &Contract, difference: &str) {
        self.differences.push(format!("{}: {difference}", contract.account));
    }
}
