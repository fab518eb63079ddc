//! The games in memory, as far as their events were read: which rows an event changes.
//!
//! Nothing here waits for a database. What the events of some blocks need is loaded before them, and the changed rows
//! are written after them, so that a thousand events cost as many statements as one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::take;

use tic_tac_toe_client::table::{Event, EventKind, InconsistentEvent, TableId};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::{Reason, RoundResult, Starts};
use tic_tac_toe_rules::{Cell, Players, Rules, Victory};

use super::batch::{Values, row};
use super::game::{Game, GameKey, RoundEnd, RoundRow};
use super::log::LogEntry;
use crate::model::{ALL_RULES, BlockRef, GameState, Kind, Record, Status, name, rules_name};
use crate::rating::{self, Outcome, Rating};

/// The games of a chain.
#[derive(Default)]
pub(super) struct Ledger {
    /// Its id in the database.
    pub chain: i64,
    /// By contract.
    pub totals: BTreeMap<i64, Totals>,
    pub games: HashMap<GameKey, Game>,
    pub accounts: HashMap<String, i64>,
    pub rules: HashMap<String, i64>,
    /// By account, then by rules.
    pub standings: HashMap<i64, BTreeMap<i64, Record>>,
    pub last_game: i64,
    pub last_account: i64,
    pub last_rules: i64,
    new_accounts: Vec<Values>,
    new_rules: Vec<Values>,
    /// By game, round and number.
    new_moves: Vec<([i64; 3], Values)>,
    new_outs: Vec<Values>,
    dirty_totals: BTreeSet<i64>,
    dirty_games: BTreeSet<GameKey>,
    dirty_seats: BTreeSet<GameKey>,
    dirty_standings: BTreeSet<(i64, i64)>,
    rounds: BTreeMap<(i64, i64), RoundRow>,
}

/// What the events of a contract came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub kind: Option<Kind>,
    /// The newest game.
    pub newest: Option<i64>,
    pub events: i64,
    pub skipped: i64,
}

/// An event, with its game, its block and its receipt.
#[derive(Clone, Copy, Debug)]
struct EventContext<'a> {
    event: &'a Event,
    key: GameKey,
    at: BlockRef,
    receipt: &'a str,
}

impl EventContext<'_> {
    /// Returns the round within the game: a game of a one-game contract has one.
    fn round(&self) -> i64 {
        match self.event.table {
            TableId::OneGame => 1,
            TableId::Arena(_) => i64::try_from(self.event.round().unwrap_or(1)).unwrap_or(i64::MAX),
        }
    }

    fn contradiction(&self) -> InconsistentEvent {
        InconsistentEvent::Contradiction(self.event.clone())
    }
}

impl Ledger {
    /// Applies an event, or says why it can't be read or can't be true.
    pub(super) fn apply(&mut self, entry: &LogEntry) -> Result<(), String> {
        let applied = match entry.event {
            Ok(event) => self.try_apply(event, entry).map_err(|error| error.to_string()),
            Err(unreadable) => Err(unreadable.clone()),
        };
        let totals = self.totals_of(entry.contract);
        match applied {
            Ok(()) => totals.events += 1,
            Err(_) => totals.skipped += 1,
        }
        applied
    }

    /// Takes the rows that have changed since the last call, by table in the order of [`super::tables::PROJECTION`].
    pub(super) fn take_changes(&mut self) -> [Vec<Values>; 9] {
        let (games, seats) = (take(&mut self.dirty_games), take(&mut self.dirty_seats));
        let mut games: Vec<Values> =
            games.into_iter().filter_map(|key| Some(self.games.get(&key)?.row(key))).collect();
        let mut seats: Vec<Values> = seats
            .into_iter()
            .filter_map(|key| Some(self.games.get(&key)?.seat_rows(key)))
            .flatten()
            .collect();
        games.sort_unstable();
        seats.sort_unstable();
        let totals = |contract| {
            let Totals { kind, newest, events, skipped } = *self.totals.get(&contract)?;
            Some(row![contract, kind.map(name), newest, events, skipped])
        };
        let standing = |(account, rules)| {
            let Record { won, lost, drawn, walked_away, rating } =
                *self.standings.get(&account)?.get(&rules)?;
            let counted = won + lost + drawn;
            Some(row![account, rules, self.chain, counted, won, lost, drawn, walked_away, rating.0])
        };
        // The database has them by game, and finds their places faster in that order.
        self.new_moves.sort_unstable_by_key(|(key, _)| *key);
        [
            take(&mut self.dirty_totals).into_iter().filter_map(totals).collect(),
            take(&mut self.new_accounts),
            take(&mut self.new_rules),
            games,
            seats,
            take(&mut self.rounds).values().map(RoundRow::row).collect(),
            take(&mut self.new_moves).into_iter().map(|(_, row)| row).collect(),
            take(&mut self.new_outs),
            take(&mut self.dirty_standings).into_iter().filter_map(standing).collect(),
        ]
    }

