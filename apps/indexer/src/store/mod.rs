//! Games in a database: all that a block changes is written together with how far that was, or not at all.

mod batch;
mod connect;
mod error;
mod ledger;
mod location;
mod model;
mod tables;

use std::collections::{BTreeSet, HashMap};

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};
use tic_tac_toe_client::blocks::Position;
use tic_tac_toe_interface::{AccountId, one_game};
use tic_tac_toe_rules::Rules;

use crate::event::{BlockEvents, Event};
use batch::write;
use connect::Lock;
use ledger::{Contract, Ledger, Scene};
use model::{Changes, Game, GameKey, Moment, Standing, Status};
use tables::Statements;

pub use connect::open_to_read;
pub use error::Error;
pub(crate) use ledger::name_of;
pub use location::{Access, Location, ParseLocationError};
pub use model::{Kind, Nonsense};

// So many games, and so many accounts, are kept in memory at most: some tens of megabytes.
const MOST_KEPT: usize = 50_000;

/// A database, open to be written. There is one writer at a time.
pub struct Store {
    place: Location,
    db: AnyConnection,
    lock: Lock,
    file: Option<u64>,
    statements: Statements,
    chain: Option<Chain>,
}

/// The chain that is being read, as the database knows it.
struct Chain {
    id: i64,
    contracts: Vec<Reading>,
    /// `None` after something went wrong: then the database is asked anew.
    ledger: Option<Ledger>,
}

/// One contract and how far it has been read.
#[derive(Clone)]
struct Reading {
    account: AccountId,
    contract: Contract,
    next: i64,
    last_hash: Option<String>,
}

/// What came of some blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// How many events were taken in.
    pub events: u64,
    /// Those that could not be read or could not be true.
    pub skipped: Vec<Skipped>,
}

/// An event that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The block.
    pub height: u64,
    /// The contract.
    pub contract: AccountId,
    /// What is wrong with it, as a sentence.
    pub why: String,
}

impl Store {
    /// Opens a database, and makes its tables if there are none.
    ///
    /// # Errors
    ///
    /// When it can't be used, or another program writes it.
    pub async fn open(place: &Location) -> Result<Self, Error> {
        let (db, lock) = connect::open(place).await?;
        let statements = Statements::new(connect::dialect(place));
        let file = inode(place);
        Ok(Self { place: place.clone(), db, lock, file, statements, chain: None })
    }

