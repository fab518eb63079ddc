//! The position on the board: whose turn it is, what a move does, who has won.

use core::fmt;

use super::cell::{Cell, LINE_BITS, LINES, Line};
use crate::Mark;

const FULL: u16 = 0o777;

/// A position that legal play can reach; no other can be built.
///
/// Boards are values: [`Board::play`] returns the next position and leaves this one as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    // One bit per cell in reading order, so each octal digit is a row.
    x: u16,
    o: u16,
}

/// The state of a position: in progress, won or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    InProgress {
        /// Who moves next.
        next: Mark,
    },
    /// Somebody has three in a row.
    Won {
        /// Whose three they are.
        winner: Mark,
        /// The first of [`LINES`] that is complete.
        line: Line,
    },
    /// The board is full and nobody has three in a row.
    Draw,
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveError {
    /// The game has been won or drawn.
    GameOver,
    /// The cell already holds this mark.
    CellTaken(Mark),
}

impl Board {
    /// The position before the first move.
    pub const EMPTY: Self = Self { x: 0, o: 0 };

    /// Returns the position with these cells marked (bit 0 is the top left cell, bit 8 the bottom right one), or `None`
    /// if no game leads there.
    #[must_use]
    pub fn from_bits(x: u16, o: u16) -> Option<Self> {
        let board = Self { x, o };
        let on_the_board = (x | o) & !FULL == 0 && x & o == 0;
        (on_the_board && board.is_reachable()).then_some(board)
    }

    /// Returns the cells marked X and those marked O, as [`Board::from_bits`] takes them.
    #[must_use]
    pub const fn bits(self) -> (u16, u16) {
        (self.x, self.o)
    }

    /// Returns the mark in a cell, if there is one.
    #[must_use]
    pub const fn mark_at(self, cell: Cell) -> Option<Mark> {
        if self.x & cell.bit() != 0 {
            Some(Mark::X)
        } else if self.o & cell.bit() != 0 {
            Some(Mark::O)
        } else {
            None
        }
    }

    /// Returns how many moves have been made.
    #[must_use]
    pub const fn moves(self) -> u32 {
        (self.x | self.o).count_ones()
    }

    /// Returns who moves next, who has won, or whether it is a draw.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        for winner in [Mark::X, Mark::O] {
            if let Some(line) = self.line_of(winner) {
                return Outcome::Won { winner, line };
            }
        }
        if self.x | self.o == FULL { Outcome::Draw } else { Outcome::InProgress { next: self.to_move() } }
    }

    /// Returns the position after the next player marks `cell`.
    ///
    /// # Errors
    ///
    /// When the game is over, or else when the cell is taken.
    pub fn play(self, cell: Cell) -> Result<Self, MoveError> {
        let Outcome::InProgress { next } = self.outcome() else {
            return Err(MoveError::GameOver);
        };
        if let Some(mark) = self.mark_at(cell) {
            return Err(MoveError::CellTaken(mark));
        }
        Ok(match next {
            Mark::X => Self { x: self.x | cell.bit(), ..self },
            Mark::O => Self { o: self.o | cell.bit(), ..self },
        })
    }

    fn to_move(self) -> Mark {
        if self.x.count_ones() > self.o.count_ones() { Mark::O } else { Mark::X }
    }

    fn line_of(self, mark: Mark) -> Option<Line> {
        let cells = match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        };
        LINES.into_iter().zip(LINE_BITS).find(|(_, line)| cells & line == *line).map(|(line, _)| line)
    }

    // Two lines of one mark always share a cell (three and three would be six marks of one kind), so
    // that cell can have been the last move: who moved last is all that is left to check.
    fn is_reachable(self) -> bool {
        let x_leads_by_one = self.x.count_ones() == self.o.count_ones() + 1;
        let level = self.x.count_ones() == self.o.count_ones();
        match (self.line_of(Mark::X), self.line_of(Mark::O)) {
            (None, None) => level || x_leads_by_one,
            (Some(_), None) => x_leads_by_one,
            (None, Some(_)) => level,
            (Some(_), Some(_)) => false,
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::CellTaken(mark) => write!(f, "the cell already holds {mark}"),
        }
    }
}

impl core::error::Error for MoveError {}
