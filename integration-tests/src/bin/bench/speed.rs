//! How fast a node starts and takes calls.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use integration_tests::node::{MONEY, account, with_more_keys};
use integration_tests::wasm;
use near_jsonrpc_client::JsonRpcClient;
use near_jsonrpc_client::methods::status::RpcStatusRequest;
use near_primitives::views::TxExecutionStatus;
use near_workspaces::network::{Sandbox, ValidatorKey};
use near_workspaces::{Account, Contract, Worker};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::clients::{Client, call_at_once};
use crate::progress::Progress;

const SEQUENTIAL_CALLS: u32 = 40;
const FINAL_CALLS: u32 = 40;
const CLIENTS: usize = 24;
const CALLS_PER_CLIENT: u32 = 20;

/// How long a node may take until it answers, and how often it is asked.
const STARTUP_LIMIT: Duration = Duration::from_mins(1);
const ASK_EVERY: Duration = Duration::from_millis(2);

/// What was measured of one node.
pub struct Speed {
    /// The binary as the report names it.
    pub node: String,
    /// From `run` to the first answer.
    pub startup: Duration,
    /// One call after the other through near-workspaces.
    pub sequential: f64,
    /// How long a call takes until it is final.
    pub to_final: Duration,
    /// Calls of [`CLIENTS`] clients at once.
    pub concurrent: f64,
}

struct Running {
    url: String,
    /// The root account's key.
    key: ValidatorKey,
    startup: Duration,
    // Removed when the node is dropped.
    _home: TempDir,
    // Ends the node when it is dropped.
    _process: Child,
}

/// Measures localnet without and with a file that keeps its chain, and the node that `NEAR_SANDBOX_BIN_PATH` names if
/// that is another one.
pub async fn measure_all(localnet: &Path, progress: &Progress) -> Result<Vec<Speed>> {
    let localnet = localnet.canonicalize().context("localnet has not been built")?;
    let measuring = |node: &str| progress.now(format!("the speed of {node}"));
    let name = name_of(&localnet);
    let with_state = format!("{name}, `--state`");

    measuring(&name);
    let mut speeds = vec![measure(name, start(&localnet).await?).await?];
    measuring(&with_state);
    speeds.push(measure(with_state, start_with_state(&localnet).await?).await?);
    if let Some(other) = chosen_node()?.filter(|other| *other != localnet) {
        let name = name_of(&other);
        measuring(&name);
        speeds.push(measure(name, start(&other).await?).await?);
    }
    Ok(speeds)
}

/// Returns the node that `NEAR_SANDBOX_BIN_PATH` names; without it near-sandbox downloads one.
pub fn chosen_node() -> Result<Option<PathBuf>> {
    let path = std::env::var_os("NEAR_SANDBOX_BIN_PATH").map(PathBuf::from);
    path.map(|path| path.canonicalize().with_context(|| format!("no node at {}", path.display()))).transpose()
}

async fn measure(name: String, running: Running) -> Result<Speed> {
    let node = near_workspaces::sandbox().rpc_addr(&running.url).validator_key(running.key).await?;
    let root = node.root_account()?;
    let contract =
        account(&node, &root, "game", MONEY).await?.deploy(&wasm::one_game()?).await?.into_result()?;
    let alice = account(&node, &root, "alice", MONEY).await?;
    Ok(Speed {
        node: name,
        startup: running.startup,
        sequential: sequential(&alice, &contract).await?,
        concurrent: concurrent(&node, &alice, &contract).await?,
        // Last, since near-workspaces does not notice nonces that others use up.
        to_final: to_final(&node, &alice, &contract).await?,
    })
}

async fn sequential(by: &Account, contract: &Contract) -> Result<f64> {
    let start = Instant::now();
    calls(by, contract, SEQUENTIAL_CALLS).await?;
    Ok(f64::from(SEQUENTIAL_CALLS) / start.elapsed().as_secs_f64())
}

