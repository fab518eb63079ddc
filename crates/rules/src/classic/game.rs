//! Classic as one [`Game`] among others.

use super::board::{Board, MoveError, Outcome};
use super::cell::Cell;
use crate::game::{self, Game, Players, Victory};

impl Game for Board {
    type Move = Cell;

    fn players(&self) -> Players {
        Players::TWO
    }

    fn outcome(&self) -> game::Outcome {
        match Self::outcome(*self) {
            Outcome::InProgress { next } => game::Outcome::InProgress { next: next.into() },
            Outcome::Won { winner, .. } => game::Outcome::Won { winner: winner.into(), by: Victory::Line },
            Outcome::Draw => game::Outcome::Draw,
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        let goes_on = self.turn().is_some();
        Cell::all().filter(move |&cell| goes_on && self.mark_at(cell).is_none())
    }

    fn play(&mut self, cell: Cell) -> Result<(), game::MoveError> {
        *self = Self::play(*self, cell)?;
        Ok(())
    }
}

impl From<MoveError> for game::MoveError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::GameOver => Self::GameOver,
            MoveError::CellTaken(mark) => Self::CellTaken(mark.into()),
        }
    }
}
