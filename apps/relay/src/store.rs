//! The relay's books, in a file of `SQLite`: what is about to be sent is written down first, with its nonce and with what
//! it may cost, so that a program that is killed at any moment sends nothing twice and spends no more than its budget.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, ensure};
use near_crypto::PublicKey;
use near_primitives::hash::CryptoHash;
use near_primitives::transaction::SignedTransaction;
use near_primitives::types::{AccountId, Balance};
use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteLockingMode, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{Connection, Row, SqlSafeStr, SqliteTransaction};
use tokio::sync::Mutex;

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

/// The books, open for this program alone.
pub struct Store {
    db: Mutex<SqliteConnection>,
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
    /// The relay's key that signed it.
    pub key: PublicKey,
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
    /// A guest's action.
    Action,
}

impl Kind {
    /// Returns its name, in the database and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Deposit => "deposit",
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

type Result<T> = std::result::Result<T, sqlx::Error>;

impl Store {
    /// Opens the books of a relay, and makes them if there are none.
    pub async fn open(
        file: &Path,
        limits: Limits,
        [chain, account, arena]: [&str; 3],
    ) -> anyhow::Result<Self> {
        let name = file.display();
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .busy_timeout(LOCK_PATIENCE)
            // A second relay would spend the same budget and use the same nonces.
            .locking_mode(SqliteLockingMode::Exclusive)
            .journal_mode(SqliteJournalMode::Wal)
            // A power cut may take the last seconds back, but the chain takes neither a nonce nor an action twice.
            .synchronous(SqliteSynchronous::Normal);
        let unusable =
            || format!("{name} cannot be used; is it the database of a relay, and of one that has ended?");
        let mut db = SqliteConnection::connect_with(&options).await.with_context(unusable)?;
        let first =
            Migration::new(1, "the books".into(), MigrationType::Simple, SCHEMA.into_sql_str(), false);
        Migrator::with_migrations(vec![first]).run(&mut db).await.with_context(unusable)?;
        let owner = "INSERT INTO relay SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM relay)";
        sqlx::query(owner).bind(chain).bind(account).bind(arena).execute(&mut db).await?;
        let found = sqlx::query("SELECT chain, account, arena FROM relay").fetch_one(&mut db).await?;
        let found: [String; 3] = [found.try_get(0)?, found.try_get(1)?, found.try_get(2)?];
        ensure!(
            found == [chain, account, arena],
            "{name} is the database of {} for {} on the chain {}; name another with --db",
            found[1],
            found[2],
            found[0]
        );
        Ok(Self { db: Mutex::new(db), limits })
    }

    /// Takes note of a nonce that was used with one of the relay's keys.
    pub async fn note_nonce(&self, key: &PublicKey, nonce: u64) -> Result<()> {
        let sql =
            "INSERT INTO keys VALUES (?, ?) ON CONFLICT DO UPDATE SET nonce = max(nonce, excluded.nonce)";
        let query = sqlx::query(sql).bind(key.to_string()).bind(integer(nonce));
        query.execute(&mut *self.db.lock().await).await?;
        Ok(())
    }

    /// Returns the guest with an account.
    pub async fn guest(&self, account: &AccountId) -> Result<Option<Guest>> {
        let sql = "SELECT account, public_key, nonce FROM guests WHERE account = ? AND nonce IS NOT NULL";
        self.find_guest(sqlx::query(sql).bind(account.as_str())).await
    }

    /// Returns the guest with a key.
    pub async fn guest_with(&self, key: &PublicKey) -> Result<Option<Guest>> {
        let sql = "SELECT account, public_key, nonce FROM guests WHERE public_key = ? AND nonce IS NOT NULL";
        self.find_guest(sqlx::query(sql).bind(key.to_string())).await
    }

    /// Returns whether a name is taken, also by a guest that is still being made.
    pub async fn has_guest(&self, account: &AccountId) -> Result<bool> {
        Ok(self.key_of(account).await?.is_some())
    }