    /// Marks the games of a contract that may have gone on in blocks that were missed.
    pub(super) fn mark_gap(&mut self, contract: i64) {
        let open = self.games.iter_mut().filter(|(key, _)| key.contract == contract);
        open.for_each(|(_, game)| game.state.incomplete = true);
    }

    /// Drops closed games, and all others when there are very many.
    pub(super) fn slim(&mut self, most: usize) {
        self.games.retain(|_, game| game.state.status != Status::Closed);
        if self.games.len() > most {
            self.games.clear();
        }
        if self.accounts.len() > most {
            self.accounts.clear();
        }
        if self.standings.len() > most {
            self.standings.clear();
        }
    }

    fn try_apply(&mut self, event: &Event, entry: &LogEntry) -> Result<(), InconsistentEvent> {
        let LogEntry { contract, at, receipt, .. } = *entry;
        let kind = match event.table {
            TableId::OneGame => Kind::OneGame,
            TableId::Arena(_) => Kind::Arena,
        };
        if *self.totals_of(contract).kind.get_or_insert(kind) != kind {
            return Err(InconsistentEvent::NoGame(event.clone()));
        }
        let id = event.game_id();
        let game_id = i64::try_from(id.0).map_err(|_| InconsistentEvent::Unplayable(id))?;
        let key = GameKey { contract, game_id };
        self.apply_in(EventContext { event, key, at, receipt })?;
        if let Some(game) = self.games.get_mut(&key) {
            game.state.active = at;
        }
        self.dirty_games.insert(key);
        Ok(())
    }

    fn apply_in(&mut self, context: EventContext) -> Result<(), InconsistentEvent> {
        match &context.event.kind {
            EventKind::Created { players, rules, turn_seconds, starts } => {
                let unplayable = || InconsistentEvent::Unplayable(context.event.game_id());
                let rules = Rules::try_from(*rules).map_err(|_| unplayable())?;
                let turn_seconds = turn_seconds.map(i64::try_from).transpose().map_err(|_| unplayable())?;
                u8::try_from(players.len()).ok().and_then(Players::new).ok_or_else(unplayable)?;
                self.create(context, rules, players.iter().map(Option::as_ref), turn_seconds, *starts)
            }
            EventKind::RoundStarted { players: Some(players), .. } => {
                self.replace(context)?;
                self.create(context, Rules::CLASSIC, players.iter().map(Some), None, Starts::Host)?;
                self.start_round(context)
            }
            EventKind::RoundStarted { players: None, .. } => self.start_round(context),
            EventKind::Joined { player, seat } => {
                let account = self.account(player);
                let game = self.open(context)?;
                let seat = usize::from(*seat).checked_sub(1).and_then(|seat| game.seats.get_mut(seat));
                let free = seat.filter(|seat| seat.is_none()).ok_or_else(|| context.contradiction())?;
                *free = Some(account);
                self.dirty_seats.insert(context.key);
                Ok(())
            }
            EventKind::Moved { player, seat, cell, .. } => self.make_move(context, player, *seat, *cell),
            EventKind::Out { player, seat, reason, .. } => self.leave(context, player, *seat, *reason),
            EventKind::RoundOver { result, winner, seat, by, .. } => {
                let winner = seat.zip(winner.as_ref());
                self.end_round(context, *result, winner, by.as_ref())
            }
            EventKind::Closed { .. } => {
                self.open(context)?.close(context.at);
                self.dirty_seats.insert(context.key);
                Ok(())
            }
        }
    }

