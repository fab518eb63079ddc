//! The stored form of grids and ultimate: short, checked when read, and never a reason to panic.

#![cfg(feature = "borsh")]

#[path = "common/random.rs"]
mod random;

use std::collections::HashSet;

use random::Random;
use tic_tac_toe_rules::ultimate::{self, Capture, Field};
use tic_tac_toe_rules::{Cell, Game, Outcome, Players, Position, Rules, Seat, grid};

const RULES: [(&str, u8); 12] = [
    ("classic", 2),
    ("classic", 3),
    ("3x3:2", 4),
    ("4x4:3", 2),
    ("5x7:4", 3),
    ("8x8:5", 2),
    ("3x19:4", 4),
    ("19x19:6", 4),
    ("19x19:5", 2),
    ("ultimate:first", 2),
    ("ultimate:any", 2),
    ("ultimate:closing", 2),
];

fn start(rules: &str, players: u8) -> Position {
    let rules: Rules = rules.parse().expect("the rules are written properly");
    rules
        .start(Players::new(players).expect("that many can play"))
        .expect("that many can play by these rules")
}

/// Returns the empty board with anybody to move.
fn start_by_anybody(random: &mut Random, rules: &str, players: u8) -> Position {
    let first = Seat::new(u8::try_from(random.below(players.into()) + 1).expect("seats are few"));
    let restarted = start(rules, players).restarted_by(first.expect("there are four seats"));
    restarted.expect("the seat is taken")
}

fn write(position: &Position) -> Vec<u8> {
    borsh::to_vec(position).expect("writing to memory works")
}

fn read(bytes: &[u8]) -> Option<Position> {
    borsh::from_slice(bytes).ok()
}

/// Returns a position after some random moves; now and then somebody has left.
fn random_position(random: &mut Random, start: Position) -> Position {
    let mut position = start;
    for _ in 0..random.below(90) {
        if random.below(25) == 0 {
            let seat = Seat::new(u8::try_from(random.below(4) + 1).expect("there are four seats"));
            // Refused where nobody plays from that seat.
            let _ = position.leave(seat.expect("there are four seats"));
        }
        if !play_anything(random, &mut position) {
            break;
        }
    }
    position
}

fn play_anything(random: &mut Random, position: &mut Position) -> bool {
    let legal: Vec<Cell> = position.legal_moves().collect();
    if legal.is_empty() {
        return false;
    }
    position.play(legal[random.below(legal.len())]).expect("the move was listed as legal");
    true
}

/// Checks what the documentation of the positions promises about anything that could be read.
fn assert_invariants(position: &Position) {
    match position {
        Position::Grid(position) => assert_grid_invariants(position),
        Position::Ultimate(position) => assert_ultimate_invariants(position),
    }
    assert_eq!(position.turn().is_some(), position.legal_moves().next().is_some(), "\n{position}");
    if let Some(line) = position.winning_line() {
        let Outcome::Won { winner, .. } = position.outcome() else { panic!("a line wins\n{position}") };
        for cell in line.cells() {
            match position {
                Position::Grid(grid) => assert_eq!(grid.mark_at(cell), Some(winner), "\n{position}"),
                Position::Ultimate(ultimate) => {
                    let field = cell.row * 3 + cell.col;
                    assert_eq!(ultimate.fields_of(winner) >> field & 1, 1, "\n{position}");
                }
            }
        }
    }
}

fn assert_grid_invariants(position: &grid::Position) {
    let counts = position.players().seats().map(|seat| {
        let marks: u32 = position.marks_of(seat).iter().map(|word| word.count_ones()).sum();
        (seat, marks)
    });
    let counts: Vec<(Seat, u32)> = counts.collect();
    let total: u32 = counts.iter().map(|(_, marks)| marks).sum();
    assert_eq!(total, u32::from(position.marks_made()), "\n{position}");
    let marked = (0..position.rules().rows())
        .flat_map(|row| (0..position.rules().cols()).map(move |col| Cell { row, col }))
        .filter(|&cell| position.mark_at(cell).is_some());
    assert_eq!(marked.count() as u64, u64::from(total), "\n{position}");
    let still_in = counts.iter().filter(|(seat, _)| !position.is_out(*seat)).map(|(_, marks)| *marks);
    let (fewest, most) = (still_in.clone().min(), still_in.max());
    let (fewest, most) = (fewest.expect("somebody is in"), most.expect("somebody is in"));
    assert!(most - fewest <= 1, "\n{position}");
    for (_, marks) in counts {
        assert!(marks <= fewest + 1, "\n{position}");
    }
}

