//! The arena's commands for scripts: games from their creation to their end, and what is refused.

use serde_json::{Value, json};
use tic_tac_toe_cli::local::LocalChain;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::GameId;

use crate::common::{must_run, must_start_chain, must_start_chain_with_arena, stderr, stdout};

const DONE: Option<i32> = Some(0);
const FAILED: Option<i32> = Some(1);
const USAGE: Option<i32> = Some(2);
const REFUSED: Option<i32> = Some(3);

async fn must_do(chain: &LocalChain, args: &str) -> String {
    let output = must_run(chain, args).await;
    assert_eq!(output.status.code(), DONE, "{args}: {}", stderr(&output));
    stdout(&output)
}

async fn must_read(chain: &LocalChain, args: &str) -> Value {
    serde_json::from_str(&must_do(chain, args).await).expect("one line of JSON")
}

async fn assert_refused(chain: &LocalChain, args: &str, line: &str) {
    let output = must_run(chain, args).await;
    assert_eq!((stderr(&output).trim_end(), output.status.code()), (line, REFUSED), "{args}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_scripted_from_its_creation_to_its_end() {
    let chain = must_start_chain_with_arena().await;

    let created = must_do(&chain, "create alice.test.near bob.test.near").await;
    assert!(
        created.starts_with(
            "game_created 1: X alice.test.near, O bob.test.near\nround_started 1: round 1, X to move\ncost "
        ),
        "{created}"
    );
    for cell in ["1 1", "0 0", "0 2", "0 1"] {
        must_do(&chain, &format!("move {cell} --game 1")).await;
    }
    let won = must_do(&chain, "move 2 0 --game 1 --as alice.test.near --round 1").await;
    assert!(won.contains("round_over 1: round 1 won by alice.test.near"), "{won}");
    assert!(won.ends_with("\n\n  O O X\n  . X .\n  X . .\n\nalice.test.near has won with X.\n"), "{won}");

    assert_eq!(
        must_do(&chain, "show --game 1").await,
        "Game 1: classic, round 1, 0 drawn\n  X alice.test.near: won 1\n  O bob.test.near: won 0\n\n  \
         O O X\n  . X .\n  X . .\n\nalice.test.near has won with X.\n"
    );
    must_do(&chain, "restart 1 --as bob.test.near").await;
    must_do(&chain, "move 0 0 --game 1").await;
    must_do(&chain, "move 0 1 --game 1").await;
    let resigned = must_do(&chain, "resign 1 --as alice.test.near").await;
    assert!(resigned.contains("player_out 1: X alice.test.near resigned"), "{resigned}");
    let standing = "1  classic  alice.test.near bob.test.near  round 2: \
                    bob.test.near has won with O: the others are out.\n";
    assert_eq!(must_do(&chain, "list --of bob.test.near").await, standing);

    let closed = must_do(&chain, "close 1").await;
    assert!(closed.starts_with("game_closed 1: by alice.test.near"), "{closed}");
    let gone = must_run(&chain, "show --game 1").await;
    let sentence = "NO_GAME: there is no game 1; see those that there are with: tic-tac-toe list\n";
    assert_eq!((stderr(&gone).as_str(), gone.status.code()), (sentence, REFUSED));
}

#[tokio::test(flavor = "multi_thread")]
async fn free_seats_are_listed_and_taken() {
    let chain = must_start_chain_with_arena().await;
    must_do(&chain, "create alice.test.near - - --rules 5x7:4 --turn-seconds 60").await;
    must_do(&chain, "create bob.test.near alice.test.near --rules ultimate:any").await;

    let open = must_do(&chain, "list --open").await;
    assert_eq!(open, "1  5x7:4, 60 seconds a turn  alice.test.near - -  round 1: Seat 2 is free.\n");
    must_do(&chain, "join 1 --as bob.test.near").await;
    let joined = must_do(&chain, "join 1 --as carol.test.near").await;
    assert!(
        joined.contains("player_joined 1: A carol.test.near\nround_started 1: round 1, X to move"),
        "{joined}"
    );
    assert!(must_do(&chain, "list --open").await.starts_with("There are no such games."));

    let page = must_read(&chain, "list --limit 1 --json").await;
    assert_eq!((&page["games"][0]["game_id"], &page["next"]), (&json!("1"), &json!("2")));
    let rest = must_do(&chain, "list --from 2").await;
    assert_eq!(
        rest,
        "2  ultimate:any  bob.test.near alice.test.near  round 1: bob.test.near is to move with X.\n"
    );
    let mine = must_read(&chain, "list --of carol.test.near --json").await;
    assert_eq!(mine["games"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_one_line_with_its_code_and_its_sentence() {
    let chain = must_start_chain_with_arena().await;

    assert_refused(
        &chain,
        "join 7 --as bob.test.near",
        "NO_GAME: there is no game 7; it was never created or has been closed, look with get_games",
    )
    .await;
    must_do(&chain, "create alice.test.near bob.test.near").await;
    assert_refused(&chain, "move 0 0 --game 1 --as bob.test.near", "NOT_YOUR_TURN: it is the turn of seat 1")
        .await;
    let refused = must_run(&chain, "claim 1 --as bob.test.near --json").await;
    let told: Value = serde_json::from_str(&stdout(&refused)).unwrap();
    assert_eq!(told["refused"]["code"], "NO_TIME_LIMIT");
    assert_eq!(refused.status.code(), REFUSED);

    let twice = must_run(&chain, "create alice.test.near alice.test.near").await;
    assert!(stderr(&twice).starts_with("BAD_PLAYERS: "), "{}", stderr(&twice));
    assert_eq!(twice.status.code(), REFUSED);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_storage_of_games_is_paid_for_once_and_comes_back() {
    let chain = must_start_chain_with_arena().await;
    let balance = async || must_read(&chain, "storage alice.test.near --json").await;

    let nobody = must_run(&chain, "storage alice.test.near").await;
    let sentence = "NOT_REGISTERED: alice.test.near is not registered; hosting a game registers it\n";
    assert_eq!((stderr(&nobody).as_str(), nobody.status.code()), (sentence, REFUSED));
    must_do(&chain, "create alice.test.near bob.test.near").await;
    let first = balance().await;
    assert_eq!(first["available"], "0");
    must_do(&chain, "close 1").await;

    must_do(&chain, "create alice.test.near bob.test.near").await;
    assert_eq!(balance().await, first);
    assert_refused_unregistering(&chain).await;
    must_do(&chain, "close 2").await;
    let shown = must_do(&chain, "storage alice.test.near --deposit 0.5").await;
    assert!(shown.contains("alice.test.near: 0.") && shown.ends_with(" available\n"), "{shown}");
    must_do(&chain, "storage alice.test.near --withdraw 0.1").await;
    must_do(&chain, "storage alice.test.near --withdraw").await;
    assert_eq!(balance().await["available"], "0");
    let gone = must_do(&chain, "storage alice.test.near --unregister").await;
    assert!(gone.ends_with("is not registered; hosting a game registers it\n"), "{gone}");
}

async fn assert_refused_unregistering(chain: &LocalChain) {
    let output = must_run(chain, "storage alice.test.near --unregister").await;
    assert!(stderr(&output).starts_with("HAS_GAMES: "), "{}", stderr(&output));
    assert_eq!(output.status.code(), REFUSED);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_of_a_call_is_also_told_as_json() {
    let chain = must_start_chain_with_arena().await;

    let told = must_read(&chain, "create alice.test.near bob.test.near --rules ultimate --json").await;
    assert_eq!(told["events"][0]["event"], "game_created");
    assert_eq!(told["events"][0]["data"]["rules"], json!({ "ultimate": { "capture": "first" } }));
    assert!(told["transaction"].is_string() && told["gas_burnt"].is_u64());

    let moved = must_read(&chain, "move 3 5 --game 1 --json").await;
    assert_eq!(moved["events"][0]["data"]["row"], 3);
    let game = Table::of_arena(chain.arena(), GameId(1)).await.unwrap().unwrap();
    assert_eq!(game.next_player().unwrap(), "bob.test.near");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_or_wrong_is_said_in_one_sentence() {
    let chain = must_start_chain(0).await;

    let no_arena = must_run(&chain, "list").await;
    let sentence = "arena.test.near holds no tic-tac-toe contract; deploy it there, or name another\n";
    assert_eq!((stderr(&no_arena).as_str(), no_arena.status.code()), (sentence, FAILED));

    for wrong in [
        "create alice.test.near - --rules 2x2:2",
        "join 1 --as bob.test.near --contract arena.near",
        "move 0 --game 1",
        "join 1",
        "storage alice.near --withdraw x",
    ] {
        let output = must_run(&chain, wrong).await;
        assert_eq!(output.status.code(), USAGE, "{wrong}");
    }
    let unnamed = must_run(&chain, "list --network testnet").await;
    assert_eq!(stderr(&unnamed), "which contract? Name its account on testnet with --arena\n");
}
