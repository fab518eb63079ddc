//! The command line.

mod opponent;
mod script;
mod suggestions;
mod version;

use std::fmt::Display;
use std::path::PathBuf;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand};
use near_primitives::types::AccountId;
use tic_tac_toe_client::args::{Chain, Shell, server};
use tic_tac_toe_client::keys::{KeyError, KeyStore};
use tic_tac_toe_client::{Relay, Rpc};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::Arena;
use tic_tac_toe_interface::network::{LOCALNET_PORT, Network};
use tic_tac_toe_interface::one_game::OneGame;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::Rules;

pub use opponent::Opponent;
pub(crate) use script::seat;
pub use script::{
    AnalyseArgs, CloseArgs, CreateArgs, GameArgs, ListArgs, MoveArgs, NewGameArgs, RoundArgs, ScriptArgs,
    StorageArgs, TableArgs,
};
pub(crate) use suggestions::BOARDS;

/// The one-game contract, reached through a node.
pub type OneGameContract = OneGame<Rpc>;

/// The arena, reached through a node.
pub type ArenaContract = Arena<Rpc>;

const EXAMPLES: &str = "\
Examples:
  tic-tac-toe play                         a menu of what to play
  tic-tac-toe play --demo                  one game that plays itself
  tic-tac-toe localnet                     a chain that stays up
  tic-tac-toe play --network localnet --as alice.test.near
  tic-tac-toe show --network localnet --contract tic-tac-toe.test.near --json
  tic-tac-toe watch --from 0               what happens, block by block
  tic-tac-toe create alice.test.near bob.test.near --rules ultimate
  tic-tac-toe move 1 1 --game 1            in a game of the arena
  tic-tac-toe analyse 1                    what each of its moves was worth
  tic-tac-toe lobby --as alice.test.near   open games, and those of alice
  tic-tac-toe bot --as computer.test.near --join

Exit codes:
  0  done
  1  failed: no node, no key, no contract, no terminal
  2  the command line is wrong
  3  refused by the contract, or not there; standard error says CODE: sentence

With --json, commands that end print one object: the answer, {\"refused\": {\"code\", \"message\"}} or \
{\"failed\": {\"message\"}}. watch and bot print one a line.";

/// Tic-tac-toe on NEAR: play it, script it, watch it
#[derive(Debug, Parser)]
#[command(name = "tic-tac-toe", version, long_version = version::long(), after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play on a board in this terminal
    Play(PlayArgs),
    /// Print a table: the board, the players and whose turn it is
    #[command(after_help = "Examples:\n  tic-tac-toe show\n  tic-tac-toe show --game 1 --json")]
    Show(TableArgs),
    /// Start a game between two accounts on the one-game contract
    NewGame(NewGameArgs),
    /// Mark a cell
    Move(MoveArgs),
    /// Print what each move of a round was worth, by the engine
    Analyse(AnalyseArgs),
    /// Create a game in the arena; what its storage needs beyond the host's balance is attached
    Create(CreateArgs),
    /// Take the first free seat of a game of the arena
    #[command(after_help = "Example:\n  tic-tac-toe join 2 --as carol.test.near")]
    Join(GameArgs),
    /// Begin a new round of a game of the arena
    #[command(after_help = "Example:\n  tic-tac-toe restart 1 --as bob.test.near")]
    Restart(RoundArgs),
    /// Leave the round of a game of the arena: the last one left has won
    #[command(after_help = "Example:\n  tic-tac-toe resign 1 --as bob.test.near")]
    Resign(RoundArgs),
    /// Put the player to move out of the round once their time is over
    #[command(after_help = "Example:\n  tic-tac-toe claim 1 --as bob.test.near")]
    Claim(RoundArgs),
    /// End a game of the arena and give its storage back to the host
    Close(CloseArgs),
    /// Print the arena's games by their ids, or those that are open, or those of an account
    List(ListArgs),
    /// Show, pay in or take out what games of the arena lock for their storage
    Storage(StorageArgs),
    /// See the arena's games live, and join, open, create or close them
    Lobby(LobbyArgs),
    /// Let the engine play an account's turns in the arena, in any number of games
    Bot(BotArgs),
    /// Follow the blocks and print what happens, like an indexer
    Watch(WatchArgs),
    /// Start a chain on this machine with the contracts, four funded players and a bot
    Localnet(LocalnetArgs),
    /// Print a script that completes this program's commands in a shell
    #[command(after_help = "Example:\n  tic-tac-toe completions bash")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page, or write one for each command into a folder
    #[command(after_help = "Examples:\n  tic-tac-toe man\n  tic-tac-toe man .")]
    Man {
        /// The folder, such as ~/.local/share/man/man1
        folder: Option<PathBuf>,
    },
}

