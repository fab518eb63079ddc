//! `verify`: compares the database with the contracts' views at the block up to which it was read.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result, ensure};
use sqlx::{AnyConnection, Connection, Row};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::arena::{Arena, GetGames};
use tic_tac_toe_interface::one_game::OneGame;
use tic_tac_toe_interface::{AccountId, GameId};

use crate::args::VerifyArgs;
use crate::model::{Kind, from_name};
use crate::replay::{StoredGame, open_games};
use crate::store::{Dialect, compare_standings, open_to_read};

// The most games that an arena answers at once.
const PAGE: u64 = 100;

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct Verdict {
    /// The differences, a sentence each.
    pub differences: Vec<String>,
    /// How many games were compared.
    pub compared: u64,
    /// How many standings were computed again from the events.
    pub standings: u64,
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
    /// Returns whether nothing was different.
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
        write!(f, "{} games and {} standings compared, {found}", self.compared, self.standings)?;
        if self.left_out > 0 {
            write!(f, "; {} left out, since some of their events may have been missed", self.left_out)?;
        }
        Ok(())
    }
}

/// Compares every game that is not closed with the contracts, and all standings with the events.
///
/// # Errors
///
/// When the database or the node can't be asked.
pub async fn verify(args: &VerifyArgs) -> Result<Verdict> {
    let rpc = args.contracts.chain.rpc();
    let chain = rpc.genesis().await?.to_string();
    let pool = open_to_read(&args.database.location, 1).await?;
    let mut db = pool.acquire().await?;
    // What is written meanwhile is not seen, so that the rows and the height belong together.
    let snapshot = match args.database.location.dialect() {
        Dialect::Sqlite => "BEGIN",
        Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    let mut db = db.begin_with(snapshot).await?;
    let mut verdict = Verdict::default();
    for account in args.contracts.accounts()? {
        let contract = find(&mut db, &chain, account).await?;
        // Without a kind nobody has played there yet.
        if let Some(kind) = contract.kind {
            compare(&mut db, &rpc, &contract, kind, &mut verdict).await?;
        }
        verdict.heights.push((contract.account, contract.height));
    }
    let standings = compare_standings(&mut db, &chain).await?;
    let (compared, differences) =
        standings.context("the tables are being rebuilt; verify them when that is done")?;
    verdict.standings = compared;
    verdict.differences.extend(differences);
    Ok(verdict)
}

async fn find(db: &mut AnyConnection, chain: &str, account: AccountId) -> Result<Contract> {
    let sql = "SELECT contracts.id, kind, first_height, next_height FROM chains
               JOIN contracts ON chain_id = chains.id JOIN progress ON progress.contract_id = contracts.id
               LEFT JOIN totals ON totals.contract_id = contracts.id WHERE genesis = $1 AND account = $2";
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

async fn compare(
    db: &mut AnyConnection,
    rpc: &Rpc,
    contract: &Contract,
    kind: Kind,
    verdict: &mut Verdict,
) -> Result<()> {
    let mut from = 0;
    loop {
        let (shown, next) = match kind {
            Kind::OneGame => (contract.one_game(rpc).await?, None),
            Kind::Arena => contract.arena_page(rpc, from).await?,
        };
        let stored = open_games(db, contract.id, from, next.unwrap_or(i64::MAX)).await?;
        verdict.compare_page(contract, &stored, &shown);
        match next {
            None => return Ok(()),
            Some(next) => from = next,
        }
    }
}

/// Tables as a contract shows them, by the number of the game.
type Shown = BTreeMap<GameId, Table>;

impl Contract {
    async fn one_game(&self, rpc: &Rpc) -> Result<Shown> {
        let table = Table::of_one_game(&OneGame::new(rpc.at(self.height), self.account.clone())).await?;
        // There is no game before the first.
        Ok([table]
            .into_iter()
            .filter(|table| table.round > 0)
            .map(|table| (table.game_id(), table))
            .collect())
    }

    /// Asks for a page of an arena's games, and where the next one begins.
    async fn arena_page(&self, rpc: &Rpc, from: i64) -> Result<(Shown, Option<i64>)> {
        let arena = Arena::new(rpc.at(self.height), self.account.clone());
        let from_id = u64::try_from(from).ok().map(GameId);
        let page = arena.get_games(GetGames { from_id, limit: Some(PAGE) }).await;
        let page = page.map_err(tic_tac_toe_client::Error::from)?;
        let tables = page.games.into_iter().map(|view| Ok((view.game_id, Table::try_from(view)?)));
        Ok((tables.collect::<Result<_>>()?, page.next.map(|next| i64::try_from(next.0)).transpose()?))
    }
}

impl Verdict {
    fn compare_page(&mut self, contract: &Contract, stored: &BTreeMap<GameId, StoredGame>, shown: &Shown) {
        for (id, game) in stored {
            if game.incomplete {
                self.left_out += 1;
                continue;
            }
            self.compared += 1;
            let difference = match &game.replica {
                Ok(replica) => replica.difference(shown.get(id)),
                Err(why) => Some(format!("the rows make no game: {why}")),
            };
            if let Some(difference) = difference {
                self.differ(contract, *id, &difference);
            }
        }
        for id in shown.keys().filter(|id| !stored.contains_key(id)) {
            // Games that were created before the first block that was read are not known.
            if contract.first > 0 && stored.keys().next().is_none_or(|first| id < first) {
                self.left_out += 1;
            } else {
                self.differ(contract, *id, "the contract shows it, the database does not have it");
            }
        }
    }

    fn differ(&mut self, contract: &Contract, id: GameId, difference: &str) {
        self.differences.push(format!("{}: game {id}: {difference}", contract.account));
    }
}
