//! What actions cost: sending them, executing them, and a whole transaction in advance.

use near_crypto::KeyType;
use near_parameters::{
    ActionCosts, Fee, ParameterCost, RuntimeConfig, RuntimeFeesConfig, SignatureKind,
    gas_key_add_key_send_fee, transfer_exec_fee, transfer_send_fee, universal_state_init_content_terms,
    universal_state_init_size_terms,
};
use near_primitives::{
    account::AccessKeyPermission,
    transaction::{Action, Transaction},
    types::{AccountId, Balance, Gas},
    universal_state_init::state_init_counts,
};

use super::gas_keys;

/// What a transaction costs its signer before anything is executed.
#[derive(Debug, Clone, Copy)]
pub struct TransactionCost {
    /// Burnt by turning the transaction into a receipt.
    pub burnt: ParameterCost,
    /// The price of the burnt gas.
    pub burnt_amount: Balance,
    /// The price at which the receipt's gas is bought.
    pub receipt_gas_price: Balance,
    /// The price of burnt and bought gas.
    pub gas: Balance,
    /// The deposits.
    pub deposit: Balance,
    /// Everything together.
    pub total: Balance,
}

/// Returns the price of an amount of gas.
pub fn gas_to_balance(price: Balance, gas: Gas) -> Balance {
    price.saturating_mul(u128::from(gas.as_gas()))
}

/// Returns what a transaction costs in advance; `None` on overflow.
pub fn transaction_cost(
    config: &RuntimeConfig,
    tx: &Transaction,
    gas_price: Balance,
) -> Option<TransactionCost> {
    let own_account = tx.signer_id() == tx.receiver_id();
    let (actions, receiver) = (tx.actions(), tx.receiver_id());
    let new_receipt = config.fees.fee(ActionCosts::new_action_receipt);
    let burnt = sum([
        new_receipt.send_fee(own_account),
        send_fees(config, own_account, actions, receiver),
        signature_fees(&config.fees, tx),
    ]);
    let bought = total_gas(actions)?
        .checked_add(prepaid_send_fees(config, actions).gas)?
        .checked_add(new_receipt.exec_fee().gas)?
        .checked_add(prepaid_exec_fees(config, actions, receiver).gas)?;
    let receipt_gas_price = gas_price.max(config.min_gas_purchase_price);
    let burnt_amount = gas_price.checked_mul(u128::from(burnt.gas.as_gas()))?;
    let gas = receipt_gas_price.checked_mul(u128::from(bought.as_gas()))?.checked_add(burnt_amount)?;
    let deposit = total_deposit(actions)?;
    let total = gas.checked_add(deposit)?;
    Some(TransactionCost { burnt, burnt_amount, receipt_gas_price, gas, deposit, total })
}

/// Returns the cost of verifying the signatures: the signer's own, and those inside delegate actions.
fn signature_fees(fees: &RuntimeFeesConfig, tx: &Transaction) -> ParameterCost {
    let delegates = tx.actions().iter().filter_map(|action| match action {
        Action::Delegate(delegate) => Some(&delegate.delegate_action.public_key),
        _ => None,
    });
    sum([tx.public_key()].into_iter().chain(delegates).map(|public_key| {
        let kind = match public_key.key_type() {
            KeyType::ED25519 => SignatureKind::Ed25519,
            KeyType::SECP256K1 => SignatureKind::Secp256k1,
            KeyType::MLDSA65 => SignatureKind::MlDsa65,
        };
        fees.signature_verification_costs[kind]
    }))
}

/// Returns the gas attached to function calls; `None` on overflow.
pub fn total_gas(actions: &[Action]) -> Option<Gas> {
    actions.iter().try_fold(Gas::ZERO, |total, action| {
        let gas = match action {
            Action::Delegate(delegate) => total_gas(&delegate.delegate_action.get_actions())?,
            _ => action.get_prepaid_gas(),
        };
        total.checked_add(gas)
    })
}

/// Returns the deposits attached to actions; `None` on overflow.
pub fn total_deposit(actions: &[Action]) -> Option<Balance> {
    actions.iter().try_fold(Balance::ZERO, |total, action| {
        let deposit = match action {
            Action::Delegate(delegate) => total_deposit(&delegate.delegate_action.get_actions())?,
            _ => action.get_deposit_balance(),
        };
        total.checked_add(deposit)
    })
}

/// Returns the cost of sending these actions, including those inside a delegate action.
pub fn send_fees(
    config: &RuntimeConfig,
    own_account: bool,
    actions: &[Action],
    receiver: &AccountId,
) -> ParameterCost {
    let send = |fee: &Fee| fee.send_fee(own_account);
    sum(actions.iter().map(|action| match action {
        Action::Transfer(_) => transfer_send_fee(
            &config.fees,
            own_account,
            config.wasm_config.eth_implicit_accounts,
            config.wasm_config.universal_accounts,
            receiver.get_account_type(),
        ),
        Action::AddKey(add_key) if add_key.access_key.gas_key_info().is_some() => {
            plus(own_fee(&config.fees, action, send), gas_key_add_key_send_fee(&config.fees, own_account))
        }
        Action::TransferToGasKey(transfer) => {
            gas_keys::transfer_send_fee(config, own_account, &transfer.public_key)
        }
        Action::WithdrawFromGasKey(withdrawal) => {
            gas_keys::transfer_send_fee(config, own_account, &withdrawal.public_key)
        }
        Action::Delegate(delegate) => {
            let inner = &delegate.delegate_action;
            plus(
                own_fee(&config.fees, action, send),
                send_fees(config, own_account, &inner.get_actions(), &inner.receiver_id),
            )
        }
        _ => own_fee(&config.fees, action, send),
    }))
}

