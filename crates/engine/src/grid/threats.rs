//! Wins by threats alone: every move threatens to complete a line, so the opponent has one answer, until one move
//! threatens two lines at once.

use alloc::vec::Vec;

use super::board::{Board, LACKS_TWO};
use super::order::largest_first;
use crate::board::Board as _;

/// A win that no defence stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// The first move.
    pub(crate) cell: u16,
    /// How many marks of the winner complete the line at the latest, whatever the opponent does.
    pub(crate) moves: u16,
}

/// Returns such a win for the player whose turn it is, if looking at `nodes` positions finds one. Only where two players
/// are left: a third would have answers of their own.
pub(crate) fn win(board: &Board, nodes: u32) -> Option<Win> {
    if board.players_left() != 2 {
        return None;
    }
    Attack { attacker: board.turn(), defender: board.next_seat(board.turn()), nodes }.win(board)
}

struct Attack {
    attacker: u8,
    defender: u8,
    nodes: u32,
}

impl Attack {
    fn win(&mut self, board: &Board) -> Option<Win> {
        if let Some(cell) = board.completing(self.attacker).next() {
            return Some(Win { cell, moves: 1 });
        }
        let must_block: Vec<u16> = board.completing(self.defender).collect();
        let threatening = board.free().iter().copied().filter(|&cell| {
            let allowed = must_block.is_empty() || must_block == [cell];
            allowed && board.worth(self.attacker, cell) >= LACKS_TWO
        });
        let key = |cell| (board.worth(self.attacker, cell), core::cmp::Reverse(cell));
        let ordered = largest_first(threatening, usize::MAX, key);
        ordered
            .into_iter()
            .find_map(|cell| self.win_after(board, cell).map(|moves| Win { cell, moves: moves + 1 }))
    }

    // Returns how many marks it takes after this one. Nobody completes a line on the way: the attacker would have done
    // so instead of threatening, and of the defender there is at most one to complete, which the threat has taken.
    fn win_after(&mut self, board: &Board, cell: u16) -> Option<u16> {
        if self.nodes == 0 {
            return None;
        }
        self.nodes -= 1;
        let mut board = board.clone();
        board.play(cell);
        let mut answers = board.completing(self.attacker);
        let answer = answers.next()?;
        if answers.next().is_some() {
            return Some(1);
        }
        drop(answers);
        board.play(answer);
        self.win(&board).map(|win| win.moves)
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Cell, Players};

    use super::super::board::Board;
    use super::win;

    /// Reads a drawn board on which four in a row win.
    fn drawn(rows: u8, cols: u8, drawing: &str) -> Board {
        let rules = Rules::new(rows, cols, 4).expect("there are such boards");
        Board::new(&Position::parse(rules, Players::TWO, drawing).expect("the drawn board is legal"))
    }

    fn found(board: &Board, nodes: u32) -> Option<Cell> {
        win(board, nodes).map(|win| board.cell(win.cell))
    }

    #[test]
    fn a_line_of_the_opponent_is_stopped_by_a_move_that_threatens_two() {
        let board = drawn(
            7,
            7,
            "X . . . . . .
             . . . . . . .
             . . . . . . .
             O O O . . . .
             . . . X . . .
             . . . X . . .
             . . . . . . .",
        );
        assert_eq!(found(&board, 1), Some(Cell { row: 3, col: 3 }));
        assert_eq!(found(&board, 0), None);
    }

    #[test]
    fn where_a_line_of_the_opponent_must_be_stopped_threats_elsewhere_win_nothing() {
        let board = drawn(
            7,
            7,
            "O . . . . . .
             O . . . . . .
             O . . X . . .
             . . . X . . .
             . X X . . . .
             . . . . . . .
             . . . . . O .",
        );
        assert_eq!(found(&board, 100), None);
    }

    #[test]
    fn no_more_positions_are_looked_at_than_threats_lead_to() {
        let board = drawn(
            6,
            6,
            ". O . . . .
             . . . X . X
             . . . . . .
             O . . . . .
             . X . . . .
             . . O . . .",
        );
        assert_eq!(found(&board, 3), None);
        assert_eq!(found(&board, 4), Some(Cell { row: 1, col: 2 }));
    }
}
