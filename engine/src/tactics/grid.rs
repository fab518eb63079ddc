//! A move on a grid of any size by what each cell is worth, and by threats that leave no choice.

use tic_tac_toe_rules::Place;
use tic_tac_toe_rules::grid::Position;

use crate::board::Board as _;
use crate::grid::{Board, threats};

/// How many positions the search for a win by threats may look at: the own win, and the opponent's after each of
/// the best moves.
const OWN_THREAT_NODES: u32 = 40;
const OTHER_THREAT_NODES: u32 = 12;
const MOVES_TO_CHECK: usize = 6;

pub(super) fn best_place(position: &Position) -> Option<Place> {
    let board = Board::new(position);
    let number = must_play(&board).or_else(|| most_wanted(&board))?;
    Some(board.place(number))
}

fn must_play(board: &Board) -> Option<u16> {
    let own = board.completing(board.turn()).min();
    let blocking = || board.others(board.turn()).find_map(|other| board.completing(other).min());
    own.or_else(|| threats::winning_move(board, OWN_THREAT_NODES)).or_else(blocking)
}

/// The best by worth after which the opponent has no win by threats, or the best of all.
fn most_wanted(board: &Board) -> Option<u16> {
    let mut candidates = alloc::vec::Vec::new();
    board.add_by_interest(&mut candidates);
    let safe = candidates.iter().take(MOVES_TO_CHECK).find(|candidate| {
        let mut after = board.clone();
        after.play(candidate.number);
        after.end().is_some() || threats::winning_move(&after, OTHER_THREAT_NODES).is_none()
    });
    safe.or(candidates.first()).map(|candidate| candidate.number)
}
