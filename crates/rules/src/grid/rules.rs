//! How large the board is and how many marks in a row win.

use core::fmt;

/// The size of a board and what wins on it; sizes that nobody plays can't be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    cols: u8,
    in_a_row: u8,
}

impl Rules {
    /// The 3x3 board on which three in a row win.
    pub const CLASSIC: Self = Self { rows: 3, cols: 3, in_a_row: 3 };

    /// Returns these rules, or `None` unless there are 3 to 19 rows and columns and 2 to as many marks in a row as the
    /// longer side has cells.
    #[must_use]
    pub const fn new(rows: u8, cols: u8, in_a_row: u8) -> Option<Self> {
        let longer = if rows > cols { rows } else { cols };
        let fits = matches!(rows, 3..=19) && matches!(cols, 3..=19) && in_a_row >= 2 && in_a_row <= longer;
        if fits { Some(Self { rows, cols, in_a_row }) } else { None }
    }

    /// Returns how many rows the board has.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns how many columns the board has.
    #[must_use]
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// Returns how many marks in a row win.
    #[must_use]
    pub const fn in_a_row(self) -> u8 {
        self.in_a_row
    }

    /// Returns how many cells the board has.
    #[must_use]
    pub const fn cells(self) -> u16 {
        self.rows as u16 * self.cols as u16
    }
}

/// `classic` or, for any other board, rows, columns and how many in a row: `5x7:4`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::CLASSIC {
            return f.write_str("classic");
        }
        write!(f, "{}x{}:{}", self.rows, self.cols, self.in_a_row)
    }
}
