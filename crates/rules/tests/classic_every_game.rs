//! Plays every game of tic-tac-toe there is and counts how they end.

mod common;

use std::collections::HashSet;

use common::outcome_by_plain_reading;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, MoveError, Outcome};

#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    x: u32,
    o: u32,
    draws: u32,
}

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Won { winner: Mark::X, .. } => self.x += 1,
            Outcome::Won { winner: Mark::O, .. } => self.o += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::InProgress { .. } => panic!("an unfinished game has no result"),
        }
    }

    fn total(&self) -> u32 {
        self.x + self.o + self.draws
    }
}

fn play_on(board: Board, games: &mut Tally, positions: &mut HashSet<Board>) {
    positions.insert(board);
    let Outcome::InProgress { .. } = board.outcome() else {
        games.add(board.outcome());
        return;
    };
    for cell in Cell::all().filter(|&cell| board.mark_at(cell).is_none()) {
        let next = board.play(cell).expect("a move to an empty cell of an unfinished game is legal");
        play_on(next, games, positions);
    }
}

fn play_every_game() -> (Tally, HashSet<Board>) {
    let mut games = Tally::default();
    let mut positions = HashSet::new();
    play_on(Board::EMPTY, &mut games, &mut positions);
    (games, positions)
}

#[test]
fn all_255168_games_end_as_combinatorics_says() {
    let (games, _) = play_every_game();
    assert_eq!(games, Tally { x: 131_184, o: 77_904, draws: 46_080 });
    assert_eq!(games.total(), 255_168);
}

#[test]
fn play_reaches_5478_positions_of_which_958_are_final() {
    let (_, positions) = play_every_game();
    assert_eq!(positions.len(), 5_478);

    let mut finals = Tally::default();
    for board in &positions {
        if !matches!(board.outcome(), Outcome::InProgress { .. }) {
            finals.add(board.outcome());
        }
    }
    assert_eq!(finals, Tally { x: 626, o: 316, draws: 16 });
    assert_eq!(finals.total(), 958);
}

#[test]
fn of_all_bit_patterns_exactly_the_reachable_positions_are_boards() {
    let (_, reachable) = play_every_game();
    // One bit more than the board has, so that cells outside it are tried too.
    let patterns = (0..1 << 10).flat_map(|x| (0..1 << 10).map(move |o| (x, o)));
    let accepted: HashSet<Board> = patterns.filter_map(|(x, o)| Board::from_bits(x, o)).collect();
    assert_eq!(accepted, reachable);
}

#[test]
fn the_outcome_of_every_position_agrees_with_a_plain_reading_of_the_drawn_board() {
    let (_, positions) = play_every_game();
    for board in positions {
        assert_eq!(board.outcome(), outcome_by_plain_reading(&board.to_string()), "\n{board}");
    }
}

#[test]
fn nothing_can_be_played_in_any_final_position() {
    let (_, positions) = play_every_game();
    let finals = positions.into_iter().filter(|board| !matches!(board.outcome(), Outcome::InProgress { .. }));
    for board in finals {
        for cell in Cell::all() {
            assert_eq!(board.play(cell), Err(MoveError::GameOver), "\n{board}");
        }
    }
}

#[test]
fn every_position_survives_being_written_and_read() {
    let (_, positions) = play_every_game();
    for board in positions {
        assert_eq!(board.to_string().parse(), Ok(board));
        let (x, o) = board.bits();
        assert_eq!(Board::from_bits(x, o), Some(board));
    }
}
