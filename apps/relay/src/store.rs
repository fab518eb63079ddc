//! The relay's books, in a file of `SQLite`: what is about to be sent is written down first, with its nonce and with what
//! it may cost, so that a program that is killed at any moment sends nothing twice and spends no more than its budget.

use std::error::Error;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use near_crypto::PublicKey;
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::types::{AccountId, Balance};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, named_params, params};

use crate::lanes::LaneId;
use crate::outcome::Outcome;
use crate::problem::Problem;
use crate::rules::{MAX_NONCE_STEP, Rule};

const SCHEMA: &str = include_str!("schema.sql");

// A program that was killed may have the file for a moment longer.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

// How long outcomes are kept.
const DAYS: i64 = 7;

/// How much may be spent, and on whom.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// What may be spent a day.
    pub budget: Balance,
    /// How many calls a guest may make a day.
    pub calls_per_guest: u32,
    /// How many guests an address may make a day.
    pub guests_per_address: u32,
    /// What is deposited for a guest's games in all.
    pub storage_per_guest: Balance,
}

/// The books, open for this program alone. Each question takes microseconds, as nothing waits for the disk.
pub struct Store {
    db: Mutex<Connection>,
    limits: Limits,
}

/// A guest whose account is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The account.
    pub account: AccountId,
    /// The key that it was made for.
    pub public_key: String,
    /// The last nonce of that key that was used here.
    pub nonce: u64,
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// An account for a new guest's key.
    Guest {
        /// The key.
        key: &'a PublicKey,
        /// Where the request comes from.
        address: &'a str,
    },
    /// Storage in the arena.
    Deposit(Balance),
    /// A nonce that passes those before it, so that a call that was lost can be made again.
    Nonce,
    /// What a guest has signed.
    Action {
        /// Its hash.
        hash: CryptoHash,
        /// Its nonce.
        nonce: u64,
    },
}

/// A transaction that is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct NewCall<'a> {
    /// For whom.
    pub guest: &'a AccountId,
    /// What for.
    pub purpose: Purpose<'a>,
    /// What its gas may cost.
    pub gas_cost: Balance,
    /// The day whose budget pays.
    pub day: i64,
}

/// A transaction that was sent, or was about to be.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its hash.
    pub transaction: CryptoHash,
    /// What it is for.
    pub kind: Kind,
    /// For whom.
    pub guest: AccountId,
    /// The relay's lane that signed it.
    pub lane: LaneId,
    /// Its nonce.
    pub nonce: u64,
    /// What became of it; none while that is unknown.
    pub outcome: Option<Outcome>,
}

/// What a transaction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An account.
    Guest,
    /// Storage.
    Deposit,
    /// A nonce.
    Nonce,
    /// A guest's action.
    Action,
}

impl Kind {
    /// Returns its name, in the database and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Deposit => "deposit",
            Self::Nonce => "nonce",
            Self::Action => "action",
        }
    }
}

/// What a call has to be undone or adjusted by.
struct Booked {
    kind: Kind,
    guest: String,
    guest_nonce: Option<i64>,
    day: i64,
    reserved: i64,
    deposit: i64,
}

type Result<T, E = rusqlite::Error> = std::result::Result<T, E>;

