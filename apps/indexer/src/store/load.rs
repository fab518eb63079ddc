//! Loads from the database what the ledger needs.

use std::collections::{BTreeMap, HashSet};

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use tic_tac_toe_client::table::EventKind;
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_rules::Rules;

use super::Contract;
use super::batch::{Dialect, Values, find, row};
use super::db::Db;
use super::game::{Game, GameKey};
use super::ledger::{Ledger, Totals};
use super::log::LogEntry;
use crate::event::accounts;
use crate::model::{GameState, Record, at_seat, from_name};

pub(super) async fn find_or_make_chain(db: &mut Db, genesis: &str) -> Result<i64, sqlx::Error> {
    // Without WHERE, SQLite would take ON for a part of a join.
    let make = "INSERT INTO chains (id, genesis) SELECT coalesce(max(id), 0) + 1, $1 FROM chains WHERE true
                ON CONFLICT (genesis) DO NOTHING";
    sqlx::query(make).bind(genesis).execute(&mut *db).await?;
    let find = "SELECT id FROM chains WHERE genesis = $1";
    sqlx::query(find).bind(genesis).fetch_one(db).await?.try_get(0)
}

pub(super) async fn find_or_make_contract(
    db: &mut Db,
    chain: i64,
    account: &AccountId,
) -> Result<i64, sqlx::Error> {
    let make = "INSERT INTO contracts (id, chain_id, account)
                SELECT coalesce(max(id), 0) + 1, $1, $2 FROM contracts WHERE true
                ON CONFLICT (chain_id, account) DO NOTHING";
    sqlx::query(make).bind(chain).bind(account.as_str()).execute(&mut *db).await?;
    let find = "SELECT id FROM contracts WHERE chain_id = $1 AND account = $2";
    sqlx::query(find).bind(chain).bind(account.as_str()).fetch_one(db).await?.try_get(0)
}

/// Finds the first block of a contract that has been read, or begins to be read now.
pub(super) async fn find_or_make_progress(db: &mut Db, contract: i64, from: i64) -> Result<i64, sqlx::Error> {
    let make = "INSERT INTO progress (contract_id, first_height, next_height, missed) VALUES ($1, $2, $2, 0)
                ON CONFLICT (contract_id) DO NOTHING";
    sqlx::query(make).bind(contract).bind(from).execute(&mut *db).await?;
    let find = "SELECT first_height FROM progress WHERE contract_id = $1";
    sqlx::query(find).bind(contract).fetch_one(db).await?.try_get(0)
}

pub(super) async fn find_contract(
    db: &mut Db,
    id: i64,
    account: &AccountId,
) -> Result<Option<Contract>, sqlx::Error> {
    let sql = "SELECT next_height, last_hash FROM progress WHERE contract_id = $1";
    let Some(row) = sqlx::query(sql).bind(id).fetch_optional(db).await? else { return Ok(None) };
    let (next_height, last_hash) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Contract { id, account: account.clone(), next_height, last_hash }))
}

pub(super) async fn load_ledger(db: &mut Db, prefix: &str, chain: i64) -> Result<Ledger, sqlx::Error> {
    let sql = format!(
        "SELECT (SELECT coalesce(max(id), 0) FROM {prefix}games),
                (SELECT coalesce(max(id), 0) FROM {prefix}accounts),
                (SELECT coalesce(max(id), 0) FROM {prefix}rules)"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *db).await?;
    let mut ledger = Ledger::default();
    ledger.chain = chain;
    ledger.last_game = row.try_get(0)?;
    ledger.last_account = row.try_get(1)?;
    ledger.last_rules = row.try_get(2)?;
    let sql = format!("SELECT id, name FROM {prefix}rules");
    for row in sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *db).await? {
        ledger.rules.insert(row.try_get(1)?, row.try_get(0)?);
    }
    let sql = format!(
        "SELECT contract_id, kind, newest, events, skipped FROM {prefix}totals
         JOIN contracts ON contracts.id = contract_id WHERE chain_id = $1"
    );
    for row in sqlx::query(AssertSqlSafe(sql)).bind(chain).fetch_all(db).await? {
        let totals = Totals {
            kind: row.try_get::<Option<String>, _>(1)?.map(from_name).transpose()?,
            newest: row.try_get(2)?,
            events: row.try_get(3)?,
            skipped: row.try_get(4)?,
        };
        ledger.totals.insert(row.try_get(0)?, totals);
    }
    Ok(ledger)
}

