//! Mini-fields, and cells in them.

/// One of the nine mini-fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field(u8);

/// One of the 81 cells; a cell outside the board can't be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    field: Field,
    inner: Field,
}

impl Field {
    /// The mini-field with this number, 0 to 8 in reading order, or `None` for any other number.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 9 { Some(Self(number)) } else { None }
    }

    /// All nine in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    /// Its number, 0 to 8 in reading order.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its row in the field of mini-fields, 0 to 2.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 3
    }

    /// Its column in the field of mini-fields, 0 to 2.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % 3
    }

    /// Its top left cell on the whole board.
    pub(super) const fn corner(self) -> crate::Cell {
        crate::Cell { row: self.row() * 3, col: self.col() * 3 }
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Cell {
    /// The cell at `row` and `col` of the whole board, both 0 to 8, or `None` outside the board.
    #[must_use]
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < 9 && col < 9 { Some(Self::at(row, col)) } else { None }
    }

    /// The cell of `field` that has in it the place that `inner` has among the mini-fields: a mark there
    /// sends the opponent to `inner`.
    #[must_use]
    pub const fn inside(field: Field, inner: Field) -> Self {
        Self { field, inner }
    }

    /// The mini-field that the cell is in.
    #[must_use]
    pub const fn field(self) -> Field {
        self.field
    }

    /// The mini-field that has the same place as the cell has in its own.
    #[must_use]
    pub const fn inner(self) -> Field {
        self.inner
    }

    /// The row of the whole board, 0 to 8.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.field.row() * 3 + self.inner.row()
    }

    /// The column of the whole board, 0 to 8.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.field.col() * 3 + self.inner.col()
    }

    /// All 81 cells in reading order of the whole board.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..81).map(|number| Self::at(number / 9, number % 9))
    }

    const fn at(row: u8, col: u8) -> Self {
        Self { field: Field(row / 3 * 3 + col / 3), inner: Field(row % 3 * 3 + col % 3) }
    }
}

impl From<Cell> for crate::Cell {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row(), col: cell.col() }
    }
}