impl Store {
    /// Opens the books of a relay, and makes them if there are none.
    pub fn open(file: &Path, limits: Limits, owner: [&str; 3]) -> anyhow::Result<Self> {
        let name = file.display();
        let (db, found) = open(file, owner).with_context(|| {
            format!("{name} cannot be used; is it the database of a relay, and of one that has ended?")
        })?;
        let [chain, account, arena] = &found;
        ensure!(
            found == owner,
            "{name} is the database of {account} for {arena} on the chain {chain}; name another with --db"
        );
        Ok(Self { db: Mutex::new(db), limits })
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a nonce that was used in one of the relay's lanes.
    pub fn note_nonce(&self, lane: &LaneId, nonce: u64) -> Result<()> {
        let sql =
            "INSERT INTO lanes VALUES (?, ?) ON CONFLICT DO UPDATE SET nonce = max(nonce, excluded.nonce)";
        execute(&self.db(), sql, params![lane.to_string(), integer(nonce)])?;
        Ok(())
    }

    /// Returns the guest with an account.
    pub fn guest(&self, account: &AccountId) -> Result<Option<Guest>> {
        let sql = "SELECT * FROM guests WHERE account = ? AND nonce IS NOT NULL";
        find(&self.db(), sql, [account.as_str()], read_guest)
    }

    /// Returns the guest with a key.
    pub fn guest_with(&self, key: &PublicKey) -> Result<Option<Guest>> {
        let sql = "SELECT * FROM guests WHERE public_key = ? AND nonce IS NOT NULL";
        find(&self.db(), sql, [key.to_string()], read_guest)
    }

    /// Returns whether a name is taken, also by a guest that is still being made.
    pub fn has_guest(&self, account: &AccountId) -> Result<bool> {
        Ok(self.key_of(account)?.is_some())
    }

    /// Returns the key of a guest, also of one that is still being made.
    pub fn key_of(&self, account: &AccountId) -> Result<Option<PublicKey>> {
        let sql = "SELECT public_key FROM guests WHERE account = ?";
        find(&self.db(), sql, [account.as_str()], |row| parsed(row, "public_key"))
    }

    /// Returns the call with an id, the hash of a delegate action or the key of a new guest.
    pub fn call(&self, id: &str) -> Result<Option<Call>> {
        find(&self.db(), "SELECT * FROM calls WHERE id = ?", [id], read_call)
    }

    /// Returns the call that was sent in a transaction.
    pub fn call_in(&self, transaction: CryptoHash) -> Result<Option<Call>> {
        find(&self.db(), "SELECT * FROM calls WHERE tx = ?", [transaction.to_string()], read_call)
    }

    /// Returns the calls whose outcome is unknown.
    pub fn pending(&self) -> Result<Vec<Call>> {
        let db = self.db();
        let mut query = db.prepare_cached("SELECT * FROM calls WHERE outcome IS NULL")?;
        query.query_map([], read_call)?.collect()
    }

    /// Returns what was spent on a day, with what calls under way may cost.
    pub fn spent(&self, day: i64) -> Result<Balance> {
        let spent = find(&self.db(), "SELECT spent FROM days WHERE day = ?", [day], |row| row.get(0))?;
        let spent: i64 = spent.unwrap_or(0);
        Ok(Balance::from_yoctonear(u128::from(spent.unsigned_abs()) * PICO))
    }

    /// Writes a call down that is about to be sent: with the next nonce of one of the relay's lanes, and with what it may
    /// cost. Nothing is to be sent if such a call was written down before.
    pub fn begin(
        &self,
        call: &NewCall<'_>,
        lane: &LaneId,
        sign: impl FnOnce(u64) -> SignedTransaction,
    ) -> Result<Option<(SignedTransaction, Call)>, Problem> {
        let NewCall { guest, purpose, gas_cost, day } = *call;
        let mut lock = self.db();
        let db = lock.transaction()?;
        let (kind, id, deposit, guest_nonce) = match purpose {
            Purpose::Guest { key, .. } => (Kind::Guest, Some(key.to_string()), Balance::ZERO, None),
            Purpose::Deposit(deposit) => (Kind::Deposit, None, deposit, None),
            Purpose::Nonce => (Kind::Nonce, None, Balance::ZERO, None),
            Purpose::Action { hash, nonce } => {
                (Kind::Action, Some(hash.to_string()), Balance::ZERO, Some(integer(nonce)))
            }
        };
        if let Some(id) = &id
            && find(&db, "SELECT 1 FROM calls WHERE id = ?", [id], |_| Ok(()))?.is_some()
        {
            return Ok(None);
        }
        self.check_limits(&db, call)?;
        let reserved = integer_of(gas_cost.saturating_add(deposit));
        self.reserve(&db, day, reserved)?;

        let sql = "UPDATE lanes SET nonce = nonce + 1 WHERE lane = ? RETURNING nonce";
        let nonce: i64 = db.prepare_cached(sql)?.query_row([lane.to_string()], |row| row.get(0))?;
        let transaction = sign(nonce.unsigned_abs());
        let call = Call {
            transaction: transaction.get_hash(),
            kind,
            guest: guest.clone(),
            lane: lane.clone(),
            nonce: nonce.unsigned_abs(),
            outcome: None,
        };
        let tx = call.transaction.to_string();
        let sql = "INSERT INTO calls VALUES (:id, :kind, :tx, :guest, :lane, :nonce, :guest_nonce, :day,
                   :reserved, :deposit, NULL)";
        let row = named_params! {
            ":id": id.as_ref().unwrap_or(&tx),
            ":kind": kind.name(),
            ":tx": tx,
            ":guest": guest.as_str(),
            ":lane": lane.to_string(),
            ":nonce": nonce,
            ":guest_nonce": guest_nonce,
            ":day": day,
            ":reserved": reserved,
            ":deposit": integer_of(deposit),
        };
        execute(&db, sql, row)?;
        db.commit()?;
        Ok(Some((transaction, call)))
    }

