//! An arena with accounts for one test alone: every call is made on the chain and in the model, and compared.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::future::{try_join, try_join_all};
use integration_tests::node::{account, send_once, settle, skip_time, with_more_keys};
use integration_tests::test_game::{RefusalReason, SETTING_UP, Storage, storage_of};
use integration_tests::wasm;
use near_workspaces::network::Sandbox;
use near_workspaces::operations::Function;
use near_workspaces::result::{ExecutionFinalResult, ExecutionOutcome};
use near_workspaces::types::{Gas, NearToken};
use near_workspaces::{Account, AccountId, Contract, CryptoHash, Worker};
use serde_json::{Value, json};

use super::model::{Accepted, Call, Model};
use super::replica::Replica;

/// Enough for any game of a test and for registering, attached where a test is not about money.
pub const PLENTY: u128 = 5 * 10_u128.pow(22);

/// What the chain asks for each byte stored, and how many bytes it counts for a record besides key and value.
pub const BYTE_PRICE: u128 = 10_u128.pow(19);
pub const RECORD_BYTES: usize = 40;

/// More than a call's share of its gas, and less than any deposit of the tests but one yoctoNEAR.
const GAS_REWARD: u128 = 10_u128.pow(21);

/// For each call of many in one transaction.
const GAS_IN_BATCH: Gas = Gas::from_tgas(6);

/// Enough for the arena's code, and for what an account pays.
const ARENA_COST: NearToken = NearToken::from_near(3);
const ACCOUNT_COST: NearToken = NearToken::from_near(10);

/// Enough for many arenas.
const BANK_COST: NearToken = NearToken::from_near(2_000);

/// How often and how many times a balance is asked for until money has arrived.
const ASK_EVERY: Duration = Duration::from_millis(20);
const ASK_TIMES: u32 = 1_500;

/// A freshly deployed arena and its accounts.
pub struct TestArena {
    pub node: Worker<Sandbox>,
    pub contract: Contract,
    pub model: Model,
    accounts: Vec<Account>,
    replica: Replica,
    /// The balances of accounts that have called, once all refunds have arrived.
    balances: BTreeMap<AccountId, u128>,
    empty: InitialState,
}

/// What the arena's account held and stored before anybody called.
struct InitialState {
    balance: u128,
    usage: u64,
}

/// A call that somebody sends to the arena.
#[derive(Clone)]
pub struct SentCall {
    pub by: Account,
    pub method: &'static str,
    pub args: Value,
    pub deposit: u128,
}

impl SentCall {
    /// Creates a call without a deposit.
    pub fn new(by: &Account, method: &'static str, args: Value) -> Self {
        Self { by: by.clone(), method, args, deposit: 0 }
    }

    /// Attaches a deposit.
    pub fn with(self, deposit: u128) -> Self {
        Self { deposit, ..self }
    }

    /// Describes the call for error messages.
    fn describe(&self) -> String {
        format!("{} called {} with {} and {} yoctoNEAR", self.by.id(), self.method, self.args, self.deposit)
    }

    fn is_about_money(&self) -> bool {
        self.deposit > 0 || self.method.starts_with("storage_")
    }
}

impl TestArena {
    /// Deploys an arena; nobody is registered yet.
    pub async fn open(node: &Worker<Sandbox>, accounts: usize) -> Result<Self> {
        let wasm = wasm::arena()?;
        let setting_up = SETTING_UP.lock().await;
        let accounts = try_join_all((0..accounts).map(|_| node.dev_create_account()));
        let (contract, accounts) = try_join(node.dev_deploy(&wasm), accounts).await?;
        drop(setting_up);
        Self::with(node, contract, accounts).await
    }

    /// Creates an account that can pay for many arenas and has this many keys.
    pub async fn bank(node: &Worker<Sandbox>, name: &str, keys: usize) -> Result<Vec<Account>> {
        let setting_up = SETTING_UP.lock().await;
        let root = node.root_account()?;
        let bank = account(node, &root, name, BANK_COST).await?;
        drop(setting_up);
        with_more_keys(node, &bank, keys).await
    }

    /// Does the same with accounts below one that pays for them: `bank` has a key that nobody else uses now.
    pub async fn open_below(
        node: &Worker<Sandbox>,
        bank: &Account,
        name: &str,
        names: &[String],
    ) -> Result<Self> {
        Self::deploy_below(node, bank, name, names, &wasm::arena()?).await
    }

