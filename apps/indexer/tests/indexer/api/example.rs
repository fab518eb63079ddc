//! An example of blocks with events, written by hand.

use tic_tac_toe_client::table::{Event, TableId};
use tic_tac_toe_indexer::event::{BlockEvents, DecodedEvent};
use tic_tac_toe_interface::arena::{self, Reason, RoundResult, Rules, Starts};
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::one_game::{self, GameResult};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::Mark;

/// The contracts that are read.
pub const ARENA: &str = "arena.near";
pub const ONE_GAME: &str = "tictactoe.near";

/// The time of block 0, and how long a block takes.
pub const BEGINNING: u64 = 1_763_300_000_000_000_000;
pub const SECOND: u64 = 1_000_000_000;

pub fn account(name: &str) -> AccountId {
    name.parse().expect("an account")
}

/// A chain that grows.
#[derive(Default)]
pub struct TestChain {
    height: u64,
}

impl TestChain {
    /// The next block, with these lines.
    pub fn block(&mut self, lines: Vec<String>) -> BlockEvents {
        self.height += 1;
        let height = self.height;
        let decoded = lines.into_iter().zip(0..).map(|(line, place)| {
            let event = Event::from_log(&line).expect("it can be read").expect("it is an event of ours");
            DecodedEvent {
                contract: usize::from(event.table == TableId::OneGame),
                place,
                receipt: format!("receipt{height}-{place}"),
                line,
                event: Ok(event),
            }
        });
        BlockEvents {
            height,
            hash: format!("hash{height}"),
            time: BEGINNING + height * SECOND,
            events: decoded.collect(),
        }
    }
}

/// A game of the arena.
#[derive(Clone)]
pub struct ArenaGame {
    pub id: u64,
    pub players: Vec<Option<&'static str>>,
    pub rules: Rules,
}

