//! Plays an account's turns in the arena, whatever the rules: `example-bot ACCOUNT [ARENA]`.
//!
//! `NETWORK` is localnet unless set, `RPC_URL` names another node than the network's usual one. It signs with the
//! account's key in `~/.near-credentials` or the system's keychain, on localnet with the key that everybody knows.

use std::env;
use std::time::Duration;

use anyhow::{Context, Result};
use tic_tac_toe_client::keys::{KeyStore, Purpose};
use tic_tac_toe_client::table::{ARENA_METHODS, Action, Table, TableHandle};
use tic_tac_toe_client::{Error, Rpc};
use tic_tac_toe_engine::{Level, choose};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::{Arena, Page};
use tic_tac_toe_interface::network::Network;

const PAUSE: Duration = Duration::from_millis(500);

#[tokio::main]
async fn main() -> Result<()> {
    let mut args = env::args().skip(1);
    let account: AccountId = args.next().context("usage: example-bot ACCOUNT [ARENA]")?.parse()?;
    let arena: AccountId = args.next().unwrap_or_else(|| "arena.test.near".to_owned()).parse()?;
    let network = env::var("NETWORK").unwrap_or_else(|_| "localnet".to_owned());
    let network =
        Network::ALL.into_iter().find(|known| known.name() == network).context("no such network")?;

    let rpc = Rpc::new(&env::var("RPC_URL").unwrap_or_else(|_| network.rpc_url()));
    let purpose = Purpose { contract: &arena, methods: &ARENA_METHODS, pays: false };
    let signer = KeyStore::new(network, None)?.signer(&rpc, &account, purpose).await?;
    let arena = Arena::new(rpc, arena);

    println!("playing the turns of {account}");
    loop {
        // The first fifty games; `from_index` asks for more.
        for view in arena.get_games_of(&account, Page::default()).await? {
            let table = Table::try_from(view)?;
            if table.next_player() != Some(&account) {
                continue;
            }
            let Some(cell) = choose(&table.position, Level::Strong, 1) else { continue };
            let (id, round) = (table.game_id(), table.round);
            let handle = TableHandle::Arena(arena.clone(), id);
            // The round keeps the move out of a later one.
            match handle.send(&signer, Some(round), &Action::Play(cell)).await {
                Ok(_) => println!("game {id} round {round}: row {} col {}", cell.row, cell.col),
                // Somebody was faster, or the answer is late: the next look tells.
                Err(error @ (Error::Refused(_) | Error::Unsettled { .. })) => eprintln!("game {id}: {error}"),
                Err(error) => return Err(error.into()),
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}
