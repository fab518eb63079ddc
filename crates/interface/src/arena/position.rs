//! Turns what the contract shows back into a position that can be played on.

use std::iter;

use thiserror::Error;
use tic_tac_toe_rules::ultimate::{self, Cell, Field};
use tic_tac_toe_rules::{Game as _, Players, Position, Rules, Seat, grid};

use super::{FieldLine, GameView, GameViewParts, PlayerView, Rules as WireRules, Starts, UltimateView};

/// What is shown contradicts itself or the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no game that is played by these rules can look like this")]
pub struct ImpossibleGame;

impl GameView {
    /// Returns the position that shows exactly this.
    ///
    /// Where the last mark of a round of ultimate would have sent the next player is not shown once the round is over:
    /// the position is then one of those that show the same.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn position(&self) -> Result<Position, ImpossibleGame> {
        let Self { players, rules, starts, round, board, out, ultimate, .. } = self;
        let shown =
            Shown { players: players.len(), rules: *rules, starts: *starts, round: *round, board, out };
        shown.position(ultimate.as_ref(), |position| self.shows(position))
    }

    fn shows(&self, position: &Position) -> bool {
        let shown = GameViewParts {
            game_id: self.game_id,
            players: self.players.clone(),
            position,
            starts: self.starts,
            round: self.round,
            score: self.score.clone(),
            turn_seconds: self.turn_seconds,
            turn_since: self.turn_since,
        };
        *self == Self::new(shown)
    }
}

impl PlayerView {
    /// Returns the position of a round in progress, by the marks and whose turn it is.
    ///
    /// # Errors
    ///
    /// When there is none, or the round is over.
    pub fn position(&self) -> Result<Position, ImpossibleGame> {
        let Self { players, rules, starts, round, board, out, ultimate, .. } = self;
        let turn = self.turn.and_then(Seat::new).ok_or(ImpossibleGame)?;
        let shown =
            Shown { players: players.len(), rules: *rules, starts: *starts, round: *round, board, out };
        shown.position(ultimate.as_ref(), |position| position.turn() == Some(turn))
    }
}

/// What views say of a position.
struct Shown<'a> {
    players: usize,
    rules: WireRules,
    starts: Starts,
    round: u32,
    board: &'a [u8],
    out: &'a [u8],
}

impl Shown<'_> {
    /// Returns the position that is described, if `is_right` accepts it. Impossible seats and lines are ignored: the
    /// position then shows something else.
    fn position(
        &self,
        ultimate: Option<&UltimateView>,
        is_right: impl Fn(&Position) -> bool,
    ) -> Result<Position, ImpossibleGame> {
        let players = u8::try_from(self.players).ok().and_then(Players::new).ok_or(ImpossibleGame)?;
        let first = self.starts.first(self.round.into(), players);
        let cells = || self.board.iter().map(|number| Seat::new(*number));
        let mut out = self.out.iter().filter_map(|number| Seat::new(*number));
        let position = match Rules::try_from(self.rules).map_err(|_| ImpossibleGame)? {
            Rules::Grid(rules) => {
                let position = grid::Position::from_cells(rules, players, first, cells(), out);
                position.map(Position::Grid).filter(is_right)
            }
            Rules::Ultimate(capture) => {
                let ultimate = ultimate.ok_or(ImpossibleGame)?;
                let captures = || ultimate.field_lines.iter().flatten().filter_map(line);
                let seat_out = out.next();
                let read = |next| {
                    let position =
                        ultimate::Position::from_cells(capture, first, cells(), captures(), next, seat_out);
                    position.map(Position::Ultimate).filter(&is_right)
                };
                match ultimate.next_field {
                    Some(number) => read(Field::new(number)),
                    None => iter::once(None).chain(Field::all().map(Some)).find_map(read),
                }
            }
        };
        position.ok_or(ImpossibleGame)
    }
}