/// Loads what the events are about, unless it is in memory: games, and the standings of everybody who plays in them.
pub(super) async fn load(
    db: &mut Db,
    dialect: Dialect,
    prefix: &str,
    entries: &[LogEntry<'_>],
    ledger: &mut Ledger,
) -> Result<(), sqlx::Error> {
    let (mut keys, mut names) = (HashSet::new(), HashSet::new());
    for LogEntry { contract, event, .. } in entries {
        let Ok(event) = event else { continue };
        let mut ids: Vec<i64> = i64::try_from(event.game_id().0).into_iter().collect();
        if let EventKind::RoundStarted { players: Some(_), .. } = event.kind {
            // A new game replaces the one before it.
            ids.extend(ledger.totals.get(contract).and_then(|totals| totals.newest));
        }
        keys.extend(ids.into_iter().map(|game_id| GameKey { contract: *contract, game_id }));
        names.extend(accounts(event));
    }
    // Games after a contract's newest one are not there yet.
    let newest = |key: &GameKey| ledger.totals.get(&key.contract).and_then(|totals| totals.newest);
    keys.retain(|key| newest(key) >= Some(key.game_id));
    let (known, unknown): (Vec<GameKey>, Vec<GameKey>) =
        keys.into_iter().partition(|key| ledger.games.contains_key(key));
    let mut players: HashSet<i64> = known.iter().flat_map(|key| ledger.games[key].players()).collect();
    load_games(db, dialect, prefix, &unknown, ledger).await?;
    players.extend(unknown.iter().filter_map(|key| ledger.games.get(key)).flat_map(Game::players));

    let columns = "accounts.id, accounts.name";
    let from = format!(
        "{prefix}accounts AS accounts WHERE accounts.chain_id = given.chain_id AND accounts.name = given.name"
    );
    let unknown = names.iter().filter(|name| !ledger.accounts.contains_key(**name));
    let unknown: Vec<Values> = unknown.map(|name| row![ledger.chain, *name]).collect();
    for row in find(db, dialect, ("chain_id name", unknown), columns, &from).await? {
        ledger.accounts.insert(row.try_get(1)?, row.try_get(0)?);
    }
    players.extend(names.into_iter().filter_map(|name| ledger.accounts.get(name)));

    players.retain(|account| !ledger.standings.contains_key(account));
    let columns = format!("account_id, rules_id, {}", Record::COLUMNS);
    let from = format!("{prefix}standings AS standings WHERE standings.account_id = given.id");
    let unknown: Vec<Values> = players.iter().map(|account| row![*account]).collect();
    ledger.standings.extend(players.into_iter().map(|account| (account, BTreeMap::new())));
    for row in find(db, dialect, ("id", unknown), &columns, &from).await? {
        let (account, rules): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        ledger.standings.entry(account).or_default().insert(rules, Record::read(&row, 2)?);
    }
    Ok(())
}

async fn load_games(
    db: &mut Db,
    dialect: Dialect,
    prefix: &str,
    keys: &[GameKey],
    ledger: &mut Ledger,
) -> Result<(), sqlx::Error> {
    let columns = format!(
        "games.id, games.contract_id, games.game_id, rules_id, seats, outs, marked, {}",
        GameState::COLUMNS
    );
    let from = format!(
        "{prefix}games AS games WHERE games.contract_id = given.contract_id AND games.game_id = given.game_id"
    );
    let keys: Vec<Values> = keys.iter().map(|key| row![key.contract, key.game_id]).collect();
    let mut games = BTreeMap::new();
    for row in find(db, dialect, ("contract_id game_id", keys), &columns, &from).await? {
        games.insert(row.try_get(0)?, game_of(&row, ledger)?);
    }
    let from = format!("{prefix}seats AS seats WHERE seats.game = given.id");
    let ids: Vec<Values> = games.keys().map(|id: &i64| row![*id]).collect();
    for row in find(db, dialect, ("id", ids), "game, seat, account_id", &from).await? {
        let Some((_, game)) = games.get_mut(&row.try_get(0)?) else { continue };
        if let Some(account) = at_seat(&mut game.seats, row.try_get(1)?) {
            *account = row.try_get(2)?;
        }
    }
    ledger.games.extend(games.into_values());
    Ok(())
}

fn game_of(row: &AnyRow, ledger: &Ledger) -> Result<(GameKey, Game), sqlx::Error> {
    let rules_id: i64 = row.try_get(3)?;
    let name = ledger.rules.iter().find(|(_, id)| **id == rules_id).map(|(name, _)| name.as_str());
    let rules: Rules = name.and_then(|name| name.parse().ok()).unwrap_or(Rules::CLASSIC);
    let game = Game {
        id: row.try_get(0)?,
        rules_id,
        rows: rules.rows(),
        cols: rules.cols(),
        seats: vec![None; usize::try_from(row.try_get::<i64, _>(4)?).unwrap_or(0)],
        outs: u8::try_from(row.try_get::<i64, _>(5)?).unwrap_or(0),
        marked: u8::try_from(row.try_get::<i64, _>(6)?).unwrap_or(0),
        state: GameState::read(row, 7)?,
    };
    Ok((GameKey { contract: row.try_get(1)?, game_id: row.try_get(2)? }, game))
}
