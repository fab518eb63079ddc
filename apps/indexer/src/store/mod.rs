//! The database: the events of a block are written to the log together with all that they change and with the position,
//! or not at all.

mod batch;
mod connect;
mod db;
mod error;
mod game;
mod ledger;
mod load;
mod location;
mod log;
mod news;
mod projection;
mod standings;
mod tables;

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use sqlx::Row;
use tic_tac_toe_client::blocks::Position;
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::Receiver;

use crate::event::{BlockEvents, DecodedEvent};
use crate::model::{BlockRef, unsigned};
use batch::{Values, change, row};
use connect::Lock;
use db::Db;
use ledger::Ledger;
use log::{LogEntry, Step};
use projection::Projections;

pub(crate) use batch::{Dialect, Value, bind};
pub use connect::open_to_read;
pub use error::Error;
pub use location::{Location, ParseLocationError};
pub(crate) use news::News;
pub(crate) use standings::compare_standings;

// How long a server may take for a transaction, or for a step in building tables, before it counts as away. A file is on
// this machine and takes as long as it takes.
const DEADLINE: Duration = Duration::from_mins(1);
const STEP_DEADLINE: Duration = Duration::from_mins(30);

/// The channel on which a server tells its readers that blocks were recorded.
const CHANNEL: &str = "tic_tac_toe_indexer";

// How many games and accounts, and events of the log, are kept in memory: some tens of megabytes.
const MAX_KEPT: usize = 50_000;

/// A database, open to be written. There is one writer at a time.
pub struct Store {
    location: Location,
    db: Db,
    lock: Option<Lock>,
    file: Option<u64>,
    max_kept: usize,
    deadline: Duration,
    chain: Option<Chain>,
    /// Of the newest projection. `None` after an error: then it is loaded again.
    ledger: Option<Ledger>,
    /// Whether tables may be being built.
    is_building: bool,
    /// What they are built of next, read while the events before are written.
    ahead: Option<Receiver<Step>>,
}

/// The chain that is being read, as the database knows it.
struct Chain {
    id: i64,
    contracts: Vec<Contract>,
}

/// A contract as far as it was read.
#[derive(Clone, Debug)]
struct Contract {
    id: i64,
    account: AccountId,
    next_height: i64,
    last_hash: Option<String>,
}

/// The result of recording some blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// How many events were recorded.
    pub events: u64,
    /// Those that were unreadable or inconsistent with those before.
    pub skipped: Vec<Skipped>,
}

/// An event that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The block.
    pub height: u64,
    /// The contract.
    pub contract: AccountId,
    /// The reason, as a sentence.
    pub why: String,
}

impl Store {
    /// Opens a database, and creates its tables if there are none.
    ///
    /// # Errors
    ///
    /// When it can't be used, or another program writes it.
    pub async fn open(location: &Location) -> Result<Self, Error> {
        let mut lock = None;
        let db = within(DEADLINE, location, connect::open(location, &mut lock)).await?;
        let file = inode(location);
        Ok(Self {
            location: location.clone(),
            db,
            lock,
            file,
            max_kept: MAX_KEPT,
            deadline: DEADLINE,
            chain: None,
            ledger: None,
            is_building: true,
            ahead: None,
        })
    }

    /// Keeps so many games, accounts and events in memory; what it records does not depend on that.
    #[must_use]
    pub fn with_memory(self, max_kept: usize) -> Self {
        Self { max_kept, ..self }
    }

    /// Waits so long for a server.
    #[must_use]
    pub fn with_deadline(self, deadline: Duration) -> Self {
        Self { deadline, ..self }
    }

    /// Begins, or continues, to read contracts of the chain whose first block has this hash. Returns how far each was
    /// read. A contract that was never read begins at block `from`; for others an earlier block is refused.
    ///
    /// # Errors
    ///
    /// When the database can't be used, or begins later than `from`.
    pub async fn begin(
        &mut self,
        genesis: &str,
        contracts: &[AccountId],
        from: Option<u64>,
    ) -> Result<Vec<Option<Position>>, Error> {
        let (deadline, location) = (self.deadline, self.location.clone());
        within(deadline, &location, self.begin_in_time(genesis, contracts, from)).await
    }