/// Which chain, which arena on it, and whose keys sign.
#[derive(Clone, Debug, Default, Args)]
pub struct Connection {
    #[command(flatten)]
    pub chain: Chain,
    /// The account that holds the arena [default on localnet: arena.test.near]
    #[arg(long, value_name = "ACCOUNT", env = "TIC_TAC_TOE_ARENA", help_heading = "Chain")]
    pub arena: Option<AccountId>,
    /// The folder of near-cli's keys; the system's keychain is asked too [default: ~/.near-credentials]
    #[arg(long, value_name = "FOLDER", help_heading = "Keys")]
    pub credentials: Option<PathBuf>,
    /// A relay that sends the calls of its guests and pays for them, such as <https://play.example/relay>
    #[arg(long, value_name = "URL", help_heading = "Chain")]
    pub relay: Option<String>,
}

/// How to play.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Without options, a menu asks what to play.

Without --network and --rpc a node starts inside this program, with the contract and two players.

Two-player classic uses the one-game contract; everything else is played in the arena.

Keys: arrows, hjkl, 1-9 or the mouse choose a cell, Enter plays it, n new round, H hint, ? help, ?? the rules, m menu, \
q quits. In the arena also R resign, t claim a timeout. Moves are transactions, so nothing can be undone.

Examples:
  tic-tac-toe play --against computer:strong
  tic-tac-toe play --rules ultimate:closing
  tic-tac-toe play --rules 5x7:4 --players 4 --against computer
  tic-tac-toe play --demo --rules 6x6:4 --delay 500")]
pub struct PlayArgs {
    /// Take this seat and wait for the opponent; give it twice to hold two seats
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub seats: Vec<AccountId>,
    /// Play in the arena without an account of your own: the relay makes one and pays
    #[arg(long, requires = "relay", conflicts_with_all = ["seats", "demo", "contract"])]
    pub guest: bool,
    /// Whom to play in a new game: an account, yourself too, or computer[:easy|medium|strong]
    #[arg(long, value_name = "OPPONENT", value_parser = suggestions::opponents(), hide_possible_values = true)]
    pub against: Option<Opponent>,
    /// What is played: classic, a grid such as 5x7:4 (rows, columns, how many in a row win) or
    /// ultimate[:first|any|closing] [default: classic]
    #[arg(long, value_parser = suggestions::rules(), hide_possible_values = true)]
    pub rules: Option<Rules>,
    /// How many play, 2 to 4 [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=4))]
    pub players: Option<u8>,
    /// Open this game of the arena: take your seat, join a free one, or watch without --as
    #[arg(long, value_name = "ID", conflicts_with_all = ["rules", "players", "against"])]
    pub game: Option<GameId>,
    /// Ask before a move is sent
    #[arg(long)]
    pub confirm: bool,
    /// Play one game automatically and print it; also what happens when there is no terminal
    #[arg(long)]
    pub demo: bool,
    /// Wait so long after each move of a demo; on a terminal its board is then drawn in place
    #[arg(long, value_name = "MILLISECONDS", requires = "demo")]
    pub delay: Option<u64>,
    /// The port of the node inside this program [default: any free one]
    #[arg(long, conflicts_with_all = ["network", "rpc"])]
    pub port: Option<u16>,
    /// The contract to deploy on the node inside this program [default: the one inside this program]
    #[arg(long, value_name = "FILE", env = "TIC_TAC_TOE_WASM")]
    pub wasm: Option<PathBuf>,
    /// The arena to deploy on the node inside this program [default: the one inside this program]
    #[arg(long, value_name = "FILE", env = "TIC_TAC_TOE_ARENA_WASM")]
    pub arena_wasm: Option<PathBuf>,
    #[command(flatten)]
    pub connection: Connection,
    /// The account that holds the one-game contract [default on localnet: tic-tac-toe.test.near]
    #[arg(long, value_name = "ACCOUNT", env = "TIC_TAC_TOE_CONTRACT", help_heading = "Chain")]
    pub contract: Option<AccountId>,
}

/// What to watch, and how to print it.
#[derive(Debug, Args)]
#[command(after_help = "\
Events go to standard output, remarks about the connection to standard error. Logs of failed receipts are \
ignored. After each block with events the games they give are compared with get_game at that block. \
To keep games in a database, run tic-tac-toe-indexer.

