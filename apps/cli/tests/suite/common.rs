//! What the tests share: a chain with the contract, and the program run against it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use serde_json::Value;
use tic_tac_toe_cli::local::{Code, LocalChain, Wasm, players, signer_of};
use tic_tac_toe_client::table::{Action, Table, TableHandle};
use tic_tac_toe_rules::Cell;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tic-tac-toe");

/// A chain with the contract on any free port, or on the port given.
pub async fn must_start_chain(port: u16) -> LocalChain {
    let code = Code { one_game: Some(must_read(Wasm::OneGame)), ..Code::default() };
    LocalChain::start(port, code).await.expect("a chain starts on a free port")
}

/// A chain with the one-game contract and the arena.
pub async fn must_start_chain_with_arena() -> LocalChain {
    let (one_game, arena) = (Some(must_read(Wasm::OneGame)), Some(must_read(Wasm::Arena)));
    let code = Code { one_game, arena, bot: None };
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
        Self::must_start_with(&[])
    }

    /// Starts it on any free port, with more arguments.
    pub fn must_start_with(args: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["localnet", "--port", "0", "--json"]).args(args).stdout(Stdio::piped());
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

/// What a running program prints, line by line.
pub fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
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
    chain.one_game().new_game(&signer_of(&alice), &alice, &bob).await.expect("alice may start a game");
}

/// Plays cells 1 to 9 in turn, X first.
pub async fn must_play(chain: &LocalChain, numbers: &[u8]) {
    let handle = TableHandle::OneGame(chain.one_game().clone());
    for number in numbers {
        let table = Table::of_one_game(chain.one_game()).await.unwrap();
        let signer = signer_of(table.next_player().expect("the game goes on"));
        let cell = Cell { row: (number - 1) / 3, col: (number - 1) % 3 };
        handle.send(&signer, Some(table.round), &Action::Play(cell)).await.expect("a legal move");
    }
}