    async fn begin_in_time(
        &mut self,
        genesis: &str,
        contracts: &[AccountId],
        from: Option<u64>,
    ) -> Result<Vec<Option<Position>>, Error> {
        (self.chain, self.ahead) = (None, None);
        let mut transaction = self.db.begin().await?;
        let chain = load::find_or_make_chain(&mut transaction, genesis).await?;
        let mut found = Vec::new();
        for account in contracts {
            let id = load::find_or_make_contract(&mut transaction, chain, account).await?;
            if let Some(from) = from {
                let first = load::find_or_make_progress(&mut transaction, id, number(from)).await?;
                if number(from) < first {
                    let (location, contract) = (self.location.clone(), account.to_string());
                    return Err(Error::TooEarly { location, contract, first: unsigned(first), from });
                }
            }
            found.push(load::find_contract(&mut transaction, id, account).await?);
        }
        transaction.commit().await?;
        let position = |contract: &Contract| Position {
            next: unsigned(contract.next_height),
            last_hash: contract.last_hash.clone(),
        };
        let positions = found.iter().map(|contract| contract.as_ref().map(position)).collect();
        if let Some(contracts) = found.into_iter().collect() {
            self.chain = Some(Chain { id: chain, contracts });
        }
        Ok(positions)
    }

    /// Connects again after an error. A server that was away may have lost what it wrote last: call [`Store::begin`]
    /// again, and continue from there.
    ///
    /// # Errors
    ///
    /// When the database can't be used.
    pub async fn reopen(&mut self) -> Result<(), Error> {
        (self.chain, self.ledger, self.is_building, self.ahead) = (None, None, true, None);
        if self.location.dialect() == Dialect::Sqlite {
            // A transaction that has failed must not be in the way of the next one; most often there is none any more.
            let _ = sqlx::raw_sql("ROLLBACK").execute(&mut self.db).await;
        }
        let opened = connect::open(&self.location, &mut self.lock);
        self.db = within(self.deadline, &self.location, opened).await?;
        Ok(())
    }

    /// Records the events of some blocks that follow each other, and the position after them. Blocks that were recorded
    /// before change nothing.
    ///
    /// # Errors
    ///
    /// When the database can't be written; then nothing is recorded, unless the answer alone was lost.
    ///
    /// # Panics
    ///
    /// When no chain is being read.
    pub async fn record(&mut self, blocks: &[BlockEvents]) -> Result<Recorded, Error> {
        self.must_be_there()?;
        let mut chain = self.chain.take().expect("a chain is being read");
        // After an error it is loaded again.
        let ledger = self.ledger.take();
        let (deadline, location) = (self.deadline, self.location.clone());
        let recorded = within(deadline, &location, self.record_on(&mut chain, ledger, blocks)).await;
        self.chain = Some(chain);
        recorded
    }

    /// Continues at block `to`, since no server has the blocks from `from` on.
    ///
    /// # Errors
    ///
    /// When the database can't be written.
    ///
    /// # Panics
    ///
    /// When no chain is being read.
    pub async fn pass_over(&mut self, from: u64, to: u64) -> Result<(), Error> {
        self.must_be_there()?;
        let (deadline, location) = (self.deadline, self.location.clone());
        within(deadline, &location, self.pass_over_in_time(from, to)).await
    }

    async fn pass_over_in_time(&mut self, from: u64, to: u64) -> Result<(), Error> {
        let chain = self.chain.as_mut().expect("a chain is being read");
        let (from, to) = (number(from), number(to));
        let mut contracts = chain.contracts.clone();
        (self.ledger, self.ahead) = (None, None);
        let mut transaction = self.db.begin().await?;
        let Projections { current, next } = Projections::find(&mut *transaction, chain.id).await?;
        let mut rows = Vec::new();
        let mut is_late = false;
        for contract in contracts.iter_mut().filter(|contract| contract.next_height < to) {
            let missed = to - contract.next_height.max(from);
            rows.push(row![contract.id, contract.next_height, to, None::<String>, None::<i64>, missed]);
            is_late |= contract.next_height < next.unwrap_or(current).next_height;
            (contract.next_height, contract.last_hash) = (to, None);
            let sql = "INSERT INTO gaps (chain_id, to_height, contract_id) VALUES ($1, $2, $3)";
            sqlx::query(sql).bind(chain.id).bind(to).bind(contract.id).execute(&mut *transaction).await?;
            if next.is_none() {
                current.mark_gap(&mut transaction, contract.id).await?;
            }
        }
        if is_late {
            self.is_building = true;
            projection::begin_next(&mut transaction, self.location.dialect()).await?;
        } else if next.is_none() {
            current.advance(&mut transaction, chain.id, to).await?;
        }
        write_progress(&mut transaction, &self.location, rows).await?;
        transaction.commit().await?;
        chain.contracts = contracts;
        Ok(())
    }

