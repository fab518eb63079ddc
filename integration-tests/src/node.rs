//! One node for all tests of this process, and the one runtime that talks to it.

use std::sync::LazyLock;

use anyhow::{Context, Result};
use near_crypto::{InMemorySigner, Signer};
use near_workspaces::network::Sandbox;
use near_workspaces::types::{KeyType, NearToken, SecretKey};
use near_workspaces::{AccessKey, Account, Worker};
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

/// How to get a node when there is none.
const NO_NODE: &str = "no node came up: run ./scripts/test.sh, or cargo build --workspace --bin localnet and \
                       export NEAR_SANDBOX_BIN_PATH=$PWD/target/debug/localnet";

// The connections of a node's client live as long as the runtime that opened them, so tests that share
// a node share the runtime too.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Runtime::new().expect("threads and sockets are available"));

static NODE: OnceCell<Worker<Sandbox>> = OnceCell::const_new();

/// Runs a test on the node that all tests of this process share.
///
/// # Errors
///
/// What the test returns, or that no node came up.
pub fn on_node<T>(test: impl AsyncFnOnce(Worker<Sandbox>) -> Result<T>) -> Result<T> {
    RUNTIME.block_on(async {
        let node = NODE.get_or_try_init(start).await?;
        test(node.clone()).await
    })
}

/// Runs a test that starts its own nodes.
///
/// # Errors
///
/// What the test returns.
pub fn block_on<T>(test: impl Future<Output = Result<T>>) -> Result<T> {
    RUNTIME.block_on(test)
}

/// Starts a node.
///
/// # Errors
///
/// When no node comes up.
pub async fn start() -> Result<Worker<Sandbox>> {
    near_workspaces::sandbox().await.context(NO_NODE)
}

/// Skips blocks until this much time has passed.
///
/// # Errors
///
/// When the node does not answer.
pub async fn skip_time(node: &Worker<Sandbox>, seconds: u64) -> Result<()> {
    let until = node.view_block().await?.timestamp() + seconds * 1_000_000_000;
    while node.view_block().await?.timestamp() < until {
        // How much time passes then is up to the node.
        node.fast_forward(50).await?;
    }
    Ok(())
}

/// Creates a rich subaccount.
///
/// # Errors
///
/// When it cannot be created.
pub async fn account(root: &Account, name: &str) -> Result<Account> {
    let balance = NearToken::from_near(100);
    Ok(root.create_subaccount(name).initial_balance(balance).transact().await?.into_result()?)
}

/// Returns a signer for transactions that near-workspaces cannot make.
///
/// # Errors
///
/// When near-workspaces holds a key of an unknown kind.
pub fn signer(account: &Account) -> Result<Signer> {
    let secret_key = account.secret_key().to_string().parse()?;
    Ok(InMemorySigner::from_secret_key(account.id().clone(), secret_key))
}

/// Returns the nonce that an account's key has used last.
///
/// # Errors
///
/// When the node does not answer or knows no such key.
pub async fn last_nonce(node: &Worker<Sandbox>, account: &Account) -> Result<u64> {
    let public_key = account.secret_key().public_key();
    Ok(node.view_access_key(account.id(), &public_key).await?.nonce)
}

/// Gives an account more keys and returns it once for each, so that their transactions need not wait
/// for each other's nonces.
///
/// # Errors
///
/// When the keys cannot be added.
pub async fn with_more_keys(node: &Worker<Sandbox>, account: &Account, keys: usize) -> Result<Vec<Account>> {
    let keys: Vec<_> = (0..keys).map(|_| SecretKey::from_random(KeyType::ED25519)).collect();
    let mut transaction = account.batch(account.id());
    for key in &keys {
        transaction = transaction.add_key(key.public_key(), AccessKey::full_access());
    }
    transaction.transact().await?.into_result()?;
    Ok(keys.into_iter().map(|key| Account::from_secret_key(account.id().clone(), key, node)).collect())
}
