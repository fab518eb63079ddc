//! The arena's part of the command line.

use clap::{Args, Subcommand};
use near_primitives::types::{AccountId, Balance};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_interface::arena::Arena;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::Rules;

use super::{ArenaContract, Chain, Signing};

const EXAMPLES: &str = "\
Examples:
  tic-tac-toe arena create alice.test.near bob.test.near
  tic-tac-toe arena create alice.test.near - - --rules 5x7:4 --turn-seconds 60
  tic-tac-toe arena join 2 --as carol.test.near
  tic-tac-toe arena move 1 1 1
  tic-tac-toe arena list --open --json
  tic-tac-toe arena show 1";

/// The arena's commands.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ArenaArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ArenaCommand,
}

/// What can be done in the arena.
#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    /// Create a game; what its storage needs beyond the host's balance is attached
    Create(CreateArgs),
    /// Take the first free seat of a game
    Join(JoinArgs),
    /// Mark a cell
    Move(ArenaMoveArgs),
    /// Begin a new round
    #[command(after_help = "Example:\n  tic-tac-toe arena restart 1 --as bob.test.near")]
    Restart(RoundArgs),
    /// Leave the round: the last one left has won
    #[command(after_help = "Example:\n  tic-tac-toe arena resign 1 --as bob.test.near")]
    Resign(RoundArgs),
    /// Put the player to move out of the round once their time is over
    #[command(after_help = "Example:\n  tic-tac-toe arena claim 1 --as bob.test.near")]
    Claim(RoundArgs),
    /// End a game and give its storage back to the host
    Close(CloseArgs),
    /// Print a game
    Show(ShowGameArgs),
    /// Print games by their ids, or those that are open, or those of an account
    List(ListArgs),
    /// Show, pay in or take out what games lock for their storage
    Storage(StorageArgs),
}

/// Which arena.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Chain")]
pub struct ArenaConnection {
    /// Which chain.
    #[command(flatten)]
    pub chain: Chain,
    /// The account that holds the arena [default on localnet: arena.test.near]
    #[arg(long, value_name = "ACCOUNT", env = "TIC_TAC_TOE_ARENA")]
    pub contract: Option<AccountId>,
}

/// Which game to create.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe arena create alice.test.near bob.test.near
  tic-tac-toe arena create alice.test.near - - --rules 5x7:4 --turn-seconds 60
  tic-tac-toe arena create bob.test.near computer.test.near --rules ultimate:closing --json")]
pub struct CreateArgs {
    /// Who sits where, the host first; - is a seat that anybody may take
    #[arg(required = true, value_name = "PLAYER", value_parser = seat)]
    pub players: Vec<Seated>,
    /// What is played: classic, a grid such as 5x7:4 (rows, columns, how many in a row win) or ultimate[:first|any|closing]
    #[arg(long, default_value = "classic")]
    pub rules: Rules,
    /// How long a turn may take, 30 to 2592000 [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub turn_seconds: Option<u64>,
    /// Who signs [default: the host]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: Option<AccountId>,
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

/// A seat of a game to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seated {
    /// For this account.
    Named(AccountId),
    /// For anybody.
    Free,
}

/// Which game to join.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  tic-tac-toe arena join 2 --as carol.test.near")]
pub struct JoinArgs {
    /// The game
    pub game: GameId,
    /// Who joins
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: AccountId,
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

/// Which move to make.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe arena move 1 1 1
  tic-tac-toe arena move 1 0 2 --as bob.test.near --round 1 --json")]
pub struct ArenaMoveArgs {
    /// The game
    pub game: GameId,
    /// Row, from 0 at the top
    #[arg(allow_negative_numbers = true)]
    pub row: u8,
    /// Column, from 0 on the left
    #[arg(allow_negative_numbers = true)]
    pub col: u8,
    /// Who moves [default: whose turn it is]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub player: Option<AccountId>,
    /// Move only in this round [default: the one being played]
    #[arg(long)]
    pub round: Option<u64>,
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

/// Which round is meant.
#[derive(Debug, Args)]
pub struct RoundArgs {
    /// The game
    pub game: GameId,
    /// Who signs
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: AccountId,
    /// Only in this round [default: the one being played]
    #[arg(long)]
    pub round: Option<u64>,
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

/// Which game to close.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  tic-tac-toe arena close 1")]
pub struct CloseArgs {
    /// The game
    pub game: GameId,
    /// Who signs [default: the host]
    #[arg(long = "as", value_name = "ACCOUNT")]
    pub signer: Option<AccountId>,
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

/// Which game to show.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe arena show 1
  tic-tac-toe arena show 1 --json")]
pub struct ShowGameArgs {
    /// The game
    pub game: GameId,
    /// The contract's own answer as JSON; null when there is no such game
    #[arg(long)]
    pub json: bool,
    /// Which arena.
    #[command(flatten)]
    pub connection: ArenaConnection,
}

/// Which games to list.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe arena list
  tic-tac-toe arena list --open
  tic-tac-toe arena list --of alice.test.near --json
  tic-tac-toe arena list --from 2 --limit 10")]
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
    /// The contract's own answer as JSON
    #[arg(long)]
    pub json: bool,
    /// Which arena.
    #[command(flatten)]
    pub connection: ArenaConnection,
}

/// What to do with a balance.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tic-tac-toe arena storage alice.test.near
  tic-tac-toe arena storage alice.test.near --deposit 0.5
  tic-tac-toe arena storage alice.test.near --withdraw 0.1
  tic-tac-toe arena storage alice.test.near --withdraw --json")]
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
    /// How.
    #[command(flatten)]
    pub signing: Signing<ArenaConnection>,
}

impl Seated {
    /// Returns whose it is, if it is anybody's.
    #[must_use]
    pub fn account(&self) -> Option<&AccountIdRef> {
        match self {
            Self::Named(account) => Some(account),
            Self::Free => None,
        }
    }
}

impl ArenaConnection {
    /// Returns the arena meant, reached through the node meant.
    ///
    /// # Errors
    ///
    /// When no arena is named and the network has no default.
    pub fn arena(&self) -> anyhow::Result<ArenaContract> {
        let id = self.chain.contract_or(self.contract.as_ref(), self.chain.network().arena())?;
        Ok(Arena::new(Rpc::new(&self.chain.rpc_url()), id))
    }
}

/// Reads a seat: an account, or - for one that anybody may take.
pub(crate) fn seat(text: &str) -> Result<Seated, String> {
    if text == "-" {
        return Ok(Seated::Free);
    }
    text.parse().map(Seated::Named).map_err(|error| format!("{error}; a free seat is -"))
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
        assert_eq!(seat("-"), Ok(Seated::Free));
        assert_eq!(seat("alice.near"), Ok(Seated::Named("alice.near".parse().unwrap())));
        assert!(seat("Alice").unwrap_err().ends_with("a free seat is -"));
    }
}
