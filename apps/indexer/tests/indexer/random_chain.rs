//! A random chain: games of an arena and of a one-game contract in blocks, with what the contracts would answer at the
//! end.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use near_primitives::hash::CryptoHash;
use tic_tac_toe_client::table::{Replica, Table};
use tic_tac_toe_interface::arena::{Capture, Event, Reason, RoundResult, Rules, Starts, Timestamp};
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::one_game::{self, GameResult};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::classic::{Board, Cell, Outcome as ClassicOutcome};
use tic_tac_toe_rules::{Game as _, Mark, Outcome, Position, Seat};

pub const ARENA: &str = "arena.near";
pub const ONE_GAME: &str = "game.near";

pub const RULES: [Rules; 7] = [
    Rules::CLASSIC,
    Rules::Grid { rows: 4, cols: 4, in_a_row: 3 },
    Rules::Grid { rows: 5, cols: 7, in_a_row: 4 },
    Rules::Grid { rows: 3, cols: 4, in_a_row: 2 },
    Rules::Ultimate { capture: Capture::First },
    Rules::Ultimate { capture: Capture::Any },
    Rules::Ultimate { capture: Capture::Closing },
];

/// Numbers that are the same in every run.
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// The hash of a block.
pub fn hash(height: u64) -> String {
    CryptoHash::hash_bytes(&height.to_le_bytes()).to_string()
}

/// A block of the chain.
#[derive(Clone)]
pub struct Block {
    pub height: u64,
    pub hash: String,
    pub previous: String,
    pub time: u64,
    /// The lines of each receipt, with the contract that logged them.
    pub logged: Vec<(&'static str, Vec<String>)>,
}

/// A chain that grows.
pub struct RandomChain {
    random: Random,
    players: usize,
    open: usize,
    pub tables: BTreeMap<u64, Table>,
    last_game: u64,
    one_game: Option<(u64, [AccountId; 2], Board)>,
    height: u64,
    hash: String,
    pub events: usize,
}

impl RandomChain {
    /// Creates a chain with so many players and about so many open games at a time.
    pub fn new(seed: u64, players: usize, open: usize) -> Self {
        Self {
            random: Random(seed),
            players,
            open,
            tables: BTreeMap::new(),
            last_game: 0,
            one_game: None,
            height: 0,
            hash: "genesis".to_owned(),
            events: 0,
        }
    }

    /// The next block, with about so many events. Now and then a height has no block.
    pub fn block(&mut self, events: usize) -> Block {
        self.height += if self.random.one_in(10) { 2 } else { 1 };
        let time = 1_763_300_000_000_000_000 + self.height * 1_000_000_000;
        let mut logged = Vec::new();
        let until = self.events + events;
        while self.events < until {
            let (contract, lines) = if self.random.one_in(10) {
                let events = self.one_game_call();
                (ONE_GAME, events.iter().map(Events::to_log).collect::<Vec<_>>())
            } else {
                let events = self.arena_call(Timestamp(time));
                (ARENA, events.iter().map(Events::to_log).collect())
            };
            self.events += lines.len();
            logged.push((contract, lines));
        }
        let previous = std::mem::replace(&mut self.hash, hash(self.height));
        Block { height: self.height, hash: self.hash.clone(), previous, time, logged }
    }

    fn arena_call(&mut self, now: Timestamp) -> Vec<Event> {
        let busy = self.tables.len();
        let events = if busy == 0 || (busy < self.open && self.random.one_in(4)) {
            self.create()
        } else {
            let place = self.random.below(busy);
            let (_, game) = self.tables.iter().nth(place).unwrap();
            let game = game.clone();
            self.act(&game)
        };
        for event in &events {
            self.apply(event, now);
        }
        events
    }

    fn apply(&mut self, event: &Event, now: Timestamp) {
        let id = event.game_id().0;
        let mut replica = Replica::Known(self.tables.remove(&id));
        replica.apply(&event.clone().into(), now).unwrap();
        if let Replica::Known(Some(table)) = replica {
            self.tables.insert(id, table);
        }
    }

