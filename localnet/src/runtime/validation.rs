//! Rules that actions and receipts must keep before anything is executed.

use near_parameters::vm::LimitConfig;
use near_primitives::{
    account::{AccessKeyPermission, FunctionCallPermission, GasKeyInfo},
    action::{
        AddKeyAction, DeterministicStateInitAction, FunctionCallAction, GlobalContractIdentifier,
        StateInitCounts,
    },
    errors::{ActionsValidationError, ReceiptValidationError},
    receipt::{Receipt, VersionedReceiptEnum},
    transaction::Action,
    types::{AccountId, Balance, Gas, ProtocolVersion},
    utils::derive_near_deterministic_account_id,
    version::ProtocolFeature,
};

use super::{fees, universal_accounts::is_universal};

pub(super) type ValidationResult = Result<(), ActionsValidationError>;

/// The limits and the protocol version that actions are checked against.
#[derive(Debug, Clone, Copy)]
pub struct Validator<'a> {
    /// Sizes and counts that must not be exceeded.
    pub limits: &'a LimitConfig,
    /// Decides which features exist.
    pub version: ProtocolVersion,
}

impl Validator<'_> {
    /// Checks the actions of a transaction or of a new receipt.
    pub fn actions(&self, actions: &[Action], receiver: &AccountId) -> ValidationResult {
        let count = actions.len() as u64;
        if count > self.limits.max_actions_per_receipt {
            return Err(ActionsValidationError::TotalNumberOfActionsExceeded {
                total_number_of_actions: count,
                limit: self.limits.max_actions_per_receipt,
            });
        }
        if !ProtocolFeature::PostQuantumSignatures.enabled(self.version)
            && actions.iter().any(Action::post_quantum_signatures_required)
        {
            return Err(self.unsupported("PostQuantumSignatures"));
        }
        self.deploy_count(actions)?;
        self.state_init_counts(actions)?;
        let last = actions.len().saturating_sub(1);
        let mut delegated = false;
        for (index, action) in actions.iter().enumerate() {
            if matches!(action, Action::DeleteAccount(_)) && index != last {
                return Err(ActionsValidationError::DeleteActionMustBeFinal);
            }
            if action.is_delegate() && std::mem::replace(&mut delegated, true) {
                return Err(ActionsValidationError::DelegateActionMustBeOnlyOne);
            }
            self.action(action, receiver)?;
        }
        self.attached_gas(actions)
    }

    /// Checks a receipt that a contract or an action has just made.
    pub fn new_receipt(&self, receipt: &Receipt) -> Result<(), ReceiptValidationError> {
        let size = borsh::object_length(receipt).map_or(u64::MAX, |size| size as u64);
        if size > self.limits.max_receipt_size {
            return Err(ReceiptValidationError::ReceiptSizeExceeded {
                size,
                limit: self.limits.max_receipt_size,
            });
        }
        if AccountId::validate(receipt.receiver_id().as_str()).is_err() {
            return Err(ReceiptValidationError::InvalidReceiverId {
                account_id: receipt.receiver_id().to_string(),
            });
        }
        match receipt.versioned_receipt() {
            VersionedReceiptEnum::Action(action) | VersionedReceiptEnum::PromiseYield(action) => {
                let inputs = action.input_data_ids().len() as u64;
                if inputs > self.limits.max_number_input_data_dependencies {
                    return Err(ReceiptValidationError::NumberInputDataDependenciesExceeded {
                        number_of_input_data_dependencies: inputs,
                        limit: self.limits.max_number_input_data_dependencies,
                    });
                }
                self.actions(action.actions(), receipt.receiver_id())
                    .map_err(ReceiptValidationError::ActionsValidation)
            }
            VersionedReceiptEnum::Data(data) | VersionedReceiptEnum::PromiseResume(data) => {
                let length = data.data.as_ref().map_or(0, |data| data.len() as u64);
                if length > self.limits.max_length_returned_data {
                    return Err(ReceiptValidationError::ReturnedValueLengthExceeded {
                        length,
                        limit: self.limits.max_length_returned_data,
                    });
                }
                Ok(())
            }
            VersionedReceiptEnum::GlobalContractDistribution(_) => Ok(()),
        }
    }

    fn action(&self, action: &Action, receiver: &AccountId) -> ValidationResult {
        match action {
            Action::CreateAccount(_) | Action::DeleteKey(_) => Ok(()),
            Action::Transfer(_) => self.transfer(receiver),
            Action::DeployContract(deploy) => self.contract_size(deploy.code.len()),
            Action::DeployGlobalContract(deploy) => self.contract_size(deploy.code.len()),
            Action::UseGlobalContract(usage) => contract_identifier(&usage.contract_identifier),
            Action::FunctionCall(call) => self.function_call(call),
            Action::AddKey(add_key) => self.add_key(add_key),
            Action::DeleteAccount(delete) => account_id(&delete.beneficiary_id),
            Action::Delegate(delegate) => {
                let inner = &delegate.delegate_action;
                let fixed = ProtocolFeature::FixDelegatedDeterministicStateInit.enabled(self.version);
                let inner_receiver = if fixed { &inner.receiver_id } else { receiver };
                let actions = inner.get_actions();
                if ProtocolFeature::RejectWithdrawFromGasKeyInDelegate.enabled(self.version)
                    && actions.iter().any(|action| matches!(action, Action::WithdrawFromGasKey(_)))
                {
                    return Err(ActionsValidationError::WithdrawFromGasKeyNotAllowedInDelegate);
                }
                self.actions(&actions, inner_receiver)
            }
            Action::DeterministicStateInit(init) => self.deterministic_state_init(init, receiver),
            Action::DelegateV2(_) if ProtocolFeature::RejectDelegateV2.enabled(self.version) => {
                Err(ActionsValidationError::RemovedProtocolFeature {
                    protocol_feature: "DelegateV2".to_owned(),
                    version: self.version,
                })
            }
            Action::DelegateV2(_) => Err(self.unsupported("DelegateV2")),
            Action::Stake(_) => Err(self.unsupported("Stake")),
            Action::TransferToGasKey(_) | Action::WithdrawFromGasKey(_) => self.gas_keys_enabled(),
            Action::UniversalStateInit(init) => self.universal_state_init(init, receiver),
        }
    }

    /// Until there are universal accounts, money for them is refused; before version 87 it came back.
    fn transfer(&self, receiver: &AccountId) -> ValidationResult {
        if is_universal(receiver)
            && ProtocolFeature::RejectUniversalAccountTransfers.enabled(self.version)
            && !ProtocolFeature::UniversalAccounts.enabled(self.version)
        {
            let account_id = receiver.clone();
            return Err(ActionsValidationError::TransferToUniversalAccountNotAllowed { account_id });
        }
        Ok(())
    }

    fn gas_keys_enabled(&self) -> ValidationResult {
        if ProtocolFeature::GasKeys.enabled(self.version) { Ok(()) } else { Err(self.unsupported("GasKeys")) }
    }

    pub(super) fn unsupported(&self, feature: &str) -> ActionsValidationError {
        ActionsValidationError::UnsupportedProtocolFeature {
            protocol_feature: feature.to_owned(),
            version: self.version,
        }
    }

    fn deploy_count(&self, actions: &[Action]) -> ValidationResult {
        let deploys = actions
            .iter()
            .filter(|a| matches!(a, Action::DeployContract(_) | Action::DeployGlobalContract(_)))
            .count() as u64;
        if deploys > self.limits.max_deploy_actions_per_receipt {
            return Err(ActionsValidationError::TotalNumberOfDeployActionsExceeded {
                number_of_deploy_actions: deploys,
                limit: self.limits.max_deploy_actions_per_receipt,
            });
        }
        Ok(())
    }

    fn state_init_counts(&self, actions: &[Action]) -> ValidationResult {
        let counts = actions.iter().map(Action::state_init_counts);
        let StateInitCounts { entries: number_of_entries, keys: number_of_keys } =
            counts.fold(StateInitCounts::ZERO, StateInitCounts::saturating_add);
        let limit = self.limits.max_state_init_entries;
        if number_of_entries > limit {
            return Err(ActionsValidationError::TotalNumberOfStateInitEntriesExceeded {
                number_of_entries,
                limit,
            });
        }
        let limit = self.limits.max_universal_state_init_keys;
        if number_of_keys > limit {
            return Err(ActionsValidationError::TotalNumberOfStateInitKeysExceeded { number_of_keys, limit });
        }
        Ok(())
    }

    fn attached_gas(&self, actions: &[Action]) -> ValidationResult {
        let total = fees::total_gas(actions).ok_or(ActionsValidationError::IntegerOverflow)?;
        if total > self.limits.max_total_prepaid_gas {
            return Err(ActionsValidationError::TotalPrepaidGasExceeded {
                total_prepaid_gas: total,
                limit: self.limits.max_total_prepaid_gas,
            });
        }
        Ok(())
    }

    fn contract_size(&self, size: usize) -> ValidationResult {
        let size = size as u64;
        if size > self.limits.max_contract_size {
            return Err(ActionsValidationError::ContractSizeExceeded {
                size,
                limit: self.limits.max_contract_size,
            });
        }
        Ok(())
    }

    fn function_call(&self, call: &FunctionCallAction) -> ValidationResult {
        if call.gas == Gas::ZERO {
            return Err(ActionsValidationError::FunctionCallZeroAttachedGas);
        }
        if call.method_name.is_empty() && ProtocolFeature::RejectEmptyMethodName.enabled(self.version) {
            return Err(ActionsValidationError::FunctionCallEmptyMethodName);
        }
        let name_length = call.method_name.len() as u64;
        if name_length > self.limits.max_length_method_name {
            return Err(ActionsValidationError::FunctionCallMethodNameLengthExceeded {
                length: name_length,
                limit: self.limits.max_length_method_name,
            });
        }
        let args_length = call.args.len() as u64;
        if args_length > self.limits.max_arguments_length {
            return Err(ActionsValidationError::FunctionCallArgumentsLengthExceeded {
                length: args_length,
                limit: self.limits.max_arguments_length,
            });
        }
        Ok(())
    }

    fn add_key(&self, add_key: &AddKeyAction) -> ValidationResult {
        let permission = &add_key.access_key.permission;
        if let Some(permission) = permission.function_call_permission() {
            self.call_permission(permission)?;
        }
        match add_key.access_key.gas_key_info() {
            Some(info) => self.gas_key(permission, info),
            None => Ok(()),
        }
    }

    fn gas_key(&self, permission: &AccessKeyPermission, info: &GasKeyInfo) -> ValidationResult {
        self.gas_keys_enabled()?;
        if permission.function_call_permission().is_some_and(|permission| permission.allowance.is_some()) {
            return Err(ActionsValidationError::GasKeyFunctionCallAllowanceNotAllowed);
        }
        let limit = AccessKeyPermission::MAX_NONCES_FOR_GAS_KEY;
        if !(1..=limit).contains(&info.num_nonces) {
            let requested_nonces = info.num_nonces;
            return Err(ActionsValidationError::GasKeyInvalidNumNonces { requested_nonces, limit });
        }
        if info.balance > Balance::ZERO {
            return Err(ActionsValidationError::AddGasKeyWithNonZeroBalance { balance: info.balance });
        }
        Ok(())
    }

    fn call_permission(&self, permission: &FunctionCallPermission) -> ValidationResult {
        if permission.receiver_id.parse::<AccountId>().is_err() {
            let shown = permission.receiver_id.chars().take(AccountId::MAX_LEN * 2);
            return Err(ActionsValidationError::InvalidAccountId { account_id: shown.collect() });
        }
        let mut total_number_of_bytes = 0;
        for name in &permission.method_names {
            let length = name.len() as u64;
            if length > self.limits.max_length_method_name {
                return Err(ActionsValidationError::AddKeyMethodNameLengthExceeded {
                    length,
                    limit: self.limits.max_length_method_name,
                });
            }
            total_number_of_bytes += length + 1;
        }
        if total_number_of_bytes > self.limits.max_number_bytes_method_names {
            return Err(ActionsValidationError::AddKeyMethodNamesNumberOfBytesExceeded {
                total_number_of_bytes,
                limit: self.limits.max_number_bytes_method_names,
            });
        }
        Ok(())
    }

    fn deterministic_state_init(
        &self,
        init: &DeterministicStateInitAction,
        receiver: &AccountId,
    ) -> ValidationResult {
        contract_identifier(init.state_init.code())?;
        let derived_id = derive_near_deterministic_account_id(&init.state_init);
        if derived_id != *receiver {
            return Err(ActionsValidationError::InvalidDeterministicStateInitReceiver {
                derived_id,
                receiver_id: receiver.clone(),
            });
        }
        for (key, value) in init.state_init.data() {
            if key.len() as u64 > self.limits.max_length_storage_key {
                return Err(ActionsValidationError::DeterministicStateInitKeyLengthExceeded {
                    length: key.len() as u64,
                    limit: self.limits.max_length_storage_key,
                });
            }
            if value.len() as u64 > self.limits.max_length_storage_value {
                return Err(ActionsValidationError::DeterministicStateInitValueLengthExceeded {
                    length: value.len() as u64,
                    limit: self.limits.max_length_storage_value,
                });
            }
        }
        Ok(())
    }
}

pub(super) fn contract_identifier(identifier: &GlobalContractIdentifier) -> ValidationResult {
    match identifier {
        GlobalContractIdentifier::AccountId(id) => account_id(id),
        GlobalContractIdentifier::CodeHash(_) => Ok(()),
    }
}

fn account_id(id: &AccountId) -> ValidationResult {
    AccountId::validate(id.as_str())
        .map_err(|_| ActionsValidationError::InvalidAccountId { account_id: id.to_string() })
}
