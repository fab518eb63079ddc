//! NEP-145, storage management: hosts pay for the storage of their games, and get it back.

use near_sdk::{AccountId, NearToken, env, near};
use tic_tac_toe_interface::arena::{Amount, ONE_YOCTO, StorageBalance, StorageBalanceBounds};

use super::{Contract, ContractExt};
use crate::error::Error;
use crate::records::{AccountHash, of_registration};
use crate::state::{Account, Balance};

#[near]
impl Contract {
    /// Registers an account, or adds what is attached to its balance; without `account_id` the caller's.
    ///
    /// With `registration_only` it keeps what registering takes and sends the rest back, all of it if the account is
    /// registered already.
    ///
    /// Refused with `DEPOSIT_TOO_LOW`.
    #[payable]
    #[handle_result]
    pub fn storage_deposit(
        &mut self,
        account_id: Option<AccountId>,
        registration_only: Option<bool>,
    ) -> Result<StorageBalance, Error> {
        let caller = env::predecessor_account_id();
        let id = AccountHash::of(account_id.as_ref().unwrap_or(&caller));
        let registration_only = registration_only.unwrap_or(false);
        let attached = env::attached_deposit();
        let account = Account::load(id);
        let credited = match account.balance {
            None if attached < of_registration() => return Err(Error::DepositTooLow(of_registration())),
            None if registration_only => of_registration(),
            Some(_) if registration_only => NearToken::ZERO,
            _ => attached,
        };

        let before = account.balance.unwrap_or_default();
        let balance = Balance { total: before.total.saturating_add(credited), ..before };
        Account { balance: Some(balance), ..account }.save(id);
        pay(&caller, attached.saturating_sub(credited));
        Ok(balance.view())
    }

    /// Pays `amount` out to the caller, or all that is available, and the attached yoctoNEAR.
    ///
    /// Refused with `ONE_YOCTO`, `NOT_REGISTERED` or `BALANCE_TOO_LOW`, whichever comes first.
    #[payable]
    #[handle_result]
    pub fn storage_withdraw(&mut self, amount: Option<Amount>) -> Result<StorageBalance, Error> {
        require_one_yocto()?;
        let caller = env::predecessor_account_id();
        let id = AccountHash::of(&caller);
        let account = Account::load(id);
        let before = account.balance.ok_or_else(|| Error::NotRegistered(caller.clone()))?;
        let available = before.available();
        let amount = amount.map_or(available, |Amount(yocto)| NearToken::from_yoctonear(yocto));
        if amount > available {
            return Err(Error::BalanceTooLow(available));
        }

        let balance = Balance { total: before.total.saturating_sub(amount), ..before };
        Account { balance: Some(balance), ..account }.save(id);
        pay(&caller, amount.saturating_add(env::attached_deposit()));
        Ok(balance.view())
    }

    /// Ends the caller's registration and pays out everything, and the attached yoctoNEAR. Returns whether the caller
    /// was registered. `force` makes no difference.
    ///
    /// Refused with `ONE_YOCTO`, and with `HAS_GAMES` while the caller hosts games.
    #[payable]
    #[handle_result]
    pub fn storage_unregister(&mut self, force: Option<bool>) -> Result<bool, Error> {
        // NEP-145 lets it discard what is stored, which other players still need.
        let _ = force;
        require_one_yocto()?;
        let caller = env::predecessor_account_id();
        let id = AccountHash::of(&caller);
        let account = Account::load(id);
        let Some(balance) = account.balance else {
            pay(&caller, env::attached_deposit());
            return Ok(false);
        };
        if balance.hosts_games() {
            return Err(Error::HasGames);
        }

        Account { balance: None, ..account }.save(id);
        pay(&caller, balance.total.saturating_add(env::attached_deposit()));
        Ok(true)
    }

    /// What the account has deposited and what of it is available, or `null` when it is not registered.
    #[must_use]
    pub fn storage_balance_of(account_id: AccountId) -> Option<StorageBalance> {
        Account::load(AccountHash::of(&account_id)).balance.map(|balance| balance.view())
    }

    /// What registering takes. There is no upper limit.
    #[must_use]
    pub fn storage_balance_bounds() -> StorageBalanceBounds {
        StorageBalanceBounds { min: Amount(of_registration().as_yoctonear()), max: None }
    }
}

fn require_one_yocto() -> Result<(), Error> {
    if env::attached_deposit().as_yoctonear() == ONE_YOCTO { Ok(()) } else { Err(Error::OneYocto) }
}

// Not near-sdk's Promise, which older chains cannot run.
fn pay(to: &AccountId, amount: NearToken) {
    if amount.is_zero() {
        return;
    }
    let transfer = env::promise_batch_create(to);
    env::promise_batch_action_transfer(transfer, amount);
}
