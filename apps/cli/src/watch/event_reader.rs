//! What the events of one contract say about its tables, whichever contract it is: each event names its standard.

use std::collections::{BTreeMap, BTreeSet};

use near_primitives::types::{AccountId, BlockHeight};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::blocks::{Block, Log};
use tic_tac_toe_client::table::{Event, EventKind, Replica, Table, TableHandle, TableId};

// Larger boards would fill more than a line.
const CELLS_ON_ONE_LINE: u16 = 25;

/// A contract's tables as far as its events were read.
pub(super) struct EventReader {
    pub contract: AccountId,
    tables: BTreeMap<TableId, Replica>,
    /// What a block has changed and is not compared yet.
    changed: BTreeSet<TableId>,
}

impl EventReader {
    pub(super) const fn new(contract: AccountId) -> Self {
        Self { contract, tables: BTreeMap::new(), changed: BTreeSet::new() }
    }

    /// Forgets everything, since some events were missed.
    pub(super) fn forget(&mut self) {
        self.tables.clear();
    }

    /// Reads a line, if it is an event. One that can't be read or can't be true is remarked on.
    pub(super) async fn read(&mut self, rpc: &Rpc, block: &Block, log: Log<'_>) -> Option<Event> {
        let height = block.height();
        let event = match Event::from_log(log.line) {
            Ok(event) => event?,
            Err(error) => {
                eprintln!("block {height}: {error}");
                return None;
            }
        };
        let id = event.table;
        if !self.tables.contains_key(&id) {
            let before = self.table_before(rpc, &event, height).await;
            self.tables.insert(id, before);
        }
        self.changed.insert(id);
        if let Some(replica) = self.tables.get_mut(&id)
            && let Err(error) = replica.apply(&event, block.time())
        {
            eprintln!("block {height}: the events are inconsistent: {error}");
        }
        Some(event)
    }

    /// Returns the board of an event's table, as short as it fits into a line.
    pub(super) fn board(&self, event: &Event) -> String {
        let table = self.tables.get(&event.table).and_then(Replica::table);
        table.map_or("?".to_owned(), short_board)
    }

    /// Compares what a block has changed with what the contract says after it, and believes the contract.
    pub(super) async fn compare(&mut self, rpc: &Rpc, height: BlockHeight) {
        for id in std::mem::take(&mut self.changed) {
            let handle = TableHandle::new(id, rpc.at(height), self.contract.clone());
            let Some(replica) = self.tables.get_mut(&id) else { continue };
            // The node may have forgotten the block or be away: there is nothing to compare with then.
            if let Ok(shown) = handle.table().await {
                if let Some(difference) = replica.difference(shown.as_ref()) {
                    eprintln!("block {height}: DIFFERENT: {}{difference}", name_of(id));
                }
                *replica = Replica::Known(shown);
            }
            // Nothing more will happen in a game that is closed.
            if *replica == Replica::Known(None) {
                self.tables.remove(&id);
            }
        }
    }

    /// Returns the table as the contract showed it before a block. Without that view the next new game will do.
    async fn table_before(&self, rpc: &Rpc, event: &Event, height: BlockHeight) -> Replica {
        if matches!(event.kind, EventKind::Created { .. }) {
            return Replica::before(event.table);
        }
        let Some(before) = height.checked_sub(1) else { return Replica::Unknown };
        let handle = TableHandle::new(event.table, rpc.at(before), self.contract.clone());
        handle.table().await.map_or(Replica::Unknown, Replica::Known)
    }
}

fn name_of(id: TableId) -> String {
    match id {
        TableId::OneGame => String::new(),
        TableId::Arena(id) => format!("game {id}: "),
    }
}

fn short_board(table: &Table) -> String {
    let rules = table.position.rules();
    if u16::from(rules.rows()) * u16::from(rules.cols()) <= CELLS_ON_ONE_LINE {
        return table.board_on_one_line();
    }
    format!("{rules} after {} moves", table.position.marks_made())
}
