//! The arguments of the commands for scripts.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use near_primitives::types::{AccountId, Balance};
use tic_tac_toe_client::args::server;
use tic_tac_toe_client::table::TableHandle;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Starts;
use tic_tac_toe_rules::Rules;

use super::Connection;

/// What every command for scripts takes.
#[derive(Debug, Args)]
pub struct ScriptArgs {
    /// Print one JSON object: the contract's answer or the result of the transaction, or why there is none
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub connection: Connection,
}

/// What commands take that may mean the one-game contract.
#[derive(Debug, Args)]
pub struct OneGameArgs {
    #[command(flatten)]
    pub script: ScriptArgs,
    /// The account that holds the one-game contract [default on localnet: tic-tac-toe.test.near]
    #[arg(long, value_name = "ACCOUNT", env = "TIC_TAC_TOE_CONTRACT", help_heading = "Chain")]
    pub contract: Option<AccountId>,
}

/// A table of either contract.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// This game of the arena [default: the game of the one-game contract]
    #[arg(long, value_name = "ID")]
    pub game: Option<GameId>,
    #[command(flatten)]
    pub one_game: OneGameArgs,
}

/// Which game to start.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe new-game alice.test.near bob.test.near
  tic-tac-toe new-game bob.test.near alice.test.near --as alice.test.near --json")]
pub struct NewGameArgs {
    /// Plays X and moves first
    pub p1: AccountId,
    /// Plays O
    pub p2: AccountId,
    /// Who signs [default: P1]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: Option<AccountId>,
    #[command(flatten)]
    pub one_game: OneGameArgs,
}

/// Which move to make.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe move 1 1
  tic-tac-toe move 0 2 --as bob.test.near --json
  tic-tac-toe move 1 1 --game 1
  tic-tac-toe move 0 2 --game 1 --as bob.test.near --round 1 --json")]
pub struct MoveArgs {
    /// Row, from 0 at the top
    #[arg(allow_negative_numbers = true)]
    pub row: u8,
    /// Column, from 0 on the left
    #[arg(allow_negative_numbers = true)]
    pub col: u8,
    /// Who moves [default: whose turn it is]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub player: Option<AccountId>,
    /// Move only in this round; on the one-game contract it is the game's id [default: the one being played]
    #[arg(long)]
    pub round: Option<u64>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Which round to analyse, and for how long.
#[derive(Debug, Args)]
#[command(after_help = "\
The moves are read from the events of blocks. The table tells for each move how the game stands after it (the chance of \
X to win, or of each player if there are more than two; a draw counts as a share of a win), the move that was best \
instead, and whether the one that was made was a mistake (it cost 10 % or more) or a blunder (20 %). \"O wins in 5\" is \
proven: O can force a win with at most 5 further marks of its own, whatever X does. Ctrl-C ends it with what is known \
by then.

Examples:
  tic-tac-toe analyse 1
  tic-tac-toe analyse --round 1 --playouts 500 --json")]
pub struct AnalyseArgs {
    /// This game of the arena [default: the game of the one-game contract]
    pub game: Option<GameId>,
    /// This round; on the one-game contract it is the game's id [default: the last one]
    #[arg(long)]
    pub round: Option<u64>,
    /// Think so long about each position
    #[arg(long, default_value = "1", value_parser = seconds)]
    pub seconds: Duration,
    /// Think so many playouts long instead, which finds the same on every machine
    #[arg(long, value_name = "NUMBER", conflicts_with = "seconds")]
    pub playouts: Option<u64>,
    /// The first block to read, before the round began [default on localnet: 0]
    #[arg(long, value_name = "HEIGHT")]
    pub from: Option<u64>,
    /// The server of blocks, as neardata serves them [default: neardata.xyz, or localnet's node]
    #[arg(long, value_name = "URL", value_parser = server())]
    pub blocks: Option<String>,
    #[command(flatten)]
    pub one_game: OneGameArgs,
}

/// Which game to create.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe create alice.test.near bob.test.near
  tic-tac-toe create alice.test.near - - --rules 5x7:4 --turn-seconds 60 --starts rotates
  tic-tac-toe create bob.test.near computer.test.near --rules ultimate:closing --json")]
pub struct CreateArgs {
    /// Who sits where, the host first; - is a seat that anybody may take
    #[arg(required = true, value_name = "PLAYER", value_parser = seat)]
    pub players: Vec<Option<AccountId>>,
    /// What is played: classic, a grid such as 5x7:4 (rows, columns, how many in a row win) or ultimate[:first|any|closing]
    #[arg(long, default_value = "classic", value_parser = super::suggestions::rules(), hide_possible_values = true)]
    pub rules: Rules,
    /// How long a turn may take, 30 to 2592000 [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub turn_seconds: Option<u64>,
    /// Who moves first in each round: the host, or each seat in turn
    #[arg(long, default_value = "host", value_parser = starts())]
    pub starts: Starts,
    /// Who signs [default: the host]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: Option<AccountId>,
    #[command(flatten)]
    pub script: ScriptArgs,
}

fn starts() -> impl TypedValueParser<Value = Starts> {
    PossibleValuesParser::new(Starts::NAMES.map(|(name, _)| name)).try_map(|name| name.parse())
}

/// Which game of the arena, and who does something in it.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game
    pub game: GameId,
    /// Who signs
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: AccountId,
    #[command(flatten)]
    pub script: ScriptArgs,
}

