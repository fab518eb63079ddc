//! A position of ultimate: where the next mark may go, who captured what by which line, who has won.

use super::capture::Capture;
use super::cell::{Cell, Field};
use super::lines::{ALL, LineOfThree, has_line};
use crate::game::{Game, LeaveError, Line, MoveError, Outcome, Players, Seat, Victory};

/// A line that captured a mini-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Captured {
    /// For whom the mini-field counts by this line.
    pub seat: Seat,
    /// The line's cells on the whole board.
    pub line: Line,
}

/// A position of ultimate tic-tac-toe.
///
/// It is made by playing moves, or read from text, from stored bytes or with [`Position::from_cells`], which refuse
/// what they are given unless
///
/// - no cell has two marks, and who moved first has made as many marks as the other or one more;
/// - the mini-fields that count for a player are exactly those that the rule gives them: under `any` all in
///   which they have a line, under `first` and `closing` each one with a line counts for exactly one player
///   who has a line in it, and under `closing` the other has none there;
/// - every capturing line consists of its player's marks, and an order of two is given only where there are
///   two;
/// - only the player who moved last can have three mini-fields in a line;
/// - where the next mark must go is a cell that the last player has marked in some mini-field, and, under
///   `closing`, open; under `closing` the choice is free only if such a cell leads to a closed mini-field;
///   before the first mark it is free;
/// - nobody is out of a game that has ended on the board, and not both are.
///
/// Whether some order of moves leads exactly there is not checked: that would take a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    // By seat, then by mini-field: one bit per cell.
    pub(super) marks: [[u16; 9]; 2],
    // By seat, one bit per mini-field.
    pub(super) owned: [u16; 2],
    // Where X's line came after O's.
    pub(super) o_first: u16,
    // Mini-fields that are full, and under closing those that are captured too.
    pub(super) closed: u16,
    // By seat, then by mini-field.
    pub(super) lines: [[Option<LineOfThree>; 9]; 2],
    pub(super) capture: Capture,
    pub(super) first: Seat,
    // Where the last mark sends; nowhere in particular before the first one, and under closing to a closed
    // one.
    pub(super) next: Option<Field>,
    pub(super) moves: u8,
    pub(super) end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Line,
    Draw,
    Left(Seat),
}

pub(super) const SEATS: [Seat; 2] = [Seat::X, Seat::O];

impl Position {
    /// Creates the empty board, with X to move.
    #[must_use]
    pub const fn new(capture: Capture) -> Self {
        Self {
            marks: [[0; 9]; 2],
            owned: [0; 2],
            o_first: 0,
            closed: 0,
            lines: [[None; 9]; 2],
            capture,
            first: Seat::X,
            next: None,
            moves: 0,
            end: None,
        }
    }

    /// Creates the empty board with this seat to move, or `None` if nobody plays from it.
    #[must_use]
    pub fn started_by(capture: Capture, first: Seat) -> Option<Self> {
        Players::TWO.has(first).then_some(Self { first, ..Self::new(capture) })
    }

    /// Returns whose turn it was on the empty board.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// Returns how mini-fields are captured in this game.
    #[must_use]
    pub const fn capture(&self) -> Capture {
        self.capture
    }

    /// Returns how many marks have been made.
    #[must_use]
    pub const fn marks_made(&self) -> u8 {
        self.moves
    }

