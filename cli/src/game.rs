//! The game as `get_game` tells it, reduced to what the rest follows from.

use std::fmt;

use anyhow::{Context, ensure};
use near_primitives::types::AccountId;
use serde::{Deserialize, Serialize};
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Outcome};

/// Tells one game of a contract from the next; JSON writes it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(pub u64);

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

/// The part of `get_game`'s answer that the rest of it follows from.
#[derive(Deserialize)]
struct View {
    game_id: GameId,
    p1: AccountId,
    p2: AccountId,
    board: [[Option<char>; 3]; 3],
}

impl Game {
    /// Reads what `get_game` answers: a game, or `null` before the first one.
    ///
    /// # Errors
    ///
    /// When the answer is not a game that the rules allow.
    pub fn from_view(json: &[u8]) -> anyhow::Result<Option<Self>> {
        let view: Option<View> =
            serde_json::from_slice(json).context("get_game answered something that is not a game")?;
        view.map(Self::try_from).transpose()
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

    /// Does this game come before `other` on the same contract, or is it the same one with fewer moves?
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        (self.id, self.board.moves()) < (other.id, other.board.moves())
    }
}

impl TryFrom<View> for Game {
    type Error = anyhow::Error;

    fn try_from(view: View) -> anyhow::Result<Self> {
        let cells = view.board.iter().flatten().map(|cell| cell.unwrap_or('.'));
        let board = cells.collect::<String>().parse().context("get_game answered an impossible board")?;
        Ok(Self { id: view.game_id, p1: view.p1, p2: view.p2, board })
    }
}

impl TryFrom<String> for GameId {
    type Error = anyhow::Error;

    fn try_from(text: String) -> anyhow::Result<Self> {
        text.parse()
    }
}

impl std::str::FromStr for GameId {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        ensure!(text.bytes().all(|byte| byte.is_ascii_digit()), "a game id is a number, not {text:?}");
        text.parse().map(Self).with_context(|| format!("{text:?} is not a game id"))
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.to_string()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

    #[test]
    fn the_interface_example_is_read_as_a_game() {
        let game = Game::from_view(VIEW.as_bytes()).unwrap().unwrap();

        assert_eq!(game.id, GameId(7));
        assert_eq!(game.board.to_string(), "X . .\n. O .\n. . X");
        assert_eq!(game.next_player().unwrap(), "bob.near");
    }

    #[test]
    fn null_means_that_there_was_no_game_yet() {
        assert_eq!(Game::from_view(b"null").unwrap(), None);
    }

    #[test]
    fn a_board_that_no_game_leads_to_is_an_error() {
        let impossible = VIEW.replace("\"O\"", "\"X\"");
        let error = Game::from_view(impossible.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "get_game answered an impossible board");
    }
}
