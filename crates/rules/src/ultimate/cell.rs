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
    /// Returns the mini-field with this number, 0 to 8 in reading order, or `None` for any other number.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 9 { Some(Self(number)) } else { None }
    }

    /// Returns all nine in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    /// Returns its number, 0 to 8 in reading order.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its row in the field of mini-fields, 0 to 2.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 3
    }

    /// Returns its column in the field of mini-fields, 0 to 2.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.0 % 3
    }

    /// Returns its top left cell on the whole board.
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
    /// Returns the cell at `row` and `col` of the whole board, both 0 to 8, or `None` outside the board.
    #[must_use]
    pub const fn new(row: u8, col: u8) -> Option<Self> {
        if row < 9 && col < 9 { Some(Self::at(row, col)) } else { None }
    }

    /// Returns the cell of `field` at the position that `inner` has among the mini-fields: a mark there sends the
    /// opponent to `inner`.
    #[must_use]
    pub const fn inside(field: Field, inner: Field) -> Self {
        Self { field, inner }
    }

    /// Returns the mini-field that the cell is in.
    #[must_use]
    pub const fn field(self) -> Field {
        self.field
    }

    /// Returns the mini-field at the position that the cell has in its own mini-field.
    #[must_use]
    pub const fn inner(self) -> Field {
        self.inner
    }

    /// Returns the row of the whole board, 0 to 8.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.field.row() * 3 + self.inner.row()
    }

    /// Returns the column of the whole board, 0 to 8.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.field.col() * 3 + self.inner.col()
    }

    /// Returns all 81 cells in reading order of the whole board.
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