    /// Does the same with an arena of another version.
    pub async fn deploy_below(
        node: &Worker<Sandbox>,
        bank: &Account,
        name: &str,
        names: &[String],
        wasm: &[u8],
    ) -> Result<Self> {
        let arena = account(node, bank, name, ARENA_COST).await?;
        let contract = arena.deploy(wasm).await?.into_result()?;
        let mut accounts = Vec::new();
        for name in names {
            accounts.push(account(node, bank, name, ACCOUNT_COST).await?);
        }
        Self::with(node, contract, accounts).await
    }

    /// Takes over an arena that nobody has called yet.
    pub async fn with(node: &Worker<Sandbox>, contract: Contract, accounts: Vec<Account>) -> Result<Self> {
        let bounds: Value = contract.view("storage_balance_bounds").await?.json()?;
        let account = contract.view_account().await?;
        Ok(Self {
            node: node.clone(),
            model: Model::new(contract.id().as_str(), yocto(&bounds["min"])?),
            contract,
            accounts,
            replica: Replica::default(),
            balances: BTreeMap::new(),
            empty: InitialState { balance: account.balance.as_yoctonear(), usage: account.storage_usage },
        })
    }

    /// Deploys another version with the arena's own key, as its operator does.
    pub async fn upgrade(&mut self, wasm: &[u8]) -> Result<()> {
        let before = self.contract.view_account().await?;
        let deployed = self.contract.as_account().deploy(wasm).await?;
        settle(&self.node, &deployed.details).await?;
        deployed.into_result()?;
        // The operator pays for gas and code. All the rest is as it was.
        let after = self.contract.view_account().await?;
        self.empty.usage = self.empty.usage + after.storage_usage - before.storage_usage;
        self.empty.balance -= (before.balance.as_yoctonear()).saturating_sub(after.balance.as_yoctonear());
        Ok(())
    }

    /// Returns the accounts as a list.
    pub fn all_accounts(&self) -> &[Account] {
        &self.accounts
    }

    /// Returns the accounts by name.
    pub fn accounts<const N: usize>(&self) -> [Account; N] {
        self.accounts
            .clone()
            .try_into()
            .unwrap_or_else(|_| panic!("there are {} accounts", self.accounts.len()))
    }

    /// Makes a call without a deposit that must be accepted; returns its result.
    pub async fn accept(&mut self, by: &Account, method: &'static str, args: Value) -> Result<Value> {
        self.accept_paid(by, method, args, 0).await
    }

    /// Does the same with a deposit; every yoctoNEAR must be where it belongs afterwards.
    pub async fn accept_paid(
        &mut self,
        by: &Account,
        method: &'static str,
        args: Value,
        deposit: u128,
    ) -> Result<Value> {
        let sent = SentCall::new(by, method, args).with(deposit);
        self.ask_cost(&sent).await?;
        self.remember_balance(by).await?;
        let result = self.send(&sent).await?;
        let done = self.compare(&sent, &result).await?;
        let done = done.map_err(|code| anyhow::anyhow!("{} and was refused: {code}", sent.describe()))?;
        if sent.is_about_money() {
            self.must_have_expected_balance(by).await.with_context(|| sent.describe())?;
        }
        Ok(done.returned)
    }

    /// Creates a 3x3 game for these players with a deposit that is more than enough; returns its id.
    pub async fn create(&mut self, host: &Account, players: &[&Account]) -> Result<String> {
        let players: Vec<_> = players.iter().map(|player| player.id()).collect();
        self.create_with(host, json!({ "players": players })).await
    }

    /// Does the same with any arguments.
    pub async fn create_with(&mut self, host: &Account, args: Value) -> Result<String> {
        let id = self.accept_paid(host, "create", args, PLENTY).await?;
        Ok(id.as_str().context("an id is text")?.to_owned())
    }

    /// Marks a cell.
    pub async fn play(&mut self, by: &Account, game: &str, [row, col]: [usize; 2]) -> Result<()> {
        self.accept(by, "play", json!({ "game_id": game, "row": row, "col": col })).await?;
        Ok(())
    }

    /// Plays a game drawn with each move's number in its cell; players take turns from the first on.
    pub async fn play_out(&mut self, game: &str, players: &[&Account], moves: &str) -> Result<()> {
        for (cell, by) in drawn(moves).into_iter().zip(players.iter().cycle()) {
            self.play(by, game, cell).await?;
        }
        Ok(())
    }

