//! Rules as people write them.

use tic_tac_toe_rules::ultimate::Capture;
use tic_tac_toe_rules::{ParseRulesError, Players, Rules, Seat, grid};

#[test]
fn rules_are_written_as_they_are_read() {
    for text in
        ["classic", "3x4:3", "19x19:19", "15x15:5", "ultimate:first", "ultimate:any", "ultimate:closing"]
    {
        let rules: Rules = text.parse().expect("the rules are written properly");
        assert_eq!(rules.to_string(), text);
    }
    assert_eq!("3x3:3".parse(), Ok(Rules::CLASSIC));
    assert_eq!("ultimate".parse(), Ok(Rules::Ultimate(Capture::First)));
    assert_eq!("5x7:4".parse(), Ok(Rules::Grid(grid::Rules::new(5, 7, 4).expect("the rules are proper"))));
}

#[test]
fn rules_know_the_size_of_their_board() {
    let size = |text: &str| {
        let rules: Rules = text.parse().expect("the rules are written properly");
        (rules.rows(), rules.cols())
    };
    assert_eq!(size("5x7:4"), (5, 7));
    assert_eq!(size("ultimate"), (9, 9));
}

#[test]
fn texts_that_name_no_rules_are_refused_with_the_reason() {
    let texts = [
        "",
        "chess",
        "3x3",
        "3:3",
        "x3:3",
        "3x:3",
        "3x3:",
        "+3x3:3",
        "-3x3:3",
        "3 x 3:3",
        "ultimate:",
        "ultimate:last",
    ];
    for text in texts {
        assert_eq!(text.parse::<Rules>(), Err(ParseRulesError::UnknownForm), "{text:?}");
    }
    for text in ["2x3:3", "3x20:3", "3x3:4", "3x3:1", "300x3:3", "3x3:99999999999999999999"] {
        assert_eq!(text.parse::<Rules>(), Err(ParseRulesError::NoSuchGrid), "{text:?}");
    }
}

#[test]
fn ultimate_is_for_two() {
    let three = Players::new(3).expect("three can play");
    assert!(Rules::Ultimate(Capture::Any).start(three).is_none());
    assert!(Rules::Ultimate(Capture::Any).start(Players::TWO).is_some());
    assert!(Rules::CLASSIC.start(three).is_some());
}

#[test]
fn every_refusal_is_a_sentence() {
    use tic_tac_toe_rules::{LeaveError, MoveError, ParsePositionError};

    let sentences = [
        MoveError::GameOver.to_string(),
        MoveError::OutOfBounds.to_string(),
        MoveError::WrongField.to_string(),
        MoveError::CellTaken(Seat::S).to_string(),
        LeaveError::GameOver.to_string(),
        LeaveError::NoSuchSeat.to_string(),
        LeaveError::AlreadyOut.to_string(),
        ParsePositionError::UnknownMark('?').to_string(),
        ParsePositionError::WrongNumberOfCells.to_string(),
        ParsePositionError::UnknownNote.to_string(),
        ParsePositionError::Unreachable.to_string(),
        ParseRulesError::UnknownForm.to_string(),
        ParseRulesError::NoSuchGrid.to_string(),
    ];
    assert!(sentences.iter().all(|sentence| sentence.split(' ').count() >= 4), "{sentences:?}");
    assert_eq!(sentences[3], "the cell already holds S");
    assert_eq!(sentences[7], "a cell is a dot or the mark of a player, not '?'");
}
