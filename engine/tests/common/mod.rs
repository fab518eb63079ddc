//! Boards that are drawn, random positions of every rule set, and matches between players.

#![allow(dead_code, reason = "each test binary uses what it needs")]

use tic_tac_toe_engine::{Level, Playable, choose_within};
use tic_tac_toe_rules::grid::{self, Rules};
use tic_tac_toe_rules::ultimate::{self, Capture};
use tic_tac_toe_rules::{Game, Outcome, Place, Players, Position, Seat};

/// The grid with these marks, of as many players as have one, at least two.
pub fn drawn(in_a_row: u8, lines: &[&str]) -> grid::Position {
    let rows: Vec<Vec<char>> =
        lines.iter().map(|line| line.split_whitespace().flat_map(str::chars).collect()).collect();
    let rules = Rules::new(rows.len() as u8, rows[0].len() as u8, in_a_row).expect("there are such boards");
    let places = |mark: char| {
        let all = rows
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(col, c)| (row, col, c)));
        let marked = all.filter(move |&(.., &found)| found == mark);
        marked.map(|(row, col, _)| Place { row: row as u8, col: col as u8 }).collect::<Vec<_>>().into_iter()
    };
    let mut of_players: Vec<_> = "XOAS".chars().map(places).collect();
    let players = of_players.iter().filter(|places| places.len() > 0).count().max(2);
    let mut position = grid::Position::new(rules, Players::new(players as u8).expect("2 to 4"));
    while let Some(place) = position.turn().and_then(|seat| of_players[seat.index()].next()) {
        position.play(place).expect("the marks are those of a game that goes on");
    }
    assert!(of_players.iter().all(|places| places.len() == 0), "the marks fit the order of turns");
    position
}

/// Numbers of a generator that shares nothing with the engine's.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    pub fn legal_move<G: Game>(&mut self, position: &G) -> G::Move {
        position.nth_legal_move(self.below(position.count_legal_moves())).expect("the game goes on")
    }
}

/// The start of one game of each kind.
pub fn every_start() -> Vec<Position> {
    let grid = |rows, cols, in_a_row, players| {
        let rules = Rules::new(rows, cols, in_a_row).expect("there are such boards");
        Position::Grid(grid::Position::new(rules, Players::new(players).expect("2 to 4")))
    };
    let ultimate = [Capture::First, Capture::Any, Capture::Closing].map(ultimate::Position::new);
    let mut starts = vec![
        grid(3, 3, 3, 2),
        grid(3, 3, 2, 2),
        grid(3, 3, 3, 3),
        grid(3, 3, 3, 4),
        grid(4, 4, 4, 2),
        grid(5, 7, 4, 3),
        grid(3, 19, 19, 2),
        grid(8, 8, 5, 2),
        grid(10, 10, 5, 4),
        grid(15, 15, 5, 2),
        grid(19, 19, 6, 4),
        grid(19, 19, 2, 2),
    ];
    starts.extend(ultimate.map(Position::Ultimate));
    starts
}

/// Points of the first level out of 2 a game, with a draw as 1, in so many games with changing colours.
pub fn match_points<G: Playable>(start: G, first: (Level, u64), second: (Level, u64), games: u64) -> u64 {
    (0..games)
        .map(|game| {
            let mut moves = 0;
            let mut chooser = |position: &G, (level, playouts): (Level, u64)| {
                moves += 1;
                choose_within(position, level, game * 1_000 + moves, playouts).expect("the game goes on")
            };
            let mine = if game % 2 == 0 { Seat::X } else { Seat::O };
            let mut position = start;
            loop {
                match position.outcome() {
                    Outcome::InProgress { next } => {
                        let chosen = chooser(&position, if next == mine { first } else { second });
                        position.play(chosen).expect("the engine's moves are legal");
                    }
                    Outcome::Won { winner, .. } => return if winner == mine { 2 } else { 0 },
                    Outcome::Draw => return 1,
                }
            }
        })
        .sum()
}
