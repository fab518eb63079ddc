//! The bot against a live node: many games at once, killed and started again, and nodes that come and go.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tic_tac_toe_cli::local::{LocalChain, PLAYERS, signer_of};
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GetGames, Play};
use tic_tac_toe_rules::Game as _;

use crate::common::{must_run, must_start_chain_with_arena, program, stderr};

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(2);

const BOT: &str = "computer.test.near";

/// A running bot; dropping it kills it.
struct Bot {
    child: Child,
    moves: Receiver<String>,
}

impl Bot {
    fn must_start(url: &str, args: &str) -> Self {
        let mut command = program(url, &format!("bot --as {BOT} --level easy --json {args}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the bot starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, moves) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, moves }
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
        let created = must_run(chain, &format!("arena create {seating}")).await;
        assert!(created.status.success(), "{}", stderr(&created));
    }
}

async fn games(chain: &LocalChain) -> Vec<Game> {
    let page = chain.arena().get_games(GetGames::default()).await.unwrap();
    page.games.into_iter().map(|view| Game::try_from(view).unwrap()).collect()
}

/// Makes a move for everybody but the bot, wherever they are to move.
async fn play_for_people(chain: &LocalChain) {
    for game in games(chain).await {
        let Some(player) = game.next_player().filter(|player| player.as_str() != BOT) else { continue };
        let place = game.position.legal_moves().next().unwrap();
        let round = Some(game.round.into());
        let play = Play { game_id: game.id, row: place.row.into(), col: place.col.into(), round };
        chain.arena().play(&signer_of(player), play).await.unwrap();
    }
}

fn moves_made(games: &[Game]) -> u32 {
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
        if games.iter().all(Game::is_over) {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_joins_takes_the_free_seat_and_plays() {
    let chain = must_start_chain_with_arena().await;
    let bot = Bot::must_start(&chain.rpc_url(), "--join");
    must_run(&chain, "arena create alice.test.near - --rules ultimate:closing").await;
    let game = async || Game::of(chain.arena(), GameId(1)).await.unwrap().unwrap();
    let began = Instant::now();
    while game().await.free_seat().is_some() {
        assert!(began.elapsed() < PATIENCE, "nobody joins");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    must_run(&chain, "arena move 1 4 4").await;

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

#[test]
fn a_chain_that_stays_up_plays_its_bots_turns() {
    let mut localnet = std::process::Command::new(crate::common::PROGRAM)
        .args(["localnet", "--port", "0", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(localnet.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let chain: Value = serde_json::from_str(&line).unwrap();
    let (url, bot) = (chain["rpc_url"].as_str().unwrap(), chain["bot_id"].as_str().unwrap());
    let run = |args: &str| program(url, &format!("arena {args}")).output().unwrap();

    assert!(run(&format!("create alice.test.near {bot}")).status.success());
    assert!(run("move 1 1 1").status.success());

    let moves = || {
        let shown: Value = serde_json::from_slice(&run("show 1 --json").stdout).unwrap();
        shown["moves"].as_u64().unwrap()
    };
    let began = Instant::now();
    while moves() < 2 && began.elapsed() < PATIENCE {}
    localnet.kill().unwrap();
    localnet.wait().unwrap();
    assert!(began.elapsed() < PATIENCE, "the bot does not answer");
}
