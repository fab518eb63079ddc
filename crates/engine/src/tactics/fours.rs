//! Wins by moves that each threaten to complete a line, so that the opponent has one answer, until one move threatens
//! two lines at once: what a contract can afford of [`crate::grid::threats`].

use alloc::vec::Vec;

use crate::board::Board as _;
use crate::grid::{Board, LACKS_TWO, largest_first};

/// Returns the first move of such a win for the player whose turn it is, if looking at `nodes` positions finds one.
/// Only where two players are left: a third would have answers of their own.
pub(crate) fn winning_move(board: &Board, nodes: u32) -> Option<u16> {
    if board.players_left() != 2 {
        return None;
    }
    Attack { attacker: board.turn(), defender: board.next_seat(board.turn()), nodes }.first_move(board)
}

struct Attack {
    attacker: u8,
    defender: u8,
    nodes: u32,
}

impl Attack {
    fn first_move(&mut self, board: &Board) -> Option<u16> {
        if let Some(cell) = board.completing(self.attacker).next() {
            return Some(cell);
        }
        let must_block: Vec<u16> = board.completing(self.defender).collect();
        let threatening = board.free().iter().copied().filter(|&cell| {
            let allowed = must_block.is_empty() || must_block == [cell];
            allowed && board.worth(self.attacker, cell) >= LACKS_TWO
        });
        let key = |cell| (board.worth(self.attacker, cell), core::cmp::Reverse(cell));
        let ordered = largest_first(threatening, usize::MAX, key);
        ordered.into_iter().find(|&cell| self.wins(board, cell))
    }

    // Nobody completes a line on the way: the attacker would have done so instead of threatening, and of the
    // defender there is at most one to complete, which the threat has taken.
    fn wins(&mut self, board: &Board, cell: u16) -> bool {
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        let mut board = board.clone();
        board.play(cell);
        let mut answers = board.completing(self.attacker);
        let Some(answer) = answers.next() else {
            return false;
        };
        if answers.next().is_some() {
            return true;
        }
        drop(answers);
        board.play(answer);
        self.first_move(&board).is_some()
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::Cell;

    use super::{Board, winning_move};
    use crate::grid::drawings::{
        a_line_must_be_stopped, one_move_stops_a_line_and_threatens_two, threats_lead_to_a_win,
    };

    fn found(board: &Board, nodes: u32) -> Option<Cell> {
        winning_move(board, nodes).map(|number| board.cell(number))
    }

    #[test]
    fn a_line_of_the_opponent_is_stopped_by_a_move_that_threatens_two() {
        let board = one_move_stops_a_line_and_threatens_two();
        assert_eq!(found(&board, 1), Some(Cell { row: 3, col: 3 }));
        assert_eq!(found(&board, 0), None);
    }

    #[test]
    fn where_a_line_of_the_opponent_must_be_stopped_threats_elsewhere_win_nothing() {
        let board = a_line_must_be_stopped();
        assert_eq!(found(&board, 100), None);
    }

    #[test]
    fn no_more_positions_are_looked_at_than_threats_lead_to() {
        let board = threats_lead_to_a_win();
        assert_eq!(found(&board, 3), None);
        assert_eq!(found(&board, 4), Some(Cell { row: 1, col: 2 }));
    }
}