    fn create(&mut self) -> Vec<Event> {
        self.last_game += 1;
        let game_id = GameId(self.last_game);
        let rules = RULES[self.random.below(RULES.len())];
        let seats = match rules {
            Rules::Grid { .. } => 2 + self.random.below(3),
            Rules::Ultimate { .. } => 2,
        };
        let first = self.random.below(self.players);
        let mut players: Vec<Option<AccountId>> =
            (0..seats).map(|seat| Some(player((first + seat) % self.players))).collect();
        let waits = self.random.one_in(3);
        if waits {
            *players.last_mut().unwrap() = None;
        }
        let turn_seconds = self.random.one_in(2).then_some(60);
        let starts = if self.random.one_in(2) { Starts::Host } else { Starts::Rotates };
        let mut events = vec![Event::GameCreated { game_id, players, rules, turn_seconds, starts }];
        if !waits {
            events.push(Event::RoundStarted { game_id, round: 1, seat: 1 });
        }
        events
    }

    fn act(&mut self, game: &Table) -> Vec<Event> {
        let (game_id, round) = (game.game_id(), round_of(game));
        let host = game.players[0].clone().unwrap();
        if let Some(free) = game.free_seat() {
            if self.random.one_in(4) {
                return vec![Event::GameClosed { game_id, by: host }];
            }
            let index = self.random.below(self.players);
            let Some(joins) = self.newcomer(game, index) else {
                return vec![Event::GameClosed { game_id, by: host }];
            };
            return vec![
                Event::PlayerJoined { game_id, player: joins, seat: free.number() },
                Event::RoundStarted { game_id, round: 1, seat: 1 },
            ];
        }
        let Some(turn) = game.turn() else {
            if self.random.one_in(3) {
                return vec![Event::GameClosed { game_id, by: host }];
            }
            return vec![next_round(game)];
        };
        let by = game.player(turn).unwrap().clone();
        match self.random.below(40) {
            0 => vec![over(game, RoundResult::Abandoned, None, by), Event::GameClosed { game_id, by: host }],
            1 => vec![over(game, RoundResult::Abandoned, None, by), next_round(game)],
            2 | 3 => {
                let reason = if self.random.one_in(2) { Reason::Resigned } else { Reason::TimedOut };
                let out =
                    Event::PlayerOut { game_id, round, player: by.clone(), seat: turn.number(), reason };
                let mut after = game.position;
                after.leave(turn).unwrap();
                with_end(game, out, &after, by)
            }
            _ => {
                let (place, after) = self.legal_move(game);
                let tic_tac_toe_rules::Cell { row, col } = place;
                let moved =
                    Event::MoveMade { game_id, round, player: by.clone(), seat: turn.number(), row, col };
                with_end(game, moved, &after, by)
            }
        }
    }

    fn newcomer(&self, game: &Table, index: usize) -> Option<AccountId> {
        let others = (0..self.players).map(|step| player((index + step) % self.players));
        others.into_iter().find(|id| !game.players.contains(&Some(id.clone())))
    }

    fn legal_move(&mut self, game: &Table) -> (tic_tac_toe_rules::Cell, Position) {
        let rules = game.position.rules();
        let (rows, cols) = (usize::from(rules.rows()), usize::from(rules.cols()));
        let start = self.random.below(rows * cols);
        for step in 0..rows * cols {
            let cell = (start + step) % (rows * cols);
            let place = tic_tac_toe_rules::Cell {
                row: u8::try_from(cell / cols).unwrap(),
                col: u8::try_from(cell % cols).unwrap(),
            };
            let mut after = game.position;
            if after.play(place).is_ok() {
                return (place, after);
            }
        }
        panic!("a round that goes on has a legal move")
    }

