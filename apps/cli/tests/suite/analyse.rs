//! What each move of a round was worth: the table for people, the object for programs, and Ctrl-C.

use serde_json::{Value, json};

use crate::common::{
    PROGRAM, must_create_game, must_play, must_run, must_start_chain, must_start_chain_with_arena, stderr,
    stdout,
};
use crate::terminal::Terminal;
use crate::watch::must_find_last;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_classic_is_known_to_its_end() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    must_play(&chain, &[5, 1, 3, 2, 7]).await;

    let analysed = must_run(&chain, "analyse --playouts 500").await;

    assert_eq!(stderr(&analysed), "");
    assert_eq!(
        stdout(&analysed),
        "\
Game 1: classic
  X alice.test.near
  O bob.test.near

move    cell  after it     best
   1  X 1,1   draw         1,1
   2  O 0,0   draw         0,0
   3  X 0,2   draw         0,2
   4  O 0,1   X wins in 1  2,0     blunder
   5  X 2,0   X has won    2,0
"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_the_arena_is_named_and_who_leaves_is_not_graded() {
    let chain = must_start_chain_with_arena().await;
    for step in [
        "create alice.test.near bob.test.near --rules 4x4:3",
        "move 0 0 --game 1",
        "move 3 3 --game 1",
        "move 0 1 --game 1",
        "resign 1 --as bob.test.near",
        "restart 1 --as bob.test.near",
        "move 1 1 --game 1",
    ] {
        must_run(&chain, step).await;
    }

    let first = must_run(&chain, "analyse 1 --round 1 --playouts 2000 --json").await;
    let analysis: Value = serde_json::from_str(&stdout(&first)).expect("one object");
    assert_eq!(analysis["game_id"], "1");
    assert_eq!((&analysis["round"], &analysis["rules"]), (&json!(1), &json!("4x4:3")));
    assert_eq!(analysis["players"], json!(["alice.test.near", "bob.test.near"]));
    let moves = analysis["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 4);
    assert_eq!((&moves[1]["number"], &moves[1]["seat"]), (&json!(2), &json!(2)));
    assert_eq!(moves[1]["cell"], json!({ "row": 3, "col": 3 }));
    assert_eq!(moves[1]["evaluation"]["chances"], json!([1000, 0]));
    assert_eq!(moves[2]["evaluation"]["verdict"], json!({ "wins": 1, "marks": 2 }));
    assert_eq!((&moves[3]["cell"], &moves[3]["grade"]), (&Value::Null, &Value::Null));
    assert_eq!(moves[3]["evaluation"]["verdict"], json!({ "wins": 1, "marks": 0 }));

    let last = stdout(&must_run(&chain, "analyse 1 --playouts 10").await);
    assert!(last.starts_with("Game 1: 4x4:3, round 2\n"), "{last}");
    assert_eq!(last.lines().count(), 6, "{last}");

    let missing = must_run(&chain, "analyse 1 --round 7").await;
    assert_eq!(missing.status.code(), Some(3));
    assert_eq!(stderr(&missing), "WRONG_ROUND: the blocks from 0 on tell of no round 7\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_may_begin_in_the_middle_of_a_round_and_a_public_network_must_be_told_where() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    must_play(&chain, &[5, 1]).await;
    let middle = must_find_last(&chain, 3) + 1;
    must_play(&chain, &[3]).await;

    let analysed = stdout(&must_run(&chain, &format!("analyse --playouts 500 --from {middle}")).await);
    assert_eq!(analysed.lines().last(), Some("   3  X 0,2   draw      0,2"), "{analysed}");

    let unnamed = must_run(&chain, "analyse --network testnet --contract game.testnet").await;
    assert!(stderr(&unnamed).contains("--from HEIGHT"), "{}", stderr(&unnamed));
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_ends_an_analysis_with_what_is_known_by_then() {
    let chain = must_start_chain_with_arena().await;
    must_run(&chain, "create alice.test.near bob.test.near --rules ultimate").await;
    must_run(&chain, "move 4 4 --game 1").await;
    let url = chain.rpc_url();

    let mut terminal =
        Terminal::must_start(PROGRAM, &["analyse", "1", "--seconds", "1000", "--rpc", &url], (80, 24), &[]);
    terminal.must_show("0 of 2 positions");
    terminal.press("\x03");
    terminal.must_show("move    cell  after it");
    assert!(terminal.must_end().success());
}
