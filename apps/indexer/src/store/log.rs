//! The log of events, in chain order.

use futures_util::TryStreamExt;
use sqlx::{AnyConnection, Connection, Row};
use tic_tac_toe_client::table::Event;
use tic_tac_toe_interface::arena::Timestamp;
use tokio::sync::mpsc::{self, Receiver};

use super::batch::{Dialect, Values, row, write};
use super::connect::connect;
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
pub(super) async fn append(
    db: &mut AnyConnection,
    dialect: Dialect,
    chain: i64,
    events: &[(i64, &BlockEvents, &DecodedEvent)],
) -> Result<(), sqlx::Error> {
    let row = |(contract, block, event): &(i64, &BlockEvents, &DecodedEvent)| {
        let at = BlockRef::new(block.height, block.time);
        let (receipt, line) = (event.receipt.as_str(), event.line.as_str());
        row![chain, at.height, event.place, *contract, at.nanoseconds(), receipt, line]
    };
    let rows: Vec<Values> = events.iter().map(row).collect();
    write(db, dialect, "", [(&EVENTS, rows)]).await
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

/// Reads the next events of a chain from a height on: of whole blocks, not many more than `most`, and none beyond the next
/// gap.
pub(super) async fn read(
    db: &mut AnyConnection,
    chain: i64,
    from: i64,
    limit: i64,
    most: usize,
) -> Result<Step, sqlx::Error> {
    let to = next_step(db, chain, from, most).await?.min(limit);
    // A row for each block: a database hands over few large rows much faster than many small ones.
    let sql = "SELECT height, min(time),
                   string_agg(place || ' ' || contract_id || ' ' || octet_length(receipt) || ' ' || octet_length(line), ' '),
                   string_agg(receipt || line, '')
               FROM events WHERE chain_id = $1 AND height >= $2 AND height < $3 GROUP BY height ORDER BY height";
    let mut blocks = sqlx::query(sql).bind(chain).bind(from).bind(to).fetch(db);
    let mut logged = Vec::new();
    while let Some(block) = blocks.try_next().await? {
        let at = BlockRef { height: block.try_get(0)?, time: Timestamp(unsigned(block.try_get(1)?)) };
        let damaged = || sqlx::Error::Decode("the log is damaged".into());
        logged.extend(split(at, block.try_get(2)?, block.try_get(3)?).ok_or_else(damaged)?);
    }
    drop(blocks);
    Ok(Step { chain, from, to, logged })
}

/// Splits the events of a block: for each its place, its contract and how many bytes its receipt and its line have, and
/// these one after the other.
fn split(at: BlockRef, numbers: &str, mut text: &str) -> Option<Vec<Logged>> {
    let mut numbers = numbers.split(' ').map(str::parse);
    let mut next = || numbers.next()?.ok();
    let mut events: Vec<(i64, Logged)> = Vec::new();
    while !text.is_empty() {
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

/// Finds the height up to which the log is read next.
async fn next_step(db: &mut AnyConnection, chain: i64, from: i64, most: usize) -> Result<i64, sqlx::Error> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let many = "SELECT height + 1 FROM events WHERE chain_id = $1 AND height >= $2
                ORDER BY height, place LIMIT 1 OFFSET $3";
    let many = sqlx::query(many).bind(chain).bind(from).bind(most).fetch_optional(&mut *db).await?;
    let many: Option<i64> = many.map(|row| row.try_get(0)).transpose()?;
    let gap = "SELECT min(to_height) FROM gaps WHERE chain_id = $1 AND to_height > $2";
    let gap: Option<i64> = sqlx::query(gap).bind(chain).bind(from).fetch_one(db).await?.try_get(0)?;
    Ok([many, gap].into_iter().flatten().fold(i64::MAX, i64::min))
}

/// Finds the contracts whose gaps end at a height.
pub(super) async fn gaps_to(db: &mut AnyConnection, chain: i64, to: i64) -> Result<Vec<i64>, sqlx::Error> {
    let sql = "SELECT contract_id FROM gaps WHERE chain_id = $1 AND to_height = $2";
    let rows = sqlx::query(sql).bind(chain).bind(to).fetch_all(db).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}
