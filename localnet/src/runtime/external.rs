//! What the VM asks of the chain while a contract runs.

use near_crypto::PublicKey;
use near_primitives::{
    account::{AccessKey, AccessKeyPermission, FunctionCallPermission},
    action::{
        self, Action, AddKeyAction, CreateAccountAction, DeleteAccountAction, DeleteKeyAction,
        DeployContractAction, FunctionCallAction, StakeAction, TransferAction, TransferToGasKeyAction,
        UniversalStateInitAction, UseGlobalContractAction,
    },
    hash::{CryptoHash, YieldId},
    trie_key::TrieKey,
    types::{AccountId, Balance, Gas, GasWeight, Nonce, NonceIndex, PromiseYieldStatus},
    universal_state_init::{self, DecodeMode, RawStateInit, StateInitError, UniversalStateInitCounts},
    utils::create_receipt_id_from_action_hash,
    version::ProtocolFeature,
};
use near_vm_runner::logic::{
    External, HostError, StorageAccessTracker, VMLogicError, ValuePtr,
    types::{ActionIndex, GlobalContractDeployMode, GlobalContractIdentifier, ReceiptIndex},
};

use super::{BlockContext, ChainParams, promises::Promises};
use crate::{
    state::{Change, ReadState, StateUpdate},
    trie_cost::NodeCount,
};

type Result<T> = std::result::Result<T, VMLogicError>;

/// One running call: the state it reads and writes, the receipts it makes.
pub(super) struct Call<'a> {
    pub params: &'a ChainParams,
    pub block: &'a BlockContext,
    pub state: &'a mut StateUpdate,
    pub promises: Promises,
    pub account_id: AccountId,
    pub action_hash: CryptoHash,
    pub data_ids: u64,
}

/// A value that was found but not read yet.
struct Found<'a> {
    state: &'a StateUpdate,
    value: Value<'a>,
}

enum Value<'a> {
    /// Written in this block: reading it touches no trie.
    Fresh(&'a [u8]),
    Stored(&'a [u8]),
}

impl ValuePtr for Found<'_> {
    fn len(&self) -> u32 {
        let (Value::Fresh(value) | Value::Stored(value)) = self.value;
        u32::try_from(value.len()).expect("storage values are limited to a few megabytes")
    }

    fn deref(&self, tracker: &mut dyn StorageAccessTracker) -> Result<Vec<u8>> {
        match self.value {
            Value::Fresh(value) => Ok(value.to_vec()),
            Value::Stored(value) => {
                let nodes = self.state.accesses.borrow_mut().read_value(value);
                report(nodes, tracker)?;
                Ok(value.to_vec())
            }
        }
    }
}

fn report(nodes: NodeCount, tracker: &mut dyn StorageAccessTracker) -> Result<()> {
    tracker.trie_node_touched(nodes.touched)?;
    tracker.cached_trie_node_access(nodes.cached)
}

impl Call<'_> {
    fn data_key(&self, key: &[u8]) -> TrieKey {
        TrieKey::ContractData { account_id: self.account_id.clone(), key: key.to_vec() }
    }

    fn find(&self, key: &[u8]) -> Option<Value<'_>> {
        match self.state.change(key) {
            Change::Written(value) => Some(Value::Fresh(value)),
            Change::Removed => None,
            Change::None => {
                let stored = self.state.base().get_raw(key);
                stored.map(|value| Value::Stored(value))
            }
        }
    }

    /// Looks a key up through the trie, as writing and removing do, and returns the old value.
    fn evict(
        &self,
        key: &TrieKey,
        tracker: &mut dyn StorageAccessTracker,
        charge_bytes: fn(&mut dyn StorageAccessTracker, u64) -> Result<()>,
    ) -> Result<Option<Vec<u8>>> {
        let raw = key.to_vec();
        let (old, nodes) = match self.state.change(&raw) {
            Change::Written(value) => (Some(value.to_vec()), NodeCount::default()),
            Change::Removed => (None, NodeCount::default()),
            Change::None => {
                let base = self.state.base();
                let nodes = self.state.accesses.borrow_mut().read_path(base, &raw);
                (base.get_raw(&raw).map(|value| value.to_vec()), nodes)
            }
        };
        if let Some(old) = &old {
            charge_bytes(tracker, old.len() as u64)?;
        }
        report(nodes, tracker)?;
        Ok(old)
    }

    fn set_yield_status(&mut self, data_id: CryptoHash, status: PromiseYieldStatus) {
        let receiver_id = self.account_id.clone();
        let key = TrieKey::PromiseYieldStatus { receiver_id, data_id };
        self.state.set(key, &status);
    }

    fn add_key(&mut self, index: ReceiptIndex, public_key: PublicKey, access_key: AccessKey) {
        let action = AddKeyAction { public_key, access_key };
        self.promises.append(index, Action::AddKey(Box::new(action)));
    }
}