impl ArenaGame {
    pub fn classic(id: u64, players: [&'static str; 2]) -> Self {
        Self { id, players: players.map(Some).to_vec(), rules: Rules::CLASSIC }
    }

    pub fn created(&self) -> String {
        let players = self.players.iter().map(|player| player.map(account)).collect();
        let (game_id, rules) = (GameId(self.id), self.rules);
        arena::Event::GameCreated { game_id, players, rules, turn_seconds: None, starts: Starts::Host }
            .to_log()
    }

    pub fn joined(&mut self, seat: u8, player: &'static str) -> String {
        self.players[usize::from(seat) - 1] = Some(player);
        let (game_id, player) = (GameId(self.id), account(player));
        arena::Event::PlayerJoined { game_id, player, seat }.to_log()
    }

    pub fn started(&self, round: u32) -> String {
        arena::Event::<AccountId>::RoundStarted { game_id: GameId(self.id), round, seat: 1 }.to_log()
    }

    pub fn moved(&self, round: u32, seat: u8, row: u8, col: u8) -> String {
        let (game_id, player) = (GameId(self.id), self.player(seat));
        arena::Event::MoveMade { game_id, round, player, seat, row, col }.to_log()
    }

    pub fn out(&self, round: u32, seat: u8, reason: Reason) -> String {
        let (game_id, player) = (GameId(self.id), self.player(seat));
        arena::Event::PlayerOut { game_id, round, player, seat, reason }.to_log()
    }

    pub fn won(&self, round: u32, seat: u8, by: u8) -> String {
        let (winner, by) = (Some(self.player(seat)), self.player(by));
        let (game_id, result, seat) = (GameId(self.id), RoundResult::Won, Some(seat));
        arena::Event::RoundOver { game_id, round, result, winner, seat, by }.to_log()
    }

    pub fn over(&self, round: u32, result: RoundResult, by: u8) -> String {
        let (game_id, by) = (GameId(self.id), self.player(by));
        arena::Event::RoundOver { game_id, round, result, winner: None, seat: None, by }.to_log()
    }

    pub fn closed(&self) -> String {
        arena::Event::GameClosed { game_id: GameId(self.id), by: self.player(1) }.to_log()
    }

    /// Seat 1 completes the top row with its third mark.
    pub fn quick_win(&self, round: u32) -> Vec<String> {
        let moves = [(1, 0, 0), (2, 1, 0), (1, 0, 1), (2, 1, 1), (1, 0, 2)];
        let moves = moves.map(|(seat, row, col)| self.moved(round, seat, row, col));
        moves.into_iter().chain([self.won(round, 1, 1)]).collect()
    }

    fn player(&self, seat: u8) -> AccountId {
        account(self.players[usize::from(seat) - 1].expect("somebody sits there"))
    }
}

/// A game of the one-game contract that X wins in five moves.
pub fn one_game(id: u64, p1: &str, p2: &str) -> Vec<String> {
    let (game_id, p1, p2) = (GameId(id), account(p1), account(p2));
    let moves = [(Mark::X, 0, 0), (Mark::O, 1, 0), (Mark::X, 0, 1), (Mark::O, 1, 1), (Mark::X, 0, 2)];
    let mut events = vec![one_game::Event::GameCreated { game_id, p1: p1.clone(), p2: p2.clone() }];
    events.extend(moves.map(|(mark, row, col)| {
        let player = if mark == Mark::X { p1.clone() } else { p2.clone() };
        one_game::Event::MoveMade { game_id, player, mark, row, col }
    }));
    let (winner, mark) = (Some(p1), Some(Mark::X));
    events.push(one_game::Event::GameOver { game_id, result: GameResult::Won, winner, mark });
    events.iter().map(Events::to_log).collect()
}

/// The blocks that most tests look at: a bit of everything.
pub fn example_blocks(chain: &mut TestChain) -> Vec<BlockEvents> {
    let first = ArenaGame::classic(1, ["alice.near", "bob.near"]);
    let mut open = ArenaGame { players: vec![Some("carol.near"), None], ..ArenaGame::classic(2, ["", ""]) };
    let ultimate = Rules::Ultimate { capture: arena::Capture::Any };
    let gone = ArenaGame { rules: ultimate, ..ArenaGame::classic(3, ["alice.near", "carol.near"]) };
    let four = ArenaGame {
        id: 4,
        players: ["dave.near", "alice.near", "bob.near", "carol.near"].map(Some).to_vec(),
        rules: Rules::Grid { rows: 5, cols: 7, in_a_row: 4 },
    };
    let mut start = vec![first.created(), first.started(1)];
    start.extend(first.quick_win(1));
    let resigned = vec![
        first.started(2),
        first.moved(2, 1, 0, 0),
        first.moved(2, 2, 1, 1),
        first.out(2, 2, Reason::Resigned),
        first.won(2, 1, 2),
    ];
    let abandoned = vec![
        gone.created(),
        gone.started(1),
        gone.moved(1, 1, 4, 4),
        gone.over(1, RoundResult::Abandoned, 1),
        gone.closed(),
    ];
    let shrinking = vec![
        four.created(),
        four.started(1),
        four.moved(1, 1, 0, 0),
        four.out(1, 2, Reason::TimedOut),
        four.moved(1, 3, 1, 1),
        four.out(1, 4, Reason::Resigned),
        four.moved(1, 1, 0, 1),
    ];
    let seats = vec![open.created(), open.joined(2, "dave.near"), open.started(1)];
    let waiting = ArenaGame { players: vec![Some("erin.near"), None], ..ArenaGame::classic(5, ["", ""]) };
    vec![
        chain.block(start),
        chain.block(resigned),
        chain.block(abandoned),
        chain.block(shrinking),
        chain.block(seats),
        chain.block(one_game(1, "alice.near", "bob.near")),
        chain.block(one_game(2, "carol.near", "carol.near")),
        chain.block(vec![waiting.created()]),
    ]
}