    /// Returns the key of a guest, also of one that is still being made.
    pub async fn key_of(&self, account: &AccountId) -> Result<Option<PublicKey>> {
        let query = sqlx::query("SELECT public_key FROM guests WHERE account = ?").bind(account.as_str());
        let row = query.fetch_optional(&mut *self.db.lock().await).await?;
        row.map(|row| parsed(&row, "public_key")).transpose()
    }

    async fn find_guest(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Option<Guest>> {
        let row = query.fetch_optional(&mut *self.db.lock().await).await?;
        let read = |row: SqliteRow| {
            Ok(Guest {
                account: parsed(&row, "account")?,
                public_key: row.try_get("public_key")?,
                nonce: row.try_get::<i64, _>("nonce")?.unsigned_abs(),
            })
        };
        row.map(read).transpose()
    }

    /// Returns the call with an id, the hash of a delegate action or the key of a new guest.
    pub async fn call(&self, id: &str) -> Result<Option<Call>> {
        let query = sqlx::query("SELECT * FROM calls WHERE id = ?").bind(id);
        let row = query.fetch_optional(&mut *self.db.lock().await).await?;
        row.as_ref().map(read_call).transpose()
    }

    /// Returns the call that was sent in a transaction.
    pub async fn call_in(&self, transaction: CryptoHash) -> Result<Option<Call>> {
        let query = sqlx::query("SELECT * FROM calls WHERE tx = ?").bind(transaction.to_string());
        let row = query.fetch_optional(&mut *self.db.lock().await).await?;
        row.as_ref().map(read_call).transpose()
    }

    /// Returns the calls whose outcome is unknown.
    pub async fn pending(&self) -> Result<Vec<Call>> {
        let rows = sqlx::query("SELECT * FROM calls WHERE outcome IS NULL");
        let rows = rows.fetch_all(&mut *self.db.lock().await).await?;
        rows.iter().map(read_call).collect()
    }

    /// Returns what was spent on a day, with what calls under way may cost.
    pub async fn spent(&self, day: i64) -> Result<Balance> {
        let query = sqlx::query("SELECT coalesce(sum(spent), 0) FROM days WHERE day = ?").bind(day);
        let row = query.fetch_one(&mut *self.db.lock().await).await?;
        Ok(Balance::from_yoctonear(u128::from(row.try_get::<i64, _>(0)?.unsigned_abs()) * PICO))
    }

    /// Writes a call down that is about to be sent: with the next nonce of one of the relay's keys, and with what it may
    /// cost. Nothing is to be sent if such a call was written down before.
    pub async fn begin(
        &self,
        call: &NewCall<'_>,
        key: &PublicKey,
        sign: impl FnOnce(u64) -> SignedTransaction,
    ) -> std::result::Result<Option<(SignedTransaction, Call)>, Problem> {
        let NewCall { guest, purpose, gas_cost, day } = *call;
        let mut lock = self.db.lock().await;
        let mut db = lock.begin().await?;
        let (kind, id, deposit, guest_nonce) = match purpose {
            Purpose::Guest { key, .. } => (Kind::Guest, Some(key.to_string()), Balance::ZERO, None),
            Purpose::Deposit(deposit) => (Kind::Deposit, None, deposit, None),
            Purpose::Action { hash, nonce } => {
                (Kind::Action, Some(hash.to_string()), Balance::ZERO, Some(integer(nonce)))
            }
        };
        if let Some(id) = &id {
            let seen =
                sqlx::query("SELECT 1 FROM calls WHERE id = ?").bind(id).fetch_optional(&mut *db).await?;
            if seen.is_some() {
                return Ok(None);
            }
        }
        self.check_limits(&mut db, call).await?;
        let reserved = integer_of(gas_cost.saturating_add(deposit));
        self.reserve(&mut db, day, reserved).await?;

        let sql = "UPDATE keys SET nonce = nonce + 1 WHERE public_key = ? RETURNING nonce";
        let row = sqlx::query(sql).bind(key.to_string()).fetch_one(&mut *db).await?;
        let nonce: i64 = row.try_get(0)?;
        let transaction = sign(nonce.unsigned_abs());
        let call = Call {
            transaction: transaction.get_hash(),
            kind,
            guest: guest.clone(),
            key: key.clone(),
            nonce: nonce.unsigned_abs(),
            outcome: None,
        };
        let hash = call.transaction.to_string();
        let sql = "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)";
        sqlx::query(sql)
            .bind(id.as_ref().unwrap_or(&hash))
            .bind(kind.name())
            .bind(&hash)
            .bind(guest.as_str())
            .bind(key.to_string())
            .bind(nonce)
            .bind(guest_nonce)
            .bind(day)
            .bind(reserved)
            .bind(integer_of(deposit))
            .execute(&mut *db)
            .await?;
        db.commit().await?;
        Ok(Some((transaction, call)))
    }

    /// Counts a call against the limits of its guest or address.
    async fn check_limits(
        &self,
        db: &mut SqliteTransaction<'_>,
        call: &NewCall<'_>,
    ) -> std::result::Result<(), Problem> {
        let NewCall { guest, day, .. } = *call;
        let Limits { calls_per_guest, guests_per_address, storage_per_guest, .. } = self.limits;
        if let Purpose::Guest { key, address } = call.purpose {
            let sql = "INSERT INTO addresses SELECT ?, ?, 1 WHERE ? > 0
                       ON CONFLICT DO UPDATE SET guests = guests + 1 WHERE guests < ?";
            let query = sqlx::query(sql).bind(day).bind(address);
            let query = query.bind(guests_per_address).bind(guests_per_address);
            if query.execute(&mut **db).await?.rows_affected() == 0 {
                return Err(Problem::TooManyGuests(guests_per_address));
            }
            let sql = "INSERT INTO guests (account, public_key) VALUES (?, ?)";
            sqlx::query(sql).bind(guest.as_str()).bind(key.to_string()).execute(&mut **db).await?;
            return Ok(());
        }
        let sql = "SELECT count(*) FROM calls WHERE guest = ? AND day = ? AND kind = 'action'";
        let row = sqlx::query(sql).bind(guest.as_str()).bind(day).fetch_one(&mut **db).await?;
        if row.try_get::<i64, _>(0)? >= i64::from(calls_per_guest) {
            return Err(Problem::TooManyCalls(calls_per_guest));
        }
        match call.purpose {
            Purpose::Action { nonce, .. } => {
                let sql =
                    "UPDATE guests SET nonce = ?1 WHERE account = ?2 AND nonce < ?1 AND ?1 - nonce <= ?3";
                let query = sqlx::query(sql).bind(integer(nonce)).bind(guest.as_str());
                let query = query.bind(integer(MAX_NONCE_STEP));
                if query.execute(&mut **db).await?.rows_affected() == 0 {
                    return Err(Rule::Nonce.into());
                }
            }
            Purpose::Deposit(deposit) => {
                let sql = "SELECT 1 FROM calls WHERE guest = ? AND kind = 'deposit' AND outcome IS NULL";
                let query = sqlx::query(sql).bind(guest.as_str());
                if query.fetch_optional(&mut **db).await?.is_some() {
                    return Err(Problem::DepositPending);
                }
                let sql = "UPDATE guests SET deposited = deposited + ?1 WHERE account = ?2 AND deposited + ?1 <= ?3";
                let query = sqlx::query(sql).bind(integer_of(deposit)).bind(guest.as_str());
                let query = query.bind(integer_of(storage_per_guest));
                if query.execute(&mut **db).await?.rows_affected() == 0 {
                    return Err(Problem::StorageLimit);
                }
            }
            Purpose::Guest { .. } => {}
        }
        Ok(())
    }

    /// Takes what a call may cost from the day's budget.
    async fn reserve(
        &self,
        db: &mut SqliteTransaction<'_>,
        day: i64,
        reserved: i64,
    ) -> std::result::Result<(), Problem> {
        let sql = "INSERT INTO days VALUES (?, 0) ON CONFLICT DO NOTHING";
        if sqlx::query(sql).bind(day).execute(&mut **db).await?.rows_affected() > 0 {
            let sql = "DELETE FROM calls WHERE day < ? AND outcome IS NOT NULL";
            sqlx::query(sql).bind(day - DAYS).execute(&mut **db).await?;
            sqlx::query("DELETE FROM addresses WHERE day < ?").bind(day).execute(&mut **db).await?;
        }
        let sql = "UPDATE days SET spent = spent + ?1 WHERE day = ?2 AND spent + ?1 <= ?3";
        let query = sqlx::query(sql).bind(reserved).bind(day).bind(integer_of(self.limits.budget));
        if query.execute(&mut **db).await?.rows_affected() == 0 {
            return Err(Problem::BudgetSpent);
        }
        Ok(())
    }

    /// Writes down what became of a call, and what it cost instead of what it might have; returns whether that was news.
    /// A new guest comes with the first nonce of its key. A guest that could not be made may be tried again.
    pub async fn settle(&self, outcome: &Outcome, guest_nonce: Option<u64>) -> Result<bool> {
        let mut lock = self.db.lock().await;
        let mut db = lock.begin().await?;
        let hash = outcome.transaction.to_string();
        let sql = "UPDATE calls SET outcome = ? WHERE tx = ? AND outcome IS NULL RETURNING *";
        let json = serde_json::to_string(outcome).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let row = sqlx::query(sql).bind(json).bind(&hash).fetch_optional(&mut *db).await?;
        let Some(booked) = row.as_ref().map(Booked::read).transpose()? else { return Ok(false) };
        let deposited = if outcome.is_done() { booked.deposit } else { 0 };
        booked.adjust(&mut db, integer_of(outcome.tokens_burnt) + deposited).await?;
        if !outcome.is_done() {
            booked.give_back(&mut db).await?;
            if booked.kind == Kind::Guest {
                sqlx::query("DELETE FROM calls WHERE tx = ?").bind(&hash).execute(&mut *db).await?;
            }
        } else if booked.kind == Kind::Guest {
            let sql = "UPDATE guests SET nonce = ? WHERE account = ?";
            let nonce = guest_nonce.map(integer);
            sqlx::query(sql).bind(nonce).bind(&booked.guest).execute(&mut *db).await?;
        }
        db.commit().await?;
        Ok(true)
    }

    /// Forgets a call that has not reached the chain and never will, so that it can be made again.
    pub async fn release(&self, transaction: CryptoHash) -> Result<()> {
        let mut lock = self.db.lock().await;
        let mut db = lock.begin().await?;
        let sql = "DELETE FROM calls WHERE tx = ? AND outcome IS NULL RETURNING *";
        let row = sqlx::query(sql).bind(transaction.to_string()).fetch_optional(&mut *db).await?;
        let Some(booked) = row.as_ref().map(Booked::read).transpose()? else { return Ok(()) };
        booked.adjust(&mut db, 0).await?;
        booked.give_back(&mut db).await?;
        if let Some(nonce) = booked.guest_nonce {
            // The guest has not used it after all.
            let sql = "UPDATE guests SET nonce = nonce - 1 WHERE account = ? AND nonce = ?";
            sqlx::query(sql).bind(&booked.guest).bind(nonce).execute(&mut *db).await?;
        }
        db.commit().await
    }
}

impl Booked {
    fn read(row: &SqliteRow) -> Result<Self> {
        Ok(Self {
            kind: read_kind(row)?,
            guest: row.try_get("guest")?,
            guest_nonce: row.try_get("guest_nonce")?,
            day: row.try_get("day")?,
            reserved: row.try_get("reserved")?,
            deposit: row.try_get("deposit")?,
        })
    }

