//! Games of the arena in a real terminal: keys go in through a pseudo-terminal, and what it shows is read back.

use std::time::Duration;

use axum::http::StatusCode;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::GameId;

use crate::common::{PROGRAM, must_run, must_start_chain_with_arena, stderr, stdout};
use crate::relay::{Behaviour, Relay};
use crate::terminal::Terminal;

const UNICODE: [(&str, &str); 1] = [("LC_ALL", "C.UTF-8")];

fn must_open(args: &[&str], size: (u16, u16)) -> Terminal {
    Terminal::must_start(PROGRAM, args, size, &UNICODE)
}

/// Seventeen moves to a draw: all marks in a mini-field send back to it until it is full.
#[test]
fn two_people_play_ultimate_to_its_end_at_one_keyboard() {
    let mut terminal = must_open(&["play", "--rules", "ultimate:first"], (80, 24));
    terminal.must_show("X to move: alice.test.near · in any open mini-field");

    // The first mark goes into the upper left mini-field, which letters lead to.
    terminal.press("aaaawwww\r");
    terminal.must_show("X0,0");
    let moves = ["2", "1", "3", "1", "4", "1", "5", "1", "6", "1", "7", "1", "8", "1", "9", "1"];
    for (index, digit) in moves.into_iter().enumerate() {
        let to_move = if index % 2 == 0 { "O to move" } else { "X to move" };
        terminal.must_show(to_move);
        terminal.press(digit);
        terminal.press("\r");
    }
    terminal.must_show("Drawn: nobody can win any more.");
    terminal.must_show("round_over 1: round 1 drawn");
    terminal.must_show("drawn 1");
    assert!(terminal.contents().contains(" O "), "{}", terminal.contents());

    terminal.press("n");
    terminal.must_show("round 2");
    terminal.press("r");
    terminal.must_show("This round has not ended. Start another?");
    terminal.press("y");
    terminal.must_show("round 3");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[test]
fn four_people_play_on_a_grid_with_marks_of_four_shapes() {
    let mut terminal = must_open(&["play", "--rules", "4x4:3", "--players", "4"], (80, 24));
    terminal.must_show("X to move: alice.test.near");

    for (keys, then) in [
        ("\r", "O to move"),
        ("d\r", "△ to move"),
        ("s\r", "□ to move"),
        ("a\r", "X to move"),
        ("wa\r", "O to move"),
    ] {
        terminal.press(keys);
        terminal.must_show(then);
    }
    terminal.press("R");
    terminal.must_show("Resign as bob.test.near?");
    terminal.press("y");
    terminal.must_show("△ to move");
    terminal.must_show("bob.test.near 0 out");
    terminal.press("www\r");
    terminal.must_show("□ to move");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[test]
fn a_person_plays_the_computer() {
    let mut terminal = must_open(&["play", "--against", "computer"], (80, 24));
    terminal.must_show("X to move: alice.test.near");

    terminal.press("5\r");
    terminal.must_show("by alice.test.near");
    terminal.must_show("by computer.test.near");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_terminal_takes_the_free_seat_of_a_game() {
    let chain = must_start_chain_with_arena().await;
    let url = chain.rpc_url();
    let args = ["play", "--rules", "ultimate", "--as", "alice.test.near", "--rpc", &url];
    let mut alice = must_open(&args, (80, 24));
    alice.must_show("Seat 2 is free");
    let mut bob = must_open(&["play", "--game", "1", "--as", "bob.test.near", "--rpc", &url], (80, 24));
    bob.must_show("X to move: waiting for alice.test.near");

    alice.must_show("X to move: alice.test.near");
    alice.press("5\r");
    bob.must_show("O to move: bob.test.near · in the central mini-field");
    bob.press("1\r");
    alice.must_show("X to move: alice.test.near · in the upper left mini-field");

    must_run(&chain, "close 1").await;
    bob.must_show("This game has been closed.");
    for mut terminal in [alice, bob] {
        terminal.press("qy");
        assert!(terminal.must_give_back().success());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_at_a_node_that_is_late_loses_outcomes_refuses_or_goes_away() {
    let chain = must_start_chain_with_arena().await;
    let mut relay = Relay::must_start(&chain);
    let args = ["play", "--rules", "4x4:3", "--rpc", &relay.url];
    let mut terminal = must_open(&args, (80, 24));
    terminal.must_show("X to move: alice.test.near");

    relay.behave(Behaviour::Late(Duration::from_millis(300)));
    terminal.press("\r");
    terminal.must_show("alice.test.near plays row 2 col 2 ...");
    terminal.must_show("O to move: bob.test.near");

    relay.behave(Behaviour::LosingOutcomes);
    terminal.press("d\r");
    terminal.must_show("the transaction was sent but is not done yet");
    terminal.must_show("X to move: alice.test.near");

    relay.behave(Behaviour::Refusing(StatusCode::TOO_MANY_REQUESTS));
    terminal.must_show("gets too many requests");
    relay.go_away();
    terminal.must_show("cannot be reached; is a node running there?");
    relay.behave(Behaviour::Well);
    relay.come_back();
    terminal.must_not_show("cannot be reached");
    terminal.press("s\r");
    terminal.must_show("O to move: bob.test.near");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
    let marks = Table::of_arena(chain.arena(), GameId(1)).await.unwrap().unwrap().position.marks_made();
    // The first was the game's.
    assert_eq!((marks, relay.sent()), (3, 4));
}

#[test]
fn a_board_that_does_not_fit_says_which_size_it_needs() {
    let mut terminal = must_open(&["play", "--rules", "ultimate"], (40, 15));
    terminal.must_show("This board needs 55x21");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_set_plays_itself_in_a_demo() {
    for (rules, players) in [("ultimate:closing", 2), ("ultimate:any", 2), ("5x5:4", 3), ("classic", 3)] {
        let mut demo = std::process::Command::new(PROGRAM);
        demo.args(["play", "--demo", "--rules", rules, "--players", &players.to_string()]);
        let output = tokio::task::spawn_blocking(move || demo.output()).await.unwrap().unwrap();
        assert_eq!(output.status.code(), Some(0), "{rules}: {}", stderr(&output));
        let printed = stdout(&output);
        assert_eq!(printed.matches(r#""event":"round_over""#).count(), 1, "{rules}");
        assert_eq!(printed.matches(r#""event":"move_made""#).count() + 1, printed.matches("cost ").count());
        assert!(printed.contains("has won with") || printed.ends_with("The round is drawn.\n"), "{printed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_the_players_have_already_is_played_on() {
    let chain = must_start_chain_with_arena().await;
    must_run(&chain, "create alice.test.near bob.test.near --rules 4x4:3").await;

    let args = "play --demo --as alice.test.near --against bob.test.near --rules";
    let other = must_run(&chain, &format!("{args} ultimate")).await;
    assert_eq!(
        stderr(&other),
        "these players already have game 1 of 4x4:3; play it with --game 1, \
         or close it with: tic-tac-toe close 1\n"
    );
    let same = must_run(&chain, &format!("{args} 4x4:3")).await;
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    assert!(stdout(&same).contains("Game 1 of 4x4:3: alice.test.near, bob.test.near"));
}

#[test]
fn an_opponent_without_a_player_is_a_wrong_command_line() {
    let run = |args: &[&str]| std::process::Command::new(PROGRAM).args(args).output().unwrap();
    let output = run(&["play", "--demo", "--against", "bob.test.near"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("Name your account with --as"), "{}", stderr(&output));
    assert_eq!(run(&["play", "--against", "computer:perfect"]).status.code(), Some(2));
    assert_eq!(run(&["play", "--rules", "2x2:2"]).status.code(), Some(2));
    assert_eq!(run(&["play", "--players", "5"]).status.code(), Some(2));
}
