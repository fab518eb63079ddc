//! `localnet`: a chain that stays up, for near-cli, the web page and other terminals.

use anyhow::Result;
use near_primitives::types::AccountId;
use serde_json::{Value, json};
use tic_tac_toe_client::keys::development_key;

use crate::args::LocalnetArgs;
use crate::bot;
use crate::local::{BOT, Code, LocalChain, PLAYERS, find_arena_wasm, players, read_wasm};

/// Starts the chain, says how to reach it, and waits for Ctrl-C.
pub(super) async fn run(args: &LocalnetArgs) -> Result<()> {
    let arena = find_arena_wasm(args.arena_wasm.as_deref())?;
    let has_arena = arena.is_some();
    let code = Code { game: Some(read_wasm(args.wasm.as_deref())?), arena };
    let chain = LocalChain::start(args.port, code).await?;
    if args.json {
        println!("{}", description(&chain, has_arena)?);
    } else {
        println!("{}", banner(&chain, has_arena)?);
    }
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted?,
        stopped = bot::serve(&chain, BOT.parse()?), if has_arena => stopped?,
    }
    if !args.json {
        println!("The node has stopped; its chain is gone.");
    }
    Ok(())
}

/// What programs need to reach the chain. The keys are made from the names, so they are no secret.
fn description(chain: &LocalChain, has_arena: bool) -> Result<Value> {
    let with_key = |player: &AccountId| json!({ "account_id": player, "secret_key": development_key(player) });
    let players: Vec<AccountId> = PLAYERS.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    Ok(json!({
        "rpc_url": chain.rpc_url(),
        "contract_id": chain.contract().id(),
        "arena_id": has_arena.then(|| chain.arena().id()),
        "bot_id": has_arena.then_some(BOT),
        "players": players.iter().map(with_key).collect::<Vec<_>>(),
    }))
}

fn banner(chain: &LocalChain, has_arena: bool) -> Result<String> {
    let url = chain.rpc_url();
    let contract = chain.contract().id();
    let [alice, bob, carol, dave] = PLAYERS;
    let (arena, example, bot) = if has_arena {
        let create = format!("\n  tic-tac-toe arena create {alice} {bob} --rules ultimate --rpc {url}");
        let bot = format!("\n  bot           {BOT}   (the engine; it plays whoever makes a game with it)");
        (chain.arena().id().to_string(), create, bot)
    } else {
        (
            "not built; build it with ./scripts/build.sh arena and start again".to_owned(),
            String::new(),
            String::new(),
        )
    };
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
  arena         {arena}
  players       {alice}, {bob}, {carol}, {dave}   (10,000 NEAR each){bot}

In another terminal:
  tic-tac-toe play --rpc {url} --as {alice} --against {bob}
  tic-tac-toe watch --rpc {url}{example}
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
