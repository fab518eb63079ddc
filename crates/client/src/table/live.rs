//! A table as it is followed live: views and events come in by one door, in any order and more than once.

use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_rules::{Cell, Seat};

use super::{Event, EventKind, Progress, Replica, Table, TableId};
use crate::{Freshness, Receipt};

const EVENTS_KEPT: usize = 200;

/// A table with its latest events, fed by receipts, blocks and views.
#[derive(Clone, Debug)]
pub struct LiveTable {
    table: Table,
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
    /// Follows a table from how it was found.
    #[must_use]
    pub fn new(table: Table) -> Self {
        let mut freshness = Freshness::default();
        freshness.knows(table.progress());
        Self { table, is_closed: false, freshness, events: Vec::new(), in_blocks: 0 }
    }

    /// Returns the table as it stands; a closed one as it stood last.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns whether the game has been closed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the latest events, oldest first.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the moves of this round that were read, oldest first.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, Cell)> {
        self.events.iter().filter_map(|event| match event.kind {
            EventKind::Moved { round, seat, cell, .. } if round == self.table.round => {
                Some((Seat::new(seat)?, cell))
            }
            _ => None,
        })
    }

    /// Takes the contract's answer: the table, or that there is none. Says whether the game went on.
    pub fn see(&mut self, table: Option<Table>) -> bool {
        // A server that lags behind may not have the game yet, or still have one that is closed.
        let progress = table.as_ref().map(Table::progress).unwrap_or_default();
        let is_known_to_be_closed = self.is_closed && progress == self.table.progress();
        if is_known_to_be_closed || !self.freshness.believes(progress) {
            return false;
        }
        let Some(table) = table else {
            return !std::mem::replace(&mut self.is_closed, true);
        };
        // Only a chain that has started anew goes back to an earlier round.
        if self.table.progress() > table.progress() {
            self.events.clear();
            self.in_blocks = 0;
            return self.show(table);
        }
        self.show(table.continuing(&self.table))
    }

    /// Takes an event, which happened at the time of its block. Says whether the game went on: an event that the
    /// table shows already changes nothing, and after a gap the next view tells more.
    pub fn take(&mut self, event: &Event, source: Source, time: Timestamp) -> bool {
        if event.table != self.table.id {
            return false;
        }
        self.list(event, source);
        if self.table.includes(event) {
            return false;
        }
        let mut replica = Replica::Known(Some(self.table.clone()));
        match (replica.apply(event, time), replica, &event.kind) {
            (Ok(()), Replica::Known(Some(table)), _) => self.show_certain(table),
            (Ok(()), Replica::Known(None), _) => !std::mem::replace(&mut self.is_closed, true),
            // A new round that names its players can be shown whatever was missed before it.
            (_, _, EventKind::RoundStarted { round, players: Some(players), .. }) => {
                self.show_certain(self.table.next_round(*round, players.clone()))
            }
            _ => false,
        }
    }

    /// Takes what a transaction did, which is certain before its block is read. Says whether the game went on.
    pub fn take_receipt(&mut self, receipt: &Receipt, time: Timestamp) -> bool {
        // The chain has carried them out already, so one that can't be read is no reason to complain.
        let events = receipt.events().unwrap_or_default();
        let mut went_on = false;
        for event in &events {
            went_on |= self.take(event, Source::Receipt, time);
        }
        went_on
    }

    fn show_certain(&mut self, table: Table) -> bool {
        self.freshness.knows(table.progress());
        self.show(table)
    }

    fn show(&mut self, table: Table) -> bool {
        self.is_closed = false;
        let went_on = self.table.progress() != table.progress();
        self.table = table;
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
    /// Returns the same table with the score that its readers have kept, where no contract does. A round that has
    /// ended since it was last seen counts.
    fn continuing(mut self, before: &Self) -> Self {
        if self.id != TableId::OneGame {
            return self;
        }
        self.score = before.score_for(&self.players);
        if before.round == self.round && !before.is_over() {
            self.count();
        }
        self
    }
}
