//! Games as far as their events were read, in memory: what an event changes, and which rows that leaves to be written.
//!
//! Nothing here waits for a database. What the events of some blocks need is loaded before them, and what they have
//! changed is taken out after them, so that a thousand events cost as many statements as one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tic_tac_toe_interface::arena::{self, Reason, RoundResult};
use tic_tac_toe_interface::one_game::{self, GameResult};
use tic_tac_toe_rules::{Mark, Rules};

use super::model::{
    Changes, Game, GameKey, Kind, Moment, MoveRow, Nonsense, OutRow, RoundRow, Standing, Status,
};
use crate::event::Event;
use crate::rating::{self, Outcome, Rating};

/// The rules that stand for all of them together.
pub(super) const ALL_RULES: i64 = 0;

// A round won because the others are out counts only after so many marks. A line is never shorter.
const MARKS_THAT_COUNT: i64 = 2;

/// What is known of a chain's games.
#[derive(Default)]
pub(super) struct Ledger {
    pub games: HashMap<GameKey, Game>,
    pub accounts: HashMap<String, i64>,
    pub rules: HashMap<String, i64>,
    /// By account, then by rules.
    pub standings: HashMap<i64, BTreeMap<i64, Standing>>,
    pub last_game: i64,
    pub last_account: i64,
    pub last_rules: i64,
    changes: Changes,
    dirty_games: BTreeSet<GameKey>,
    dirty_seats: BTreeSet<GameKey>,
    dirty_standings: BTreeSet<(i64, i64)>,
    rounds: BTreeMap<(i64, i64), RoundRow>,
}

/// A contract as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub id: i64,
    pub kind: Option<Kind>,
    /// The newest game of a one-game contract.
    pub newest: Option<i64>,
}

/// Where and when an event happened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    pub at: Moment,
    pub receipt: &'a str,
}

impl Ledger {
    /// Takes an event in.
    pub(super) fn apply(
        &mut self,
        contract: &mut Contract,
        event: &Event,
        scene: Scene,
    ) -> Result<(), Nonsense> {
        let kind = match event {
            Event::OneGame(_) => Kind::OneGame,
            Event::Arena(_) => Kind::Arena,
        };
        if *contract.kind.get_or_insert(kind) != kind {
            return Err(Nonsense::OtherStandard);
        }
        let key = GameKey::new(contract.id, event.game_id())?;
        match event {
            Event::OneGame(event) => self.apply_one_game(contract, key, event, scene)?,
            Event::Arena(event) => self.apply_arena(key, event, scene)?,
        }
        if let Some(game) = self.games.get_mut(&key) {
            game.active = scene.at;
        }
        self.dirty_games.insert(key);
        Ok(())
    }

