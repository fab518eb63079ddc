//! Sends what guests have signed, once, and finds out what became of it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use near_crypto::PublicKey;
use near_primitives::account::AccessKey;
use near_primitives::action::{
    Action, AddKeyAction, CreateAccountAction, FunctionCallAction, TransferAction,
};
use near_primitives::errors::InvalidTxError;
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, Balance, BlockReference, Finality, Gas};
use near_primitives::views::{BlockHeaderView, FinalExecutionOutcomeView};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tic_tac_toe_client::keys::KeyStore;
use tic_tac_toe_client::{Backoff, Error, Rpc, missing_deposit, sign};
use tic_tac_toe_interface::arena::{Arena, CALL_GAS, CREATE, Rules, STORAGE_DEPOSIT, StorageDeposit};
use tic_tac_toe_server::{Client, log};

use crate::lanes::{self, Lane, Lanes};
use crate::outcome::{CallResult, Outcome};
use crate::problem::{Problem, today};
use crate::rules::{self, Rule};
use crate::store::{Call, Kind, Limits, NewCall, Purpose, Store};
use crate::{metrics::Metrics, names};

/// How often the newest block is asked for, and calls whose outcome is unknown are looked for.
const PAUSE: Duration = Duration::from_secs(1);

/// How often the relay looks what is left to pay gas with, and whether the node still has the chain of its books.
const WATCH: Duration = Duration::from_secs(10);

/// With less than this its operator is told. Gas is bought ahead, so that a few calls at once need tenths of a NEAR.
const LOW: Balance = Balance::from_millinear(300);

/// How long the node may be silent before the relay says that it is not ready.
const MAX_SILENCE: Duration = Duration::from_secs(30);

/// What making an account burns at most; most of it is the protocol's fee for a new account.
const GUEST_GAS: Gas = Gas::from_teragas(80);

/// What a transaction burns at most beside the gas of its call.
const SEND_GAS: Gas = Gas::from_teragas(2);

/// So many names are tried for a guest.
const NAMES: u8 = 20;

/// A transaction is signed at most so many times, each time with another nonce.
const NONCES: u32 = 3;

/// A node has to say so often that it knows nothing of a transaction before its nonce is passed, and again from time to
/// time.
const LOST_AFTER: u32 = 5;
const LOST_AGAIN_AFTER: u32 = 60;

/// It has to say so often that it knows nothing of a transaction whose nonce was passed.
const CONVINCED_AFTER: u32 = 3;

/// Settings of a relay.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The account that pays, under which guests get theirs.
    pub account: AccountId,
    /// The arena in which guests play.
    pub arena: AccountId,
    /// The node.
    pub rpc: Rpc,
    /// Where the account's keys are.
    pub key_store: KeyStore,
    /// The file with the books.
    pub db: PathBuf,
    /// How much may be spent, and on whom.
    pub limits: Limits,
}

/// A relay.
pub struct Relay {
    /// The chain's first block.
    chain: CryptoHash,
    account: AccountId,
    arena: Arena<Rpc>,
    rpc: Rpc,
    lanes: Lanes,
    /// Those that pay for gas; without any the account does.
    gas_keys: Vec<PublicKey>,
    store: Store,
    head: RwLock<(BlockHeaderView, Instant)>,
    budget: Balance,
    pub(crate) metrics: Metrics,
}

/// What is known of a call.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The guest.
    pub guest: AccountId,
    /// The transaction.
    pub transaction: CryptoHash,
    /// What became of it; none while that is unknown.
    pub outcome: Option<Outcome>,
}

/// How often a node knew nothing of a transaction.
#[derive(Default)]
struct Doubts {
    /// While it could still come.
    unseen: u32,
    /// When its nonce was passed.
    passed: u32,
}

/// The arguments of `create` that decide what it costs.
#[derive(Deserialize)]
struct CreateArgs {
    players: Vec<IgnoredAny>,
    rules: Option<Rules>,
}