    /// Makes a call that must be refused with this code and change nothing.
    pub async fn refuse(
        &mut self,
        by: &Account,
        method: &'static str,
        args: Value,
        code: &str,
    ) -> Result<()> {
        self.refuse_paid(by, method, args, 0, code).await
    }

    /// Does the same with a deposit, which must come back.
    pub async fn refuse_paid(
        &mut self,
        by: &Account,
        method: &'static str,
        args: Value,
        deposit: u128,
        code: &str,
    ) -> Result<()> {
        let sent = SentCall::new(by, method, args).with(deposit);
        self.ask_cost(&sent).await?;
        self.remember_balance(by).await?;
        let before = try_join(self.storage(), self.balance()).await?;
        let result = self.send(&sent).await?;
        let expected = self.compare(&sent, &result).await?;
        ensure!(expected == Err(code.to_owned()), "{}: {expected:?} is not {code}", sent.describe());
        if deposit > 0 {
            self.must_have_expected_balance(by).await.with_context(|| sent.describe())?;
        }
        self.must_be_unchanged(before, &result).await.with_context(|| sent.describe())
    }

    /// Makes a call that near-sdk itself must refuse; the model knows nothing of it.
    pub async fn refuse_unread(
        &mut self,
        by: &Account,
        method: &'static str,
        args: Value,
        deposit: u128,
        why: &str,
    ) -> Result<()> {
        let sent = SentCall::new(by, method, args).with(deposit);
        self.remember_balance(by).await?;
        let before = try_join(self.storage(), self.balance()).await?;
        let result = self.send(&sent).await?;
        ensure!(
            RefusalReason::from(why).matches(&result),
            "{} and was not refused with {why}: {result:?}",
            sent.describe()
        );
        self.pay(by, burnt(&result), 0)?;
        if deposit > 0 {
            self.must_have_expected_balance(by).await.with_context(|| sent.describe())?;
        }
        self.must_be_unchanged(before, &result).await.with_context(|| sent.describe())
    }

    /// Makes a call on the chain and in the model, and compares the results. The outer result is about the node and the
    /// comparison.
    pub async fn call(&mut self, sent: &SentCall) -> Result<Result<Accepted, String>> {
        self.ask_cost(sent).await?;
        self.remember_balance(&sent.by).await?;
        let result = self.send(sent).await?;
        self.compare(sent, &result).await
    }

    /// Makes many calls of one account in one transaction, all of which must be accepted.
    pub async fn accept_all(&mut self, by: &Account, calls: &[SentCall]) -> Result<()> {
        let mut transaction = by.batch(self.contract.id());
        for sent in calls {
            self.ask_cost(sent).await?;
            let call = Function::new(sent.method).args_json(&sent.args).gas(GAS_IN_BATCH);
            transaction = transaction.call(call.deposit(NearToken::from_yoctonear(sent.deposit)));
        }
        self.remember_balance(by).await?;
        let result = send_once(&self.node, transaction.transact_async()).await?;
        let (receipt, time) = self.receipt(&result).await?;
        ensure!(receipt.is_success(), "refused: {receipt:?}");
        let mut logs = Vec::new();
        self.pay(by, burnt(&result), 0)?;
        for sent in calls {
            let done = self.model.call(&model_call(sent, time));
            let done = done.map_err(|code| anyhow::anyhow!("{}: {code}", sent.describe()))?;
            self.pay(by, sent.deposit, done.paid_out)?;
            logs.extend(done.logs);
        }
        ensure!(receipt.logs == logs, "logged {:#?}, not {logs:#?}", receipt.logs);
        logs.iter().try_for_each(|log| self.replica.read(log, time))
    }

    /// Sends two calls at once: whichever comes first, the model must come to the same results in that order.
    pub async fn race(&mut self, sent: [SentCall; 2]) -> Result<[ExecutionFinalResult; 2]> {
        let [one, other] = &sent;
        for sent in [one, other] {
            self.ask_cost(sent).await?;
            self.remember_balance(&sent.by).await?;
        }
        let results = try_join(self.send(one), self.send(other)).await?;
        let before = (self.model.clone(), self.replica.clone(), self.balances.clone());
        let mut wrong = Vec::new();
        for order in [[(one, &results.0), (other, &results.1)], [(other, &results.1), (one, &results.0)]] {
            match self.explain(order).await {
                Ok(()) => return Ok([results.0.clone(), results.1.clone()]),
                Err(error) => wrong.push(error),
            }
            (self.model, self.replica, self.balances) = before.clone();
        }
        anyhow::bail!("neither order explains what happened: {wrong:?}")
    }

