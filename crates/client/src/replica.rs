//! The game rebuilt from events alone, and how it compares with what the contract says.

use near_primitives::types::AccountId;
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Event, GameResult};
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, MoveError, Outcome};

use crate::Game;

/// What somebody who reads nothing but events knows about the contract's game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Replica {
    /// The reading began in the middle of a game.
    #[default]
    Unknown,
    /// The contract's game; none before the first one.
    Known(Option<Game>),
}

/// Why an event can't follow those before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Nonsense {
    /// A game was skipped or came again.
    #[error("game {0} was created out of turn")]
    CreatedOutOfTurn(GameId),
    /// Something happened in no game.
    #[error("{0}, but no game was created")]
    NoGame(Event),
    /// Something happened in another game.
    #[error("{event}, but the game is {game}")]
    OtherGame {
        /// What happened.
        event: Event,
        /// The game that is on.
        game: GameId,
    },
    /// A mark stands outside the board.
    #[error("a move of {0} is outside the board")]
    OutsideTheBoard(AccountId),
    /// Somebody moved who was not to.
    #[error("{0} moved out of turn")]
    OutOfTurn(AccountId),
    /// The rules forbid the move.
    #[error(transparent)]
    AgainstTheRules(#[from] MoveError),
    /// The game has not ended like that.
    #[error("{0}, but the board says otherwise")]
    WrongEnd(Event),
    /// The winner plays another mark.
    #[error("{event} with {}, but the board says otherwise", mark.map_or("no mark".to_owned(), |mark| mark.to_string()))]
    WrongMark {
        /// How the game ended.
        event: Event,
        /// The mark that is said to have won.
        mark: Option<Mark>,
    },
}

impl Replica {
    /// Takes an event in.
    ///
    /// # Errors
    ///
    /// When the event can't follow those before it. What is known is then no longer sure, and forgotten.
    pub fn apply(&mut self, event: &Event) -> Result<(), Nonsense> {
        let before = std::mem::take(self);
        *self = match (before, event) {
            (before, Event::GameCreated { game_id, p1, p2 }) => {
                if before.next_id().is_some_and(|expected| expected != *game_id) {
                    return Err(Nonsense::CreatedOutOfTurn(*game_id));
                }
                let game = Game { id: *game_id, p1: p1.clone(), p2: p2.clone(), board: Board::EMPTY };
                Self::Known(Some(game))
            }
            (Self::Unknown, _) => Self::Unknown,
            (Self::Known(None), _) => return Err(Nonsense::NoGame(event.clone())),
            (Self::Known(Some(game)), _) if event.game_id() != game.id => {
                return Err(Nonsense::OtherGame { event: event.clone(), game: game.id });
            }
            (Self::Known(Some(game)), _) => Self::Known(Some(advance(game, event)?)),
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

fn advance(game: Game, event: &Event) -> Result<Game, Nonsense> {
    match event {
        Event::MoveMade { player, mark, row, col, .. } => {
            let board = play(&game, player, *mark, Cell::new(*row, *col))?;
            Ok(Game { board, ..game })
        }
        Event::GameOver { result, winner, mark, .. } => {
            let (expected, by) = match game.board.outcome() {
                Outcome::Won { winner, .. } => (Some(GameResult::Won), Some(winner)),
                Outcome::Draw => (Some(GameResult::Draw), None),
                Outcome::InProgress { .. } => (None, None),
            };
            if expected != Some(*result) || by.map(|mark| game.player(mark)) != winner.as_ref() {
                return Err(Nonsense::WrongEnd(event.clone()));
            }
            // Who plays against oneself wins and loses: only the mark tells which.
            if by != *mark {
                return Err(Nonsense::WrongMark { event: event.clone(), mark: *mark });
            }
            Ok(game)
        }
        Event::GameCreated { .. } => Ok(game),
    }
}

fn play(game: &Game, player: &AccountId, mark: Mark, cell: Option<Cell>) -> Result<Board, Nonsense> {
    let cell = cell.ok_or_else(|| Nonsense::OutsideTheBoard(player.clone()))?;
    if game.board.outcome() != (Outcome::InProgress { next: mark }) || game.player(mark) != player {
        return Err(Nonsense::OutOfTurn(player.clone()));
    }
    Ok(game.board.play(cell)?)
}

fn brief(game: Option<&Game>) -> String {
    match game {
        Some(game) => {
            format!("game {} at {} between {} and {}", game.id, game.board_on_one_line(), game.p1, game.p2)
        }
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
    fn the_mark_of_the_winner_is_compared_with_the_board() {
        let myself = "alice.near";
        let created = Event::GameCreated {
            game_id: GameId(1),
            p1: myself.parse().unwrap(),
            p2: myself.parse().unwrap(),
        };
        let won = [(Mark::X, 1), (Mark::O, 4), (Mark::X, 2), (Mark::O, 5), (Mark::X, 3)];
        let moves = won.map(|(mark, number)| moved(myself, mark, number));
        let over = |mark| Event::GameOver {
            game_id: GameId(1),
            result: GameResult::Won,
            winner: Some(myself.parse().unwrap()),
            mark,
        };
        let ended = replica_of(&[&[created], moves.as_slice()].concat());

        assert_eq!(ended.clone().apply(&over(Some(Mark::X))), Ok(()));
        let error = ended.clone().apply(&over(Some(Mark::O))).unwrap_err();
        assert_eq!(error.to_string(), "game_over 1: won by alice.near with O, but the board says otherwise");
        assert!(ended.clone().apply(&over(None)).is_err());
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