    /// Counts a call against the limits of its guest or address.
    fn check_limits(&self, db: &Transaction<'_>, call: &NewCall<'_>) -> Result<(), Problem> {
        let NewCall { guest, day, .. } = *call;
        let Limits { guests_per_address, storage_per_guest, .. } = self.limits;
        match call.purpose {
            Purpose::Nonce => {}
            Purpose::Guest { key, address } => {
                let sql = "INSERT INTO addresses SELECT ?1, ?2, 1 WHERE ?3 > 0
                           ON CONFLICT DO UPDATE SET guests = guests + 1 WHERE guests < ?3";
                if execute(db, sql, params![day, address, guests_per_address])? == 0 {
                    return Err(Problem::TooManyGuests(guests_per_address));
                }
                let sql = "INSERT INTO guests (account, public_key) VALUES (?, ?)";
                execute(db, sql, [guest.as_str(), &key.to_string()])?;
            }
            Purpose::Action { nonce, .. } => {
                self.check_calls(db, guest, day)?;
                let sql =
                    "UPDATE guests SET nonce = ?1 WHERE account = ?2 AND nonce < ?1 AND ?1 - nonce <= ?3";
                let values = params![integer(nonce), guest.as_str(), integer(MAX_NONCE_STEP)];
                if execute(db, sql, values)? == 0 {
                    return Err(Rule::Nonce.into());
                }
            }
            Purpose::Deposit(deposit) => {
                self.check_calls(db, guest, day)?;
                let sql = "SELECT 1 FROM calls WHERE guest = ? AND kind = 'deposit' AND outcome IS NULL";
                if find(db, sql, [guest.as_str()], |_| Ok(()))?.is_some() {
                    return Err(Problem::DepositPending);
                }
                let sql = "UPDATE guests SET deposited = deposited + ?1 WHERE account = ?2 AND deposited + ?1 <= ?3";
                let values = params![integer_of(deposit), guest.as_str(), integer_of(storage_per_guest)];
                if execute(db, sql, values)? == 0 {
                    return Err(Problem::StorageLimit);
                }
            }
        }
        Ok(())
    }

    fn check_calls(&self, db: &Transaction<'_>, guest: &AccountId, day: i64) -> Result<(), Problem> {
        let most = self.limits.calls_per_guest;
        let sql = "SELECT count(*) FROM calls WHERE guest = ? AND day = ? AND kind = 'action'";
        let made: Option<i64> = find(db, sql, params![guest.as_str(), day], |row| row.get(0))?;
        if made.is_some_and(|made| made >= i64::from(most)) {
            Err(Problem::TooManyCalls(most))
        } else {
            Ok(())
        }
    }

    /// Takes what a call may cost from the day's budget.
    fn reserve(&self, db: &Transaction<'_>, day: i64, reserved: i64) -> Result<(), Problem> {
        if execute(db, "INSERT INTO days VALUES (?, 0) ON CONFLICT DO NOTHING", [day])? > 0 {
            execute(db, "DELETE FROM calls WHERE day < ? AND outcome IS NOT NULL", [day - DAYS])?;
            execute(db, "DELETE FROM addresses WHERE day < ?", [day])?;
        }
        let sql = "UPDATE days SET spent = spent + ?1 WHERE day = ?2 AND spent + ?1 <= ?3";
        if execute(db, sql, [reserved, day, integer_of(self.limits.budget)])? == 0 {
            return Err(Problem::BudgetSpent);
        }
        Ok(())
    }

