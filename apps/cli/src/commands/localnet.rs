//! `localnet`: a chain that stays up, for near-cli, the web page and other terminals.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Result;
use localnet::Config;
use near_primitives::types::AccountId;
use serde_json::{Value, json};
use tic_tac_toe_client::keys::development_key;
use tic_tac_toe_interface::network::Network;

use super::report::print;
use crate::args::LocalnetArgs;
use crate::bot;
use crate::local::{BOT, Code, LocalChain, PLAYERS, Wasm, accounts, players};
use crate::signal::ended_by_signal;

/// Starts the chain, says how to reach it, and waits for Ctrl-C.
pub(super) async fn run(args: &LocalnetArgs) -> Result<()> {
    let code = Code {
        one_game: Some(Wasm::OneGame.read(args.wasm.as_deref())?),
        arena: Some(Wasm::Arena.read(args.arena_wasm.as_deref())?),
        bot: Some(Wasm::Bot.read(args.bot_wasm.as_deref())?),
    };
    let config = Config {
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, args.port)),
        state: args.state.clone(),
        transcript: !args.quiet && !args.json,
        ..Config::default()
    };
    let chain = LocalChain::start_with(config, code).await?;
    let ended = ended_by_signal()?;
    if args.json {
        print(description(&chain)?)?;
    } else {
        print(format_args!("{}\nCtrl-C stops it.", banner(&chain, args)?))?;
    }
    tokio::select! {
        () = ended => {}
        stopped = bot::serve(&chain, BOT.parse()?) => stopped?,
    }
    if !args.json {
        print(farewell(args))?;
    }
    Ok(())
}

fn farewell(LocalnetArgs { state, .. }: &LocalnetArgs) -> String {
    match state {
        Some(file) => format!("The node has stopped; --state {} goes on where it was.", file.display()),
        None => "The node has stopped; its chain is gone.".to_owned(),
    }
}

/// Returns what programs need to reach the chain. The keys are made from the names, so they are no secret.
fn description(chain: &LocalChain) -> Result<Value> {
    let with_key =
        |player: &AccountId| json!({ "account_id": player, "secret_key": development_key(player) });
    Ok(json!({
        "rpc_url": chain.rpc_url(),
        "contract_id": chain.one_game().id(),
        "arena_id": chain.arena().id(),
        "bot_id": BOT,
        "bot_contract_id": chain.bot_contract().id(),
        "players": accounts(&PLAYERS)?.iter().map(with_key).collect::<Vec<_>>(),
    }))
}

/// Says what there is and what to do next, in a usual terminal without scrolling.
fn banner(chain: &LocalChain, args: &LocalnetArgs) -> Result<String> {
    let (url, [alice, ..]) = (chain.rpc_url(), PLAYERS);
    let (contract, arena, bot_contract) =
        (chain.one_game().id(), chain.arena().id(), chain.bot_contract().id());
    // Commands take the usual port for granted.
    let is_usual = url == Network::Localnet.rpc_url();
    let at = if is_usual { String::new() } else { format!(" --rpc {url}") };
    let named = if is_usual { " --network localnet" } else { &at };
    let state = match &args.state {
        Some(file) => format!("in {}", file.display()),
        None => "in memory, gone with this process; --state FILE keeps it".to_owned(),
    };
    let more = if args.verbose { with_other_programs(chain)? } else { String::new() };
    Ok(format!(
        "\
A NEAR chain runs in this process: real VM, real fees, no consensus, no value.

  RPC, blocks   {url}   (network id: localnet)
  contract      {contract}
  arena         {arena}
  bot           {BOT}   (the engine; plays whoever invites it)
  bot contract  {bot_contract}   (moves when it is asked to)
  players       alice, bob, carol and dave.test.near   (10,000 NEAR each)
  keys          made from the names, so no secret; --verbose prints them
  state         {state}

In another terminal:
  tic-tac-toe play{named}
  tic-tac-toe create {alice} {BOT} --rules ultimate{at}
  tic-tac-toe lobby --as {alice}{at}
  tic-tac-toe watch{at}
{more}"
    ))
}

/// Says how the web page and near-cli reach the chain.
fn with_other_programs(chain: &LocalChain) -> Result<String> {
    let (url, contract, arena) = (chain.rpc_url(), chain.one_game().id(), chain.arena().id());
    let (bot_contract, [alice, ..], imports) = (chain.bot_contract().id(), PLAYERS, imports()?);
    Ok(format!(
        "
With the web page: ./scripts/web.sh starts a node of its own on port 3030; if this one uses it, stop this one
  first, or give the page's node another port with --node-port.
With near-cli: add this to its config.toml, and import the keys (made from the names, so no secret)
  [network_connection.localnet]
  network_name = \"localnet\"
  rpc_url = \"{url}/\"
  wallet_url = \"{url}/\"
  explorer_transaction_url = \"{url}/\"

{imports}
  near contract call-function as-read-only {contract} get_game json-args '{{}}' network-config localnet now
The bot contract is asked to move like this, in game 1 of the arena, after its opponent's move:
  near contract call-function as-transaction {bot_contract} take_turn \\
    json-args '{{\"arena\":\"{arena}\",\"game_id\":\"1\"}}' prepaid-gas '30 Tgas' attached-deposit '0 NEAR' \\
    sign-as {alice} network-config localnet sign-with-legacy-keychain send
"
    ))
}

/// Returns how near-cli gets the keys of the first two players.
fn imports() -> Result<String> {
    let import = |player: &AccountId| {
        let key = development_key(player);
        format!(
            "  near account import-account using-private-key {key} {player} \\\n    \
             network-config localnet save-to-legacy-keychain"
        )
    };
    Ok(players()?.each_ref().map(import).join("\n"))
}
