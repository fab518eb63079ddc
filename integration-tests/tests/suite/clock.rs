//! Time on a node that can't advance it by itself, as localnet can.

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use integration_tests::node::{block_on, skip_time, start};
use near_workspaces::network::ValidatorKey;
use near_workspaces::types::{KeyType, SecretKey};
use tokio::net::TcpListener;

/// What neard answers to a method that it does not have.
const METHOD_NOT_FOUND: &str = r#"{"jsonrpc":"2.0","id":"0","error":{"code":-32601,"message":"Method not found","data":"sandbox_advance_time"}}"#;

/// Serves a node without its method to advance time; returns the address.
async fn without_clock(node: String) -> Result<String> {
    let answer = async |State(node): State<String>, request: String| {
        if request.contains("sandbox_advance_time") {
            return Ok(METHOD_NOT_FOUND.to_owned());
        }
        let client = reqwest::Client::new();
        let sent = client.post(node).header("content-type", "application/json").body(request).send().await;
        let answer = sent.map_err(|_| StatusCode::BAD_GATEWAY)?;
        answer.text().await.map_err(|_| StatusCode::BAD_GATEWAY)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let router = Router::new().fallback(answer).with_state(node);
    tokio::spawn(async { axum::serve(listener, router).await });
    Ok(address)
}

#[test]
fn time_passes_by_blocks_where_the_node_can_t_advance_it() -> Result<()> {
    block_on(async {
        let node = start().await?;
        // Nothing is signed with it.
        let key = ValidatorKey::Known("test.near".parse()?, SecretKey::from_random(KeyType::ED25519));
        let address = without_clock(node.rpc_addr()).await?;
        let limited = near_workspaces::sandbox().rpc_addr(&address).validator_key(key).await?;

        let before = limited.view_block().await?;
        skip_time(&limited, 100).await?;
        let after = limited.view_block().await?;

        assert!(after.timestamp() >= before.timestamp() + 100_000_000_000);
        assert!(after.height() >= before.height() + 50, "no heights were skipped");
        Ok(())
    })
}
