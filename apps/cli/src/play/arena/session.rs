//! Who plays which game of the arena from here: the chain, the game, the seats, and those that the engine takes.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::arena::{Game, missing_deposit};
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_client::{Error, Receipt, blocks};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::{self, CLAIM_TIMEOUT, CREATE, Create, Event, JOIN, PLAY, RESIGN, RESTART};
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::{Players, Rules};

use super::app::Table;
use crate::args::{ArenaConnection, ArenaContract, Chain, Credentials, Opponent, PlayArgs};
use crate::local::{COMPUTERS, Code, LocalChain, PLAYERS, Wasm};
use crate::play::session::poll_interval;

/// Everything that a game at this keyboard needs.
pub(super) struct Session {
    pub arena: ArenaContract,
    pub blocks: blocks::Server,
    pub table: Table,
    pub game: Game,
    /// What making the game did, if it was made now.
    pub created: Option<Receipt>,
    /// Those who play from here, the engine's accounts too.
    pub signers: Vec<Signer>,
    network: Network,
    _private_chain: Option<LocalChain>,
}

impl Session {
    /// Connects, or starts a chain of one's own when none is named, and finds or makes the game.
    pub(super) async fn open(args: &PlayArgs) -> Result<Self> {
        let wanted = Wanted::from_args(args)?;
        let (connection, private_chain) = connect(args).await?;
        let mut session = Self::join(&connection, &args.credentials, wanted).await?;
        session.table.confirm = args.confirm;
        Ok(Self { _private_chain: private_chain, ..session })
    }

    /// Opens a game of an arena that is there.
    pub(super) async fn of_game(
        connection: &ArenaConnection,
        credentials: &Credentials,
        people: Vec<AccountId>,
        id: GameId,
    ) -> Result<Self> {
        Self::join(connection, credentials, Wanted::game(id, people)).await
    }

    async fn join(connection: &ArenaConnection, credentials: &Credentials, wanted: Wanted) -> Result<Self> {
        let network = connection.chain.network();
        let arena = connection.arena()?;
        let keys = credentials.keys(network)?;
        let mut signers = Vec::new();
        for account in wanted.people.iter().chain(&wanted.computers) {
            signers.push(signer(&keys, &arena, account).await?);
        }
        let (game, created) = match &wanted.game {
            WantedGame::Existing(id) => (sit_down(&arena, *id, &wanted.people, &signers).await?, None),
            WantedGame::New { players, rules } => find_or_make(&arena, &keys, players, *rules).await?,
        };
        let table = Table {
            chain_name: network.name().to_owned(),
            people: wanted.people,
            computers: wanted.computers,
            level: wanted.level,
            confirm: false,
        };
        let blocks = blocks::Server::new(&network.blocks_url(&connection.chain.rpc_url()));
        Ok(Self { arena, blocks, table, game, created, signers, network, _private_chain: None })
    }

    /// How often to look for what others did.
    pub(super) const fn poll_interval(&self) -> Duration {
        poll_interval(self.network)
    }
}

async fn connect(args: &PlayArgs) -> Result<(ArenaConnection, Option<LocalChain>)> {
    if args.connection.chain.is_named() {
        return Ok((args.arena_connection(), None));
    }
    if let Some(arena) = &args.arena {
        bail!(
            "which chain holds {arena}? Name it with --network or --rpc; \
             without --arena and TIC_TAC_TOE_ARENA you play on a chain of your own"
        );
    }
    let wasm = Wasm::Arena.read(args.arena_wasm.as_deref())?;
    println!("Starting a chain on this machine and deploying the arena ({} bytes) ...", wasm.len());
    let code = Code { arena: Some(wasm), ..Code::default() };
    let chain = LocalChain::start(args.port.unwrap_or(0), code).await?;
    println!("{} is ready at {}", chain.arena().id(), chain.rpc_url());
    let connection = ArenaConnection {
        chain: Chain { network: Some(Network::Localnet), rpc: Some(chain.rpc_url()) },
        contract: Some(chain.arena().id().clone()),
    };
    Ok((connection, Some(chain)))
}

