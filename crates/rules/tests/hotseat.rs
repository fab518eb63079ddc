//! Runs the example as somebody at a keyboard would.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

// Cargo builds examples together with tests, into a folder next to theirs.
fn example() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let target = test.ancestors().nth(2).expect("tests are built into a folder of the target folder");
    target.join("examples").join("hotseat").with_extension(std::env::consts::EXE_EXTENSION)
}

fn run(arguments: &[&str], typed: &str) -> Output {
    let mut hotseat = Command::new(example())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example is built: run the tests of the whole package, not of one file alone");
    let mut keyboard = hotseat.stdin.take().expect("standard input is a pipe");
    // A game that has refused to begin does not listen.
    let _ = keyboard.write_all(typed.as_bytes());
    drop(keyboard);
    hotseat.wait_with_output().expect("the example ends")
}

fn play(arguments: &[&str], typed: &str) -> String {
    let output = run(arguments, typed);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("boards are text")
}

fn refuse(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).expect("sentences are text")
}

#[test]
fn two_play_classic_and_see_why_a_line_is_refused() {
    let shown = play(&[], "1 1\n1 1\nx\n0 1\n1 4\n2 1\n1 2\n2 2\n1 3\n");
    assert!(shown.contains("That does not work: the cell already holds X."), "{shown}");
    assert!(shown.contains("That does not work: the board has no such cell."), "{shown}");
    assert_eq!(shown.matches("type two numbers, both counted from 1, such as 2 3").count(), 2, "{shown}");
    assert!(shown.ends_with("X X X\nO O .\n. . .\nX won, O lost.\n"), "{shown}");
}

#[test]
fn a_drawn_game_has_no_winner() {
    let shown = play(&["--rules", "classic"], "1 1\n1 2\n1 3\n2 2\n2 1\n2 3\n3 2\n3 1\n3 3\n");
    assert!(shown.ends_with("X O X\nX O O\nO X X\nNobody won.\n"), "{shown}");
}

#[test]
fn two_play_ultimate_and_are_sent_from_field_to_field() {
    let shown = play(&["--rules", "ultimate:any"], "5 5\n1 1\n4 4\nresign\n");
    assert!(shown.contains("next 4"), "{shown}");
    assert!(shown.contains("That does not work: the mark must go into another mini-field."), "{shown}");
    assert!(shown.ends_with("next 0\nout X\nO won, X lost.\n"), "{shown}");
}

#[test]
fn three_play_on_a_larger_board() {
    let arguments = ["--rules", "4x4:3", "--players", "3"];
    let shown = play(&arguments, "1 1\n2 1\n3 1\n1 2\n2 2\n3 2\n4 1\n2 3\n");
    assert!(shown.ends_with("O won, X lost, A lost.\n"), "{shown}");
}

#[test]
fn a_game_that_nobody_goes_on_with_is_left_unfinished() {
    let shown = play(&["--rules", "5x5:4"], "3 3\n");
    assert!(shown.ends_with("The game was left unfinished.\n"), "{shown}");
}

#[test]
fn arguments_that_make_no_game_are_answered_with_a_sentence() {
    assert_eq!(refuse(&["--rules"]), "Give --rules a value.\n");
    assert_eq!(refuse(&["--board", "3"]), "There are --rules and --players, but not --board.\n");
    assert_eq!(refuse(&["--players", "5"]), "2 to 4 can play, not 5.\n");
    assert_eq!(refuse(&["--players", "3", "--rules", "ultimate"]), "ultimate:first is not for 3 players.\n");
    assert!(refuse(&["--rules", "chess"]).starts_with("chess names no rules: rules are written classic"));
    assert!(refuse(&["--rules", "2x2:2"]).starts_with("2x2:2 names no rules: a grid has 3 to 19"));
}
