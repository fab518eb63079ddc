//! The games in memory, as far as their events were read: which rows an event changes.
//!
//! Nothing here waits for a database. What the events of some blocks need is loaded before them, and the changed rows
//! are written after them, so that a thousand events cost as many statements as one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};
use tic_tac_toe_client::blocks::Position;
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::{self, Reason, RoundResult};
use tic_tac_toe_interface::one_game::{self, GameResult};
use tic_tac_toe_rules::{Mark, Rules};

use super::game::{Game, GameKey, InconsistentEvent, RoundEnd, RoundRow};
use crate::event::Event;
use crate::model::{ALL_RULES, BlockRef, Kind, Record, Status, rules_name, unsigned};
use crate::rating::{self, Outcome, Rating};

// A round won because the others are out counts only after so many marks. A line is never shorter.
const MARKS_THAT_COUNT: i64 = 2;

/// The games of a chain.
#[derive(Default)]
pub(super) struct Ledger {
    pub games: HashMap<GameKey, Game>,
    pub accounts: HashMap<String, i64>,
    pub rules: HashMap<String, i64>,
    /// By account, then by rules.
    pub standings: HashMap<i64, BTreeMap<i64, Record>>,
    pub last_game: i64,
    pub last_account: i64,
    pub last_rules: i64,
    changes: Changes,
    dirty_games: BTreeSet<GameKey>,
    dirty_seats: BTreeSet<GameKey>,
    dirty_standings: BTreeSet<(i64, i64)>,
    rounds: BTreeMap<(i64, i64), RoundRow>,
}

/// Rows to be written, in the order of the columns in [`super::tables`].
#[derive(Default)]
pub(super) struct Changes {
    /// Without the chain, which the store adds.
    pub accounts: Vec<(i64, String)>,
    pub rules: Vec<Value>,
    pub games: Vec<Value>,
    pub seats: Vec<Value>,
    pub rounds: Vec<Value>,
    pub moves: Vec<Value>,
    pub outs: Vec<Value>,
    /// By account and rules.
    pub standings: Vec<(i64, i64, Record)>,
}

/// A contract as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub id: i64,
    pub account: AccountId,
    pub kind: Option<Kind>,
    /// The newest game of a one-game contract.
    pub newest: Option<i64>,
    pub next_height: i64,
    pub last_hash: Option<String>,
}

/// The block and the receipt of an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventContext<'a> {
    pub at: BlockRef,
    pub receipt: &'a str,
}

impl Contract {
    pub(super) fn position(&self) -> Position {
        Position { next: unsigned(self.next_height), last_hash: self.last_hash.clone() }
    }
}

impl Ledger {
    /// Applies an event.
    pub(super) fn apply(
        &mut self,
        contract: &mut Contract,
        event: &Event,
        context: EventContext,
    ) -> Result<(), InconsistentEvent> {
        let kind = match event {
            Event::OneGame(_) => Kind::OneGame,
            Event::Arena(_) => Kind::Arena,
        };
        if *contract.kind.get_or_insert(kind) != kind {
            return Err(InconsistentEvent::OtherStandard);
        }
        let key = GameKey::new(contract.id, event.game_id())?;
        match event {
            Event::OneGame(event) => self.apply_one_game(contract, key, event, context)?,
            Event::Arena(event) => self.apply_arena(key, event, context)?,
        }
        if let Some(game) = self.games.get_mut(&key) {
            game.state.active = context.at;
        }
        self.dirty_games.insert(key);
        Ok(())
    }

    /// Takes the rows that have changed since the last call.
    pub(super) fn take_changes(&mut self) -> Changes {
        let mut changes = std::mem::take(&mut self.changes);
        changes.rounds = std::mem::take(&mut self.rounds).values().map(RoundRow::row).collect();
        for key in std::mem::take(&mut self.dirty_games) {
            let Some(game) = self.games.get(&key) else { continue };
            changes.games.push(game.row(key));
        }
        for key in std::mem::take(&mut self.dirty_seats) {
            let Some(game) = self.games.get(&key) else { continue };
            changes.seats.extend(game.seat_rows());
        }
        for (account, rules) in std::mem::take(&mut self.dirty_standings) {
            let Some(standing) = self.standings.get(&account).and_then(|by_rules| by_rules.get(&rules))
            else {
                continue;
            };
            changes.standings.push((account, rules, *standing));
        }
        changes
    }

