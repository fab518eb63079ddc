//! The chain's state: one ordered map that is cheap to snapshot, and the uncommitted changes on top of it.

use std::{cell::RefCell, collections::BTreeMap, ops::Bound, sync::Arc};

use borsh::{BorshDeserialize, BorshSerialize};
use near_crypto::{PublicKey, PublicKeyHandle};
use near_primitives::{
    account::{AccessKey, Account},
    hash::CryptoHash,
    trie_key::TrieKey,
    types::{
        AccountId, Nonce, NonceIndex, RawStateChange, RawStateChanges, RawStateChangesWithTrieKey,
        StateChangeCause,
    },
};
use rpds::RedBlackTreeMapSync;

use crate::trie_cost::TrieAccesses;

type Bytes = Arc<[u8]>;

/// Everything stored at the end of one block, under the keys that a real node's trie uses.
///
/// Cloning shares all entries, so every retained block keeps its own state.
#[derive(Debug, Clone, Default)]
pub struct State {
    entries: RedBlackTreeMapSync<Bytes, Bytes>,
    root: CryptoHash,
}

impl State {
    /// Creates a state from its entries and its root.
    pub fn restored(entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>, root: CryptoHash) -> Self {
        let entries = entries.into_iter().map(|(key, value)| (key.into(), value.into()));
        Self { entries: entries.collect(), root }
    }

    /// Returns a hash that changes whenever the state does; it is not the root of a Merkle trie.
    pub fn root(&self) -> CryptoHash {
        self.root
    }

    /// Returns the raw value under raw key bytes.
    pub fn get_raw(&self, key: &[u8]) -> Option<&Bytes> {
        self.entries.get(key)
    }

    /// Returns entries from `start` on, in key order.
    pub fn iter_from<'a>(
        &'a self,
        start: Bound<&'a [u8]>,
    ) -> impl DoubleEndedIterator<Item = (&'a [u8], &'a [u8])> {
        self.range(start, Bound::Unbounded)
    }

    /// Returns entries between two bounds, in key order.
    pub fn range<'a>(
        &'a self,
        start: Bound<&'a [u8]>,
        end: Bound<&'a [u8]>,
    ) -> impl DoubleEndedIterator<Item = (&'a [u8], &'a [u8])> {
        self.entries.range::<[u8], _>((start, end)).map(|(key, value)| (&**key, &**value))
    }
}

/// Reading access to a state, be it a snapshot or one with pending changes.
pub trait ReadState {
    /// Returns the bytes stored under `key`.
    fn get_bytes(&self, key: &TrieKey) -> Option<Bytes>;

    /// Returns the value stored under `key`.
    fn get<T: BorshDeserialize>(&self, key: &TrieKey) -> Option<T> {
        self.get_bytes(key).map(|bytes| T::try_from_slice(&bytes).expect("only typed values are written"))
    }

    /// Returns whether anything is stored under `key`.
    fn contains(&self, key: &TrieKey) -> bool {
        self.get_bytes(key).is_some()
    }

    /// Returns an account, if it exists.
    fn account(&self, account_id: &AccountId) -> Option<Account> {
        self.get(&TrieKey::Account { account_id: account_id.clone() })
    }

    /// Returns an access key, if it exists.
    fn access_key(&self, account_id: &AccountId, public_key: &PublicKey) -> Option<AccessKey> {
        self.get(&TrieKey::access_key(account_id.clone(), public_key))
    }

    /// Returns the last nonce that was used of a gas key's nonces of this index, if it counts so many.
    fn gas_key_nonce(
        &self,
        account_id: &AccountId,
        public_key: &PublicKey,
        index: NonceIndex,
    ) -> Option<Nonce> {
        self.get(&TrieKey::gas_key_nonce(account_id.clone(), public_key, index))
    }
}

impl ReadState for State {
    fn get_bytes(&self, key: &TrieKey) -> Option<Bytes> {
        self.get_raw(&key.to_vec()).cloned()
    }
}

/// What the current block did to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'a> {
    /// Nothing.
    None,
    /// It stored this value.
    Written(&'a [u8]),
    /// It removed the value.
    Removed,
}

impl<'a> From<Option<&'a [u8]>> for Change<'a> {
    fn from(value: Option<&'a [u8]>) -> Self {
        value.map_or(Self::Removed, Self::Written)
    }
}

struct Pending {
    key: TrieKey,
    value: Option<Vec<u8>>,
}

/// A state with changes on top: those of the current receipt can be rolled back, the others stay.
pub struct StateUpdate {
    base: State,
    committed: RawStateChanges,
    pending: BTreeMap<Vec<u8>, Pending>,
    /// Which trie nodes and values this block has read so far; gas profiles distinguish first reads from later ones.
    pub accesses: RefCell<TrieAccesses>,
}

