//! What the tests share: a chain with the contract, and the program run against it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tic_tac_toe_cli::local::{Code, LocalChain, Wasm, players, signer_of};
use tic_tac_toe_client::Game;
use tic_tac_toe_interface::one_game::Play;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tic-tac-toe");

/// A chain with the contract on any free port, or on the port given.
pub async fn must_start_chain(port: u16) -> LocalChain {
    let code = Code { game: Some(must_read(Wasm::Game)), ..Code::default() };
    LocalChain::start(port, code).await.expect("a chain starts on a free port")
}

/// A chain with the one-game contract and the arena.
pub async fn must_start_chain_with_arena() -> LocalChain {
    let (game, arena) = (Some(must_read(Wasm::Game)), Some(must_read(Wasm::Arena)));
    let code = Code { game, arena, bot: None };
    LocalChain::start(0, code).await.expect("a chain starts on a free port")
}

fn must_read(wasm: Wasm) -> Vec<u8> {
    wasm.read(None).expect("the tests need the contracts: run ./scripts/build.sh first")
}

/// The program's own chain; it ends with the test.
pub struct Localnet {
    process: Child,
    description: Value,
}

impl Localnet {
    /// Starts it on any free port.
    pub fn must_start() -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["localnet", "--port", "0", "--json"]).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let description = serde_json::from_str(&line).expect("it says how to reach it");
        Self { process, description }
    }

    /// What it says of itself.
    pub const fn description(&self) -> &Value {
        &self.description
    }

    /// One of the names that it says.
    pub fn name(&self, key: &str) -> &str {
        self.description[key].as_str().expect("a name")
    }
}

impl Drop for Localnet {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The program against a node, ready for more arguments.
pub fn program(url: &str, args: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args.split_whitespace()).args(["--rpc", url]);
    command
}

/// Runs the program against a chain and waits for it, away from the runtime that the chain's client needs.
pub async fn must_run(chain: &LocalChain, args: &str) -> Output {
    must_run_at(&chain.rpc_url(), args).await
}

/// Runs the program against whatever answers at a URL.
pub async fn must_run_at(url: &str, args: &str) -> Output {
    let mut command = program(url, args);
    tokio::task::spawn_blocking(move || command.output()).await.unwrap().expect("the program runs")
}

/// What the program printed.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the program prints text")
}

/// What the program complained about.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the program prints text")
}

/// Starts a game between alice (X) and bob (O).
pub async fn must_create_game(chain: &LocalChain) {
    let [alice, bob] = players().unwrap();
    chain.contract().new_game(&signer_of(&alice), &alice, &bob).await.expect("alice may start a game");
}

/// Plays cells 1 to 9 in turn, X first.
pub async fn must_play(chain: &LocalChain, numbers: &[u8]) {
    for number in numbers {
        let game = Game::of(chain.contract()).await.unwrap().expect("a game was created");
        let player = game.next_player().expect("the game goes on");
        let cell = tic_tac_toe_rules::classic::Cell::from_number(*number).unwrap();
        let signer = signer_of(player);
        let play = Play { row: cell.row(), col: cell.col(), game_id: Some(game.id) };
        chain.contract().play(&signer, play).await.expect("a legal move");
    }
}