    /// Writes down what became of a call, and what it cost instead of what it might have; returns whether that was news.
    /// A new guest comes with the first nonce of its key. A guest that could not be made may be tried again.
    pub fn settle(&self, outcome: &Outcome, guest_nonce: Option<u64>) -> Result<bool> {
        let mut lock = self.db();
        let db = lock.transaction()?;
        let hash = outcome.transaction.to_string();
        let sql = "UPDATE calls SET outcome = ? WHERE tx = ? AND outcome IS NULL RETURNING *";
        let json = serde_json::to_string(outcome)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let Some(booked) = find(&db, sql, [&json, &hash], Booked::read)? else { return Ok(false) };
        let deposited = if outcome.is_done() { booked.deposit } else { 0 };
        booked.adjust(&db, integer_of(outcome.tokens_burnt) + deposited)?;
        if !outcome.is_done() {
            booked.give_back(&db)?;
            if booked.kind == Kind::Guest {
                execute(&db, "DELETE FROM calls WHERE tx = ?", [&hash])?;
            }
        } else if booked.kind == Kind::Guest {
            let sql = "UPDATE guests SET nonce = ? WHERE account = ?";
            execute(&db, sql, params![guest_nonce.map(integer), booked.guest])?;
        }
        db.commit()?;
        Ok(true)
    }

    /// Forgets a call that has not reached the chain and never will, so that it can be made again.
    pub fn release(&self, transaction: CryptoHash) -> Result<()> {
        let mut lock = self.db();
        let db = lock.transaction()?;
        let sql = "DELETE FROM calls WHERE tx = ? AND outcome IS NULL RETURNING *";
        let Some(booked) = find(&db, sql, [transaction.to_string()], Booked::read)? else { return Ok(()) };
        booked.adjust(&db, 0)?;
        booked.give_back(&db)?;
        if let Some(nonce) = booked.guest_nonce {
            // The guest has not used it after all.
            let sql = "UPDATE guests SET nonce = nonce - 1 WHERE account = ? AND nonce = ?";
            execute(&db, sql, params![booked.guest, nonce])?;
        }
        db.commit()
    }
}

impl Booked {
    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self {
            kind: read_kind(row)?,
            guest: row.get("guest")?,
            guest_nonce: row.get("guest_nonce")?,
            day: row.get("day")?,
            reserved: row.get("reserved")?,
            deposit: row.get("deposit")?,
        })
    }

    /// Puts what was spent in the place of what was reserved.
    fn adjust(&self, db: &Transaction<'_>, spent: i64) -> Result<()> {
        let sql = "UPDATE days SET spent = spent - ? + ? WHERE day = ?";
        execute(db, sql, [self.reserved, spent, self.day])?;
        Ok(())
    }

    /// Undoes what a call that failed would have given to its guest.
    fn give_back(&self, db: &Transaction<'_>) -> Result<()> {
        match self.kind {
            Kind::Guest => execute(db, "DELETE FROM guests WHERE account = ?", [&self.guest])?,
            Kind::Deposit => {
                let sql = "UPDATE guests SET deposited = deposited - ? WHERE account = ?";
                execute(db, sql, params![self.deposit, self.guest])?
            }
            Kind::Nonce | Kind::Action => 0,
        };
        Ok(())
    }
}

/// Opens a file, makes the tables if it is new, and returns whose books it has.
fn open(file: &Path, owner: [&str; 3]) -> Result<(Connection, [String; 3])> {
    let mut db = Connection::open(file)?;
    db.busy_timeout(LOCK_PATIENCE)?;
    // A second relay would spend the same budget and use the same nonces.
    db.pragma_update(None, "locking_mode", "exclusive")?;
    db.pragma_update(None, "journal_mode", "wal")?;
    // A power cut may take the last seconds back, but the chain takes neither a nonce nor an action twice.
    db.pragma_update(None, "synchronous", "normal")?;
    let tables = db.transaction()?;
    if tables.query_one("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))? {
        tables.execute_batch(SCHEMA)?;
        tables.execute("INSERT INTO relay VALUES (?, ?, ?)", owner)?;
    }
    tables.commit()?;
    let found = db.query_one("SELECT chain, account, arena FROM relay", [], |row| {
        Ok([row.get(0)?, row.get(1)?, row.get(2)?])
    })?;
    Ok((db, found))
}

fn find<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> Result<T>,
) -> Result<Option<T>> {
    db.prepare_cached(sql)?.query_row(params, read).optional()
}

/// Returns how many rows have changed.
fn execute(db: &Connection, sql: &str, params: impl Params) -> Result<usize> {
    db.prepare_cached(sql)?.execute(params)
}

