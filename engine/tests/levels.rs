//! Each level beats the one below it, in every kind of game.

mod common;

use common::match_points;
use tic_tac_toe_engine::{Level, ParseLevelError};
use tic_tac_toe_rules::{Players, Position, Rules};

/// Where two players have something to decide.
fn starts() -> impl Iterator<Item = Position> {
    let names = ["7x7:4", "15x15:5", "ultimate:first", "ultimate:any", "ultimate:closing"];
    let rules = names.map(|name| name.parse::<Rules>().expect("there are such rules"));
    rules.into_iter().map(|rules| rules.start(Players::TWO).expect("two can play"))
}

#[test]
fn medium_beats_easy() {
    for start in starts() {
        let points = match_points(start, (Level::Medium, 400), (Level::Easy, 0), 10);
        assert!(points >= 17, "{}: {points} of 20", start.rules());
    }
}

#[test]
fn strong_beats_medium() {
    for start in starts() {
        let points = match_points(start, (Level::Strong, 2_000), (Level::Medium, 400), 10);
        assert!(points >= 14, "{}: {points} of 20", start.rules());
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