    /// Begins to build the tables that are read anew, beside those that are there.
    ///
    /// # Errors
    ///
    /// When the database can't be written.
    pub async fn begin_rebuild(&mut self) -> Result<(), Error> {
        (self.ledger, self.is_building, self.ahead) = (None, true, None);
        let mut transaction = self.db.begin().await?;
        projection::begin_next(&mut transaction, self.location.dialect()).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Takes a step in building the next tables from the log, if some are being built; in the last one they take the
    /// place of those that were read until then. Returns whether there is another step to be taken now.
    ///
    /// # Errors
    ///
    /// When the database can't be written.
    pub async fn build(&mut self) -> Result<bool, Error> {
        if !self.is_building {
            return Ok(false);
        }
        let location = self.location.clone();
        within(STEP_DEADLINE, &location, self.build_in_time()).await
    }

    async fn build_in_time(&mut self) -> Result<bool, Error> {
        let mut ledger = self.ledger.take();
        let dialect = self.location.dialect();
        let mut transaction = self.db.begin().await?;
        let mut complete = None;
        for row in sqlx::query("SELECT id FROM chains ORDER BY id").fetch_all(&mut *transaction).await? {
            let id: i64 = row.try_get(0)?;
            let Projections { current, next: Some(next) } = Projections::find(&mut *transaction, id).await?
            else {
                (self.ledger, self.is_building) = (ledger, false);
                return Ok(false);
            };
            // What is still being read may bring events before those that are there.
            let read = self.chain.as_ref().filter(|chain| chain.id == id);
            let limit =
                read.and_then(|chain| chain.contracts.iter().map(|contract| contract.next_height).min());
            let limit = limit.unwrap_or(current.next_height);
            if next.next_height < limit {
                let is_next = |step: &Step| (step.chain, step.from) == (id, next.next_height);
                let ahead = match &mut self.ahead {
                    Some(steps) => steps.recv().await.filter(is_next),
                    None => None,
                };
                let step = if let Some(step) = ahead {
                    step
                } else {
                    // More at once, and rows that change often are written less often.
                    let most = self.max_kept * 2;
                    let step = log::read(&mut *transaction, id, next.next_height, limit, most).await?;
                    let is_more = step.to < limit;
                    self.ahead = is_more.then(|| log::read_ahead(&self.location, id, step.to, limit, most));
                    step
                };
                next.catch_up(&mut transaction, dialect, &mut ledger, step).await?;
                transaction.commit().await?;
                self.keep(ledger);
                return Ok(true);
            }
            let is_complete = complete.is_none_or(|(_, is_complete)| is_complete);
            complete = Some((next, is_complete && next.next_height >= current.next_height));
        }
        if let Some((next, true)) = complete {
            next.finish(&mut transaction, dialect).await?;
            transaction.commit().await?;
            let mut transaction = self.db.begin().await?;
            next.replace(&mut transaction, dialect).await?;
            transaction.commit().await?;
            self.is_building = false;
        }
        self.ledger = ledger;
        Ok(false)
    }

    async fn record_on(
        &mut self,
        chain: &mut Chain,
        ledger: Option<Ledger>,
        blocks: &[BlockEvents],
    ) -> Result<Recorded, Error> {
        let Some(last) = blocks.last() else {
            self.ledger = ledger;
            return Ok(Recorded::default());
        };
        let (mut contracts, dialect) = (chain.contracts.clone(), self.location.dialect());
        let mut ledger = ledger.filter(|ledger| ledger.chain == chain.id);
        let mut transaction = self.db.begin().await?;
        let events = new_events(blocks, &contracts);
        let next_height = number(last.height) + 1;
        let Projections { current, next } = Projections::find(&mut *transaction, chain.id).await?;
        let newest = next.unwrap_or(current).next_height;
        let is_late = events.first().is_some_and(|(_, block, _)| number(block.height) < newest);
        let mut recorded = Recorded { events: events.len() as u64, skipped: Vec::new() };
        if is_late || next.is_some() {
            log::append(&mut transaction, dialect, chain.id, events.iter()).await?;
        } else {
            let mut kept = match ledger.take() {
                Some(ledger) => ledger,
                None => load::load_ledger(&mut transaction, current.prefix, chain.id).await?,
            };
            let last_game = kept.last_game;
            let entries: Vec<LogEntry> = events.iter().map(entry).collect();
            load::load(&mut transaction, dialect, current.prefix, &entries, &mut kept).await?;
            // Events are applied while the database takes in those before.
            let mut applied = Vec::new();
            let events_applied = events.iter().zip(&entries).map(|(event, entry)| {
                applied.push(kept.apply(entry));
                event
            });
            log::append(&mut transaction, dialect, chain.id, events_applied).await?;
            current.write(&mut transaction, dialect, last_game, &mut kept).await?;
            recorded.skip(&contracts, &events, applied);
            current.advance(&mut transaction, chain.id, newest.max(next_height)).await?;
            ledger = Some(kept);
        }
        if is_late {
            (ledger, self.is_building, self.ahead) = (None, true, None);
            projection::begin_next(&mut transaction, dialect).await?;
        }

        let mut rows = Vec::new();
        for contract in contracts.iter_mut().filter(|contract| contract.next_height < next_height) {
            let (hash, time) = (last.hash.as_str(), number(last.time));
            rows.push(row![contract.id, contract.next_height, next_height, hash, time, 0_i64]);
            (contract.next_height, contract.last_hash) = (next_height, Some(last.hash.clone()));
        }
        write_progress(&mut transaction, &self.location, rows).await?;
        if dialect == Dialect::Postgres {
            sqlx::query("SELECT pg_notify($1, '')").bind(CHANNEL).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        chain.contracts = contracts;
        self.keep(ledger);
        Ok(recorded)
    }

    fn keep(&mut self, mut ledger: Option<Ledger>) {
        if let Some(ledger) = &mut ledger {
            ledger.slim(self.max_kept);
        }
        self.ledger = ledger;
    }

    /// Fails if the file is gone: `SQLite` would continue to write into a file without a name.
    fn must_be_there(&self) -> Result<(), Error> {
        if self.file.is_some() && inode(&self.location) != self.file {
            return Err(Error::Gone(self.location.clone()));
        }
        Ok(())
    }
}

/// Fails if a server takes longer than that.
async fn within<T>(
    deadline: Duration,
    location: &Location,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    if location.dialect() == Dialect::Sqlite {
        return work.await;
    }
    let silent = |_| Error::Silent { location: location.clone(), waited: deadline };
    tokio::time::timeout(deadline, work).await.unwrap_or_else(|elapsed| Err(silent(elapsed)))
}

/// Returns the events of blocks that were not recorded before, with the ids of their contracts.
fn new_events<'a>(
    blocks: &'a [BlockEvents],
    contracts: &[Contract],
) -> Vec<(i64, &'a BlockEvents, &'a DecodedEvent)> {
    let all = blocks.iter().flat_map(|block| block.events.iter().map(move |event| (block, event)));
    let new = all.filter_map(|(block, event)| {
        let contract = contracts.get(event.contract)?;
        (contract.next_height <= number(block.height)).then_some((contract.id, block, event))
    });
    new.collect()
}

fn entry<'a>(&(contract, block, event): &(i64, &BlockEvents, &'a DecodedEvent)) -> LogEntry<'a> {
    let at = BlockRef::new(block.height, block.time);
    LogEntry { contract, at, receipt: &event.receipt, event: &event.event }
}

