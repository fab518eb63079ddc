//! What only a test chain can do: write over the state, jump ahead in time.

use near_jsonrpc_primitives::errors::RpcError;
use near_jsonrpc_primitives::types::sandbox::{
    RpcSandboxFastForwardError, RpcSandboxFastForwardRequest, RpcSandboxFastForwardResponse,
    RpcSandboxPatchStateError, RpcSandboxPatchStateRequest, RpcSandboxPatchStateResponse,
};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::Rpc;
use crate::chain::Command;

/// About ten years of blocks; heights and times further ahead would overflow before long.
const LONGEST_JUMP: u64 = 1_000_000_000;

/// The year 2200: times much later could not be expressed.
const LATEST_MS: u64 = 7_258_118_400_000;

/// What `sandbox_advance_time` is given.
#[derive(Deserialize)]
pub struct AdvanceTime {
    delta_ms: u64,
}

/// What `sandbox_set_next_block_time` is given.
#[derive(Deserialize)]
pub struct SetNextBlockTime {
    timestamp_ms: u64,
}

/// An answer that says no more than that it was done.
#[derive(Serialize)]
pub struct Done {}

fn nanoseconds(milliseconds: u64) -> Result<u64, RpcError> {
    if milliseconds > LATEST_MS {
        return Err(RpcError::parse_error(format!("cannot go beyond {LATEST_MS} ms, the year 2200")));
    }
    Ok(milliseconds * 1_000_000)
}

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

    /// Moves the clock ahead; returns when a block has the new time.
    pub async fn advance_time(&self, request: AdvanceTime) -> Result<Done, RpcError> {
        let nanoseconds = nanoseconds(request.delta_ms)?;
        let (done, advanced) = oneshot::channel();
        if self.commands.send(Command::AdvanceTime(nanoseconds, done)).is_ok() && advanced.await.is_ok() {
            Ok(Done {})
        } else {
            Err(RpcError::new_internal_error(None, STOPPING.to_owned()))
        }
    }

    /// Gives the next block a time, from which the clock goes on.
    pub async fn set_next_block_time(&self, request: SetNextBlockTime) -> Result<Done, RpcError> {
        let stopping = || RpcError::new_internal_error(None, STOPPING.to_owned());
        let time = nanoseconds(request.timestamp_ms)?;
        let (done, set) = oneshot::channel();
        self.commands.send(Command::SetNextTime(time, done)).map_err(|_| stopping())?;
        set.await.map_err(|_| stopping())?.map_err(RpcError::parse_error)?;
        Ok(Done {})
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
