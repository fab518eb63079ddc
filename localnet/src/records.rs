//! State records: the form in which genesis and patches write to the state.

use near_primitives::{hash::CryptoHash, state_record::StateRecord, trie_key::TrieKey, types::Balance};

use crate::state::{ReadState, StateUpdate};

/// Thousands of times the supply at genesis, and still far from where sums would overflow.
const LARGEST_BALANCE: Balance = Balance::from_near(10_000_000_000_000);

/// Writes records as they are; storage usage is not adjusted.
///
/// # Errors
///
/// When a record cannot be written, or when an account names other code than it has. What was written until then is
/// still pending.
pub fn write(state: &mut StateUpdate, records: &[StateRecord]) -> Result<(), String> {
    for record in records {
        write_one(state, record)?;
    }
    records.iter().try_for_each(|record| check_code(state, record))
}

fn write_one(state: &mut StateUpdate, record: &StateRecord) -> Result<(), String> {
    match record {
        StateRecord::Account { account_id, account }
            if account.amount().max(account.locked()) > LARGEST_BALANCE =>
        {
            return Err(format!("{account_id}: nobody can own more than {LARGEST_BALANCE}"));
        }
        StateRecord::AccessKey { account_id, access_key, .. }
            if access_key.gas_key_info().is_some_and(|info| info.balance > LARGEST_BALANCE) =>
        {
            return Err(format!("{account_id}: a gas key cannot own more than {LARGEST_BALANCE}"));
        }
        StateRecord::Account { account_id, account } => state.set_account(account_id, account),
        StateRecord::Data { account_id, data_key, value } => {
            let key = TrieKey::ContractData { account_id: account_id.clone(), key: data_key.to_vec() };
            state.set_bytes(key, value.to_vec());
        }
        StateRecord::Contract { account_id, code } => {
            state.set_bytes(TrieKey::ContractCode { account_id: account_id.clone() }, code.clone());
        }
        StateRecord::AccessKey { account_id, public_key, access_key } => {
            state.set_access_key(account_id, public_key.clone(), access_key);
        }
        StateRecord::GasKeyNonce { account_id, public_key, index, nonce } => {
            state.set(TrieKey::gas_key_nonce(account_id.clone(), public_key.clone(), *index), nonce);
        }
        _ => {
            return Err(format!(
                "only Account, AccessKey, GasKeyNonce, Contract and Data records can be written, not {record}"
            ));
        }
    }
    Ok(())
}

/// Checks that the account names the code's own hash: compiled code is shared by all nodes under that hash.
fn check_code(state: &StateUpdate, record: &StateRecord) -> Result<(), String> {
    let (StateRecord::Account { account_id, .. } | StateRecord::Contract { account_id, .. }) = record else {
        return Ok(());
    };
    let account = state.account(account_id).ok_or_else(|| format!("{account_id} has no account record"))?;
    let named = account.local_contract_hash();
    if named.is_none() && matches!(record, StateRecord::Account { .. }) {
        return Ok(());
    }
    let code = state.get_bytes(&TrieKey::ContractCode { account_id: account_id.clone() });
    if named == code.map(|code| CryptoHash::hash_bytes(&code)) {
        return Ok(());
    }
    let named = named.unwrap_or_default();
    Err(format!("{account_id} names code {named}, but that is not the code of its contract"))
}
