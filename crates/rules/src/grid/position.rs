//! A position on a grid: whose turn it is, what a move does, who is out, who has won.

use super::bits::{self, Bits};
use super::rules::Rules;
use crate::game::{Cell, Direction, Game, LeaveError, Line, MoveError, Outcome, Players, Seat, Victory};

/// A position that legal play can reach; no other can be built.
///
/// It is made by playing moves and by players leaving, or from its marks, who moved first and the list of who is out
/// ([`Position::parse`], [`Position::from_cells`], or reading stored bytes), which determine everything else. Such marks
/// are accepted when
///
/// - they are on the board, at most one in each cell, and of players who take part;
/// - at least one player is not out, and the number of each player's marks fits the order of turns: players
///   still in have had a turn in every round, those who are out made no more marks than the rounds allow;
/// - at most one player has a complete line; that player moved last, and without one of the marks in it there
///   was no line before;
/// - when only one player is left, nobody has a line and a cell is free: the game did not end before.
///
/// These are exactly the positions of which a game can consist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) players: Players,
    pub(super) first: Seat,
    // One bit per seat, the first seat lowest.
    pub(super) out: u8,
    // Who moves next; who has won; after a draw who would be next.
    pub(super) turn: Seat,
    pub(super) moves: u16,
    pub(super) end: Option<End>,
    pub(super) marks: [Bits; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Line(Line),
    LastLeft,
    Full,
}

impl Position {
    /// Creates the empty board, with the first seat to move.
    #[must_use]
    pub const fn new(rules: Rules, players: Players) -> Self {
        let (first, nothing) = (Seat::X, Bits([0; 6]));
        Self { rules, players, first, out: 0, turn: first, moves: 0, end: None, marks: [nothing; 4] }
    }

    /// Creates the empty board with this seat to move, or `None` if nobody plays from it.
    #[must_use]
    pub fn started_by(rules: Rules, players: Players, first: Seat) -> Option<Self> {
        players.has(first).then_some(Self { first, turn: first, ..Self::new(rules, players) })
    }

    /// Returns the rules of this game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whose turn it was on the empty board.
    #[must_use]
    pub const fn first(&self) -> Seat {
        self.first
    }

    /// Returns how many marks have been made.
    #[must_use]
    pub const fn marks_made(&self) -> u16 {
        self.moves
    }

    /// Returns whether the player resigned or ran out of time.
    #[must_use]
    pub const fn is_out(&self, seat: Seat) -> bool {
        self.out & seat.bit() != 0
    }

    /// Returns whose mark the cell holds: nobody's if it is empty or not on the board.
    #[must_use]
    pub fn mark_at(&self, cell: Cell) -> Option<Seat> {
        if !self.is_on_board(cell) {
            return None;
        }
        let index = bits::index(self.rules, cell);
        self.players.seats().find(|seat| self.marks[seat.index()].has(index))
    }

    /// Returns the player's marks, one bit per cell in reading order: cell number `i`, which is `row * cols + col`, is
    /// bit `i % 64` of word `i / 64`.
    #[must_use]
    pub const fn marks_of(&self, seat: Seat) -> &[u64; 6] {
        &self.marks[seat.index()].0
    }

    /// Returns the line that won, or `None` when nobody has won or the winner was the last one left.
    #[must_use]
    pub const fn winning_line(&self) -> Option<Line> {
        match self.end {
            Some(End::Line(line)) => Some(line),
            Some(End::LastLeft | End::Full) | None => None,
        }
    }

    /// Takes a player out, whether it is their turn or not: turns pass over them, their marks stay, and the
    /// last one left wins at once.
    ///
    /// # Errors
    ///
    /// When the game is over, else when nobody plays from this seat, else when that player is out already.
    pub fn leave(&mut self, seat: Seat) -> Result<(), LeaveError> {
        if self.end.is_some() {
            return Err(LeaveError::GameOver);
        }
        if !self.players.has(seat) {
            return Err(LeaveError::NoSuchSeat);
        }
        if self.is_out(seat) {
            return Err(LeaveError::AlreadyOut);
        }
        self.out |= seat.bit();
        if self.turn == seat {
            self.turn = self.seat_after(seat);
        }
        if self.players_left() == 1 {
            self.end = Some(End::LastLeft);
        }
        Ok(())
    }

    const fn is_on_board(&self, cell: Cell) -> bool {
        cell.row < self.rules.rows() && cell.col < self.rules.cols()
    }

    pub(super) fn players_left(&self) -> u32 {
        u32::from(self.players.count()) - self.out.count_ones()
    }

