//! What is stored of an account: how many games it sits in, and its balance if it is registered.

use near_sdk::{NearToken, env, near};
use tic_tac_toe_interface::arena::{Amount, StorageBalance};

use super::stored;
use crate::records::{self, AccountHash, Key, of_registration};

/// An account that sits in games or is registered; of any other nothing is stored.
#[near(serializers = [borsh])]
#[derive(Default)]
pub struct Account {
    /// How many games it has a seat in: the length of its list.
    pub games: u32,
    /// What it has deposited; without it the account is not registered.
    pub balance: Option<Balance>,
}

/// A registered account's money.
#[near(serializers = [borsh])]
#[derive(Clone, Copy, Default)]
pub struct Balance {
    /// Everything that was credited and not withdrawn.
    pub total: NearToken,
    /// What the games lock that the account hosts.
    pub locked: NearToken,
    /// How many games the account has made since version 2.
    #[cfg(feature = "rehearsal")]
    #[borsh(skip)]
    pub games_made: u64,
}

impl Account {
    /// Reads the account; one of which nothing is stored is in no game and not registered.
    #[must_use]
    pub fn load(id: AccountHash) -> Self {
        stored::read_account(id).unwrap_or_default()
    }

    /// Stores the account; one that is in no game and not registered is removed.
    pub fn save(self, id: AccountHash) {
        if self.games == 0 && self.balance.is_none() {
            return records::remove(Key::Account(id));
        }
        stored::write_account(id, self);
    }

    /// Releases what a game locked that the account hosted.
    pub fn unlock(&mut self, amount: NearToken) {
        let left = self.balance.and_then(|balance| balance.locked.checked_sub(amount));
        match (&mut self.balance, left) {
            (Some(balance), Some(left)) => balance.locked = left,
            _ => env::panic_str("a game locks more than its host's balance says"),
        }
    }
}

impl Balance {
    /// Returns what is neither needed for the registration nor locked by games.
    #[must_use]
    pub fn available(&self) -> NearToken {
        self.total.saturating_sub(self.needed())
    }

    /// Returns how much more the registration and the games need than there is.
    #[must_use]
    pub fn missing(&self) -> NearToken {
        self.needed().saturating_sub(self.total)
    }

    fn needed(&self) -> NearToken {
        of_registration().saturating_add(self.locked)
    }

    /// Returns whether the account hosts games: each locks something.
    #[must_use]
    pub fn hosts_games(&self) -> bool {
        !self.locked.is_zero()
    }

    /// Returns the balance as NEP-145 shows it.
    #[must_use]
    pub fn view(&self) -> StorageBalance {
        StorageBalance {
            total: Amount(self.total.as_yoctonear()),
            available: Amount(self.available().as_yoctonear()),
        }
    }
}
