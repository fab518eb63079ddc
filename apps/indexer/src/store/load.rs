//! Loads from the database what the ledger needs.

use std::collections::{BTreeSet, HashMap};

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use tic_tac_toe_client::table::EventKind;
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_rules::Rules;

use super::batch::{find, json};
use super::game::{Game, GameKey};
use super::ledger::{Contract, Ledger};
use super::tables::Statements;
use crate::event::{BlockEvents, DecodedEvent, accounts};
use crate::model::{GameState, Record, from_name};

pub(super) async fn find_or_make_chain(db: &mut AnyConnection, genesis: &str) -> Result<i64, sqlx::Error> {
    // Without WHERE, SQLite would take ON for a part of a join.
    let make = "INSERT INTO chains (id, genesis) SELECT coalesce(max(id), 0) + 1, $1 FROM chains WHERE true
                ON CONFLICT (genesis) DO NOTHING";
    sqlx::query(make).bind(genesis).execute(&mut *db).await?;
    let find = "SELECT id FROM chains WHERE genesis = $1";
    sqlx::query(find).bind(genesis).fetch_one(db).await?.try_get(0)
}

pub(super) async fn find_or_make_contract(
    db: &mut AnyConnection,
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
pub(super) async fn find_or_make_progress(
    db: &mut AnyConnection,
    contract: i64,
    from: i64,
) -> Result<i64, sqlx::Error> {
    let make = "INSERT INTO progress (contract_id, first_height, next_height, events, skipped, missed)
                VALUES ($1, $2, $2, 0, 0, 0) ON CONFLICT (contract_id) DO NOTHING";
    sqlx::query(make).bind(contract).bind(from).execute(&mut *db).await?;
    let find = "SELECT first_height FROM progress WHERE contract_id = $1";
    sqlx::query(find).bind(contract).fetch_one(db).await?.try_get(0)
}

pub(super) async fn find_contract(
    db: &mut AnyConnection,
    id: i64,
    account: &AccountId,
) -> Result<Option<Contract>, sqlx::Error> {
    let sql = "SELECT next_height, last_hash, kind, (SELECT max(game_id) FROM games WHERE contract_id = $1)
               FROM progress JOIN contracts ON contracts.id = contract_id WHERE contract_id = $1";
    let Some(row) = sqlx::query(sql).bind(id).fetch_optional(db).await? else { return Ok(None) };
    Ok(Some(Contract {
        id,
        account: account.clone(),
        kind: row.try_get::<Option<String>, _>(2)?.map(from_name).transpose()?,
        newest: row.try_get(3)?,
        next_height: row.try_get(0)?,
        last_hash: row.try_get(1)?,
    }))
}

pub(super) async fn load_ledger(db: &mut AnyConnection) -> Result<Ledger, sqlx::Error> {
    let sql = "SELECT (SELECT coalesce(max(id), 0) FROM games), (SELECT coalesce(max(id), 0) FROM accounts),
                      (SELECT coalesce(max(id), 0) FROM rules)";
    let row = sqlx::query(sql).fetch_one(&mut *db).await?;
    let mut ledger = Ledger::default();
    ledger.last_game = row.try_get(0)?;
    ledger.last_account = row.try_get(1)?;
    ledger.last_rules = row.try_get(2)?;
    for row in sqlx::query("SELECT id, name FROM rules").fetch_all(db).await? {
        ledger.rules.insert(row.try_get(1)?, row.try_get(0)?);
    }
    Ok(ledger)
}

/// Loads what the events are about, unless it is in memory.
pub(super) async fn load(
    db: &mut AnyConnection,
    statements: &Statements,
    chain: i64,
    events: &[(&BlockEvents, &DecodedEvent)],
    contracts: &[Contract],
    ledger: &mut Ledger,
) -> Result<(), sqlx::Error> {
    let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (_, decoded) in events {
        let Ok(event) = &decoded.event else { continue };
        let contract = &contracts[decoded.contract];
        keys.extend(i64::try_from(event.game_id().0).map(|game_id| (contract.id, game_id)));
        names.extend(accounts(event));
        if let EventKind::RoundStarted { players: Some(_), .. } = event.kind {
            // A new game replaces the one before it.
            keys.extend(contract.newest.map(|game_id| (contract.id, game_id)));
        }
    }
    keys.retain(|&(contract, game_id)| !ledger.games.contains_key(&GameKey { contract, game_id }));
    names.retain(|name| !ledger.accounts.contains_key(*name));

    let mut unknown = Vec::new();
    let keys: Vec<_> = keys.into_iter().collect();
    let mut games = Vec::new();
    for row in find(db, &statements.find_games, &keys).await? {
        games.push(game_of(&row, ledger)?);
    }
    let ids: Vec<[i64; 1]> = games.iter().map(|(_, game)| [game.id]).collect();
    let slots: HashMap<i64, usize> = games.iter().map(|(_, game)| game.id).zip(0..).collect();
    for row in find(db, &statements.find_seats, &ids).await? {
        let (id, seat, account): (i64, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let game = slots.get(&id).map(|slot| &mut games[*slot].1);
        if let (Some(game), Ok(seat)) = (game, usize::try_from(seat - 1)) {
            game.seats[seat] = Some(account);
        }
        if ledger.accounts.insert(row.try_get(3)?, account).is_none() {
            unknown.push([account]);
        }
    }
    ledger.games.extend(games);
    names.retain(|name| !ledger.accounts.contains_key(*name));
    if !names.is_empty() {
        let names: Vec<[&str; 1]> = names.into_iter().map(|name| [name]).collect();
        let sql = sqlx::query(statements.find_accounts.clone()).bind(json(&names)).bind(chain);
        for row in sql.fetch_all(&mut *db).await? {
            let id = row.try_get(0)?;
            ledger.accounts.insert(row.try_get(1)?, id);
            unknown.push([id]);
        }
    }
    for row in find(db, &statements.find_standings, &unknown).await? {
        let (account, rules): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        ledger.standings.entry(account).or_default().insert(rules, Record::read(&row, 2)?);
    }
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
        state: GameState::read(row, 6)?,
    };
    Ok((GameKey { contract: row.try_get(1)?, game_id: row.try_get(2)? }, game))
}
