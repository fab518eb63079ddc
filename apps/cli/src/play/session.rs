//! Who plays at which table from here: the chain, the table, the seats, and those that the engine takes.

use anyhow::{Context, Result, bail, ensure};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::args::Chain;
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_client::table::{
    ARENA_METHODS, Action, Event, LiveTable, ONE_GAME_METHODS, Replica, Table, TableHandle,
};
use tic_tac_toe_client::{Error, Receipt, Rpc};
use tic_tac_toe_interface::arena::Starts;
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::{Players, Rules};

use super::app::{Setup, WayOut};
use crate::args::{Connection, OneGameContract, Opponent, PlayArgs};
use crate::clock::now;
use crate::commands::print;
use crate::local::{COMPUTERS, Code, LocalChain, PLAYERS, Wasm, accounts};
use crate::signing::SigningClient;

/// Everything that a game at this keyboard needs.
pub(super) struct Session {
    pub chain: Chain,
    pub handle: TableHandle,
    pub setup: Setup,
    pub table: Table,
    /// What starting the game did, if it was started now.
    pub created: Option<Receipt>,
    /// Those who play from here, the engine's accounts too.
    pub signers: Vec<Signer>,
    _private_chain: Option<LocalChain>,
}

impl Session {
    /// Connects, or starts a private chain when none is named, and finds or starts the game.
    pub(super) async fn open(args: &PlayArgs) -> Result<Self> {
        let plan = Plan::from_args(args)?;
        let (chain, private_chain) = connect(args).await?;
        let connection = Connection { chain, ..args.connection.clone() };
        let session = if args.is_in_arena() {
            Self::in_arena(&connection, plan).await?
        } else {
            let contract = connection.one_game(args.contract.as_ref())?;
            // A private chain has no game yet, and a demo plays a new one.
            let starts_game = private_chain.is_some() || args.demo;
            Self::on_one_game(&connection, contract, plan, starts_game).await?
        };
        Ok(Self { _private_chain: private_chain, ..session })
    }

    /// Opens a game of an arena that is there, from its lobby.
    pub(super) async fn of_game(connection: &Connection, people: Vec<AccountId>, id: GameId) -> Result<Self> {
        let setup = Setup { people, ..Setup::new(connection.chain.network(), WayOut::Lobby) };
        Self::in_arena(connection, Plan { setup, game: Game::Existing(id) }).await
    }

    async fn on_one_game(
        connection: &Connection,
        contract: OneGameContract,
        Plan { setup, .. }: Plan,
        starts_game: bool,
    ) -> Result<Self> {
        let keys = connection.keys()?;
        let purpose = Purpose { contract: contract.id(), methods: &ONE_GAME_METHODS, pays: false };
        let signers = find_signers(&setup, &keys, contract.transport(), purpose).await?;
        let mut live = LiveTable::new(Table::of_one_game(&contract).await?);
        let (handle, mut created) = (TableHandle::OneGame(contract), None);
        if starts_game {
            let players = setup.pairing.clone().context("whom do you play? Name them with --against")?;
            let signer = players.iter().find_map(|player| signer_of_player(&signers, player).ok());
            let signer = signer.or(signers.first()).context("nobody signs here")?;
            let receipt = handle.send(signer, None, &Action::NewRound(Some(players))).await?;
            live.take_receipt(&receipt, now());
            created = Some(receipt);
        }
        let (chain, table) = (connection.chain.clone(), live.table().clone());
        Ok(Self { chain, handle, setup, table, created, signers, _private_chain: None })
    }

