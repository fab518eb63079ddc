//! Where the bot plays.

use tic_tac_toe_interface::arena::{GameView, Starts};
use tic_tac_toe_interface::bot::Code;
use tic_tac_toe_rules::{Cell, Game as _, Outcome, Position, Seat};

use super::{ALICE, BOB, BOT, CAROL, after, must_move, must_not_move, on_view, shown};

#[test]
fn it_takes_a_win() {
    let position = after("classic", 2, &[(0, 0), (1, 1), (0, 1), (0, 2), (2, 2)]);
    assert_eq!(must_move(&shown(&[ALICE, BOT], &position)), (2, 0));
}

#[test]
fn it_prevents_a_loss() {
    let position = after("classic", 2, &[(0, 0), (1, 1), (2, 2), (0, 1)]);
    assert_eq!(must_move(&shown(&[BOT, ALICE], &position)), (2, 1));
}

#[test]
fn it_prevents_a_loss_to_the_next_player_on_boards_of_many() {
    let position = after("15x15:4", 3, &[(0, 0), (7, 7), (5, 5), (0, 1), (7, 8), (9, 9), (0, 2), (2, 2)]);
    assert_eq!(must_move(&shown(&[ALICE, BOB, BOT], &position)), (0, 3));
}

#[test]
fn on_ultimate_it_goes_where_it_is_sent() {
    let position = after("ultimate:closing", 2, &[(0, 2)]);
    let (row, col) = must_move(&shown(&[ALICE, BOT], &position));
    assert!(row < 3 && col > 5, "{row} {col}");
}

#[test]
fn it_starts_the_rounds_that_its_seat_starts() {
    let start = after("classic", 2, &[]).restarted_by(Seat::O).expect("O plays");
    let round = GameView { starts: Starts::Rotates, round: 2, ..shown(&[ALICE, BOT], &start) };
    assert_eq!(must_move(&round), must_move(&shown(&[BOT, ALICE], &after("classic", 2, &[]))));
    let host_starts = GameView { starts: Starts::Host, ..round };
    assert_eq!(must_not_move(&on_view(&host_starts)).0, Code::NotAnArena);
}

#[test]
fn it_moves_where_nobody_can_win_any_more() {
    let moves = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0)];
    let position = after("classic", 4, &moves);
    assert_eq!(must_move(&shown(&[BOT, ALICE, BOB, CAROL], &position)), (2, 2));
}

/// Plays every game in which the opponent tries everything and the bot is asked for its moves.
fn no_game_is_lost(position: Position, bot: Seat, seen: &mut std::collections::HashSet<Position>) {
    if !seen.insert(position) {
        return;
    }
    let Some(turn) = position.turn() else {
        let lost = matches!(position.outcome(), Outcome::Won { winner, .. } if winner != bot);
        assert!(!lost, "the bot lost:\n{position}");
        return;
    };
    let moves: Vec<Cell> = if turn == bot {
        let players = if bot == Seat::X { [BOT, ALICE] } else { [ALICE, BOT] };
        let (row, col) = must_move(&shown(&players, &position));
        vec![Cell { row: u8::try_from(row).unwrap(), col: u8::try_from(col).unwrap() }]
    } else {
        position.legal_moves().collect()
    };
    for cell in moves {
        let mut next = position;
        next.play(cell).expect("the move is legal");
        no_game_is_lost(next, bot, seen);
    }
}

#[test]
fn on_three_by_three_no_opponent_wins_whoever_begins() {
    for bot in [Seat::X, Seat::O] {
        no_game_is_lost(after("classic", 2, &[]), bot, &mut std::collections::HashSet::new());
    }
}
