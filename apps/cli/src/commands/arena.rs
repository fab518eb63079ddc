//! What only the arena has: games that are created and listed, and balances for their storage.

use anyhow::{Context, Result, bail};
use near_primitives::types::{AccountId, Balance};
use serde_json::json;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_client::{Error, Refusal};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{
    Amount, Code, GetGames, Index, Page, STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW,
    StorageBalance, StorageDeposit,
};

use super::report::{print, report};
use crate::args::{ArenaContract, CreateArgs, ListArgs, StorageArgs};
use crate::signing::SigningClient;
use crate::text;

/// Creates a game.
pub(super) async fn create(args: &CreateArgs) -> Result<()> {
    let client = SigningClient::open(&args.script.connection)?;
    let host = args.signer.as_ref().or_else(|| args.players.first()?.as_ref());
    let host = host.context("who hosts? Name the host first, or who signs with --as")?;
    let created = client.create(host, &args.players, args.rules, args.turn_seconds, args.starts).await;
    report(created, args.script.json).map(|_| ())
}

/// Prints games, one a line.
pub(super) async fn list(args: &ListArgs) -> Result<()> {
    let arena = args.script.connection.arena()?;
    let page = Page { from_index: args.from.map(Index), limit: Some(args.limit) };
    let (games, next) = match &args.account {
        Some(account) => (arena.get_games_of(account, page).await.map_err(Error::from)?, None),
        None if args.open => (arena.get_open_games(page).await.map_err(Error::from)?, None),
        None => {
            let from = GetGames { from_id: args.from.map(GameId), limit: Some(args.limit) };
            let page = arena.get_games(from).await.map_err(Error::from)?;
            (page.games, page.next)
        }
    };
    if args.script.json {
        return print(json!({ "games": games, "next": next }));
    }
    if games.is_empty() {
        print("There are no such games. Create one with: tic-tac-toe create HOST CHALLENGER")?;
    }
    for view in games {
        print(text::brief(&Table::try_from(view)?))?;
    }
    match next {
        Some(next) => print(format_args!("There may be more: go on with --from {next}")),
        None => Ok(()),
    }
}

/// Changes the balance if that is asked for, then prints it.
pub(super) async fn storage(args: &StorageArgs) -> Result<()> {
    let client = SigningClient::open(&args.script.connection)?;
    let (arena, account) = (&client.arena, &args.account);
    let signer_for = async |method: &str| client.signer(account, method, true).await;
    let changed = match (args.deposit, args.withdraw, args.unregister) {
        (Some(deposit), None, false) => {
            let signer = signer_for(STORAGE_DEPOSIT.name).await?;
            let storage = StorageDeposit { account_id: None, registration_only: None };
            arena.storage_deposit(&signer, storage, Amount(deposit.as_yoctonear())).await
        }
        (None, Some(amount), false) => {
            let amount = amount.map(|amount| Amount(amount.as_yoctonear()));
            arena.storage_withdraw(&signer_for(STORAGE_WITHDRAW.name).await?, amount).await
        }
        (None, None, true) => arena.storage_unregister(&signer_for(STORAGE_UNREGISTER.name).await?).await,
        (None, None, false) => return show_balance(args, arena).await,
        _ => bail!("one thing at a time: --deposit, --withdraw or --unregister"),
    };
    report(changed, args.script.json)?;
    match args.script.json {
        true => Ok(()),
        // Who has just unregistered has no balance to show.
        false if args.unregister => print(not_registered(account)),
        false => show_balance(args, arena).await,
    }
}

fn not_registered(account: &AccountId) -> String {
    format!("{account} is not registered; hosting a game registers it")
}

async fn show_balance(args: &StorageArgs, arena: &ArenaContract) -> Result<()> {
    let account = &args.account;
    let balance = arena.storage_balance_of(account).await.map_err(Error::from)?;
    let missing = || Error::Refused(Refusal::new(Code::NotRegistered, &not_registered(account)));
    let balance = balance.ok_or_else(missing)?;
    if args.script.json {
        return print(serde_json::to_string(&balance)?);
    }
    let near = |amount: Amount| Balance::from_yoctonear(amount.0);
    let StorageBalance { total, available } = balance;
    print(format_args!("{account}: {} paid in, {} available", near(total), near(available)))
}
