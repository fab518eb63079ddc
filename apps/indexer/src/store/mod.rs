//! The database: all that a block changes is written together with the position, or not at all.

mod batch;
mod connect;
mod error;
mod game;
mod ledger;
mod load;
mod location;
mod tables;

use sqlx::{AnyConnection, Connection};
use tic_tac_toe_client::blocks::Position;
use tic_tac_toe_interface::AccountId;

use crate::event::{BlockEvents, DecodedEvent};
use crate::model::{self, BlockRef, Record, unsigned};
use batch::write;
use connect::Lock;
use ledger::{Changes, Contract, Ledger};
use tables::Statements;

pub(crate) use batch::Dialect;
pub use connect::open_to_read;
pub use error::Error;
pub use location::{Location, ParseLocationError};

// How many games and accounts are kept in memory: some tens of megabytes.
const MAX_KEPT: usize = 50_000;

/// A database, open to be written. There is one writer at a time.
pub struct Store {
    location: Location,
    db: AnyConnection,
    lock: Lock,
    file: Option<u64>,
    statements: Statements,
    chain: Option<Chain>,
}

/// The chain that is being read, as the database knows it.
struct Chain {
    id: i64,
    contracts: Vec<Contract>,
    /// `None` after an error: then it is loaded again.
    ledger: Option<Ledger>,
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
        let (db, lock) = connect::open(location).await?;
        let statements = Statements::new(location.dialect());
        let file = inode(location);
        Ok(Self { location: location.clone(), db, lock, file, statements, chain: None })
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
        self.chain = None;
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
        let positions = found.iter().map(|contract| contract.as_ref().map(Contract::position)).collect();
        if let Some(contracts) = found.into_iter().collect() {
            self.chain = Some(Chain { id: chain, contracts, ledger: None });
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
        self.chain = None;
        if let Location::Postgres(_) = self.location {
            (self.db, self.lock) = connect::open(&self.location).await?;
        }
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
        let recorded = self.record_on(&mut chain, blocks).await;
        if recorded.is_err() {
            chain.ledger = None;
        }
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
        let chain = self.chain.as_mut().expect("a chain is being read");
        let (from, to) = (number(from), number(to));
        let mut contracts = chain.contracts.clone();
        chain.ledger = None;
        let mut transaction = self.db.begin().await?;
        let mut rows = Vec::new();
        for contract in contracts.iter_mut().filter(|contract| contract.next_height < to) {
            let missed = to - contract.next_height.max(from);
            rows.push((contract.id, contract.next_height, to, None::<&str>, None::<i64>, 0, 0, missed));
            (contract.next_height, contract.last_hash) = (to, None);
            let sql = "UPDATE games SET gap = 1 WHERE contract_id = $1 AND status <> 'closed'";
            sqlx::query(sql).bind(contract.id).execute(&mut *transaction).await?;
        }
        if write(&mut transaction, &self.statements.progress, &rows).await? != rows.len() as u64 {
            return Err(Error::Overtaken(self.location.clone()));
        }
        transaction.commit().await?;
        chain.contracts = contracts;
        Ok(())
    }

    async fn record_on(&mut self, chain: &mut Chain, blocks: &[BlockEvents]) -> Result<Recorded, Error> {
        let Some(last) = blocks.last() else { return Ok(Recorded::default()) };
        let mut contracts = chain.contracts.clone();
        let mut transaction = self.db.begin().await?;
        let mut ledger = match chain.ledger.take() {
            Some(ledger) => ledger,
            None => load::load_ledger(&mut transaction).await?,
        };
        let events = new_events(blocks, &contracts);
        load::load(&mut transaction, &self.statements, chain.id, &events, &contracts, &mut ledger).await?;
        let (recorded, counts) = apply(&mut ledger, &mut contracts, &events);
        write_changes(&mut transaction, &self.statements, chain.id, &ledger.take_changes()).await?;

        let next = number(last.height) + 1;
        let mut rows = Vec::new();
        for ((contract, before), [events, skipped]) in contracts.iter_mut().zip(&chain.contracts).zip(counts)
        {
            if contract.kind != before.kind {
                let sql = "UPDATE contracts SET kind = $1 WHERE id = $2";
                let kind = contract.kind.map(model::name);
                sqlx::query(sql).bind(kind).bind(contract.id).execute(&mut *transaction).await?;
            }
            if contract.next_height < next {
                let (hash, time) = (Some(last.hash.as_str()), Some(number(last.time)));
                rows.push((contract.id, contract.next_height, next, hash, time, events, skipped, 0));
                (contract.next_height, contract.last_hash) = (next, Some(last.hash.clone()));
            }
        }
        if write(&mut transaction, &self.statements.progress, &rows).await? != rows.len() as u64 {
            return Err(Error::Overtaken(self.location.clone()));
        }
        transaction.commit().await?;
        ledger.slim(MAX_KEPT);
        (chain.contracts, chain.ledger) = (contracts, Some(ledger));
        Ok(recorded)
    }