    /// Returns whether the player resigned or ran out of time.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.end == Some(End::Left(seat))
    }

    /// Returns whose mark the cell holds, if it is not empty.
    #[must_use]
    pub fn mark_at(&self, cell: Cell) -> Option<Seat> {
        SEATS.into_iter().find(|seat| self.marks_in(*seat, cell.field()) & cell.inner().bit() != 0)
    }

    /// Returns the mini-field where the next mark must go, or `None` when any open one will do and when the game is
    /// over.
    #[must_use]
    pub const fn next_field(&self) -> Option<Field> {
        if self.end.is_some() { None } else { self.next }
    }

    /// Returns the mini-fields where the next mark may go, as bits: bit 0 is the top left one, bit 8 the bottom right
    /// one.
    #[must_use]
    pub const fn open_fields(&self) -> u16 {
        if self.end.is_some() {
            return 0;
        }
        match self.next {
            Some(field) => field.bit(),
            None => ALL & !self.closed,
        }
    }

    /// Returns the empty cells of a mini-field, as bits in reading order, whether the next mark may go there or not.
    #[must_use]
    pub const fn free_cells(&self, field: Field) -> u16 {
        ALL & !(self.marks[0][field.index()] | self.marks[1][field.index()])
    }

    /// Returns the player's marks in a mini-field, as bits in reading order. Only X and O have any.
    #[must_use]
    pub fn marks_in(&self, seat: Seat, field: Field) -> u16 {
        self.marks.get(seat.index()).map_or(0, |marks| marks[field.index()])
    }

    /// Returns the mini-fields that count for the player, as bits in reading order.
    #[must_use]
    pub fn fields_of(&self, seat: Seat) -> u16 {
        self.owned.get(seat.index()).copied().unwrap_or(0)
    }

    /// Returns the lines that captured a mini-field, in the order in which they appeared: at most one, under
    /// [`Capture::Any`] at most one a player.
    pub fn captures(&self, field: Field) -> impl Iterator<Item = Captured> {
        self.lines_in(field).map(move |(seat, line)| Captured { seat, line: line.line_from(field.corner()) })
    }

    /// Returns the three mini-fields that won, as rows and columns of the field of mini-fields, or `None` when nobody
    /// has won by a line.
    #[must_use]
    pub fn winning_line(&self) -> Option<Line> {
        if self.end != Some(End::Line) {
            return None;
        }
        let line = LineOfThree::first_in(self.owned[self.moved_last()])?;
        Some(line.line_from(crate::Cell { row: 0, col: 0 }))
    }

    /// Takes a player out, whether it is their turn or not: the other has won.
    ///
    /// # Errors
    ///
    /// When the game is over, or else when nobody plays from this seat.
    pub fn leave(&mut self, seat: Seat) -> Result<(), LeaveError> {
        if self.end.is_some() {
            return Err(LeaveError::GameOver);
        }
        if !Players::TWO.has(seat) {
            return Err(LeaveError::NoSuchSeat);
        }
        self.end = Some(End::Left(seat));
        Ok(())
    }

    pub(super) fn lines_in(&self, field: Field) -> impl Iterator<Item = (Seat, LineOfThree)> {
        let order = if self.o_first & field.bit() == 0 { SEATS } else { [Seat::O, Seat::X] };
        order.into_iter().filter_map(move |seat| Some((seat, self.lines[seat.index()][field.index()]?)))
    }

    pub(super) const fn seat_out(&self) -> Option<Seat> {
        match self.end {
            Some(End::Left(seat)) => Some(seat),
            Some(End::Line | End::Draw) | None => None,
        }
    }

    pub(super) fn moves_next(&self) -> usize {
        (usize::from(self.moves) + self.first.index()) % 2
    }

    pub(super) fn moved_last(&self) -> usize {
        1 - self.moves_next()
    }

    fn legal_cells(&self) -> u128 {
        let open = self.open_fields();
        Field::all().filter(|field| open & field.bit() != 0).fold(0, |cells, field| {
            let free = u128::from(self.free_cells(field));
            let corner = field.row() * 27 + field.col() * 3;
            cells | (free & 7) << corner | (free >> 3 & 7) << (corner + 9) | (free >> 6) << (corner + 18)
        })
    }

    // Whether no further line of the player in this mini-field counts.
    fn is_settled(&self, seat: usize, field: Field) -> bool {
        let settled = match self.capture {
            Capture::Any => self.owned[seat],
            Capture::First | Capture::Closing => self.owned[0] | self.owned[1],
        };
        settled & field.bit() != 0
    }

    fn capture_with_first_line(&mut self, seat: usize, field: Field) {
        self.owned[seat] |= field.bit();
        self.lines[seat][field.index()] = LineOfThree::first_in(self.marks[seat][field.index()]);
        if seat == 0 {
            self.o_first |= self.owned[1] & field.bit();
        }
    }

    pub(super) fn must_close(&self, field: Field) -> bool {
        let captured = (self.owned[0] | self.owned[1]) & field.bit() != 0;
        self.free_cells(field) == 0 || (captured && self.capture == Capture::Closing)
    }

    fn send_to(&mut self, field: Field) {
        self.next = Some(field);
        if self.capture == Capture::Closing && self.closed & field.bit() != 0 {
            self.next = None;
        }
    }

    // Under first and any a player sent to a full mini-field can't move; under closing nobody is sent to a
    // closed one, and all of them must be closed.
    pub(super) fn is_stuck(&self) -> bool {
        match self.next {
            Some(field) => self.closed & field.bit() != 0,
            None => self.closed == ALL,
        }
    }
}

impl Game for Position {
    type Move = Cell;

    fn players(&self) -> Players {
        Players::TWO
    }

    fn outcome(&self) -> Outcome {
        match self.end {
            None => Outcome::InProgress { next: SEATS[self.moves_next()] },
            Some(End::Line) => Outcome::Won { winner: SEATS[self.moved_last()], by: Victory::Line },
            Some(End::Draw) => Outcome::Draw,
            Some(End::Left(seat)) => Outcome::Won {
                winner: if seat == Seat::X { Seat::O } else { Seat::X },
                by: Victory::LastLeft,
            },
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let mut left = self.legal_cells();
        core::iter::from_fn(move || {
            // Without a bit left this is 128, which is no cell.
            let number = u8::try_from(left.trailing_zeros()).ok()?;
            left &= left.wrapping_sub(1);
            Cell::new(number / 9, number % 9)
        })
    }

    fn count_legal_moves(&self) -> usize {
        let open = self.open_fields();
        let open_fields = Field::all().filter(|field| open & field.bit() != 0);
        open_fields.map(|field| self.free_cells(field).count_ones() as usize).sum()
    }

    fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        if self.end.is_some() {
            return Err(MoveError::GameOver);
        }
        if self.open_fields() & cell.field().bit() == 0 {
            return Err(MoveError::WrongField);
        }
        if let Some(seat) = self.mark_at(cell) {
            return Err(MoveError::CellTaken(seat));
        }
        self.play_legal(cell);
        Ok(())
    }

    fn play_legal(&mut self, cell: Cell) {
        let field = cell.field();
        debug_assert!(
            self.open_fields() & field.bit() != 0 && self.free_cells(field) & cell.inner().bit() != 0
        );
        let seat = self.moves_next();
        self.marks[seat][field.index()] |= cell.inner().bit();
        self.moves += 1;
        if !self.is_settled(seat, field) && has_line(self.marks[seat][field.index()]) {
            self.capture_with_first_line(seat, field);
            self.end = has_line(self.owned[seat]).then_some(End::Line);
        }
        if self.must_close(field) {
            self.closed |= field.bit();
        }
        self.send_to(cell.inner());
        if self.end.is_none() && self.is_stuck() {
            self.end = Some(End::Draw);
        }
    }
}
