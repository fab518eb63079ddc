//! Every rule set under one name, for programs that learn only at run time which one is played.

#[cfg(feature = "borsh")]
mod storage;

use core::fmt;
use core::str::FromStr;

use crate::game::{Cell, Game, LeaveError, Line, MoveError, Outcome, Players, Seat};
use crate::grid;
use crate::ultimate::{self, Capture};

/// What is played.
///
/// As text: `classic`, rows, columns and how many in a row such as `5x7:4`, or `ultimate:first`,
/// `ultimate:any`, `ultimate:closing`; `ultimate` alone is `ultimate:first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// A board of any size.
    Grid(grid::Rules),
    /// Nine mini-fields that are captured in this way.
    Ultimate(Capture),
}

/// A position of any game. Its moves are cells of the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// On a board of any size.
    Grid(grid::Position),
    /// On nine mini-fields.
    Ultimate(ultimate::Position),
}

/// Why a text names no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParseRulesError {
    /// It has none of the forms that [`Rules`] lists.
    UnknownForm,
    /// It names a board that is too small or too large, or that is too small for that many in a row.
    NoSuchGrid,
}

impl Rules {
    /// The 3x3 board on which three in a row win.
    pub const CLASSIC: Self = Self::Grid(grid::Rules::CLASSIC);

    /// Returns the empty board for this many players with the first seat to move, or `None` if that many can't play by
    /// these rules: ultimate takes two.
    #[must_use]
    pub fn start(self, players: Players) -> Option<Position> {
        self.started_by(players, Seat::X)
    }

    /// Returns the empty board for this many players with this seat to move, or `None` if that many can't play by these
    /// rules or nobody plays from that seat.
    #[must_use]
    pub fn started_by(self, players: Players, first: Seat) -> Option<Position> {
        match self {
            Self::Grid(rules) => grid::Position::started_by(rules, players, first).map(Position::Grid),
            Self::Ultimate(capture) if players == Players::TWO => {
                ultimate::Position::started_by(capture, first).map(Position::Ultimate)
            }
            Self::Ultimate(_) => None,
        }
    }

    /// Returns how many rows the whole board has.
    #[must_use]
    pub const fn rows(self) -> u8 {
        match self {
            Self::Grid(rules) => rules.rows(),
            Self::Ultimate(_) => 9,
        }
    }

    /// Returns how many columns the whole board has.
    #[must_use]
    pub const fn cols(self) -> u8 {
        match self {
            Self::Grid(rules) => rules.cols(),
            Self::Ultimate(_) => 9,
        }
    }
}

impl Position {
    /// Returns the rules of this game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        match self {
            Self::Grid(position) => Rules::Grid(position.rules()),
            Self::Ultimate(position) => Rules::Ultimate(position.capture()),
        }
    }

    /// Returns whose turn it was on the empty board.
    #[must_use]
    pub const fn first(&self) -> Seat {
        match self {
            Self::Grid(position) => position.first(),
            Self::Ultimate(position) => position.first(),
        }
    }

    /// Returns the empty board on which the next round between the same players is played, with this seat to move;
    /// `None` if nobody plays from it.
    #[must_use]
    pub fn restarted_by(&self, first: Seat) -> Option<Self> {
        self.rules().started_by(self.players(), first)
    }

    /// Returns how many marks have been made.
    #[must_use]
    pub fn marks_made(&self) -> u16 {
        match self {
            Self::Grid(position) => position.marks_made(),
            Self::Ultimate(position) => position.marks_made().into(),
        }
    }

    /// Returns whether the player resigned or ran out of time.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        match self {
            Self::Grid(position) => position.is_out(seat),
            Self::Ultimate(position) => position.is_out(seat),
        }
    }

    /// Returns whose mark the cell holds: nobody's if it is empty or not on the board.
    #[must_use]
    pub fn mark_at(&self, cell: Cell) -> Option<Seat> {
        match self {
            Self::Grid(position) => position.mark_at(cell),
            Self::Ultimate(position) => position.mark_at(ultimate::Cell::new(cell.row, cell.col)?),
        }
    }

    /// Returns the line that won, or `None` when nobody has won by one: cells of the grid, or on an ultimate board
    /// mini-fields, with rows and columns from 0 to 2.
    #[must_use]
    pub fn winning_line(&self) -> Option<Line> {
        match self {
            Self::Grid(position) => position.winning_line(),
            Self::Ultimate(position) => position.winning_line(),
        }
    }

    /// Takes a player out, whether it is their turn or not; the last one left wins at once.
    ///
    /// # Errors
    ///
    /// When the game is over, else when nobody plays from this seat, else when that player is out already.
    pub fn leave(&mut self, seat: Seat) -> Result<(), LeaveError> {
        match self {
            Self::Grid(position) => position.leave(seat),
            Self::Ultimate(position) => position.leave(seat),
        }
    }
}

impl Game for Position {
    type Move = Cell;

    fn players(&self) -> Players {
        match self {
            Self::Grid(position) => position.players(),
            Self::Ultimate(position) => position.players(),
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Self::Grid(position) => position.outcome(),
            Self::Ultimate(position) => position.outcome(),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let (grid, ultimate) = match self {
            Self::Grid(position) => (Some(position), None),
            Self::Ultimate(position) => (None, Some(position)),
        };
        let on_grid = grid.into_iter().flat_map(Game::legal_moves);
        on_grid.chain(ultimate.into_iter().flat_map(Game::legal_moves).map(Cell::from))
    }

    fn play(&mut self, cell: Cell) -> Result<(), MoveError> {
        match self {
            Self::Grid(position) => position.play(cell),
            Self::Ultimate(position) if position.turn().is_none() => Err(MoveError::GameOver),
            Self::Ultimate(position) => {
                let cell = ultimate::Cell::new(cell.row, cell.col).ok_or(MoveError::OutOfBounds)?;
                position.play(cell)
            }
        }
    }
}

impl From<grid::Position> for Position {
    fn from(position: grid::Position) -> Self {
        Self::Grid(position)
    }
}

impl From<ultimate::Position> for Position {
    fn from(position: ultimate::Position) -> Self {
        Self::Ultimate(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(position) => position.fmt(f),
            Self::Ultimate(position) => position.fmt(f),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(rules) => rules.fmt(f),
            Self::Ultimate(capture) => write!(f, "ultimate:{capture}"),
        }
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "classic" => return Ok(Self::CLASSIC),
            "ultimate" => return Ok(Self::Ultimate(Capture::default())),
            _ => {}
        }
        let (before, after) = text.split_once(':').ok_or(ParseRulesError::UnknownForm)?;
        if before == "ultimate" {
            return Capture::by_name(after).map(Self::Ultimate).ok_or(ParseRulesError::UnknownForm);
        }
        let (rows, cols) = before.split_once('x').ok_or(ParseRulesError::UnknownForm)?;
        let rules = grid::Rules::new(number(rows)?, number(cols)?, number(after)?);
        rules.map(Self::Grid).ok_or(ParseRulesError::NoSuchGrid)
    }
}

// Numbers too large for any board are still numbers.
fn number(text: &str) -> Result<u8, ParseRulesError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseRulesError::UnknownForm);
    }
    text.parse().map_err(|_| ParseRulesError::NoSuchGrid)
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownForm => {
                "rules are written classic, ROWSxCOLS:IN_A_ROW such as 5x7:4, \
                 or ultimate:first, ultimate:any, ultimate:closing"
            }
            Self::NoSuchGrid => {
                "a grid has 3 to 19 rows and columns, and 2 in a row up to as many as its longer side"
            }
        })
    }
}

impl core::error::Error for ParseRulesError {}
