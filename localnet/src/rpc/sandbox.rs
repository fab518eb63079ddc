//! What only a test chain can do: write over the state, jump ahead in time.

use near_jsonrpc_primitives::types::sandbox::{
    RpcSandboxFastForwardError, RpcSandboxFastForwardRequest, RpcSandboxFastForwardResponse,
    RpcSandboxPatchStateError, RpcSandboxPatchStateRequest, RpcSandboxPatchStateResponse,
};
use tokio::sync::oneshot;

use super::Rpc;
use crate::chain::Command;

/// About ten years of blocks; heights and times further ahead would overflow before long.
const LONGEST_JUMP: u64 = 1_000_000_000;

const STOPPING: &str = "the node is stopping";

impl Rpc {
    /// Writes records over the state; returns when a block has them.
    pub async fn patch_state(
        &self,
        request: RpcSandboxPatchStateRequest,
    ) -> Result<RpcSandboxPatchStateResponse, RpcSandboxPatchStateError> {
        let failed = |error_message| RpcSandboxPatchStateError::InternalError { error_message };
        let (done, patched) = oneshot::channel();
        let sent = self.commands.send(Command::Patch(request.records, done));
        sent.map_err(|_| failed(STOPPING.to_owned()))?;
        let lost = |_| failed("the block with the patch failed, or the node is stopping".to_owned());
        patched.await.map_err(lost)?.map_err(failed)?;
        Ok(RpcSandboxPatchStateResponse {})
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
            Err(failed(STOPPING.to_owned()))
        }
    }
}
