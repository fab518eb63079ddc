//! The game as `get_game` tells it, reduced to what the rest follows from.

use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{GameView, OneGame};
use tic_tac_toe_interface::transport::Viewer;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Outcome};

use crate::Error;

/// A game between two accounts. Turn, result and winning line follow from the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which game of the contract this is.
    pub id: GameId,
    /// Plays X and moves first.
    pub p1: AccountId,
    /// Plays O.
    pub p2: AccountId,
    /// The position.
    pub board: Board,
}

impl Game {
    /// Asks a contract for its game; there is none before the first one.
    ///
    /// # Errors
    ///
    /// When there is no answer, or the answer is not a game that the rules allow.
    pub async fn of<V: Viewer<Error = Error>>(contract: &OneGame<V>) -> Result<Option<Self>, Error> {
        contract.get_game().await?.map(Self::try_from).transpose()
    }

    /// The account that plays this mark.
    #[must_use]
    pub const fn player(&self, mark: Mark) -> &AccountId {
        match mark {
            Mark::X => &self.p1,
            Mark::O => &self.p2,
        }
    }

    /// Who moves next, unless the game is over.
    #[must_use]
    pub fn next_player(&self) -> Option<&AccountId> {
        match self.board.outcome() {
            Outcome::InProgress { next } => Some(self.player(next)),
            Outcome::Won { .. } | Outcome::Draw => None,
        }
    }

    /// Has somebody won, or is the board full?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.next_player().is_none()
    }

    /// How far the contract has come with this game: later games and later moves are greater. `None`, which is
    /// smaller than all of them, stands for a contract without a game.
    #[must_use]
    pub fn progress(game: Option<&Self>) -> Option<(GameId, u32)> {
        game.map(|game| (game.id, game.board.moves()))
    }

    /// The board on one line, such as `X../.O./...`.
    #[must_use]
    pub fn board_on_one_line(&self) -> String {
        self.board.to_string().replace(' ', "").replace('\n', "/")
    }
}

impl TryFrom<GameView> for Game {
    type Error = Error;

    fn try_from(view: GameView) -> Result<Self, Error> {
        let cells = view.board.iter().flatten();
        let text: String = cells.map(|cell| cell.map_or(".".to_owned(), |mark| mark.to_string())).collect();
        let board = text.parse().map_err(Error::ImpossibleBoard)?;
        Ok(Self { id: view.game_id, p1: view.p1, p2: view.p2, board })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: &str = r#"{
        "game_id": "7", "p1": "alice.near", "p2": "bob.near",
        "board": [["X", null, null], [null, "O", null], [null, null, "X"]],
        "moves": 3, "status": "in_progress", "next": {"player": "bob.near", "mark": "O"},
        "winner": null, "winning_line": null
    }"#;

    fn read(json: &str) -> Result<Game, Error> {
        serde_json::from_str::<GameView>(json).unwrap().try_into()
    }

    #[test]
    fn the_interface_example_is_read_as_a_game() {
        let game = read(VIEW).unwrap();

        assert_eq!(game.id, GameId(7));
        assert_eq!(game.board_on_one_line(), "X../.O./..X");
        assert_eq!(game.next_player().unwrap(), "bob.near");
    }

    #[test]
    fn a_board_that_no_game_leads_to_is_an_error() {
        let error = read(&VIEW.replace("\"O\", null]", "\"X\", null]")).unwrap_err();
        assert_eq!(error.to_string(), "get_game answered an impossible board");
    }

    #[test]
    fn later_games_and_later_moves_are_further_on() {
        let game = read(VIEW).unwrap();
        let next_game = Game { id: GameId(8), board: Board::EMPTY, ..game.clone() };
        assert!(Game::progress(None) < Game::progress(Some(&game)));
        assert!(Game::progress(Some(&game)) < Game::progress(Some(&next_game)));
    }
}