impl Recorded {
    /// Counts events that were skipped.
    fn skip(
        &mut self,
        contracts: &[Contract],
        events: &[(i64, &BlockEvents, &DecodedEvent)],
        applied: Vec<Result<(), String>>,
    ) {
        for ((_, block, event), applied) in events.iter().zip(applied) {
            let Err(why) = applied else { continue };
            self.events -= 1;
            let contract = contracts[event.contract].account.clone();
            self.skipped.push(Skipped { height: block.height, contract, why });
        }
    }
}

/// How far contracts were read until now, and are read from now on, and how many heights were missed in between.
const PROGRESS: &str = "contract_id expected next_height last_hash last_time missed";

async fn write_progress(db: &mut Db, location: &Location, rows: Vec<Values>) -> Result<(), Error> {
    let sql = |given: &str| {
        format!(
            "UPDATE progress SET next_height = given.next_height, last_hash = given.last_hash,
                 last_time = coalesce(given.last_time, progress.last_time), missed = progress.missed + given.missed
             FROM {given}
             WHERE progress.contract_id = given.contract_id AND progress.next_height = given.expected"
        )
    };
    // A writer that finds another height than it left is not alone.
    let expected = rows.len() as u64;
    if change(db, location.dialect(), PROGRESS, rows, sql).await? != expected {
        return Err(Error::Overtaken(location.clone()));
    }
    Ok(())
}

/// Heights and times fit into the database for some hundred years.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the number by which a file is told from another one of the same name.
fn inode(location: &Location) -> Option<u64> {
    Some(std::fs::metadata(location.file()?).ok()?.ino())
}
