//! Who plays at which table from here: the chain, the table, the seats, and those that the engine takes.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::args::Chain;
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_client::table::{
    ARENA_METHODS, Action, Event, LiveTable, ONE_GAME_METHODS, Replica, Table, TableHandle,
};
use tic_tac_toe_client::{Error, Receipt, Rpc, blocks};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::Starts;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::{Players, Rules};

use super::app::{Setup, WayOut};
use crate::args::{Connection, OneGameContract, Opponent, PlayArgs};
use crate::clock::now;
use crate::commands::print;
use crate::local::{COMPUTERS, Code, LocalChain, PLAYERS, Wasm};
use crate::signing::SigningClient;

/// Everything that a game at this keyboard needs.
pub(super) struct Session {
    pub handle: TableHandle,
    pub blocks: blocks::Server,
    pub setup: Setup,
    pub table: Table,
    /// What starting the game did, if it was started now.
    pub created: Option<Receipt>,
    /// Those who play from here, the engine's accounts too.
    pub signers: Vec<Signer>,
    pub network: Network,
    _private_chain: Option<LocalChain>,
}

impl Session {
    /// Connects, or starts a private chain when none is named, and finds or starts the game.
    pub(super) async fn open(args: &PlayArgs) -> Result<Self> {
        let plan = Plan::from_args(args)?;
        let (chain, private_chain) = connect(args).await?;
        let connection = Connection { chain, ..args.connection.clone() };
        let mut session = if args.is_in_arena() {
            Self::in_arena(&connection, plan).await?
        } else {
            let contract = connection.one_game(args.contract.as_ref())?;
            // A private chain has no game yet, and a demo plays a new one.
            let starts_game = private_chain.is_some() || args.demo;
            Self::on_one_game(&connection, contract, plan, starts_game).await?
        };
        session.setup.confirm = args.confirm;
        session.setup.way_out = if private_chain.is_some() { WayOut::Menu } else { WayOut::Shell };
        Ok(Self { _private_chain: private_chain, ..session })
    }

    /// Opens a game of an arena that is there.
    pub(super) async fn of_game(connection: &Connection, people: Vec<AccountId>, id: GameId) -> Result<Self> {
        Self::in_arena(connection, Plan::of_game(id, people)).await
    }

    async fn on_one_game(
        connection: &Connection,
        contract: OneGameContract,
        plan: Plan,
        starts_game: bool,
    ) -> Result<Self> {
        let keys = connection.keys()?;
        let purpose = Purpose { contract: contract.id(), methods: &ONE_GAME_METHODS, pays: false };
        let signers = find_signers(&plan, &keys, contract.transport(), purpose).await?;
        let mut table = Table::of_one_game(&contract).await?;
        let (handle, mut created) = (TableHandle::OneGame(contract), None);
        if starts_game {
            let started = start_game(&handle, table, &plan, &signers).await?;
            (table, created) = (started.0, Some(started.1));
        }
        Ok(Self::new(&connection.chain, handle, plan, table, created, signers))
    }

    async fn in_arena(connection: &Connection, plan: Plan) -> Result<Self> {
        let client = SigningClient::open(connection)?;
        let purpose = Purpose { contract: client.arena.id(), methods: &ARENA_METHODS, pays: false };
        let signers = find_signers(&plan, &client.keys, client.arena.transport(), purpose).await?;
        let (table, created) = match &plan.game {
            Game::Existing(id) => (sit_down(&client, *id, &plan.people, &signers).await?, None),
            Game::New { players, rules } => find_or_create(&client, players, *rules).await?,
        };
        let handle = TableHandle::Arena(client.arena, table.game_id());
        Ok(Self::new(&connection.chain, handle, plan, table, created, signers))
    }

    fn new(
        chain: &Chain,
        handle: TableHandle,
        plan: Plan,
        table: Table,
        created: Option<Receipt>,
        signers: Vec<Signer>,
    ) -> Self {
        let network = chain.network();
        let setup = Setup {
            chain_name: network.name().to_owned(),
            pairing: plan.pairing(),
            people: plan.people,
            computers: plan.computers,
            level: plan.level,
            confirm: false,
            way_out: WayOut::Lobby,
        };
        let blocks = blocks::Server::new(&network.blocks_url(&chain.rpc_url()));
        Self { handle, blocks, setup, table, created, signers, network, _private_chain: None }
    }

    /// Returns how often to look for what others did.
    pub(super) const fn poll_interval(&self) -> Duration {
        poll_interval(self.network)
    }
}

/// Returns how often to look for what others did; public servers are not to be flooded.
pub(crate) const fn poll_interval(network: Network) -> Duration {
    match network {
        Network::Localnet => Duration::from_millis(200),
        Network::Testnet | Network::Mainnet => Duration::from_millis(1500),
    }
}