async fn to_final(node: &Worker<Sandbox>, by: &Account, contract: &Contract) -> Result<Duration> {
    let mut client = Client::new(node, by, contract).await?;
    let start = Instant::now();
    let calls = move || (0..FINAL_CALLS).try_for_each(|_| client.call(TxExecutionStatus::Final));
    tokio::task::spawn_blocking(calls).await??;
    Ok(start.elapsed() / FINAL_CALLS)
}

async fn concurrent(node: &Worker<Sandbox>, by: &Account, contract: &Contract) -> Result<f64> {
    let accounts = with_more_keys(node, by, CLIENTS).await?;
    let clients = try_join_all(accounts.iter().map(|account| Client::new(node, account, contract))).await?;
    let start = Instant::now();
    tokio::task::spawn_blocking(|| call_at_once(clients, CALLS_PER_CLIENT)).await??;
    let calls = f64::from(CALLS_PER_CLIENT) * f64::from(u32::try_from(CLIENTS)?);
    Ok(calls / start.elapsed().as_secs_f64())
}

async fn calls(by: &Account, contract: &Contract, count: u32) -> Result<()> {
    let players = json!({ "p1": by.id(), "p2": by.id() });
    for _ in 0..count {
        by.call(contract.id(), "new_game").args_json(&players).transact().await?.into_result()?;
    }
    Ok(())
}

/// Starts a node the way near-sandbox does, but asks it more often whether it is up.
async fn start(binary: &Path) -> Result<Running> {
    let home = TempDir::new()?;
    let command = |args: &[&str]| {
        let mut command = quiet(binary);
        command.arg("--home").arg(home.path()).args(args);
        command
    };
    ensure!(command(&["init", "--fast"]).status().await?.success(), "init failed");

    let (rpc, network) = (free_address()?, free_address()?);
    let begin = Instant::now();
    let process =
        command(&["run", "--rpc-addr", &rpc.to_string(), "--network-addr", &network.to_string()]).spawn()?;
    let url = format!("http://{rpc}");
    wait_for(&url, begin).await?;
    let (startup, key) = (begin.elapsed(), ValidatorKey::HomeDir(home.path().to_path_buf()));
    Ok(Running { url, key, startup, _home: home, _process: process })
}

/// Starts localnet with a file that keeps its chain, and takes the root's key from what it prints.
async fn start_with_state(localnet: &Path) -> Result<Running> {
    let home = TempDir::new()?;
    let rpc = free_address()?;
    let begin = Instant::now();
    let mut process = quiet(localnet)
        .args(["start", "--quiet", "--port", &rpc.port().to_string(), "--state"])
        .arg(home.path().join("state"))
        .stdout(Stdio::piped())
        .spawn()?;
    let url = format!("http://{rpc}");
    wait_for(&url, begin).await?;
    let startup = begin.elapsed();

    let mut lines = BufReader::new(process.stdout.take().context("it was piped")?).lines();
    let mut next = async || lines.next_line().await?.context("localnet prints no key of test.near");
    while next().await?.trim() != "test.near" {}
    let key = ValidatorKey::Known("test.near".parse()?, next().await?.trim().parse()?);
    Ok(Running { url, key, startup, _home: home, _process: process })
}

/// A command that prints nothing and ends with this process.
fn quiet(binary: &Path) -> Command {
    let mut command = Command::new(binary);
    command.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    command
}

async fn wait_for(url: &str, begin: Instant) -> Result<()> {
    let client = JsonRpcClient::connect(url);
    while client.call(RpcStatusRequest).await.is_err() {
        ensure!(begin.elapsed() < STARTUP_LIMIT, "the node did not come up at {url}");
        tokio::time::sleep(ASK_EVERY).await;
    }
    Ok(())
}

fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Returns the binary's name, and its build profile, after which cargo names the folder it lies in.
pub fn name_of(binary: &Path) -> String {
    let file = binary.file_name().unwrap_or_default().to_string_lossy();
    match binary.parent().and_then(Path::file_name).and_then(|folder| folder.to_str()) {
        Some("debug") => format!("{file}, dev profile"),
        Some(profile @ ("native" | "release")) => format!("{file}, {profile} profile"),
        _ => file.into_owned(),
    }
}
