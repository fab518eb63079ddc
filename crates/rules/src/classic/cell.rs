//! Cells of the board and the lines they form.

/// How many rows and columns the board has.
pub const SIZE: u8 = 3;

/// One of the nine cells; a cell outside the board can't be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

/// Three cells that win the game when they hold the same mark.
pub type Line = [Cell; 3];

/// Every line: rows from top to bottom, columns from left to right, main diagonal, anti-diagonal.
/// A move that completes two lines wins by the one that comes first here.
pub const LINES: [Line; 8] = [
    [Cell(0), Cell(1), Cell(2)],
    [Cell(3), Cell(4), Cell(5)],
    [Cell(6), Cell(7), Cell(8)],
    [Cell(0), Cell(3), Cell(6)],
    [Cell(1), Cell(4), Cell(7)],
    [Cell(2), Cell(5), Cell(8)],
    [Cell(0), Cell(4), Cell(8)],
    [Cell(2), Cell(4), Cell(6)],
];

/// The cells of each line as bits, in the order of [`LINES`].
pub(super) const LINE_BITS: [u16; LINES.len()] = {
    let mut bits = [0; LINES.len()];
    let mut i = 0;
    while i < LINES.len() {
        let [a, b, c] = LINES[i];
        bits[i] = a.bit() | b.bit() | c.bit();
        i += 1;
    }
    bits
};

impl Cell {
    /// Returns the cell at `row` and `col`, both counted from 0, or `None` outside the board.
    #[must_use]
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < SIZE && col < SIZE { Some(Self(row * SIZE + col)) } else { None }
    }

    /// Returns the cell that people call `number`: 1 to 9 in reading order, or `None` for any other number.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// Returns all nine cells in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..SIZE * SIZE).map(Self)
    }

    /// Returns the row, from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / SIZE
    }

    /// Returns the column, from 0 on the left.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % SIZE
    }

    /// Returns the number that people call this cell by: 1 to 9 in reading order.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}
