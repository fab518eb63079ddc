//! Games whose moves a generator chooses, against the results that two independent implementations agree on.

use tic_tac_toe_rules::ultimate::{self, Capture};
use tic_tac_toe_rules::{Game, Outcome, Players, Rules, grid};

#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    wins: [u32; 4],
    draws: u32,
    moves: u32,
}

fn play_games<G: Game>(start: G, games: u32) -> Tally {
    let mut tally = Tally::default();
    let mut state: u64 = 1;
    for _ in 0..games {
        let mut game = start;
        while game.turn().is_some() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choices = game.count_legal_moves();
            let number = usize::try_from(state >> 33).expect("31 bits fit") % choices;
            let chosen = game.nth_legal_move(number).expect("there are that many moves");
            game.play(chosen).expect("the move was listed as legal");
            tally.moves += 1;
        }
        match game.outcome() {
            Outcome::Won { winner, .. } => tally.wins[winner.index()] += 1,
            Outcome::Draw => tally.draws += 1,
            Outcome::InProgress { .. } => unreachable!("somebody would be to move"),
        }
    }
    tally
}

fn grid_games(rules: &str, players: u8) -> Tally {
    let Ok(Rules::Grid(rules)) = rules.parse() else { panic!("{rules} is a grid") };
    let players = Players::new(players).expect("2 to 4 can play");
    play_games(grid::Position::new(rules, players), 1_000)
}

#[test]
fn ultimate_first() {
    let games = play_games(ultimate::Position::new(Capture::First), 20_000);
    assert_eq!(games, Tally { wins: [6_298, 5_518, 0, 0], draws: 8_184, moves: 1_346_513 });
}

#[test]
fn ultimate_any() {
    let games = play_games(ultimate::Position::new(Capture::Any), 20_000);
    assert_eq!(games, Tally { wins: [7_303, 6_355, 0, 0], draws: 6_342, moves: 1_321_768 });
}

#[test]
fn ultimate_closing() {
    let games = play_games(ultimate::Position::new(Capture::Closing), 20_000);
    assert_eq!(games, Tally { wins: [8_253, 7_369, 0, 0], draws: 4_378, moves: 1_176_763 });
}

#[test]
fn classic_as_a_grid() {
    assert_eq!(grid_games("classic", 2), Tally { wins: [611, 263, 0, 0], draws: 126, moves: 7_609 });
}

#[test]
fn three_players_on_5_rows_and_7_columns() {
    assert_eq!(grid_games("5x7:4", 3), Tally { wins: [272, 237, 178, 0], draws: 313, moves: 30_100 });
}

#[test]
fn five_in_a_row_on_15x15() {
    assert_eq!(grid_games("15x15:5", 2), Tally { wins: [523, 477, 0, 0], draws: 0, moves: 108_457 });
}

#[test]
fn four_players_on_the_largest_board() {
    assert_eq!(grid_games("19x19:6", 4), Tally { wins: [135, 107, 121, 125], draws: 512, moves: 332_168 });
}

#[test]
fn more_rows_than_columns() {
    assert_eq!(grid_games("6x5:4", 2), Tally { wins: [537, 432, 0, 0], draws: 31, moves: 21_347 });
}

#[test]
fn the_board_with_its_own_form_plays_the_same_games_as_the_grid() {
    let compact = play_games(tic_tac_toe_rules::classic::Board::EMPTY, 1_000);
    assert_eq!(compact, grid_games("classic", 2));
}

#[test]
fn a_game_chosen_at_run_time_plays_like_the_one_it_is() {
    let ultimate = Rules::Ultimate(Capture::Closing).start(Players::TWO).expect("two can play");
    assert_eq!(play_games(ultimate, 1_000), play_games(ultimate::Position::new(Capture::Closing), 1_000));
    let grid = Rules::CLASSIC.start(Players::TWO).expect("two can play");
    assert_eq!(play_games(grid, 1_000), grid_games("classic", 2));
}

fn assert_same_without_checks<G: Game>(start: G) {
    let mut game = start;
    while let Some(chosen) = game.nth_legal_move(0) {
        let mut unchecked = game;
        unchecked.play_legal(chosen);
        game.play(chosen).expect("the move was listed as legal");
        assert_eq!(unchecked, game);
    }
}

#[test]
fn a_legal_move_is_the_same_with_the_checks_and_without() {
    assert_same_without_checks(tic_tac_toe_rules::classic::Board::EMPTY);
    for rules in [Rules::CLASSIC, Rules::Ultimate(Capture::Any)] {
        assert_same_without_checks(rules.start(Players::TWO).expect("two can play"));
    }
}