    fn create<'a>(
        &mut self,
        context: EventContext,
        rules: Rules,
        players: impl Iterator<Item = Option<&'a AccountId>>,
        turn_seconds: Option<i64>,
        starts: Starts,
    ) -> Result<(), InconsistentEvent> {
        let EventContext { event, key, at, .. } = context;
        if self.games.contains_key(&key) {
            return Err(InconsistentEvent::CreatedTwice(event.game_id()));
        }
        let seats = players.map(|player| player.map(|player| self.account(player))).collect();
        let rules_id = self.rules_id(&rules_name(rules));
        self.last_game += 1;
        let state = GameState {
            turn_seconds,
            starts,
            status: Status::Waiting,
            round: 1,
            moves: 0,
            created: at,
            active: at,
            closed: None,
            incomplete: false,
        };
        let newest = &mut self.totals_of(key.contract).newest;
        *newest = (*newest).max(Some(key.game_id));
        let (id, rows, cols) = (self.last_game, rules.rows(), rules.cols());
        self.games.insert(key, Game { id, rules_id, rows, cols, seats, outs: 0, marked: 0, state });
        self.dirty_seats.insert(key);
        Ok(())
    }

    /// Closes the game before: a one-game contract forgets it when the next one is created.
    fn replace(&mut self, context: EventContext) -> Result<(), InconsistentEvent> {
        let EventContext { event, key, at, .. } = context;
        let newest = &mut self.totals_of(key.contract).newest;
        if newest.is_some_and(|newest| newest >= key.game_id) {
            return Err(InconsistentEvent::CreatedOutOfTurn(event.game_id()));
        }
        let Some(before) = newest.replace(key.game_id) else { return Ok(()) };
        let key = GameKey { game_id: before, ..key };
        let Some(game) = self.games.get_mut(&key) else { return Ok(()) };
        if game.state.status == Status::InProgress {
            let abandoned =
                RoundEnd { at, result: RoundResult::Abandoned, winner: None, by: None, counted: false };
            self.rounds.entry((game.id, 1)).or_insert(game.round_row(1)).ended = Some(abandoned);
        }
        game.close(at);
        game.state.active = at;
        self.dirty_games.insert(key);
        self.dirty_seats.insert(key);
        Ok(())
    }

    fn start_round(&mut self, context: EventContext) -> Result<(), InconsistentEvent> {
        let round = context.round();
        let game = self.open(context)?;
        let has_begun = round == game.state.round && game.state.status != Status::Waiting;
        if game.seats.contains(&None) || round < game.state.round || has_begun {
            return Err(context.contradiction());
        }
        game.begin_round(round);
        let row = RoundRow { started: Some(context.at), ..game.round_row(round) };
        self.rounds.insert((row.game, round), row);
        self.dirty_seats.insert(context.key);
        Ok(())
    }

    fn make_move(
        &mut self,
        context: EventContext,
        player: &AccountId,
        seat: u8,
        Cell { row, col }: Cell,
    ) -> Result<(), InconsistentEvent> {
        let EventContext { at, receipt, .. } = context;
        let account = self.account(player);
        let game = self.open_round(context)?;
        if !game.is_in(seat, account) || row >= game.rows || col >= game.cols {
            return Err(context.contradiction());
        }
        game.state.moves += 1;
        game.marked |= 1 << (seat - 1);
        let (id, round, number) = (game.id, game.state.round, game.state.moves);
        let fresh = game.round_row(round);
        self.rounds.entry((id, round)).or_insert(fresh).moves = number;
        let moved = row![id, round, number, seat, row, col, at.height, at.nanoseconds(), receipt];
        self.new_moves.push(([id, round, number], moved));
        Ok(())
    }

    fn leave(
        &mut self,
        context: EventContext,
        player: &AccountId,
        seat: u8,
        reason: Reason,
    ) -> Result<(), InconsistentEvent> {
        let EventContext { at, receipt, .. } = context;
        let account = self.account(player);
        let game = self.open_round(context)?;
        if !game.is_in(seat, account) {
            return Err(context.contradiction());
        }
        game.outs |= 1 << (seat - 1);
        let (rules, round, after) = (game.rules_id, game.state.round, game.state.moves);
        let out = row![game.id, round, seat, after, name(reason), at.height, at.nanoseconds(), receipt];
        let has_marked = game.has_marked(seat);
        self.new_outs.push(out);
        if has_marked {
            self.walk_away(account, rules);
        }
        Ok(())
    }

    fn end_round(
        &mut self,
        context: EventContext,
        result: RoundResult,
        winner: Option<(u8, &AccountId)>,
        by: Option<&AccountId>,
    ) -> Result<(), InconsistentEvent> {
        let by = by.map(|by| self.account(by));
        let winner = winner.map(|(seat, player)| (seat, self.account(player)));
        let game = self.open_round(context)?;
        let has_winner = result == RoundResult::Won;
        if has_winner != winner.is_some()
            || winner.is_some_and(|(seat, account)| game.at(seat) != Some(account))
        {
            return Err(context.contradiction());
        }
        let winner = winner.map(|(seat, _)| seat);
        let counted = game.counts(result);
        match result {
            RoundResult::Won => game.state.status = Status::Won,
            RoundResult::Draw => game.state.status = Status::Draw,
            // The call that leaves a round begins another one or closes the game.
            RoundResult::Abandoned => {}
        }
        let outcomes = game.outcomes(winner);
        let (id, rules, round) = (game.id, game.rules_id, game.state.round);
        let left_by = by.filter(|by| result == RoundResult::Abandoned && game.has_left_open(*by));
        let fresh = game.round_row(round);
        let end = RoundEnd { at: context.at, result, winner, by, counted };
        self.rounds.entry((id, round)).or_insert(fresh).ended = Some(end);
        self.dirty_seats.insert(context.key);
        if let Some(account) = left_by {
            self.walk_away(account, rules);
        }
        if counted {
            self.count(&outcomes, rules);
            self.count(&outcomes, ALL_RULES);
        }
        Ok(())
    }

    /// Counts a round for the rules given.
    fn count(&mut self, players: &[(i64, Outcome)], rules: i64) {
        let before: Vec<(Rating, Outcome)> = players
            .iter()
            .map(|(account, outcome)| (self.standing(*account, rules).rating, *outcome))
            .collect();
        for ((account, outcome), rating) in players.iter().zip(rating::update(&before)) {
            let standing = self.standing(*account, rules);
            standing.rating = rating;
            match outcome {
                Outcome::Won => standing.won += 1,
                Outcome::Lost => standing.lost += 1,
                Outcome::Drawn => standing.drawn += 1,
            }
        }
    }

    fn walk_away(&mut self, account: i64, rules: i64) {
        for rules in [rules, ALL_RULES] {
            self.standing(account, rules).walked_away += 1;
        }
    }

    fn totals_of(&mut self, contract: i64) -> &mut Totals {
        self.dirty_totals.insert(contract);
        self.totals.entry(contract).or_default()
    }

    fn standing(&mut self, account: i64, rules: i64) -> &mut Record {
        self.dirty_standings.insert((account, rules));
        self.standings.entry(account).or_default().entry(rules).or_default()
    }

    /// Returns the game, unless it is closed.
    fn open(&mut self, context: EventContext) -> Result<&mut Game, InconsistentEvent> {
        let game = self.games.get_mut(&context.key).filter(|game| game.state.status != Status::Closed);
        game.ok_or_else(|| InconsistentEvent::NoGame(context.event.clone()))
    }

    /// Returns the game, if the event's round is in progress. A round whose start was missed begins with the event.
    fn open_round(&mut self, context: EventContext) -> Result<&mut Game, InconsistentEvent> {
        let round = context.round();
        let game = self.open(context)?;
        if round > game.state.round && game.state.incomplete {
            game.begin_round(round);
        }
        if round != game.state.round || game.state.status != Status::InProgress {
            return Err(context.contradiction());
        }
        Ok(game)
    }

    fn account(&mut self, account: &AccountId) -> i64 {
        if let Some(id) = self.accounts.get(account.as_str()) {
            return *id;
        }
        self.last_account += 1;
        self.accounts.insert(account.to_string(), self.last_account);
        self.new_accounts.push(row![self.last_account, self.chain, account.as_str()]);
        self.last_account
    }

    fn rules_id(&mut self, name: &str) -> i64 {
        if let Some(id) = self.rules.get(name) {
            return *id;
        }
        self.last_rules += 1;
        self.rules.insert(name.to_owned(), self.last_rules);
        self.new_rules.push(row![self.last_rules, name]);
        self.last_rules
    }
}

