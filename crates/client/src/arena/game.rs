//! A game as the arena's `get_game` tells it, reduced to what the rest follows from.

use near_primitives::types::AccountId;
use tic_tac_toe_interface::arena::{Arena, GameView, GameViewParts, Score, Timestamp};
use tic_tac_toe_interface::transport::Viewer;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::{Cell, Game as _, Position, Seat};

use crate::Error;

/// A game of the arena. Turn, result and lines follow from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which game of the arena this is.
    pub id: GameId,
    /// Who sits where, the host first; `None` is a free seat.
    pub players: Vec<Option<AccountId>>,
    /// Which round this is, from 1.
    pub round: u32,
    /// The board.
    pub position: Position,
    /// How the rounds that ended have ended.
    pub score: Score,
    /// How long a turn may take.
    pub turn_seconds: Option<u64>,
    /// Since when the player to move is to move.
    pub turn_since: Option<Timestamp>,
}

impl Game {
    /// Asks an arena for a game; there is none before it is created and after it is closed.
    ///
    /// # Errors
    ///
    /// When there is no answer, or the answer is not a game that the rules allow.
    pub async fn of<V: Viewer<Error = Error>>(arena: &Arena<V>, id: GameId) -> Result<Option<Self>, Error> {
        arena.get_game(id).await?.map(Self::try_from).transpose()
    }

    /// What `get_game` shows of it.
    #[must_use]
    pub fn view(&self) -> GameView {
        GameView::new(GameViewParts {
            game_id: self.id,
            players: self.players.clone(),
            position: &self.position,
            round: self.round,
            score: self.score.clone(),
            turn_seconds: self.turn_seconds,
            turn_since: self.turn_since,
        })
    }

    /// Who sits there, if anybody does.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&AccountId> {
        self.players.get(seat.index())?.as_ref()
    }

    /// Where the account sits, if it does.
    #[must_use]
    pub fn seat_of(&self, account: &AccountIdRef) -> Option<Seat> {
        let mut seats = self.position.players().seats();
        seats.find(|seat| self.player(*seat).is_some_and(|player| **player == *account))
    }

    /// The first seat that nobody has taken.
    #[must_use]
    pub fn free_seat(&self) -> Option<Seat> {
        self.position.players().seats().find(|seat| self.player(*seat).is_none())
    }

    /// Whose turn it is: nobody's while a seat is free and after the round's end.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        if self.free_seat().is_some() { None } else { self.position.turn() }
    }

    /// Who moves next, unless a seat is free or the round is over.
    #[must_use]
    pub fn next_player(&self) -> Option<&AccountId> {
        self.player(self.turn()?)
    }

    /// Has the round ended?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.position.turn().is_none()
    }

    /// How far the game has come: later rounds and what came later in a round are greater.
    #[must_use]
    pub fn progress(&self) -> (u32, usize, usize) {
        let out = self.position.players().seats().filter(|seat| self.position.is_out(*seat)).count();
        let taken = self.players.iter().flatten().count();
        (self.round, taken, usize::from(self.position.marks_made()) + out)
    }

    /// The board on one line, such as `X../.O./...`.
    #[must_use]
    pub fn board_on_one_line(&self) -> String {
        let rules = self.position.rules();
        let mark = |place| self.position.mark_at(place).map_or(".".to_owned(), |seat| seat.to_string());
        let row = |row| (0..rules.cols()).map(|col| mark(Cell { row, col })).collect::<String>();
        (0..rules.rows()).map(row).collect::<Vec<_>>().join("/")
    }
}

impl TryFrom<GameView> for Game {
    type Error = Error;

    fn try_from(view: GameView) -> Result<Self, Error> {
        let position = view.position().map_err(Error::ImpossibleGame)?;
        Ok(Self {
            id: view.game_id,
            players: view.players,
            round: view.round,
            position,
            score: view.score,
            turn_seconds: view.turn_seconds,
            turn_since: view.turn_since,
        })
    }
}
