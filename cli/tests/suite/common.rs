//! What the tests share: a chain with the contract, and the program run against it.

use std::process::{Command, Output};

use tic_tac_toe_cli::local::{Code, LocalChain, players, read_arena_wasm, read_wasm, signer_of};
use tic_tac_toe_client::Game;
use tic_tac_toe_interface::tic_tac_toe::Play;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tic-tac-toe");

/// A chain with the contract on any free port, or on the port given.
pub async fn must_start_chain(port: u16) -> LocalChain {
    let game = read_wasm(None).expect("the tests need the contract: run ./scripts/build.sh first");
    let code = Code { game: Some(game), arena: None };
    LocalChain::start(port, code).await.expect("a chain starts on a free port")
}

/// A chain with the one-game contract and the arena.
pub async fn must_start_chain_with_arena() -> LocalChain {
    let game = read_wasm(None).expect("the tests need the contract: run ./scripts/build.sh first");
    let arena = read_arena_wasm(None).expect("the tests need the arena: run ./scripts/build.sh first");
    let code = Code { game: Some(game), arena: Some(arena) };
    LocalChain::start(0, code).await.expect("a chain starts on a free port")
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