    async fn explain(&mut self, order: [(&SentCall, &ExecutionFinalResult); 2]) -> Result<()> {
        for (sent, result) in order {
            let _ = self.compare(sent, result).await?;
        }
        self.check().await
    }

    /// Makes the call in the model and compares the results; if the caller's balance is known, they pay.
    pub async fn compare(
        &mut self,
        sent: &SentCall,
        result: &ExecutionFinalResult,
    ) -> Result<Result<Accepted, String>> {
        let (receipt, time) = self.receipt(result).await?;
        match self.model.call(&model_call(sent, time)) {
            Ok(done) => {
                ensure!(receipt.is_success(), "{} and was refused: {receipt:?}", sent.describe());
                let logs = &receipt.logs;
                ensure!(*logs == done.logs, "{}: logged {logs:#?}, not {:#?}", sent.describe(), done.logs);
                let returned = json_of(result)?;
                ensure!(returned == done.returned, "{}: {returned}, not {}", sent.describe(), done.returned);
                logs.iter().try_for_each(|log| self.replica.read(log, time))?;
                self.pay(&sent.by, burnt(result) + sent.deposit, done.paid_out)?;
                Ok(Ok(done))
            }
            Err(code) => {
                ensure!(
                    code_of(result).ok().as_deref() == Some(code),
                    "{}: not {code}: {receipt:?}",
                    sent.describe()
                );
                ensure!(
                    receipt.logs.is_empty(),
                    "{}: refused, and logged {:?}",
                    sent.describe(),
                    receipt.logs
                );
                self.pay(&sent.by, burnt(result), 0)?;
                Ok(Err(code.to_owned()))
            }
        }
    }

    /// Compares every view with the model and the replica, and the arena's money with what it owes.
    pub async fn check(&self) -> Result<()> {
        self.check_games().await?;
        for game in self.model.games() {
            self.check_game(&game).await?;
        }
        for account in &self.accounts {
            self.check_account(account.id().as_str()).await?;
        }
        self.check_money().await
    }

    /// Compares the lists of all games and of those with a free seat with the model, and the replica with both.
    pub async fn check_games(&self) -> Result<()> {
        let expected = json!(self.model.games());
        let shown = self.view("get_games", json!({ "limit": 100 })).await?;
        ensure!(shown == json!({ "games": expected, "next": null }), "{shown:#}\nis not\n{expected:#}");
        let rebuilt = json!(self.replica.games());
        ensure!(rebuilt == expected, "events say\n{rebuilt:#}\nnot\n{expected:#}");

        let open = by_id(self.view("get_open_games", json!({ "limit": 100 })).await?)?;
        ensure!(open == self.model.open_games(), "get_open_games: {open:?}");
        Ok(())
    }

    async fn check_game(&self, game: &Value) -> Result<()> {
        let (id, players) = (&game["game_id"], game["players"].as_array().context("a list")?);
        let shown = self.view("get_game", json!({ "game_id": id })).await?;
        ensure!(shown == *game, "get_game: {shown:#}\nis not\n{game:#}");
        if players.iter().all(|player| !player.is_null()) {
            let found = self.view("find_game", json!({ "players": players })).await?;
            ensure!(found == *id, "find_game {players:?}: {found}");
        }
        Ok(())
    }

    async fn check_account(&self, id: &str) -> Result<()> {
        let balance = self.view("storage_balance_of", json!({ "account_id": id })).await?;
        ensure!(balance == self.model.balance_of(id), "{id}: {balance}, not {}", self.model.balance_of(id));
        let counts = self.view("get_counts", json!({ "account_id": id })).await?;
        ensure!(counts == self.model.counts(id), "{id}: {counts}, not {}", self.model.counts(id));
        let games = by_id(self.view("get_games_of", json!({ "account_id": id, "limit": 100 })).await?)?;
        ensure!(games == self.model.games_of(id), "get_games_of {id}: {games:?}");
        Ok(())
    }

