//! `arena storage`: what an account has paid in for its games, and what it can have back.

use anyhow::{Result, bail};
use near_primitives::types::Balance;
use tic_tac_toe_client::Error;
use tic_tac_toe_interface::arena::{
    Amount, STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW, StorageBalance, StorageDeposit,
};

use super::Desk;
use crate::args::arena::StorageArgs;

/// Changes the balance if that is asked for, then prints it.
pub(super) async fn run(args: &StorageArgs) -> Result<()> {
    let desk = Desk::open(&args.signing)?;
    match (args.deposit, args.withdraw, args.unregister) {
        (Some(deposit), None, false) => {
            let signer = desk.signer_for(&args.account, STORAGE_DEPOSIT.name, true).await?;
            let storage = StorageDeposit { account_id: None, registration_only: None };
            let deposit = Amount(deposit.as_yoctonear());
            desk.tell(desk.arena.storage_deposit(&signer, storage, deposit).await)?;
        }
        (None, Some(amount), false) => {
            let signer = desk.signer_for(&args.account, STORAGE_WITHDRAW.name, true).await?;
            let amount = amount.map(|amount| Amount(amount.as_yoctonear()));
            desk.tell(desk.arena.storage_withdraw(&signer, amount).await)?;
        }
        (None, None, true) => {
            let signer = desk.signer_for(&args.account, STORAGE_UNREGISTER.name, true).await?;
            desk.tell(desk.arena.storage_unregister(&signer).await)?;
        }
        (None, None, false) => return show(args, &desk).await,
        _ => bail!("one thing at a time: --deposit, --withdraw or --unregister"),
    }
    if args.signing.json { Ok(()) } else { show(args, &desk).await }
}

async fn show(args: &StorageArgs, desk: &Desk<'_>) -> Result<()> {
    let balance = desk.arena.storage_balance_of(&args.account).await.map_err(Error::from)?;
    if args.signing.json {
        println!("{}", serde_json::to_string(&balance)?);
        return Ok(());
    }
    match balance {
        Some(StorageBalance { total, available }) => {
            println!("{}: {} paid in, {} available", args.account, near(total), near(available));
        }
        None => println!("{} is not registered; hosting a game registers it", args.account),
    }
    Ok(())
}

fn near(amount: Amount) -> String {
    Balance::from_yoctonear(amount.0).to_string()
}
