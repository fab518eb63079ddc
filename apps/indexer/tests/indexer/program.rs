//! The program with a server of random blocks: killed, lied to, left alone, and with its database gone.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use tic_tac_toe_indexer::store::{Location, Store};
use tic_tac_toe_interface::event::Events as _;
use tic_tac_toe_interface::one_game::Event;
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::Mark;

use crate::block_server::{Behaviour, BlockServer};
use crate::databases::{Database, PATIENCE, Server};
use crate::proxy::{Line, Proxy};
use crate::random_chain::{ARENA, Block, ONE_GAME, Random, hash};
use crate::store::{decode, random_blocks};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tic-tac-toe-indexer");

const GENESIS: &str = "9eGnpG3XdGxBUdkAHWwQzy7V8vtoa535PguioHPzohE9";
const ANOTHER: &str = "F26HUL83RKdxef16zJbFxkhcSoGzbGX6WSmoH33S6n3p";

/// A running indexer; dropping it kills it.
pub struct Indexer {
    child: Child,
    lines: Receiver<String>,
}

impl Indexer {
    fn must_start(server: &BlockServer, database: &str) -> Self {
        Self::must_start_from(0, server, database)
    }

    fn must_start_from(height: u64, server: &BlockServer, database: &str) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["run", "--db", database, "--rpc", &server.url, "--from", &height.to_string()]);
        Self::must_spawn(command.args(["--contract", ARENA, "--contract", ONE_GAME]))
    }

    /// Follows the usual contracts of a local chain.
    pub fn must_follow(rpc_url: &str, database: &str) -> Self {
        Self::must_spawn(Command::new(PROGRAM).args(["run", "--db", database, "--rpc", rpc_url]))
    }

    pub fn must_spawn(command: &mut Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
        let stderr = child.stderr.take().unwrap();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self { child, lines }
    }

    /// Starts it and waits until it reads.
    fn must_begin(server: &BlockServer, database: &str) -> Self {
        let indexer = Self::must_start(server, database);
        indexer.must_print("indexing game.near into");
        indexer
    }

    /// Waits until it prints a line with this text, and returns what it printed.
    pub fn must_print(&self, text: &str) -> String {
        let mut printed = String::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            printed = printed + &line + "\n";
            if line.contains(text) {
                return printed;
            }
        }
        panic!("nothing like {text:?} in {printed}");
    }

    /// Waits until it gives up with a line that has this text.
    fn must_fail(mut self, text: &str) {
        self.must_print(text);
        assert_eq!(self.child.wait().unwrap().code(), Some(1));
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same blocks on another chain.
fn strange(blocks: &[Block]) -> Vec<Block> {
    let strange = |block: &Block| Block {
        hash: hash(block.height + 1_000),
        previous: hash(block.height + 999),
        ..block.clone()
    };
    blocks.iter().map(strange).collect()
}

fn account(name: &str) -> AccountId {
    name.parse().unwrap()
}

/// Waits until all blocks are in the database.
async fn must_be_read(database: &Database, blocks: &[Block]) {
    database.must_be_read_to(blocks.last().unwrap().height).await;
}

/// What a database holds that was never disturbed.
async fn undisturbed(blocks: &[Block]) -> Vec<String> {
    let database = Database::in_a_file();
    let mut store = Store::open(&database.location).await.unwrap();
    let contracts = [ARENA, ONE_GAME].map(|id| id.parse().unwrap());
    store.begin(GENESIS, &contracts, Some(0)).await.unwrap();
    store.record(&blocks.iter().map(decode).collect::<Vec<_>>()).await.unwrap();
    database.everything().await
}

/// Kills the program so many times while it reads so many blocks, at random points, and then as often while it rebuilds.
async fn kill_and_compare(times: usize, blocks: usize) {
    let (_, blocks) = random_blocks(7, blocks, 40);
    let expected = undisturbed(&blocks).await;
    for database in Database::one_of_each().await {
        let server = BlockServer::must_start(GENESIS, &blocks[..1]).await;
        let mut random = Random(times as u64);
        for round in 1..=times {
            server.add(&blocks[blocks.len() * (round - 1) / times..blocks.len() * round / times]);
            let mut indexer = Indexer::must_begin(&server, &database.url());
            tokio::time::sleep(Duration::from_millis(random.below(60) as u64)).await;
            indexer.child.kill().unwrap();
        }
        let last = Indexer::must_begin(&server, &database.url());
        must_be_read(&database, &blocks).await;
        assert_eq!(database.everything().await, expected, "{}", database.location);
        drop(last);

        for _ in 0..times {
            let mut rebuild =
                Command::new(PROGRAM).args(["rebuild", "--db", &database.url()]).spawn().unwrap();
            tokio::time::sleep(Duration::from_millis(random.below(200) as u64)).await;
            rebuild.kill().unwrap();
            rebuild.wait().unwrap();
        }
        let _last = Indexer::must_begin(&server, &database.url());
        database.must_become("SELECT count(*) FROM projections", |projections| projections == 1).await;
        assert_eq!(database.everything().await, expected, "{}", database.location);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_again_and_again_it_loses_nothing_and_doubles_nothing() {
    kill_and_compare(6, 150).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a minute or two; the run above kills it less often"]
async fn killed_fifty_times_it_loses_nothing_and_doubles_nothing() {
    kill_and_compare(50, 400).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_limits_or_lies_is_reported_and_asked_again() {
    let (_, blocks) = random_blocks(8, 120, 10);
    let server = BlockServer::must_start(GENESIS, &blocks[..60]).await;
    let database = Database::in_a_file();
    let indexer = Indexer::must_begin(&server, &database.url());
    indexer.must_print("up to date, following");

    server.behave(Behaviour::RateLimits);
    indexer.must_print("answers 429 Too Many Requests; trying again");
    server.behave(Behaviour::Lies);
    server.add(&blocks[..90]);
    indexer.must_print("does not follow the one before it");
    server.behave(Behaviour::Honest);
    server.add(&blocks);

    indexer.must_print("the servers answer again");
    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_that_are_no_longer_served_are_named_and_one_that_is_lacking_is_waited_for() {
    let (_, blocks) = random_blocks(9, 60, 10);
    let (earliest, lost) = (blocks[10].height, blocks[40].height);
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    server.behave(Behaviour::Forgets(earliest));
    let database = Database::in_a_file();
    let indexer = Indexer::must_begin(&server, &database.url());
    let forgotten = earliest - 1;
    indexer.must_print(&format!("blocks 0 to {forgotten} are no longer served, and their events are missed"));
    must_be_read(&database, &blocks).await;
    drop(indexer);

    let another = Database::in_a_file();
    server.behave(Behaviour::Lacks(lost));
    let indexer = Indexer::must_begin(&server, &another.url());
    indexer.must_print(&format!("the server has no block {lost} but later ones; waiting"));
    server.behave(Behaviour::Honest);
    must_be_read(&another, &blocks).await;
    assert_eq!(another.everything().await, undisturbed(&blocks).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_the_server_denied_at_first_is_asked_for_again() {
    let (_, blocks) = random_blocks(21, 60, 10);
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    server.behave(Behaviour::Denies(blocks[30].height));
    let database = Database::in_a_file();
    let indexer = Indexer::must_begin(&server, &database.url());
    indexer.must_print("does not follow the one before it");

    server.behave(Behaviour::Honest);

    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_sent_to_the_server_of_blocks_and_shown_to_nobody() {
    let (_, blocks) = random_blocks(23, 20, 10);
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    server.behave(Behaviour::WantsKey);
    let database = Database::in_a_file();
    let with_key = format!("{}/?apiKey=secret", server.url.replace("://", "://me:secret@"));
    let mut command = Command::new(PROGRAM);
    command.args(["run", "--db", &database.url(), "--rpc", &server.url, "--blocks", &with_key]);
    let indexer =
        Indexer::must_spawn(command.args(["--from", "0", "--contract", ARENA, "--contract", ONE_GAME]));
    indexer.must_print("up to date, following");
    must_be_read(&database, &blocks).await;

    server.behave(Behaviour::RateLimits);

    let printed = indexer.must_print("answers 429 Too Many Requests; trying again");
    assert!(!printed.contains("secret"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_the_other_is_asked_when_one_fails_or_denies_a_block() {
    let (_, blocks) = random_blocks(26, 60, 10);
    let [first, second] =
        [BlockServer::must_start(GENESIS, &blocks).await, BlockServer::must_start(GENESIS, &blocks).await];
    first.behave(Behaviour::Denies(blocks[20].height));
    second.behave(Behaviour::Forgets(blocks[10].height));
    let database = Database::in_a_file();
    let mut command = Command::new(PROGRAM);
    command.args(["run", "--db", &database.url(), "--rpc", &first.url, "--from", "0"]);
    command.args(["--blocks", &first.url, "--blocks", &second.url]);
    let indexer = Indexer::must_spawn(command.args(["--contract", ARENA, "--contract", ONE_GAME]));
    indexer.must_print("up to date, following");
    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);

    let (_, more) = random_blocks(26, 80, 10);
    first.behave(Behaviour::RateLimits);
    second.behave(Behaviour::Honest);
    second.add(&more);
    must_be_read(&database, &more).await;
    assert_eq!(database.everything().await, undisturbed(&more).await);

    second.switch_chain(GENESIS, &strange(&more));
    first.add(&more);
    first.behave(Behaviour::Honest);
    indexer.must_print("have different blocks at height");
}

#[tokio::test(flavor = "multi_thread")]
async fn blocks_of_another_chain_than_the_nodes_are_not_recorded() {
    let (_, blocks) = random_blocks(22, 20, 10);
    let node = BlockServer::must_start(GENESIS, &blocks).await;
    let server = BlockServer::must_start(ANOTHER, &strange(&blocks)).await;
    let database = Database::in_a_file();
    let mut command = Command::new(PROGRAM);
    command.args(["run", "--db", &database.url(), "--rpc", &node.url, "--blocks", &server.url]);
    let indexer =
        Indexer::must_spawn(command.args(["--from", "0", "--contract", ARENA, "--contract", ONE_GAME]));

    indexer.must_print("is another one at the server of blocks than at the node");

    assert_eq!(database.number("SELECT count(*) FROM events").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_starts_anew_is_followed_onto_its_new_chain() {
    let (_, old) = random_blocks(10, 20, 10);
    let (_, new) = random_blocks(11, 12, 10);
    let server = BlockServer::must_start(GENESIS, &old).await;
    let database = Database::in_a_file();
    let indexer = Indexer::must_begin(&server, &database.url());
    must_be_read(&database, &old).await;

    server.switch_chain(ANOTHER, &new);

    indexer.must_print("the chain has started anew; reading it from its first block");
    let height = i64::try_from(new.last().unwrap().height).unwrap() + 1;
    let count = format!("SELECT count(*) FROM progress WHERE next_height = {height}");
    database.must_become(&count, |read| read == 2).await;
    assert_eq!(database.rows("SELECT genesis FROM chains ORDER BY id").await, [GENESIS, ANOTHER]);
    let moves_of = |blocks: &[Block]| {
        let lines = blocks.iter().flat_map(|block| &block.logged).flat_map(|(_, lines)| lines);
        i64::try_from(lines.filter(|line| line.contains("\"move_made\"")).count()).unwrap()
    };
    let moves = moves_of(&old) + moves_of(&new);
    assert_eq!(database.number("SELECT count(*) FROM moves").await, moves);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_indexer_refuses_with_a_sentence() {
    let (_, blocks) = random_blocks(12, 5, 10);
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    let database = Database::in_a_file();
    let first = Indexer::must_begin(&server, &database.url());
    first.must_print("up to date, following");

    let second = Indexer::must_start(&server, &database.url());

    second.must_fail("is being written by another program; end that one first, or name another database");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_refused_with_a_sentence() {
    let (_, blocks) = random_blocks(15, 2, 10);
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    let database = Database::in_a_file();
    let text = "not a database, but long enough to be taken for a broken one".repeat(20);
    std::fs::write(database.location.file().unwrap(), text).unwrap();

    let indexer = Indexer::must_start(&server, &database.url());

    indexer.must_fail("games.sqlite cannot be used as a database: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_begins_in_the_middle_of_a_game_has_the_next_game_whole() {
    let created =
        |id| Event::GameCreated { game_id: GameId(id), p1: account("alice.near"), p2: account("bob.near") };
    let moved = |id, name, mark, row, col| Event::MoveMade {
        game_id: GameId(id),
        player: account(name),
        mark,
        row,
        col,
    };
    let events = [
        created(1),
        moved(1, "alice.near", Mark::X, 1, 1),
        moved(1, "bob.near", Mark::O, 0, 2),
        created(2),
        moved(2, "alice.near", Mark::X, 2, 2),
    ];
    let block = |(event, height): (&Event, u64)| Block {
        height,
        hash: hash(height),
        previous: hash(height - 1),
        time: height,
        logged: vec![(ONE_GAME, vec![event.to_log()])],
    };
    let blocks: Vec<Block> = events.iter().zip(1..).map(block).collect();
    let server = BlockServer::must_start(GENESIS, &blocks).await;
    let database = Database::in_a_file();

    let indexer = Indexer::must_start_from(3, &server, &database.url());
    indexer.must_print(
        "block 3: skipped an event of game.near: move_made 1: O row 0 col 2 by bob.near, but there is",
    );
    must_be_read(&database, &blocks).await;
    drop(indexer);

    assert_eq!(database.rows("SELECT game_id, moves, gap FROM games").await, ["2|1|0"]);
    assert_eq!(database.number("SELECT count(*) FROM moves").await, 1);
    let earlier = Indexer::must_start(&server, &database.url());
    earlier.must_fail("begins at block 3 for arena.near, and earlier blocks can't be put before it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_the_database_that_goes_away_and_comes_back_has_lost_nothing() {
    let (_, blocks) = random_blocks(13, 80, 10);
    let Ok(mut postgres) = Server::start() else { return };
    let location = Location::Postgres(postgres.url("postgres"));
    let database = Database::at(location);
    let server = BlockServer::must_start(GENESIS, &blocks[..40]).await;
    let indexer = Indexer::must_begin(&server, &database.url());
    must_be_read(&database, &blocks[..40]).await;

    postgres.kill();
    server.add(&blocks);
    indexer.must_print("nothing is lost, trying again");
    postgres.restart();

    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_cut_does_not_leave_the_indexer_before_its_own_lock() {
    let (_, blocks) = random_blocks(24, 80, 10);
    let Some(database) = Database::on_the_server().await else { return };
    let proxy = Proxy::must_start(database.port().unwrap()).await;
    let server = BlockServer::must_start(GENESIS, &blocks[..40]).await;
    let indexer = Indexer::must_begin(&server, &database.behind(proxy.port).url());
    must_be_read(&database, &blocks[..40]).await;

    proxy.set(Line::Cut);
    server.add(&blocks);
    indexer.must_print("nothing is lost, trying again");
    proxy.set(Line::Open);

    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_was_made_while_blocks_were_recorded_is_continued() {
    let (_, blocks) = random_blocks(27, 80, 10);
    for database in Database::one_of_each().await {
        let server = BlockServer::must_start(GENESIS, &blocks[..40]).await;
        let indexer = Indexer::must_begin(&server, &database.url());
        must_be_read(&database, &blocks[..20]).await;
        let copy = database.copy().await;
        drop(indexer);

        server.add(&blocks);
        let _indexer = Indexer::must_begin(&server, &copy.url());
        must_be_read(&copy, &blocks).await;

        assert_eq!(copy.everything().await, undisturbed(&blocks).await, "{}", database.location);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_is_waited_for() {
    let (_, blocks) = random_blocks(14, 80, 40);
    let server = BlockServer::must_start(GENESIS, &blocks[..2]).await;
    let database = Database::in_a_file();
    // A limit on the size of files does to a program what a full disk would.
    let limited = "ulimit -S -f 300; trap '' XFSZ; exec \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", limited, "bash", PROGRAM, "run", "--db", &database.url(), "--rpc", &server.url]);
    let indexer =
        Indexer::must_spawn(command.args(["--from", "0", "--contract", ARENA, "--contract", ONE_GAME]));
    server.add(&blocks);
    indexer.must_print("nothing is lost, trying again");

    let pid = indexer.child.id().to_string();
    let lifted = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited:"]).status().unwrap();
    assert!(lifted.success());

    must_be_read(&database, &blocks).await;
    assert_eq!(database.everything().await, undisturbed(&blocks).await);
}