fn line(captured: &FieldLine) -> Option<(Seat, [Cell; 3])> {
    let cell = |number: usize| captured.line.get(number).and_then(|[row, col]| Cell::new(*row, *col));
    Some((Seat::new(captured.seat)?, [cell(0)?, cell(1)?, cell(2)?]))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::arena::{Score, Status, Timestamp};
    use crate::{AccountId, GameId};

    /// How many random games are looked at for each rule set.
    const GAMES: u64 = 40;

    /// The round that is shown, in which the last of two or four players moves first.
    const ROUND: u32 = 4;

    fn view(position: &Position) -> GameView {
        let player =
            |seat: Seat| -> AccountId { format!("player-{seat}.near").to_lowercase().parse().unwrap() };
        GameView::new(GameViewParts {
            game_id: GameId(17),
            players: position.players().seats().map(player).map(Some).collect(),
            position,
            starts: Starts::Rotates,
            round: ROUND,
            score: Score { wins: position.players().seats().map(|_| 1).collect(), draws: 0 },
            turn_seconds: Some(60),
            turn_since: Some(Timestamp(5)),
        })
    }

    fn start(rules: &str, players: u8) -> Position {
        let players = Players::new(players).unwrap();
        let first = Starts::Rotates.first(ROUND.into(), players);
        rules.parse::<Rules>().unwrap().started_by(players, first).unwrap()
    }

    /// Returns every position of a game of random moves, in which somebody leaves now and then.
    fn random_game(seed: u64, start: Position) -> Vec<Position> {
        let mut positions = vec![start];
        let mut state = seed;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % limit
        };
        let mut position = start;
        while position.turn().is_some() {
            if below(60) == 0 {
                // Refused where nobody plays from that seat.
                let _ = position.leave([Seat::X, Seat::O, Seat::A, Seat::S][below(4)]);
            } else {
                let legal: Vec<tic_tac_toe_rules::Cell> = position.legal_moves().collect();
                position.play(legal[below(legal.len())]).unwrap();
            }
            positions.push(position);
        }
        positions
    }

    #[rstest]
    #[case("classic", 2)]
    #[case("5x7:4", 3)]
    #[case("8x8:5", 4)]
    #[case("ultimate:first", 2)]
    #[case("ultimate:any", 2)]
    #[case("ultimate:closing", 2)]
    fn every_position_of_a_game_is_found_again_in_its_view(#[case] rules: &str, #[case] players: u8) {
        for position in (0..GAMES).flat_map(|seed| random_game(seed, start(rules, players))) {
            let shown = view(&position);
            let read = shown.position().unwrap_or_else(|error| panic!("{error}:\n{position}"));
            assert_eq!(view(&read), shown);
            let glance: PlayerView = serde_json::from_value(serde_json::to_value(&shown).unwrap()).unwrap();
            if position.turn().is_some() {
                assert_eq!(read, position);
                assert_eq!(glance.position(), Ok(position));
            } else {
                assert_eq!(glance.position(), Err(ImpossibleGame));
            }
        }
    }

    #[test]
    fn a_game_that_waits_for_players_has_an_empty_board() {
        let position = start("classic", 2);
        let mut waiting = view(&position);
        waiting.players[1] = None;
        (waiting.status, waiting.turn, waiting.turn_since) = (Status::Waiting, None, None);
        assert_eq!(waiting.position(), Ok(position));
    }

    #[rstest]
    #[case::rules_that_nobody_plays(|view: &mut GameView| view.rules = WireRules::Grid { rows: 2, cols: 3, in_a_row: 3 })]
    #[case::rules_of_a_larger_board(|view: &mut GameView| view.rules = WireRules::Grid { rows: 3, cols: 4, in_a_row: 3 })]
    #[case::ultimate_without_its_fields(|view: &mut GameView| view.rules = WireRules::Ultimate { capture: crate::arena::Capture::Any })]
    #[case::nobody(|view: &mut GameView| view.players.clear())]
    #[case::five_players(|view: &mut GameView| view.players = vec![None; 5])]
    #[case::a_missing_cell(|view: &mut GameView| view.board.truncate(8))]
    #[case::a_seat_that_no_game_has(|view: &mut GameView| view.board[8] = 5)]
    #[case::a_mark_of_a_third_of_two(|view: &mut GameView| view.board[8] = 3)]
    #[case::a_mark_out_of_turn(|view: &mut GameView| view.board[8] = 2)]
    #[case::another_number_of_marks(|view: &mut GameView| view.moves = 3)]
    #[case::another_turn(|view: &mut GameView| view.turn = Some(1))]
    #[case::another_start(|view: &mut GameView| view.starts = Starts::Host)]
    #[case::a_round_that_somebody_else_starts(|view: &mut GameView| view.round = 3)]
    #[case::another_status(|view: &mut GameView| view.status = Status::Draw)]
    #[case::a_winner_of_a_round_that_goes_on(|view: &mut GameView| view.winner = Some(1))]
    #[case::somebody_out_who_is_to_move(|view: &mut GameView| view.out = vec![1])]
    #[case::somebody_out_who_does_not_play(|view: &mut GameView| view.out = vec![3])]
    #[case::another_size(|view: &mut GameView| view.cols = 4)]
    fn a_view_that_contradicts_itself_has_no_position(#[case] change: fn(&mut GameView)) {
        let mut position = start("classic", 2);
        for cell in [tic_tac_toe_rules::Cell { row: 0, col: 0 }, tic_tac_toe_rules::Cell { row: 1, col: 1 }] {
            position.play(cell).unwrap();
        }
        let mut shown = view(&position);
        assert_eq!(shown.position(), Ok(position));
        change(&mut shown);
        assert_eq!(shown.position(), Err(ImpossibleGame));
    }
}
