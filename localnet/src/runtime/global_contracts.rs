//! Contracts that many accounts share, and the accounts whose name is derived from one (`0s…`).

use std::collections::BTreeMap;

use near_primitives::{
    account::{Account, AccountContract},
    action::{
        DeployGlobalContractAction, DeterministicStateInitAction, GlobalContractDeployMode,
        GlobalContractIdentifier,
    },
    errors::ActionErrorKind,
    hash::CryptoHash,
    receipt::{GlobalContractDistributionReceipt, Receipt},
    trie_key::TrieKey,
    types::{AccountId, Balance, ShardId, StateChangeCause},
};
use near_vm_runner::ContractCode;

use super::{
    Execution,
    actions::contract_storage,
    execute::{ActionResult, Running, missing_storage_stake},
};
use crate::state::ReadState;

impl Execution<'_> {
    /// Burns the price of the code's storage and sends the code out; it is usable from the next block on.
    pub(super) fn deploy_global_contract(
        &mut self,
        running: &mut Running,
        deploy: &DeployGlobalContractAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let cost = self
            .config()
            .fees
            .storage_usage_config
            .global_contract_storage_amount_per_byte
            .saturating_mul(deploy.code.len() as u128);
        let Some(account) = &mut running.account else {
            return Err(ActionErrorKind::AccountDoesNotExist { account_id });
        };
        let Some(amount) = account.amount().checked_sub(cost) else {
            return Err(ActionErrorKind::LackBalanceForState { account_id, amount: cost });
        };
        account.set_amount(amount);
        result.tokens_burnt = result.tokens_burnt.saturating_add(cost);
        let identifier = match deploy.deploy_mode {
            GlobalContractDeployMode::CodeHash => {
                GlobalContractIdentifier::CodeHash(CryptoHash::hash_bytes(&deploy.code))
            }
            GlobalContractDeployMode::AccountId => GlobalContractIdentifier::AccountId(account_id.clone()),
        };
        let nonce_key = nonce_key(&identifier);
        let nonce = self.state.get::<u64>(&nonce_key).unwrap_or(0) + 1;
        self.state.set(nonce_key, &nonce);
        let distribution = GlobalContractDistributionReceipt::new(
            identifier,
            ShardId::new(0),
            vec![],
            deploy.code.clone(),
            nonce,
        );
        let receipt = Receipt::new_global_contract_distribution(account_id, distribution);
        result.new_receipts.push(receipt);
        Ok(())
    }

    /// Stores distributed code, unless a newer version has arrived before.
    pub(super) fn receive_global_contract(
        &mut self,
        receipt: &Receipt,
        distribution: &GlobalContractDistributionReceipt,
    ) {
        let fees = &self.config().fees;
        let per_byte = fees.deploy_global_contract_execution_per_byte;
        let compute = per_byte.saturating_mul(distribution.code().len() as u64);
        let compute = compute.saturating_add(fees.deploy_global_contract_execution_base);
        self.compute = self.compute.saturating_add(compute);
        let nonce_key = nonce_key(distribution.id());
        let newest = self.state.get::<u64>(&nonce_key).unwrap_or(0);
        if distribution.nonce() < newest {
            return;
        }
        self.state.set(nonce_key, &distribution.nonce());
        let code = distribution.code().to_vec();
        let identifier = distribution.id().clone().into();
        self.precompile(&ContractCode::new(code.clone(), None));
        self.state.set_bytes(TrieKey::GlobalContractCode { identifier }, code);
        self.state.commit(&StateChangeCause::ReceiptProcessing { receipt_hash: receipt.get_hash() });
    }

    /// Points an account at shared code instead of its own.
    pub(super) fn use_global_contract(
        &mut self,
        account_id: &AccountId,
        account: &mut Account,
        identifier: &GlobalContractIdentifier,
    ) -> Result<(), ActionErrorKind> {
        let code_key = TrieKey::GlobalContractCode { identifier: identifier.clone().into() };
        if !self.state.contains(&code_key) {
            return Err(ActionErrorKind::GlobalContractDoesNotExist { identifier: identifier.clone() });
        }
        let storage = account
            .storage_usage()
            .saturating_sub(contract_storage(&self.state, account_id, account))
            .saturating_add(identifier.len() as u64);
        account.set_storage_usage(storage);
        if account.contract().is_local() {
            let account_id = account_id.clone();
            self.state.remove(TrieKey::ContractCode { account_id });
        }
        let contract = match identifier {
            GlobalContractIdentifier::CodeHash(hash) => AccountContract::Global(*hash),
            GlobalContractIdentifier::AccountId(id) => AccountContract::GlobalByAccount(id.clone()),
        };
        account.set_contract(contract).expect("existence was checked, and that it is initialized");
        Ok(())
    }

    /// Creates or completes an account whose name is derived from its code and first state.
    pub(super) fn deterministic_state_init(
        &mut self,
        running: &mut Running,
        init: &DeterministicStateInitAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let account_id = running.account_id().clone();
        let mut account = running.account.take().unwrap_or_else(|| self.empty_account(Balance::ZERO));
        if account.contract().is_none() {
            let (code, data) = (init.state_init.code(), init.state_init.data());
            self.install_state(&account_id, &mut account, Some(code), data)?;
        }
        self.settle_state_init(running, account, init.deposit, result)
    }

    /// Takes what the storage of a new account lacks from the deposit; the rest goes back.
    pub(super) fn settle_state_init(
        &self,
        running: &mut Running,
        mut account: Account,
        deposit: Balance,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        let missing = missing_storage_stake(&account, self.config()).unwrap_or(Balance::ZERO);
        let Some(rest) = deposit.checked_sub(missing) else {
            let account_id = running.account_id().clone();
            return Err(ActionErrorKind::LackBalanceForState { account_id, amount: missing });
        };
        account.set_amount(account.amount().saturating_add(missing));
        running.account = Some(account);
        if rest > Balance::ZERO {
            let receiver = running.receipt.balance_refund_receiver();
            let refund = Receipt::new_balance_refund(receiver, rest);
            result.new_receipts.push(refund);
        }
        Ok(())
    }

    /// Gives a new account its code and its first state.
    pub(super) fn install_state(
        &mut self,
        account_id: &AccountId,
        account: &mut Account,
        code: Option<&GlobalContractIdentifier>,
        data: &BTreeMap<Vec<u8>, Vec<u8>>,
    ) -> Result<(), ActionErrorKind> {
        if let Some(code) = code {
            self.use_global_contract(account_id, account, code)?;
        }
        let per_record = self.config().fees.storage_usage_config.num_extra_bytes_record;
        let mut storage = account.storage_usage();
        for (key, value) in data {
            storage = storage.saturating_add((key.len() + value.len()) as u64 + per_record);
            let key = TrieKey::ContractData { account_id: account_id.clone(), key: key.clone() };
            self.state.set_bytes(key, value.clone());
        }
        account.set_storage_usage(storage);
        Ok(())
    }
}

fn nonce_key(identifier: &GlobalContractIdentifier) -> TrieKey {
    TrieKey::GlobalContractNonce { identifier: identifier.clone().into() }
}