    /// Begins, or goes on, to read contracts of the chain whose first block has this hash. Answers with how far each
    /// was read. One that was never read begins at block `from`; so does none other, but an earlier block is refused.
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
        let chain = find_or_make_chain(&mut transaction, genesis).await?;
        let mut readings = Vec::new();
        for account in contracts {
            let id = find_or_make_contract(&mut transaction, chain, account).await?;
            if let Some(from) = from {
                let first = begin_reading(&mut transaction, id, number(from)).await?;
                if number(from) < first {
                    let (place, contract) = (self.place.clone(), account.to_string());
                    return Err(Error::TooEarly { place, contract, first: unsigned(first), from });
                }
            }
            readings.push(find_reading(&mut transaction, id, account).await?);
        }
        transaction.commit().await?;
        let positions = readings.iter().map(|reading| reading.as_ref().map(Reading::position)).collect();
        if let Some(contracts) = readings.into_iter().collect() {
            self.chain = Some(Chain { id: chain, contracts, ledger: None });
        }
        Ok(positions)
    }

    /// Connects anew after something went wrong. A database that was away may have lost what it wrote last: ask
    /// [`Store::begin`] how far it has come, and read on from there.
    ///
    /// # Errors
    ///
    /// When the database can't be used.
    pub async fn reopen(&mut self) -> Result<(), Error> {
        self.chain = None;
        if let Location::Postgres(_) = self.place {
            (self.db, self.lock) = connect::open(&self.place).await?;
        }
        Ok(())
    }

    /// Keeps what happened in some blocks that follow each other, and how far that was. Blocks that were kept before
    /// change nothing.
    ///
    /// # Errors
    ///
    /// When the database can't be written; then nothing of it is kept, unless the answer alone was lost.
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

    /// Goes on at block `to`, since the blocks from `from` on are nowhere to be had.
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
        for reading in contracts.iter_mut().filter(|reading| reading.next < to) {
            let missed = to - reading.next.max(from);
            rows.push((reading.contract.id, reading.next, to, None::<&str>, None::<i64>, 0, 0, missed));
            (reading.next, reading.last_hash) = (to, None);
            let sql = "UPDATE games SET gap = 1 WHERE contract_id = $1 AND status <> 'closed'";
            sqlx::query(sql).bind(reading.contract.id).execute(&mut *transaction).await?;
        }
        let statement = self.statements.progress.clone();
        let moved = sqlx::query(statement).bind(batch::json(&rows)).execute(&mut *transaction).await?;
        if moved.rows_affected() != rows.len() as u64 {
            return Err(Error::Overtaken(self.place.clone()));
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
            None => load_counters(&mut transaction).await?,
        };
        let news = News::of(blocks, &contracts);
        load(&mut transaction, &self.statements, chain.id, &news, &contracts, &mut ledger).await?;
        let (recorded, tally) = fold(&mut ledger, &mut contracts, &news);
        let changes = ledger.take_changes();
        write_changes(&mut transaction, &self.statements, chain.id, &changes).await?;

        let next = number(last.height) + 1;
        let mut rows = Vec::new();
        for ((reading, before), tally) in contracts.iter_mut().zip(&chain.contracts).zip(tally) {
            if reading.contract.kind != before.contract.kind {
                let kind = reading.contract.kind.map(Kind::name);
                let sql = "UPDATE contracts SET kind = $1 WHERE id = $2";
                sqlx::query(sql).bind(kind).bind(reading.contract.id).execute(&mut *transaction).await?;
            }
            if reading.next < next {
                let (hash, time) = (Some(last.hash.as_str()), Some(number(last.time)));
                let (id, expected) = (reading.contract.id, reading.next);
                rows.push((id, expected, next, hash, time, tally.events, tally.skipped, 0));
                (reading.next, reading.last_hash) = (next, Some(last.hash.clone()));
            }
        }
        if !rows.is_empty() {
            let statement = self.statements.progress.clone();
            let moved = sqlx::query(statement).bind(batch::json(&rows)).execute(&mut *transaction).await?;
            if moved.rows_affected() != rows.len() as u64 {
                return Err(Error::Overtaken(self.place.clone()));
            }
        }
        transaction.commit().await?;
        ledger.slim(MOST_KEPT);
        (chain.contracts, chain.ledger) = (contracts, Some(ledger));
        Ok(recorded)
    }

    /// `SQLite` would go on to write into a file that has no name any more.
    fn must_be_there(&self) -> Result<(), Error> {
        if self.file.is_some() && inode(&self.place) != self.file {
            return Err(Error::Gone(self.place.clone()));
        }
        Ok(())
    }
}

impl Reading {
    fn position(&self) -> Position {
        Position { next: unsigned(self.next), last_hash: self.last_hash.clone() }
    }
}

/// The events that were not kept before, with where they happened.
struct News<'a>(Vec<(&'a BlockEvents, &'a crate::event::Told, i64)>);

impl<'a> News<'a> {
    fn of(blocks: &'a [BlockEvents], contracts: &[Reading]) -> Self {
        let mut news = Vec::new();
        for block in blocks {
            for told in &block.told {
                let Some(reading) = contracts.get(told.contract) else { continue };
                if reading.next <= number(block.height) {
                    news.push((block, told, reading.contract.id));
                }
            }
        }
        Self(news)
    }
}

#[derive(Clone, Copy, Default)]
struct Tally {
    events: u64,
    skipped: u64,
}

fn fold(ledger: &mut Ledger, contracts: &mut [Reading], news: &News) -> (Recorded, Vec<Tally>) {
    let mut recorded = Recorded::default();
    let mut tally = vec![Tally::default(); contracts.len()];
    for (block, told, _) in &news.0 {
        let reading = &mut contracts[told.contract];
        let at = Moment { height: number(block.height), time: number(block.time) };
        let scene = Scene { at, receipt: &told.receipt };
        let why = match &told.event {
            Err(unreadable) => Some(unreadable.clone()),
            Ok(event) => {
                let applied = ledger.apply(&mut reading.contract, event, scene);
                applied.err().map(|nonsense| format!("{event}, but {nonsense}"))
            }
        };
        let Some(why) = why else {
            recorded.events += 1;
            tally[told.contract].events += 1;
            continue;
        };
        tally[told.contract].skipped += 1;
        let contract = reading.account.clone();
        recorded.skipped.push(Skipped { height: block.height, contract, why });
    }
    (recorded, tally)
}

