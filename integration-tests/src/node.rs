//! One node for all tests of this process, and the one runtime that talks to it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use near_crypto::{InMemorySigner, Signer};
use near_jsonrpc_client::methods::tx::{RpcTransactionStatusRequest, TransactionInfo};
use near_jsonrpc_client::{JsonRpcClient, methods};
use near_primitives::views::TxExecutionStatus;
use near_workspaces::network::Sandbox;
use near_workspaces::operations::TransactionStatus;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::types::{KeyType, NearToken, SecretKey};
use near_workspaces::{AccessKey, Account, AccountId, CryptoHash, Worker};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::{OnceCell, RwLock};

/// How to get a node when there is none.
const NO_NODE: &str = "no node came up: run ./scripts/test.sh, or cargo build --workspace --bin localnet and \
                       export NEAR_SANDBOX_BIN_PATH=$PWD/target/debug/localnet";

/// Plenty for an account that plays, or holds a contract.
pub const MONEY: NearToken = NearToken::from_near(100);

/// How long a transaction may take, and how often a node that gave up waiting is asked again.
const PATIENCE: Duration = Duration::from_mins(1);
const ASK_EVERY: Duration = Duration::from_millis(20);

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

/// Lets this much time pass on the chain, once no transaction is pending: one that was signed long before would be
/// refused.
///
/// # Errors
///
/// When the node does not answer.
pub async fn skip_time(node: &Worker<Sandbox>, seconds: u64) -> Result<()> {
    let clock = clock_of(node);
    let _nothing_pending = clock.write().await;
    let client = JsonRpcClient::connect(node.rpc_addr());
    let advance = json!({ "delta_ms": seconds * 1_000 });
    let advance = methods::any::<Result<Value, Value>>("sandbox_advance_time", advance);
    if client.call(advance).await.is_ok() {
        return Ok(());
    }
    // Only localnet has that method. Elsewhere blocks are skipped, and how much time passes then is up to the node.
    let until = node.view_block().await?.timestamp() + seconds * 1_000_000_000;
    while node.view_block().await?.timestamp() < until {
        node.fast_forward(50).await?;
    }
    Ok(())
}

/// Returns what everybody who sends something to this node shares, and who moves its clock has alone.
fn clock_of(node: &Worker<Sandbox>) -> Arc<RwLock<()>> {
    static CLOCKS: LazyLock<Mutex<HashMap<String, Arc<RwLock<()>>>>> = LazyLock::new(Mutex::default);
    let mut clocks = CLOCKS.lock().expect("nobody panics here");
    Arc::clone(clocks.entry(node.rpc_addr()).or_default())
}

/// Sends a transaction, as `transact_async` does, and waits until everything but its refunds is executed, however long
/// the node takes. The `transact` of near-workspaces signs and sends once more when the answer is late, so that a call
/// may count twice.
///
/// # Errors
///
/// When the transaction cannot be sent, or is not executed within a minute.
pub async fn send_once(
    node: &Worker<Sandbox>,
    sending: impl Future<Output = near_workspaces::Result<TransactionStatus>>,
) -> Result<ExecutionFinalResult> {
    let clock = clock_of(node);
    let _time_stands_still = clock.read().await;
    let sent = sending.await?;
    wait_for(node, sent.sender_id(), *sent.hash(), TxExecutionStatus::ExecutedOptimistic).await?;
    match sent.status().await? {
        Poll::Ready(result) => Ok(result),
        Poll::Pending => anyhow::bail!("{} is executed and has no outcome", sent.hash()),
    }
}

/// Waits until the refunds of a transaction have arrived too.
///
/// # Errors
///
/// When they have not within a minute.
pub async fn settle(node: &Worker<Sandbox>, result: &ExecutionFinalResult) -> Result<()> {
    let sent = result.outcome();
    wait_for(node, &sent.executor_id, sent.transaction_hash, TxExecutionStatus::Final).await
}

async fn wait_for(
    node: &Worker<Sandbox>,
    sender: &AccountId,
    hash: CryptoHash,
    wait_until: TxExecutionStatus,
) -> Result<()> {
    let (tx_hash, sender_account_id) = (near_primitives::hash::CryptoHash(hash.0), sender.clone());
    let transaction_info = TransactionInfo::TransactionId { tx_hash, sender_account_id };
    let request = RpcTransactionStatusRequest { transaction_info, wait_until };
    let (client, began) = (JsonRpcClient::connect(node.rpc_addr()), Instant::now());
    while let Err(error) = client.call(&request).await {
        if began.elapsed() > PATIENCE {
            return Err(error).with_context(|| format!("what {sender} sent is still pending"));
        }
        tokio::time::sleep(ASK_EVERY).await;
    }
    Ok(())
}

/// Creates an account below one that pays for it.
///
/// # Errors
///
/// When it cannot be created.
pub async fn account(
    node: &Worker<Sandbox>,
    payer: &Account,
    name: &str,
    balance: NearToken,
) -> Result<Account> {
    let id: AccountId = format!("{name}.{}", payer.id()).parse()?;
    let key = SecretKey::from_random(KeyType::ED25519);
    let creating = payer.batch(&id).create_account().add_key(key.public_key(), AccessKey::full_access());
    send_once(node, creating.transfer(balance).transact_async()).await?.into_result()?;
    Ok(Account::from_secret_key(id, key, node))
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
/// for each other's nonces. What it cost is settled.
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
    let result = send_once(node, transaction.transact_async()).await?;
    settle(node, &result).await?;
    result.into_result()?;
    Ok(keys.into_iter().map(|key| Account::from_secret_key(account.id().clone(), key, node)).collect())
}
