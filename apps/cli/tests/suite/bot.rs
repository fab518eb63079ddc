//! The bot against a live node: many games at once, killed and started again, and nodes that come and go.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::Value;
use tic_tac_toe_cli::local::{BotContract, LocalChain, PLAYERS, signer_of};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Arena, GetGames, Play};
use tic_tac_toe_rules::Game as _;

use crate::common::{Localnet, lines, must_run, must_run_at, must_start_chain_with_arena, program, stderr};
use crate::relay::{Behaviour, Relay};

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

const BOT: &str = "computer.test.near";

/// A running bot; dropping it kills it.
struct Bot {
    child: Child,
    moves: Receiver<String>,
    remarks: Receiver<String>,
}

impl Bot {
    fn must_start(url: &str, args: &str) -> Self {
        let mut command = program(url, &format!("bot --as {BOT} --level easy --json {args}"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the bot starts");
        let (moves, remarks) = (lines(child.stdout.take().unwrap()), lines(child.stderr.take().unwrap()));
        Self { child, moves, remarks }
    }

    fn must_remark(&self, text: &str) {
        while !self.remarks.recv_timeout(PATIENCE).expect("a remark is printed").contains(text) {}
    }

    /// The cells that it says it has marked: game, round, row and column.
    fn logged(&self) -> Vec<String> {
        let lines = self.moves.try_iter().map(|line| serde_json::from_str::<Value>(&line).unwrap());
        lines
            .map(|line| format!("{} {} {} {}", line["game_id"], line["round"], line["row"], line["col"]))
            .collect()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Twenty games of three, the bot on another seat than the host's in each.
async fn must_create_games(chain: &LocalChain) {
    let seatings = PLAYERS.iter().flat_map(|host| {
        let others = PLAYERS.iter().filter(move |other| *other != host);
        others.flat_map(move |other| [format!("{host} {BOT} {other}"), format!("{host} {other} {BOT}")])
    });
    for seating in seatings.take(20) {
        let created = must_run(chain, &format!("create {seating}")).await;
        assert!(created.status.success(), "{}", stderr(&created));
    }
}

async fn games(chain: &LocalChain) -> Vec<Table> {
    let page = chain.arena().get_games(GetGames::default()).await.unwrap();
    page.games.into_iter().map(|view| Table::try_from(view).unwrap()).collect()
}

/// Makes a move for everybody but the bot, wherever they are to move.
async fn play_for_people(chain: &LocalChain) {
    for game in games(chain).await {
        let Some(player) = game.next_player().filter(|player| player.as_str() != BOT) else { continue };
        let cell = game.position.legal_moves().next().unwrap();
        let round = Some(game.round);
        let play = Play { game_id: game.game_id(), row: cell.row.into(), col: cell.col.into(), round };
        chain.arena().play(&signer_of(player), play).await.unwrap();
    }
}

fn moves_made(games: &[Table]) -> u32 {
    games.iter().map(|game| u32::from(game.position.marks_made())).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_is_killed_half_way_finishes_twenty_games_with_every_move_made_once() {
    let chain = must_start_chain_with_arena().await;
    must_create_games(&chain).await;
    let mut bot = Bot::must_start(&chain.rpc_url(), "");
    let (began, mut logged, mut was_killed) = (Instant::now(), Vec::new(), false);
    loop {
        play_for_people(&chain).await;
        let games = games(&chain).await;
        if games.iter().all(Table::is_over) {
            break;
        }
        if !was_killed && moves_made(&games) > 60 {
            bot.child.kill().unwrap();
            bot.child.wait().unwrap();
            logged.extend(bot.logged());
            bot = Bot::must_start(&chain.rpc_url(), "");
            was_killed = true;
        }
        assert!(began.elapsed() < PATIENCE, "the games do not end: {} moves", moves_made(&games));
    }
    assert!(was_killed);
    thread::sleep(Duration::from_millis(500));
    logged.extend(bot.logged());
    let distinct: BTreeSet<&String> = logged.iter().collect();
    assert_eq!(distinct.len(), logged.len());
    assert_eq!(games(&chain).await.len(), 20);
}

/// Waits until the bot is to move nowhere.
async fn must_catch_up(chain: &LocalChain) {
    let began = Instant::now();
    let is_to_move = |game: &Table| game.next_player().is_some_and(|player| player.as_str() == BOT);
    while games(chain).await.iter().any(is_to_move) {
        assert!(began.elapsed() < PATIENCE, "the bot does not move");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_node_in_trouble_a_bot_misses_no_move_and_makes_none_twice() {
    let chain = must_start_chain_with_arena().await;
    for host in ["alice.test.near", "bob.test.near"] {
        must_run(&chain, &format!("create {host} {BOT} --rules ultimate")).await;
    }
    let mut relay = Relay::must_start(&chain);
    let bot = Bot::must_start(&relay.url, "");

    relay.behave(Behaviour::Late(Duration::from_millis(50)));
    play_for_people(&chain).await;
    must_catch_up(&chain).await;

    for status in [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT] {
        relay.behave(Behaviour::Refusing(status));
        play_for_people(&chain).await;
        relay.must_turn_away(1).await;
        relay.behave(Behaviour::Well);
        must_catch_up(&chain).await;
    }

    relay.behave(Behaviour::LosingOutcomes);
    play_for_people(&chain).await;
    must_catch_up(&chain).await;
    relay.behave(Behaviour::Well);

    relay.go_away();
    play_for_people(&chain).await;
    bot.must_remark("cannot be reached;");
    relay.come_back();
    must_catch_up(&chain).await;
    bot.must_remark("the servers answer again");

    let marks = moves_made(&games(&chain).await);
    let (rounds, hosts) = (5, 2);
    assert_eq!(marks, rounds * hosts * 2);
    assert_eq!(relay.sent(), (rounds * hosts) as usize);
    let lines: BTreeSet<String> =
        (0..rounds * hosts).map(|_| bot.moves.recv_timeout(PATIENCE).expect("each move is logged")).collect();
    assert_eq!(lines.len(), (rounds * hosts) as usize);
    assert_eq!(bot.moves.try_iter().count(), 0);

    let other = must_start_chain_with_arena().await;
    must_run(&other, &format!("create alice.test.near {BOT}")).await;
    play_for_people(&other).await;
    relay.lead_to(&other);
    must_catch_up(&other).await;
    bot.must_remark("the chain was restarted; playing on the new one");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_asks_about_its_own_games_only() {
    const GAME_1: &str = "eyJnYW1lX2lkIjoiMSJ9";
    const GAME_2: &str = "eyJnYW1lX2lkIjoiMiJ9";
    let chain = must_start_chain_with_arena().await;
    let relay = Relay::must_start(&chain);
    let _bot = Bot::must_start(&relay.url, "");
    must_run(&chain, &format!("create alice.test.near {BOT}")).await;
    must_run(&chain, "create alice.test.near bob.test.near").await;

    must_run(&chain, "move 0 0 --game 2").await;
    must_run(&chain, "move 1 1 --game 2").await;
    must_run(&chain, "move 0 0 --game 1").await;
    must_catch_up(&chain).await;

    assert!(relay.has_asked("get_game", GAME_1), "events have told it of its game");
    assert!(!relay.has_asked("get_game", GAME_2), "the game of others does not concern it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_joins_takes_the_free_seat_and_plays() {
    let chain = must_start_chain_with_arena().await;
    let bot = Bot::must_start(&chain.rpc_url(), "--join");
    must_run(&chain, "create alice.test.near - --rules ultimate:closing").await;
    let game = async || Table::of_arena(chain.arena(), GameId(1)).await.unwrap().unwrap();
    let began = Instant::now();
    while game().await.free_seat().is_some() {
        assert!(began.elapsed() < PATIENCE, "nobody joins");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    bot.must_remark("game 1: joined as computer.test.near");

    must_run(&chain, "move 4 4 --game 1").await;

    let line = bot.moves.recv_timeout(PATIENCE).expect("a move is logged");
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&line["game_id"], &line["round"]), (&"1".into(), &1.into()));
    assert_eq!(game().await.position.marks_made(), 2);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_ends_the_bot_cleanly() {
    let chain = must_start_chain_with_arena().await;
    let mut command = program(&chain.rpc_url(), &format!("bot --as {BOT}"));
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut remarks = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(
        remarks.next().unwrap().unwrap(),
        "computer.test.near plays medium in arena.test.near; Ctrl-C ends it"
    );
    tokio::time::sleep(Duration::from_millis(300)).await;

    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();

    assert!(interrupted.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(remarks.next().unwrap().unwrap().starts_with("computer.test.near has stopped"));
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_chain_that_stays_up_one_plays_against_its_bot_and_its_bot_contract() {
    let localnet = Localnet::must_start();
    let url = localnet.name("rpc_url");
    let must_do = async |args: &str| {
        let done = must_run_at(url, args).await;
        assert!(done.status.success(), "{}", stderr(&done));
    };
    let arena = Arena::new(Rpc::new(url), localnet.name("arena_id").parse().unwrap());
    let marks = async |id: u64| {
        let game = Table::of_arena(&arena, GameId(id)).await.unwrap().unwrap();
        game.position.marks_made()
    };

    must_do(&format!("create alice.test.near {}", localnet.name("bot_id"))).await;
    must_do("move 1 1 --game 1").await;
    let began = Instant::now();
    while marks(1).await < 2 {
        assert!(began.elapsed() < PATIENCE, "the bot does not answer");
    }

    let contract = BotContract::new(Rpc::new(url), localnet.name("bot_contract_id").parse().unwrap());
    must_do(&format!("create alice.test.near {}", contract.id())).await;
    must_do("move 1 1 --game 2").await;
    let alice = signer_of(&"alice.test.near".parse().unwrap());
    contract.take_turn(&alice, arena.id(), GameId(2)).await.expect("anybody may ask the bot to move");
    assert_eq!(marks(2).await, 2);
}
