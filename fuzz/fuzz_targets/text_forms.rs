//! What people write: rules, boards, ids, levels. Any text is refused, or reads as what its own text form says.

#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use libfuzzer_sys::fuzz_target;
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_rules::classic::Board;
use tic_tac_toe_rules::{Game, Players, Position, Rules, grid, ultimate};

fuzz_target!(|text: &str| {
    check::<Board>(text);
    check::<GameId>(text);
    check::<Level>(text);
    check::<Rules>(text);
    check_position(text);
});

fn check<T: FromStr + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse().ok(), Some(value), "{text:?}");
    }
}

/// Reads a line with rules, one with how many play, and a board below them.
fn check_position(text: &str) -> Option<()> {
    let (rules, rest) = text.split_once('\n')?;
    let (players, board) = rest.split_once('\n')?;
    let (rules, players) = (rules.parse().ok()?, Players::new(players.parse().ok()?)?);
    let position = position(rules, players, board)?;
    let drawn = position.to_string();
    assert_eq!(self::position(rules, players, &drawn), Some(position), "{drawn}");
    assert_eq!(position.turn().is_some(), position.legal_moves().next().is_some(), "{drawn}");
    Some(())
}

fn position(rules: Rules, players: Players, board: &str) -> Option<Position> {
    match rules {
        Rules::Grid(rules) => grid::Position::parse(rules, players, board).ok().map(Position::Grid),
        Rules::Ultimate(capture) => ultimate::Position::parse(capture, board).ok().map(Position::Ultimate),
    }
}
