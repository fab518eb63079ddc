//! What the games share: seats and cells, how a game can end, why a move is refused, and [`Game`], the trait
//! that engines and screens are written against.

use core::fmt;

use crate::Mark;

/// A game in progress or over. Every rule set's position is one.
///
/// Positions are plain values: a search copies one, plays on the copy and drops it.
pub trait Game: Copy + Eq + core::hash::Hash + fmt::Debug {
    /// What a player chooses when it is their turn.
    type Move: Copy + Eq + core::hash::Hash + fmt::Debug;

    /// Returns how many players take part.
    fn players(&self) -> Players;

    /// Returns whose turn it is, who has won, or whether it is a draw.
    fn outcome(&self) -> Outcome;

    /// Returns whose turn it is, or `None` when the game is over.
    fn turn(&self) -> Option<Seat> {
        match self.outcome() {
            Outcome::InProgress { next } => Some(next),
            Outcome::Won { .. } | Outcome::Draw => None,
        }
    }

    /// Returns every move that [`Game::play`] would accept, in reading order of the whole board.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Returns how many legal moves there are.
    fn count_legal_moves(&self) -> usize {
        self.legal_moves().count()
    }

    /// Returns the legal move with this number, counted from 0 in reading order.
    fn nth_legal_move(&self, number: usize) -> Option<Self::Move> {
        self.legal_moves().nth(number)
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// # Errors
    ///
    /// When the move is refused, which leaves the position as it was. Of several reasons the first in the
    /// order of [`MoveError`] is given.
    fn play(&mut self, chosen: Self::Move) -> Result<(), MoveError>;

    /// Makes a move that is known to be legal, without paying for the checks again.
    ///
    /// With any other move the position is worthless afterwards (a debug build panics instead).
    fn play_legal(&mut self, chosen: Self::Move) {
        let played = self.play(chosen);
        debug_assert_eq!(played, Ok(()), "only legal moves may be played unchecked");
    }
}

/// How many players take part: 2 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Players(u8);

impl Players {
    /// Two players, as in classic and ultimate.
    pub const TWO: Self = Self(2);

    /// Returns this many players, or `None` for fewer than 2 or more than 4.
    #[must_use]
    pub const fn new(count: u8) -> Option<Self> {
        if matches!(count, 2..=4) { Some(Self(count)) } else { None }
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns the players' seats, in the order of turns.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (1..=self.0).map(Seat)
    }

    pub(crate) const fn has(self, seat: Seat) -> bool {
        seat.0 <= self.0
    }
}

/// A player's place in the order of turns, and with it the mark they put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The first player, who begins unless a game says otherwise.
    pub const X: Self = Self(1);
    /// The second player.
    pub const O: Self = Self(2);
    /// The third player, whose mark is △ where it can be drawn.
    pub const A: Self = Self(3);
    /// The fourth player, whose mark is □ where it can be drawn.
    pub const S: Self = Self(4);

    /// Returns the seat with this number, counted from 1, or `None` if no game has it.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=4) { Some(Self(number)) } else { None }
    }

    /// Returns its number, counted from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its index in an array with one element per seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    pub(crate) const fn bit(self) -> u8 {
        1 << (self.0 - 1)
    }

    pub(crate) const fn from_char(mark: char) -> Option<Self> {
        match mark {
            'X' => Some(Self::X),
            'O' => Some(Self::O),
            'A' => Some(Self::A),
            'S' => Some(Self::S),
            _ => None,
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::from_char(word.parse().ok()?)
    }
}

impl From<Mark> for Seat {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::X => Self::X,
            Mark::O => Self::O,
        }
    }
}

/// The seat's mark as a letter.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not four texts: those of X and O would be shared with classic's and move in contracts that know
        // only classic.
        let letter = ['X', 'O', 'A', 'S'][self.index()];
        f.pad(letter.encode_utf8(&mut [0; 4]))
    }
}

/// A cell of a whole board, wherever that board ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 on the left.
    pub col: u8,
}

