//! Delegate actions: a relayer pays for actions that somebody else has signed.

use near_parameters::ActionCosts;
use near_primitives::{
    account::{AccessKey, FunctionCallPermission},
    action::delegate::{DelegateAction, SignedDelegateAction},
    errors::{ActionErrorKind, InvalidAccessKeyError},
    hash::CryptoHash,
    receipt::{ActionReceipt, Receipt, ReceiptEnum, ReceiptV0},
    types::Gas,
    version::ProtocolFeature,
};

use super::{
    Execution,
    execute::{ActionResult, Running},
    fees,
    transactions::{check_call_permission, check_called, check_no_deposit, only_call},
};
use crate::state::ReadState;

impl Execution<'_> {
    /// Checks the inner signature and its key, then emits one receipt in the sender's name.
    pub(super) fn delegate(
        &mut self,
        running: &Running,
        delegate: &SignedDelegateAction,
        result: &mut ActionResult,
    ) -> Result<(), ActionErrorKind> {
        if !delegate.verify() {
            return Err(ActionErrorKind::DelegateActionInvalidSignature);
        }
        let inner = &delegate.delegate_action;
        if self.block.height > inner.max_block_height {
            return Err(ActionErrorKind::DelegateActionExpired);
        }
        if inner.sender_id != *running.account_id() {
            return Err(ActionErrorKind::DelegateActionSenderDoesNotMatchTxReceiver {
                sender_id: inner.sender_id.clone(),
                receiver_id: running.account_id().clone(),
            });
        }
        self.use_delegate_key(inner)?;

        let actions = inner.get_actions();
        let config = self.config();
        let send = fees::prepaid_send_fees(config, running.action_receipt.actions());
        let required = fees::prepaid_exec_fees(config, &actions, &inner.receiver_id)
            .gas
            .saturating_add(fees::total_gas(&actions).unwrap_or(Gas::ZERO))
            .saturating_add(config.fees.fee(ActionCosts::new_action_receipt).exec_fee().gas);
        result.gas_used = result.gas_used.saturating_add(required);
        result.gas_used = result.gas_used.saturating_add(send.gas);
        result.gas_burnt = result.gas_burnt.saturating_add(send.gas);
        result.compute = result.compute.saturating_add(send.compute);
        result.new_receipts.push(Receipt::V0(ReceiptV0 {
            predecessor_id: inner.sender_id.clone(),
            receiver_id: inner.receiver_id.clone(),
            receipt_id: CryptoHash::default(),
            receipt: ReceiptEnum::Action(ActionReceipt {
                signer_id: running.action_receipt.signer_id().clone(),
                signer_public_key: running.action_receipt.signer_public_key().clone(),
                gas_price: running.action_receipt.gas_price(),
                output_data_receivers: vec![],
                input_data_ids: vec![],
                actions,
            }),
        }));
        Ok(())
    }

    /// Checks a delegated call; before a protocol fix, the deposit was checked last.
    fn check_delegated_call(
        &self,
        permission: &FunctionCallPermission,
        inner: &DelegateAction,
    ) -> Result<(), InvalidAccessKeyError> {
        let (actions, receiver) = (inner.get_actions(), &inner.receiver_id);
        if self.params.enabled(ProtocolFeature::FixDelegateActionDepositWithFunctionCallError) {
            return check_call_permission(permission, &actions, receiver);
        }
        let call = only_call(&actions)?;
        check_called(permission, call, receiver)?;
        check_no_deposit(call)
    }

    /// Checks nonce and permission of the key that signed the inner actions, and uses up the nonce.
    fn use_delegate_key(&mut self, inner: &DelegateAction) -> Result<(), ActionErrorKind> {
        let key_error = ActionErrorKind::DelegateActionAccessKeyError;
        let Some(mut access_key) = self.state.access_key(&inner.sender_id, &inner.public_key) else {
            return Err(key_error(InvalidAccessKeyError::AccessKeyNotFound {
                account_id: inner.sender_id.clone(),
                public_key: Box::new(inner.public_key.clone()),
            }));
        };
        if access_key.gas_key_info().is_some() {
            return Err(key_error(InvalidAccessKeyError::DelegateActionRequiresNonGasKey));
        }
        if inner.nonce <= access_key.nonce {
            return Err(ActionErrorKind::DelegateActionInvalidNonce {
                delegate_nonce: inner.nonce,
                ak_nonce: access_key.nonce,
            });
        }
        let upper_bound = self.block.height.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER);
        if inner.nonce >= upper_bound {
            return Err(ActionErrorKind::DelegateActionNonceTooLarge {
                delegate_nonce: inner.nonce,
                upper_bound,
            });
        }
        if let Some(permission) = access_key.permission.function_call_permission() {
            self.check_delegated_call(permission, inner).map_err(key_error)?;
        }
        access_key.nonce = inner.nonce;
        self.state.set_access_key(&inner.sender_id, &inner.public_key, &access_key);
        Ok(())
    }
}