Example:
  tic-tac-toe watch --contract tic-tac-toe.test.near --contract arena.test.near --from 0")]
pub struct WatchArgs {
    /// Print events as JSON lines
    #[arg(long)]
    pub json: bool,
    /// The first block to read [default: the next one]
    #[arg(long, value_name = "HEIGHT")]
    pub from: Option<u64>,
    /// The server of blocks, as neardata serves them [default: neardata.xyz, or localnet's node]
    #[arg(long, value_name = "URL", value_parser = server())]
    pub blocks: Option<String>,
    #[command(flatten)]
    pub chain: Chain,
    /// A contract of either kind; give it several times to watch several [default on localnet: tic-tac-toe.test.near]
    #[arg(long = "contract", value_name = "ACCOUNT", env = "TIC_TAC_TOE_CONTRACT", help_heading = "Chain")]
    pub contracts: Vec<AccountId>,
}

/// Who comes to the lobby.
#[derive(Debug, Args)]
#[command(after_help = "\
Keys: arrows choose a game, Enter joins, opens or watches it, Tab changes the list, n and p turn pages, c creates a \
game, x closes one, ? help, q quits.

Example:
  tic-tac-toe lobby --as alice.test.near")]
pub struct LobbyArgs {
    /// Whose games to see, and who signs; without it one only watches
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub account: Option<AccountId>,
    /// Come without an account of your own: the relay makes one and pays
    #[arg(long, requires = "relay", conflicts_with = "account")]
    pub guest: bool,
    /// Ring no bell when it is the account's turn
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub connection: Connection,
}

/// Who plays by itself, and how well.
#[derive(Debug, Args)]
#[command(after_help = "\
Moves go to standard output, one line each; remarks about the connection to standard error. All that the bot has to \
remember is on the chain: it can be stopped and started at any time. Ctrl-C ends it.

Example:
  tic-tac-toe bot --as computer.test.near --join --level strong")]
pub struct BotArgs {
    /// Whose turns to play
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub account: AccountId,
    /// How well: easy, medium or strong
    #[arg(long, default_value = "medium", value_parser = suggestions::levels(), hide_possible_values = true)]
    pub level: Level,
    /// Take a seat in every open game
    #[arg(long)]
    pub join: bool,
    /// Print moves as JSON lines
    #[arg(long)]
    pub json: bool,
    /// The server of blocks, as neardata serves them [default: neardata.xyz, or localnet's node]
    #[arg(long, value_name = "URL", value_parser = server())]
    pub blocks: Option<String>,
    #[command(flatten)]
    pub connection: Connection,
}

/// How to run a chain.
#[derive(Debug, Args)]
#[command(after_help = "\
Each transaction gets a line on standard error, unless --quiet or --json is given.

Examples:
  tic-tac-toe localnet
  tic-tac-toe localnet --state games.localnet
  tic-tac-toe localnet --json")]
pub struct LocalnetArgs {
    /// The port of the node
    #[arg(long, default_value_t = LOCALNET_PORT)]
    pub port: u16,
    /// The contract to deploy [default: the one inside this program]
    #[arg(long, value_name = "FILE", env = "TIC_TAC_TOE_WASM")]
    pub wasm: Option<PathBuf>,
    /// The arena to deploy [default: the one inside this program]
    #[arg(long, value_name = "FILE", env = "TIC_TAC_TOE_ARENA_WASM")]
    pub arena_wasm: Option<PathBuf>,
    /// The bot contract to deploy [default: the one inside this program]
    #[arg(long, value_name = "FILE", env = "TIC_TAC_TOE_BOT_WASM")]
    pub bot_wasm: Option<PathBuf>,
    /// The file that the chain lives in, so that its games go on the next time; made if it is not there
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Also say how near-cli and the web page reach the chain, and print the players' keys
    #[arg(long)]
    pub verbose: bool,
    /// Write no line for each transaction
    #[arg(long)]
    pub quiet: bool,
    /// Say how to reach the node as one line of JSON, for programs
    #[arg(long)]
    pub json: bool,
}

impl Cli {
    /// Parses the command line. What is wrong with it ends the program.
    pub fn read() -> Self {
        Self::try_parse().unwrap_or_else(|error| moved(&error).unwrap_or(error).exit())
    }
}