fn assert_ultimate_invariants(position: &ultimate::Position) {
    let count = |seat| Field::all().map(|field| position.marks_in(seat, field).count_ones()).sum::<u32>();
    let (x, o) = (count(Seat::X), count(Seat::O));
    let (first, other) = if position.first() == Seat::X { (x, o) } else { (o, x) };
    assert!(first == other || first == other + 1, "\n{position}");
    assert_eq!(x + o, u32::from(position.marks_made()), "\n{position}");
    for field in Field::all() {
        let captures: Vec<_> = position.captures(field).collect();
        assert!(captures.len() <= if position.capture() == Capture::Any { 2 } else { 1 }, "\n{position}");
        for captured in captures {
            for cell in captured.line.cells() {
                let cell = ultimate::Cell::new(cell.row, cell.col).expect("lines are on the board");
                assert_eq!(position.mark_at(cell), Some(captured.seat), "\n{position}");
            }
        }
    }
}

fn assert_harmless(random: &mut Random, bytes: &[u8]) -> bool {
    let Some(mut position) = read(bytes) else {
        return false;
    };
    assert_eq!(write(&position), bytes, "what was read is written the same");
    assert_invariants(&position);
    while play_anything(random, &mut position) {}
    assert_invariants(&position);
    true
}

#[test]
fn positions_are_short_and_as_long_as_their_rules_say() {
    let length = |rules, players| write(&start(rules, players)).len();
    assert_eq!(length("classic", 2), 1 + 8);
    assert_eq!(length("19x19:5", 2), 1 + 96);
    assert_eq!(length("19x19:5", 4), 1 + 188);
    assert_eq!(length("ultimate", 2), 1 + 38);
    let mut random = Random::new(1);
    for (rules, players) in RULES {
        let start = start(rules, players);
        for _ in 0..20 {
            assert_eq!(write(&random_position(&mut random, start)).len(), write(&start).len(), "{rules}");
        }
    }
}

#[test]
fn every_bit_of_a_grid_has_its_meaning() {
    let mut position = start("3x4:3", 3).restarted_by(Seat::O).expect("O plays");
    for cell in [Cell { row: 0, col: 0 }, Cell { row: 0, col: 2 }, Cell { row: 2, col: 3 }] {
        position.play(cell).expect("the cell is free");
    }
    position.leave(Seat::X).expect("X has not left yet");
    let head = 2 | 1 << 2 | 0b0001 << 4;
    assert_eq!(write(&position), [0, 3, 4, 3, head, 0x00, 0x08, 0x01, 0x00, 0x04, 0x00]);
}

#[test]
fn every_bit_of_ultimate_has_its_meaning() {
    let mut position = ultimate::Position::new(Capture::Any);
    for digits in ["00", "03", "30", "04", "40", "05", "51", "10", "01", "12", "26", "60", "02"] {
        let field = |i: usize| Field::new(digits.as_bytes()[i] - b'0').expect("digits are below 9");
        position.play(ultimate::Cell::inside(field(0), field(1))).expect("the move is legal");
    }
    let bytes = write(&position.into());
    assert_eq!(
        bytes[..3],
        [1, 0x11, 2],
        "ultimate, any, nobody out, X first, the next mark goes to mini-field 2"
    );
    let first_field = 0o007 | 0o070 << 9 | 1 << 18 | 2 << 22 | 1 << 26;
    assert_eq!(
        bytes[3..7],
        u32::to_le_bytes(first_field),
        "the top row of X, the middle row of O, which came first"
    );
    assert_eq!(bytes[7..11], u32::to_le_bytes(0o005 << 9));
    position.leave(Seat::O).expect("the game is under way");
    assert_eq!(write(&position.into())[1], 0x19);
    let closing = start("ultimate:closing", 2).restarted_by(Seat::O).expect("O plays");
    assert_eq!(write(&closing)[1..3], [0x22, 9]);
}

#[test]
fn positions_of_random_games_read_back_as_they_were() {
    let mut random = Random::new(2);
    for (rules, players) in RULES {
        for _ in 0..200 {
            let start = start_by_anybody(&mut random, rules, players);
            let position = random_position(&mut random, start);
            assert_eq!(read(&write(&position)), Some(position), "\n{position}");
            assert_invariants(&position);
        }
    }
}

#[test]
fn positions_of_random_games_are_the_same_after_being_drawn_and_read() {
    let mut random = Random::new(3);
    for (rules, players) in RULES {
        for _ in 0..200 {
            let start = start_by_anybody(&mut random, rules, players);
            let position = random_position(&mut random, start);
            let text = position.to_string();
            let read = match position {
                Position::Grid(grid) => {
                    grid::Position::parse(grid.rules(), grid.players(), &text).map(Position::from)
                }
                Position::Ultimate(ultimate) => {
                    ultimate::Position::parse(ultimate.capture(), &text).map(Position::from)
                }
            };
            assert_eq!(read, Ok(position), "\n{position}");
        }
    }
}