    /// Checks that the arena holds what it has credited, that what is locked covers the bytes, and that withdrawing all
    /// that is available leaves enough for storage.
    async fn check_money(&self) -> Result<()> {
        let (storage, balance) = try_join(self.storage(), self.balance()).await?;
        let credited = balance.saturating_sub(self.empty.balance);
        ensure!(credited >= self.model.credited(), "{} is owed and {credited} there", self.model.credited());
        let root = storage.records.iter().find(|(key, _)| key == b"STATE");
        let root = root.map_or(0, |(key, value)| key.len() + value.len() + RECORD_BYTES);
        let bytes = storage.usage - self.empty.usage - u64::try_from(root)?;
        let covered = self.model.locked_in_all() / BYTE_PRICE;
        ensure!(u128::from(bytes) <= covered, "{bytes} bytes are stored and {covered} paid for");
        let withdrawable = self.model.credited() - self.model.locked_in_all();
        let needed = u128::from(storage.usage) * BYTE_PRICE;
        ensure!(withdrawable + needed <= balance, "{withdrawable} and {needed} are more than {balance}");
        Ok(())
    }

    /// Returns the JSON that a view answers.
    pub async fn view(&self, method: &str, args: Value) -> Result<Value> {
        let answer = self.contract.view(method).args_json(args).await;
        Ok(answer.with_context(|| method.to_owned())?.json()?)
    }

    /// Returns a game as `get_game` shows it.
    pub async fn game(&self, id: &str) -> Result<Value> {
        self.view("get_game", json!({ "game_id": id })).await
    }

    /// Returns what a game for this many players locks.
    pub async fn cost(&self, players: usize, rules: &Value) -> Result<u128> {
        yocto(&self.view("get_cost", json!({ "players": players, "rules": rules })).await?)
    }

    /// Returns what registering takes.
    pub async fn min(&self) -> Result<u128> {
        yocto(&self.view("storage_balance_bounds", json!({})).await?["min"])
    }

    /// Returns everything the arena stores.
    pub async fn storage(&self) -> Result<Storage> {
        storage_of(&self.contract).await
    }

    /// Returns what the arena's account holds.
    pub async fn balance(&self) -> Result<u128> {
        Ok(self.contract.view_account().await?.balance.as_yoctonear())
    }

    /// Lets this much time pass.
    pub async fn wait(&self, seconds: u64) -> Result<()> {
        skip_time(&self.node, seconds).await
    }

    /// Sends a call to the chain alone.
    pub async fn send(&self, sent: &SentCall) -> Result<ExecutionFinalResult> {
        let call = sent.by.call(self.contract.id(), sent.method).args_json(&sent.args);
        let call = call.deposit(NearToken::from_yoctonear(sent.deposit));
        send_once(&self.node, call.transact_async()).await
    }

    /// Asks the contract what a game locks, which the model cannot know.
    pub async fn ask_cost(&mut self, sent: &SentCall) -> Result<()> {
        let (seats, rules) = (sent.args["players"].as_array().map_or(0, Vec::len), &sent.args["rules"]);
        if sent.method == "create" && self.model.lacks_cost(seats, rules) {
            let cost = self.cost(seats, rules).await?;
            self.model.learn_cost(seats, rules, cost);
        }
        Ok(())
    }

