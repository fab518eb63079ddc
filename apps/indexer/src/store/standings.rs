//! Computes the standings again from the log alone, and compares them with those in the database.

use std::collections::{BTreeMap, HashMap};

use sqlx::{AnyConnection, Row};

use super::MAX_KEPT;
use super::ledger::Ledger;
use super::log::{self, Step};
use super::projection::Projections;
use crate::model::{ALL_RULES, Record};

/// By the names of the player and the rules, of which all together have none.
type Standings = BTreeMap<(String, String), Record>;

/// Compares the standings on a chain, up to what the projection that is read has of it. Returns how many there are, and
/// the differences as a sentence each; none while the next projection is being built.
pub(crate) async fn compare_standings(
    db: &mut AnyConnection,
    genesis: &str,
) -> Result<Option<(u64, Vec<String>)>, sqlx::Error> {
    let sql = "SELECT id FROM chains WHERE genesis = $1";
    let chain: i64 = sqlx::query(sql).bind(genesis).fetch_one(&mut *db).await?.try_get(0)?;
    let Projections { current, next: None } = Projections::find(&mut *db, chain).await? else {
        return Ok(None);
    };
    let (computed, mut stored) = (compute(db, chain, current.next_height).await?, stored(db, chain).await?);
    let mut differences = Vec::new();
    for ((player, rules), computed) in &computed {
        let found = stored.remove(&(player.clone(), rules.clone()));
        if found != Some(*computed) {
            let found = found.map_or_else(|| "no standing".to_owned(), describe);
            differences.push(format!(
                "{player} at {rules}: the events give {}, the database has {found}",
                describe(*computed)
            ));
        }
    }
    let unfounded = stored.into_keys().map(|(player, rules)| {
        format!("{player} at {rules}: the database has a standing, the events give none")
    });
    differences.extend(unfounded);
    Ok(Some((computed.len() as u64, differences)))
}

fn describe(Record { won, lost, drawn, walked_away, rating }: Record) -> String {
    format!("{won} won, {lost} lost, {drawn} drawn, {walked_away} left, rating {}", rating.0)
}

async fn compute(db: &mut AnyConnection, chain: i64, limit: i64) -> Result<Standings, sqlx::Error> {
    let mut ledger = Ledger::default();
    let mut from = 0;
    while from < limit {
        let Step { to, logged, .. } = log::read(db, chain, from, limit, MAX_KEPT).await?;
        for logged in logged {
            // What can't be true is skipped here as there.
            let _ = ledger.apply(&logged.entry());
        }
        log::gaps_to(&mut *db, chain, to).await?.into_iter().for_each(|contract| ledger.mark_gap(contract));
        drop(ledger.take_changes());
        from = to;
    }
    let names = |ids: &HashMap<String, i64>| ids.iter().map(|(name, id)| (*id, name.clone())).collect();
    let (players, mut rules): (HashMap<i64, String>, HashMap<i64, String>) =
        (names(&ledger.accounts), names(&ledger.rules));
    rules.insert(ALL_RULES, "all rules".to_owned());
    let by_rules = ledger
        .standings
        .iter()
        .flat_map(|(player, records)| records.iter().map(move |(rules, record)| (player, rules, record)));
    let standings = by_rules.filter_map(|(player, by, record)| {
        Some(((players.get(player)?.clone(), rules.get(by)?.clone()), *record))
    });
    Ok(standings.collect())
}

async fn stored(db: &mut AnyConnection, chain: i64) -> Result<Standings, sqlx::Error> {
    let columns = Record::COLUMNS;
    let sql = format!(
        "SELECT accounts.name, coalesce(rules.name, 'all rules'), {columns} FROM standings
         JOIN accounts ON accounts.id = standings.account_id LEFT JOIN rules ON rules.id = standings.rules_id
         WHERE standings.chain_id = $1"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(chain).fetch_all(db).await?;
    rows.iter().map(|row| Ok(((row.try_get(0)?, row.try_get(1)?), Record::read(row, 2)?))).collect()
}
