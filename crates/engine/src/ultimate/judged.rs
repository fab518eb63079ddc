//! A board of ultimate whose positions are judged instead of played out, where that is known to be better.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::board::Board;
use super::judge::Judge;
use crate::board::{self, Candidate, End, Leaves};
use crate::random::Random;

#[derive(Clone, Debug)]
pub(crate) struct JudgedBoard {
    pub(crate) board: Board,
    judge: Option<Arc<Judge>>,
}

impl JudgedBoard {
    pub(crate) fn new(board: Board) -> Self {
        Self { judge: Judge::of(board.capture).map(Arc::new), board }
    }
}

impl board::Board for JudgedBoard {
    fn players_left(&self) -> u8 {
        self.board.players_left()
    }

    fn turn(&self) -> u8 {
        self.board.turn()
    }

    fn end(&self) -> Option<End> {
        self.board.end()
    }

    fn play(&mut self, number: u16) {
        self.board.play(number);
    }

    fn candidates(&self, into: &mut Vec<Candidate>) {
        self.board.candidates(into);
    }

    fn obvious(&self, defend: bool, into: &mut Vec<Candidate>) {
        self.board.obvious(defend, into);
    }

    fn play_out(&mut self, random: &mut Random) -> End {
        self.board.play_out(random)
    }

    fn leaves(&self) -> Leaves {
        if self.judge.is_some() { Leaves::JudgedAhead } else { Leaves::PlayedOut }
    }

    fn expectation(&self) -> f32 {
        self.judge.as_ref().map_or(0.5, |judge| judge.expectation(&self.board))
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::ultimate::{Capture, Position};

    use super::{Board, JudgedBoard};
    use crate::board::{Board as _, End};
    use crate::random::Random;
    use crate::search::{EXPLORATION, exploration};
    use crate::tree::Tree;

    const PAIRS: u64 = 20;

    /// A playout takes half the time of judging all moves of a leaf.
    const PLAYOUTS: u32 = 400;
    const JUDGEMENTS: u32 = 200;

    fn best<B: crate::board::Board>(board: B, exploration: f32, steps: u32, seed: u64) -> u16 {
        let mut tree = Tree::new(board, Random::new(seed), exploration);
        (0..steps).for_each(|_| tree.step());
        tree.best().expect("the game goes on")
    }

    /// Returns the points of X, 2 for a win, when this player judges and the other plays out.
    fn points_of_first(mut board: Board, judging: u8, seed: u64) -> u64 {
        let mut moves = 0;
        loop {
            match board.end() {
                Some(End::Won(winner)) => return if winner == 0 { 2 } else { 0 },
                Some(End::Draw) => return 1,
                None => {}
            }
            let seed = seed * 100 + moves;
            let number = if board.turn() == judging {
                best(JudgedBoard::new(board), exploration(board.capture), JUDGEMENTS, seed)
            } else {
                best(board, EXPLORATION, PLAYOUTS, seed)
            };
            board.play(number);
            moves += 1;
        }
    }

    #[test]
    fn judging_beats_playing_out_in_the_same_time() {
        for capture in [Capture::First, Capture::Closing] {
            let mut points = 0;
            for pair in 0..PAIRS {
                let mut random = Random::new(pair);
                let mut board = Board::new(&Position::new(capture));
                for _ in 0..4 {
                    let legal: alloc::vec::Vec<u16> = board.legal().collect();
                    board.play(legal[random.below(legal.len() as u32) as usize]);
                }
                points += points_of_first(board, 0, pair) + 2 - points_of_first(board, 1, pair);
            }
            assert!(points > 2 * PAIRS, "{capture}: {points} points of {}", 4 * PAIRS);
        }
    }
}
