//! A table, whichever contract it belongs to: what is shown, what may be done now by whom, and what happened.
//!
//! The one-game contract is a table with classic rules whose round number is its `game_id` and whose seats may
//! change from round to round; a game of an arena is a table with an id. Two adapters translate views, events and
//! calls of the contracts; everybody else knows tables only.

mod action;
mod arena;
mod event;
mod handle;
mod live;
mod one_game;
mod replica;

use near_primitives::types::AccountId;
use tic_tac_toe_interface::arena::{Score, Starts, Timestamp};
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::{Cell, Game as _, Outcome, Position, Seat};

pub use action::{Action, NotNow};
pub use arena::ARENA_METHODS;
pub use event::{Event, EventKind};
pub use handle::TableHandle;
pub use live::{LiveTable, Source};
pub use one_game::ONE_GAME_METHODS;
pub use replica::{InconsistentEvent, Replica};

const NANOSECONDS: u64 = 1_000_000_000;

/// Which table of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableId {
    /// The only table of a one-game contract; its rounds are the contract's games.
    OneGame,
    /// A game of an arena.
    Arena(GameId),
}

/// A table. Turn, result and lines follow from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Which table of its contract.
    pub id: TableId,
    /// Who sits where; `None` is a free seat.
    pub players: Vec<Option<AccountId>>,
    /// Which round this is, from 1; 0 before the first game of a one-game contract.
    pub round: u64,
    /// Who moves first in each round.
    pub starts: Starts,
    /// The board.
    pub position: Position,
    /// How the rounds that ended have ended: an arena keeps count, for a one-game contract its readers do.
    pub score: Score,
    /// How long a turn may take.
    pub turn_seconds: Option<u64>,
    /// Since when the player to move is to move, where the contract has a clock.
    pub turn_since: Option<Timestamp>,
}

/// How far a table has come: later rounds and what came later in a round are greater.
pub type Progress = (u64, usize, usize);

impl TableId {
    /// Returns the number by which people call the game.
    #[must_use]
    pub const fn game_id(self, round: u64) -> GameId {
        match self {
            Self::OneGame => GameId(round),
            Self::Arena(id) => id,
        }
    }
}

impl Table {
    /// Returns the number by which people call the game.
    #[must_use]
    pub const fn game_id(&self) -> GameId {
        self.id.game_id(self.round)
    }

    /// Returns who sits there, if anybody does.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&AccountId> {
        self.players.get(seat.index())?.as_ref()
    }

    /// Returns all seats, in the order of turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        self.position.players().seats()
    }

    /// Returns where the account sits, if it does; who plays against themselves has the first of two seats.
    #[must_use]
    pub fn seat_of(&self, account: &AccountIdRef) -> Option<Seat> {
        self.seats().find(|seat| self.player(*seat).is_some_and(|player| **player == *account))
    }

    /// Returns the first seat that nobody has taken.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        self.seats().find(|seat| self.player(*seat).is_none())
    }

    /// Returns whose turn it is: nobody's while a seat is free and after the round's end.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        if self.free_seat().is_some() { None } else { self.position.turn() }
    }

    /// Returns who moves next, unless a seat is free or the round is over.
    #[must_use]
    pub fn next_player(&self) -> Option<&AccountId> {
        self.player(self.turn()?)
    }

    /// Returns whether the round has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.turn().is_none()
    }

    /// Returns how many seconds the player to move has left at this time, if there is a limit.
    #[must_use]
    pub fn seconds_left(&self, now: Timestamp) -> Option<u64> {
        let (limit, since) = (self.turn_seconds?, self.turn_since?);
        self.turn()?;
        let end = since.0.saturating_add(limit.saturating_mul(NANOSECONDS));
        Some(end.saturating_sub(now.0).div_ceil(NANOSECONDS))
    }

    /// Returns how far the table has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let out = self.seats().filter(|seat| self.position.is_out(*seat)).count();
        let taken = self.players.iter().flatten().count();
        (self.round, taken, usize::from(self.position.marks_made()) + out)
    }

    /// Returns the board on one line, such as `X../.O./...`.
    #[must_use]
    pub fn board_on_one_line(&self) -> String {
        let rules = self.position.rules();
        let mark = |cell| self.position.mark_at(cell).map_or(".".to_owned(), |seat| seat.to_string());
        let row = |row| (0..rules.cols()).map(|col| mark(Cell { row, col })).collect::<String>();
        (0..rules.rows()).map(row).collect::<Vec<_>>().join("/")
    }

    /// Returns the next round between these players, as a one-game contract starts it. They take their wins along.
    fn next_round(&self, round: u64, players: [AccountId; 2]) -> Self {
        let mut next = one_game::table(round, players);
        next.score = self.score_for(&next.players);
        next
    }

    /// Returns the score for those who sit down after this round, where no contract keeps count.
    fn score_for(&self, players: &[Option<AccountId>]) -> Score {
        let wins_of = |(index, player): (usize, &Option<AccountId>)| {
            let same_seat = (self.players.get(index) == Some(player)).then_some(index);
            let seat = same_seat.or_else(|| self.players.iter().position(|before| before == player));
            seat.and_then(|seat| self.score.wins.get(seat)).copied().unwrap_or_default()
        };
        let have_stayed = players.iter().all(|player| self.players.contains(player));
        let draws = if have_stayed { self.score.draws } else { 0 };
        Score { wins: players.iter().enumerate().map(wins_of).collect(), draws }
    }

    /// Puts the end of the round into the score, if it has ended and counts.
    fn count(&mut self) {
        let outcome = self.position.outcome();
        if !outcome.counts(self.position.marks_made()) {
            return;
        }
        match outcome {
            Outcome::Won { winner, .. } => {
                if let Some(wins) = self.score.wins.get_mut(winner.index()) {
                    *wins += 1;
                }
            }
            Outcome::Draw => self.score.draws += 1,
            Outcome::InProgress { .. } => {}
        }
    }
}