/// Which round of a game of the arena, and who does something in it.
#[derive(Debug, Args)]
pub struct RoundArgs {
    /// Only in this round [default: the one being played]
    #[arg(long)]
    pub round: Option<u64>,
    #[command(flatten)]
    pub game: GameArgs,
}

/// Which game to close.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  tic-tac-toe close 1")]
pub struct CloseArgs {
    /// The game
    pub game: GameId,
    /// Who signs [default: the host]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: Option<AccountId>,
    #[command(flatten)]
    pub script: ScriptArgs,
}

/// Which games to list.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe list
  tic-tac-toe list --open
  tic-tac-toe list --of alice.test.near --json
  tic-tac-toe list --from 2 --limit 10")]
pub struct ListArgs {
    /// Those with a free seat
    #[arg(long, conflicts_with = "account")]
    pub open: bool,
    /// Those in which this account has a seat
    #[arg(long = "of", value_name = "ACCOUNT")]
    pub account: Option<AccountId>,
    /// Where to begin: a game's id, or with --open and --of an index in that list, from 0
    #[arg(long, value_name = "NUMBER")]
    pub from: Option<u64>,
    /// How many at the most
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,
    #[command(flatten)]
    pub script: ScriptArgs,
}

/// What to do with a balance.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe storage alice.test.near
  tic-tac-toe storage alice.test.near --deposit 0.5
  tic-tac-toe storage alice.test.near --withdraw 0.1
  tic-tac-toe storage alice.test.near --withdraw --json")]
pub struct StorageArgs {
    /// Whose balance
    pub account: AccountId,
    /// Pay in so much NEAR, such as 0.5
    #[arg(long, value_name = "NEAR", value_parser = near, group = "change")]
    pub deposit: Option<Balance>,
    /// Take out so much NEAR, or all that is available
    #[arg(long, value_name = "NEAR", value_parser = near, group = "change", num_args = 0..=1)]
    pub withdraw: Option<Option<Balance>>,
    /// Take out everything and end the registration
    #[arg(long, group = "change")]
    pub unregister: bool,
    #[command(flatten)]
    pub script: ScriptArgs,
}

impl OneGameArgs {
    /// Returns the table meant: a game of the arena if one is named, or else the one-game contract's.
    pub(crate) fn handle(&self, game: Option<GameId>) -> anyhow::Result<TableHandle> {
        let connection = &self.script.connection;
        match game {
            Some(id) => Ok(TableHandle::Arena(connection.arena()?, id)),
            None => Ok(TableHandle::OneGame(connection.one_game(self.contract.as_ref())?)),
        }
    }
}

/// Reads a seat: an account, or - for one that anybody may take.
pub(crate) fn seat(text: &str) -> Result<Option<AccountId>, String> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|error| format!("{error}; a free seat is -"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "a time is written in seconds, such as 0.5".to_owned())
}

fn near(text: &str) -> Result<Balance, String> {
    let with_unit = if text.contains(char::is_alphabetic) { text.to_owned() } else { format!("{text} NEAR") };
    with_unit.parse().map_err(|_| "an amount is written such as 0.5 or 0.5 NEAR".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_in_near_unless_they_say_otherwise() {
        let half = Balance::from_millinear(500);
        assert_eq!(near("0.5"), Ok(half));
        assert_eq!(near("0.5 NEAR"), Ok(half));
        assert_eq!(near("7 yoctoNEAR"), Ok(Balance::from_yoctonear(7)));
        assert!(near("much").is_err());
    }

    #[test]
    fn a_dash_is_a_seat_that_anybody_may_take() {
        assert_eq!(seat("-"), Ok(None));
        assert_eq!(seat("alice.near"), Ok(Some("alice.near".parse().unwrap())));
        assert!(seat("Alice").unwrap_err().ends_with("a free seat is -"));
    }
}
