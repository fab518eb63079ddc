//! Each level beats the one below it, in every kind of game.

mod common;

use common::{Dice, Player, points, start};
use tic_tac_toe_engine::{Level, ParseLevelError, choose_within, tactics};
use tic_tac_toe_rules::{Cell, Game, Position};

/// Where two players have something to decide.
const GAMES: [&str; 4] = ["15x15:5", "ultimate:first", "ultimate:any", "ultimate:closing"];

fn level(level: Level, playouts: u64) -> impl Fn(&Position, u64) -> Cell {
    move |position, seed| choose_within(position, level, seed, playouts).expect("the game goes on")
}

fn by_tactics(position: &Position, _seed: u64) -> Cell {
    tactics::best_move(position).expect("the game goes on")
}

fn at_random(position: &Position, seed: u64) -> Cell {
    let mut dice = Dice(seed);
    dice.below(2);
    dice.legal_move(position)
}

#[track_caller]
fn scores(stronger: Player, weaker: Player, games: u64, wanted: u64) {
    for name in GAMES {
        let points = points(start(name, 2), stronger, weaker, games);
        assert!(points >= wanted, "{name}: {points} points of {}", 2 * games);
    }
}

#[test]
fn easy_beats_random_moves() {
    scores(&level(Level::Easy, 0), &at_random, 60, 66);
}

#[test]
fn medium_beats_easy() {
    scores(&level(Level::Medium, 400), &level(Level::Easy, 0), 10, 17);
}

#[test]
fn strong_beats_medium() {
    scores(&level(Level::Strong, 2_000), &level(Level::Medium, 400), 10, 15);
}

#[test]
fn tactics_beat_easy_and_strong_beats_tactics() {
    scores(&by_tactics, &level(Level::Easy, 0), 20, 34);
    scores(&level(Level::Strong, 2_000), &by_tactics, 10, 15);
}

#[test]
fn strong_beats_two_and_three_easy_ones_at_one_board() {
    for players in [3, 4] {
        let points =
            points(start("6x7:4", players), &level(Level::Strong, 1_000), &level(Level::Easy, 0), 12);
        assert!(points >= 18, "{players} players: {points} points of 24");
    }
}

#[test]
fn levels_are_written_as_they_are_read() {
    for level in Level::ALL {
        assert_eq!(level.to_string().parse(), Ok(level));
    }
    assert_eq!("Strong".parse::<Level>(), Err(ParseLevelError));
    assert_eq!(ParseLevelError.to_string(), "a level is easy, medium or strong");
    assert_eq!(format!("{:>8}", Level::Easy), "    easy");
    assert_eq!(Level::default(), Level::Medium);
}

#[test]
fn levels_think_for_longer_the_stronger_they_are() {
    for name in GAMES {
        let rules = start(name, 2).rules();
        assert!(Level::ALL.is_sorted_by_key(|level| level.playouts(rules)), "{name}");
        assert!(start(name, 2).turn().is_some());
    }
}
