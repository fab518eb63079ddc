//! Wins that no defence stops, found by threats: every move threatens to complete a line (a four, where five are wanted)
//! or to threaten two at once with the next one (a three), so that the opponent has few answers, and each of them is
//! tried.

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

/// So many threes may follow each other in a win: more are beyond any budget.
const MOST_THREES: u8 = 12;

/// A cell of two lines at least that lack three marks each, in more than one place, is worth this.
const CROSSING: u32 = LACKS_TWO / 2;

/// Returns such a win for the player whose turn it is, if looking at `nodes` positions finds one: one with as few threes
/// as there can be. Only where two players are left: a third would have answers of their own.
pub(crate) fn win(board: &Board, nodes: u32) -> Option<Win> {
    Attack::new(board, nodes, 0)?.win_with_few(board, MOST_THREES)
}

/// Finds less in much less time: of threes only one that is a threat on more than one line.
pub(crate) fn quick_win(board: &Board, nodes: u32) -> Option<Win> {
    Attack::new(board, nodes, CROSSING)?.win_with_few(board, 1)
}

struct Attack {
    attacker: u8,
    defender: u8,
    // How many positions may still be looked at.
    nodes: u32,
    // What a cell is worth at least on which a three is tried.
    least: u32,
    // Whether a three was not tried because there were too many before it.
    was_cut: bool,
    // Boards whose memory is reused.
    spare: Vec<Board>,
}

impl Attack {
    fn new(board: &Board, nodes: u32, least: u32) -> Option<Self> {
        let (attacker, defender) = (board.turn(), board.next_seat(board.turn()));
        let least = least.max(board.least_worth_lacking_three());
        (board.players_left() == 2).then_some(Self {
            attacker,
            defender,
            nodes,
            least,
            was_cut: false,
            spare: Vec::new(),
        })
    }

    /// Finds a win with as few threes as possible.
    fn win_with_few(&mut self, board: &Board, most: u8) -> Option<Win> {
        for threes in 0..=most {
            self.was_cut = false;
            let win = self.win(board, threes);
            if win.is_some() || !self.was_cut || self.nodes == 0 {
                return win;
            }
        }
        None
    }

    /// Finds a win of the attacker, whose turn it is, with at most so many threes.
    fn win(&mut self, board: &Board, threes: u8) -> Option<Win> {
        if let Some(cell) = board.completing(self.attacker).next() {
            return Some(Win { cell, moves: 1 });
        }
        let mut blocks = board.completing(self.defender);
        if let Some(cell) = blocks.next() {
            let is_lost = blocks.next().is_some();
            drop(blocks);
            return if is_lost { None } else { self.win_by(board, cell, threes) };
        }
        drop(blocks);
        let worth = |cell: u16| board.worth(self.attacker, cell);
        let least = if threes == 0 { LACKS_TWO } else { self.least };
        let worthy = board.free().iter().copied().filter(|&cell| worth(cell) >= least);
        let ordered = largest_first(worthy, usize::MAX, |cell| (worth(cell), core::cmp::Reverse(cell)));
        if let Some(&cell) = ordered.iter().find(|&&cell| self.double(board, cell).is_some()) {
            return Some(Win { cell, moves: 2 });
        }
        self.was_cut |= threes == 0;
        ordered.into_iter().find_map(|cell| {
            let is_threat = board.worth(self.attacker, cell) >= LACKS_TWO || self.is_three(board, cell);
            if is_threat { self.win_by(board, cell, threes) } else { None }
        })
    }

    /// Finds a win that begins with this move.
    fn win_by(&mut self, board: &Board, cell: u16, threes: u8) -> Option<Win> {
        let after = self.after(board, cell)?;
        let mut answers = after.completing(self.attacker);
        let (answer, another) = (answers.next(), answers.next());
        drop(answers);
        let moves = match (answer, another) {
            (Some(_), Some(_)) => Some(1),
            (Some(answer), None) => self.moves_after(&after, answer, threes),
            (None, _) if threes == 0 => {
                self.was_cut = true;
                None
            }
            (None, _) => self.moves_after_three(&after, threes - 1),
        };
        self.spare.push(after);
        moves.map(|moves| Win { cell, moves: moves + 1 })
    }

