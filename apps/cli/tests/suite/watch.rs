//! The watcher against a live node: what it prints, what it keeps, and that a restart does not stop it.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use sqlx::Row;
use tic_tac_toe_cli::local::LocalChain;
use tic_tac_toe_indexer::store::{Location, open_to_read};

use crate::block_server::{BlockServer, Manner};
use crate::common::{
    must_create_game, must_play, must_run, must_start_chain, must_start_chain_with_arena, program, stderr,
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

fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, received) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    received
}

/// The line without the block's height, which varies.
fn without_height(line: &str) -> String {
    line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}

fn height_of(line: &str) -> u64 {
    line.split_whitespace().nth(1).expect("a line names its block").parse().unwrap()
}

/// The block of the newest of so many events, which is final then.
fn must_find_last(chain: &LocalChain, events: usize) -> u64 {
    let watch = Watch::must_start(chain, "--from 0");
    for _ in 1..events {
        watch.next_event();
    }
    height_of(&watch.next_event())
}

/// What a question to the database gives, a number for each row.
async fn numbers(file: &Path, sql: &'static str) -> Vec<i64> {
    let db = open_to_read(&Location::Sqlite(file.to_owned()), 1).await.unwrap();
    let rows = sqlx::query(sql).fetch_all(&db).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn games_and_moves(file: &Path) -> (i64, i64) {
    let counts = "SELECT count(*) FROM games UNION ALL SELECT count(*) FROM moves";
    let counts = numbers(file, counts).await;
    (counts[0], counts[1])
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
        ".../.../... game_created 1: alice.test.near X, bob.test.near O",
        ".../.X./... move_made 1: X row 1 col 1 by alice.test.near",
        "O../.X./... move_made 1: O row 0 col 0 by bob.test.near",
        "O.X/.X./... move_made 1: X row 0 col 2 by alice.test.near",
        "OOX/.X./... move_made 1: O row 0 col 1 by bob.test.near",
        "OOX/.X./X.. move_made 1: X row 2 col 0 by alice.test.near",
        "OOX/.X./X.. game_over 1: won by alice.test.near",
    ]);
    watch.assert_no_difference(&chain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_contracts_are_watched_at_once_and_each_game_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let chain = must_start_chain_with_arena().await;
    let both = "--contract tic-tac-toe.test.near --contract arena.test.near";
    let watch = Watch::must_start(&chain, &format!("{both} --from 0 --db {}", file.display()));
    watch.must_remark("watching arena.test.near from block");

    must_create_game(&chain).await;
    for step in [
        "create alice.test.near - --turn-seconds 60",
        "join 1 --as bob.test.near",
        "move 1 1 1",
        "restart 1 --as bob.test.near",
        "create alice.test.near bob.test.near --rules ultimate:closing",
        "move 1 0 0",
        "close 1",
    ] {
        must_run(&chain, &format!("arena {step}")).await;
    }

    watch.must_tell(&[
        "tic-tac-toe.test.near .../.../... game_created 1: alice.test.near X, bob.test.near O",
        "arena.test.near .../.../... game_created 1: 1 alice.test.near 2 free",
        "arena.test.near .../.../... player_joined 1: 2 bob.test.near",
        "arena.test.near .../.../... round_started 1: round 1",
        "arena.test.near .../.X./... move_made 1: 1 row 1 col 1 by alice.test.near",
        "arena.test.near .../.X./... player_out 1: 2 bob.test.near resigned",
        "arena.test.near .../.X./... round_over 1: round 1 won by alice.test.near",
        "arena.test.near .../.../... round_started 1: round 2",
    ]);
    // The same players can't have two games at once.
    watch.must_tell(&["arena.test.near X../.../... move_made 1: 1 row 0 col 0 by alice.test.near"]);
    watch.must_tell(&[
        "arena.test.near X../.../... player_out 1: 1 alice.test.near resigned",
        "arena.test.near X../.../... round_over 1: round 2 won by bob.test.near",
        "arena.test.near ? game_closed 1: by alice.test.near",
    ]);
    watch.assert_no_difference(&chain).await;
    let outs = "SELECT count(*) FROM outs";
    // The last game of the one-game contract was made for the comparison and may not be kept yet.
    assert_eq!((games_and_moves(&file).await.1, numbers(&file, outs).await), (2, vec![2]));
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_comes_to_a_game_of_the_arena_half_way_still_compares_it() {
    let chain = must_start_chain_with_arena().await;
    must_run(&chain, "arena create alice.test.near bob.test.near --rules ultimate").await;
    must_run(&chain, "arena move 1 4 4").await;
    let watch = Watch::must_start(&chain, "--contract arena.test.near");
    watch.must_remark("watching arena.test.near from block");

    must_run(&chain, "arena move 1 3 3").await;

    watch.must_tell(&["ultimate:first after 2 moves move_made 1: 2 row 3 col 3 by bob.test.near"]);
    must_run(&chain, "arena move 1 0 0").await;
    watch.must_tell(&["ultimate:first after 3 moves move_made 1: 1 row 0 col 0 by alice.test.near"]);
    let mut watch = watch;
    watch.child.kill().unwrap();
    assert!(watch.remarks.iter().all(|remark| !remark.contains("DIFFERENT") && !remark.contains("no sense")));
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
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let chain = must_start_chain(0).await;
    let port = chain.rpc_url().rsplit(':').next().unwrap().parse().unwrap();
    let watch = Watch::must_start(&chain, &format!("--from 0 --db {}", file.display()));
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
    watch.must_tell(&[
        ".../.../... game_created 1: alice.test.near X, bob.test.near O",
        "X../.../... move_made 1: X row 0 col 0 by alice.test.near",
        "XO./.../... move_made 1: O row 0 col 1 by bob.test.near",
    ]);
    assert_eq!(games_and_moves(&file).await, (2, 3));
    watch.assert_no_difference(&chain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_that_was_stopped_goes_on_where_it_was_without_duplicates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let args = format!("--db {}", file.display());
    let chain = must_start_chain(0).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 {args}"));
    must_create_game(&chain).await;
    must_play(&chain, &[5]).await;
    watch.next_event();
    watch.next_event();
    drop(watch);
    assert_eq!(games_and_moves(&file).await, (1, 1));

    must_play(&chain, &[1]).await;
    let watch = Watch::must_start(&chain, &args);
    watch.must_tell(&["O../.X./... move_made 1: O row 0 col 0 by bob.test.near"]);
    drop(watch);
    assert_eq!(games_and_moves(&file).await, (1, 2));

    let from_the_start = Watch::must_start(&chain, &format!("--from 0 {args}"));
    for _ in 0..3 {
        from_the_start.next_event();
    }
    assert_eq!(games_and_moves(&file).await, (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_begins_in_the_middle_of_a_game_has_the_next_game_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let args = format!("--db {}", file.display());
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    must_play(&chain, &[5, 1]).await;
    let middle = must_find_last(&chain, 3) + 1;

    let from_the_middle = Watch::must_start(&chain, &format!("--from {middle} {args}"));
    must_play(&chain, &[3]).await;
    from_the_middle.must_remark("is not kept: move_made 1: X row 0 col 2 by alice.test.near, but the game's");
    from_the_middle.must_tell(&["O.X/.X./... move_made 1: X row 0 col 2 by alice.test.near"]);
    must_create_game(&chain).await;
    must_play(&chain, &[9]).await;
    from_the_middle.must_tell(&[
        ".../.../... game_created 2: alice.test.near X, bob.test.near O",
        ".../.../..X move_made 2: X row 2 col 2 by alice.test.near",
    ]);
    drop(from_the_middle);
    assert_eq!(games_and_moves(&file).await, (1, 1));

    let ended = must_run(&chain, &format!("watch --from 0 {args}")).await;
    assert_eq!(ended.status.code(), Some(1));
    let refused = format!(
        "begins at block {middle} for tic-tac-toe.test.near, and earlier blocks can't be put before it"
    );
    assert!(stderr(&ended).contains(&refused), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_ends_the_watch_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    std::fs::write(&file, "not a database, but long enough to be taken for a broken one".repeat(20)).unwrap();
    let chain = must_start_chain(0).await;
    let ended = must_run(&chain, &format!("watch --from 0 --db {}", file.display())).await;

    assert_eq!(ended.status.code(), Some(1));
    assert!(stderr(&ended).contains("games.sqlite cannot be used as a database: "), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_tells_another_story_than_the_contract_is_reported() {
    let chain = must_start_chain(0).await;
    let forging = Manner::Forging(r#"\"row\":1,\"col\":1"#, r#"\"row\":0,\"col\":0"#);
    let server = BlockServer::must_start(&chain, forging).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));

    must_create_game(&chain).await;
    must_play(&chain, &[5]).await;

    watch.must_remark(
        "DIFFERENT: the events tell of game 1 at X../.../... between alice.test.near and bob.test.near, \
         get_game of game 1 at .../.X./... between alice.test.near and bob.test.near",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_server_that_lags_behind_is_waited_for() {
    let chain = must_start_chain(0).await;
    let server = BlockServer::must_start(&chain, Manner::Honest).await;
    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));
    watch.must_remark("watching tic-tac-toe.test.near from block 0");
    must_create_game(&chain).await;
    let created = height_of(&watch.next_event());

    server.behave(Manner::Only(0..=created - 1));
    server.must_be_asked_for_the_newest();
    server.must_be_asked_for_the_newest();
    server.behave(Manner::Honest);
    must_play(&chain, &[5]).await;

    watch.must_tell(&[".../.X./... move_made 1: X row 1 col 1 by alice.test.near"]);
    assert_eq!(watch.remarks.try_iter().collect::<Vec<_>>(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_that_are_no_longer_served_are_named_and_passed_over() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    let created = must_find_last(&chain, 1);
    must_play(&chain, &[5, 1]).await;
    let newest = must_find_last(&chain, 3);
    let server = BlockServer::must_start(&chain, Manner::Only(created + 1..=newest)).await;

    let watch = Watch::must_start(&chain, &format!("--from 0 --blocks {}", server.url));

    let first = created + 1;
    watch.must_remark(&format!(
        "blocks 0 to {created} are no longer served, and their events are missed; going on from block {first}"
    ));
    watch.must_tell(&[
        "? move_made 1: X row 1 col 1 by alice.test.near",
        "? move_made 1: O row 0 col 0 by bob.test.near",
    ]);
}
