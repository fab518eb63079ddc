//! The exact log lines that indexers read.

use super::*;

#[test]
fn a_new_game_logs_who_plays() {
    new_game(ALICE, BOB);
    assert_eq!(
        get_logs(),
        [
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_created","data":{"game_id":"1","p1":"alice.near","p2":"bob.near"}}"#
        ]
    );
}

#[test]
fn a_move_logs_who_marked_which_cell() {
    after_moves("1 . .  . . 2  . . .");
    assert_eq!(
        get_logs(),
        [
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{"game_id":"1","player":"bob.near","mark":"O","row":1,"col":2}}"#
        ]
    );
}

#[test]
fn a_winning_move_logs_the_move_and_then_the_winner() {
    after_moves(X_WINS);
    assert_eq!(
        get_logs(),
        [
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{"game_id":"1","player":"alice.near","mark":"X","row":0,"col":2}}"#,
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"1","result":"won","winner":"alice.near","mark":"X"}}"#
        ]
    );
}

#[test]
fn a_drawing_move_logs_the_move_and_then_the_draw() {
    after_moves(DRAW);
    assert_eq!(
        get_logs(),
        [
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{"game_id":"1","player":"alice.near","mark":"X","row":2,"col":2}}"#,
            r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_over","data":{"game_id":"1","result":"draw","winner":null,"mark":null}}"#
        ]
    );
}