async fn find_or_make_chain(db: &mut AnyConnection, genesis: &str) -> Result<i64, sqlx::Error> {
    let find = sqlx::query("SELECT id FROM chains WHERE genesis = $1").bind(genesis);
    if let Some(row) = find.fetch_optional(&mut *db).await? {
        return row.try_get(0);
    }
    let next = sqlx::query("SELECT coalesce(max(id), 0) + 1 FROM chains").fetch_one(&mut *db).await?;
    let id: i64 = next.try_get(0)?;
    let sql = "INSERT INTO chains (id, genesis) VALUES ($1, $2)";
    sqlx::query(sql).bind(id).bind(genesis).execute(db).await?;
    Ok(id)
}

async fn find_or_make_contract(
    db: &mut AnyConnection,
    chain: i64,
    account: &AccountId,
) -> Result<i64, sqlx::Error> {
    let find = "SELECT id FROM contracts WHERE chain_id = $1 AND account = $2";
    if let Some(row) = sqlx::query(find).bind(chain).bind(account.as_str()).fetch_optional(&mut *db).await? {
        return row.try_get(0);
    }
    let next = sqlx::query("SELECT coalesce(max(id), 0) + 1 FROM contracts").fetch_one(&mut *db).await?;
    let id: i64 = next.try_get(0)?;
    let sql = "INSERT INTO contracts (id, chain_id, account) VALUES ($1, $2, $3)";
    sqlx::query(sql).bind(id).bind(chain).bind(account.as_str()).execute(db).await?;
    Ok(id)
}

/// The first block of a contract that has been read, or now begins to be.
async fn begin_reading(db: &mut AnyConnection, contract: i64, from: i64) -> Result<i64, sqlx::Error> {
    let find = "SELECT first_height FROM progress WHERE contract_id = $1";
    if let Some(row) = sqlx::query(find).bind(contract).fetch_optional(&mut *db).await? {
        return row.try_get(0);
    }
    let sql = "INSERT INTO progress (contract_id, first_height, next_height, events, skipped, missed)
               VALUES ($1, $2, $2, 0, 0, 0)";
    sqlx::query(sql).bind(contract).bind(from).execute(db).await?;
    Ok(from)
}

async fn find_reading(
    db: &mut AnyConnection,
    id: i64,
    account: &AccountId,
) -> Result<Option<Reading>, sqlx::Error> {
    let sql = "SELECT next_height, last_hash, kind FROM progress JOIN contracts ON contracts.id = contract_id
               WHERE contract_id = $1";
    let Some(row) = sqlx::query(sql).bind(id).fetch_optional(&mut *db).await? else { return Ok(None) };
    let kind: Option<String> = row.try_get(2)?;
    let newest = sqlx::query("SELECT max(game_id) FROM games WHERE contract_id = $1").bind(id);
    let newest = newest.fetch_one(db).await?.try_get(0)?;
    let contract = Contract { id, kind: kind.as_deref().and_then(Kind::by_name), newest };
    let (next, last_hash) = (row.try_get(0)?, row.try_get(1)?);
    Ok(Some(Reading { account: account.clone(), contract, next, last_hash }))
}

