//! Reads blocks ahead of the writer: fetched several at once, reduced to the events, and handed over in order.

use std::time::Duration;

use near_primitives::hash::CryptoHash;
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Follower, Position, Server, Step};
use tic_tac_toe_interface::AccountId;
use tokio::sync::mpsc::Sender;

use super::remarks::Remarks;
use crate::event::BlockEvents;

const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

// A block that others have followed on must be somewhere; after so many questions it is said that it is waited for.
const QUESTIONS_BEFORE_A_REMARK: u32 = 20;

/// What comes next for the writer.
pub(super) enum News {
    /// A block.
    Block {
        events: BlockEvents,
        /// The newest block that the server is known to have.
        newest: u64,
    },
    /// There are no more for now.
    UpToDate,
    /// These blocks are nowhere to be had.
    Gap { from: u64, to: u64 },
    /// The node tells of another chain from now on.
    OtherChain,
}

/// Who is asked, and for what.
#[derive(Clone)]
pub(super) struct Source {
    pub rpc: Rpc,
    pub blocks: Server,
    pub contracts: Vec<AccountId>,
    /// So many blocks are fetched at once.
    pub at_once: usize,
}

/// Reads on from a position until the chain ends or nobody wants to know any more. Servers that fail are asked again,
/// ever more slowly.
pub(super) async fn read(
    source: Source,
    chain: CryptoHash,
    from: Position,
    to: Sender<News>,
    remarks: Remarks,
) {
    let mut follower = Follower::new(source.blocks, source.rpc, chain, from).ahead(source.at_once);
    let mut pause = PAUSE;
    let mut complaint = String::new();
    let mut waited = 0;
    loop {
        let news = match follower.step().await {
            Ok(step) => {
                if !complaint.is_empty() {
                    remarks.say("the servers answer again");
                    complaint.clear();
                }
                pause = PAUSE;
                news_of(step, &follower, &source.contracts)
            }
            Err(error) => {
                let said = error.to_string();
                if said != complaint {
                    remarks.say(&format!("{said}; trying again"));
                    complaint = said;
                }
                tokio::time::sleep(pause).await;
                pause = LONGEST_PAUSE.min(pause * 2);
                continue;
            }
        };
        let is_last = matches!(news, News::OtherChain);
        let is_up_to_date = matches!(news, News::UpToDate);
        if to.send(news).await.is_err() || is_last {
            return;
        }
        waited = if is_up_to_date { waited + 1 } else { 0 };
        let next = follower.position().next;
        if waited == QUESTIONS_BEFORE_A_REMARK && follower.newest() > next {
            remarks.say(&format!(
                "the server has no block {next} but later ones; waiting, since its events would be missed"
            ));
        }
        if is_up_to_date {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn news_of(step: Step, follower: &Follower, contracts: &[AccountId]) -> News {
    match step {
        Step::Block(block) => {
            News::Block { events: BlockEvents::of(&block, contracts), newest: follower.newest() }
        }
        Step::UpToDate => News::UpToDate,
        Step::Gap { from, to } => News::Gap { from, to },
        Step::OtherChain => News::OtherChain,
    }
}
