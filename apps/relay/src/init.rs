//! `init`: gives the relay's account enough keys, and shows what running a relay costs.

use anyhow::{Context, Result};
use near_crypto::{KeyType, SecretKey};
use near_primitives::account::AccessKey;
use near_primitives::action::{Action, AddKeyAction};
use near_primitives::types::Balance;
use tic_tac_toe_client::keys::Purpose;

use crate::args::InitArgs;
use crate::relay::counted;

/// What a relay spends, measured on localnet and on neard; a test compares it.
pub const COSTS: [(Balance, &str); 5] = [
    (Balance::from_micronear(7_100), "makes a guest's account"),
    (Balance::from_micronear(300), "sends a guest's call: join, a mark, resign"),
    (
        Balance::from_micronear(8_000),
        "is deposited for the first game that a guest hosts, and serves the next ones too",
    ),
    (Balance::from_micronear(9_000), "is a guest's whole first game in all, 0.0016 each later one"),
    (Balance::from_micronear(9_000_000), "are a thousand guests with a game each"),
];

/// Makes the keys that are missing, keeps them, and adds them to the account; then shows the costs.
///
/// # Errors
///
/// When the account has no key here, the node does not answer, or a file can't be written.
pub async fn init(args: &InitArgs) -> Result<()> {
    let (account, rpc, key_store) = (args.payer.account()?, args.payer.rpc(), args.payer.key_store()?);
    let purpose = Purpose { contract: &account, methods: &[], pays: true };
    let signers = key_store.signers(&rpc, &account, purpose).await?;
    let first = signers.first().context("the account has no key here")?;
    let missing = usize::from(args.keys).saturating_sub(signers.len());
    let mut actions = Vec::new();
    for _ in 0..missing {
        let key = SecretKey::from_random(KeyType::ED25519);
        // Kept before it is on the chain: a key there that nobody has would be of no use.
        println!("a new key in {}", key_store.save(&account, &key)?.display());
        let (public_key, access_key) = (key.public_key(), AccessKey::full_access());
        actions.push(Action::AddKey(Box::new(AddKeyAction { public_key, access_key })));
    }
    if missing > 0 {
        rpc.send(first, &account, actions).await.context("the keys cannot be added")?;
    }
    let holds = rpc.account(&account).await?.amount;
    let keys = counted(signers.len() + missing, "key");
    println!("{account} signs with {keys} and holds {holds}. Of that a relay spends:");
    for (amount, purpose) in COSTS {
        println!("  {:>7} NEAR  {purpose}", near(amount));
    }
    println!("--budget limits what is spent a day. Start it with: tic-tac-toe-relay run --account {account}");
    Ok(())
}

/// Returns an amount in NEAR, with four digits behind the point.
fn near(amount: Balance) -> String {
    let tenths_of_millis = amount.as_micronear() / 100;
    format!("{}.{:04}", tenths_of_millis / 10_000, tenths_of_millis % 10_000)
}
