//! Servers that fail: they are left alone for a while, longer each time, and asked again; people are told once.

use std::io;

use anyhow::{Error, Result};
use tic_tac_toe_client::{Backoff, blocks};

/// Goes on for ever, whatever the servers do.
#[derive(Default)]
pub(crate) struct Retry {
    backoff: Backoff,
}

impl Retry {
    /// Notes that the servers answer.
    pub(crate) fn succeed(&mut self, remark: impl FnOnce(&str)) {
        if !self.backoff.is_fresh() {
            remark("the servers answer again");
        }
        self.backoff.reset();
    }

    /// Waits for as long as it takes, or as a server asks for. A pipe that fails will fail again, so that is the end.
    pub(crate) async fn fail(&mut self, error: Error, remark: impl FnOnce(&str)) -> Result<()> {
        if error.is::<io::Error>() {
            return Err(error);
        }
        if self.backoff.is_fresh() {
            remark(&format!("{error:#}; trying again"));
        }
        let retry_after = error.downcast_ref().and_then(blocks::Error::retry_after);
        tokio::time::sleep(self.backoff.next(retry_after)).await;
        Ok(())
    }
}