// A key that may only make moves is enough for somebody who never restarts or resigns.
async fn signer(keys: &KeyStore, arena: &ArenaContract, account: &AccountId) -> Result<Signer, KeyError> {
    let methods = [PLAY.name, JOIN.name, RESTART.name, RESIGN.name, CLAIM_TIMEOUT.name];
    let purpose = |methods| Purpose { contract: arena.id(), methods, pays: false };
    match keys.signer(arena.transport(), account, purpose(&methods)).await {
        Err(KeyError::NotFound { .. }) => {
            keys.signer(arena.transport(), account, purpose(&methods[..1])).await
        }
        found => found,
    }
}

/// Opens a game; those who have no seat in it take a free one.
async fn sit_down(
    arena: &ArenaContract,
    id: GameId,
    people: &[AccountId],
    signers: &[Signer],
) -> Result<Game> {
    let mut game = must_find(arena, id).await?;
    for account in people {
        if game.seat_of(account).is_none() {
            let seat = crate::play::session::seat_of(signers, account)?;
            arena.join(seat, id).await?;
            game = must_find(arena, id).await?;
        }
    }
    Ok(game)
}

async fn must_find(arena: &ArenaContract, id: GameId) -> Result<Game> {
    let game = Game::of(arena, id).await?;
    game.with_context(|| {
        format!("there is no game {id}; see those that there are with: tic-tac-toe arena list")
    })
}

/// The same players in the same order have one game at a time: it is played on, or made.
async fn find_or_make(
    arena: &ArenaContract,
    keys: &KeyStore,
    players: &[Option<AccountId>],
    rules: Rules,
) -> Result<(Game, Option<Receipt>)> {
    let seats: Vec<Option<&AccountIdRef>> = players.iter().map(|player| player.as_deref()).collect();
    let seating: Option<Vec<&AccountIdRef>> = seats.iter().copied().collect();
    if let Some(seating) = seating
        && let Some(id) = arena.find_game(&seating).await.map_err(Error::from)?
    {
        let game = must_find(arena, id).await?;
        ensure!(
            game.position.rules() == rules,
            "these players already have game {id} of {}; play it with --game {id}, \
             or close it with: tic-tac-toe arena close {id}",
            game.position.rules()
        );
        return Ok((game, None));
    }
    let host = players.first().and_then(Option::as_ref).context("a game needs a host")?;
    let rules = arena::Rules::from(rules);
    let deposit = missing_deposit(arena, host, players.len(), rules).await?;
    let purpose = Purpose { contract: arena.id(), methods: &[CREATE.name], pays: deposit.0 > 0 };
    let signer = keys.signer(arena.transport(), host, purpose).await?;
    let create = Create { players: &seats, rules: Some(rules), turn_seconds: None };
    let receipt = arena.create(&signer, create, deposit).await?;
    let id = receipt.events::<Event>()?.first().map(Event::game_id);
    let game = must_find(arena, id.context("the arena does not say which game it made")?).await?;
    Ok((game, Some(receipt)))
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    people: Vec<AccountId>,
    computers: Vec<AccountId>,
    level: Level,
    game: WantedGame,
}

#[derive(Debug, PartialEq, Eq)]
enum WantedGame {
    Existing(GameId),
    New { players: Vec<Option<AccountId>>, rules: Rules },
}

impl Wanted {
    fn game(id: GameId, people: Vec<AccountId>) -> Self {
        Self { people, computers: Vec::new(), level: Level::default(), game: WantedGame::Existing(id) }
    }

    fn from_args(args: &PlayArgs) -> Result<Self> {
        if let Some(id) = args.game {
            return Ok(Self::game(id, args.seats.clone()));
        }
        let count = args.players.unwrap_or(2);
        let rules = args.rules.unwrap_or(Rules::CLASSIC);
        let can_play = Players::new(count).is_some_and(|players| rules.start(players).is_some());
        ensure!(can_play, "{rules} is not for {count} players; ultimate takes 2, a grid 2 to 4");
        let seats = Seats { count: usize::from(count), network: args.connection.chain.network() };
        let mut people = args.seats.clone();
        let mut computers = Vec::new();
        let mut level = Level::default();
        match &args.against {
            Some(Opponent::Computer(chosen)) => {
                level = *chosen;
                if people.is_empty() {
                    people = seats.people(1)?;
                }
                computers = seats.computers(people.len())?;
            }
            None if people.is_empty() => people = seats.people(seats.count)?,
            None | Some(Opponent::Account(_)) => {}
        }
        ensure!(people.len() <= seats.count, "a game of {count} has no seat for {} players", people.len());
        let mut players: Vec<Option<AccountId>> =
            people.iter().chain(&computers).cloned().map(Some).collect();
        if let Some(Opponent::Account(opponent)) = &args.against {
            ensure!(players.len() < seats.count, "every seat is taken; leave --against out");
            players.push(Some(opponent.clone()));
            // A game that plays itself signs for everybody.
            if args.demo {
                people.push(opponent.clone());
            }
        }
        players.resize(seats.count, None);
        ensure!(
            !args.demo || players.iter().all(Option::is_some),
            "whom do you play? Name them with --against, or give --as for every seat"
        );
        Ok(Self { people, computers, level, game: WantedGame::New { players, rules } })
    }
}

