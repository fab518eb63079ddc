//! A move on a grid of any size by what each cell is worth, and by threats that leave no choice.

use tic_tac_toe_rules::Cell;
use tic_tac_toe_rules::grid::Position;

use super::fours;
use crate::board::Board as _;
use crate::grid::Board;

/// How many positions the search for a win by threats may look at: one's own win, and the opponent's after each of
/// the best moves.
const OWN_THREAT_NODES: u32 = 40;
const OTHER_THREAT_NODES: u32 = 12;
const MOVES_TO_CHECK: usize = 6;

pub(super) fn best_cell(position: &Position) -> Option<Cell> {
    let board = Board::new(position);
    let number = must_play(&board).or_else(|| most_valuable(&board))?;
    Some(board.cell(number))
}

fn must_play(board: &Board) -> Option<u16> {
    let own = board.completing(board.turn()).min();
    let blocking = || board.others(board.turn()).find_map(|other| board.completing(other).min());
    own.or_else(|| fours::winning_move(board, OWN_THREAT_NODES)).or_else(blocking)
}

/// Returns the most valuable cell after which the opponent has no win by threats, or the most valuable of all.
fn most_valuable(board: &Board) -> Option<u16> {
    let mut candidates = alloc::vec::Vec::new();
    board.add_by_interest(&mut candidates);
    let safe = candidates.iter().take(MOVES_TO_CHECK).find(|candidate| {
        let mut after = board.clone();
        after.play(candidate.number);
        fours::winning_move(&after, OTHER_THREAT_NODES).is_none()
    });
    safe.or(candidates.first()).map(|candidate| candidate.number)
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Cell, Players};

    use super::{Board, best_cell};

    #[test]
    fn a_move_that_leaves_the_opponent_no_win_by_threats_is_better_than_the_most_wanted_one() {
        let rules = Rules::new(6, 6, 4).expect("there are such boards");
        let drawing = ". X X . . .
                       . X . . . .
                       . . O . . .
                       . . . . . .
                       . . . O . .
                       . . . . . .";
        let position = Position::parse(rules, Players::TWO, drawing).expect("the drawn board is legal");
        let (board, mut wanted) = (Board::new(&position), alloc::vec::Vec::new());
        board.add_by_interest(&mut wanted);
        assert_eq!(board.cell(wanted[0].number), Cell { row: 2, col: 1 });
        assert_eq!(best_cell(&position), Some(Cell { row: 0, col: 3 }));
    }
}
