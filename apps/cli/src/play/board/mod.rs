//! Boards as the screen shows them: each rule set brings one, and the screen asks it instead of looking at the rules.

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

    /// Draws it, with the chosen cell if there is one to choose.
    fn draw(&self, frame: &mut Frame, area: Rect, options: BoardOptions);

    /// Returns the cell at a point of the screen.
    fn cell_at(&self, area: Rect, options: BoardOptions, point: Point) -> Option<Cell>;

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
    /// Whether something can be chosen.
    pub is_open: bool,
    /// Colours.
    pub theme: Theme,
    /// Marks.
    pub symbols: Symbols,
}

/// How marks are written where there is room for one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// △ and □ for the third and the fourth player.
    Drawn,
    /// Letters for all, where a terminal has no such symbols.
    Letters,
}

impl Symbols {
    /// Returns what the terminal's locale allows.
    #[must_use]
    pub fn from_env() -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        let is_unicode = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        if is_unicode { Self::Drawn } else { Self::Letters }
    }

    /// Returns the mark of a seat.
    #[must_use]
    pub const fn mark(self, seat: Seat) -> &'static str {
        match (self, seat) {
            (_, Seat::X) => "X",
            (_, Seat::O) => "O",
            (Self::Drawn, Seat::A) => "△",
            (Self::Drawn, _) => "□",
            (Self::Letters, Seat::A) => "A",
            (Self::Letters, _) => "S",
        }
    }
}

/// Returns the board of a position.
#[must_use]
pub fn board_of(position: &Position) -> Box<dyn Board + '_> {
    match position {
        Position::Grid(position) => Box::new(GridBoard(position)),
        Position::Ultimate(position) => Box::new(UltimateBoard(position)),
    }
}
