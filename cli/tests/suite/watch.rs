//! The watcher against a live node: what it prints, what it keeps, and that a restart does not stop it.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use tic_tac_toe_cli::local::LocalChain;

use crate::common::{must_create_game, must_play, must_run, must_start_chain, program};

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
        let mut command = program(chain, &format!("watch {args}"));
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

    fn assert_no_difference(&self) {
        assert!(self.remarks.try_iter().all(|remark| !remark.contains("DIFFERENT")));
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

fn count(file: &Path, table: &str) -> u64 {
    let db = rusqlite::Connection::open(file).unwrap();
    db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
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

    let expected = [
        ".../.../... game_created 1: alice.test.near X, bob.test.near O",
        ".../.X./... move_made 1: X row 1 col 1 by alice.test.near",
        "O../.X./... move_made 1: O row 0 col 0 by bob.test.near",
        "O.X/.X./... move_made 1: X row 0 col 2 by alice.test.near",
        "OOX/.X./... move_made 1: O row 0 col 1 by bob.test.near",
        "OOX/.X./X.. move_made 1: X row 2 col 0 by alice.test.near",
        "OOX/.X./X.. game_over 1: won by alice.test.near",
    ];
    for line in expected {
        assert_eq!(without_height(&watch.next_event()), line);
    }
    watch.assert_no_difference();
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
    let expected = [
        ".../.../... game_created 1: alice.test.near X, bob.test.near O",
        "X../.../... move_made 1: X row 0 col 0 by alice.test.near",
        "XO./.../... move_made 1: O row 0 col 1 by bob.test.near",
    ];
    for line in expected {
        assert_eq!(without_height(&watch.next_event()), line);
    }
    watch.assert_no_difference();
    assert_eq!((count(&file, "games"), count(&file, "moves")), (2, 3));
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
    assert_eq!((count(&file, "games"), count(&file, "moves")), (1, 1));

    must_play(&chain, &[1]).await;
    let watch = Watch::must_start(&chain, &args);
    let expected = "O../.X./... move_made 1: O row 0 col 0 by bob.test.near";
    assert_eq!(without_height(&watch.next_event()), expected);
    drop(watch);
    assert_eq!((count(&file, "games"), count(&file, "moves")), (1, 2));

    let from_the_start = Watch::must_start(&chain, &format!("--from 0 {args}"));
    for _ in 0..3 {
        from_the_start.next_event();
    }
    assert_eq!((count(&file, "games"), count(&file, "moves")), (1, 2));
}