    /// Drops closed games, and all others when there are very many.
    pub(super) fn slim(&mut self, most: usize) {
        self.games.retain(|_, game| game.state.status != Status::Closed);
        if self.games.len() > most {
            self.games.clear();
        }
        if self.accounts.len() > most {
            self.accounts.clear();
            self.standings.clear();
        }
    }

    fn apply_one_game(
        &mut self,
        contract: &mut Contract,
        key: GameKey,
        event: &one_game::Event,
        context: EventContext,
    ) -> Result<(), InconsistentEvent> {
        match event {
            one_game::Event::GameCreated { p1, p2, .. } => {
                if contract.newest.is_some_and(|newest| newest >= key.game_id) {
                    return Err(InconsistentEvent::CreatedTwice);
                }
                if let Some(before) = contract.newest.replace(key.game_id) {
                    self.replace(GameKey { game_id: before, ..key }, context.at);
                }
                let seats = vec![Some(self.account(p1.as_str())), Some(self.account(p2.as_str()))];
                self.create(key, Rules::CLASSIC, seats, None, context.at)?;
                self.start_round(key, 1, context.at)
            }
            one_game::Event::MoveMade { player, mark, row, col, .. } => {
                self.make_move(key, 1, seat_of(*mark), player.as_str(), (*row, *col), context)
            }
            one_game::Event::GameOver { result, winner, mark, .. } => {
                let over = Over {
                    round: 1,
                    result: match result {
                        GameResult::Won => RoundResult::Won,
                        GameResult::Draw => RoundResult::Draw,
                    },
                    winner: mark.map(seat_of).zip(winner.as_ref().map(|winner| winner.as_str())),
                    by: None,
                };
                self.end_round(key, over, context.at)
            }
        }
    }

    fn apply_arena(
        &mut self,
        key: GameKey,
        event: &arena::Event,
        context: EventContext,
    ) -> Result<(), InconsistentEvent> {
        match event {
            arena::Event::GameCreated { players, rules, turn_seconds, .. } => {
                let rules = Rules::try_from(*rules).map_err(|_| InconsistentEvent::Unplayable)?;
                let turn_seconds = turn_seconds.map(i64::try_from).transpose();
                let turn_seconds = turn_seconds.map_err(|_| InconsistentEvent::Unplayable)?;
                if !(2..=4).contains(&players.len()) {
                    return Err(InconsistentEvent::Unplayable);
                }
                let seat = |player: &Option<_>| {
                    player.as_ref().map(|player: &AccountId| self.account(player.as_str()))
                };
                let seats = players.iter().map(seat).collect();
                self.create(key, rules, seats, turn_seconds, context.at)
            }
            arena::Event::PlayerJoined { player, seat, .. } => {
                let account = self.account(player.as_str());
                let game = self.open(key)?;
                let place = usize::from(*seat).checked_sub(1).and_then(|place| game.seats.get_mut(place));
                let free = place.filter(|place| place.is_none()).ok_or(InconsistentEvent::Contradiction)?;
                *free = Some(account);
                self.dirty_seats.insert(key);
                Ok(())
            }
            arena::Event::RoundStarted { round, .. } => self.start_round(key, i64::from(*round), context.at),
            arena::Event::MoveMade { round, player, seat, row, col, .. } => {
                self.make_move(key, i64::from(*round), *seat, player.as_str(), (*row, *col), context)
            }
            arena::Event::PlayerOut { round, player, seat, reason, .. } => {
                self.leave(key, i64::from(*round), (*seat, player.as_str()), *reason, context)
            }
            arena::Event::RoundOver { round, result, winner, seat, by, .. } => {
                let over = Over {
                    round: i64::from(*round),
                    result: *result,
                    winner: seat.zip(winner.as_ref().map(|winner| winner.as_str())),
                    by: Some(by.as_str()),
                };
                self.end_round(key, over, context.at)
            }
            arena::Event::GameClosed { .. } => {
                let game = self.open(key)?;
                game.close(context.at);
                self.dirty_seats.insert(key);
                Ok(())
            }
        }
    }