/// Returns the cost of executing one action; for a delegate action without what it contains.
pub fn exec_fee(config: &RuntimeConfig, action: &Action, receiver: &AccountId) -> ParameterCost {
    match action {
        Action::Transfer(_) => transfer_exec_fee(
            &config.fees,
            config.wasm_config.eth_implicit_accounts,
            config.wasm_config.universal_accounts,
            receiver.get_account_type(),
        ),
        Action::AddKey(add_key) => plus(
            own_fee(&config.fees, action, Fee::exec_fee),
            gas_keys::add_exec_fee(config, add_key, receiver),
        ),
        Action::TransferToGasKey(transfer) => {
            gas_keys::transfer_exec_fee(config, receiver, &transfer.public_key)
        }
        Action::WithdrawFromGasKey(withdrawal) => {
            gas_keys::transfer_exec_fee(config, receiver, &withdrawal.public_key)
        }
        _ => own_fee(&config.fees, action, Fee::exec_fee),
    }
}

/// Returns the cost of executing these actions, including those inside a delegate action and the receipt around them.
pub fn prepaid_exec_fees(config: &RuntimeConfig, actions: &[Action], receiver: &AccountId) -> ParameterCost {
    sum(actions.iter().map(|action| match action {
        Action::Delegate(delegate) => {
            let inner = &delegate.delegate_action;
            sum([
                prepaid_exec_fees(config, &inner.get_actions(), &inner.receiver_id),
                exec_fee(config, action, &inner.receiver_id),
                config.fees.fee(ActionCosts::new_action_receipt).exec_fee(),
            ])
        }
        _ => exec_fee(config, action, receiver),
    }))
}

/// Returns the cost of sending the actions inside delegate actions, which the relayer pays in advance.
pub fn prepaid_send_fees(config: &RuntimeConfig, actions: &[Action]) -> ParameterCost {
    sum(actions.iter().map(|action| match action {
        Action::Delegate(delegate) => {
            let inner = &delegate.delegate_action;
            let own_account = inner.sender_id == inner.receiver_id;
            send_fees(config, own_account, &inner.get_actions(), &inner.receiver_id)
        }
        _ => ParameterCost::ZERO,
    }))
}

/// Returns the sum of two costs.
pub fn plus(a: ParameterCost, b: ParameterCost) -> ParameterCost {
    ParameterCost { gas: a.gas.saturating_add(b.gas), compute: a.compute.saturating_add(b.compute) }
}

fn sum(costs: impl IntoIterator<Item = ParameterCost>) -> ParameterCost {
    costs.into_iter().fold(ParameterCost::ZERO, plus)
}

/// Returns an action's fee apart from what depends on the receiver or on a gas key.
fn own_fee(fees: &RuntimeFeesConfig, action: &Action, side: impl Fn(&Fee) -> ParameterCost) -> ParameterCost {
    let base = |cost| side(fees.fee(cost));
    let each = |cost, count: u64| {
        let fee = side(fees.fee(cost));
        ParameterCost { gas: fee.gas.saturating_mul(count), compute: fee.compute.saturating_mul(count) }
    };
    let sized = |base_cost, byte_cost, len: usize| plus(base(base_cost), each(byte_cost, len as u64));
    match action {
        Action::CreateAccount(_) => base(ActionCosts::create_account),
        Action::DeployContract(deploy) => {
            sized(ActionCosts::deploy_contract_base, ActionCosts::deploy_contract_byte, deploy.code.len())
        }
        Action::FunctionCall(call) => sized(
            ActionCosts::function_call_base,
            ActionCosts::function_call_byte,
            call.method_name.len() + call.args.len(),
        ),
        Action::Stake(_) => base(ActionCosts::stake),
        Action::AddKey(add_key) => match &add_key.access_key.permission {
            AccessKeyPermission::FunctionCall(permission)
            | AccessKeyPermission::GasKeyFunctionCall(_, permission) => sized(
                ActionCosts::add_function_call_key_base,
                ActionCosts::add_function_call_key_byte,
                // Each name is stored with a terminating byte.
                permission.method_names.iter().map(|name| name.len() + 1).sum(),
            ),
            AccessKeyPermission::FullAccess | AccessKeyPermission::GasKeyFullAccess(_) => {
                base(ActionCosts::add_full_access_key)
            }
        },
        Action::DeleteKey(_) => base(ActionCosts::delete_key),
        Action::DeleteAccount(_) => base(ActionCosts::delete_account),
        Action::Delegate(_) => base(ActionCosts::delegate),
        Action::DeployGlobalContract(deploy) => sized(
            ActionCosts::deploy_global_contract_base,
            ActionCosts::deploy_global_contract_byte,
            deploy.code.len(),
        ),
        Action::UseGlobalContract(usage) => sized(
            ActionCosts::use_global_contract_base,
            ActionCosts::use_global_contract_byte,
            usage.contract_identifier.len(),
        ),
        Action::DeterministicStateInit(init) => plus(
            sized(
                ActionCosts::deterministic_state_init_base,
                ActionCosts::deterministic_state_init_byte,
                init.state_init.len_bytes(),
            ),
            each(ActionCosts::deterministic_state_init_entry, init.state_init.data().len() as u64),
        ),
        Action::UniversalStateInit(init) => {
            let counts = state_init_counts(&init.state_init);
            let terms = universal_state_init_size_terms(counts.num_bytes).into_iter();
            let terms = terms.chain(universal_state_init_content_terms(counts));
            sum(terms.map(|(cost, count)| each(cost, count)))
        }
        // The first three are priced by the caller; the last is refused before it is priced.
        Action::Transfer(_)
        | Action::TransferToGasKey(_)
        | Action::WithdrawFromGasKey(_)
        | Action::DelegateV2(_) => ParameterCost::ZERO,
    }
}
