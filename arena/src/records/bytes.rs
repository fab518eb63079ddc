//! Records as bytes. What is stored is always an enum of versions, so that later code can read what earlier code wrote.

use near_sdk::borsh::{self, BorshDeserialize, BorshSerialize};
use near_sdk::env;

use super::Key;

/// Reads the record, if there is one.
#[must_use]
pub fn read<T: BorshDeserialize>(key: Key<'_>) -> Option<T> {
    env::storage_read(&key.to_bytes()).map(|bytes| parse(&bytes))
}

/// Writes a record, whether there was one or not.
pub fn write<T: BorshSerialize>(key: Key<'_>, record: &T) {
    env::storage_write(&key.to_bytes(), &to_bytes(record));
}

/// Changes the first part of a record and leaves the rest of it unread. Returns whether there is such a record.
pub fn edit<T: BorshDeserialize + BorshSerialize>(key: Key<'_>, change: impl FnOnce(&mut T)) -> bool {
    let key = key.to_bytes();
    let Some(bytes) = env::storage_read(&key) else {
        return false;
    };
    let mut rest = bytes.as_slice();
    let mut head = T::deserialize(&mut rest).unwrap_or_else(|_| unreadable());
    change(&mut head);
    env::storage_write(&key, &[&to_bytes(&head), rest].concat());
    true
}

/// Removes the record, if there is one.
pub fn remove(key: Key<'_>) {
    env::storage_remove(&key.to_bytes());
}

/// Removes the record and returns it, if there was one: cheaper than reading it first.
pub fn take<T: BorshDeserialize>(key: Key<'_>) -> Option<T> {
    let existed = env::storage_remove(&key.to_bytes());
    existed.then(env::storage_get_evicted).flatten().map(|bytes| parse(&bytes))
}

/// Returns the borsh form of a value.
#[must_use]
pub fn to_bytes<T: BorshSerialize>(value: &T) -> Vec<u8> {
    borsh::to_vec(value).unwrap_or_else(|_| env::panic_str("a record can't be written to memory"))
}

fn parse<T: BorshDeserialize>(bytes: &[u8]) -> T {
    T::try_from_slice(bytes).unwrap_or_else(|_| unreadable())
}

fn unreadable() -> ! {
    env::panic_str("storage holds a record that this code can't read")
}
