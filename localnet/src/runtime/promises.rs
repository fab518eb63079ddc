//! The receipts that a contract call is putting together.

use near_primitives::{
    action::{
        Action, DeployGlobalContractAction, DeterministicStateInitAction, FunctionCallAction,
        GlobalContractDeployMode, GlobalContractIdentifier,
    },
    deterministic_account_id::{DeterministicAccountStateInit, DeterministicAccountStateInitV1},
    hash::CryptoHash,
    receipt::DataReceiver,
    types::{AccountId, Balance, Gas, GasWeight},
};
use near_vm_runner::logic::{HostError, VMLogicError};

/// A receipt in the making.
#[derive(Debug)]
pub(super) struct Draft {
    pub receiver_id: AccountId,
    pub refund_to: Option<AccountId>,
    pub output_data_receivers: Vec<DataReceiver>,
    pub input_data_ids: Vec<CryptoHash>,
    pub actions: Vec<Action>,
    pub is_yield: bool,
}

/// Where a call that shares in the unused gas is, and its share.
#[derive(Debug)]
struct Weighted {
    receipt: usize,
    action: usize,
    weight: GasWeight,
}

/// All receipts that one call has made so far.
#[derive(Debug, Default)]
pub(super) struct Promises {
    pub drafts: Vec<Draft>,
    /// Data that resumes yielded receipts.
    pub resumptions: Vec<(CryptoHash, Vec<u8>)>,
    weighted: Vec<Weighted>,
}

fn position(index: u64) -> usize {
    usize::try_from(index).expect("an index that was handed out as the length of a list")
}

impl Promises {
    /// Starts a receipt that waits for the results of others.
    pub fn create(
        &mut self,
        receiver_id: AccountId,
        dependencies: Vec<(u64, CryptoHash)>,
    ) -> Result<u64, VMLogicError> {
        let mut input_data_ids = Vec::with_capacity(dependencies.len());
        for (receipt_index, data_id) in dependencies {
            let draft = self
                .drafts
                .get_mut(position(receipt_index))
                .ok_or(HostError::InvalidReceiptIndex { receipt_index })?;
            draft.output_data_receivers.push(DataReceiver { data_id, receiver_id: receiver_id.clone() });
            input_data_ids.push(data_id);
        }
        Ok(self.push(receiver_id, input_data_ids, false))
    }

    /// Starts a receipt that waits to be resumed.
    pub fn create_yield(&mut self, receiver_id: AccountId, data_id: CryptoHash) -> u64 {
        self.push(receiver_id, vec![data_id], true)
    }

    fn push(&mut self, receiver_id: AccountId, input_data_ids: Vec<CryptoHash>, is_yield: bool) -> u64 {
        self.drafts.push(Draft {
            receiver_id,
            refund_to: None,
            output_data_receivers: Vec::new(),
            input_data_ids,
            actions: Vec::new(),
            is_yield,
        });
        self.drafts.len() as u64 - 1
    }

    /// Returns a receipt that was started before.
    pub fn draft(&self, index: u64) -> &Draft {
        &self.drafts[position(index)]
    }

    /// Returns a receipt that was started before.
    pub fn draft_mut(&mut self, index: u64) -> &mut Draft {
        &mut self.drafts[position(index)]
    }

    /// Adds an action and returns its position.
    pub fn append(&mut self, index: u64, action: impl Into<Action>) -> usize {
        let actions = &mut self.draft_mut(index).actions;
        actions.push(action.into());
        actions.len() - 1
    }

    /// Adds a call that may share in the gas that is left in the end.
    pub fn append_call(&mut self, index: u64, call: FunctionCallAction, weight: GasWeight) {
        let action = self.append(index, Action::FunctionCall(Box::new(call)));
        if weight.0 > 0 {
            self.weighted.push(Weighted { receipt: position(index), action, weight });
        }
    }

    /// Adds the deployment of a shared contract.
    pub fn append_global_deploy(&mut self, index: u64, code: Vec<u8>, deploy_mode: GlobalContractDeployMode) {
        let action = DeployGlobalContractAction { code: code.into(), deploy_mode };
        self.append(index, Action::DeployGlobalContract(action));
    }

    /// Adds the creation of an account whose name is derived from its contract.
    pub fn append_state_init(&mut self, index: u64, code: GlobalContractIdentifier, deposit: Balance) -> u64 {
        let state_init = DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 {
            code,
            data: std::collections::BTreeMap::new(),
        });
        let action = DeterministicStateInitAction { state_init, deposit };
        self.append(index, Action::DeterministicStateInit(Box::new(action))) as u64
    }

    /// Adds a record to such an account's first state.
    pub fn set_state_init_entry(
        &mut self,
        receipt_index: u64,
        action_index: u64,
        key: Vec<u8>,
        value: Vec<u8>,
    ) -> Result<(), VMLogicError> {
        let actions = &mut self.draft_mut(receipt_index).actions;
        let Some(Action::DeterministicStateInit(init)) = actions.get_mut(position(action_index)) else {
            return Err(HostError::InvalidActionIndex { receipt_index, action_index }.into());
        };
        match init.state_init.data_mut().insert(key, value) {
            Some(_) => Err(HostError::DataEntryAlreadyExists.into()),
            None => Ok(()),
        }
    }

    /// Shares unused gas out by weight, the remainder to the last; returns how much was shared out.
    pub fn distribute(&mut self, unused: Gas) -> Gas {
        let total: u128 = self.weighted.iter().map(|w| u128::from(w.weight.0)).sum();
        if total == 0 || unused == Gas::ZERO {
            return Gas::ZERO;
        }
        let mut left = unused.as_gas();
        let last = self.weighted.len() - 1;
        for (number, weighted) in self.weighted.iter().enumerate() {
            let share = if number == last {
                left
            } else {
                let share = u128::from(unused.as_gas()) * u128::from(weighted.weight.0) / total;
                u64::try_from(share).expect("a part of a u64")
            };
            left -= share;
            let action = &mut self.drafts[weighted.receipt].actions[weighted.action];
            if let Action::FunctionCall(call) = action {
                call.gas = call.gas.saturating_add(Gas::from_gas(share));
            }
        }
        unused
    }
}
