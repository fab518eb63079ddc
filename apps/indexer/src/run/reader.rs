//! Reads blocks ahead of the writer: fetched several at once, decoded, and sent in order.

use std::time::Duration;

use tic_tac_toe_client::Backoff;
use tic_tac_toe_client::blocks::{Follower, Step};
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::Sender;

use super::console::Console;
use crate::event::BlockEvents;

// How often a server that is up to date is asked for the next block.
const POLL: Duration = Duration::from_millis(250);

// A block that later ones follow must exist; after so many polls it is said that it is waited for.
const POLLS_BEFORE_A_WARNING: u32 = 20;

/// A message to the writer.
pub(super) enum Message {
    /// A block, and the newest one that the server is known to have.
    Block(BlockEvents, u64),
    /// There are no more blocks for now.
    UpToDate,
    /// No server has these blocks any more.
    Gap { from: u64, to: u64 },
    /// The node has another chain from now on.
    OtherChain,
}

/// Reads until the chain ends or the writer is gone. Servers that fail are asked again, ever more slowly.
pub(super) async fn read(
    mut follower: Follower,
    contracts: Vec<AccountId>,
    writer: Sender<Message>,
    console: Console,
) {
    let mut backoff = Backoff::default();
    let mut last_error = String::new();
    let mut polls = 0;
    loop {
        let step = match follower.step().await {
            Ok(step) => step,
            Err(error) => {
                let text = error.to_string();
                if text != last_error {
                    console.print(&format!("{text}; trying again"));
                    last_error = text;
                }
                tokio::time::sleep(backoff.next(error.retry_after())).await;
                continue;
            }
        };
        backoff.reset();
        if !last_error.is_empty() {
            console.print("the servers answer again");
            last_error.clear();
        }
        let is_up_to_date = matches!(step, Step::UpToDate);
        let is_last = matches!(step, Step::OtherChain);
        let message = match step {
            Step::Block(block) => Message::Block(BlockEvents::of(&block, &contracts), follower.newest()),
            Step::UpToDate => Message::UpToDate,
            Step::Gap { from, to } => Message::Gap { from, to },
            Step::OtherChain => Message::OtherChain,
        };
        if writer.send(message).await.is_err() || is_last {
            return;
        }
        polls = if is_up_to_date { polls + 1 } else { 0 };
        let next = follower.position().next;
        if polls == POLLS_BEFORE_A_WARNING && follower.newest() > next {
            console.print(&format!(
                "the server has no block {next} but later ones; waiting, since its events would be missed"
            ));
        }
        if is_up_to_date {
            tokio::time::sleep(POLL).await;
        }
    }
}