    fn create(
        &mut self,
        key: GameKey,
        rules: Rules,
        seats: Vec<Option<i64>>,
        turn_seconds: Option<i64>,
        at: BlockRef,
    ) -> Result<(), InconsistentEvent> {
        if self.games.contains_key(&key) {
            return Err(InconsistentEvent::CreatedTwice);
        }
        let rules_id = self.rules_id(&rules_name(rules));
        self.last_game += 1;
        let id = self.last_game;
        self.games.insert(key, Game::new(id, rules, rules_id, seats, turn_seconds, at));
        self.dirty_seats.insert(key);
        Ok(())
    }

    /// A one-game contract forgets its game when the next one is made.
    fn replace(&mut self, key: GameKey, at: BlockRef) {
        let Some(game) = self.games.get_mut(&key) else { return };
        if game.state.status == Status::InProgress {
            let round = game.round_row(1);
            let row = self.rounds.entry((game.id, 1)).or_insert(round);
            row.ended =
                Some(RoundEnd { at, result: RoundResult::Abandoned, winner: None, by: None, counted: false });
        }
        game.close(at);
        game.state.active = at;
        self.dirty_games.insert(key);
        self.dirty_seats.insert(key);
    }

    fn start_round(&mut self, key: GameKey, round: i64, at: BlockRef) -> Result<(), InconsistentEvent> {
        let game = self.open(key)?;
        if game.seats.contains(&None)
            || round < game.state.round
            || (round == game.state.round && game.state.status != Status::Waiting)
        {
            return Err(InconsistentEvent::Contradiction);
        }
        game.begin_round(round);
        let row = RoundRow { started: Some(at), ..game.round_row(round) };
        self.rounds.insert((row.game, round), row);
        self.dirty_seats.insert(key);
        Ok(())
    }

    fn make_move(
        &mut self,
        key: GameKey,
        round: i64,
        seat: u8,
        player: &str,
        (row, col): (u8, u8),
        context: EventContext,
    ) -> Result<(), InconsistentEvent> {
        let account = self.account(player);
        let game = self.open_round(key, round)?;
        if game.at(seat) != Some(account) || game.is_out(seat) || row >= game.rows || col >= game.cols {
            return Err(InconsistentEvent::Contradiction);
        }
        game.state.moves += 1;
        let (game, number, fresh) = (game.id, game.state.moves, game.round_row(round));
        self.rounds.entry((game, round)).or_insert(fresh).moves = number;
        self.changes.moves.push(json!([
            game,
            round,
            number,
            seat,
            row,
            col,
            context.at.height,
            context.at.time.0,
            context.receipt
        ]));
        Ok(())
    }

    fn leave(
        &mut self,
        key: GameKey,
        round: i64,
        (seat, player): (u8, &str),
        reason: Reason,
        context: EventContext,
    ) -> Result<(), InconsistentEvent> {
        let account = self.account(player);
        let game = self.open_round(key, round)?;
        if game.at(seat) != Some(account) || game.is_out(seat) {
            return Err(InconsistentEvent::Contradiction);
        }
        game.outs |= 1 << (seat - 1);
        let (game, rules, after) = (game.id, game.rules_id, game.state.moves);
        self.changes.outs.push(json!([
            game,
            round,
            seat,
            after,
            reason,
            context.at.height,
            context.at.time.0,
            context.receipt
        ]));
        self.walk_away(account, rules);
        Ok(())
    }