    fn one_game_call(&mut self) -> Vec<one_game::Event> {
        let (id, players, board) = match self.one_game.take() {
            Some(game)
                if !self.random.one_in(12)
                    && matches!(game.2.outcome(), ClassicOutcome::InProgress { .. }) =>
            {
                game
            }
            before => {
                let id = before.map_or(0, |(id, ..)| id) + 1;
                let first = self.random.below(self.players);
                // Now and then an account plays against itself.
                let second = if self.random.one_in(5) { first } else { (first + 1) % self.players };
                let players = [player(first), player(second)];
                let [p1, p2] = players.clone();
                self.one_game = Some((id, players, Board::EMPTY));
                return vec![one_game::Event::GameCreated { game_id: GameId(id), p1, p2 }];
            }
        };
        let ClassicOutcome::InProgress { next } = board.outcome() else { panic!("the game goes on") };
        let start = self.random.below(9);
        let cells =
            (0..9).map(|step| Cell::from_number(u8::try_from((start + step) % 9 + 1).unwrap()).unwrap());
        let (cell, after) = cells.into_iter().find_map(|cell| Some((cell, board.play(cell).ok()?))).unwrap();
        let game_id = GameId(id);
        let by = |mark| players[usize::from(mark == Mark::O)].clone();
        let (row, col) = (cell.row(), cell.col());
        let mut events = vec![one_game::Event::MoveMade { game_id, player: by(next), mark: next, row, col }];
        match after.outcome() {
            ClassicOutcome::InProgress { .. } => {}
            ClassicOutcome::Won { winner, .. } => events.push(one_game::Event::GameOver {
                game_id,
                result: GameResult::Won,
                winner: Some(by(winner)),
                mark: Some(winner),
            }),
            ClassicOutcome::Draw => events.push(one_game::Event::GameOver {
                game_id,
                result: GameResult::Draw,
                winner: None,
                mark: None,
            }),
        }
        self.one_game = Some((id, players, after));
        events
    }
}

impl Block {
    /// As neardata serves it, filled up to about so many bytes with what other contracts did.
    pub fn json(&self, bytes: usize) -> String {
        let mut outcomes: Vec<String> = Vec::new();
        for (number, (contract, lines)) in self.logged.iter().enumerate() {
            let logs = serde_json::to_string(lines).unwrap();
            outcomes.push(outcome(
                contract,
                &format!("receipt{}x{number}", self.height),
                &logs,
                r#"{"SuccessValue":""}"#,
            ));
        }
        let mut others = String::new();
        let filling = "A".repeat(300);
        let mut number = 0;
        while others.len() + 800 < bytes {
            number += 1;
            let other = outcome(
                "other.near",
                &format!("other{}x{number}", self.height),
                &format!(
                    r#"["EVENT_JSON:{{\"standard\":\"nep141\",\"version\":\"1.0.0\",\"event\":\"ft_transfer\",\"data\":[{number}]}}"]"#
                ),
                &format!(r#"{{"SuccessValue":"{filling}"}}"#),
            );
            write!(others, "{other},").unwrap();
        }
        format!(
            r#"{{"block":{{"author":"a.near","header":{{"height":{},"hash":"{}","prev_hash":"{}","timestamp_nanosec":"{}"}},"chunks":[]}},"shards":[{{"shard_id":0,"receipt_execution_outcomes":[{others}{}]}}]}}"#,
            self.height,
            self.hash,
            self.previous,
            self.time,
            outcomes.join(",")
        )
    }
}

fn outcome(contract: &str, id: &str, logs: &str, status: &str) -> String {
    format!(
        r#"{{"receipt":{{"predecessor_id":"a.near","receiver_id":"{contract}","receipt_id":"{id}","receipt":{{"Action":{{"actions":[],"gas_price":"100000000","signer_id":"a.near"}}}}}},"tx_hash":"{id}","execution_outcome":{{"proof":[],"block_hash":"h","id":"{id}","outcome":{{"executor_id":"{contract}","gas_burnt":1,"tokens_burnt":"1","receipt_ids":[],"logs":{logs},"status":{status},"metadata":{{"version":3,"gas_profile":[{{"cost_category":"WASM_HOST_COST","cost":"BASE","gas_used":"1"}}]}}}}}}}}"#
    )
}

/// The event, and the end of the round if it brought that about.
fn with_end(game: &Table, event: Event, after: &Position, by: AccountId) -> Vec<Event> {
    match after.outcome() {
        Outcome::InProgress { .. } => vec![event],
        Outcome::Won { winner, .. } => vec![event, over(game, RoundResult::Won, Some(winner), by)],
        Outcome::Draw => vec![event, over(game, RoundResult::Draw, None, by)],
    }
}

fn over(game: &Table, result: RoundResult, winner: Option<Seat>, by: AccountId) -> Event {
    Event::RoundOver {
        game_id: game.game_id(),
        round: round_of(game),
        result,
        winner: winner.and_then(|seat| game.player(seat)).cloned(),
        seat: winner.map(Seat::number),
        by,
    }
}

fn next_round(table: &Table) -> Event {
    let round = table.round + 1;
    let seat = table.starts.first(round, table.position.players()).number();
    Event::RoundStarted { game_id: table.game_id(), round: round.try_into().unwrap(), seat }
}

fn round_of(table: &Table) -> u32 {
    u32::try_from(table.round).unwrap()
}

fn player(number: usize) -> AccountId {
    format!("player{number}.near").parse().unwrap()
}