    /// Returns what the arena did in a transaction, and when.
    async fn receipt<'a>(&self, result: &'a ExecutionFinalResult) -> Result<(&'a ExecutionOutcome, u64)> {
        let mut receipts = result.receipt_outcomes().iter();
        let receipt = receipts.find(|receipt| receipt.executor_id == *self.contract.id());
        let receipt = receipt.with_context(|| format!("the arena was not called: {result:?}"))?;
        Ok((receipt, time_of(&self.node, receipt.block_hash).await?))
    }

    async fn balance_of(&self, by: &Account) -> Result<u128> {
        Ok(by.view_account().await?.balance.as_yoctonear())
    }

    async fn remember_balance(&mut self, by: &Account) -> Result<()> {
        if !self.balances.contains_key(by.id()) {
            self.balances.insert(by.id().clone(), self.balance_of(by).await?);
        }
        Ok(())
    }

    /// Forgets an account's balance, because it has spent something elsewhere and all refunds have arrived.
    pub fn forget_balance(&mut self, by: &Account) {
        self.balances.remove(by.id());
    }

    fn pay(&mut self, by: &Account, spent: u128, got: u128) -> Result<()> {
        if let Some(balance) = self.balances.get_mut(by.id()) {
            *balance = (*balance + got).checked_sub(spent).context("nobody spends more than they have")?;
        }
        Ok(())
    }

    /// Checks that every account whose balance is known has what it should have, to the last yoctoNEAR.
    pub async fn check_balances(&self) -> Result<()> {
        for account in self.accounts.iter().filter(|account| self.balances.contains_key(account.id())) {
            self.must_have_expected_balance(account).await?;
        }
        Ok(())
    }

    /// Waits for the expected balance: payments and refunds arrive some blocks after the call that causes them.
    async fn must_have_expected_balance(&self, by: &Account) -> Result<()> {
        let expected = self.balances[by.id()];
        let mut left = self.balance_of(by).await?;
        for _ in 0..ASK_TIMES {
            if left == expected {
                return Ok(());
            }
            tokio::time::sleep(ASK_EVERY).await;
            left = self.balance_of(by).await?;
        }
        anyhow::bail!("{} has {left} left, not {expected}", by.id())
    }

    async fn must_be_unchanged(&self, before: (Storage, u128), result: &ExecutionFinalResult) -> Result<()> {
        ensure!(result.logs().is_empty(), "a refused call logged {:?}", result.logs());
        let (storage, balance) = try_join(self.storage(), self.balance()).await?;
        ensure!(storage == before.0, "a refused call changed the storage");
        // Until protocol 87 an account gains some of the gas that its contract burns.
        ensure!(
            (before.1..before.1 + GAS_REWARD).contains(&balance),
            "the arena kept {}",
            balance - before.1
        );
        Ok(())
    }
}

/// Returns the time of a block. Asked once for each, since arenas that are busy at the same time share blocks.
async fn time_of(node: &Worker<Sandbox>, block: CryptoHash) -> Result<u64> {
    static KNOWN: Mutex<BTreeMap<[u8; 32], u64>> = Mutex::new(BTreeMap::new());
    let known = KNOWN.lock().expect("nobody panics here").get(&block.0).copied();
    if let Some(time) = known {
        return Ok(time);
    }
    let time = node.view_block().block_hash(block).await?.timestamp();
    KNOWN.lock().expect("nobody panics here").insert(block.0, time);
    Ok(time)
}

fn model_call(sent: &SentCall, time: u64) -> Call<'_> {
    Call { by: sent.by.id().as_str(), method: sent.method, args: &sent.args, deposit: sent.deposit, time }
}

/// Returns the code before the sentence with which the arena refused.
fn code_of(result: &ExecutionFinalResult) -> Result<String> {
    let failures = format!("{:?}", result.failures());
    let (_, message) =
        failures.split_once("Smart contract panicked: ").context("the arena did not refuse")?;
    let (code, sentence) = message.split_once(": ").context("a refusal has a code and a sentence")?;
    ensure!(sentence.contains(' '), "after the code comes a sentence, not {sentence}");
    Ok(code.to_owned())
}

/// Reads an amount in a view.
pub fn yocto(value: &Value) -> Result<u128> {
    Ok(value.as_str().context("an amount is text")?.parse()?)
}

/// Reads the moves of a game drawn with each move's number in its cell and a dot in the others.
pub fn drawn(game: &str) -> Vec<[usize; 2]> {
    let lines = game.trim().lines().enumerate();
    let cells = lines.flat_map(|(row, line)| {
        let cells = line.split_whitespace().enumerate();
        cells.map(move |(col, cell)| (cell, [row, col]))
    });
    let mut moves: Vec<(usize, [usize; 2])> =
        cells.filter_map(|(number, cell)| Some((number.parse().ok()?, cell))).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, cell)| cell).collect()
}

/// Returns what the signer paid for gas, all receipts taken together.
fn burnt(result: &ExecutionFinalResult) -> u128 {
    result.outcomes().iter().map(|outcome| outcome.tokens_burnt.as_yoctonear()).sum()
}

/// Returns what a call returned, `null` if nothing.
pub fn json_of(result: &ExecutionFinalResult) -> Result<Value> {
    let bytes = result.clone().into_result()?.raw_bytes()?;
    if bytes.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&bytes)?) }
}

fn by_id(games: Value) -> Result<Vec<Value>> {
    let mut games: Vec<Value> = serde_json::from_value(games)?;
    games.sort_by_key(|game| game["game_id"].as_str().and_then(|id| id.parse::<u64>().ok()));
    Ok(games)
}
