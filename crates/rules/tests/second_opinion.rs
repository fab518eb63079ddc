//! Random games of every rule set, compared after every step with a second implementation that shares no
//! code.

#[path = "common/naive.rs"]
mod naive;
#[path = "common/random.rs"]
mod random;

use naive::{Naive, cells_of};
use random::Random;
use tic_tac_toe_rules::ultimate::{self, Field};
use tic_tac_toe_rules::{Cell, Game, Players, Position, Rules, Seat, grid};

fn assert_same(position: &Position, naive: &Naive) {
    assert_eq!(position.outcome(), naive.outcome(), "\n{position}");
    assert_eq!(usize::from(position.marks_made()), naive.marks_made(), "\n{position}");
    assert_eq!(position.winning_line().map(cells_of), naive.winning_line(), "\n{position}");
    for number in 1..=4 {
        let seat = Seat::new(number).expect("there are four seats");
        assert_eq!(position.is_out(seat), naive.is_out(seat), "{seat}\n{position}");
    }
    let legal: Vec<_> = naive.legal_cells().into_iter().map(cell).collect();
    assert!(position.legal_moves().eq(legal.iter().copied()), "\n{position}");
    assert_eq!(position.count_legal_moves(), legal.len(), "\n{position}");
    for row in 0..=position.rules().rows() {
        for col in 0..=position.rules().cols() {
            assert_same_cell(position, naive, Cell { row, col });
        }
    }
    match position {
        Position::Grid(grid) => assert_same_on_grid(grid, &legal),
        Position::Ultimate(ultimate) => assert_same_captures(ultimate, naive),
    }
}

fn assert_same_cell(position: &Position, naive: &Naive, cell: Cell) {
    let (row, col) = (usize::from(cell.row), usize::from(cell.col));
    assert_eq!(position.mark_at(cell), naive.mark_at(row, col), "{cell:?}\n{position}");
    let mut after = *position;
    assert_eq!(after.play(cell).err(), naive.refusal(row, col), "{cell:?}\n{position}");
    assert!(after != *position || naive.refusal(row, col).is_some(), "a move must change something");
}

fn assert_same_on_grid(position: &grid::Position, legal: &[Cell]) {
    assert_eq!(position.count_legal_moves(), legal.len(), "\n{position}");
    for number in 0..=legal.len() {
        assert_eq!(position.nth_legal_move(number), legal.get(number).copied(), "{number}\n{position}");
    }
    for seat in position.players().seats() {
        let bits = position.marks_of(seat);
        for (number, cell) in cells(position.rules()).enumerate() {
            let marked = bits[number / 64] >> (number % 64) & 1 == 1;
            assert_eq!(marked, position.mark_at(cell) == Some(seat), "{cell:?}\n{position}");
        }
    }
}

fn assert_same_captures(position: &ultimate::Position, naive: &Naive) {
    let next = position.next_field().map(|field| usize::from(field.number()));
    assert_eq!(next, naive.next_field(), "\n{position}");
    for field in Field::all() {
        let captures: Vec<_> = position
            .captures(field)
            .map(|captured| (usize::from(captured.seat.number()), cells_of(captured.line)))
            .collect();
        assert_eq!(captures, naive.captures(field.number().into()), "{field:?}\n{position}");
        for seat in [Seat::X, Seat::O, Seat::A] {
            let counts = captures.iter().any(|(owner, _)| *owner == usize::from(seat.number()));
            assert_eq!(position.fields_of(seat) >> field.number() & 1 == 1, counts, "{field:?}\n{position}");
        }
    }
}

fn cells(rules: grid::Rules) -> impl Iterator<Item = Cell> {
    (0..rules.rows()).flat_map(move |row| (0..rules.cols()).map(move |col| Cell { row, col }))
}

fn cell((row, col): (usize, usize)) -> Cell {
    let small = |number: usize| u8::try_from(number).expect("boards are small");
    Cell { row: small(row), col: small(col) }
}

// One step of ten somebody leaves, in turn or not, seated or not, so that games of every length occur.
fn step(random: &mut Random, position: &mut Position, naive: &mut Naive, leaving: bool) {
    if leaving && random.below(10) == 0 {
        let number = u8::try_from(random.below(4) + 1).expect("there are four seats");
        let seat = Seat::new(number).expect("there are four seats");
        assert_eq!(position.leave(seat), naive.leave(number));
        return;
    }
    let legal = naive.legal_cells();
    let (row, col) = legal[random.below(legal.len())];
    assert_eq!(position.play(cell((row, col))), Ok(()));
    assert_eq!(naive.play(row, col), Ok(()));
}

fn play_games(rules: &str, players: u8, games: usize) {
    let mut random = Random::new(u64::from(players));
    let rules: Rules = rules.parse().expect("the rules are written properly");
    let seated = Players::new(players).expect("that many can play");
    for game in 0..games {
        let first = seated.seats().nth(game / 2 % usize::from(players)).expect("the seat is taken");
        let mut position = rules.started_by(seated, first).expect("that many can play by these rules");
        let mut naive = Naive::new(rules, players, first.number().into());
        assert_same(&position, &naive);
        while !naive.is_over() {
            step(&mut random, &mut position, &mut naive, game % 2 == 1);
            assert_same(&position, &naive);
        }
        for number in 1..=4 {
            let seat = Seat::new(number).expect("there are four seats");
            assert_eq!(position.leave(seat), naive.leave(number));
        }
    }
}

#[test]
fn ultimate_is_the_same_under_every_capture_rule() {
    for rules in ["ultimate:first", "ultimate:any", "ultimate:closing"] {
        play_games(rules, 2, 100);
    }
}

#[test]
fn small_grids_are_the_same_for_every_number_of_players() {
    for rules in ["classic", "3x3:2", "3x4:3", "4x3:4", "4x4:3", "5x5:4", "3x7:6"] {
        for players in 2..=4 {
            play_games(rules, players, 100);
        }
    }
}

#[test]
fn grids_of_more_than_one_word_are_the_same() {
    for (rules, players) in [("8x8:4", 2), ("9x8:3", 3), ("7x19:5", 4), ("15x15:5", 2)] {
        play_games(rules, players, 4);
    }
}

#[test]
fn long_lines_on_the_largest_grid_are_the_same() {
    play_games("19x19:6", 4, 2);
}
