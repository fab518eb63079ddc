//! The relay's lanes: each signs one transaction at a time, so that no nonce overtakes another. An access key is one
//! lane, a gas key (NEP-611) as many as it has nonces.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use near_crypto::{InMemorySigner, PublicKey, Signer};
use near_primitives::transaction::TransactionNonce;
use near_primitives::types::{AccountId, Balance, BlockReference, NonceIndex};
use near_primitives::views::AccessKeyPermissionView;
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_client::{Error, Rpc};
use tokio::sync::{Semaphore, SemaphorePermit};

/// How long a call waits for a lane.
const PATIENCE: Duration = Duration::from_secs(10);

/// The name of a lane: a key and, for a gas key, the index of one of its nonces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneId {
    /// The key.
    pub key: PublicKey,
    /// The index.
    pub index: Option<NonceIndex>,
}

/// A lane, with the key that signs.
#[derive(Clone, Debug)]
pub struct Lane {
    /// Its name.
    pub id: LaneId,
    /// Its key.
    pub signer: Signer,
}

/// A gas key of the relay's account that is kept here.
#[derive(Clone, Debug)]
pub struct GasKey {
    /// The key.
    pub signer: Signer,
    /// How many nonces it has.
    pub nonces: NonceIndex,
    /// What it can pay gas with.
    pub balance: Balance,
}

/// The lanes, of which the free ones wait in a queue.
pub struct Lanes {
    free: Mutex<VecDeque<Lane>>,
    permits: Semaphore,
}

/// A lane that is in use; it is free again when this is dropped.
pub struct UsedLane<'a> {
    lanes: &'a Lanes,
    pub lane: Lane,
    _permit: SemaphorePermit<'a>,
}

impl LaneId {
    /// Returns a nonce of this lane, as transactions name it.
    pub const fn nonce(&self, nonce: u64) -> TransactionNonce {
        match self.index {
            None => TransactionNonce::Nonce { nonce },
            Some(nonce_index) => TransactionNonce::GasKeyNonce { nonce, nonce_index },
        }
    }

    /// Returns the last nonce that was used, as of a block.
    pub async fn last_nonce(
        &self,
        rpc: &Rpc,
        account: &AccountId,
        block: BlockReference,
    ) -> Result<u64, Error> {
        let Some(index) = self.index else {
            return Ok(rpc.nonce_of(account, &self.key, block).await?.0);
        };
        let nonces = rpc.gas_key_nonces(account, &self.key, block).await?;
        nonces.get(usize::from(index)).copied().ok_or_else(|| Error::NoKey(self.key.clone()))
    }
}

/// A key, followed by `#` and an index if it is a gas key.
impl fmt::Display for LaneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            None => write!(f, "{}", self.key),
            Some(index) => write!(f, "{}#{index}", self.key),
        }
    }
}

impl FromStr for LaneId {
    type Err = Box<dyn std::error::Error + Send + Sync>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (key, index) = match text.split_once('#') {
            None => (text, None),
            Some((key, index)) => (key, Some(index.parse()?)),
        };
        Ok(Self { key: key.parse()?, index })
    }
}

/// Returns the gas keys of an account whose secret halves are kept here.
pub async fn gas_keys(rpc: &Rpc, key_store: &KeyStore, account: &AccountId) -> Result<Vec<GasKey>, KeyError> {
    let mut found = Vec::new();
    for info in rpc.keys_of(account).await? {
        let AccessKeyPermissionView::GasKeyFullAccess { balance, num_nonces } = info.access_key.permission
        else {
            continue;
        };
        let Ok(key) = info.public_key.to_string().parse() else { continue };
        match key_store.find(account, &[key]) {
            Ok(secret) => found.push(GasKey {
                signer: InMemorySigner::from_secret_key(account.clone(), secret),
                nonces: num_nonces,
                balance,
            }),
            Err(KeyError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

/// Returns what is left to pay gas with: by the gas key that has least or, without gas keys, by the account.
pub async fn gas_left(rpc: &Rpc, account: &AccountId, gas_keys: &[PublicKey]) -> Result<Balance, Error> {
    if gas_keys.is_empty() {
        return Ok(rpc.account(account).await?.amount);
    }
    let is_used = |key: String| gas_keys.iter().any(|used| used.to_string() == key);
    let keys = rpc.keys_of(account).await?.into_iter().filter(|key| is_used(key.public_key.to_string()));
    let balances = keys.filter_map(|key| match key.access_key.permission {
        AccessKeyPermissionView::GasKeyFullAccess { balance, .. } => Some(balance),
        _ => None,
    });
    Ok(balances.min().unwrap_or_default())
}

/// Returns all lanes of an account whose keys are kept here: those of gas keys, and the full-access keys.
pub async fn find(rpc: &Rpc, key_store: &KeyStore, account: &AccountId) -> Result<Vec<Lane>, KeyError> {
    let lane = |signer: &Signer, index| Lane {
        id: LaneId { key: signer.public_key(), index },
        signer: signer.clone(),
    };
    let gas_keys = gas_keys(rpc, key_store, account).await?;
    let of_gas_keys =
        gas_keys.iter().flat_map(|key| (0..key.nonces).map(|index| lane(&key.signer, Some(index))));
    let mut lanes: Vec<Lane> = of_gas_keys.collect();
    let purpose = Purpose { contract: account, methods: &[], pays: true };
    match key_store.signers(rpc, account, purpose).await {
        Ok(signers) => lanes.extend(signers.iter().map(|signer| lane(signer, None))),
        Err(KeyError::NotFound { .. }) if !lanes.is_empty() => {}
        Err(error) => return Err(error),
    }
    Ok(lanes)
}

impl Lanes {
    /// Creates a queue of lanes that are all free.
    pub fn new(lanes: Vec<Lane>) -> Self {
        Self { permits: Semaphore::new(lanes.len()), free: Mutex::new(lanes.into()) }
    }

    /// Takes the first lane that is free, or none if there is none for long.
    pub async fn take(&self) -> Option<UsedLane<'_>> {
        let permit = tokio::time::timeout(PATIENCE, self.permits.acquire()).await.ok()?.ok()?;
        let lane = self.free().pop_front()?;
        Some(UsedLane { lanes: self, lane, _permit: permit })
    }

    /// Takes this lane, if it is free.
    pub fn take_free(&self, id: &LaneId) -> Option<UsedLane<'_>> {
        let permit = self.permits.try_acquire().ok()?;
        let mut free = self.free();
        let slot = free.iter().position(|lane| lane.id == *id)?;
        Some(UsedLane { lanes: self, lane: free.remove(slot)?, _permit: permit })
    }

    fn free(&self) -> MutexGuard<'_, VecDeque<Lane>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UsedLane<'_> {
    fn drop(&mut self) {
        self.lanes.free().push_back(self.lane.clone());
    }
}