/// Where names come from when the command line gives none.
struct Seats {
    count: usize,
    network: Network,
}

impl Seats {
    fn people(&self, count: usize) -> Result<Vec<AccountId>> {
        ensure!(
            self.network == Network::Localnet,
            "who plays? Name your account on {} with --as",
            self.network.name()
        );
        Ok(PLAYERS.iter().take(count).map(|name| name.parse()).collect::<Result<_, _>>()?)
    }

    fn computers(&self, people: usize) -> Result<Vec<AccountId>> {
        ensure!(
            self.network == Network::Localnet,
            "on {} the computer has no account of its own; name an account that a program plays with --against",
            self.network.name()
        );
        ensure!(people < self.count, "every seat is taken; leave --against out, or add --players");
        let names = COMPUTERS.iter().take(self.count - people);
        Ok(names.map(|name| name.parse()).collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    fn wanted(line: &str) -> Result<Wanted> {
        let cli = Cli::try_parse_from(format!("tic-tac-toe play {line}").split_whitespace())?;
        let Command::Play(args) = cli.command else { bail!("not play") };
        assert!(args.is_in_arena(), "{line}");
        Wanted::from_args(&args)
    }

    fn players(wanted: &Wanted) -> Vec<&str> {
        let WantedGame::New { players, .. } = &wanted.game else { panic!("a new game") };
        players.iter().map(|player| player.as_ref().map_or("-", |id| id.as_str())).collect()
    }

    #[test]
    fn as_many_as_play_share_the_keyboard_by_default() {
        let wanted = wanted("--rules 5x7:4 --players 4").unwrap();
        assert_eq!(wanted.people, PLAYERS);
        assert_eq!(players(&wanted), PLAYERS);
    }

    #[test]
    fn the_computer_takes_the_seats_that_people_leave() {
        let two = wanted("--against computer:strong").unwrap();
        assert_eq!(players(&two), ["alice.test.near", "computer.test.near"]);
        assert_eq!((two.level, two.computers.len()), (Level::Strong, 1));

        let four =
            wanted("--rules 5x5:4 --players 4 --as bob.test.near --as dave.test.near --against computer");
        let four = four.unwrap();
        assert_eq!(
            players(&four),
            ["bob.test.near", "dave.test.near", "computer.test.near", "computer-2.test.near"]
        );
        assert_eq!(four.people, ["bob.test.near", "dave.test.near"]);
    }

    #[test]
    fn seats_that_nobody_is_named_for_are_free() {
        let wanted = wanted("--rules 5x5:4 --players 3 --as alice.near --against bob.near").unwrap();
        assert_eq!(players(&wanted), ["alice.near", "bob.near", "-"]);
        assert_eq!(wanted.people, ["alice.near"]);
    }

    #[test]
    fn a_game_that_plays_itself_signs_for_the_opponent_too() {
        let wanted = wanted("--demo --rules ultimate --as alice.near --against bob.near").unwrap();
        assert_eq!(wanted.people, ["alice.near", "bob.near"]);
    }

    #[test]
    fn what_cannot_be_played_is_said_in_one_sentence() {
        let error = |line| wanted(line).unwrap_err().to_string();
        assert_eq!(
            error("--rules ultimate --players 3"),
            "ultimate:first is not for 3 players; ultimate takes 2, a grid 2 to 4"
        );
        assert_eq!(
            error("--network testnet --rules ultimate"),
            "who plays? Name your account on testnet with --as"
        );
        assert!(
            error("--network testnet --as me.testnet --against computer")
                .starts_with("on testnet the computer")
        );
        assert!(error("--as a.near --as b.near --against computer").starts_with("every seat is taken"));
    }
}
