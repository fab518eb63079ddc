//! Plays every game of small grids and the first moves of ultimate, and counts what independent
//! implementations count.

use std::collections::HashMap;

use tic_tac_toe_rules::ultimate::{self, Capture};
use tic_tac_toe_rules::{Game, Outcome, Players, Rules, Seat, grid};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Games {
    wins: [u64; 4],
    draws: u64,
}

impl Games {
    fn total(self) -> u64 {
        self.wins.iter().sum::<u64>() + self.draws
    }

    fn add(&mut self, other: Self) {
        for (wins, more) in self.wins.iter_mut().zip(other.wins) {
            *wins += more;
        }
        self.draws += other.draws;
    }
}

fn grid(rules: &str, players: u8) -> grid::Position {
    let Ok(Rules::Grid(rules)) = rules.parse() else { panic!("{rules} is a grid") };
    grid::Position::new(rules, Players::new(players).expect("2 to 4 can play"))
}

// Games that reach the same position continue the same way, so each position is looked at once.
fn count_games<G: Game>(position: G, known: &mut HashMap<G, Games>) -> Games {
    if let Some(&games) = known.get(&position) {
        return games;
    }
    let mut games = Games::default();
    match position.outcome() {
        Outcome::Won { winner, .. } => games.wins[winner.index()] = 1,
        Outcome::Draw => games.draws = 1,
        Outcome::InProgress { .. } => {
            for chosen in position.legal_moves() {
                let mut next = position;
                next.play(chosen).expect("the move was listed as legal");
                games.add(count_games(next, known));
            }
        }
    }
    known.insert(position, games);
    games
}

fn games_and_positions(rules: &str, players: u8) -> (Games, usize) {
    let mut known = HashMap::new();
    let games = count_games(grid(rules, players), &mut known);
    (games, known.len())
}

fn sequences<G: Game>(position: G, length: u32) -> u64 {
    match length {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let after = |chosen| {
                let mut next = position;
                next.play_legal(chosen);
                sequences(next, length - 1)
            };
            position.legal_moves().map(after).sum()
        }
    }
}

// 1 if the player to move wins, -1 if they lose, 0 for a draw, all playing as well as one can.
fn value(position: grid::Position, known: &mut HashMap<[u64; 2], i8>) -> i8 {
    match position.outcome() {
        Outcome::Won { .. } => return -1,
        Outcome::Draw => return 0,
        Outcome::InProgress { .. } => {}
    }
    let marks = [Seat::X, Seat::O].map(|seat| position.marks_of(seat)[0]);
    if let Some(&value) = known.get(&marks) {
        return value;
    }
    let mut best = -1;
    for chosen in position.legal_moves() {
        let mut next = position;
        next.play_legal(chosen);
        best = best.max(-value(next, known));
        if best == 1 {
            break;
        }
    }
    known.insert(marks, best);
    best
}

#[test]
fn classic_as_a_grid_has_the_games_and_positions_of_classic() {
    let expected = Games { wins: [131_184, 77_904, 0, 0], draws: 46_080 };
    assert_eq!(games_and_positions("classic", 2), (expected, 5_478));
}

#[test]
fn three_rows_of_four_have_151188768_games_and_111973_positions() {
    let (games, positions) = games_and_positions("3x4:3", 2);
    assert_eq!(games, Games { wins: [79_797_600, 56_875_968, 0, 0], draws: 14_515_200 });
    assert_eq!(games.total(), 151_188_768);
    assert_eq!(positions, 111_973);
}

#[test]
fn three_players_on_the_classic_board_have_345600_games_and_26930_positions() {
    let (games, positions) = games_and_positions("classic", 3);
    assert_eq!(games, Games { wins: [17_280, 31_968, 31_968, 0], draws: 264_384 });
    assert_eq!(games.total(), 345_600);
    assert_eq!(positions, 26_930);
}

#[test]
fn of_four_players_on_the_classic_board_only_the_first_can_win() {
    let (games, _) = games_and_positions("classic", 4);
    assert_eq!(games, Games { wins: [34_560, 0, 0, 0], draws: 328_320 });
    assert_eq!(games.total(), 362_880);
}

#[test]
fn two_in_a_row_is_never_a_draw() {
    let (games, _) = games_and_positions("3x3:2", 2);
    assert_eq!(games, Games { wins: [2_952, 2_576, 0, 0], draws: 0 });
    assert_eq!(games.total(), 5_528);
}

#[test]
fn with_perfect_play_classic_is_a_draw_and_a_larger_board_is_won_by_the_first_player() {
    assert_eq!(value(grid("classic", 2), &mut HashMap::new()), 0);
    assert_eq!(value(grid("4x3:3", 2), &mut HashMap::new()), 1);
    assert_eq!(value(grid("3x4:3", 2), &mut HashMap::new()), 1);
    assert_eq!(value(grid("4x4:3", 2), &mut HashMap::new()), 1);
}

#[test]
#[ignore = "takes 7 seconds: cargo test --workspace --test figures -- --ignored"]
fn with_perfect_play_four_in_a_row_on_5x3_is_a_draw() {
    assert_eq!(value(grid("5x3:4", 2), &mut HashMap::new()), 0);
}

#[test]
#[ignore = "takes 20 seconds and 600 MB: cargo test --workspace --test figures -- --ignored"]
fn with_perfect_play_four_in_a_row_on_4x4_is_a_draw() {
    assert_eq!(value(grid("4x4:4", 2), &mut HashMap::new()), 0);
}

#[test]
fn ultimate_closing_begins_with_as_many_sequences_as_public_engines_find() {
    let counts = [1, 81, 720, 6_336, 55_080, 473_256, 4_020_960, 33_782_544, 281_067_408];
    for (length, count) in (0..).zip(counts) {
        assert_eq!(sequences(ultimate::Position::new(Capture::Closing), length), count, "{length} moves");
    }
}

#[test]
fn ultimate_first_and_any_begin_with_as_many_sequences_as_each_other() {
    let counts = [1, 81, 720, 6_336, 55_080, 473_256, 4_017_888, 33_702_480];
    for (length, count) in (0..).zip(counts) {
        assert_eq!(sequences(ultimate::Position::new(Capture::First), length), count, "{length} moves");
        assert_eq!(sequences(ultimate::Position::new(Capture::Any), length), count, "{length} moves");
    }
}
