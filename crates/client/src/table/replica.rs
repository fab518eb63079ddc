//! A table rebuilt from its events alone, and how it compares with what the contract says.

use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{RoundResult, Score, Timestamp, UnplayableRules};
use tic_tac_toe_rules::ultimate::Field;
use tic_tac_toe_rules::{Game as _, LeaveError, MoveError, Outcome, Players, Position, Rules, Seat};

use super::{Event, EventKind, Table, TableId, one_game};

/// What somebody who reads nothing but events knows about a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "tables that are not known are the exception")]
pub enum Replica {
    /// The reading began in the middle of a round.
    #[default]
    Unknown,
    /// The table; an arena has none before the game is created and after it is closed.
    Known(Option<Table>),
}

/// Why an event can't follow those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "each has its sentence")]
pub enum InconsistentEvent {
    #[error("game {0} was created twice")]
    CreatedTwice(GameId),
    #[error("game {0} was created out of turn")]
    CreatedOutOfTurn(GameId),
    #[error("{0}, but there is no such game")]
    NoGame(Event),
    #[error("game {0} has rules or players that make no game")]
    Unplayable(GameId),
    #[error("{0}, but the game says otherwise")]
    Contradiction(Event),
    #[error("a move that the rules forbid: {0}")]
    AgainstTheRules(#[from] MoveError),
    #[error("a player is out who can't be: {0}")]
    CannotLeave(#[from] LeaveError),
}

impl Replica {
    /// Returns a table before anything has happened at it.
    #[must_use]
    pub fn before(id: TableId) -> Self {
        match id {
            TableId::OneGame => Self::Known(Some(Table::before_the_first_game())),
            TableId::Arena(_) => Self::Known(None),
        }
    }

    /// Returns the table, if it is known and there is one.
    #[must_use]
    pub const fn table(&self) -> Option<&Table> {
        match self {
            Self::Known(Some(table)) => Some(table),
            Self::Known(None) | Self::Unknown => None,
        }
    }

    /// Applies an event of this table, which happened at the time of its block.
    ///
    /// # Errors
    ///
    /// When the event can't follow those before it. What is known is then no longer sure, and forgotten.
    pub fn apply(&mut self, event: &Event, now: Timestamp) -> Result<(), InconsistentEvent> {
        let before = std::mem::take(self);
        *self = match (before, &event.kind) {
            (Self::Known(Some(_)), EventKind::Created { .. }) => {
                return Err(InconsistentEvent::CreatedTwice(event.game_id()));
            }
            (_, EventKind::Created { .. }) => Self::Known(Some(Table::created(event)?)),
            (Self::Unknown, EventKind::RoundStarted { round, players: Some(players), .. }) => {
                Self::Known(Some(one_game::table(*round, players.clone())))
            }
            (Self::Unknown | Self::Known(Some(_)), EventKind::Closed { .. }) => Self::Known(None),
            (Self::Unknown, _) => Self::Unknown,
            (Self::Known(Some(mut table)), _) if table.id == event.table => {
                table.apply(event, now)?;
                Self::Known(Some(table))
            }
            (Self::Known(_), _) => return Err(InconsistentEvent::NoGame(event.clone())),
        };
        Ok(())
    }

    /// Names what is different in the contract's own answer, if anything is.
    #[must_use]
    pub fn difference(&self, shown: Option<&Table>) -> Option<String> {
        match (self, shown) {
            (Self::Unknown, _) | (Self::Known(None), None) => None,
            (Self::Known(Some(_)), None) => Some("the events tell of a game, get_game of none".to_owned()),
            (Self::Known(None), Some(_)) => Some("the events tell of no game, get_game of one".to_owned()),
            (Self::Known(Some(table)), Some(shown)) => table.difference(shown),
        }
    }
}

impl Table {
    /// Returns the table that an arena has created.
    fn created(event: &Event) -> Result<Self, InconsistentEvent> {
        let EventKind::Created { players, rules, turn_seconds, starts } = &event.kind else {
            return Err(InconsistentEvent::Contradiction(event.clone()));
        };
        let unplayable = InconsistentEvent::Unplayable(event.game_id());
        let rules = Rules::try_from(*rules).map_err(|UnplayableRules| unplayable.clone())?;
        let count = u8::try_from(players.len()).ok().and_then(Players::new).ok_or(unplayable.clone())?;
        Ok(Self {
            id: event.table,
            players: players.clone(),
            round: 1,
            starts: *starts,
            position: rules.start(count).ok_or(unplayable)?,
            score: Score { wins: vec![0; players.len()], draws: 0 },
            turn_seconds: *turn_seconds,
            turn_since: None,
        })
    }

    /// Applies an event that comes next at this table.
    fn apply(&mut self, event: &Event, now: Timestamp) -> Result<(), InconsistentEvent> {
        let contradiction = || InconsistentEvent::Contradiction(event.clone());
        let is_other_round = |round: u64| round != self.round;
        match &event.kind {
            EventKind::Created { .. } | EventKind::Closed { .. } => return Err(contradiction()),
            EventKind::Joined { player, seat } => {
                let free =
                    self.free_seat().filter(|free| free.number() == *seat).ok_or_else(contradiction)?;
                self.players[free.index()] = Some(player.clone());
            }
            EventKind::RoundStarted { round, players: Some(players), .. } => {
                if *round != self.round + 1 {
                    return Err(InconsistentEvent::CreatedOutOfTurn(event.game_id()));
                }
                *self = self.next_round(*round, players.clone());
            }
            EventKind::RoundStarted { round, seat, players: None } => {
                self.start_round(*round, *seat, now).ok_or_else(contradiction)?;
            }
            EventKind::Moved { round, .. } | EventKind::Out { round, .. } if is_other_round(*round) => {
                return Err(contradiction());
            }
            EventKind::Moved { player, seat, cell, .. } => {
                let turn = self.turn().filter(|turn| turn.number() == *seat);
                let turn =
                    turn.filter(|turn| self.player(*turn) == Some(player)).ok_or_else(contradiction)?;
                self.position.play(*cell)?;
                self.pass_turn(Some(turn), now);
            }
            EventKind::Out { player, seat, .. } => {
                let seat = Seat::new(*seat).filter(|seat| self.player(*seat) == Some(player));
                let seat = seat.ok_or_else(contradiction)?;
                let turn = self.turn();
                self.position.leave(seat)?;
                self.pass_turn(turn, now);
            }
            EventKind::RoundOver { .. } => {
                if !self.ended_like(&event.kind) {
                    return Err(contradiction());
                }
            }
        }
        Ok(())
    }

    /// Returns whether an event is already part of what the table shows.
    pub(super) fn includes(&self, event: &Event) -> bool {
        if event.round().is_some_and(|round| round < self.round) {
            return true;
        }
        let seat_is = |seat: &u8, is: &dyn Fn(Seat) -> bool| Seat::new(*seat).is_some_and(is);
        let is_this_round = event.round() == Some(self.round);
        match &event.kind {
            EventKind::Created { .. } => true,
            EventKind::Closed { .. } => false,
            EventKind::Joined { player, seat } => seat_is(seat, &|seat| self.player(seat) == Some(player)),
            EventKind::RoundStarted { players, .. } => {
                is_this_round && (players.is_some() || !self.is_before_first_round())
            }
            EventKind::Moved { seat, cell, .. } => {
                is_this_round && seat_is(seat, &|seat| self.position.mark_at(*cell) == Some(seat))
            }
            EventKind::Out { seat, .. } => is_this_round && seat_is(seat, &|seat| self.position.is_out(seat)),
            EventKind::RoundOver { .. } => is_this_round && self.is_over(),
        }
    }

    /// Starts a round: the first once every seat is taken, later ones when a player restarts.
    fn start_round(&mut self, round: u64, seat: u8, now: Timestamp) -> Option<()> {
        let first = self.starts.first(round, self.position.players());
        if self.free_seat().is_some() || seat != first.number() {
            return None;
        }
        if !(round == 1 && self.is_before_first_round()) {
            if round != self.round + 1 {
                return None;
            }
            self.position = self.position.restarted_by(first)?;
            self.round = round;
        }
        self.turn_since = Some(now);
        Some(())
    }

    fn is_before_first_round(&self) -> bool {
        self.turn_since.is_none() && self.round == 1 && self.position.marks_made() == 0 && !self.is_over()
    }

    /// Restarts the clock if the turn has passed on, and puts an end of the round into the score.
    fn pass_turn(&mut self, before: Option<Seat>, now: Timestamp) {
        match self.position.outcome() {
            Outcome::InProgress { next } if Some(next) == before => {}
            Outcome::InProgress { .. } => {
                self.turn_since = matches!(self.id, TableId::Arena(_)).then_some(now);
            }
            Outcome::Won { .. } | Outcome::Draw => {
                self.turn_since = None;
                self.count();
            }
        }
    }

    fn ended_like(&self, over: &EventKind) -> bool {
        let EventKind::RoundOver { round, result, winner, seat, .. } = over else { return false };
        let (expected, by) = match self.position.outcome() {
            Outcome::InProgress { .. } => (RoundResult::Abandoned, None),
            Outcome::Won { winner, .. } => (RoundResult::Won, Some(winner)),
            Outcome::Draw => (RoundResult::Draw, None),
        };
        // Who plays against themselves wins and loses: only the seat says which.
        self.round == *round
            && expected == *result
            && by.map(Seat::number) == *seat
            && by.and_then(|seat| self.player(seat)) == winner.as_ref()
    }

    /// Names what a contract shows differently, if anything.
    fn difference(&self, shown: &Self) -> Option<String> {
        let fields = self.shown_fields().into_iter().zip(shown.shown_fields());
        let different = fields.filter(|((_, told), (_, shown))| told != shown);
        let sentences: Vec<String> = different
            .map(|((name, told), (_, shown))| format!("the events give {name} {told}, get_game {shown}"))
            .collect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    /// Returns what contracts show of a table. Of two positions that show the same, a reader can't say which it is.
    fn shown_fields(&self) -> Vec<(&'static str, String)> {
        let list = |items: Vec<String>| format!("[{}]", items.join(" "));
        let player = |player: &Option<_>| player.as_ref().map_or("-".to_owned(), ToString::to_string);
        let or_nothing = |item: Option<String>| item.unwrap_or_else(|| "none".to_owned());
        let out = self.seats().filter(|seat| self.position.is_out(*seat)).map(|seat| seat.to_string());
        let mut fields = vec![
            ("game", self.game_id().to_string()),
            ("players", list(self.players.iter().map(player).collect())),
            ("rules", self.position.rules().to_string()),
            ("round", self.round.to_string()),
            ("board", self.board_on_one_line()),
            ("out", list(out.collect())),
            ("turn", or_nothing(self.turn().map(|seat| seat.to_string()))),
        ];
        if let Position::Ultimate(position) = &self.position {
            let next = position.next_field().filter(|_| !self.is_over());
            fields.push(("next_field", or_nothing(next.map(|field| field.number().to_string()))));
            let lines = |field: Field| position.captures(field).map(|line| format!("{line:?}")).collect();
            fields.push(("field_lines", list(Field::all().map(|field| list(lines(field))).collect())));
        }
        if let TableId::Arena(_) = self.id {
            let Score { wins, draws } = &self.score;
            fields.push(("score", format!("{wins:?} {draws}")));
            fields.push(("starts", format!("{:?}", self.starts)));
            fields.push(("turn_seconds", or_nothing(self.turn_seconds.map(|seconds| seconds.to_string()))));
            fields.push(("turn_since", or_nothing(self.turn_since.map(|time| time.to_string()))));
        }
        fields
    }
}