#[test]
fn no_flipped_bit_does_harm() {
    let mut random = Random::new(4);
    let (mut accepted, mut refused) = (0, 0);
    for (rules, players) in RULES {
        for _ in 0..4 {
            let start = start_by_anybody(&mut random, rules, players);
            let bytes = write(&random_position(&mut random, start));
            for bit in 0..bytes.len() * 8 {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                if assert_harmless(&mut random, &flipped) { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(refused > accepted && accepted > 0, "{refused} were refused and {accepted} accepted");
}

#[test]
fn no_random_bytes_do_harm() {
    let mut random = Random::new(5);
    for (rules, players) in RULES {
        let bytes = write(&start(rules, players));
        for round in 0..2_000 {
            let mut bytes = bytes.clone();
            // Few changes pass more checks than many.
            for _ in 0..=round % 20 {
                let at = random.below(bytes.len());
                bytes[at] = if round % 2 == 0 {
                    1 << random.below(8)
                } else {
                    u8::try_from(random.below(256)).expect("it is a byte")
                };
            }
            assert_harmless(&mut random, &bytes);
        }
    }
}

#[test]
fn bytes_that_are_too_few_or_too_many_are_refused() {
    for (rules, players) in RULES {
        let bytes = write(&start(rules, players));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&[&bytes[..], &[0]].concat()), None);
    }
}

fn reachable(position: grid::Position, found: &mut HashSet<grid::Position>) {
    if !found.insert(position) {
        return;
    }
    for cell in position.legal_moves() {
        let mut next = position;
        next.play(cell).expect("the move was listed as legal");
        reachable(next, found);
    }
    for seat in position.players().seats() {
        let mut next = position;
        if next.leave(seat).is_ok() {
            reachable(next, found);
        }
    }
}

/// Returns the positions among all ways to fill the cells of a 3x3 board, with everybody or nobody out.
fn accepted(in_a_row: u8, players: u8, first: Seat) -> HashSet<grid::Position> {
    let choices = u32::from(players) + 1;
    let mut found = HashSet::new();
    for filling in 0..choices.pow(9) {
        let mut masks = [0_u16; 5];
        let mut rest = filling;
        for cell in 0..9 {
            masks[(rest % choices) as usize] |= 1 << cell;
            rest /= choices;
        }
        for out in 0..1 << players {
            let mut bytes = vec![3, 3, in_a_row, (players - 1) | (first.number() - 1) << 2 | out << 4];
            for mask in &masks[1..=usize::from(players)] {
                bytes.extend(mask.to_le_bytes());
            }
            found.extend(borsh::from_slice::<grid::Position>(&bytes));
        }
    }
    found
}

#[test]
fn of_all_fillings_of_a_small_board_exactly_the_reachable_ones_are_positions() {
    for (in_a_row, players) in [(3, 2), (2, 2), (3, 3)] {
        let rules = grid::Rules::new(3, 3, in_a_row).expect("the rules are proper");
        let seated = Players::new(players).expect("that many can play");
        for first in seated.seats() {
            let mut positions = HashSet::new();
            let start = grid::Position::started_by(rules, seated, first).expect("the seat is taken");
            reachable(start, &mut positions);
            assert!(
                accepted(in_a_row, players, first) == positions,
                "{players} players, {first} first, {in_a_row} in a row"
            );
        }
    }
}

#[test]
fn two_marks_in_a_cell_or_marks_beyond_the_board_are_refused() {
    let empty = [0, 3, 3, 3, 1, 0, 0, 0, 0];
    assert!(read(&empty).is_some());
    let with = |at: usize, byte: u8| {
        let mut bytes = empty;
        bytes[at] = byte;
        bytes
    };
    assert_eq!(read(&with(6, 2)), None, "a tenth cell");
    assert_eq!(read(&with(4, 0)), None, "one player");
    assert_eq!(read(&with(4, 0x9)), None, "a third of two moved first");
    assert_eq!(read(&with(4, 0x41)), None, "a third of two is out");
    assert_eq!(read(&with(4, 0x31)), None, "both are out");
    assert_eq!(read(&with(0, 2)), None, "no such game");
    assert_eq!(read(&[0, 3, 3, 3, 1, 1, 0, 1, 0]), None, "both in one cell");
}

#[cfg(feature = "borsh-schema")]
#[test]
fn the_schema_names_both_games_and_bounds_their_length() {
    use borsh::schema::BorshSchemaContainer;

    let schema = BorshSchemaContainer::for_type::<Position>();
    assert_eq!(schema.validate(), Ok(()));
    assert_eq!(schema.declaration(), "Position");
    assert!(schema.definitions().any(|(declaration, _)| declaration == "GridPosition"));
    assert_eq!(schema.max_serialized_size(), Ok(1 + 188));
    let schema = BorshSchemaContainer::for_type::<ultimate::Position>();
    assert_eq!(schema.max_serialized_size(), Ok(38));
}
