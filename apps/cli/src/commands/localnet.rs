//! `localnet`: a chain that stays up, for near-cli, the web page and other terminals.

use anyhow::Result;
use near_primitives::types::AccountId;
use serde_json::{Value, json};
use tic_tac_toe_client::keys::development_key;

use crate::args::LocalnetArgs;
use crate::bot;
use crate::local::{BOT, Code, LocalChain, PLAYERS, Wasm, players};
use crate::signal::ended_by_signal;

/// A chain with the one-game contract, and what else has been built.
struct Localnet {
    chain: LocalChain,
    has_arena: bool,
    has_bot_contract: bool,
}

/// Starts the chain, says how to reach it, and waits for Ctrl-C.
pub(super) async fn run(args: &LocalnetArgs) -> Result<()> {
    let localnet = Localnet::start(args).await?;
    let ended = ended_by_signal()?;
    if args.json {
        println!("{}", localnet.description()?);
    } else {
        println!("{}", localnet.banner()?);
    }
    tokio::select! {
        () = ended => {}
        stopped = bot::serve(&localnet.chain, BOT.parse()?), if localnet.has_arena => stopped?,
    }
    if !args.json {
        println!("The node has stopped; its chain is gone.");
    }
    Ok(())
}

impl Localnet {
    async fn start(args: &LocalnetArgs) -> Result<Self> {
        let code = Code {
            one_game: Some(Wasm::OneGame.read(args.wasm.as_deref())?),
            arena: Wasm::Arena.find(args.arena_wasm.as_deref())?,
            bot: Wasm::Bot.find(args.bot_wasm.as_deref())?,
        };
        let (has_arena, has_bot_contract) = (code.arena.is_some(), code.bot.is_some());
        let chain = LocalChain::start(args.port, code).await?;
        Ok(Self { chain, has_arena, has_bot_contract })
    }

    /// Returns what programs need to reach the chain. The keys are made from the names, so they are no secret.
    fn description(&self) -> Result<Value> {
        let with_key =
            |player: &AccountId| json!({ "account_id": player, "secret_key": development_key(player) });
        let players: Vec<AccountId> = PLAYERS.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        Ok(json!({
            "rpc_url": self.chain.rpc_url(),
            "contract_id": self.chain.one_game().id(),
            "arena_id": self.has_arena.then(|| self.chain.arena().id()),
            "bot_id": self.has_arena.then_some(BOT),
            "bot_contract_id": self.has_bot_contract.then(|| self.chain.bot_contract().id()),
            "players": players.iter().map(with_key).collect::<Vec<_>>(),
        }))
    }

    fn banner(&self) -> Result<String> {
        let url = self.chain.rpc_url();
        let contract = self.chain.one_game().id();
        let [alice, bob, carol, dave] = PLAYERS;
        Ok(format!(
            "\
A NEAR chain runs in this process: real VM, real fees, no consensus, nothing is kept. Not for value.

  RPC, blocks   {url}   (network id: localnet)
  contract      {contract}
  arena         {}
  bot contract  {}{}
  players       {alice}, {bob}, {carol}, {dave}   (10,000 NEAR each)

In another terminal:
  tic-tac-toe play --rpc {url} --as {alice} --against {bob}
  tic-tac-toe watch --rpc {url}{}
With the web page: ./scripts/web.sh starts a node of its own on port 3030; if this one uses it, stop this one
  first, or give the page's node another port with --node-port.
With near-cli: add this to its config.toml, and import the keys (made from the names, so no secret)
  [network_connection.localnet]
  network_name = \"localnet\"
  rpc_url = \"{url}/\"
  wallet_url = \"{url}/\"
  explorer_transaction_url = \"{url}/\"

{}
  near contract call-function as-read-only {contract} get_game json-args '{{}}' network-config localnet now{}

Ctrl-C stops it.",
            self.arena(),
            self.bot_contract(),
            self.bot(),
            self.arena_commands(),
            imports()?,
            self.take_turn(),
        ))
    }

    fn arena(&self) -> String {
        if self.has_arena { self.chain.arena().id().to_string() } else { not_built(Wasm::Arena) }
    }

    fn bot_contract(&self) -> String {
        if !self.has_bot_contract {
            return not_built(Wasm::Bot);
        }
        format!("{}   (a player in the arena that moves when it is asked to)", self.chain.bot_contract().id())
    }

    fn bot(&self) -> String {
        if !self.has_arena {
            return String::new();
        }
        format!("\n  bot           {BOT}   (the engine; it plays whoever creates a game with it)")
    }

    fn arena_commands(&self) -> String {
        if !self.has_arena {
            return String::new();
        }
        let (url, [alice, bob, ..]) = (self.chain.rpc_url(), PLAYERS);
        format!(
            "
  tic-tac-toe play --rules ultimate --as {alice} --against {BOT} --rpc {url}
  tic-tac-toe create {alice} {bob} --rules ultimate --rpc {url}
  tic-tac-toe lobby --as {alice} --rpc {url}"
        )
    }

    /// Returns how the bot contract is asked to move, after its opponent's move in a game that has it as a player.
    fn take_turn(&self) -> String {
        if !self.has_arena || !self.has_bot_contract {
            return String::new();
        }
        let (arena, bot, [alice, ..]) = (self.chain.arena().id(), self.chain.bot_contract().id(), PLAYERS);
        format!(
            "
The bot contract is asked to move like this, in game 1 of the arena, after its opponent's move:
  near contract call-function as-transaction {bot} take_turn \\
    json-args '{{\"arena\":\"{arena}\",\"game_id\":\"1\"}}' prepaid-gas '30 Tgas' attached-deposit '0 NEAR' \\
    sign-as {alice} network-config localnet sign-with-legacy-keychain send"
        )
    }
}

fn not_built(wasm: Wasm) -> String {
    format!("not built; build it with {} and start again", wasm.build_command())
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