fn call_permission(
    allowance: Option<Balance>,
    receiver_id: AccountId,
    method_names: Vec<Vec<u8>>,
) -> Result<FunctionCallPermission> {
    let method_names = method_names.into_iter().map(method_name).collect::<Result<_>>()?;
    Ok(FunctionCallPermission { allowance, receiver_id: receiver_id.into(), method_names })
}

fn method_name(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| HostError::InvalidMethodName.into())
}

impl External for Call<'_> {
    fn storage_set(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
        value: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let key = self.data_key(key);
        let evicted =
            self.evict(&key, tracker, |tracker, bytes| tracker.deref_write_evicted_value_bytes(bytes))?;
        self.state.set_bytes(key, value.to_vec());
        Ok(evicted)
    }

    fn storage_get<'a>(
        &'a self,
        _tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
    ) -> Result<Option<Box<dyn ValuePtr + 'a>>> {
        let found = self.find(&self.data_key(key).to_vec());
        Ok(found.map(|value| {
            let state: &StateUpdate = self.state;
            Box::new(Found { state, value }) as Box<dyn ValuePtr>
        }))
    }

    fn storage_remove(
        &mut self,
        tracker: &mut dyn StorageAccessTracker,
        key: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let key = self.data_key(key);
        let removed = self.evict(&key, tracker, |tracker, bytes| tracker.deref_removed_value_bytes(bytes))?;
        self.state.remove(key);
        Ok(removed)
    }

    fn storage_has_key(&mut self, _tracker: &mut dyn StorageAccessTracker, key: &[u8]) -> Result<bool> {
        Ok(self.find(&self.data_key(key).to_vec()).is_some())
    }

    fn generate_data_id(&mut self) -> CryptoHash {
        let id = create_receipt_id_from_action_hash(&self.action_hash, self.block.height, self.data_ids);
        self.data_ids += 1;
        id
    }

    /// Returns 0: no witness is recorded, so its limit never applies.
    fn get_recorded_storage_size(&self) -> usize {
        0
    }

    fn storage_proof_size_before_receipt(&self) -> usize {
        0
    }

    fn validator_stake(&self, account_id: &AccountId) -> Result<Option<Balance>> {
        let validators = &self.params.validators;
        let found = validators.iter().find(|(id, _)| id == account_id);
        Ok(found.map(|(_, stake)| *stake))
    }

    fn validator_total_stake(&self) -> Result<Balance> {
        let stakes = self.params.validators.iter().map(|(_, stake)| *stake);
        Ok(stakes.fold(Balance::ZERO, Balance::saturating_add))
    }

    fn chain_id(&self) -> String {
        self.params.chain_id.clone()
    }

    fn create_action_receipt(
        &mut self,
        receipt_indices: Vec<ReceiptIndex>,
        receiver_id: AccountId,
    ) -> Result<ReceiptIndex> {
        let dependencies =
            receipt_indices.into_iter().map(|index| (index, self.generate_data_id())).collect();
        self.promises.create(receiver_id, dependencies)
    }

    fn create_promise_yield_receipt(&mut self, receiver_id: AccountId) -> Result<(ReceiptIndex, CryptoHash)> {
        let data_id = self.generate_data_id();
        let index = self.promises.create_yield(receiver_id, data_id);
        self.set_yield_status(data_id, PromiseYieldStatus::Yielded);
        Ok((index, data_id))
    }

    fn create_promise_yield_receipt_with_id(
        &mut self,
        receiver_id: AccountId,
        yield_id: YieldId,
    ) -> Result<Option<(ReceiptIndex, CryptoHash)>> {
        let by_yield_id = TrieKey::YieldIdToDataId { receiver_id: receiver_id.clone(), yield_id };
        if self.state.contains(&by_yield_id) {
            return Ok(None);
        }
        let (index, data_id) = self.create_promise_yield_receipt(receiver_id.clone())?;
        self.state.set(by_yield_id, &data_id);
        let by_data_id = TrieKey::DataIdToYieldId { receiver_id, data_id };
        self.state.set(by_data_id, &yield_id);
        Ok(Some((index, data_id)))
    }

    fn submit_promise_resume_data(&mut self, data_id: CryptoHash, data: Vec<u8>) -> Result<bool> {
        let receipt = TrieKey::PromiseYieldReceipt { receiver_id: self.account_id.clone(), data_id };
        let status = TrieKey::PromiseYieldStatus { receiver_id: self.account_id.clone(), data_id };
        if !self.state.contains(&receipt) && !self.state.contains(&status) {
            return Ok(false);
        }
        self.promises.resumptions.push((data_id, data));
        self.set_yield_status(data_id, PromiseYieldStatus::ResumeInitiated);
        Ok(true)
    }

    fn submit_promise_resume_data_with_yield_id(&mut self, yield_id: YieldId, data: Vec<u8>) -> Result<bool> {
        let key = TrieKey::YieldIdToDataId { receiver_id: self.account_id.clone(), yield_id };
        match self.state.get(&key) {
            Some(data_id) => self.submit_promise_resume_data(data_id, data),
            None => Ok(false),
        }
    }

    fn append_action_create_account(&mut self, index: ReceiptIndex) {
        let action = Action::CreateAccount(CreateAccountAction {});
        self.promises.append(index, action);
    }

    fn append_action_deploy_contract(&mut self, index: ReceiptIndex, code: Vec<u8>) {
        let action = Action::DeployContract(DeployContractAction { code });
        self.promises.append(index, action);
    }

    fn append_action_deploy_global_contract(
        &mut self,
        index: ReceiptIndex,
        code: Vec<u8>,
        mode: GlobalContractDeployMode,
    ) {
        let mode = match mode {
            GlobalContractDeployMode::CodeHash => action::GlobalContractDeployMode::CodeHash,
            GlobalContractDeployMode::AccountId => action::GlobalContractDeployMode::AccountId,
        };
        self.promises.append_global_deploy(index, code, mode);
    }

    fn append_action_use_global_contract(
        &mut self,
        index: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
    ) {
        let action = UseGlobalContractAction { contract_identifier: contract_id.into() };
        self.promises.append(index, Action::UseGlobalContract(Box::new(action)));
    }

    fn append_action_deterministic_state_init(
        &mut self,
        index: ReceiptIndex,
        contract_id: GlobalContractIdentifier,
        amount: Balance,
    ) -> ActionIndex {
        self.promises.append_state_init(index, contract_id.into(), amount)
    }

    fn set_deterministic_state_init_data_entry(
        &mut self,
        index: ReceiptIndex,
        action_index: ActionIndex,
        key: Vec<u8>,
        value: Vec<u8>,
    ) -> Result<()> {
        self.promises.set_state_init_entry(index, action_index, key, value)
    }

    fn check_state_init(&self, state_init: &RawStateInit) -> std::result::Result<(), StateInitError> {
        universal_state_init::UniversalStateInit::from_raw_strict(state_init).map(|_| ())
    }

    fn state_init_send_counts(
        &self,
        state_init: &RawStateInit,
        mode: DecodeMode,
    ) -> UniversalStateInitCounts {
        universal_state_init::state_init_send_counts(state_init, mode)
    }

    fn append_action_universal_state_init(
        &mut self,
        index: ReceiptIndex,
        state_init: RawStateInit,
        amount: Balance,
    ) {
        let action = UniversalStateInitAction { state_init, deposit: amount };
        self.promises.append(index, Action::UniversalStateInit(Box::new(action)));
    }

    fn append_action_function_call_weight(
        &mut self,
        index: ReceiptIndex,
        method: Vec<u8>,
        args: Vec<u8>,
        deposit: Balance,
        gas: Gas,
        weight: GasWeight,
    ) -> Result<()> {
        let call = FunctionCallAction { method_name: method_name(method)?, args, gas, deposit };
        self.promises.append_call(index, call, weight);
        Ok(())
    }

    fn append_action_transfer(&mut self, index: ReceiptIndex, deposit: Balance) {
        let action = Action::Transfer(TransferAction { deposit });
        self.promises.append(index, action);
    }

    fn append_action_transfer_to_gas_key(
        &mut self,
        index: ReceiptIndex,
        public_key: PublicKey,
        deposit: Balance,
    ) {
        let action = TransferToGasKeyAction { public_key, deposit };
        self.promises.append(index, Action::TransferToGasKey(Box::new(action)));
    }

    fn append_action_add_gas_key_with_full_access(
        &mut self,
        index: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
    ) {
        self.add_key(index, public_key, AccessKey::gas_key_full_access(num_nonces));
    }

    fn append_action_add_gas_key_with_function_call(
        &mut self,
        index: ReceiptIndex,
        public_key: PublicKey,
        num_nonces: NonceIndex,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        let permission = call_permission(allowance, receiver_id, method_names)?;
        let access_key = AccessKey::gas_key_function_call(num_nonces, permission);
        self.add_key(index, public_key, access_key);
        Ok(())
    }

    fn append_action_stake(&mut self, index: ReceiptIndex, stake: Balance, public_key: PublicKey) {
        let action = StakeAction { stake, public_key };
        self.promises.append(index, Action::Stake(Box::new(action)));
    }

    fn append_action_add_key_with_full_access(
        &mut self,
        index: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
    ) {
        let permission = AccessKeyPermission::FullAccess;
        self.add_key(index, public_key, AccessKey { nonce, permission });
    }

    fn append_action_add_key_with_function_call(
        &mut self,
        index: ReceiptIndex,
        public_key: PublicKey,
        nonce: Nonce,
        allowance: Option<Balance>,
        receiver_id: AccountId,
        method_names: Vec<Vec<u8>>,
    ) -> Result<()> {
        let permission = call_permission(allowance, receiver_id, method_names)?;
        let permission = AccessKeyPermission::FunctionCall(permission);
        self.add_key(index, public_key, AccessKey { nonce, permission });
        Ok(())
    }

    fn append_action_delete_key(&mut self, index: ReceiptIndex, public_key: PublicKey) {
        let action = Action::DeleteKey(Box::new(DeleteKeyAction { public_key }));
        self.promises.append(index, action);
    }

    fn append_action_delete_account(&mut self, index: ReceiptIndex, beneficiary_id: AccountId) {
        let action = Action::DeleteAccount(DeleteAccountAction { beneficiary_id });
        self.promises.append(index, action);
    }

    fn get_receipt_receiver(&self, index: ReceiptIndex) -> &AccountId {
        &self.promises.draft(index).receiver_id
    }

    fn set_refund_to(&mut self, index: ReceiptIndex, refund_to: AccountId) {
        self.promises.draft_mut(index).refund_to = Some(refund_to);
    }

    fn post_quantum_keys_enabled(&self) -> bool {
        self.params.enabled(ProtocolFeature::PostQuantumSignatures)
    }
}