    /// What was changed since it was last asked. The ledger takes it for written.
    pub(super) fn take_changes(&mut self) -> Changes {
        let mut changes = std::mem::take(&mut self.changes);
        changes.rounds = std::mem::take(&mut self.rounds).into_values().collect();
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

    /// Forgets games of which nothing more will be heard, and all others when there are very many.
    pub(super) fn slim(&mut self, most: usize) {
        self.games.retain(|_, game| game.status != Status::Closed);
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
        scene: Scene,
    ) -> Result<(), Nonsense> {
        match event {
            one_game::Event::GameCreated { p1, p2, .. } => {
                if contract.newest.is_some_and(|newest| newest >= key.game_id) {
                    return Err(Nonsense::CreatedTwice);
                }
                if let Some(before) = contract.newest.replace(key.game_id) {
                    self.replace(GameKey { game_id: before, ..key }, scene.at);
                }
                let seats = vec![Some(self.account(p1.as_str())), Some(self.account(p2.as_str()))];
                self.create(key, Rules::CLASSIC, seats, None, scene.at)?;
                self.start_round(key, 1, scene.at)
            }
            one_game::Event::MoveMade { player, mark, row, col, .. } => {
                self.make_move(key, 1, seat_of(*mark), player.as_str(), (*row, *col), scene)
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
                self.end_round(key, over, scene.at)
            }
        }
    }

    fn apply_arena(&mut self, key: GameKey, event: &arena::Event, scene: Scene) -> Result<(), Nonsense> {
        match event {
            arena::Event::GameCreated { players, rules, turn_seconds, .. } => {
                let rules = Rules::try_from(*rules).map_err(|_| Nonsense::Unplayable)?;
                let turn_seconds = turn_seconds.map(i64::try_from).transpose();
                let turn_seconds = turn_seconds.map_err(|_| Nonsense::Unplayable)?;
                if !(2..=4).contains(&players.len()) {
                    return Err(Nonsense::Unplayable);
                }
                let seat = |player: &Option<_>| {
                    player
                        .as_ref()
                        .map(|player: &tic_tac_toe_interface::AccountId| self.account(player.as_str()))
                };
                let seats = players.iter().map(seat).collect();
                self.create(key, rules, seats, turn_seconds, scene.at)
            }
            arena::Event::PlayerJoined { player, seat, .. } => {
                let account = self.account(player.as_str());
                let game = self.open(key)?;
                let place = usize::from(*seat).checked_sub(1).and_then(|place| game.seats.get_mut(place));
                let free = place.filter(|place| place.is_none()).ok_or(Nonsense::Contradiction)?;
                *free = Some(account);
                self.dirty_seats.insert(key);
                Ok(())
            }
            arena::Event::RoundStarted { round, .. } => self.start_round(key, i64::from(*round), scene.at),
            arena::Event::MoveMade { round, player, seat, row, col, .. } => {
                self.make_move(key, i64::from(*round), *seat, player.as_str(), (*row, *col), scene)
            }
            arena::Event::PlayerOut { round, player, seat, reason, .. } => {
                self.leave(key, i64::from(*round), (*seat, player.as_str()), *reason, scene)
            }
            arena::Event::RoundOver { round, result, winner, seat, by, .. } => {
                let over = Over {
                    round: i64::from(*round),
                    result: *result,
                    winner: seat.zip(winner.as_ref().map(|winner| winner.as_str())),
                    by: Some(by.as_str()),
                };
                self.end_round(key, over, scene.at)
            }
            arena::Event::GameClosed { .. } => {
                let game = self.open(key)?;
                game.close(scene.at);
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
        at: Moment,
    ) -> Result<(), Nonsense> {
        if self.games.contains_key(&key) {
            return Err(Nonsense::CreatedTwice);
        }
        let rules_id = self.rules_id(&name_of(rules));
        self.last_game += 1;
        let id = self.last_game;
        self.games.insert(key, Game::new(id, rules, rules_id, seats, turn_seconds, at));
        self.dirty_seats.insert(key);
        Ok(())
    }

    /// A one-game contract forgets its game when the next one is made.
    fn replace(&mut self, key: GameKey, at: Moment) {
        let Some(game) = self.games.get_mut(&key) else { return };
        if game.status == Status::InProgress {
            let round = game.round_row(1);
            let row = self.rounds.entry((game.id, 1)).or_insert(round);
            row.end(at, RoundResult::Abandoned, None, None, false);
        }
        game.close(at);
        game.active = at;
        self.dirty_games.insert(key);
        self.dirty_seats.insert(key);
    }

    fn start_round(&mut self, key: GameKey, round: i64, at: Moment) -> Result<(), Nonsense> {
        let game = self.open(key)?;
        if game.seats.contains(&None) || round < game.round || (round == game.round && game.has_begun()) {
            return Err(Nonsense::Contradiction);
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
        scene: Scene,
    ) -> Result<(), Nonsense> {
        let account = self.account(player);
        let game = self.open_round(key, round)?;
        if game.at(seat) != Some(account) || game.is_out(seat) || row >= game.rows || col >= game.cols {
            return Err(Nonsense::Contradiction);
        }
        game.moves += 1;
        let (game, number, fresh) = (game.id, game.moves, game.round_row(round));
        self.rounds.entry((game, round)).or_insert(fresh).moves = number;
        let receipt = scene.receipt.to_owned();
        self.changes.moves.push(MoveRow { game, round, number, seat, row, col, at: scene.at, receipt });
        Ok(())
    }

    fn leave(
        &mut self,
        key: GameKey,
        round: i64,
        (seat, player): (u8, &str),
        reason: Reason,
        scene: Scene,
    ) -> Result<(), Nonsense> {
        let account = self.account(player);
        let game = self.open_round(key, round)?;
        if game.at(seat) != Some(account) || game.is_out(seat) {
            return Err(Nonsense::Contradiction);
        }
        game.outs |= 1 << (seat - 1);
        let (game, rules, after) = (game.id, game.rules_id, game.moves);
        let receipt = scene.receipt.to_owned();
        self.changes.outs.push(OutRow { game, round, seat, after, reason, at: scene.at, receipt });
        self.walk_away(account, rules);
        Ok(())
    }

    fn end_round(&mut self, key: GameKey, over: Over, at: Moment) -> Result<(), Nonsense> {
        let by = over.by.map(|by| self.account(by));
        let winner = over.winner.map(|(seat, player)| (seat, self.account(player)));
        let game = self.open_round(key, over.round)?;
        let has_winner = over.result == RoundResult::Won;
        if has_winner != winner.is_some()
            || winner.is_some_and(|(seat, account)| game.at(seat) != Some(account))
        {
            return Err(Nonsense::Contradiction);
        }
        let winner = winner.map(|(seat, _)| seat);
        let counted = game.counts(over.result);
        match over.result {
            RoundResult::Won => game.status = Status::Won,
            RoundResult::Draw => game.status = Status::Draw,
            // The call that leaves a round begins another one or closes the game.
            RoundResult::Abandoned => {}
        }
        let players = game.players(winner);
        let (id, rules) = (game.id, game.rules_id);
        let left_by = by.filter(|by| over.result == RoundResult::Abandoned && game.has_left_open(*by));
        let fresh = game.round_row(over.round);
        let row = self.rounds.entry((id, over.round)).or_insert(fresh);
        row.end(at, over.result, winner, by, counted);
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
            .map(|(account, outcome)| (Rating(self.standing(*account, rules).rating), *outcome))
            .collect();
        for ((account, outcome), rating) in players.iter().zip(rating::update(&before)) {
            let standing = self.standing(*account, rules);
            standing.rating = rating.0;
            standing.counted += 1;
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

    fn standing(&mut self, account: i64, rules: i64) -> &mut Standing {
        self.dirty_standings.insert((account, rules));
        self.standings.entry(account).or_default().entry(rules).or_default()
    }

    /// The game, unless it is closed.
    fn open(&mut self, key: GameKey) -> Result<&mut Game, Nonsense> {
        let game = self.games.get_mut(&key).filter(|game| game.status != Status::Closed);
        game.ok_or(Nonsense::UnknownGame)
    }

    /// The game, in whose round something happened. A round whose beginning was missed begins with that.
    fn open_round(&mut self, key: GameKey, round: i64) -> Result<&mut Game, Nonsense> {
        let game = self.open(key)?;
        if round > game.round && game.gap {
            game.begin_round(round);
        }
        if round != game.round || game.status != Status::InProgress {
            return Err(Nonsense::Contradiction);
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
        self.changes.rules.push((self.last_rules, name.to_owned()));
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
            RoundResult::Won => self.moves >= MARKS_THAT_COUNT,
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
        self.moves > 0 && seat.is_some_and(|(seat, _)| !self.is_out(seat))
    }
}

const fn seat_of(mark: Mark) -> u8 {
    match mark {
        Mark::X => 1,
        Mark::O => 2,
    }
}

/// The rules as the database writes them: a 3x3 board is written like every other one.
#[must_use]
pub(crate) fn name_of(rules: Rules) -> String {
    match rules {
        Rules::Grid(grid) => format!("{}x{}:{}", grid.rows(), grid.cols(), grid.in_a_row()),
        Rules::Ultimate(_) => rules.to_string(),
    }
}
