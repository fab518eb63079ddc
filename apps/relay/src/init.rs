//! `init`: gives the relay's account what it signs with, and shows what running a relay costs.

use anyhow::{Context, Result};
use near_crypto::{KeyType, PublicKey, SecretKey};
use near_primitives::account::AccessKey;
use near_primitives::action::{Action, AddKeyAction, TransferToGasKeyAction, WithdrawFromGasKeyAction};
use near_primitives::types::{AccountId, Balance, NonceIndex};
use near_primitives::version::ProtocolFeature;
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::keys::{KeyStore, Purpose};

use crate::args::InitArgs;
use crate::lanes::gas_keys;
use crate::relay::counted;

/// What a gas key holds at least, unless told otherwise: as much as a relay may spend a day.
const GAS: Balance = Balance::from_near(1);

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

/// The relay's account, and where its keys are.
struct Payer {
    account: AccountId,
    rpc: Rpc,
    key_store: KeyStore,
}

/// Makes the gas key or the keys that are missing, keeps them, and adds them to the account; then shows the costs.
///
/// # Errors
///
/// When the account has no key here, the node does not answer, or a file can't be written.
pub async fn init(args: &InitArgs) -> Result<()> {
    let payer =
        Payer { account: args.payer.account()?, rpc: args.payer.rpc(), key_store: args.payer.key_store()? };
    let has_gas_keys = ProtocolFeature::GasKeys.enabled(payer.rpc.protocol_version().await?);
    let keys = if has_gas_keys {
        payer.fund_gas_key(args.keys.into(), args.gas).await?
    } else {
        payer.add_keys(args.keys.into()).await?
    };
    let Payer { account, rpc, .. } = payer;
    let holds = rpc.account(&account).await?.amount;
    println!("{account} signs with {keys} and holds {holds}. Of that a relay spends:");
    for (amount, purpose) in COSTS {
        println!("  {:>7} NEAR  {purpose}", near(amount));
    }
    println!("--budget limits what is spent a day. Start it with: tic-tac-toe-relay run --account {account}");
    Ok(())
}

impl Payer {
    /// Gives the account a gas key with the nonces that are missing, and each gas key what it is to hold; returns what there
    /// is then.
    async fn fund_gas_key(&self, nonces: NonceIndex, gas: Option<Balance>) -> Result<String> {
        let mut actions = Vec::new();
        let keys = gas_keys(&self.rpc, &self.key_store, &self.account).await?;
        let mut balances: Vec<(PublicKey, Balance)> =
            keys.iter().map(|key| (key.signer.public_key(), key.balance)).collect();
        let has: NonceIndex = keys.iter().map(|key| key.nonces).sum();
        if has < nonces {
            let (public_key, action) = self.new_key(AccessKey::gas_key_full_access(nonces - has))?;
            actions.push(action);
            balances.push((public_key, Balance::ZERO));
        }
        let (keys, mut total) = (counted(balances.len(), "gas key"), Balance::ZERO);
        for (public_key, balance) in balances {
            let wanted = gas.unwrap_or_else(|| balance.max(GAS));
            total = total.saturating_add(wanted);
            if balance < wanted {
                let deposit = wanted.saturating_sub(balance);
                actions.push(TransferToGasKeyAction { public_key, deposit }.into());
            } else if wanted < balance {
                let amount = balance.saturating_sub(wanted);
                actions.push(WithdrawFromGasKeyAction { public_key, amount }.into());
            }
        }
        self.send(actions)
            .await
            .context("the gas key cannot be added or funded; --gas says how much it gets")?;
        let nonces = counted(has.max(nonces).into(), "nonce");
        Ok(format!("{nonces} of {keys} with {total} for gas"))
    }

    /// Gives the account the full-access keys that are missing; returns what there are then.
    async fn add_keys(&self, keys: usize) -> Result<String> {
        let signers = self.key_store.signers(&self.rpc, &self.account, self.purpose()).await?;
        let mut actions = Vec::new();
        for _ in signers.len()..keys {
            actions.push(self.new_key(AccessKey::full_access())?.1);
        }
        self.send(actions).await.context("the keys cannot be added")?;
        Ok(counted(signers.len().max(keys), "key"))
    }

    /// Makes a key, keeps it, and returns it with the action that adds it to the account.
    fn new_key(&self, access_key: AccessKey) -> Result<(PublicKey, Action)> {
        let key = SecretKey::from_random(KeyType::ED25519);
        // Kept before it is on the chain: a key there that nobody has would be of no use.
        println!("a new key in {}", self.key_store.save(&self.account, &key)?.display());
        let public_key = key.public_key();
        let add_key = AddKeyAction { public_key: public_key.clone(), access_key };
        Ok((public_key, Action::AddKey(Box::new(add_key))))
    }

    async fn send(&self, actions: Vec<Action>) -> Result<()> {
        if !actions.is_empty() {
            let signer = self.key_store.signer(&self.rpc, &self.account, self.purpose()).await?;
            self.rpc.send(&signer, &self.account, actions).await?;
        }
        Ok(())
    }

    fn purpose(&self) -> Purpose<'_> {
        Purpose { contract: &self.account, methods: &[], pays: true }
    }
}

/// Returns an amount in NEAR, with four digits behind the point.
fn near(amount: Balance) -> String {
    let tenths_of_millis = amount.as_micronear() / 100;
    format!("{}.{:04}", tenths_of_millis / 10_000, tenths_of_millis % 10_000)
}