/// Returns what to type instead of something that earlier versions had.
fn moved(error: &clap::Error) -> Option<clap::Error> {
    let is_about = |kind, word: &str| matches!(error.get(kind), Some(ContextValue::String(it)) if it == word);
    let instead = if is_about(ContextKind::InvalidSubcommand, "arena") {
        "both contracts have the same commands: leave out the word arena, name the game of show and move with \
         --game ID, and the arena's account with --arena"
    } else if is_about(ContextKind::InvalidArg, "--db") {
        "this program keeps no games; to keep them in a database: tic-tac-toe-indexer run --db sqlite:FILE"
    } else {
        return None;
    };
    Some(Cli::command().error(error.kind(), instead))
}

impl Command {
    /// Returns whether the command answers with one JSON object, also when it fails.
    pub const fn wants_json(&self) -> bool {
        match self {
            Self::Show(args) => args.one_game.script.json,
            Self::NewGame(args) => args.one_game.script.json,
            Self::Move(args) => args.table.one_game.script.json,
            Self::Analyse(args) => args.one_game.script.json,
            Self::Create(args) => args.script.json,
            Self::Join(args) => args.script.json,
            Self::Restart(args) | Self::Resign(args) | Self::Claim(args) => args.game.script.json,
            Self::Close(args) => args.script.json,
            Self::List(args) => args.script.json,
            Self::Storage(args) => args.script.json,
            Self::Localnet(args) => args.json,
            // These print an object a line, or none.
            Self::Bot(_)
            | Self::Watch(_)
            | Self::Play(_)
            | Self::Lobby(_)
            | Self::Completions { .. }
            | Self::Man { .. } => false,
        }
    }
}

/// Returns an error of the command line, which this sentence explains.
pub(crate) fn wrong_usage(sentence: impl Display) -> anyhow::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, sentence).into()
}

/// Returns the account that is named, or else the network's.
fn contract_on(
    network: Network,
    named: Option<&AccountId>,
    usual: Option<&AccountIdRef>,
    option: &str,
) -> anyhow::Result<AccountId> {
    let id = named.cloned().or_else(|| usual.map(ToOwned::to_owned));
    id.with_context(|| format!("which contract? Name its account on {} with {option}", network.name()))
}

impl Connection {
    /// Returns whether a chain is named, so that none has to be started.
    pub(crate) const fn is_named(&self) -> bool {
        self.chain.network.is_some() || self.chain.rpc.is_some()
    }

    /// Returns the one-game contract that is named, or else the network's, reached through the node meant.
    pub(crate) fn one_game(&self, named: Option<&AccountId>) -> anyhow::Result<OneGameContract> {
        let network = self.chain.network();
        let id = contract_on(network, named, network.contract(), "--contract")?;
        Ok(OneGame::new(self.chain.rpc(), id))
    }

    /// Returns the arena meant, reached through the node meant.
    pub(crate) fn arena(&self) -> anyhow::Result<ArenaContract> {
        let network = self.chain.network();
        let id = contract_on(network, self.arena.as_ref(), network.arena(), "--arena")?;
        Ok(Arena::new(self.chain.rpc().with_relay(self.relay()), id))
    }

    /// Returns the relay that sends guests' calls, if one is named.
    pub(crate) fn relay(&self) -> Option<Relay> {
        self.relay.as_deref().map(Relay::new)
    }

    /// Returns the keys meant.
    pub(crate) fn keys(&self) -> Result<KeyStore, KeyError> {
        KeyStore::new(self.chain.network(), self.credentials.clone())
    }
}

impl PlayArgs {
    /// Returns whether the command line says what is played, so that there is nothing to ask.
    pub(crate) const fn is_chosen(&self) -> bool {
        let is_game = self.game.is_some() || self.rules.is_some() || self.players.is_some();
        let are_players = self.against.is_some() || !self.seats.is_empty();
        self.demo || is_game || are_players || self.connection.is_named() || self.contract.is_some()
    }

    /// Returns whether this is played in the arena, and not on the one-game contract.
    pub(crate) fn is_in_arena(&self) -> bool {
        let is_classic = self.rules.is_none_or(|rules| rules == Rules::CLASSIC);
        let are_two = self.players.is_none_or(|players| players == 2);
        let has_computer = matches!(self.against, Some(Opponent::Computer(_)));
        self.game.is_some() || self.guest || has_computer || !(is_classic && are_two)
    }
}

impl WatchArgs {
    /// Returns the contracts meant.
    pub(crate) fn contracts(&self) -> anyhow::Result<Vec<AccountId>> {
        if !self.contracts.is_empty() {
            return Ok(self.contracts.clone());
        }
        let network = self.chain.network();
        Ok(vec![contract_on(network, None, network.contract(), "--contract")?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
