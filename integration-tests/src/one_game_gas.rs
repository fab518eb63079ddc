//! The gas of the one-game contract's calls: one recorded session of two games, run on any contract with its methods.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use near_jsonrpc_client::methods::tx::{RpcTransactionStatusRequest, TransactionInfo};
use near_jsonrpc_client::{JsonRpcClient, methods};
use near_primitives::hash::CryptoHash;
use near_primitives::views::{FinalExecutionOutcomeView, TxExecutionStatus};
use near_workspaces::network::Sandbox;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::types::NearToken;
use near_workspaces::{Account, Contract, Worker};
use serde_json::{Value, json};
use tic_tac_toe_interface::one_game::{GET_GAME, NEW_GAME, PLAY};

use crate::floor::{Change, Floor, Read, Record};
use crate::node;
use crate::view::moves;

/// A game that X wins with the seventh move.
const WON: &str = "
    1 2 3
    4 5 6
    . . 7";

/// A game that nobody wins.
const DRAWN: &str = "
    1 4 3
    7 2 6
    8 5 9";

/// The call that the goals are about: a move in the middle of a game.
pub const MIDDLE_PLAY: &str = "middle play";

/// The most that it may burn, as multiples of what the floor burns.
pub const GOAL_GAS: f64 = 1.12;
/// The same for the part burnt in the VM.
pub const GOAL_VM: f64 = 1.6;

/// What a transaction burnt: the transaction itself and its first receipt, without the refund.
#[derive(Clone, Debug)]
pub struct Cost {
    /// All of the gas.
    pub gas: u64,
    /// The part that the contract burnt in the VM: loading the code, instructions, host functions.
    pub vm: u64,
    /// The tokens burnt for the gas.
    pub tokens: NearToken,
    /// The VM's part by kind of cost.
    pub profile: BTreeMap<String, u64>,
}

/// A call with its cost and its effects.
pub struct Trace {
    /// Its name in reports; the calls in between have none.
    pub name: Option<&'static str>,
    /// What it burnt.
    pub cost: Cost,
    /// What it logged.
    pub logs: Vec<String>,
    /// What it returned.
    pub returned: Vec<u8>,
    /// The bytes under the key `STATE` after it.
    pub state: Vec<u8>,
    /// The bytes of storage that the contract pays for beyond its code and account.
    pub storage: u64,
    step: Step,
}

/// A contract that played the session.
pub struct Measured {
    /// The versions of the node it ran on.
    pub node: String,
    /// What was deployed and what that burnt.
    pub code: Code,
    /// Every call.
    pub session: Vec<Trace>,
}

/// Compiled code on the chain.
pub struct Code {
    /// Its size.
    pub bytes: usize,
    /// What deploying it burnt.
    pub deploy: Cost,
}

/// The hand-written contracts, one for each named call.
pub struct FloorMeasured {
    /// The one for a middle play.
    pub code: Code,
    /// Every named call.
    pub session: Vec<Trace>,
}

/// A chain of its own for each contract that is compared, with the same accounts in the same order: what
/// others store changes how deep a record lies in the chain's trie, and with it what reaching it costs.
struct Chain {
    node: Worker<Sandbox>,
    game: Account,
    alice: Account,
    bob: Account,
}

#[derive(Clone)]
struct Step {
    name: Option<&'static str>,
    by_alice: bool,
    method: &'static str,
    args: Value,
}

/// Deploys a contract with the one-game contract's methods on a new chain and plays the session on it.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_session(wasm: &[u8]) -> Result<Measured> {
    let chain = Chain::start().await?;
    let (code, contract) = chain.deploy(wasm).await?;
    let empty = contract.view_account().await?.storage_usage;

    let mut session = Vec::new();
    for step in chain.script() {
        session.push(chain.take(step, &contract, empty).await?);
    }
    let status = chain.node.status().await?;
    let node = format!("{}, protocol {}", status.version.version, status.protocol_version);
    Ok(Measured { node, code, session })
}

/// Repeats the named calls of a session on a new chain, with a contract that does only their storage work
/// and logging.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_floor(session: &[Trace]) -> Result<FloorMeasured> {
    let chain = Chain::start().await?;
    let mut traces = Vec::new();
    let mut middle = None;
    for model in session.iter().filter(|trace| trace.name.is_some()) {
        let (code, contract) = chain.deploy(&floor_of(model).wasm()).await?;
        traces.push(chain.take(model.step.clone(), &contract, 0).await?);
        if model.name == Some(MIDDLE_PLAY) {
            middle = Some(code);
        }
    }
    Ok(FloorMeasured { code: middle.context("no middle play was measured")?, session: traces })
}

/// Returns the call with this name.
///
/// # Errors
///
/// When there was none.
pub fn find<'a>(traces: &'a [Trace], name: &str) -> Result<&'a Trace> {
    traces.iter().find(|trace| trace.name == Some(name)).with_context(|| format!("no {name} was measured"))
}