    /// Puts what was spent in the place of what was reserved.
    async fn adjust(&self, db: &mut SqliteTransaction<'_>, spent: i64) -> Result<()> {
        let sql = "UPDATE days SET spent = spent - ? + ? WHERE day = ?";
        let query = sqlx::query(sql).bind(self.reserved).bind(spent).bind(self.day);
        query.execute(&mut **db).await?;
        Ok(())
    }

    /// Undoes what a call that failed would have given to its guest.
    async fn give_back(&self, db: &mut SqliteTransaction<'_>) -> Result<()> {
        let query = match self.kind {
            Kind::Guest => sqlx::query("DELETE FROM guests WHERE account = ?"),
            Kind::Deposit => {
                let sql = "UPDATE guests SET deposited = deposited - ? WHERE account = ?";
                sqlx::query(sql).bind(self.deposit)
            }
            Kind::Action => return Ok(()),
        };
        query.bind(&self.guest).execute(&mut **db).await?;
        Ok(())
    }
}

fn read_call(row: &SqliteRow) -> Result<Call> {
    let outcome: Option<String> = row.try_get("outcome")?;
    let outcome = outcome.map(|json| serde_json::from_str(&json)).transpose();
    Ok(Call {
        transaction: parsed(row, "tx")?,
        kind: read_kind(row)?,
        guest: parsed(row, "guest")?,
        key: parsed(row, "public_key")?,
        nonce: row.try_get::<i64, _>("nonce")?.unsigned_abs(),
        outcome: outcome.map_err(|error| sqlx::Error::Decode(error.into()))?,
    })
}

fn read_kind(row: &SqliteRow) -> Result<Kind> {
    Ok(match row.try_get("kind")? {
        "guest" => Kind::Guest,
        "deposit" => Kind::Deposit,
        _ => Kind::Action,
    })
}

fn parsed<T: FromStr<Err: Into<BoxDynError>>>(row: &SqliteRow, column: &str) -> Result<T> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|error: T::Err| sqlx::Error::Decode(error.into()))
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
        _folder: TempDir,
    }

    impl Books {
        /// Books with a budget for two calls a day, and for one guest an address.
        async fn must_open() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let limits = Limits {
                budget: Balance::from_millinear(20),
                calls_per_guest: 2,
                guests_per_address: 1,
                storage_per_guest: Balance::from_millinear(15),
            };
            let file = folder.path().join("relay.sqlite");
            let store = Store::open(&file, limits, ["chain", "guests.near", "arena.near"]).await.unwrap();
            let signer = InMemorySigner::from_seed("guests.near".parse().unwrap(), KeyType::ED25519, "relay");
            store.note_nonce(&signer.public_key(), 7).await.unwrap();
            Self { store, signer, _folder: folder }
        }

        async fn begin(&self, purpose: Purpose<'_>, day: i64) -> std::result::Result<Option<Call>, Problem> {
            let guest = &"guest.guests.near".parse().unwrap();
            let gas_cost = Balance::from_millinear(10);
            let sign = |nonce| {
                tic_tac_toe_client::sign(&self.signer, nonce, CryptoHash::default(), guest, Vec::new())
            };
            let new = NewCall { guest, purpose, gas_cost, day };
            Ok(self.store.begin(&new, &self.signer.public_key(), sign).await?.map(|(_, call)| call))
        }

        async fn settle(&self, call: &Call, result: CallResult) {
            let (gas_burnt, tokens_burnt) = (Gas::ZERO, Balance::from_millinear(1));
            let outcome = Outcome { transaction: call.transaction, result, gas_burnt, tokens_burnt };
            assert!(self.store.settle(&outcome, Some(100)).await.unwrap());
            assert!(
                !self.store.settle(&outcome, Some(100)).await.unwrap(),
                "the second time changes nothing"
            );
        }

        /// Makes a guest whose key has the nonce 100.
        async fn must_make_guest(&self) {
            let key = key();
            let purpose = Purpose::Guest { key: &key, address: "192.0.2.1" };
            let call = self.begin(purpose, DAY).await.unwrap().unwrap();
            self.settle(&call, done()).await;
        }

        async fn spent(&self) -> u128 {
            self.store.spent(DAY).await.unwrap().as_millinear()
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

    #[tokio::test]
    async fn what_a_call_may_cost_is_taken_first_and_what_it_cost_is_counted_then() {
        let books = Books::must_open().await;
        books.must_make_guest().await;
        assert_eq!(books.spent().await, 1);

        let call = books.begin(action(101), DAY).await.unwrap().unwrap();
        assert_eq!(books.spent().await, 11);
        assert!(matches!(books.begin(action(102), DAY).await, Err(Problem::BudgetSpent)));
        assert!(books.begin(action(101), DAY).await.unwrap().is_none(), "it was written down already");

        books.settle(&call, CallResult::Failed { message: String::new() }).await;
        assert_eq!(books.spent().await, 2);
        assert!(books.begin(action(102), DAY).await.unwrap().is_some());
        assert!(matches!(books.begin(action(103), DAY).await, Err(Problem::TooManyCalls(2))));
        assert!(
            books.begin(action(103), DAY + 1).await.unwrap().is_some(),
            "the next day has its own budget"
        );
    }

    #[tokio::test]
    async fn each_nonce_is_used_once_and_a_guests_too() {
        let books = Books::must_open().await;
        books.must_make_guest().await;
        assert!(matches!(books.begin(action(100), DAY).await, Err(Problem::Rule(Rule::Nonce))));
        let first = books.begin(action(101), DAY).await.unwrap().unwrap();
        books.store.release(first.transaction).await.unwrap();
        assert_eq!(books.spent().await, 1);
        let second = books.begin(action(101), DAY).await.unwrap().unwrap();
        assert_eq!((first.nonce, second.nonce), (9, 10));

        books.store.note_nonce(&books.signer.public_key(), 4).await.unwrap();
        books.settle(&second, done()).await;
        assert_eq!(books.begin(action(102), DAY).await.unwrap().unwrap().nonce, 11);
    }

    #[tokio::test]
    async fn deposits_are_limited_for_a_guest_and_wait_for_each_other() {
        let books = Books::must_open().await;
        books.must_make_guest().await;
        let deposit = Purpose::Deposit(Balance::from_millinear(8));
        let call = books.begin(deposit, DAY).await.unwrap().unwrap();
        assert!(matches!(books.begin(deposit, DAY).await, Err(Problem::DepositPending)));
        books.settle(&call, done()).await;
        assert_eq!(books.spent().await, 1 + 1 + 8);
        assert!(matches!(books.begin(deposit, DAY + 1).await, Err(Problem::StorageLimit)));
    }

    #[tokio::test]
    async fn a_guest_that_could_not_be_made_can_be_tried_again_and_addresses_are_forgotten() {
        let books = Books::must_open().await;
        let key = key();
        let purpose = Purpose::Guest { key: &key, address: "192.0.2.1" };
        let call = books.begin(purpose, DAY).await.unwrap().unwrap();
        books.settle(&call, CallResult::Failed { message: String::new() }).await;
        assert!(!books.store.has_guest(&call.guest).await.unwrap());
        assert!(matches!(books.begin(purpose, DAY).await, Err(Problem::TooManyGuests(1))));

        assert!(books.begin(purpose, DAY + 1).await.unwrap().is_some());
        let query = sqlx::query("SELECT count(*) FROM addresses");
        let row = query.fetch_one(&mut *books.store.db.lock().await).await.unwrap();
        assert_eq!(row.try_get::<i64, _>(0).unwrap(), 1, "only today's is kept");
    }
}