    fn seat_after(&self, seat: Seat) -> Seat {
        let (later, earlier) = (self.players.seats().filter(|&other| other > seat), self.players.seats());
        later.chain(earlier).find(|&other| !self.is_out(other)).unwrap_or(seat)
    }

    fn free_in_word(&self, word: usize) -> u64 {
        let taken = self.players.seats().fold(0, |taken, seat| taken | self.marks[seat.index()].0[word]);
        bits::on_board(self.rules, word) & !taken
    }

    fn line_through(&self, seat: Seat, cell: Cell) -> Option<Line> {
        Direction::ALL.into_iter().find_map(|direction| {
            let back = self.run(seat, cell, direction, Way::Backward);
            let length = self.rules.in_a_row();
            if back + 1 + self.run(seat, cell, direction, Way::Forward) < length {
                return None;
            }
            let Cell { row, col } = cell;
            let first = match direction {
                Direction::Right => Cell { row, col: col - back },
                Direction::Down => Cell { row: row - back, col },
                Direction::DownRight => Cell { row: row - back, col: col - back },
                Direction::DownLeft => Cell { row: row - back, col: col + back },
            };
            Some(Line { first, direction, length })
        })
    }

    // How many of the player's marks follow the cell without a gap, up to what a line needs.
    fn run(&self, seat: Seat, Cell { row, col }: Cell, direction: Direction, way: Way) -> u8 {
        let (below, right) = (self.rules.rows() - 1 - row, self.rules.cols() - 1 - col);
        let to_the_border = match (direction, way) {
            (Direction::Right, Way::Backward) => col,
            (Direction::Right, Way::Forward) => right,
            (Direction::Down, Way::Backward) => row,
            (Direction::Down, Way::Forward) => below,
            (Direction::DownRight, Way::Backward) => row.min(col),
            (Direction::DownRight, Way::Forward) => below.min(right),
            (Direction::DownLeft, Way::Backward) => row.min(right),
            (Direction::DownLeft, Way::Forward) => below.min(col),
        };
        let marks = &self.marks[seat.index()];
        let stride = bits::stride(self.rules, direction);
        let mut index = bits::index(self.rules, Cell { row, col });
        let mut length = 0;
        while length < to_the_border.min(self.rules.in_a_row() - 1) {
            index = match way {
                Way::Backward => index - stride,
                Way::Forward => index + stride,
            };
            if !marks.has(index) {
                break;
            }
            length += 1;
        }
        length
    }
}

#[derive(Clone, Copy)]
enum Way {
    Backward,
    Forward,
}

impl Game for Position {
    type Move = Cell;

    fn players(&self) -> Players {
        self.players
    }

    fn outcome(&self) -> Outcome {
        match self.end {
            None => Outcome::InProgress { next: self.turn },
            Some(End::Line(_)) => Outcome::Won { winner: self.turn, by: Victory::Line },
            Some(End::LastLeft) => Outcome::Won { winner: self.turn, by: Victory::LastLeft },
            Some(End::Full) => Outcome::Draw,
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let words = if self.end.is_some() { 0 } else { bits::words(self.rules) };
        (0..words).flat_map(move |word| {
            bits::ones(self.free_in_word(word)).map(move |bit| bits::cell(self.rules, word * 64 + bit))
        })
    }

    fn count_legal_moves(&self) -> usize {
        if self.end.is_some() { 0 } else { usize::from(self.rules.cells() - self.moves) }
    }

    fn nth_legal_move(&self, number: usize) -> Option<Cell> {
        if self.end.is_some() {
            return None;
        }
        let mut left = number;
        for word in 0..bits::words(self.rules) {
            let free = self.free_in_word(word);
            let here = free.count_ones() as usize;
            if left < here {
                let bit = bits::ones(free).nth(left)?;
                return Some(bits::cell(self.rules, word * 64 + bit));
            }
            left -= here;
        }
        None
    }

    fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        if self.end.is_some() {
            return Err(MoveError::GameOver);
        }
        if !self.is_on_board(cell) {
            return Err(MoveError::OutOfBounds);
        }
        if let Some(seat) = self.mark_at(cell) {
            return Err(MoveError::CellTaken(seat));
        }
        self.play_legal(cell);
        Ok(())
    }

    fn play_legal(&mut self, cell: Cell) {
        debug_assert!(self.end.is_none() && self.is_on_board(cell) && self.mark_at(cell).is_none());
        let seat = self.turn;
        self.marks[seat.index()].insert(bits::index(self.rules, cell));
        self.moves += 1;
        self.end = self.line_through(seat, cell).map(End::Line);
        if self.end.is_some() {
            return;
        }
        self.turn = self.seat_after(seat);
        if self.moves == self.rules.cells() {
            self.end = Some(End::Full);
        }
    }
}
