//! `arena`: its calls and views for scripts.

use anyhow::{Context, Result, bail};
use near_primitives::types::{AccountId, Balance};
use serde::Serialize;
use tic_tac_toe_client::Error;
use tic_tac_toe_client::table::{Action, Table, TableHandle};
use tic_tac_toe_interface::arena::{
    Amount, GameView, GetGames, Index, Page, STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW,
    StorageBalance, StorageDeposit,
};
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tic_tac_toe_rules::Cell;

use super::report::report;
use super::table::{self, TableClient};
use crate::args::arena::{ArenaMoveArgs, CloseArgs, CreateArgs, ListArgs, RoundArgs, Seated, StorageArgs};
use crate::args::{ArenaCommand, ArenaContract};
use crate::signing::SigningClient;
use crate::text;

/// Does what the command line asks for.
pub(super) async fn run(command: &ArenaCommand) -> Result<()> {
    match command {
        ArenaCommand::Create(args) => create(args).await,
        ArenaCommand::Join(args) => {
            let client = TableClient::of_arena(&args.signing, args.game)?;
            client.act(&args.signer, None, &Action::Join).await.map(|_| ())
        }
        ArenaCommand::Move(args) => make_move(args).await,
        ArenaCommand::Restart(args) => act_on_round(args, &Action::NewRound(None)).await,
        ArenaCommand::Resign(args) => act_on_round(args, &Action::Resign).await,
        ArenaCommand::Claim(args) => act_on_round(args, &Action::ClaimTimeout).await,
        ArenaCommand::Close(args) => close(args).await,
        ArenaCommand::Show(args) => {
            let handle = TableHandle::Arena(args.connection.arena()?, args.game);
            table::show(&handle, args.json).await
        }
        ArenaCommand::List(args) => list(args).await,
        ArenaCommand::Storage(args) => storage(args).await,
    }
}

async fn create(args: &CreateArgs) -> Result<()> {
    let client = SigningClient::open(&args.signing.connection, &args.signing.credentials)?;
    let first = args.players.first().and_then(|seated| match seated {
        Seated::Named(account) => Some(account),
        Seated::Free => None,
    });
    let host = args.signer.as_ref().or(first);
    let host = host.context("who hosts? Name the host first, or who signs with --as")?;
    let players: Vec<Option<&AccountIdRef>> = args.players.iter().map(Seated::account).collect();
    let created = client.create(host, &players, args.rules, args.turn_seconds).await;
    report(created, args.signing.json).map(|_| ())
}

async fn make_move(args: &ArenaMoveArgs) -> Result<()> {
    let client = TableClient::of_arena(&args.signing, args.game)?;
    client.play(args.player.as_ref(), args.round, Cell { row: args.row, col: args.col }).await
}

async fn act_on_round(args: &RoundArgs, action: &Action) -> Result<()> {
    let client = TableClient::of_arena(&args.signing, args.game)?;
    client.act_on_round(&args.signer, args.round, action).await
}

async fn close(args: &CloseArgs) -> Result<()> {
    let client = TableClient::of_arena(&args.signing, args.game)?;
    let account = match &args.signer {
        Some(account) => account.clone(),
        None => client.host().await?,
    };
    client.act(&account, None, &Action::Close).await.map(|_| ())
}

/// Prints games, one a line.
async fn list(args: &ListArgs) -> Result<()> {
    let arena = args.connection.arena()?;
    if args.account.is_none() && !args.open {
        return list_all(args, &arena).await;
    }
    let page = Page { from_index: args.from.map(Index), limit: Some(args.limit) };
    let games = match &args.account {
        Some(account) => arena.get_games_of(account, page).await,
        None => arena.get_open_games(page).await,
    };
    let games = games.map_err(Error::from)?;
    if args.json {
        return print(&games);
    }
    print_lines(games)
}

async fn list_all(args: &ListArgs, arena: &ArenaContract) -> Result<()> {
    let from = GetGames { from_id: args.from.map(GameId), limit: Some(args.limit) };
    let page = arena.get_games(from).await.map_err(Error::from)?;
    if args.json {
        return print(&page);
    }
    print_lines(page.games)?;
    if let Some(next) = page.next {
        println!("There may be more: go on with --from {next}");
    }
    Ok(())
}

fn print_lines(games: Vec<GameView>) -> Result<()> {
    if games.is_empty() {
        println!("There are no such games. Create one with: tic-tac-toe arena create HOST CHALLENGER");
    }
    for view in games {
        println!("{}", text::brief(&Table::try_from(view)?));
    }
    Ok(())
}

fn print(answer: &impl Serialize) -> Result<()> {
    println!("{}", serde_json::to_string(answer)?);
    Ok(())
}

/// Changes the balance if that is asked for, then prints it.
async fn storage(args: &StorageArgs) -> Result<()> {
    let client = SigningClient::open(&args.signing.connection, &args.signing.credentials)?;
    let (arena, account) = (&client.arena, &args.account);
    let changed = match (args.deposit, args.withdraw, args.unregister) {
        (Some(deposit), None, false) => {
            let signer = client.signer(account, STORAGE_DEPOSIT.name, true).await?;
            let storage = StorageDeposit { account_id: None, registration_only: None };
            arena.storage_deposit(&signer, storage, Amount(deposit.as_yoctonear())).await
        }
        (None, Some(amount), false) => {
            let signer = client.signer(account, STORAGE_WITHDRAW.name, true).await?;
            arena.storage_withdraw(&signer, amount.map(|amount| Amount(amount.as_yoctonear()))).await
        }
        (None, None, true) => {
            let signer = client.signer(account, STORAGE_UNREGISTER.name, true).await?;
            arena.storage_unregister(&signer).await
        }
        (None, None, false) => return show_balance(args, arena).await,
        _ => bail!("one thing at a time: --deposit, --withdraw or --unregister"),
    };
    report(changed, args.signing.json)?;
    if args.signing.json { Ok(()) } else { show_balance(args, arena).await }
}

async fn show_balance(args: &StorageArgs, arena: &ArenaContract) -> Result<()> {
    let account: &AccountId = &args.account;
    let balance = arena.storage_balance_of(account).await.map_err(Error::from)?;
    if args.signing.json {
        return print(&balance);
    }
    match balance {
        Some(StorageBalance { total, available }) => {
            println!("{account}: {} paid in, {} available", near(total), near(available));
        }
        None => println!("{account} is not registered; hosting a game registers it"),
    }
    Ok(())
}

fn near(amount: Amount) -> String {
    Balance::from_yoctonear(amount.0).to_string()
}
