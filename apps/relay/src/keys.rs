//! The relay's keys: each signs one transaction at a time, so that no nonce overtakes another.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use near_crypto::{PublicKey, Signer};
use tokio::sync::{Semaphore, SemaphorePermit};

/// How long a call waits for a key.
const PATIENCE: Duration = Duration::from_secs(10);

/// The keys, of which the free ones wait in a queue.
pub struct Keys {
    free: Mutex<VecDeque<Signer>>,
    permits: Semaphore,
}

/// A key that is in use; it is free again when this is dropped.
pub struct Key<'a> {
    keys: &'a Keys,
    pub signer: Signer,
    _permit: SemaphorePermit<'a>,
}

impl Keys {
    /// Creates a queue of keys that are all free.
    pub fn new(signers: Vec<Signer>) -> Self {
        Self { permits: Semaphore::new(signers.len()), free: Mutex::new(signers.into()) }
    }

    /// Takes the first key that is free, or none if there is none for long.
    pub async fn take(&self) -> Option<Key<'_>> {
        let permit = tokio::time::timeout(PATIENCE, self.permits.acquire()).await.ok()?.ok()?;
        let signer = self.free().pop_front()?;
        Some(Key { keys: self, signer, _permit: permit })
    }

    /// Takes this key, if it is free.
    pub fn take_free(&self, key: &PublicKey) -> Option<Key<'_>> {
        let permit = self.permits.try_acquire().ok()?;
        let mut free = self.free();
        let place = free.iter().position(|signer| signer.public_key() == *key)?;
        Some(Key { keys: self, signer: free.remove(place)?, _permit: permit })
    }

    fn free(&self) -> MutexGuard<'_, VecDeque<Signer>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Key<'_> {
    fn drop(&mut self) {
        self.keys.free().push_back(self.signer.clone());
    }
}