    /// Fails if the file is gone: `SQLite` would continue to write into a file without a name.
    fn must_be_there(&self) -> Result<(), Error> {
        if self.file.is_some() && inode(&self.location) != self.file {
            return Err(Error::Gone(self.location.clone()));
        }
        Ok(())
    }
}

/// Returns the events of blocks that were not recorded before.
fn new_events<'a>(
    blocks: &'a [BlockEvents],
    contracts: &[Contract],
) -> Vec<(&'a BlockEvents, &'a DecodedEvent)> {
    let all = blocks.iter().flat_map(|block| block.events.iter().map(move |event| (block, event)));
    let is_new = |(block, event): &(&BlockEvents, &DecodedEvent)| {
        contracts.get(event.contract).is_some_and(|contract| contract.next_height <= number(block.height))
    };
    all.filter(is_new).collect()
}

/// Applies events to the ledger. Counts for each contract how many were recorded and skipped.
fn apply(
    ledger: &mut Ledger,
    contracts: &mut [Contract],
    events: &[(&BlockEvents, &DecodedEvent)],
) -> (Recorded, Vec<[u64; 2]>) {
    let mut recorded = Recorded::default();
    let mut counts = vec![[0; 2]; contracts.len()];
    for (block, decoded) in events {
        let contract = &mut contracts[decoded.contract];
        let at = BlockRef::new(block.height, block.time);
        let applied = decoded.event.as_ref().map_err(Clone::clone).and_then(|event| {
            ledger.apply(contract, event, at, &decoded.receipt).map_err(|error| error.to_string())
        });
        counts[decoded.contract][usize::from(applied.is_err())] += 1;
        match applied {
            Ok(()) => recorded.events += 1,
            Err(why) => {
                let contract = contract.account.clone();
                recorded.skipped.push(Skipped { height: block.height, contract, why });
            }
        }
    }
    (recorded, counts)
}

async fn write_changes(
    db: &mut AnyConnection,
    statements: &Statements,
    chain: i64,
    changes: &Changes,
) -> Result<(), sqlx::Error> {
    let accounts: Vec<_> = changes.accounts.iter().map(|(id, name)| (id, chain, name)).collect();
    let standing = |(account, rules, record): &(i64, i64, Record)| {
        let Record { won, lost, drawn, walked_away, rating } = *record;
        (*account, *rules, chain, won + lost + drawn, won, lost, drawn, walked_away, rating.0)
    };
    let standings: Vec<_> = changes.standings.iter().map(standing).collect();
    write(db, &statements.accounts, &accounts).await?;
    write(db, &statements.rules, &changes.rules).await?;
    write(db, &statements.games, &changes.games).await?;
    write(db, &statements.seats, &changes.seats).await?;
    write(db, &statements.rounds, &changes.rounds).await?;
    write(db, &statements.moves, &changes.moves).await?;
    write(db, &statements.outs, &changes.outs).await?;
    write(db, &statements.standings, &standings).await?;
    Ok(())
}

/// Heights and times fit into the database for some hundred years.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the number by which a file is told from another one of the same name, where the system has one.
fn inode(location: &Location) -> Option<u64> {
    let metadata = std::fs::metadata(location.file()?).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = u64::from(metadata.is_file());
    Some(number)
}
