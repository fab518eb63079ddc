//! What frontends read: games, lists of them, counts and balances.

use serde::{Deserialize, Serialize};
use tic_tac_toe_rules::ultimate::{self, Field};
use tic_tac_toe_rules::{Cell, Game, Line, Outcome, Position, Seat};

use super::{Amount, Rules, Starts, Timestamp};
use crate::{AccountId, GameId};

/// A game with everything that follows from what is stored of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Tells this game from all others.
    pub game_id: GameId,
    /// Who sits where, the host first; `null` is a free seat.
    pub players: Vec<Option<AccountId>>,
    /// What is played.
    pub rules: Rules,
    /// Who moves first in each round.
    pub starts: Starts,
    /// Which round this is, from 1.
    pub round: u32,
    /// How many rows the board has.
    pub rows: u8,
    /// How many columns the board has.
    pub cols: u8,
    /// Row by row: 0 where the cell is empty, else the seat whose mark it is.
    pub board: Vec<u8>,
    /// How many marks were made in this round.
    pub moves: u16,
    /// Whether the round goes on.
    pub status: Status,
    /// The seat that moves next, `null` unless the round goes on.
    pub turn: Option<u8>,
    /// The seats that resigned or ran out of time in this round, ascending.
    pub out: Vec<u8>,
    /// The seat that has won, `null` unless one has.
    pub winner: Option<u8>,
    /// The `[row, col]` pairs of the line that won (of mini-fields on an ultimate board), `null` without one.
    pub winning_line: Option<Vec<[u8; 2]>>,
    /// How the rounds before ended.
    pub score: Score,
    /// How long a turn may take, `null` without a limit.
    pub turn_seconds: Option<u64>,
    /// Since when the player to move is to move, `null` unless the round goes on.
    pub turn_since: Option<Timestamp>,
    /// What an ultimate board has beside its marks, `null` on a grid.
    pub ultimate: Option<UltimateView>,
}

/// The part of a [`GameView`] that a player needs to move: contracts pay for all that they read and for its code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PlayerView {
    /// Tells this game from all others.
    pub game_id: GameId,
    /// Who sits where, the host first; `None` is a free seat.
    pub players: Vec<Option<AccountId>>,
    /// What is played.
    pub rules: Rules,
    /// Who moves first in each round.
    pub starts: Starts,
    /// Which round this is, from 1.
    pub round: u32,
    /// Row by row: 0 where the cell is empty, else the seat whose mark it is.
    pub board: Vec<u8>,
    /// Whether the round goes on.
    pub status: Status,
    /// The seat that moves next, `None` unless the round goes on.
    pub turn: Option<u8>,
    /// The seats that resigned or ran out of time in this round.
    pub out: Vec<u8>,
    /// What an ultimate board has beside its marks.
    pub ultimate: Option<UltimateView>,
}

/// Whether a round goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is free.
    Waiting,
    /// Somebody is to move.
    InProgress,
    /// Somebody has a line or is the last one left.
    Won,
    /// Nobody can win any more.
    Draw,
}

/// How the rounds that ended have ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// How many each seat has won.
    pub wins: Vec<u32>,
    /// How many nobody has won.
    pub draws: u32,
}

/// What an ultimate board has beside its marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct UltimateView {
    /// Whose each mini-field is, in reading order: 0 nobody's, 1 the host's, 2 the challenger's, 3 both's.
    pub fields: Vec<u8>,
    /// The mini-field where the next mark must go, `null` when any open one will do and when nobody is to move.
    pub next_field: Option<u8>,
    /// For each mini-field the lines that captured it, in the order in which they appeared.
    pub field_lines: Vec<Vec<FieldLine>>,
}

/// A line that captured a mini-field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FieldLine {
    /// For whom.
    pub seat: u8,
    /// Its `[row, col]` pairs on the whole board.
    pub line: Vec<[u8; 2]>,
}

/// Games by ascending id, and where to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GamesPage {
    /// The games.
    pub games: Vec<GameView>,
    /// The id to go on from, `null` at the end.
    pub next: Option<GameId>,
}

