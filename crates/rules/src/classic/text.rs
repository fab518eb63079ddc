//! A board as text: three lines of `X`, `O` and `.`, both ways.

use core::fmt;
use core::str::FromStr;

use super::board::Board;
use super::cell::{Cell, SIZE};
use crate::Mark;

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParseBoardError {
    /// It has a character other than `X`, `O`, `.` and white space.
    UnknownMark(char),
    /// It does not have exactly nine cells.
    NotNineCells,
    /// No legal game leads to this position.
    Unreachable,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Cell::all() {
            match self.mark_at(cell) {
                Some(mark) => write!(f, "{mark}")?,
                None => f.write_str(".")?,
            }
            if cell.col() + 1 < SIZE {
                f.write_str(" ")?;
            } else if cell.row() + 1 < SIZE {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cells = Cell::all();
        let (mut x, mut o) = (0, 0);
        for character in text.chars().filter(|character| !character.is_whitespace()) {
            let mark = match character {
                'X' => Some(Mark::X),
                'O' => Some(Mark::O),
                '.' => None,
                other => return Err(ParseBoardError::UnknownMark(other)),
            };
            let bit = cells.next().ok_or(ParseBoardError::NotNineCells)?.bit();
            match mark {
                Some(Mark::X) => x |= bit,
                Some(Mark::O) => o |= bit,
                None => {}
            }
        }
        if cells.len() > 0 {
            return Err(ParseBoardError::NotNineCells);
        }
        Self::from_bits(x, o).ok_or(ParseBoardError::Unreachable)
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMark(found) => write!(f, "a cell is X, O or a dot, not {found:?}"),
            Self::NotNineCells => f.write_str("a board has nine cells"),
            Self::Unreachable => f.write_str("no legal game leads to this board"),
        }
    }
}

impl core::error::Error for ParseBoardError {}
