//! The events of blocks: each log line names its standard, so the kind of a contract need not be known.

use tic_tac_toe_client::blocks::Block;
use tic_tac_toe_client::table::{Event, EventKind};
use tic_tac_toe_interface::AccountId;

/// The events of some contracts in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockEvents {
    /// Its height.
    pub height: u64,
    /// Its hash.
    pub hash: String,
    /// Its time in nanoseconds since 1970.
    pub time: u64,
    /// The events in order.
    pub events: Vec<DecodedEvent>,
}

/// A log line that claims to be an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedEvent {
    /// The contract's slot in the list of contracts that are read.
    pub contract: usize,
    /// Its place among all lines of the block, from 0.
    pub place: u32,
    /// The receipt that logged it.
    pub receipt: String,
    /// The line.
    pub line: String,
    /// The event, or the reason why it can't be read.
    pub event: Result<Event, String>,
}

impl BlockEvents {
    /// Decodes the events that these contracts have logged in a block. What another account logs is not theirs.
    #[must_use]
    pub fn of(block: &Block, contracts: &[AccountId]) -> Self {
        let mut events = Vec::new();
        for (log, place) in block.all_logs().zip(0..) {
            let Some(contract) = contracts.iter().position(|id| id == log.contract) else { continue };
            let Some(event) = decode(log.line) else { continue };
            let (receipt, line) = (log.receipt.to_owned(), log.line.to_owned());
            events.push(DecodedEvent { contract, place, receipt, line, event });
        }
        Self { height: block.height(), hash: block.hash().to_owned(), time: block.time().0, events }
    }
}

/// Decodes a line that claims to be an event of ours.
pub(crate) fn decode(line: &str) -> Option<Result<Event, String>> {
    Event::from_log(line).map_err(|error| error.to_string()).transpose()
}

/// Returns the accounts that an event names.
pub(crate) fn accounts(event: &Event) -> Vec<&str> {
    let accounts: Vec<&AccountId> = match &event.kind {
        EventKind::Created { players, .. } => players.iter().flatten().collect(),
        EventKind::RoundStarted { players, .. } => players.iter().flatten().collect(),
        EventKind::Joined { player, .. }
        | EventKind::Moved { player, .. }
        | EventKind::Out { player, .. }
        | EventKind::Closed { by: player } => vec![player],
        EventKind::RoundOver { winner, by, .. } => winner.iter().chain(by).collect(),
    };
    accounts.into_iter().map(|account| account.as_str()).collect()
}