/// How many games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Games with a free seat.
    pub open: u32,
    /// Games in which the account has a seat, `null` without an account.
    pub of_account: Option<u32>,
    /// The id of the game that was created last, `null` before the first.
    pub last_game_id: Option<GameId>,
}

/// An account's balance (NEP-145).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StorageBalance {
    /// All that was credited and not withdrawn.
    pub total: Amount,
    /// What can be withdrawn, or locked by more games.
    pub available: Amount,
}

/// What registering takes (NEP-145).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct StorageBalanceBounds {
    /// The least that an account must have.
    pub min: Amount,
    /// The most that it may have: `null`, since there is no such limit.
    pub max: Option<Amount>,
}

/// The data that a game's view is built from.
#[derive(Clone, Debug)]
pub struct GameViewParts<'a> {
    /// The game.
    pub game_id: GameId,
    /// Who sits where.
    pub players: Vec<Option<AccountId>>,
    /// The board.
    pub position: &'a Position,
    /// Who moves first in each round.
    pub starts: Starts,
    /// The round.
    pub round: u32,
    /// How the rounds before ended.
    pub score: Score,
    /// How long a turn may take.
    pub turn_seconds: Option<u64>,
    /// Since when the player to move is to move; `None` while a seat is free.
    pub turn_since: Option<Timestamp>,
}

impl GameView {
    /// Creates the view of a game, with all that follows from its players and its board.
    #[must_use]
    pub fn new(shown: GameViewParts<'_>) -> Self {
        let GameViewParts { game_id, players, position, starts, round, score, turn_seconds, turn_since } =
            shown;
        let rules = position.rules();
        let (status, turn, winner) = if players.contains(&None) {
            (Status::Waiting, None, None)
        } else {
            match position.outcome() {
                Outcome::InProgress { next } => (Status::InProgress, Some(next.number()), None),
                Outcome::Won { winner, .. } => (Status::Won, None, Some(winner.number())),
                Outcome::Draw => (Status::Draw, None, None),
            }
        };
        Self {
            game_id,
            players,
            rules: rules.into(),
            starts,
            round,
            rows: rules.rows(),
            cols: rules.cols(),
            board: board(position),
            moves: position.marks_made(),
            status,
            turn,
            out: position.players().seats().filter(|seat| position.is_out(*seat)).map(Seat::number).collect(),
            winner,
            winning_line: position.winning_line().map(pairs),
            score,
            turn_seconds,
            turn_since: turn_since.filter(|_| status == Status::InProgress),
            ultimate: match position {
                Position::Grid(_) => None,
                Position::Ultimate(position) => Some(UltimateView::new(position)),
            },
        }
    }
}

impl UltimateView {
    fn new(position: &ultimate::Position) -> Self {
        let owners = |field: Field| {
            let counts_for = |seat| u8::from(position.fields_of(seat) >> field.number() & 1 == 1);
            counts_for(Seat::X) + 2 * counts_for(Seat::O)
        };
        let lines = |field| {
            let captures = position.captures(field);
            captures.map(|captured| FieldLine { seat: captured.seat.number(), line: pairs(captured.line) })
        };
        Self {
            fields: Field::all().map(owners).collect(),
            next_field: position.next_field().map(Field::number),
            field_lines: Field::all().map(|field| lines(field).collect()).collect(),
        }
    }
}

fn board(position: &Position) -> Vec<u8> {
    let rules = position.rules();
    let mut board = Vec::new();
    for row in 0..rules.rows() {
        for col in 0..rules.cols() {
            board.push(position.mark_at(Cell { row, col }).map_or(0, Seat::number));
        }
    }
    board
}

