//! Tests of the runtime alone: blocks are applied by hand, without a server.

mod accounts;
mod conservation;
mod contracts;
mod gas_keys;
mod keys;
mod nonces;
mod refunds;
mod universal_accounts;

use std::sync::LazyLock;

use near_crypto::{KeyType, SecretKey};
use near_parameters::RuntimeConfigStore;
use near_primitives::{
    account::AccessKey,
    action::{
        AddKeyAction, FunctionCallAction,
        delegate::{DelegateAction, NonDelegateAction, SignedDelegateAction},
    },
    errors::InvalidTxError,
    hash::CryptoHash,
    transaction::{Action, ExecutionOutcome, SignedTransaction, Transaction, TransactionV0, TransferAction},
    types::{AccountId, Balance, Gas},
    version::PROTOCOL_VERSION,
};

use super::*;
use crate::{genesis::Genesis, state::ReadState};

const ALICE: &str = "alice.near";
const BOB: &str = "bob.near";
const FUNDS: Balance = Balance::from_near(1_000);

/// Shared, since reading all the fee tables takes longer than most tests.
static CONFIGS: LazyLock<RuntimeConfigStore> = LazyLock::new(|| RuntimeConfigStore::new(None));

fn id(name: &str) -> AccountId {
    name.parse().expect("a valid account id")
}

/// Returns an account's key, which is derived from its name.
fn key(name: &str) -> SecretKey {
    SecretKey::from_seed(KeyType::ED25519, name)
}

/// A chain without a clock: each step is a block.
struct World {
    params: ChainParams,
    state: State,
    height: BlockHeight,
    gas_price: Balance,
    incoming: Vec<Arc<Receipt>>,
    delayed: VecDeque<Arc<Receipt>>,
    supply: Balance,
    burnt: Balance,
    minted: Balance,
}

impl World {
    fn new() -> Self {
        Self::with_protocol(PROTOCOL_VERSION)
    }

    /// Creates a world with Alice and Bob, who have 1,000 NEAR each.
    fn with_protocol(protocol_version: ProtocolVersion) -> Self {
        let config = Arc::clone(CONFIGS.get_config(protocol_version));
        let mut genesis = Genesis::new(key("test.near").public_key(), protocol_version);
        for name in [ALICE, BOB] {
            genesis.add_account(id(name), FUNDS, Balance::ZERO, key(name).public_key());
        }
        let state = genesis.state(&config).expect("a valid genesis");
        let params = ChainParams {
            chain_id: genesis.config.chain_id.clone(),
            protocol_version,
            gas_limit: genesis.config.gas_limit,
            view_gas_limit: config.wasm_config.limit_config.max_gas_burnt,
            transaction_validity_period: 100,
            validators: vec![],
            compiled: Compiled::in_memory(),
            config,
        };
        Self {
            params,
            state,
            height: 10,
            gas_price: Balance::from_yoctonear(100_000_000),
            incoming: Vec::new(),
            delayed: VecDeque::new(),
            supply: genesis.config.total_supply,
            burnt: Balance::ZERO,
            minted: Balance::ZERO,
        }
    }

    fn context(&self) -> BlockContext {
        BlockContext {
            height: self.height,
            timestamp: self.height * 1_000_000_000,
            gas_price: self.gas_price,
            random_value: CryptoHash::hash_borsh(self.height),
            epoch_height: 1,
        }
    }

    /// Makes one block with these transactions; returns what was executed in it.
    fn block(&mut self, transactions: Vec<SignedTransaction>) -> Vec<ExecutionOutcome> {
        self.height += 1;
        let transactions = transactions.into_iter().filter_map(|tx| validate(&self.params, tx).ok());
        let input = BlockInput {
            transactions: transactions.collect(),
            incoming: std::mem::take(&mut self.incoming),
            delayed: std::mem::take(&mut self.delayed),
            patches: vec![],
        };
        let state = self.state.clone();
        let output = apply_block(&self.params, &self.context(), state, input);
        self.state = output.state;
        self.incoming = output.outgoing;
        self.delayed = output.delayed;
        self.burnt = self.burnt.saturating_add(output.burnt);
        self.minted = self.minted.saturating_add(output.minted);
        let of_transactions = output.transactions.into_iter().map(|(_, outcome)| outcome);
        let of_receipts = output.executed.into_iter().map(|(_, outcome)| outcome);
        let all = of_transactions.chain(of_receipts);
        all.map(|outcome| outcome.outcome).collect()
    }