/// The state of a position: in progress, won or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    InProgress {
        /// Who moves next.
        next: Seat,
    },
    /// Somebody has won.
    Won {
        /// Who that is.
        winner: Seat,
        /// How they did it.
        by: Victory,
    },
    /// Nobody can win any more.
    Draw,
}

impl Outcome {
    /// Whether a round that ended like this after so many marks goes into the score.
    #[must_use]
    pub const fn counts(self, marks: u16) -> bool {
        match self {
            Self::InProgress { .. } => false,
            Self::Won { by, .. } => by.counts(marks),
            Self::Draw => true,
        }
    }
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Victory {
    /// With a line; the position says which.
    Line,
    /// All others are out.
    LastLeft,
}

impl Victory {
    /// How many marks a round needs that is won because the others are out: nobody collects wins over people who
    /// never came.
    pub const MARKS_TO_COUNT: u16 = 2;

    /// Whether a round won like this after so many marks goes into the score.
    #[must_use]
    pub const fn counts(self, marks: u16) -> bool {
        matches!(self, Self::Line) || marks >= Self::MARKS_TO_COUNT
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveError {
    /// The game has been won or drawn.
    GameOver,
    /// The board has no such cell.
    OutOfBounds,
    /// The cell is in a mini-field where the next mark may not go.
    WrongField,
    /// The cell already holds this player's mark.
    CellTaken(Seat),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OutOfBounds => f.write_str("the board has no such cell"),
            Self::WrongField => f.write_str("the mark must go into another mini-field"),
            Self::CellTaken(seat) => write!(f, "the cell already holds {seat}"),
        }
    }
}

impl core::error::Error for MoveError {}

/// Why a player can't leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeaveError {
    /// The game has been won or drawn.
    GameOver,
    /// Nobody plays from this seat.
    NoSuchSeat,
    /// The player has left before.
    AlreadyOut,
}

impl fmt::Display for LeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::NoSuchSeat => "nobody plays from this seat",
            Self::AlreadyOut => "the player is out already",
        })
    }
}

impl core::error::Error for LeaveError {}

/// Cells in a straight line, from the first in reading order on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    pub(crate) first: Cell,
    pub(crate) direction: Direction,
    pub(crate) length: u8,
}

/// Where a line goes from its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row.
    Right,
    /// Down a column.
    Down,
    /// Along a diagonal to the lower right.
    DownRight,
    /// Along a diagonal to the lower left.
    DownLeft,
}

impl Direction {
    /// All four, in the order in which a line is preferred when one move completes several.
    pub const ALL: [Self; 4] = [Self::Right, Self::Down, Self::DownRight, Self::DownLeft];

    pub(crate) const fn goes_down(self) -> bool {
        !matches!(self, Self::Right)
    }
}

impl Line {
    /// Returns the direction from each cell to the next.
    #[must_use]
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// Returns the line's cells, in reading order.
    #[must_use]
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.length).map(move |i| Cell {
            row: if self.direction.goes_down() { self.first.row + i } else { self.first.row },
            col: match self.direction {
                Direction::Right | Direction::DownRight => self.first.col + i,
                Direction::Down => self.first.col,
                Direction::DownLeft => self.first.col - i,
            },
        })
    }
}

/// Why a text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParsePositionError {
    /// A cell holds something else than a dot or the mark of somebody who plays.
    UnknownMark(char),
    /// The board has more or fewer cells than the rules say.
    WrongNumberOfCells,
    /// What follows the board can't be understood.
    UnknownNote,
    /// No legal game leads to this position.
    Unreachable,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownMark(found) => write!(f, "a cell is a dot or the mark of a player, not {found:?}"),
            Self::WrongNumberOfCells => f.write_str("the board has more or fewer cells than the rules say"),
            Self::UnknownNote => f.write_str("what follows the board can't be understood"),
            Self::Unreachable => f.write_str("no legal game leads to this position"),
        }
    }
}

impl core::error::Error for ParsePositionError {}

/// Splits a drawing into its cells and the words below them, which begin with a small letter.
pub(crate) fn board_and_notes(text: &str) -> (&str, &str) {
    let notes = text.find(|character: char| character.is_ascii_lowercase()).unwrap_or(text.len());
    text.split_at(notes)
}