    /// Returns how many marks win after this answer of the defender.
    fn moves_after(&mut self, board: &Board, answer: u16, threes: u8) -> Option<u16> {
        let after = self.after(board, answer)?;
        let win = self.win(&after, threes);
        self.spare.push(after);
        win.map(|win| win.moves)
    }

    /// Returns how many marks win after any answer of the defender, who can't complete a line.
    fn moves_after_three(&mut self, board: &Board, threes: u8) -> Option<u16> {
        let mut answers = self.stopping_cells(board)?;
        // They may also threaten to complete a line themselves.
        let fours =
            board.free().iter().copied().filter(|&cell| board.worth(self.defender, cell) >= LACKS_TWO);
        for cell in fours {
            if !answers.contains(&cell) {
                answers.push(cell);
            }
        }
        let key = |cell| {
            (board.worth(self.defender, cell), board.worth(self.attacker, cell), core::cmp::Reverse(cell))
        };
        let ordered = largest_first(answers.into_iter(), usize::MAX, key);
        // After any other answer two lines are threatened at once, then completed.
        let mut most = 2;
        for answer in ordered {
            most = most.max(self.moves_after(board, answer, threes)?);
        }
        Some(most)
    }

    /// Returns the cells whose mark stops every threat to threaten two lines at once; `None` when there is no such threat.
    fn stopping_cells(&self, board: &Board) -> Option<Vec<u16>> {
        let mut stopping: Option<Vec<u16>> = None;
        for &cell in board.free() {
            let Some((one, other)) = self.double(board, cell) else { continue };
            let is_third =
                board.completing_after(self.attacker, cell).any(|third| third != one && third != other);
            let stops = |&by: &u16| by == cell || (!is_third && (by == one || by == other));
            match &mut stopping {
                None => stopping = Some([cell, one, other].into_iter().filter(stops).collect()),
                Some(stopping) => stopping.retain(stops),
            }
        }
        stopping
    }

    /// Returns two cells that each complete a line once this one is marked.
    fn double(&self, board: &Board, cell: u16) -> Option<(u16, u16)> {
        if board.worth(self.attacker, cell) < 2 * LACKS_TWO {
            return None;
        }
        let mut completing = board.completing_after(self.attacker, cell);
        let one = completing.next()?;
        completing.find(|&other| other != one).map(|other| (one, other))
    }

    /// Returns whether a mark here threatens to threaten two lines at once.
    fn is_three(&self, board: &Board, cell: u16) -> bool {
        board.pairs_after(self.attacker, cell).enumerate().any(|(i, [a, b])| {
            let meets_earlier = board
                .pairs_after(self.attacker, cell)
                .take(i)
                .any(|[c, d]| (a == c || a == d) != (b == c || b == d));
            let meets_four = |by: u16, other: u16| {
                board.worth(self.attacker, by) >= LACKS_TWO
                    && board.completing_after(self.attacker, by).any(|third| third != other)
            };
            meets_earlier || meets_four(a, b) || meets_four(b, a)
        })
    }

