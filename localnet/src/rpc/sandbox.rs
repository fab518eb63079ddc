//! What only a test chain can do: write over the state, jump ahead in time.

use near_jsonrpc_primitives::types::sandbox::{
    RpcSandboxFastForwardError, RpcSandboxFastForwardRequest, RpcSandboxFastForwardResponse,
    RpcSandboxPatchStateError, RpcSandboxPatchStateRequest, RpcSandboxPatchStateResponse,
};
use near_primitives::{account::Account, hash::CryptoHash, state_record::StateRecord, types::AccountId};
use tokio::sync::oneshot;

use super::Rpc;
use crate::{chain::Command, runtime::check_record, state::ReadState};

/// About ten years of blocks; heights and times further ahead would overflow before long.
const LONGEST_JUMP: u64 = 1_000_000_000;

impl Rpc {
    /// Writes records over the state; returns when a block has them.
    pub async fn patch_state(
        &self,
        request: RpcSandboxPatchStateRequest,
    ) -> Result<RpcSandboxPatchStateResponse, RpcSandboxPatchStateError> {
        let failed = |error_message| RpcSandboxPatchStateError::InternalError { error_message };
        self.check_patch(&request.records).map_err(failed)?;
        let (done, patched) = oneshot::channel();
        let sent = self.commands.send(Command::Patch(request.records, done));
        if sent.is_ok() && patched.await.is_ok() {
            Ok(RpcSandboxPatchStateResponse {})
        } else {
            Err(failed("the node is stopping".to_owned()))
        }
    }

    /// Only some records can be written, and code must be the code that its account names.
    fn check_patch(&self, records: &[StateRecord]) -> Result<(), String> {
        for record in records {
            check_record(record)?;
            if let StateRecord::Contract { account_id, code } = record {
                let account = self
                    .patched_account(records, account_id)
                    .ok_or_else(|| format!("{account_id} has no account record for its contract"))?;
                let named = account.local_contract_hash().unwrap_or_default();
                if CryptoHash::hash_bytes(code) != named {
                    return Err(format!("the contract of {account_id} is not code {named}"));
                }
            }
        }
        Ok(())
    }

    fn patched_account(&self, records: &[StateRecord], of: &AccountId) -> Option<Account> {
        let patched = records.iter().rev().find_map(|record| match record {
            StateRecord::Account { account_id, account } if account_id == of => Some(account.clone()),
            _ => None,
        });
        patched.or_else(|| self.chain.head().state.account(of))
    }

    /// Jumps ahead; returns when the block there is made.
    pub async fn fast_forward(
        &self,
        request: RpcSandboxFastForwardRequest,
    ) -> Result<RpcSandboxFastForwardResponse, RpcSandboxFastForwardError> {
        let failed = |error_message| RpcSandboxFastForwardError::InternalError { error_message };
        if request.delta_height > LONGEST_JUMP {
            return Err(failed(format!("cannot jump further than {LONGEST_JUMP} blocks")));
        }
        let (done, jumped) = oneshot::channel();
        let command = Command::FastForward(request.delta_height, done);
        if self.commands.send(command).is_ok() && jumped.await.is_ok() {
            Ok(RpcSandboxFastForwardResponse {})
        } else {
            Err(failed("the node is stopping".to_owned()))
        }
    }
}