    async fn in_arena(connection: &Connection, Plan { setup, game }: Plan) -> Result<Self> {
        let client = SigningClient::open(connection)?;
        let purpose = Purpose { contract: client.arena.id(), methods: &ARENA_METHODS, pays: false };
        let signers = find_signers(&setup, &client.keys, client.arena.transport(), purpose).await?;
        let (table, created) = match game {
            Game::Existing(id) => (sit_down(&client, id, &setup.people, &signers).await?, None),
            Game::New { players, rules } => find_or_create(&client, &players, rules).await?,
        };
        let handle = TableHandle::Arena(client.arena, table.game_id());
        let chain = connection.chain.clone();
        Ok(Self { chain, handle, setup, table, created, signers, _private_chain: None })
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
    Ok((chain.args(), Some(chain)))
}

/// Finds keys for all who play from here. One that may only make moves is enough for somebody who joins others.
async fn find_signers(
    setup: &Setup,
    keys: &KeyStore,
    rpc: &Rpc,
    purpose: Purpose<'_>,
) -> Result<Vec<Signer>> {
    let moves_only = Purpose { methods: &purpose.methods[..1], ..purpose };
    let mut signers = Vec::new();
    for account in setup.people.iter().chain(&setup.computers) {
        signers.push(match keys.signer(rpc, account, purpose).await {
            Err(KeyError::NotFound { .. }) => keys.signer(rpc, account, moves_only).await?,
            found => found?,
        });
    }
    Ok(signers)
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
#[derive(Debug)]
struct Plan {
    setup: Setup,
    game: Game,
}

#[derive(Debug)]
enum Game {
    Existing(GameId),
    New { players: Vec<Option<AccountId>>, rules: Rules },
}

impl Plan {
    fn from_args(args: &PlayArgs) -> Result<Self> {
        let network = args.connection.chain.network();
        // A chain that is not named is started, and left with the game.
        let way_out = if args.connection.is_named() { WayOut::Shell } else { WayOut::Menu };
        let people = args.seats.clone();
        let mut setup = Setup { people, confirm: args.confirm, ..Setup::new(network, way_out) };
        if let Some(id) = args.game {
            return Ok(Self { setup, game: Game::Existing(id) });
        }
        let count = args.players.unwrap_or(2);
        let rules = args.rules.unwrap_or(Rules::CLASSIC);
        let can_play = Players::new(count).is_some_and(|players| rules.start(players).is_some());
        ensure!(can_play, "{rules} is not for {count} players; ultimate takes 2, a grid 2 to 4");
        let seats = usize::from(count);
        let against_computer = matches!(args.against, Some(Opponent::Computer(_)));
        if setup.people.is_empty() && (against_computer || args.against.is_none()) {
            ensure!(
                network == Network::Localnet,
                "who plays? Name your account on {} with --as",
                network.name()
            );
            setup.people = accounts(&PLAYERS[..if against_computer { 1 } else { seats }])?;
        }
        if let Some(Opponent::Computer(level)) = args.against {
            ensure!(
                network == Network::Localnet,
                "on {} the computer has no account of its own; name an account that a program plays with --against",
                network.name()
            );
            let left = seats.saturating_sub(setup.people.len());
            ensure!(left > 0, "every seat is taken; leave --against out, or add --players");
            (setup.computers, setup.level) = (accounts(&COMPUTERS[..left])?, level);
        }
        ensure!(
            setup.people.len() <= seats,
            "a game of {count} has no seat for {} players",
            setup.people.len()
        );
        let mut players: Vec<_> = setup.people.iter().chain(&setup.computers).cloned().map(Some).collect();
        if let Some(Opponent::Account(opponent)) = &args.against {
            ensure!(players.len() < seats, "every seat is taken; leave --against out");
            players.push(Some(opponent.clone()));
            // A game that plays itself signs for everybody.
            if args.demo {
                setup.people.push(opponent.clone());
            }
        }
        players.resize(seats, None);
        ensure!(
            !args.demo || players.iter().all(Option::is_some),
            "whom do you play? Name them with --against, or give --as for every seat"
        );
        if let [Some(x), Some(o)] = players.as_slice() {
            setup.pairing = Some([x.clone(), o.clone()]);
        }
        Ok(Self { setup, game: Game::New { players, rules } })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use rstest::rstest;
    use tic_tac_toe_engine::Level;

    use super::*;
    use crate::args::{Cli, Command};

    fn plan(line: &str) -> Result<Plan> {
        let cli = Cli::try_parse_from(format!("tic-tac-toe play {line}").split_whitespace())?;
        let Command::Play(args) = cli.command else { bail!("not play") };
        Plan::from_args(&args)
    }

    fn joined<'a>(accounts: impl IntoIterator<Item = &'a AccountId>) -> String {
        accounts.into_iter().map(|account| account.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[rstest]
    #[case::two_share_the_keyboard("", "alice.test.near bob.test.near", "alice.test.near bob.test.near")]
    #[case::all_share_it(
        "--rules 5x7:4 --players 4",
        "alice.test.near bob.test.near carol.test.near dave.test.near",
        "alice.test.near bob.test.near carol.test.near dave.test.near"
    )]
    #[case::the_computer_takes_the_other_seat(
        "--against computer:strong",
        "alice.test.near",
        "alice.test.near computer.test.near"
    )]
    #[case::the_computer_takes_several(
        "--rules 5x5:4 --players 4 --as bob.test.near --as dave.test.near --against computer",
        "bob.test.near dave.test.near",
        "bob.test.near dave.test.near computer.test.near computer-2.test.near"
    )]
    #[case::seats_without_a_name_are_free(
        "--rules 5x5:4 --players 3 --as alice.near --against bob.near",
        "alice.near",
        "alice.near bob.near -"
    )]
    #[case::a_demo_signs_for_the_opponent_too(
        "--demo --rules ultimate --as alice.near --against bob.near",
        "alice.near bob.near",
        "alice.near bob.near"
    )]
    #[case::on_the_one_game_contract_too(
        "--demo --as alice.near --against bob.near",
        "alice.near bob.near",
        "alice.near bob.near"
    )]
    #[case::one_seat_leaves_open_whom_to_play(
        "--network testnet --as me.testnet",
        "me.testnet",
        "me.testnet -"
    )]
    #[case::one_account_plays_itself("--as me.near --against me.near", "me.near", "me.near me.near")]
    fn who_plays_from_here_and_who_sits_where(#[case] line: &str, #[case] people: &str, #[case] seats: &str) {
        let Plan { setup, game } = plan(line).unwrap();
        let Game::New { players, .. } = game else { panic!("a new game") };
        let seated = players.iter().map(|player| player.as_ref().map_or("-", |id| id.as_str()));
        assert_eq!(joined(&setup.people), people);
        assert_eq!(seated.collect::<Vec<_>>().join(" "), seats);
        let is_settled = players.len() == 2 && !players.contains(&None);
        assert_eq!(setup.pairing.as_ref().map(joined), is_settled.then(|| seats.to_owned()));
    }

    #[test]
    fn the_computer_plays_as_well_as_it_is_asked_to() {
        let setup = plan("--against computer:strong").unwrap().setup;
        assert_eq!((setup.level, setup.computers.len()), (Level::Strong, 1));
    }

    #[rstest]
    #[case(
        "--rules ultimate --players 3",
        "ultimate:first is not for 3 players; ultimate takes 2, a grid 2 to 4"
    )]
    #[case("--network testnet --rules ultimate", "who plays? Name your account on testnet with --as")]
    #[case("--network mainnet", "who plays? Name your account on mainnet with --as")]
    #[case("--network testnet --as me.testnet --against computer", "on testnet the computer")]
    #[case("--as a.near --as b.near --against computer", "every seat is taken")]
    fn what_cannot_be_played_is_said_in_one_sentence(#[case] line: &str, #[case] sentence: &str) {
        let error = plan(line).unwrap_err().to_string();
        assert!(error.starts_with(sentence), "{error}");
    }
}
