//! Boards that are drawn, random positions of every rule set, and matches between players.

#![allow(dead_code, reason = "each test binary uses what it needs")]
#![allow(clippy::cast_possible_truncation, reason = "boards are small")]

use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat, grid};

/// Reads the grid with these marks, for as many players as have one, at least two.
pub fn drawn(in_a_row: u8, lines: &[&str]) -> grid::Position {
    let rows: Vec<Vec<char>> =
        lines.iter().map(|line| line.split_whitespace().flat_map(str::chars).collect()).collect();
    let rules =
        grid::Rules::new(rows.len() as u8, rows[0].len() as u8, in_a_row).expect("there are such boards");
    let cells_of = |mark: char| {
        let all = rows
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(col, c)| (row, col, c)));
        let marked = all.filter(move |&(.., &found)| found == mark);
        marked.map(|(row, col, _)| Cell { row: row as u8, col: col as u8 }).collect::<Vec<_>>().into_iter()
    };
    let mut of_players: Vec<_> = "XOAS".chars().map(cells_of).collect();
    let players = of_players.iter().filter(|cells| cells.len() > 0).count().max(2);
    let mut position = grid::Position::new(rules, Players::new(players as u8).expect("2 to 4"));
    while let Some(cell) = position.turn().and_then(|seat| of_players[seat.index()].next()) {
        position.play(cell).expect("the marks are those of a game in progress");
    }
    assert!(of_players.iter().all(|cells| cells.len() == 0), "the marks fit the order of turns");
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

/// Returns the start of one game of each kind.
pub fn every_start() -> Vec<Position> {
    let two = ["classic", "3x3:2", "4x4:4", "3x19:19", "8x8:5", "15x15:5", "19x19:2"].map(|rules| (rules, 2));
    let more = [("classic", 3), ("classic", 4), ("5x7:4", 3), ("10x10:5", 4), ("19x19:6", 4)];
    let ultimate = ["ultimate:first", "ultimate:any", "ultimate:closing"].map(|rules| (rules, 2));
    two.into_iter().chain(more).chain(ultimate).map(|(rules, players)| start(rules, players)).collect()
}

/// Returns the empty board of the rules with this name.
pub fn start(rules: &str, players: u8) -> Position {
    let rules: Rules = rules.parse().expect("there are such rules");
    rules.start(Players::new(players).expect("2 to 4")).expect("that many can play")
}

/// How a player chooses, with a seed that is another one for every move.
pub type Player<'a> = &'a dyn Fn(&Position, u64) -> Cell;

/// Returns the points of one player against others who all choose the same way: 2 for a win and 1 for a draw. The seat
/// changes with every game.
pub fn points(start: Position, one: Player, others: Player, games: u64) -> u64 {
    let seats: Vec<Seat> = start.players().seats().collect();
    (0..games).map(|game| points_of_game(start, one, others, seats[game as usize % seats.len()], game)).sum()
}

fn points_of_game(mut position: Position, one: Player, others: Player, own: Seat, game: u64) -> u64 {
    loop {
        match position.outcome() {
            Outcome::InProgress { next } => {
                let seed = game * 1_000 + u64::from(position.marks_made());
                let chosen = if next == own { one(&position, seed) } else { others(&position, seed) };
                position.play(chosen).expect("players make legal moves");
            }
            Outcome::Won { winner, .. } => return if winner == own { 2 } else { 0 },
            Outcome::Draw => return 1,
        }
    }
}