fn read_guest(row: &Row<'_>) -> Result<Guest> {
    Ok(Guest {
        account: parsed(row, "account")?,
        public_key: row.get("public_key")?,
        nonce: row.get::<_, i64>("nonce")?.unsigned_abs(),
    })
}

fn read_call(row: &Row<'_>) -> Result<Call> {
    let outcome: Option<String> = row.get("outcome")?;
    let outcome = outcome.map(|json| serde_json::from_str(&json)).transpose();
    Ok(Call {
        transaction: parsed(row, "tx")?,
        kind: read_kind(row)?,
        guest: parsed(row, "guest")?,
        lane: parsed(row, "lane")?,
        nonce: row.get::<_, i64>("nonce")?.unsigned_abs(),
        outcome: outcome.map_err(unreadable)?,
    })
}

fn read_kind(row: &Row<'_>) -> Result<Kind> {
    Ok(match row.get_ref("kind")?.as_str()? {
        "guest" => Kind::Guest,
        "deposit" => Kind::Deposit,
        "nonce" => Kind::Nonce,
        _ => Kind::Action,
    })
}

fn parsed<T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>>>(row: &Row<'_>, column: &str) -> Result<T> {
    row.get_ref(column)?.as_str()?.parse().map_err(unreadable)
}

fn unreadable(error: impl Into<Box<dyn Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into())
}

const PICO: u128 = 1_000_000_000_000;

/// Returns an amount as it is kept.
fn integer_of(amount: Balance) -> i64 {
    i64::try_from(amount.as_yoctonear().div_ceil(PICO)).unwrap_or(i64::MAX)
}