impl ReadState for StateUpdate {
    fn get_bytes(&self, key: &TrieKey) -> Option<Bytes> {
        let raw = key.to_vec();
        match self.change(&raw) {
            Change::None => self.base.get_raw(&raw).cloned(),
            Change::Written(value) => Some(value.into()),
            Change::Removed => None,
        }
    }
}

impl StateUpdate {
    /// Starts from a snapshot, without changes.
    pub fn new(base: State) -> Self {
        Self {
            base,
            committed: RawStateChanges::new(),
            pending: BTreeMap::new(),
            accesses: RefCell::default(),
        }
    }

    /// Returns the state as of the start of the block.
    pub fn base(&self) -> &State {
        &self.base
    }

    /// Returns what this block did to a key.
    pub fn change(&self, raw: &[u8]) -> Change<'_> {
        if let Some(pending) = self.pending.get(raw) {
            return pending.value.as_deref().into();
        }
        match self.committed.get(raw).and_then(|key| key.changes.last()) {
            Some(last) => last.data.as_deref().into(),
            None => Change::None,
        }
    }

    /// Stores bytes under a key.
    pub fn set_bytes(&mut self, key: TrieKey, value: Vec<u8>) {
        self.put(key, Some(value));
    }

    /// Stores a value under a key.
    pub fn set<T: BorshSerialize>(&mut self, key: TrieKey, value: &T) {
        let bytes = borsh::to_vec(value).expect("writing into memory does not fail");
        self.set_bytes(key, bytes);
    }

    /// Removes a key.
    pub fn remove(&mut self, key: TrieKey) {
        self.put(key, None);
    }

    fn put(&mut self, key: TrieKey, value: Option<Vec<u8>>) {
        self.pending.insert(key.to_vec(), Pending { key, value });
    }

    /// Stores an account.
    pub fn set_account(&mut self, account_id: &AccountId, account: &Account) {
        let account_id = account_id.clone();
        self.set(TrieKey::Account { account_id }, account);
    }

    /// Stores an access key.
    pub fn set_access_key(
        &mut self,
        account_id: &AccountId,
        key: impl Into<PublicKeyHandle>,
        access_key: &AccessKey,
    ) {
        self.set(TrieKey::access_key(account_id.clone(), key), access_key);
    }

    /// Returns all present raw keys that start with `prefix`.
    pub fn keys_with_prefix(&self, prefix: &[u8]) -> Vec<Vec<u8>> {
        let start = Bound::Included(prefix);
        let mut keys: BTreeMap<Vec<u8>, bool> = self
            .base
            .iter_from(start)
            .take_while(|(key, _)| key.starts_with(prefix))
            .map(|(key, _)| (key.to_vec(), true))
            .collect();
        let range = (start, Bound::Unbounded);
        let committed = self.committed.range::<[u8], _>(range).map(|(key, _)| key);
        let pending = self.pending.range::<[u8], _>(range).map(|(key, _)| key);
        for key in committed.take_while(|key| key.starts_with(prefix)) {
            keys.insert(key.clone(), matches!(self.change(key), Change::Written(_)));
        }
        for key in pending.take_while(|key| key.starts_with(prefix)) {
            keys.insert(key.clone(), matches!(self.change(key), Change::Written(_)));
        }
        keys.into_iter().filter_map(|(key, present)| present.then_some(key)).collect()
    }

    /// Makes the pending changes permanent for this block.
    pub fn commit(&mut self, cause: &StateChangeCause) {
        for (raw, Pending { key, value }) in std::mem::take(&mut self.pending) {
            self.committed
                .entry(raw)
                .or_insert_with(|| RawStateChangesWithTrieKey { trie_key: key, changes: Vec::new() })
                .changes
                .push(RawStateChange { cause: cause.clone(), data: value });
        }
    }

    /// Forgets the pending changes.
    pub fn rollback(&mut self) {
        self.pending.clear();
    }

    /// Returns the state at the end of the block, and what changed with its causes.
    pub fn finish(self) -> (State, Vec<RawStateChangesWithTrieKey>) {
        let Self { mut base, committed, .. } = self;
        if committed.is_empty() {
            return (base, Vec::new());
        }
        let mut digest = base.root.as_bytes().to_vec();
        for (raw, changes) in &committed {
            let value = changes.changes.last().and_then(|last| last.data.as_ref());
            digest.extend_from_slice(CryptoHash::hash_borsh((raw, value)).as_bytes());
            match value {
                Some(value) => base.entries.insert_mut(raw.as_slice().into(), value.as_slice().into()),
                None => {
                    base.entries.remove_mut(raw.as_slice());
                }
            }
        }
        base.root = CryptoHash::hash_bytes(&digest);
        (base, committed.into_values().collect())
    }
}
