//! Which part of a screen with a board shows what, from 40x15 upwards.

use ratatui::layout::{Constraint, Layout, Rect, Size};

/// The smallest screen.
pub(crate) const SMALLEST: Size = Size { width: 40, height: 15 };

/// Title, turn, two lines of notice, cost and keys.
pub(crate) const FIXED_ROWS: u16 = 6;

/// The same without the cost, and with one line of notice, where a board needs every line.
pub(crate) const FEWEST_ROWS: u16 = 4;

// From here on panels get borders.
const ROOMY: Size = Size { width: 72, height: 24 };

/// The parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Areas {
    pub title: Rect,
    pub board: Rect,
    pub players: Rect,
    pub moves: Rect,
    pub turn: Rect,
    pub notice: Rect,
    pub events: Rect,
    pub cost: Rect,
    pub keys: Rect,
    pub is_roomy: bool,
}

impl Areas {
    /// Returns the parts of a screen around a board of this size.
    pub(crate) fn around(board_size: Size, screen: Rect) -> Self {
        let is_roomy = screen.width >= ROOMY.width && screen.height >= ROOMY.height;
        let middle_height = board_size.height.max(if is_roomy { 8 } else { 5 });
        let (notice_height, cost_height) =
            if middle_height + FIXED_ROWS > screen.height { (1, 0) } else { (2, 1) };
        let [title, middle, turn, notice, events, cost, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(middle_height),
            Constraint::Length(1),
            Constraint::Length(notice_height),
            Constraint::Fill(1),
            Constraint::Length(cost_height),
            Constraint::Length(1),
        ])
        .areas(screen);
        let [_, board, _, beside] = Layout::horizontal([
            Constraint::Length(1),
            Constraint::Length(board_size.width),
            Constraint::Length(1),
            Constraint::Fill(1),
        ])
        .areas(middle);
        let players_height = if is_roomy { 6 } else { 4 };
        let [players, moves] =
            Layout::vertical([Constraint::Length(players_height), Constraint::Fill(1)]).areas(beside);
        let board = Rect { height: board_size.height, ..board };
        // A border stands where those above it do.
        let events =
            if is_roomy { Rect { x: events.x + 1, width: events.width - 1, ..events } } else { events };
        Self { title, board, players, moves, turn, notice, events, cost, keys, is_roomy }
    }
}
