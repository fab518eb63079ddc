//! Matches over pairs of games: each opening is played from both sides.

use std::fmt;

use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat};

use crate::plain::Dice;
use crate::players::{Player, Table};

/// How many moves of an opening are chosen by chance.
const OPENING: usize = 4;

/// On a grid an opening is played this close to the middle.
const OPENING_DISTANCE: u8 = 2;

/// The results of one player, as points of pairs: 4 for two wins.
#[derive(Clone, Debug, Default)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pairs: Vec<f64>,
}

/// Plays this many pairs and adds up the first player's results; tells on the way how it stands.
pub fn play_pairs(rules: &str, pairs: u64, one: &mut dyn Player, other: &mut dyn Player) -> Score {
    let rules: Rules = rules.parse().expect("there are such rules");
    let mut score = Score::default();
    for pair in 0..pairs {
        let opening = opening(rules, pair);
        let share: f64 = [Seat::X, Seat::O]
            .into_iter()
            .map(|seat| {
                let game = 2 * pair + u64::from(seat == Seat::O);
                match play(rules, &opening, game, seat, one, other) {
                    Outcome::Won { winner, .. } if winner == seat => {
                        score.won += 1;
                        0.5
                    }
                    Outcome::Won { .. } => {
                        score.lost += 1;
                        0.0
                    }
                    _ => {
                        score.drawn += 1;
                        0.25
                    }
                }
            })
            .sum();
        score.pairs.push(share);
        eprintln!("{rules}: {score}");
    }
    score
}

/// Returns the first moves of a game that is not decided by them.
fn opening(rules: Rules, number: u64) -> Vec<Cell> {
    let mut dice = Dice((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut position = rules.start(Players::TWO).expect("two can play");
    let mut moves = Vec::new();
    while moves.len() < OPENING && position.turn().is_some() {
        let is_near = |cell: &Cell| match rules {
            Rules::Ultimate(_) => true,
            Rules::Grid(grid) => {
                let middle = [grid.rows() / 2, grid.cols() / 2];
                cell.row.abs_diff(middle[0]).max(cell.col.abs_diff(middle[1])) <= OPENING_DISTANCE
            }
        };
        let near: Vec<Cell> = position.legal_moves().filter(is_near).collect();
        let cell = near[dice.below(near.len())];
        position.play_legal(cell);
        moves.push(cell);
    }
    moves
}

fn play(
    rules: Rules,
    opening: &[Cell],
    game: u64,
    seat_of_one: Seat,
    one: &mut dyn Player,
    other: &mut dyn Player,
) -> Outcome {
    let mut position: Position = rules.start(Players::TWO).expect("two can play");
    let mut moves = opening.to_vec();
    for &cell in opening {
        position.play_legal(cell);
    }
    while let Some(turn) = position.turn() {
        let table = Table { position, moves: &moves, seed: game * 1_000 + moves.len() as u64 };
        let cell = if turn == seat_of_one { one.choose(&table) } else { other.choose(&table) };
        position.play(cell).expect("players make legal moves");
        moves.push(cell);
    }
    position.outcome()
}

impl Score {
    /// Returns the share of the points, and how far it may be off with a probability of 95 %.
    pub fn share(&self) -> (f64, f64) {
        let count = f64::from(u32::try_from(self.pairs.len()).expect("there are few pairs"));
        let mean = self.pairs.iter().sum::<f64>() / count;
        let squares: f64 = self.pairs.iter().map(|share| (share - mean).powi(2)).sum();
        (mean, 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt())
    }
}

/// The columns of a table: games, won, drawn, lost, share, Elo with its range.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, off) = self.share();
        let Self { won, drawn, lost, pairs } = self;
        let [least, most] = [share - off, share + off].map(elo);
        let [games, percent] = [2.0 * pairs.len() as f64, 100.0 * share];
        write!(f, "{games} | {won} | {drawn} | {lost} | {percent:.1} % | {} ({least} to {most})", elo(share))
    }
}

/// Returns the difference in Elo that explains a share of the points.
fn elo(share: f64) -> String {
    if share <= 0.0 {
        return "−∞".to_owned();
    }
    if share >= 1.0 {
        return "+∞".to_owned();
    }
    format!("{:+.0}", -400.0 * (1.0 / share - 1.0).log10()).replace('-', "−")
}