impl Game {
    /// Returns whether the account has this seat and is not out of the round.
    fn is_in(&self, seat: u8, account: i64) -> bool {
        self.at(seat) == Some(account) && !self.is_out(seat)
    }

    /// Returns whether a round counts: as in the arena's score, except that nobody can beat themselves.
    fn counts(&self, result: RoundResult) -> bool {
        let accounts: BTreeSet<&Option<i64>> = self.seats.iter().collect();
        let by_score = match result {
            // By a line it takes more marks than by being the last one left.
            RoundResult::Won => Victory::LastLeft.counts(self.state.moves.try_into().unwrap_or(u16::MAX)),
            RoundResult::Draw => true,
            RoundResult::Abandoned => false,
        };
        by_score && accounts.len() == self.seats.len()
    }

    /// Returns the outcome of the round for each player. A player who was out when the others drew has lost; nobody
    /// loses a round in which they made no mark.
    fn outcomes(&self, winner: Option<u8>) -> Vec<(i64, Outcome)> {
        let outcome = |seat| match winner {
            Some(winner) if winner == seat => Some(Outcome::Won),
            None if !self.is_out(seat) => Some(Outcome::Drawn),
            _ => self.has_marked(seat).then_some(Outcome::Lost),
        };
        let seats = (1u8..).zip(&self.seats);
        seats.filter_map(|(seat, account)| Some(((*account)?, outcome(seat)?))).collect()
    }

    /// Returns whether an account has made a mark in the round and is not out already.
    fn has_left_open(&self, account: i64) -> bool {
        let seat = (1u8..).zip(&self.seats).find(|(_, seated)| **seated == Some(account));
        seat.is_some_and(|(seat, _)| self.has_marked(seat) && !self.is_out(seat))
    }
}
