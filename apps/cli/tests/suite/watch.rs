//! The watcher against a live node: what it prints, and that a restart does not stop it.

use std::process::{Child, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use tic_tac_toe_cli::local::LocalChain;

use crate::block_server::{Behaviour, BlockServer};
use crate::common::{
    lines, must_create_game, must_play, must_run, must_start_chain, must_start_chain_with_arena, program,
    stderr,
};

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running `watch`; dropping it ends it.
struct Watch {
    child: Child,
    events: Receiver<String>,
    remarks: Receiver<String>,
}

impl Watch {
    fn must_start(chain: &LocalChain, args: &str) -> Self {
        let mut command = program(&chain.rpc_url(), &format!("watch {args}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("watch starts");
        let events = lines(child.stdout.take().unwrap());
        let remarks = lines(child.stderr.take().unwrap());
        Self { child, events, remarks }
    }

    fn next_event(&self) -> String {
        self.events.recv_timeout(PATIENCE).expect("an event is printed")
    }

    fn must_remark(&self, text: &str) {
        while !self.remarks.recv_timeout(PATIENCE).expect("a remark is printed").contains(text) {}
    }

    fn must_tell(&self, expected: &[&str]) {
        for line in expected {
            assert_eq!(without_height(&self.next_event()), *line);
        }
    }

    /// Ends the watch and looks through all that it has remarked. The last events must have been compared by then,
    /// which is certain once those of a later block are printed.
    async fn assert_no_difference(mut self, chain: &LocalChain) {
        must_run(chain, "new-game alice.test.near bob.test.near").await;
        self.next_event();
        self.child.kill().unwrap();
        let differences: Vec<String> = self.remarks.iter().filter(|it| it.contains("DIFFERENT")).collect();
        assert_eq!(differences, Vec::<String>::new());
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The line without the block's height, which varies.
fn without_height(line: &str) -> String {
    line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}

fn height_of(line: &str) -> u64 {
    line.split_whitespace().nth(1).expect("a line names its block").parse().unwrap()
}

/// The block of the newest of so many events, which is final then.
pub fn must_find_last(chain: &LocalChain, events: usize) -> u64 {
    let watch = Watch::must_start(chain, "--from 0");
    for _ in 1..events {
        watch.next_event();
    }
    height_of(&watch.next_event())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_printed_with_the_board_they_give() {
    let chain = must_start_chain(0).await;
    let watch = Watch::must_start(&chain, "");
    watch.must_remark("watching tic-tac-toe.test.near from block");

    must_create_game(&chain).await;
    must_play(&chain, &[5, 1]).await;
    must_run(&chain, "move 0 0").await;
    must_play(&chain, &[3, 2, 7]).await;

    watch.must_tell(&[
        ".../.../... game_created 1: X alice.test.near, O bob.test.near",
        ".../.X./... move_made 1: X row 1 col 1 by alice.test.near",
        "O../.X./... move_made 1: O row 0 col 0 by bob.test.near",
        "O.X/.X./... move_made 1: X row 0 col 2 by alice.test.near",
        "OOX/.X./... move_made 1: O row 0 col 1 by bob.test.near",
        "OOX/.X./X.. move_made 1: X row 2 col 0 by alice.test.near",
        "OOX/.X./X.. game_over 1: won by alice.test.near with X",
    ]);
    watch.assert_no_difference(&chain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_without_a_contract_is_warned_of() {
    let chain = must_start_chain_with_arena().await;
    let all = "--contract tic-tac-toe.test.near --contract arena.test.near --contract alice.test.near";
    let watch = Watch::must_start(&chain, &format!("{all} --contract nobody.test.near"));
    let remarks: Vec<String> =
        (0..6).map(|_| watch.remarks.recv_timeout(PATIENCE).expect("a remark")).collect();
    let warnings: Vec<&str> = remarks.iter().filter_map(|remark| remark.strip_prefix("warning: ")).collect();
    assert_eq!(
        warnings,
        [
            "alice.test.near holds no tic-tac-toe contract; deploy it there, or name another",
            "there is no account nobody.test.near on this network",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn both_contracts_are_watched_at_once_and_each_game_is_compared() {
    let chain = must_start_chain_with_arena().await;
    let both = "--contract tic-tac-toe.test.near --contract arena.test.near";
    let watch = Watch::must_start(&chain, &format!("{both} --from 0"));
    watch.must_remark("watching arena.test.near from block");

    must_create_game(&chain).await;
    for step in [
        "create alice.test.near - --turn-seconds 60",
        "join 1 --as bob.test.near",
        "move 1 1 --game 1",
        "move 0 2 --game 1",
        "restart 1 --as bob.test.near",
        "create alice.test.near bob.test.near --rules ultimate:closing",
        "move 0 0 --game 1",
        "close 1",
    ] {
        must_run(&chain, step).await;
    }

    watch.must_tell(&[
        "tic-tac-toe.test.near .../.../... game_created 1: X alice.test.near, O bob.test.near",
        "arena.test.near .../.../... game_created 1: X alice.test.near, O free",
        "arena.test.near .../.../... player_joined 1: O bob.test.near",
        "arena.test.near .../.../... round_started 1: round 1, X to move",
        "arena.test.near .../.X./... move_made 1: X row 1 col 1 by alice.test.near",
        "arena.test.near ..O/.X./... move_made 1: O row 0 col 2 by bob.test.near",
        "arena.test.near ..O/.X./... player_out 1: O bob.test.near resigned",
        "arena.test.near ..O/.X./... round_over 1: round 1 won by alice.test.near with X",
        "arena.test.near .../.../... round_started 1: round 2, X to move",
    ]);
    // The same players can't have two games at once.
    watch.must_tell(&["arena.test.near X../.../... move_made 1: X row 0 col 0 by alice.test.near"]);
    watch.must_tell(&[
        "arena.test.near X../.../... player_out 1: X alice.test.near resigned",
        "arena.test.near X../.../... round_over 1: round 2 won by bob.test.near with O",
        "arena.test.near ? game_closed 1: by alice.test.near",
    ]);
    watch.assert_no_difference(&chain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_comes_to_a_game_of_the_arena_half_way_still_compares_it() {
    let chain = must_start_chain_with_arena().await;
    must_run(&chain, "create alice.test.near bob.test.near --rules ultimate").await;
    must_run(&chain, "move 4 4 --game 1").await;
    let watch = Watch::must_start(&chain, "--contract arena.test.near");
    watch.must_remark("watching arena.test.near from block");

    must_run(&chain, "move 3 3 --game 1").await;

    watch.must_tell(&["ultimate:first after 2 moves move_made 1: O row 3 col 3 by bob.test.near"]);
    must_run(&chain, "move 0 0 --game 1").await;
    watch.must_tell(&["ultimate:first after 3 moves move_made 1: X row 0 col 0 by alice.test.near"]);
    let mut watch = watch;
    watch.child.kill().unwrap();
    assert!(
        watch.remarks.iter().all(|remark| !remark.contains("DIFFERENT") && !remark.contains("inconsistent"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn json_lines_carry_the_event_as_the_contract_wrote_it() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;

    let watch = Watch::must_start(&chain, "--json --from 0");

    let line: serde_json::Value = serde_json::from_str(&watch.next_event()).unwrap();
    assert_eq!((&line["standard"], &line["event"]), (&"tic-tac-toe".into(), &"game_created".into()));
    assert_eq!(
        line["data"],
        serde_json::json!({"game_id": "1", "p1": "alice.test.near", "p2": "bob.test.near"})
    );
    assert!(line["block_height"].is_u64() && line["receipt_id"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_restarts_half_way_is_followed_onto_its_new_chain() {
    let chain = must_start_chain(0).await;
    let port = chain.rpc_url().rsplit(':').next().unwrap().parse().unwrap();
    let watch = Watch::must_start(&chain, "--from 0");
    must_create_game(&chain).await;
    must_play(&chain, &[5]).await;
    watch.next_event();
    assert!(watch.next_event().ends_with("move_made 1: X row 1 col 1 by alice.test.near"));

    drop(chain);
    watch.must_remark("cannot be reached");
    let chain = must_start_chain(port).await;
    must_create_game(&chain).await;
    must_play(&chain, &[1, 2]).await;

    watch.must_remark("the chain has started anew");
    watch.must_remark("the servers answer again");
    watch.must_tell(&[
        ".../.../... game_created 1: X alice.test.near, O bob.test.near",
        "X../.../... move_made 1: X row 0 col 0 by alice.test.near",
        "XO./.../... move_made 1: O row 0 col 1 by bob.test.near",
    ]);
    watch.assert_no_difference(&chain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_comes_half_way_sees_the_board_so_far_and_the_next_game_whole() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    must_play(&chain, &[5, 1]).await;
    let middle = must_find_last(&chain, 3) + 1;

    let from_the_middle = Watch::must_start(&chain, &format!("--from {middle}"));
    must_play(&chain, &[3]).await;
    from_the_middle.must_tell(&["O.X/.X./... move_made 1: X row 0 col 2 by alice.test.near"]);
    must_create_game(&chain).await;
    must_play(&chain, &[9]).await;
    from_the_middle.must_tell(&[
        ".../.../... game_created 2: X alice.test.near, O bob.test.near",
        ".../.../..X move_made 2: X row 2 col 2 by alice.test.near",
    ]);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeping_games_is_refused_with_the_name_of_the_program_that_does() {
    let chain = must_start_chain(0).await;
    let refused = must_run(&chain, "watch --from 0 --db games.sqlite").await;
    assert_eq!(refused.status.code(), Some(2));
    let sentence = "to keep them in a database: tic-tac-toe-indexer run --db sqlite:FILE";
    assert!(stderr(&refused).contains(sentence), "{}", stderr(&refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_tells_another_story_than_the_contract_is_reported() {
    let chain = must_start_chain(0).await;
    let forging = Behaviour::Forging(r#"\"row\":1,\"col\":1"#, r#"\"row\":0,\"col\":0"#);
    let server = BlockServer::must_start(&chain, forging).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));

    must_create_game(&chain).await;
    must_play(&chain, &[5]).await;

    watch.must_remark("DIFFERENT: the events give board X../.../..., get_game .../.X./...");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_server_that_lags_behind_is_waited_for() {
    let chain = must_start_chain(0).await;
    let server = BlockServer::must_start(&chain, Behaviour::Honest).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));
    watch.must_remark("watching tic-tac-toe.test.near from block 0");
    must_create_game(&chain).await;
    let created = height_of(&watch.next_event());

    server.behave(Behaviour::Only(0..=created - 1));
    server.must_be_asked();
    server.must_be_asked();
    server.behave(Behaviour::Honest);
    must_play(&chain, &[5]).await;

    watch.must_tell(&[".../.X./... move_made 1: X row 1 col 1 by alice.test.near"]);
    assert_eq!(watch.remarks.try_iter().collect::<Vec<_>>(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_server_that_is_asked_too_often_is_left_alone_ever_longer() {
    let chain = must_start_chain(0).await;
    let server = BlockServer::must_start(&chain, Behaviour::Busy).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));
    server.must_be_asked();
    let begun = Instant::now();
    for _ in 0..4 {
        server.must_be_asked();
    }
    // After pauses of 0.25, 0.5, 1 and 2 seconds, which can only be longer.
    assert!(begun.elapsed() > Duration::from_secs(2));
    watch.must_remark("answers 429 Too Many Requests; trying again");

    server.behave(Behaviour::Honest);
    must_create_game(&chain).await;
    watch.next_event();
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_that_are_no_longer_served_are_named_and_passed_over() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    let created = must_find_last(&chain, 1);
    must_play(&chain, &[5, 1]).await;
    let newest = must_find_last(&chain, 3);
    let server = BlockServer::must_start(&chain, Behaviour::Only(created + 1..=newest)).await;

    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));

    let first = created + 1;
    watch.must_remark(&format!(
        "blocks 0 to {created} are no longer served, and their events are missed; going on from block {first}"
    ));
    watch.must_tell(&[
        ".../.X./... move_made 1: X row 1 col 1 by alice.test.near",
        "O../.X./... move_made 1: O row 0 col 0 by bob.test.near",
    ]);
}