/// Returns a nonce as it is kept; larger ones are refused before they come here.
fn integer(nonce: u64) -> i64 {
    i64::try_from(nonce).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use near_crypto::{InMemorySigner, KeyType, SecretKey, Signer};
    use near_primitives::types::Gas;
    use tempfile::TempDir;

    use super::*;
    use crate::outcome::CallResult;

    const DAY: i64 = 20_000;

    struct Books {
        store: Store,
        signer: Signer,
        lane: LaneId,
        _folder: TempDir,
    }

    impl Books {
        /// Books with a budget for two calls a day, and for one guest an address.
        fn must_open() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let limits = Limits {
                budget: Balance::from_millinear(20),
                calls_per_guest: 2,
                guests_per_address: 1,
                storage_per_guest: Balance::from_millinear(15),
            };
            let file = folder.path().join("relay.sqlite");
            let store = Store::open(&file, limits, ["chain", "guests.near", "arena.near"]).unwrap();
            let signer = InMemorySigner::from_seed("guests.near".parse().unwrap(), KeyType::ED25519, "relay");
            let lane = LaneId { key: signer.public_key(), index: Some(3) };
            store.note_nonce(&lane, 7).unwrap();
            Self { store, signer, lane, _folder: folder }
        }

        fn begin(&self, purpose: Purpose<'_>, day: i64) -> Result<Option<Call>, Problem> {
            let guest = &"guest.guests.near".parse().unwrap();
            let gas_cost = Balance::from_millinear(10);
            let sign = |nonce| {
                let nonce = self.lane.nonce(nonce);
                tic_tac_toe_client::sign(&self.signer, nonce, CryptoHash::default(), guest, Vec::new())
            };
            let new = NewCall { guest, purpose, gas_cost, day };
            Ok(self.store.begin(&new, &self.lane, sign)?.map(|(_, call)| call))
        }

        fn settle(&self, call: &Call, result: CallResult) {
            let (gas_burnt, tokens_burnt) = (Gas::ZERO, Balance::from_millinear(1));
            let outcome = Outcome { transaction: call.transaction, result, gas_burnt, tokens_burnt };
            assert!(self.store.settle(&outcome, Some(100)).unwrap());
            assert!(!self.store.settle(&outcome, Some(100)).unwrap(), "the second time changes nothing");
        }

        /// Makes a guest whose key has the nonce 100.
        fn must_make_guest(&self) {
            let key = key();
            let purpose = Purpose::Guest { key: &key, address: "192.0.2.1" };
            let call = self.begin(purpose, DAY).unwrap().unwrap();
            self.settle(&call, done());
        }

        fn spent(&self) -> u128 {
            self.store.spent(DAY).unwrap().as_millinear()
        }
    }

    fn key() -> PublicKey {
        SecretKey::from_seed(KeyType::ED25519, "guest").public_key()
    }

    fn action(nonce: u64) -> Purpose<'static> {
        Purpose::Action { hash: CryptoHash::hash_bytes(&nonce.to_le_bytes()), nonce }
    }

    fn done() -> CallResult {
        CallResult::Done { logs: Vec::new() }
    }

    #[test]
    fn what_a_call_may_cost_is_taken_first_and_what_it_cost_is_counted_then() {
        let books = Books::must_open();
        books.must_make_guest();
        assert_eq!(books.spent(), 1);

        let call = books.begin(action(101), DAY).unwrap().unwrap();
        assert_eq!(books.spent(), 11);
        assert!(matches!(books.begin(action(102), DAY), Err(Problem::BudgetSpent)));
        assert!(books.begin(action(101), DAY).unwrap().is_none(), "it was written down already");

        books.settle(&call, CallResult::Failed { message: String::new() });
        assert_eq!(books.spent(), 2);
        assert!(books.begin(action(102), DAY).unwrap().is_some());
        assert!(matches!(books.begin(action(103), DAY), Err(Problem::TooManyCalls(2))));
        assert!(books.begin(action(103), DAY + 1).unwrap().is_some(), "the next day has its own budget");
    }

    #[test]
    fn what_begins_before_midnight_is_paid_by_the_day_before_and_a_clock_that_goes_back_refills_nothing() {
        let books = Books::must_open();
        books.must_make_guest();
        let late = books.begin(action(101), DAY).unwrap().unwrap();
        let early = books.begin(action(102), DAY + 1).unwrap().unwrap();
        books.settle(&late, done());
        books.settle(&early, done());
        assert_eq!(books.spent(), 1 + 1);
        assert_eq!(books.store.spent(DAY + 1).unwrap().as_millinear(), 1);

        books.begin(action(103), DAY).unwrap().unwrap();
        assert!(matches!(books.begin(action(104), DAY), Err(Problem::TooManyCalls(2))), "both count");
        assert_eq!(books.spent(), 1 + 1 + 10, "what was spent on that day still counts");
    }

    #[test]
    fn each_nonce_is_used_once_and_a_guests_too() {
        let books = Books::must_open();
        books.must_make_guest();
        assert!(matches!(books.begin(action(100), DAY), Err(Problem::Rule(Rule::Nonce))));
        let first = books.begin(action(101), DAY).unwrap().unwrap();
        books.store.release(first.transaction).unwrap();
        assert_eq!(books.spent(), 1);
        let second = books.begin(action(101), DAY).unwrap().unwrap();
        assert_eq!((first.nonce, second.nonce), (9, 10));

        books.store.note_nonce(&books.lane, 4).unwrap();
        books.settle(&second, done());
        assert_eq!(books.begin(action(102), DAY).unwrap().unwrap().nonce, 11);
    }

    #[test]
    fn deposits_are_limited_for_a_guest_and_wait_for_each_other() {
        let books = Books::must_open();
        books.must_make_guest();
        let deposit = Purpose::Deposit(Balance::from_millinear(8));
        let call = books.begin(deposit, DAY).unwrap().unwrap();
        assert!(matches!(books.begin(deposit, DAY), Err(Problem::DepositPending)));
        books.settle(&call, done());
        assert_eq!(books.spent(), 1 + 1 + 8);
        assert!(matches!(books.begin(deposit, DAY + 1), Err(Problem::StorageLimit)));
    }

    #[test]
    fn a_guest_that_could_not_be_made_can_be_tried_again_and_addresses_are_forgotten() {
        let books = Books::must_open();
        let key = key();
        let purpose = Purpose::Guest { key: &key, address: "192.0.2.1" };
        let call = books.begin(purpose, DAY).unwrap().unwrap();
        books.settle(&call, CallResult::Failed { message: String::new() });
        assert!(!books.store.has_guest(&call.guest).unwrap());
        assert!(matches!(books.begin(purpose, DAY), Err(Problem::TooManyGuests(1))));

        assert!(books.begin(purpose, DAY + 1).unwrap().is_some());
        let sql = "SELECT count(*) FROM addresses";
        let kept: i64 = books.store.db().query_one(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 1, "only today's is kept");
    }
}