/// Returns the gas that a transaction burnt.
pub(crate) async fn cost_of(node: &Worker<Sandbox>, result: &ExecutionFinalResult) -> Result<Cost> {
    let outcome = outcome_with_profile(node, result).await?;
    let transaction = &outcome.transaction_outcome.outcome;
    let receipt = &outcome.receipts_outcome.first().context("a transaction has a receipt")?.outcome;
    let profile: BTreeMap<String, u64> = receipt
        .metadata
        .gas_profile
        .iter()
        .flatten()
        .filter(|cost| cost.cost_category == "WASM_HOST_COST")
        .map(|cost| (cost.cost.clone(), cost.gas_used.as_gas()))
        .collect();
    Ok(Cost {
        gas: transaction.gas_burnt.as_gas() + receipt.gas_burnt.as_gas(),
        vm: profile.values().sum(),
        tokens: transaction.tokens_burnt.saturating_add(receipt.tokens_burnt),
        profile,
    })
}

async fn outcome_with_profile(
    node: &Worker<Sandbox>,
    result: &ExecutionFinalResult,
) -> Result<FinalExecutionOutcomeView> {
    let request = RpcTransactionStatusRequest {
        transaction_info: TransactionInfo::TransactionId {
            tx_hash: CryptoHash(result.outcome().transaction_hash.0),
            sender_account_id: result.outcome().executor_id.clone(),
        },
        wait_until: TxExecutionStatus::Final,
    };
    let response: methods::tx::RpcTransactionResponse =
        JsonRpcClient::connect(node.rpc_addr()).call(request).await?;
    Ok(response.final_execution_outcome.context("the transaction has run")?.into_outcome())
}

impl Chain {
    async fn start() -> Result<Self> {
        let node = node::start().await?;
        let root = node.root_account()?;
        let account = async |name: &str| node::account(&node, &root, name, node::MONEY).await;
        let (game, alice, bob) = (account("game").await?, account("alice").await?, account("bob").await?);
        Ok(Self { node, game, alice, bob })
    }

    async fn deploy(&self, wasm: &[u8]) -> Result<(Code, Contract)> {
        let deployed = self.game.deploy(wasm).await?;
        let deploy = cost_of(&self.node, &deployed.details).await?;
        Ok((Code { bytes: wasm.len(), deploy }, deployed.into_result()?))
    }

    fn script(&self) -> Vec<Step> {
        let new_game = |name| Step {
            name,
            by_alice: true,
            method: NEW_GAME.name,
            args: json!({ "p1": self.alice.id(), "p2": self.bob.id() }),
        };
        let get_game =
            Step { name: Some("get_game"), by_alice: true, method: GET_GAME.name, args: json!({}) };

        let mut script = vec![new_game(Some("new_game"))];
        script.extend(plays(WON, &[(1, "first play"), (4, MIDDLE_PLAY), (7, "winning play")]));
        script.push(get_game);
        script.push(new_game(None));
        script.extend(plays(DRAWN, &[(9, "drawing play")]));
        script
    }

    async fn take(&self, step: Step, contract: &Contract, empty: u64) -> Result<Trace> {
        let by = if step.by_alice { &self.alice } else { &self.bob };
        let call = by.call(contract.id(), step.method).args_json(&step.args);
        let result = node::send_once(&self.node, call.transact_async()).await?;
        let cost = cost_of(&self.node, &result).await?;
        let success = result.into_result().with_context(|| format!("{} {}", step.method, step.args))?;
        Ok(Trace {
            name: step.name,
            cost,
            logs: success.logs().into_iter().map(String::from).collect(),
            returned: success.raw_bytes()?,
            state: contract.view_state().await?.remove(b"STATE".as_slice()).unwrap_or_default(),
            storage: contract.view_account().await?.storage_usage.saturating_sub(empty),
            step,
        })
    }
}

fn floor_of(model: &Trace) -> Floor<'_> {
    let is_view = model.step.method == GET_GAME.name;
    let record = Record {
        key: b"STATE",
        read: if model.step.method == NEW_GAME.name { Read::Missing } else { Read::Found },
        change: if is_view { Change::Nothing } else { Change::Write(&model.state) },
    };
    Floor {
        method: model.step.method,
        records: vec![record],
        logs: &model.logs,
        returns: is_view.then_some(&model.returned),
    }
}

fn plays(game: &str, names: &[(usize, &'static str)]) -> Vec<Step> {
    let name_of = |number| names.iter().find(|(named, _)| *named == number).map(|(_, name)| *name);
    let step = |(number, (row, col)): (usize, (u8, u8))| Step {
        name: name_of(number),
        by_alice: number % 2 == 1,
        method: PLAY.name,
        args: json!({ "row": row, "col": col }),
    };
    (1..).zip(moves(game)).map(step).collect()
}
