//! `tic-tac-toe-indexer serve` as a program: it says where it listens, and shuts down when it is told to.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use super::example::{ARENA, ONE_GAME, TestChain, account, example_blocks};
use super::server::{GENESIS, record};
use crate::databases::Database;
use tic_tac_toe_indexer::store::Store;

fn serve(database: &Database, listen: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tic-tac-toe-indexer"))
        .args(["serve", "--listen", listen, "--db", &database.url()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn must_end(program: Child) -> Output {
    program.wait_with_output().expect("the program ends")
}

#[tokio::test]
async fn it_answers_until_it_is_told_to_end_even_while_somebody_listens() {
    let database = Database::in_a_file();
    let mut store = Store::open(&database.location).await.unwrap();
    store.begin(GENESIS, &[account(ARENA), account(ONE_GAME)], Some(0)).await.unwrap();
    record(&mut store, &example_blocks(&mut TestChain::default())).await;

    let mut program = serve(&database, "127.0.0.1:0");
    let mut line = String::new();
    BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("serving ").expect("it says where").to_owned();
    assert!(url.starts_with("http://127.0.0.1:") && url.ends_with("/v1"), "{url}");
    let game = reqwest::get(format!("{url}/games/arena.near/1")).await.unwrap();
    assert_eq!(game.status(), 200);
    let listening = reqwest::get(format!("{url}/events")).await.unwrap();

    let killed = Command::new("kill").args(["-s", "TERM", &program.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert!(listening.bytes().await.is_ok(), "the stream ends as it should");
    let ended = must_end(program);
    assert!(ended.status.success(), "{ended:?}");
}

#[tokio::test]
async fn it_says_what_keeps_it_from_serving() {
    let database = Database::in_a_file();
    let ended = must_end(serve(&database, "127.0.0.1:0"));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("Start `tic-tac-toe-indexer run` first"), "{said}");

    drop(Store::open(&database.location).await.unwrap());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let ended = must_end(serve(&database, &taken.local_addr().unwrap().to_string()));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.ends_with(" Is the port taken? Port 0 takes any free one.\n"), "{said}");
    assert_eq!(ended.status.code(), Some(1));
}
