//! Questions to nodes that are slow, silent, busy, or hold something else.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use rstest::rstest;
use serde_json::json;
use tic_tac_toe_client::blocks::{self, Server};
use tic_tac_toe_client::table::Table;
use tic_tac_toe_client::{Error, Rpc, Timeouts};
use tic_tac_toe_interface::one_game::OneGame;
use tokio::net::TcpListener;

use crate::fake_node::{Answer, FakeNode, returned, viewed};

/// A node that fails a test which waits for it, and not the person who runs the test.
const HURRY: Timeouts = Timeouts {
    connect: Duration::from_millis(200),
    answer: Duration::from_millis(200),
    transaction: Duration::from_millis(200),
    block: Duration::from_millis(200),
};

fn contract_at(url: &str) -> OneGame<Rpc> {
    OneGame::new(Rpc::with_timeouts(url, HURRY), "game.near".parse().unwrap())
}

async fn ask(answer: impl Fn() -> Answer + Send + Sync + 'static) -> Result<Table, Error> {
    let node = FakeNode::must_start(move |_| answer()).await;
    Table::of_one_game(&contract_at(&node.url)).await
}

#[tokio::test]
async fn a_server_that_accepts_and_stays_silent_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let began = Instant::now();

    let asked = Table::of_one_game(&contract_at(&url)).await.unwrap_err();
    let followed = Server::with_timeouts(&url, HURRY).last_final().await.unwrap_err();

    assert!(matches!(asked, Error::Silent { .. }), "{asked}");
    assert_eq!(
        asked.to_string(),
        format!("{url} has not answered for 0.2 seconds; try again later, or name another server with --rpc")
    );
    assert!(matches!(followed, blocks::Error::Silent { .. }), "{followed}");
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);

    let error = Table::of_one_game(&contract_at(&url)).await.unwrap_err();

    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    assert_eq!(error.to_string(), format!("{url} cannot be reached; is a node running there?"));
}

#[tokio::test]
async fn a_server_that_is_asked_too_often_says_so() {
    let error = ask(|| Answer::Status(StatusCode::TOO_MANY_REQUESTS)).await.unwrap_err();
    assert!(matches!(error, Error::RateLimited { .. }), "{error}");
}

#[rstest]
#[case::no_code("FunctionCallError(CompilationError(CodeDoesNotExist { account_id: \"game.near\" }))")]
#[case::no_method("FunctionCallError(MethodResolveError(MethodNotFound))")]
#[tokio::test]
async fn an_account_without_the_method_holds_no_contract_of_ours(#[case] vm_error: &'static str) {
    let failed = move || {
        viewed(json!({ "error": format!("wasm execution failed with error: {vm_error}"), "logs": [] }))
    };
    let error = ask(failed).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "game.near holds no tic-tac-toe contract; deploy it there, or name another"
    );
}

#[tokio::test]
async fn a_contract_that_breaks_down_over_a_question_is_not_taken_for_none() {
    let vm_error =
        "wasm execution failed with error: HostError(GuestPanic { panic_msg: \"state is broken\" })";
    let error = ask(move || viewed(json!({ "error": vm_error, "logs": [] }))).await.unwrap_err();
    assert_eq!(error.to_string(), format!("game.near cannot answer get_game: {vm_error}"));
}

#[tokio::test]
async fn an_answer_that_is_no_game_is_told_from_no_game() {
    assert_eq!(ask(|| returned(&json!(null))).await.unwrap(), Table::before_the_first_game());
    let error = ask(|| returned(&json!({ "winner": 7 }))).await.unwrap_err();
    assert_eq!(error.to_string(), "get_game answered something that this program does not understand");
}
