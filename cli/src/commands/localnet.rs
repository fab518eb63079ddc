//! `localnet`: a chain that stays up, for near-cli, the web page and other terminals.

use anyhow::Result;
use serde_json::{Value, json};
use tic_tac_toe_client::keys::development_key;

use crate::args::LocalnetArgs;
use crate::local::{LocalChain, PLAYERS, players, read_wasm};

/// Starts the chain, says how to reach it, and waits for Ctrl-C.
pub(super) async fn run(args: &LocalnetArgs) -> Result<()> {
    let chain = LocalChain::start(args.port, read_wasm(args.wasm.as_deref())?).await?;
    if args.json {
        println!("{}", description(&chain)?);
        tokio::signal::ctrl_c().await?;
    } else {
        println!("{}", banner(&chain)?);
        tokio::signal::ctrl_c().await?;
        println!("The node has stopped; its chain is gone.");
    }
    Ok(())
}

/// What programs need to reach the chain. The keys are made from the names, so they are no secret.
fn description(chain: &LocalChain) -> Result<Value> {
    let players =
        players()?.map(|player| json!({ "account_id": player, "secret_key": development_key(&player) }));
    Ok(json!({ "rpc_url": chain.rpc_url(), "contract_id": chain.contract().id(), "players": players }))
}

fn banner(chain: &LocalChain) -> Result<String> {
    let url = chain.rpc_url();
    let contract = chain.contract().id();
    let [alice, bob] = PLAYERS;
    let keys: Vec<String> = players()?
        .iter()
        .map(|player| {
            let key = development_key(player);
            format!(
                "  near account import-account using-private-key {key} {player} \\\n    \
                 network-config localnet save-to-legacy-keychain"
            )
        })
        .collect();
    Ok(format!(
        "\
A NEAR chain runs in this process: real VM, real fees, no consensus, nothing is kept. Not for value.

  RPC, blocks   {url}   (network id: localnet)
  contract      {contract}
  players       {alice}, {bob}   (10,000 NEAR each)

In another terminal:
  tic-tac-toe play --rpc {url} --as {alice} --against {bob}
  tic-tac-toe watch --rpc {url}
With the web page: ./scripts/web.sh starts a node of its own on port 3030; if this one uses it, stop this one
  first, or give the page's node another port with --node-port.
With near-cli: add this to its config.toml, and import the keys (made from the names, so no secret)
  [network_connection.localnet]
  network_name = \"localnet\"
  rpc_url = \"{url}/\"
  wallet_url = \"{url}/\"
  explorer_transaction_url = \"{url}/\"

{}
  near contract call-function as-read-only {contract} get_game json-args '{{}}' network-config localnet now

Ctrl-C stops it.",
        keys.join("\n")
    ))
}