    /// Makes blocks until nothing is in flight; returns all outcomes in order.
    fn run(&mut self, transactions: Vec<SignedTransaction>) -> Vec<ExecutionOutcome> {
        let mut outcomes = self.block(transactions);
        while !self.incoming.is_empty() || !self.delayed.is_empty() {
            outcomes.extend(self.block(vec![]));
        }
        outcomes
    }

    /// Signs a transaction of `signer` with the key of `key_name`.
    fn signed_with(
        &self,
        key_name: &str,
        signer: &str,
        receiver: &str,
        actions: Vec<Action>,
    ) -> SignedTransaction {
        let secret_key = key(key_name);
        let public_key = secret_key.public_key();
        let access_key = self.state.access_key(&id(signer), &public_key);
        let nonce = access_key.map_or(1, |access_key| access_key.nonce + 1);
        sign(
            &secret_key,
            TransactionV0 {
                signer_id: id(signer),
                public_key,
                nonce,
                receiver_id: id(receiver),
                block_hash: CryptoHash::default(),
                actions,
            },
        )
    }

    fn signed(&self, signer: &str, receiver: &str, actions: Vec<Action>) -> SignedTransaction {
        self.signed_with(signer, signer, receiver, actions)
    }

    /// Sends one transaction and waits for all of its receipts.
    fn send(&mut self, signer: &str, receiver: &str, actions: Vec<Action>) -> Vec<ExecutionOutcome> {
        let tx = self.signed(signer, receiver, actions);
        self.run(vec![tx])
    }

    fn check(&self, tx: &SignedTransaction) -> Result<(), InvalidTxError> {
        let tx = validate(&self.params, tx.clone())?;
        check_signer(&self.params, &self.state, tx.to_tx(), self.context().gas_price)
    }

    fn balance(&self, name: &str) -> Balance {
        let account = self.state.account(&id(name));
        account.map_or(Balance::ZERO, |account| account.amount())
    }

    fn deploy(&mut self, name: &str, wat: &str) {
        let code = wat::parse_str(wat).expect("valid WAT");
        let action = near_primitives::action::DeployContractAction { code };
        self.send(name, name, vec![Action::DeployContract(action)]);
    }
}

fn sign(secret_key: &SecretKey, transaction: TransactionV0) -> SignedTransaction {
    let transaction = Transaction::V0(transaction);
    let (hash, _) = transaction.get_hash_and_size();
    SignedTransaction::new(secret_key.sign(hash.as_bytes()), transaction)
}

/// Signs what somebody else is to send.
fn delegate(secret_key: &SecretKey, delegate_action: DelegateAction) -> Action {
    let signature = secret_key.sign(delegate_action.get_nep461_hash().as_bytes());
    Action::Delegate(Box::new(SignedDelegateAction { delegate_action, signature }))
}

fn delegable(actions: Vec<Action>) -> Vec<NonDelegateAction> {
    actions.into_iter().map(|action| action.try_into().expect("not a delegate action")).collect()
}

fn transfer(amount: Balance) -> Action {
    Action::Transfer(TransferAction { deposit: amount })
}

fn call(method: &str, gas: Gas, deposit: Balance) -> Action {
    Action::FunctionCall(Box::new(FunctionCallAction {
        method_name: method.to_owned(),
        args: vec![],
        gas,
        deposit,
    }))
}

fn add_key(key_name: &str, access_key: AccessKey) -> Action {
    Action::AddKey(Box::new(AddKeyAction { public_key: key(key_name).public_key(), access_key }))
}
