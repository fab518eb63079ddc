//! The eight lines of a 3x3 board, for the cells of a mini-field and for the mini-fields themselves.

use crate::game::{Cell, Direction, Line};

/// All nine cells of a mini-field, or all nine mini-fields.
pub(super) const ALL: u16 = 0o777;

/// One of the eight lines, in the order in which they are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LineOfThree {
    TopRow,
    MiddleRow,
    BottomRow,
    LeftColumn,
    MiddleColumn,
    RightColumn,
    MainDiagonal,
    AntiDiagonal,
}

/// The cells of each line, one bit per cell, so each octal digit is a row.
const BITS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

// One bit for each of the 512 sets of cells, since random playouts ask at every move.
const HAS_LINE: [u64; 8] = {
    let mut table = [0; 8];
    let mut cells = 0;
    while cells <= ALL {
        let mut line = 0;
        while line < BITS.len() {
            if cells & BITS[line] == BITS[line] {
                table[cells as usize / 64] |= 1 << (cells % 64);
            }
            line += 1;
        }
        cells += 1;
    }
    table
};

pub(super) const fn has_line(cells: u16) -> bool {
    HAS_LINE[cells as usize / 64 % 8] >> (cells % 64) & 1 == 1
}

impl LineOfThree {
    const ALL: [Self; 8] = [
        Self::TopRow,
        Self::MiddleRow,
        Self::BottomRow,
        Self::LeftColumn,
        Self::MiddleColumn,
        Self::RightColumn,
        Self::MainDiagonal,
        Self::AntiDiagonal,
    ];

    /// Returns the first complete line.
    pub(super) fn first_in(cells: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|three| three.is_in(cells))
    }

    /// Returns the line that consists of these cells.
    pub(super) fn exactly(cells: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|three| three.bits() == cells)
    }

    /// Returns its number, counted from 1.
    #[cfg(feature = "borsh")]
    pub(super) const fn number(self) -> u8 {
        self as u8 + 1
    }

    #[cfg(feature = "borsh")]
    pub(super) fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|three| u32::from(three.number()) == number)
    }

    pub(super) const fn is_in(self, cells: u16) -> bool {
        cells & self.bits() == self.bits()
    }

    pub(super) const fn bits(self) -> u16 {
        BITS[self as usize]
    }

    /// Returns the line on a 3x3 board whose top left cell is `corner`.
    pub(super) fn line_from(self, corner: Cell) -> Line {
        let (row, col, direction) = match self {
            Self::TopRow => (0, 0, Direction::Right),
            Self::MiddleRow => (1, 0, Direction::Right),
            Self::BottomRow => (2, 0, Direction::Right),
            Self::LeftColumn => (0, 0, Direction::Down),
            Self::MiddleColumn => (0, 1, Direction::Down),
            Self::RightColumn => (0, 2, Direction::Down),
            Self::MainDiagonal => (0, 0, Direction::DownRight),
            Self::AntiDiagonal => (0, 2, Direction::DownLeft),
        };
        Line { first: Cell { row: corner.row + row, col: corner.col + col }, direction, length: 3 }
    }
}
