//! The log of events, in chain order.

use futures_util::TryStreamExt;
use sqlx::{AnyExecutor, Row};
use tic_tac_toe_client::table::Event;
use tic_tac_toe_interface::arena::Timestamp;
use tokio::sync::mpsc::{self, Receiver};

use super::batch::{Dialect, row, write};
use super::connect::connect;
use super::db::Db;
use super::tables::EVENTS;
use super::{Error, Location};
use crate::event::{BlockEvents, DecodedEvent, decode};
use crate::model::{BlockRef, unsigned};

/// An event of the log.
pub(super) struct LogEntry<'a> {
    /// Its contract's id in the database.
    pub contract: i64,
    pub at: BlockRef,
    pub receipt: &'a str,
    pub event: &'a Result<Event, String>,
}

/// An event that was read from the log.
pub(super) struct Logged {
    contract: i64,
    at: BlockRef,
    receipt: String,
    event: Result<Event, String>,
}

/// The events of a chain from one height to before another.
pub(super) struct Step {
    pub chain: i64,
    pub from: i64,
    pub to: i64,
    pub logged: Vec<Logged>,
}

impl Logged {
    pub(super) fn entry(&self) -> LogEntry<'_> {
        LogEntry { contract: self.contract, at: self.at, receipt: &self.receipt, event: &self.event }
    }
}

/// Adds events with the ids of their contracts.
pub(super) async fn append<'a>(
    db: &mut Db,
    dialect: Dialect,
    chain: i64,
    events: impl Iterator<Item = &'a (i64, &'a BlockEvents, &'a DecodedEvent)>,
) -> Result<(), sqlx::Error> {
    let rows = events.map(|(contract, block, event)| {
        let at = BlockRef::new(block.height, block.time);
        let (receipt, line) = (event.receipt.as_str(), event.line.as_str());
        row![chain, at.height, event.place, *contract, at.nanoseconds(), receipt, line]
    });
    write(db, dialect, "", 0, [(&EVENTS, rows)]).await
}

/// Reads the events of a chain from a height to before another, in steps, while those before are taken in. Whatever is wrong
/// ends it, and is found by who reads on instead.
pub(super) fn read_ahead(
    location: &Location,
    chain: i64,
    from: i64,
    limit: i64,
    most: usize,
) -> Receiver<Step> {
    let (sender, steps) = mpsc::channel(1);
    let location = location.clone();
    tokio::spawn(async move {
        let mut db = connect(&location).await?;
        let mut from = from;
        while from < limit
            && let Ok(place) = sender.reserve().await
        {
            let step = read(&mut db, chain, from, limit, most).await?;
            from = step.to;
            place.send(step);
        }
        Ok::<_, Error>(db.close().await?)
    });
    steps
}

/// Reads the next events of a chain from a height on: of whole blocks, not more than `most` unless one block has more, and
/// none beyond the next gap.
pub(super) async fn read<C>(
    db: &mut C,
    chain: i64,
    from: i64,
    limit: i64,
    most: usize,
) -> Result<Step, sqlx::Error>
where
    for<'c> &'c mut C: AnyExecutor<'c>,
{
    let gap = "SELECT min(to_height) FROM gaps WHERE chain_id = $1 AND to_height > $2";
    let gap: Option<i64> = sqlx::query(gap).bind(chain).bind(from).fetch_one(&mut *db).await?.try_get(0)?;
    let limit = gap.map_or(limit, |gap| gap.min(limit));
    let mut most = most.max(1);
    loop {
        let mut logged = read_some(&mut *db, chain, from, limit, most).await?;
        // The rest of the last block may have been left out.
        let last = logged.last().filter(|_| logged.len() == most).map(|event| event.at.height);
        let to = last.unwrap_or(limit);
        logged.retain(|event| event.at.height < to);
        if last.is_none() || !logged.is_empty() {
            return Ok(Step { chain, from, to, logged });
        }
        most *= 2;
    }
}

/// Reads the events of a chain from a height to before another, and no more than `most`.
async fn read_some(
    db: impl AnyExecutor<'_>,
    chain: i64,
    from: i64,
    limit: i64,
    most: usize,
) -> Result<Vec<Logged>, sqlx::Error> {
    // A row for each block: a database hands over few large rows much faster than many small ones.
    let sql = "SELECT height, min(time),
                   string_agg(concat(place, ' ', contract_id, ' ', octet_length(receipt), ' ', octet_length(line), ' ',
                                     receipt, line), '')
               FROM (SELECT * FROM events WHERE chain_id = $1 AND height >= $2 AND height < $3
                     ORDER BY height, place LIMIT $4) AS first_ones
               GROUP BY height ORDER BY height";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut blocks = sqlx::query(sql).bind(chain).bind(from).bind(limit).bind(most).fetch(db);
    let mut logged = Vec::new();
    while let Some(block) = blocks.try_next().await? {
        let at = BlockRef { height: block.try_get(0)?, time: Timestamp(unsigned(block.try_get(1)?)) };
        let damaged = || sqlx::Error::Decode("the log is damaged".into());
        logged.extend(split(at, block.try_get(2)?).ok_or_else(damaged)?);
    }
    Ok(logged)
}

/// Splits the events of a block: for each its place, its contract, how many bytes its receipt and its line have, and these.
fn split(at: BlockRef, mut text: &str) -> Option<Vec<Logged>> {
    let mut events: Vec<(i64, Logged)> = Vec::new();
    while !text.is_empty() {
        let mut next = || {
            let (number, rest) = text.split_once(' ')?;
            text = rest;
            number.parse().ok()
        };
        let [place, contract, receipt, line] = [next()?, next()?, next()?, next()?];
        let (receipt, rest) = text.split_at_checked(usize::try_from(receipt).ok()?)?;
        let (line, rest) = rest.split_at_checked(usize::try_from(line).ok()?)?;
        let event = decode(line).unwrap_or_else(|| Err("it is no event of ours".to_owned()));
        events.push((place, Logged { contract, at, receipt: receipt.to_owned(), event }));
        text = rest;
    }
    events.sort_by_key(|(place, _)| *place);
    Some(events.into_iter().map(|(_, logged)| logged).collect())
}

/// Finds the contracts whose gaps end at a height.
pub(super) async fn gaps_to(db: impl AnyExecutor<'_>, chain: i64, to: i64) -> Result<Vec<i64>, sqlx::Error> {
    let sql = "SELECT contract_id FROM gaps WHERE chain_id = $1 AND to_height = $2";
    let rows = sqlx::query(sql).bind(chain).bind(to).fetch_all(db).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
