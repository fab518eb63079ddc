//! Wins by threats alone: every move threatens to complete a line, so the opponent has one answer, until one move
//! threatens two lines at once.

use alloc::vec::Vec;

use super::board::{Board, LACKS_TWO};
use super::order::largest_first;
use crate::board::{Board as _, End};

/// The first move of such a win for the player whose turn it is, if looking at so many positions finds one. Only
/// where two players are left: a third would have answers of their own.
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

    fn wins(&mut self, board: &Board, cell: u16) -> bool {
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        let mut board = board.clone();
        board.play(cell);
        if board.end() == Some(End::Won(self.attacker)) {
            return true;
        }
        let mut answers = board.completing(self.attacker);
        let Some(answer) = answers.next() else {
            return false;
        };
        let two_lines_at_once = answers.next().is_some();
        drop(answers);
        if board.end().is_some() || board.completing(self.defender).next().is_some() {
            return false;
        }
        if two_lines_at_once {
            return true;
        }
        board.play(answer);
        board.end().is_none() && self.first_move(&board).is_some()
    }
}