/// Returns the signer of a player among those who play from here.
pub(super) fn signer_of_player<'a>(signers: &'a [Signer], player: &AccountId) -> Result<&'a Signer> {
    let signer = signers.iter().find(|signer| signer.get_account_id() == *player);
    signer.with_context(|| format!("{player} does not play at this keyboard"))
}

/// Returns the chain that is named, or a private one with the contract that the game needs.
async fn connect(args: &PlayArgs) -> Result<(Chain, Option<LocalChain>)> {
    if args.connection.is_named() {
        return Ok((args.connection.chain.clone(), None));
    }
    let is_in_arena = args.is_in_arena();
    let (named, option, wasm, file) = if is_in_arena {
        (&args.connection.arena, "--arena and TIC_TAC_TOE_ARENA", Wasm::Arena, &args.arena_wasm)
    } else {
        (&args.contract, "--contract and TIC_TAC_TOE_CONTRACT", Wasm::OneGame, &args.wasm)
    };
    if let Some(contract) = named {
        bail!(
            "which chain holds {contract}? Name it with --network or --rpc; \
             without {option} you play on a private chain"
        );
    }
    let code = wasm.read(file.as_deref())?;
    print(format_args!(
        "Starting a chain on this machine and deploying {} ({} bytes) ...",
        wasm.name(),
        code.len()
    ))?;
    let (arena, one_game) = if is_in_arena { (Some(code), None) } else { (None, Some(code)) };
    let chain = LocalChain::start(args.port.unwrap_or(0), Code { one_game, arena, bot: None }).await?;
    let contract = if is_in_arena { chain.arena().id() } else { chain.one_game().id() };
    print(format_args!("{contract} is ready at {}", chain.rpc_url()))?;
    let named = Chain { network: Some(Network::Localnet), rpc: Some(chain.rpc_url()), rpc_key: None };
    Ok((named, Some(chain)))
}

/// Finds keys for all who play from here. One that may only make moves is enough for somebody who joins others.
async fn find_signers(plan: &Plan, keys: &KeyStore, rpc: &Rpc, purpose: Purpose<'_>) -> Result<Vec<Signer>> {
    let moves_only = Purpose { methods: &purpose.methods[..1], ..purpose };
    let mut signers = Vec::new();
    for account in plan.people.iter().chain(&plan.computers) {
        signers.push(match keys.signer(rpc, account, purpose).await {
            Err(KeyError::NotFound { .. }) => keys.signer(rpc, account, moves_only).await?,
            found => found?,
        });
    }
    Ok(signers)
}

/// Starts a game on the one-game contract.
async fn start_game(
    handle: &TableHandle,
    table: Table,
    plan: &Plan,
    signers: &[Signer],
) -> Result<(Table, Receipt)> {
    let players = plan.pairing().context("whom do you play? Name them with --against")?;
    let signer = players.iter().find_map(|player| signer_of_player(signers, player).ok());
    let signer = signer.or(signers.first()).context("nobody signs here")?;
    let receipt = handle.send(signer, None, &Action::NewRound(Some(players))).await?;
    let mut live = LiveTable::new(table);
    live.take_receipt(&receipt, now());
    Ok((live.table().clone(), receipt))
}

/// Opens a game; those who have no seat in it take a free one.
async fn sit_down(
    client: &SigningClient,
    id: GameId,
    people: &[AccountId],
    signers: &[Signer],
) -> Result<Table> {
    let mut live = LiveTable::new(client.table(id).await?);
    for account in people {
        if live.table().seat_of(account).is_none() {
            let receipt = client.arena.join(signer_of_player(signers, account)?, id).await?;
            live.take_receipt(&receipt, now());
        }
    }
    Ok(live.table().clone())
}

/// Finds the game of these players, or creates it: the same players in the same order have one game at a time.
async fn find_or_create(
    client: &SigningClient,
    players: &[Option<AccountId>],
    rules: Rules,
) -> Result<(Table, Option<Receipt>)> {
    let seating: Option<Vec<&AccountIdRef>> = players.iter().map(Option::as_deref).collect();
    if let Some(seating) = seating
        && let Some(id) = client.arena.find_game(&seating).await.map_err(Error::from)?
    {
        let table = client.table(id).await?;
        ensure!(
            table.position.rules() == rules,
            "these players already have game {id} of {}; play it with --game {id}, \
             or close it with: tic-tac-toe close {id}",
            table.position.rules()
        );
        return Ok((table, None));
    }
    let host = players.first().and_then(Option::as_ref).context("a game needs a host")?;
    let receipt = client.create(host, players, rules, None, Starts::Host).await?;
    let table = created_table(&receipt.events()?)?;
    Ok((table, Some(receipt)))
}

