//! Boards as the screen shows them: each rule set brings one, and the screen asks it instead of looking at the rules.

mod cells;
mod grid;
mod ultimate;

use ratatui::Frame;
use ratatui::layout::{Position as Point, Rect, Size};
use tic_tac_toe_rules::{Cell, Position, Seat};

use crate::screen::Theme;

pub use grid::GridBoard;
pub use ultimate::UltimateBoard;

/// A board on the screen.
pub trait Board {
    /// Returns the smallest size that it can be drawn in.
    fn smallest(&self) -> Size;

    /// Returns the size that it takes when there is this much room, at least the smallest.
    fn size_within(&self, room: Size) -> Size;

    /// Returns whether all of it can be seen when there is this much room.
    fn is_whole_within(&self, _room: Size) -> bool {
        true
    }

    /// Draws it, with the chosen cell if there is one to choose.
    fn draw(&self, frame: &mut Frame, area: Rect, options: BoardOptions);

    /// Returns the cell at a point of the screen.
    fn cell_at(&self, area: Rect, options: BoardOptions, point: Point) -> Option<Cell>;

    /// Returns what it is about, on lines of at most 36 characters.
    fn rules(&self) -> Vec<String>;

    /// Returns the cell that a digit stands for, while another is chosen.
    fn digit(&self, chosen: Cell, digit: u8) -> Option<Cell>;

    /// Returns where to begin choosing.
    fn centre(&self) -> Cell;

    /// Returns where the next mark may go, in a few words, if not anywhere.
    fn hint(&self) -> Option<String>;
}

/// How a board is looked at.
#[derive(Clone, Copy, Debug)]
pub struct BoardOptions {
    /// The chosen cell; the board is scrolled so that it can be seen.
    pub chosen: Cell,
    /// The cell that was marked last, if that was seen.
    pub last: Option<Cell>,
    /// Whether a cell can be chosen.
    pub is_open: bool,
    /// Whether somebody here may choose one by its digit, now or after others have moved.
    pub has_digits: bool,
    pub theme: Theme,
}

/// Returns the mark of a seat where there is room for one character.
pub(super) const fn symbol(seat: Seat) -> &'static str {
    match seat {
        Seat::X => "X",
        Seat::O => "O",
        Seat::A => "△",
        _ => "□",
    }
}

/// Returns the board of a position.
pub fn board_of(position: &Position) -> Box<dyn Board + '_> {
    match position {
        Position::Grid(position) => Box::new(GridBoard(position)),
        Position::Ultimate(position) => Box::new(UltimateBoard(position)),
    }
}
