//! Who plays where: the chain, the contract, and the seats that this keyboard holds.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::blocks;
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::one_game::{NEW_GAME, PLAY};

use crate::args::{Chain, Connection, Contract, Opponent, PlayArgs};
use crate::local::{Code, LocalChain, Wasm, players};

/// Everything that a game at this keyboard needs.
pub(super) struct Session {
    /// The contract.
    pub contract: Contract,
    /// The blocks that the contract's events come in.
    pub blocks: blocks::Server,
    /// Which chain it is.
    pub network: Network,
    /// Those who play at this keyboard.
    pub seats: Vec<Signer>,
    /// Who plays X and O in a new game, if that is settled.
    pub pairing: Option<[AccountId; 2]>,
    private_chain: Option<LocalChain>,
}

impl Session {
    /// Connects, or starts a chain of one's own when none is named.
    pub(super) async fn open(args: &PlayArgs) -> Result<Self> {
        let wanted = Seats::from_args(args)?;
        let (connection, private_chain) = connect(args).await?;
        let (network, rpc_url) = (connection.chain.network(), connection.chain.rpc_url());
        let contract = connection.contract()?;
        let keys = args.credentials.keys(network)?;
        let mut seats = Vec::new();
        for account in &wanted.held {
            seats.push(signer(&keys, &contract, account).await?);
        }
        Ok(Self {
            contract,
            blocks: blocks::Server::new(&network.blocks_url(&rpc_url)),
            network,
            seats,
            pairing: wanted.pairing,
            private_chain,
        })
    }

    /// How often to look for what the opponent did.
    pub(super) const fn poll_interval(&self) -> Duration {
        poll_interval(self.network)
    }

    /// Does the chain live and end with this program?
    pub(super) const fn is_private(&self) -> bool {
        self.private_chain.is_some()
    }
}

/// How often to look for what others did; public servers are not to be flooded.
pub(crate) const fn poll_interval(network: Network) -> Duration {
    match network {
        Network::Localnet => Duration::from_millis(200),
        Network::Testnet | Network::Mainnet => Duration::from_millis(1500),
    }
}

/// The seat of an account among those held.
pub(super) fn seat_of<'a>(seats: &'a [Signer], account: &AccountId) -> Result<&'a Signer> {
    let seat = seats.iter().find(|seat| seat.get_account_id() == *account);
    seat.with_context(|| format!("{account} does not play at this keyboard"))
}

// A key that may only make moves is enough for somebody who joins the games of others.
async fn signer(keys: &KeyStore, contract: &Contract, account: &AccountId) -> Result<Signer, KeyError> {
    let (rpc, contract) = (contract.transport(), contract.id());
    let everything = Purpose { contract, methods: &[NEW_GAME.name, PLAY.name], pays: false };
    match keys.signer(rpc, account, everything).await {
        Err(KeyError::NotFound { .. }) => {
            keys.signer(rpc, account, Purpose { contract, methods: &[PLAY.name], pays: false }).await
        }
        found => found,
    }
}

async fn connect(args: &PlayArgs) -> Result<(Connection, Option<LocalChain>)> {
    if args.connection.chain.is_named() {
        return Ok((args.connection.clone(), None));
    }
    if let Some(contract) = &args.connection.contract {
        bail!(
            "which chain holds {contract}? Name it with --network or --rpc; \
             without --contract and TIC_TAC_TOE_CONTRACT you play on a chain of your own"
        );
    }
    let wasm = Wasm::Game.read(args.wasm.as_deref())?;
    println!("Starting a chain on this machine and deploying the contract ({} bytes) ...", wasm.len());
    let code = Code { game: Some(wasm), ..Code::default() };
    let chain = LocalChain::start(args.port.unwrap_or(0), code).await?;
    println!("{} is ready at {}", chain.contract().id(), chain.rpc_url());
    let connection = Connection {
        chain: Chain { network: Some(Network::Localnet), rpc: Some(chain.rpc_url()) },
        contract: Some(chain.contract().id().clone()),
    };
    Ok((connection, Some(chain)))
}

/// The seats that the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Seats {
    held: Vec<AccountId>,
    pairing: Option<[AccountId; 2]>,
}

impl Seats {
    fn from_args(args: &PlayArgs) -> Result<Self> {
        let network = args.connection.chain.network();
        match args.seats.as_slice() {
            [] if network == Network::Localnet => {
                let both = players()?;
                Ok(Self { held: both.to_vec(), pairing: Some(both) })
            }
            [] => bail!("who plays? Name your account on {} with --as", network.name()),
            [_] if args.demo && args.against.is_none() => {
                bail!("whom do you play? Name them with --against")
            }
            [me] => {
                let pairing = opponent(args).map(|opponent| [me.clone(), opponent.clone()]);
                let held = match &pairing {
                    // A game that plays itself signs for both.
                    Some(both) if args.demo => both.to_vec(),
                    _ => vec![me.clone()],
                };
                Ok(Self { held, pairing })
            }
            [p1, p2] => {
                ensure!(args.against.is_none(), "with two seats they play each other; leave --against out");
                Ok(Self { held: vec![p1.clone(), p2.clone()], pairing: Some([p1.clone(), p2.clone()]) })
            }
            _ => bail!("a game has two seats; give --as once or twice"),
        }
    }
}

const fn opponent(args: &PlayArgs) -> Option<&AccountId> {
    match &args.against {
        Some(Opponent::Account(account)) => Some(account),
        Some(Opponent::Computer(_)) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    fn seats(line: &str) -> Result<Seats> {
        let cli = Cli::try_parse_from(format!("tic-tac-toe play {line}").split_whitespace())?;
        let Command::Play(args) = cli.command else { bail!("not play") };
        Seats::from_args(&args)
    }

    #[test]
    fn two_players_share_the_keyboard_by_default() {
        let seats = seats("").unwrap();
        assert_eq!(seats.held, ["alice.test.near", "bob.test.near"]);
        assert_eq!(seats.pairing.unwrap(), ["alice.test.near", "bob.test.near"]);
    }

    #[test]
    fn one_seat_may_leave_open_whom_to_play() {
        let seats = seats("--network testnet --as me.testnet").unwrap();
        assert_eq!(seats.held, ["me.testnet"]);
        assert_eq!(seats.pairing, None);
    }

    #[test]
    fn one_account_may_play_itself() {
        let seats = seats("--as me.near --against me.near").unwrap();
        assert_eq!(seats.held, ["me.near"]);
        assert_eq!(seats.pairing.unwrap(), ["me.near", "me.near"]);
    }

    #[test]
    fn a_game_that_plays_itself_takes_the_seat_of_the_opponent_too() {
        let seats = seats("--demo --as alice.near --against bob.near").unwrap();
        assert_eq!(seats.held, ["alice.near", "bob.near"]);
        assert_eq!(seats.pairing.unwrap(), ["alice.near", "bob.near"]);
    }

    #[test]
    fn a_public_network_asks_who_plays() {
        let error = seats("--network mainnet").unwrap_err();
        assert_eq!(error.to_string(), "who plays? Name your account on mainnet with --as");
    }
}