fn created_table(events: &[Event]) -> Result<Table> {
    let mut replica = Replica::Known(None);
    for event in events {
        replica.apply(event, now())?;
    }
    replica.table().cloned().context("the arena does not say which game it created")
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    people: Vec<AccountId>,
    computers: Vec<AccountId>,
    level: Level,
    game: Game,
}

#[derive(Debug, PartialEq, Eq)]
enum Game {
    Existing(GameId),
    New { players: Vec<Option<AccountId>>, rules: Rules },
}

impl Plan {
    const fn of_game(id: GameId, people: Vec<AccountId>) -> Self {
        Self { people, computers: Vec::new(), level: Level::Medium, game: Game::Existing(id) }
    }

    /// Returns who plays X and O, if that is settled.
    fn pairing(&self) -> Option<[AccountId; 2]> {
        match &self.game {
            Game::New { players, .. } => match players.as_slice() {
                [Some(x), Some(o)] => Some([x.clone(), o.clone()]),
                _ => None,
            },
            Game::Existing(_) => None,
        }
    }

    fn from_args(args: &PlayArgs) -> Result<Self> {
        if let Some(id) = args.game {
            return Ok(Self::of_game(id, args.seats.clone()));
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
        Ok(Self { people, computers, level, game: Game::New { players, rules } })
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

    fn plan(line: &str) -> Result<Plan> {
        let cli = Cli::try_parse_from(format!("tic-tac-toe play {line}").split_whitespace())?;
        let Command::Play(args) = cli.command else { bail!("not play") };
        Plan::from_args(&args)
    }

    fn players(plan: &Plan) -> Vec<&str> {
        let Game::New { players, .. } = &plan.game else { panic!("a new game") };
        players.iter().map(|player| player.as_ref().map_or("-", |id| id.as_str())).collect()
    }

    #[test]
    fn as_many_as_play_share_the_keyboard_by_default() {
        let plan = plan("--rules 5x7:4 --players 4").unwrap();
        assert_eq!(plan.people, PLAYERS);
        assert_eq!(players(&plan), PLAYERS);
    }

    #[test]
    fn the_computer_takes_the_seats_that_people_leave() {
        let two = plan("--against computer:strong").unwrap();
        assert_eq!(players(&two), ["alice.test.near", "computer.test.near"]);
        assert_eq!((two.level, two.computers.len()), (Level::Strong, 1));

        let four =
            plan("--rules 5x5:4 --players 4 --as bob.test.near --as dave.test.near --against computer");
        let four = four.unwrap();
        assert_eq!(
            players(&four),
            ["bob.test.near", "dave.test.near", "computer.test.near", "computer-2.test.near"]
        );
        assert_eq!(four.people, ["bob.test.near", "dave.test.near"]);
    }

    #[test]
    fn seats_that_nobody_is_named_for_are_free() {
        let plan = plan("--rules 5x5:4 --players 3 --as alice.near --against bob.near").unwrap();
        assert_eq!(players(&plan), ["alice.near", "bob.near", "-"]);
        assert_eq!(plan.people, ["alice.near"]);
    }

    #[test]
    fn a_game_that_plays_itself_signs_for_the_opponent_too() {
        let plan = plan("--demo --rules ultimate --as alice.near --against bob.near").unwrap();
        assert_eq!(plan.people, ["alice.near", "bob.near"]);
    }

    #[test]
    fn what_cannot_be_played_is_said_in_one_sentence() {
        let error = |line| plan(line).unwrap_err().to_string();
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

    #[test]
    fn two_players_share_the_keyboard_by_default() {
        let plan = plan("").unwrap();
        assert_eq!(plan.people, ["alice.test.near", "bob.test.near"]);
        assert_eq!(plan.pairing().unwrap(), ["alice.test.near", "bob.test.near"]);
    }

    #[test]
    fn one_seat_may_leave_open_whom_to_play() {
        let plan = plan("--network testnet --as me.testnet").unwrap();
        assert_eq!(plan.people, ["me.testnet"]);
        assert_eq!(plan.pairing(), None);
    }

    #[test]
    fn one_account_may_play_itself() {
        let plan = plan("--as me.near --against me.near").unwrap();
        assert_eq!(plan.people, ["me.near"]);
        assert_eq!(plan.pairing().unwrap(), ["me.near", "me.near"]);
    }

    #[test]
    fn a_demo_signs_for_the_opponent_on_the_one_game_contract_too() {
        let plan = plan("--demo --as alice.near --against bob.near").unwrap();
        assert_eq!(plan.people, ["alice.near", "bob.near"]);
        assert_eq!(plan.pairing().unwrap(), ["alice.near", "bob.near"]);
    }

    #[test]
    fn a_public_network_asks_who_plays() {
        let error = plan("--network mainnet").unwrap_err();
        assert_eq!(error.to_string(), "who plays? Name your account on mainnet with --as");
    }
}
