//! The game rebuilt from events alone, and how it compares with what the contract says.

use anyhow::{bail, ensure};
use near_primitives::types::AccountId;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};

use crate::event::{Event, GameResult};
use crate::game::{Game, GameId};
use crate::text::one_line;

/// What somebody who reads nothing but events knows about the contract's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Replica {
    /// The reading began in the middle of a game.
    #[default]
    Unknown,
    /// The contract's game; none before the first one.
    Known(Option<Game>),
}

impl Replica {
    /// Takes an event in.
    ///
    /// # Errors
    ///
    /// When the event can't follow those before it. What is known is then no longer sure, and forgotten.
    pub fn apply(&mut self, event: &Event) -> anyhow::Result<()> {
        let before = std::mem::take(self);
        *self = match (before, event) {
            (before, Event::GameCreated { game_id, p1, p2 }) => {
                let expected = before.next_id();
                ensure!(
                    expected.is_none_or(|expected| expected == *game_id),
                    "game {game_id} was created out of turn"
                );
                let game = Game { id: *game_id, p1: p1.clone(), p2: p2.clone(), board: Board::EMPTY };
                Self::Known(Some(game))
            }
            (Self::Unknown, _) => Self::Unknown,
            (Self::Known(None), _) => bail!("{event}, but no game was created"),
            (Self::Known(Some(game)), _) => {
                ensure!(event.game_id() == game.id, "{event}, but the game is {}", game.id);
                Self::Known(Some(advance(game, event)?))
            }
        };
        Ok(())
    }

    /// A sentence that names the difference to the contract's own answer, if there is one.
    #[must_use]
    pub fn difference(&self, view: Option<&Game>) -> Option<String> {
        match self {
            Self::Known(game) if game.as_ref() != view => {
                Some(format!("the events tell of {}, get_game of {}", brief(game.as_ref()), brief(view)))
            }
            _ => None,
        }
    }

    /// How many moves the game has, if that is known.
    #[must_use]
    pub fn moves(&self) -> Option<u32> {
        match self {
            Self::Known(Some(game)) => Some(game.board.moves()),
            Self::Known(None) | Self::Unknown => None,
        }
    }

    fn next_id(&self) -> Option<GameId> {
        match self {
            Self::Unknown => None,
            Self::Known(game) => Some(GameId(game.as_ref().map_or(0, |game| game.id.0) + 1)),
        }
    }
}

fn advance(game: Game, event: &Event) -> anyhow::Result<Game> {
    match event {
        Event::MoveMade { player, mark, row, col, .. } => {
            let board = play(&game, player, *mark, Cell::new(*row, *col))?;
            Ok(Game { board, ..game })
        }
        Event::GameOver { result, winner, .. } => {
            let (expected, by) = match game.board.outcome() {
                Outcome::Won { winner, .. } => (Some(GameResult::Won), Some(game.player(winner))),
                Outcome::Draw => (Some(GameResult::Draw), None),
                Outcome::InProgress { .. } => (None, None),
            };
            ensure!(
                expected == Some(*result) && by == winner.as_ref(),
                "{event}, but the board says otherwise"
            );
            Ok(game)
        }
        Event::GameCreated { .. } => Ok(game),
    }
}

fn play(game: &Game, player: &AccountId, mark: Mark, cell: Option<Cell>) -> anyhow::Result<Board> {
    let Some(cell) = cell else {
        bail!("a move of {player} is outside the board");
    };
    ensure!(
        game.board.outcome() == Outcome::InProgress { next: mark } && game.player(mark) == player,
        "{player} moved out of turn"
    );
    Ok(game.board.play(cell)?)
}

fn brief(game: Option<&Game>) -> String {
    match game {
        Some(game) => format!("game {} at {} between {} and {}", game.id, one_line(game), game.p1, game.p2),
        None => "no game".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn created(id: u64) -> Event {
        Event::GameCreated {
            game_id: GameId(id),
            p1: "alice.near".parse().unwrap(),
            p2: "bob.near".parse().unwrap(),
        }
    }

    fn moved(player: &str, mark: Mark, number: u8) -> Event {
        let cell = Cell::from_number(number).unwrap();
        Event::MoveMade {
            game_id: GameId(1),
            player: player.parse().unwrap(),
            mark,
            row: cell.row(),
            col: cell.col(),
        }
    }

    fn replica_of(events: &[Event]) -> Replica {
        let mut replica = Replica::Known(None);
        for event in events {
            replica.apply(event).unwrap();
        }
        replica
    }

    #[test]
    fn moves_rebuild_the_board() {
        let replica =
            replica_of(&[created(1), moved("alice.near", Mark::X, 5), moved("bob.near", Mark::O, 1)]);

        let Replica::Known(Some(game)) = replica else { panic!("the game is known") };
        assert_eq!(game.board.to_string(), "O . .\n. X .\n. . .");
    }

    #[test]
    fn a_view_that_tells_another_story_is_named() {
        let replica = replica_of(&[created(1), moved("alice.near", Mark::X, 5)]);
        let Replica::Known(Some(game)) = &replica else { panic!("the game is known") };

        assert_eq!(replica.difference(Some(game)), None);
        let stale = Game { board: Board::EMPTY, ..game.clone() };
        assert_eq!(
            replica.difference(Some(&stale)).unwrap(),
            "the events tell of game 1 at .../.X./... between alice.near and bob.near, \
             get_game of game 1 at .../.../... between alice.near and bob.near"
        );
        assert_eq!(Replica::Unknown.difference(Some(&stale)), None);
    }

    #[test]
    fn an_event_that_cannot_follow_is_refused_and_the_game_forgotten() {
        let mut replica = replica_of(&[created(1), moved("alice.near", Mark::X, 5)]);

        let error = replica.apply(&moved("alice.near", Mark::X, 6)).unwrap_err();

        assert_eq!(error.to_string(), "alice.near moved out of turn");
        assert_eq!(replica, Replica::Unknown);
    }

    #[test]
    fn a_gap_between_games_is_noticed() {
        let error = replica_of(&[created(1)]).apply(&created(3)).unwrap_err();
        assert_eq!(error.to_string(), "game 3 was created out of turn");
    }

    #[test]
    fn somebody_who_joins_late_learns_the_board_with_the_next_game() {
        let mut replica = Replica::Unknown;
        replica.apply(&moved("bob.near", Mark::O, 1)).unwrap();
        assert_eq!(replica, Replica::Unknown);
        replica.apply(&created(8)).unwrap();
        assert!(matches!(replica, Replica::Known(Some(_))));
    }
}
