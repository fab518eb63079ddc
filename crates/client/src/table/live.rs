//! A table as it is followed live: views and events come in by one door, in any order and more than once.

use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_rules::{Cell, Seat};

use super::{Event, EventKind, Progress, Replica, Table, TableId};
use crate::Freshness;

const EVENTS_KEPT: usize = 200;

/// A table with its latest events, fed by receipts, blocks and views.
#[derive(Clone, Debug)]
pub struct LiveTable {
    id: TableId,
    table: Option<Table>,
    is_closed: bool,
    freshness: Freshness<Progress>,
    events: Vec<Event>,
    /// So many of the events came with their blocks; the others only with receipts, so far.
    in_blocks: usize,
}

/// Where an event was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the receipt of a transaction that was sent from here.
    Receipt,
    /// In a block.
    Block,
}

impl LiveTable {
    /// A table of which nothing is known yet.
    #[must_use]
    pub fn new(id: TableId) -> Self {
        Self {
            id,
            table: None,
            is_closed: false,
            freshness: Freshness::default(),
            events: Vec::new(),
            in_blocks: 0,
        }
    }

    /// The table as it stands, once the chain has shown it; a closed one as it stood last.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Has the game been closed?
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The latest events, oldest first.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The moves of this round that were read, oldest first.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, Cell)> {
        let this_round = self.table.as_ref().map(|table| table.round);
        self.events.iter().filter_map(move |event| match event.kind {
            EventKind::Moved { round, seat, cell, .. } if Some(round) == this_round => {
                Some((Seat::new(seat)?, cell))
            }
            _ => None,
        })
    }

    /// Takes the contract's answer: the table, or that there is none. Says whether the game went on.
    pub fn see(&mut self, table: Option<Table>) -> bool {
        let Some(table) = table else {
            return !std::mem::replace(&mut self.is_closed, true);
        };
        if !self.freshness.believes(table.progress()) {
            return false;
        }
        let before = self.table.take();
        // Only a chain that has started anew goes back to an earlier round.
        let starts_anew = before.as_ref().is_some_and(|before| before.progress() > table.progress());
        if starts_anew {
            self.events.clear();
            self.in_blocks = 0;
        }
        let before = before.filter(|_| !starts_anew);
        self.show(table.continuing(before.as_ref()), before.as_ref())
    }

    /// Takes an event, which happened at the time of its block. Says whether the game went on: an event that the
    /// table shows already changes nothing, and after a gap the next view tells more.
    pub fn take(&mut self, event: &Event, source: Source, time: Timestamp) -> bool {
        if event.table != self.id {
            return false;
        }
        self.list(event, source);
        if self.table.as_ref().is_some_and(|table| table.includes(event)) {
            return false;
        }
        // A new round that names its players can be shown whatever was missed before it.
        let mut replica = match (&self.table, &event.kind) {
            (Some(table), EventKind::RoundStarted { round, players: Some(players) }) => {
                let next = table.next_round(*round, players.clone());
                let before = self.table.take();
                self.freshness.knows(next.progress());
                return self.show(next, before.as_ref());
            }
            (Some(table), _) => Replica::Known(Some(table.clone())),
            (None, _) => Replica::Unknown,
        };
        match (replica.apply(event, time), replica) {
            (Ok(()), Replica::Known(Some(table))) => {
                let before = self.table.take();
                self.freshness.knows(table.progress());
                self.show(table, before.as_ref())
            }
            (Ok(()), Replica::Known(None)) => !std::mem::replace(&mut self.is_closed, true),
            _ => false,
        }
    }

    fn show(&mut self, table: Table, before: Option<&Table>) -> bool {
        self.is_closed = false;
        let went_on = before.is_none_or(|before| before.progress() != table.progress());
        self.table = Some(table);
        went_on
    }

    /// Lists an event once. Blocks come in order; what was only read in receipts comes after them.
    fn list(&mut self, event: &Event, source: Source) {
        let found = self.events.iter().position(|listed| listed == event);
        match (source, found) {
            (Source::Receipt, None) => self.events.push(event.clone()),
            (Source::Receipt, Some(_)) => {}
            (Source::Block, Some(slot)) if slot < self.in_blocks => {}
            (Source::Block, found) => {
                if let Some(slot) = found {
                    self.events.remove(slot);
                }
                self.events.insert(self.in_blocks, event.clone());
                self.in_blocks += 1;
            }
        }
        if self.events.len() > EVENTS_KEPT {
            self.events.remove(0);
            self.in_blocks = self.in_blocks.saturating_sub(1);
        }
    }
}

impl Table {
    /// The same table with the score that its readers have kept, where no contract does. A round that has ended since
    /// it was last seen counts.
    fn continuing(mut self, before: Option<&Self>) -> Self {
        let Some(before) = before.filter(|_| self.id == TableId::OneGame) else { return self };
        self.score = before.score_for(&self.players);
        if before.round == self.round && !before.is_over() {
            self.count();
        }
        self
    }
}