fn pairs(line: Line) -> Vec<[u8; 2]> {
    line.cells().map(|Cell { row, col }| [row, col]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tic_tac_toe_rules as rules;

    use super::*;

    fn shown(position: &Position) -> GameViewParts<'_> {
        let players = ["alice.near", "bob.near"].map(|id| Some(id.parse().unwrap()));
        GameViewParts {
            game_id: GameId(17),
            players: players.to_vec(),
            position,
            starts: Starts::Host,
            round: 2,
            score: Score { wins: vec![1, 0], draws: 0 },
            turn_seconds: None,
            turn_since: Some(Timestamp(1_763_300_000_000_000_000)),
        }
    }

    fn after(rules: rules::Rules, moves: &[(u8, u8)]) -> Position {
        let mut position = rules.start(rules::Players::TWO).unwrap();
        for &(row, col) in moves {
            position.play(Cell { row, col }).unwrap();
        }
        position
    }

    #[test]
    fn a_game_is_shown_as_the_interface_shows_it() {
        let position = after(rules::Rules::CLASSIC, &[(0, 0), (1, 1)]);
        let view = GameView::new(shown(&position));

        let written = serde_json::to_string(&view).unwrap();
        assert_eq!(
            written,
            concat!(
                r#"{"game_id":"17","players":["alice.near","bob.near"],"#,
                r#""rules":{"grid":{"rows":3,"cols":3,"in_a_row":3}},"starts":"host","round":2,"rows":3,"cols":3,"#,
                r#""board":[1,0,0,0,2,0,0,0,0],"moves":2,"status":"in_progress","turn":1,"out":[],"#,
                r#""winner":null,"winning_line":null,"score":{"wins":[1,0],"draws":0},"#,
                r#""turn_seconds":null,"turn_since":"1763300000000000000","ultimate":null}"#
            )
        );
        assert_eq!(serde_json::from_str::<GameView>(&written).unwrap(), view);
    }

    #[test]
    fn a_won_round_shows_its_line_and_nobody_to_move() {
        let position = after(rules::Rules::CLASSIC, &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]);
        let view = GameView::new(shown(&position));

        assert_eq!((view.status, view.turn, view.winner), (Status::Won, None, Some(1)));
        assert_eq!(view.winning_line, Some(vec![[0, 0], [0, 1], [0, 2]]));
        assert_eq!(view.turn_since, None);
    }

    #[test]
    fn a_round_won_because_the_other_is_out_has_no_line() {
        let mut position = after(rules::Rules::CLASSIC, &[(0, 0)]);
        position.leave(Seat::X).unwrap();
        let view = GameView::new(shown(&position));

        assert_eq!((view.status, view.winner, view.winning_line), (Status::Won, Some(2), None));
        assert_eq!(view.out, [1]);
    }

    #[test]
    fn a_game_with_a_free_seat_waits_with_nobody_to_move() {
        let position = after(rules::Rules::Ultimate(ultimate::Capture::Any), &[]);
        let mut with_free_seat = shown(&position);
        with_free_seat.players[1] = None;
        let view = GameView::new(with_free_seat);

        assert_eq!((view.status, view.turn, view.turn_since), (Status::Waiting, None, None));
    }

    /// Both players capture the upper left mini-field.
    const BOTH_CAPTURE: [(u8, u8); 13] = [
        (0, 0),
        (1, 0),
        (3, 0),
        (1, 1),
        (3, 3),
        (1, 2),
        (3, 7),
        (0, 3),
        (0, 1),
        (0, 5),
        (2, 6),
        (6, 0),
        (0, 2),
    ];

    #[test]
    fn under_any_a_mini_field_shows_both_captors_in_the_order_of_their_lines() {
        let position = after(rules::Rules::Ultimate(ultimate::Capture::Any), &BOTH_CAPTURE);
        let view = GameView::new(shown(&position));

        assert_eq!(
            serde_json::to_value(view.ultimate.unwrap()).unwrap(),
            json!({
                "fields": [3, 0, 0, 0, 0, 0, 0, 0, 0],
                "next_field": 2,
                "field_lines": [
                    [
                        {"seat": 2, "line": [[1, 0], [1, 1], [1, 2]]},
                        {"seat": 1, "line": [[0, 0], [0, 1], [0, 2]]},
                    ],
                    [], [], [], [], [], [], [], [],
                ],
            })
        );
        assert_eq!((view.rows, view.cols, view.board.len()), (9, 9, 81));
    }

    #[test]
    fn under_first_a_mini_field_shows_who_captured_it_first() {
        let position = after(rules::Rules::Ultimate(ultimate::Capture::First), &BOTH_CAPTURE);
        let view = GameView::new(shown(&position)).ultimate.unwrap();

        assert_eq!(view.fields, [2, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(view.field_lines[0].len(), 1);
    }
}