    /// Returns the board after this move, unless enough were looked at.
    fn after(&mut self, board: &Board, cell: u16) -> Option<Board> {
        self.nodes = self.nodes.checked_sub(1)?;
        let mut after = self.spare.pop().unwrap_or_else(|| board.clone());
        after.clone_from(board);
        after.play(cell);
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_rules::grid::{Position, Rules};
    use tic_tac_toe_rules::{Cell, Game, Outcome, Players};

    use super::super::board::Board;
    use super::super::drawings::{
        a_line_must_be_stopped, drawn, one_move_stops_a_line_and_threatens_two, threats_lead_to_a_win,
    };
    use super::super::solver::{Solver, Value};
    use super::{Win, quick_win, win};
    use crate::random::Random;

    fn found(board: &Board, nodes: u32) -> Option<(Cell, u16)> {
        win(board, nodes).map(|win| (board.cell(win.cell), win.moves))
    }

    fn at(row: u8, col: u8) -> Cell {
        Cell { row, col }
    }

    #[test]
    fn a_line_of_the_opponent_is_stopped_by_a_move_that_threatens_two() {
        let board = one_move_stops_a_line_and_threatens_two();
        assert_eq!(found(&board, 1), Some((at(3, 3), 2)));
        assert_eq!(found(&board, 0), None);
    }

    #[test]
    fn threats_follow_each_other_until_one_threatens_two_lines() {
        let board = threats_lead_to_a_win();
        assert_eq!(found(&board, 50), Some((at(1, 2), 5)));
    }

    // Two on the row and two on the column meet in (4, 4): the opponent can stop one three, not both.
    const DOUBLE_THREE: &str = "O . . . . . . . .
                                . . . . . . . . .
                                . . . . X . . . .
                                . . . . X . . . O
                                . . X X . . . . .
                                . . . . . . . . .
                                . . . . . . . . .
                                . . . . . . . . O
                                . O . . . . . . .";

    #[test]
    fn two_threes_at_once_win_with_three_marks() {
        let board = drawn(9, 9, 5, DOUBLE_THREE);
        assert_eq!(found(&board, 100), Some((at(4, 4), 3)));
        assert_eq!(quick_win(&board, 40).map(|win| board.cell(win.cell)), Some(at(4, 4)));
    }

    #[test]
    fn the_opponent_may_answer_a_three_by_completing_a_line_of_their_own_in_two_marks() {
        // The same for X, but O has three in the open too and is faster.
        let board = drawn(
            9,
            9,
            5,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . X . . . .
             . . . . X . . . .
             . . X X . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . O O O . . .
             . O . . . . . . .",
        );
        assert_eq!(found(&board, 1_000), None);
    }

    #[test]
    fn who_must_stop_a_line_may_win_by_what_that_threatens() {
        let board = a_line_must_be_stopped();
        assert_eq!(found(&board, 1_000), Some((at(3, 0), 3)));
    }

    fn after(position: &Position, cell: Cell) -> Position {
        let mut after = *position;
        after.play_legal(cell);
        after
    }

    /// Returns whether the player whose turn it is completes a line with so many marks, whatever the opponent does, by
    /// trying every move and every answer with the rules alone.
    fn wins_within(position: &Position, marks: u16) -> bool {
        marks > 0 && position.legal_moves().any(|cell| wins_by(position, cell, marks))
    }

    fn wins_by(position: &Position, cell: Cell, marks: u16) -> bool {
        let position = after(position, cell);
        match position.outcome() {
            Outcome::Won { .. } => true,
            Outcome::InProgress { .. } if marks > 1 => position.legal_moves().all(|answer| {
                let position = after(&position, answer);
                position.turn().is_some() && wins_within(&position, marks - 1)
            }),
            _ => false,
        }
    }

    /// Returns what a position is worth to the player whose turn it is.
    fn value(position: &Position) -> Value {
        let mut solver = Solver::new(position).expect("two play on a small board");
        loop {
            if let Some(solution) = solver.solution() {
                return solution.value;
            }
            solver.step();
        }
    }

    #[test]
    fn what_is_said_to_win_wins_against_every_defence() {
        let mut random = Random::new(5);
        let (mut tried, mut solved) = ([0; 5], 0);
        for game in 0..2_400 {
            let (rows, cols, in_a_row) = [(5, 5, 4), (6, 6, 4), (4, 5, 3), (5, 7, 5)][game % 4];
            let rules = Rules::new(rows, cols, in_a_row).expect("there are such boards");
            let mut position = Position::new(rules, Players::TWO);
            for _ in 0..6 + random.below(9) {
                if position.turn().is_some() {
                    let number = random.below(u32::try_from(position.count_legal_moves()).unwrap());
                    position.play_legal(position.nth_legal_move(number as usize).unwrap());
                }
            }
            let board = Board::new(&position);
            let found = position.turn().and_then(|_| win(&board, 3_000));
            let Some(Win { cell, moves }) = found else { continue };
            let cell = board.cell(cell);
            if usize::from(moves) < tried.len() {
                assert!(wins_by(&position, cell, moves), "{cell:?} in {moves}: {position:?}");
                tried[usize::from(moves)] += 1;
            } else if position.count_legal_moves() < 18 {
                assert_eq!(value(&after(&position, cell)), Value::Loss, "{cell:?}: {position:?}");
                solved += 1;
            }
        }
        assert!(tried[1..].iter().all(|&count| count > 40) && solved > 15, "{tried:?} {solved}");
    }
}
