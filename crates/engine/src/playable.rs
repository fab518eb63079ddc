//! The games that the engine plays.

use tic_tac_toe_rules::{Cell, Game, Players, Position, classic, grid, ultimate};

/// A game that the engine plays: each of the rules' positions.
pub trait Playable: Game {
    /// Returns the same position in the form that all games share, or `None` when the game is over.
    fn in_progress(&self) -> Option<Position>;

    /// Returns the move that marks this cell, or `None` when the board has no such cell.
    fn marking(cell: Cell) -> Option<Self::Move>;
}

impl Playable for Position {
    fn in_progress(&self) -> Option<Position> {
        self.turn().map(|_| *self)
    }

    fn marking(cell: Cell) -> Option<Cell> {
        Some(cell)
    }
}

impl Playable for grid::Position {
    fn in_progress(&self) -> Option<Position> {
        self.turn().map(|_| Position::Grid(*self))
    }

    fn marking(cell: Cell) -> Option<Cell> {
        Some(cell)
    }
}

impl Playable for ultimate::Position {
    fn in_progress(&self) -> Option<Position> {
        self.turn().map(|_| Position::Ultimate(*self))
    }

    fn marking(cell: Cell) -> Option<ultimate::Cell> {
        ultimate::Cell::new(cell.row, cell.col)
    }
}

impl Playable for classic::Board {
    // While the game goes on nobody has a line, so the marks may be made in any order of the right turns.
    fn in_progress(&self) -> Option<Position> {
        self.turn()?;
        let (x, o) = self.bits();
        let cells = |marks: u16| (0..9).filter(move |cell| marks >> cell & 1 == 1);
        let mut of_o = cells(o);
        let mut position = grid::Position::new(grid::Rules::CLASSIC, Players::TWO);
        for cell in cells(x) {
            for cell in [Some(cell), of_o.next()].into_iter().flatten() {
                position.play_legal(Cell { row: cell / 3, col: cell % 3 });
            }
        }
        Some(Position::Grid(position))
    }

    fn marking(cell: Cell) -> Option<classic::Cell> {
        classic::Cell::new(cell.row, cell.col)
    }
}