    fn end_round(&mut self, key: GameKey, over: Over, at: BlockRef) -> Result<(), InconsistentEvent> {
        let by = over.by.map(|by| self.account(by));
        let winner = over.winner.map(|(seat, player)| (seat, self.account(player)));
        let game = self.open_round(key, over.round)?;
        let has_winner = over.result == RoundResult::Won;
        if has_winner != winner.is_some()
            || winner.is_some_and(|(seat, account)| game.at(seat) != Some(account))
        {
            return Err(InconsistentEvent::Contradiction);
        }
        let winner = winner.map(|(seat, _)| seat);
        let counted = game.counts(over.result);
        match over.result {
            RoundResult::Won => game.state.status = Status::Won,
            RoundResult::Draw => game.state.status = Status::Draw,
            // The call that leaves a round begins another one or closes the game.
            RoundResult::Abandoned => {}
        }
        let players = game.players(winner);
        let (id, rules) = (game.id, game.rules_id);
        let left_by = by.filter(|by| over.result == RoundResult::Abandoned && game.has_left_open(*by));
        let fresh = game.round_row(over.round);
        let row = self.rounds.entry((id, over.round)).or_insert(fresh);
        row.ended = Some(RoundEnd { at, result: over.result, winner, by, counted });
        self.dirty_seats.insert(key);
        if let Some(account) = left_by {
            self.walk_away(account, rules);
        }
        if counted {
            self.count(&players, rules);
            self.count(&players, ALL_RULES);
        }
        Ok(())
    }

    /// A round that counts, for the rules given.
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

    fn standing(&mut self, account: i64, rules: i64) -> &mut Record {
        self.dirty_standings.insert((account, rules));
        self.standings.entry(account).or_default().entry(rules).or_default()
    }

    /// The game, unless it is closed.
    fn open(&mut self, key: GameKey) -> Result<&mut Game, InconsistentEvent> {
        let game = self.games.get_mut(&key).filter(|game| game.state.status != Status::Closed);
        game.ok_or(InconsistentEvent::UnknownGame)
    }

    /// The game, in whose round something happened. A round whose beginning was missed begins with that.
    fn open_round(&mut self, key: GameKey, round: i64) -> Result<&mut Game, InconsistentEvent> {
        let game = self.open(key)?;
        if round > game.state.round && game.state.incomplete {
            game.begin_round(round);
        }
        if round != game.state.round || game.state.status != Status::InProgress {
            return Err(InconsistentEvent::Contradiction);
        }
        Ok(game)
    }

    fn account(&mut self, name: &str) -> i64 {
        if let Some(id) = self.accounts.get(name) {
            return *id;
        }
        self.last_account += 1;
        self.accounts.insert(name.to_owned(), self.last_account);
        self.changes.accounts.push((self.last_account, name.to_owned()));
        self.last_account
    }

    fn rules_id(&mut self, name: &str) -> i64 {
        if let Some(id) = self.rules.get(name) {
            return *id;
        }
        self.last_rules += 1;
        self.rules.insert(name.to_owned(), self.last_rules);
        self.changes.rules.push(json!([self.last_rules, name]));
        self.last_rules
    }
}

/// How a round ended.
#[derive(Clone, Copy)]
struct Over<'a> {
    round: i64,
    result: RoundResult,
    winner: Option<(u8, &'a str)>,
    by: Option<&'a str>,
}

impl Game {
    /// Rounds count as in the arena's score, except that nobody beats oneself.
    fn counts(&self, result: RoundResult) -> bool {
        let different: BTreeSet<&Option<i64>> = self.seats.iter().collect();
        let by_score = match result {
            RoundResult::Won => self.state.moves >= MARKS_THAT_COUNT,
            RoundResult::Draw => true,
            RoundResult::Abandoned => false,
        };
        by_score && different.len() == self.seats.len()
    }

    /// What the round was for each player. Who was out when the others drew has lost.
    fn players(&self, winner: Option<u8>) -> Vec<(i64, Outcome)> {
        let seats = (1u8..).zip(&self.seats);
        let outcome = |seat| match winner {
            Some(winner) if winner == seat => Outcome::Won,
            Some(_) => Outcome::Lost,
            None if self.is_out(seat) => Outcome::Lost,
            None => Outcome::Drawn,
        };
        seats.filter_map(|(seat, account)| Some(((*account)?, outcome(seat)))).collect()
    }

    /// Whether an account had a seat in a round with marks in it and was not out already.
    fn has_left_open(&self, account: i64) -> bool {
        let seat = (1u8..).zip(&self.seats).find(|(_, sitting)| **sitting == Some(account));
        self.state.moves > 0 && seat.is_some_and(|(seat, _)| !self.is_out(seat))
    }
}

const fn seat_of(mark: Mark) -> u8 {
    match mark {
        Mark::X => 1,
        Mark::O => 2,
    }
}