async fn load_counters(db: &mut AnyConnection) -> Result<Ledger, sqlx::Error> {
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

/// Brings into memory what the events are about and what is not there yet.
async fn load(
    db: &mut AnyConnection,
    statements: &Statements,
    chain: i64,
    news: &News<'_>,
    contracts: &[Reading],
    ledger: &mut Ledger,
) -> Result<(), sqlx::Error> {
    let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (_, told, contract) in &news.0 {
        let Ok(event) = &told.event else { continue };
        keys.extend(i64::try_from(event.game_id().0).map(|game_id| (*contract, game_id)));
        names.extend(event.accounts());
        if let Event::OneGame(one_game::Event::GameCreated { .. }) = event {
            // A new game replaces the one before it.
            let before = contracts[told.contract].contract.newest;
            keys.extend(before.map(|game_id| (*contract, game_id)));
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
    let places: HashMap<i64, usize> = games.iter().map(|(_, game)| game.id).zip(0..).collect();
    for row in find(db, &statements.find_seats, &ids).await? {
        let (id, seat, account): (i64, i64, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let game = places.get(&id).map(|place| &mut games[*place].1);
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
        let sql = sqlx::query(statements.find_accounts.clone()).bind(batch::json(&names)).bind(chain);
        for row in sql.fetch_all(&mut *db).await? {
            let id = row.try_get(0)?;
            ledger.accounts.insert(row.try_get(1)?, id);
            unknown.push([id]);
        }
    }
    for row in find(db, &statements.find_standings, &unknown).await? {
        let (account, rules, standing) = standing_of(&row)?;
        ledger.standings.entry(account).or_default().insert(rules, standing);
    }
    Ok(())
}

async fn find(
    db: &mut AnyConnection,
    statement: &sqlx::SqlStr,
    keys: &[impl serde::Serialize],
) -> Result<Vec<AnyRow>, sqlx::Error> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query(statement.clone()).bind(batch::json(keys)).fetch_all(db).await
}

fn game_of(row: &AnyRow, ledger: &Ledger) -> Result<(GameKey, Game), sqlx::Error> {
    let rules_id: i64 = row.try_get(3)?;
    let name = ledger.rules.iter().find(|(_, id)| **id == rules_id).map(|(name, _)| name.as_str());
    let rules: Rules = name.and_then(|name| name.parse().ok()).unwrap_or(Rules::CLASSIC);
    let moment = |height: i64, time: i64| Moment { height, time };
    let closed: (Option<i64>, Option<i64>) = (row.try_get(14)?, row.try_get(15)?);
    let status: String = row.try_get(6)?;
    let game = Game {
        id: row.try_get(0)?,
        rules_id,
        rows: rules.rows(),
        cols: rules.cols(),
        seats: vec![None; usize::try_from(row.try_get::<i64, _>(4)?).unwrap_or(0)],
        turn_seconds: row.try_get(5)?,
        status: Status::by_name(&status).unwrap_or(Status::Closed),
        round: row.try_get(7)?,
        moves: row.try_get(8)?,
        outs: u8::try_from(row.try_get::<i64, _>(9)?).unwrap_or(0),
        created: moment(row.try_get(10)?, row.try_get(11)?),
        active: moment(row.try_get(12)?, row.try_get(13)?),
        closed: closed.0.zip(closed.1).map(|(height, time)| moment(height, time)),
        gap: row.try_get::<i64, _>(16)? != 0,
    };
    Ok((GameKey { contract: row.try_get(1)?, game_id: row.try_get(2)? }, game))
}

fn standing_of(row: &AnyRow) -> Result<(i64, i64, Standing), sqlx::Error> {
    let standing = Standing {
        counted: row.try_get(2)?,
        won: row.try_get(3)?,
        lost: row.try_get(4)?,
        drawn: row.try_get(5)?,
        walked_away: row.try_get(6)?,
        rating: row.try_get(7)?,
    };
    Ok((row.try_get(0)?, row.try_get(1)?, standing))
}

async fn write_changes(
    db: &mut AnyConnection,
    statements: &Statements,
    chain: i64,
    changes: &Changes,
) -> Result<(), sqlx::Error> {
    let accounts: Vec<_> = changes.accounts.iter().map(|(id, name)| (id, chain, name)).collect();
    let standings: Vec<_> = changes
        .standings
        .iter()
        .map(|(account, rules, it)| {
            (account, rules, chain, it.counted, it.won, it.lost, it.drawn, it.walked_away, it.rating)
        })
        .collect();
    write(db, &statements.accounts, &accounts).await?;
    write(db, &statements.rules, &changes.rules).await?;
    write(db, &statements.games, &changes.games).await?;
    write(db, &statements.seats, &changes.seats).await?;
    write(db, &statements.rounds, &changes.rounds).await?;
    write(db, &statements.moves, &changes.moves).await?;
    write(db, &statements.outs, &changes.outs).await?;
    write(db, &statements.standings, &standings).await
}

/// Heights and times fit for some hundred years.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// Tells a file from another one of the same name, where the system can.
fn inode(place: &Location) -> Option<u64> {
    let metadata = std::fs::metadata(place.file()?).ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = u64::from(metadata.is_file());
    Some(number)
}