impl Relay {
    /// Waits for the node, finds the keys and opens the books. Calls whose outcome is unknown are looked for in the
    /// background.
    ///
    /// # Errors
    ///
    /// When there is no key, no arena, or the file can't be used.
    pub async fn start(settings: Settings) -> anyhow::Result<Arc<Self>> {
        let Settings { account, arena, rpc, key_store, db, limits } = settings;
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(5));
        let chain = loop {
            match rpc.genesis().await {
                Ok(chain) => break chain,
                Err(error) => log(&format!("{error}; trying again")),
            }
            tokio::time::sleep(backoff.next(None)).await;
        };
        let arena = Arena::new(rpc.clone(), arena);
        arena.storage_balance_bounds().await.map_err(Error::from)?;
        let mut lanes = lanes::find(&rpc, &key_store, &account).await?;
        let store = Store::open(&db, limits, [&chain.to_string(), account.as_str(), arena.id().as_str()])?;
        let pending = store.pending()?;
        let first_lanes = lanes.iter().filter(|lane| lane.id.index == Some(0));
        let gas_keys: Vec<PublicKey> = first_lanes.map(|lane| lane.id.key.clone()).collect();
        if !gas_keys.is_empty() {
            // Where there are gas keys, other keys are only for giving up what they have signed before.
            lanes.retain(|lane| lane.id.index.is_some() || pending.iter().any(|call| call.lane == lane.id));
        }
        for lane in &lanes {
            store.note_nonce(&lane.id, lane.id.last_nonce(&rpc, &account, optimistic()).await?)?;
        }
        let keys = match gas_keys.len() {
            0 => counted(lanes.len(), "key"),
            keys => {
                let nonces = lanes.iter().filter(|lane| lane.id.index.is_some()).count();
                format!("{} of {}", counted(nonces, "nonce"), counted(keys, "gas key"))
            }
        };
        log(&format!("{account} signs with {keys} for guests in {}", arena.id()));
        if !pending.is_empty() {
            log(&format!("looking for the outcome of {}", counted(pending.len(), "call")));
        }
        let head = rpc.final_block().await.context("the node has no final block")?;
        let relay = Arc::new(Self {
            chain,
            account,
            arena,
            rpc,
            lanes: Lanes::new(lanes),
            gas_keys,
            store,
            head: RwLock::new((head, Instant::now())),
            budget: limits.budget,
            metrics: Metrics::new()?,
        });
        tokio::spawn(Arc::clone(&relay).follow());
        tokio::spawn(Arc::clone(&relay).resolve());
        Ok(relay)
    }

    /// Looks from time to time what is left to pay gas with, and tells its operator when that is little. Returns when the
    /// node has another chain than before, to which the books say nothing.
    pub async fn watch(&self) -> anyhow::Error {
        let mut was_low = false;
        loop {
            if let Ok(chain) = self.rpc.genesis().await
                && chain != self.chain
            {
                return anyhow!(
                    "the node has another chain now; start the relay again, with new books (--db)"
                );
            }
            if let Ok(left) = lanes::gas_left(&self.rpc, &self.account, &self.gas_keys).await {
                self.metrics.set_gas_left(left);
                let is_low = left < LOW;
                if is_low && !was_low {
                    log(&self.tell_low(left));
                }
                was_low = is_low;
            }
            tokio::time::sleep(WATCH).await;
        }
    }

    fn tell_low(&self, left: Balance) -> String {
        let account = &self.account;
        if self.gas_keys.is_empty() {
            format!("{account} has only {left} left to pay for guests; send it some NEAR")
        } else {
            format!(
                "the gas key of {account} has only {left} left to pay for guests; \
                 refill it with: tic-tac-toe-relay init --account {account}"
            )
        }
    }

    /// Makes an account for a key, or finds the one that was made for it.
    pub(crate) async fn make_guest(&self, key: &str, client: Client) -> Result<Answer, Problem> {
        let key: PublicKey = key.parse().map_err(|_| Rule::PublicKey)?;
        if !matches!(key, PublicKey::ED25519(_)) {
            return Err(Rule::PublicKey.into());
        }
        if let Some(known) = self.store.call(&key.to_string())? {
            return self.answer(known).await;
        }
        let account = match self.store.guest_with(&key)? {
            Some(guest) => return Ok(Answer::of_guest(guest.account)),
            None => self.free_name(&key).await?,
        };
        let access_key = AccessKey::full_access();
        let actions = vec![
            Action::CreateAccount(CreateAccountAction {}),
            Action::AddKey(Box::new(AddKeyAction { public_key: key.clone(), access_key })),
        ];
        let purpose = Purpose::Guest { key: &key, address: &client.to_string() };
        self.send(&account, purpose, &account, actions, GUEST_GAS).await
    }

    async fn free_name(&self, key: &PublicKey) -> Result<AccountId, Problem> {
        for attempt in 0..NAMES {
            let Ok(account) = format!("{}.{}", names::name(key, attempt), self.account).parse() else {
                break;
            };
            match self.rpc.account(&account).await {
                Err(Error::NoAccount(_)) if !self.store.has_guest(&account)? => return Ok(account),
                Ok(_) | Err(Error::NoAccount(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Problem::NotMade("no name is free".to_owned()))
    }

    /// Sends a guest's call; one that was sent before gets the first one's answer. Returns the method, too.
    pub(crate) async fn act(&self, signed_delegate_action: &str) -> Result<(String, Answer), Problem> {
        let signed = rules::read(signed_delegate_action)?;
        let call = rules::check_call(&signed, self.arena.id())?;
        let action = &signed.delegate_action;
        let hash = action.get_nep461_hash();
        if let Some(known) = self.store.call(&hash.to_string())? {
            return Ok((call.method_name, self.answer(known).await?));
        }
        let sender = action.sender_id.clone();
        let guest = self.store.guest(&sender)?.ok_or_else(|| Rule::Guest(sender.clone()))?;
        rules::check_sender(action, &guest, self.head().height)?;
        if call.method_name == CREATE.name {
            self.deposit_for(&sender, &call.args).await?;
        }
        let purpose = Purpose::Action { hash, nonce: action.nonce };
        let gas = call.gas.saturating_add(SEND_GAS);
        let answer = self.send(&sender, purpose, &sender, vec![signed.into()], gas).await?;
        Ok((call.method_name, answer))
    }

    /// Deposits what a guest lacks to create a game.
    async fn deposit_for(&self, guest: &AccountId, args: &[u8]) -> Result<(), Problem> {
        // The arena says what is wrong with other arguments.
        let Ok(CreateArgs { players, rules }) = serde_json::from_slice(args) else { return Ok(()) };
        let missing = missing_deposit(&self.arena, guest, players.len(), rules).await?;
        if missing.0 == 0 {
            return Ok(());
        }
        let deposit = Balance::from_yoctonear(missing.0);
        let storage = StorageDeposit { account_id: Some(guest), registration_only: None };
        let call = FunctionCallAction {
            method_name: STORAGE_DEPOSIT.name.to_owned(),
            args: serde_json::to_vec(&storage).unwrap_or_default(),
            gas: Gas::from_gas(CALL_GAS),
            deposit,
        };
        let actions = vec![Action::FunctionCall(Box::new(call))];
        let gas = Gas::from_gas(CALL_GAS).saturating_add(SEND_GAS);
        let answer = self.send(guest, Purpose::Deposit(deposit), self.arena.id(), actions, gas).await?;
        match answer.outcome {
            Some(outcome) => {
                // Should it have failed, the arena's refusal of the game will say what is missing.
                log(&format!("{guest} storage_deposit of {deposit}: {}", outcome.summary()));
                Ok(())
            }
            None => Err(Problem::DepositPending),
        }
    }

    /// Returns what is known of the call in a transaction.
    pub(crate) async fn find(&self, transaction: CryptoHash) -> Result<Answer, Problem> {
        let call = self.store.call_in(transaction)?.ok_or(Problem::NoCall)?;
        self.answer(call).await
    }

    /// Returns how much of today's budget is left.
    pub(crate) fn budget_left(&self) -> Result<Balance, Problem> {
        Ok(self.budget.saturating_sub(self.store.spent(today())?))
    }

    /// Checks that the node and the database answer.
    pub(crate) fn check_ready(&self) -> Result<(), Problem> {
        self.budget_left()?;
        let silence = self.head.read().unwrap_or_else(PoisonError::into_inner).1.elapsed();
        if silence > MAX_SILENCE { Err(Problem::NotReady(silence.as_secs())) } else { Ok(()) }
    }

    /// Sends a call in the first lane that is free. It is signed again only if the chain did not take it because somebody
    /// else has used the nonce.
    async fn send(
        &self,
        guest: &AccountId,
        purpose: Purpose<'_>,
        receiver: &AccountId,
        actions: Vec<Action>,
        gas: Gas,
    ) -> Result<Answer, Problem> {
        let new = NewCall { guest, purpose, gas_cost: self.cost_of(gas), day: today() };
        let used = self.lanes.take().await.ok_or(Problem::NoLane)?;
        for _ in 0..NONCES {
            if let Some(answer) = self.send_in(&used.lane, &new, receiver, &actions).await? {
                return Ok(answer);
            }
        }
        Err(Problem::NoLane)
    }

    fn cost_of(&self, gas: Gas) -> Balance {
        self.head().gas_price.saturating_mul(gas.as_gas().into())
    }

    /// Writes a call down, then signs and sends it, once. Returns none if somebody else has used the nonce.
    async fn send_in(
        &self,
        lane: &Lane,
        new: &NewCall<'_>,
        receiver: &AccountId,
        actions: &[Action],
    ) -> Result<Option<Answer>, Problem> {
        let block = self.head().hash;
        let sign = |nonce| sign(&lane.signer, lane.id.nonce(nonce), block, receiver, actions.to_vec());
        let Some((transaction, call)) = self.store.begin(new, &lane.id, sign)? else {
            return self.answer_seen(&new.purpose).await.map(Some);
        };
        let (guest, hash) = (new.guest, call.transaction);
        match self.rpc.send_once(transaction).await {
            Ok(view) => self.settle(call, &view).await.map(Some),
            Err(Error::NotAccepted(InvalidTxError::InvalidNonce { ak_nonce, .. })) => {
                self.store.note_nonce(&call.lane, ak_nonce)?;
                // A server on the way may have passed this very transaction on twice.
                if let Some(view) = self.rpc.outcome(hash, &self.account).await? {
                    return self.settle(call, &view).await.map(Some);
                }
                self.store.release(hash)?;
                Ok(None)
            }
            Err(error) if never_arrived(&error) => {
                self.store.release(hash)?;
                Err(if lacks_money(&error) { Problem::OutOfMoney(error) } else { error.into() })
            }
            Err(error) => {
                log(&format!("{guest}: the outcome of transaction {hash} is unknown: {error}"));
                Ok(Some(Answer { guest: guest.clone(), transaction: hash, outcome: None }))
            }
        }
    }

    /// Answers a call that was written down by another request meanwhile.
    async fn answer_seen(&self, purpose: &Purpose<'_>) -> Result<Answer, Problem> {
        let id = match purpose {
            Purpose::Guest { key, .. } => key.to_string(),
            Purpose::Action { hash, .. } => hash.to_string(),
            Purpose::Deposit(_) | Purpose::Nonce => return Err(Problem::DepositPending),
        };
        let call = self.store.call(&id)?.ok_or(Problem::NoCall)?;
        self.answer(call).await
    }

    /// Returns what is known of a call, and asks the node if it is not known yet.
    async fn answer(&self, call: Call) -> Result<Answer, Problem> {
        if call.outcome.is_none()
            && let Ok(Some(view)) = self.rpc.outcome(call.transaction, &self.account).await
        {
            return self.settle(call, &view).await;
        }
        Ok(Answer { guest: call.guest, transaction: call.transaction, outcome: call.outcome })
    }

    /// Writes down what became of a call. What the chain has not finished stays unknown.
    async fn settle(&self, call: Call, view: &FinalExecutionOutcomeView) -> Result<Answer, Problem> {
        let receiver = match call.kind {
            Kind::Guest => &call.guest,
            Kind::Nonce => &self.account,
            Kind::Deposit | Kind::Action => self.arena.id(),
        };
        let mut outcome = Outcome::read(view, receiver);
        let mut nonce = None;
        if call.kind == Kind::Guest && outcome.as_ref().is_some_and(Outcome::is_done) {
            nonce = self.first_nonce(&call).await?;
            // Without it nothing of the guest could be checked: the next look finds it.
            outcome = outcome.filter(|_| nonce.is_some());
        }
        if let Some(outcome) = &outcome
            && self.store.settle(outcome, nonce)?
        {
            self.metrics.count_call(call.kind, &outcome.result);
        }
        Ok(Answer { guest: call.guest, transaction: call.transaction, outcome })
    }

    async fn first_nonce(&self, call: &Call) -> Result<Option<u64>, Problem> {
        let Some(key) = self.store.key_of(&call.guest)? else { return Ok(None) };
        Ok(self.rpc.nonce_of(&call.guest, &key, optimistic()).await.ok().map(|(nonce, _)| nonce))
    }

    fn head(&self) -> BlockHeaderView {
        self.head.read().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// Follows the newest final block: heights are compared with it, and transactions name it.
    async fn follow(self: Arc<Self>) {
        loop {
            tokio::time::sleep(PAUSE).await;
            match self.rpc.final_block().await {
                Ok(head) => {
                    *self.head.write().unwrap_or_else(PoisonError::into_inner) = (head, Instant::now());
                }
                Err(error) => log(&format!("{error}; trying again")),
            }
        }
    }

    /// Looks for calls whose outcome is unknown. One is given up when the chain has passed its nonce without it: it can
    /// never take effect.
    async fn resolve(self: Arc<Self>) {
        let mut doubts: HashMap<CryptoHash, Doubts> = HashMap::new();
        loop {
            tokio::time::sleep(PAUSE).await;
            let Ok(pending) = self.store.pending() else { continue };
            doubts.retain(|transaction, _| pending.iter().any(|call| call.transaction == *transaction));
            for call in pending {
                if let Some(doubts) = doubts.get_mut(&call.transaction) {
                    self.look_for(call, doubts).await;
                } else {
                    // Whoever sends it may still be waiting for its outcome.
                    doubts.insert(call.transaction, Doubts::default());
                }
            }
        }
    }

    async fn look_for(&self, call: Call, doubts: &mut Doubts) {
        let (guest, transaction) = (call.guest.clone(), call.transaction);
        match self.rpc.outcome(transaction, &self.account).await {
            Ok(Some(view)) => {
                if let Ok(Answer { outcome: Some(outcome), .. }) = self.settle(call, &view).await {
                    log(&format!("{guest}: {}", outcome.summary()));
                }
            }
            Ok(None) if self.is_passed(&call).await => {
                doubts.passed += 1;
                if doubts.passed == CONVINCED_AFTER && self.store.release(transaction).is_ok() {
                    log(&format!("{guest}: transaction {transaction} never reached the chain"));
                }
            }
            Ok(None) => {
                doubts.unseen += 1;
                if call.kind != Kind::Nonce && doubts.unseen % LOST_AGAIN_AFTER == LOST_AFTER {
                    self.pass_nonce(&call).await;
                }
            }
            Err(_) => *doubts = Doubts::default(),
        }
    }

    /// Uses the next nonce of the lane that has signed a call, for a transaction that does nothing: then the call can never
    /// take effect, and may be made again. Whoever else uses the lane does the same.
    async fn pass_nonce(&self, call: &Call) {
        let Some(used) = self.lanes.take_free(&call.lane) else { return };
        let new = NewCall {
            guest: &call.guest,
            purpose: Purpose::Nonce,
            gas_cost: self.cost_of(SEND_GAS),
            day: today(),
        };
        let nothing = [Action::Transfer(TransferAction { deposit: Balance::ZERO })];
        if let Err(problem) = self.send_in(&used.lane, &new, &self.account, &nothing).await {
            log(&format!(
                "{}: transaction {} can't be given up yet: {problem}",
                call.guest, call.transaction
            ));
        }
    }

    /// Returns whether a later nonce of the same lane was used in a final block.
    async fn is_passed(&self, call: &Call) -> bool {
        let finally = BlockReference::Finality(Finality::Final);
        let nonce = call.lane.last_nonce(&self.rpc, &self.account, finally).await;
        nonce.is_ok_and(|nonce| nonce >= call.nonce)
    }
}

impl Answer {
    /// Returns what is known of a guest that was made long ago.
    fn of_guest(guest: AccountId) -> Self {
        let result = CallResult::Done { logs: Vec::new() };
        let transaction = CryptoHash::default();
        let outcome = Outcome { transaction, result, gas_burnt: Gas::ZERO, tokens_burnt: Balance::ZERO };
        Self { guest, transaction, outcome: Some(outcome) }
    }
}

/// Returns a number of things in words, such as `1 key` and `2 keys`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Returns whether a transaction has surely not reached the chain.
const fn never_arrived(error: &Error) -> bool {
    matches!(error, Error::NotAccepted(_) | Error::Unreachable { .. } | Error::RateLimited { .. })
}

/// Returns whether a transaction was not accepted because the account or its gas key can't pay for it.
const fn lacks_money(error: &Error) -> bool {
    matches!(
        error,
        Error::NotAccepted(
            InvalidTxError::NotEnoughBalance { .. }
                | InvalidTxError::LackBalanceForState { .. }
                | InvalidTxError::NotEnoughGasKeyBalance { .. }
                | InvalidTxError::NotEnoughBalanceForDeposit { .. }
        )
    )
}

const fn optimistic() -> BlockReference {
    BlockReference::Finality(Finality::None)
}
