//! Tokens are neither made nor lost: supply = balances + burnt + in flight, after every block.

use near_parameters::ActionCosts;
use near_primitives::{
    account::{AccessKeyPermission, Account, FunctionCallPermission},
    action::{
        CreateAccountAction, DeleteAccountAction, DeployContractAction, DeployGlobalContractAction,
        DeterministicStateInitAction, GlobalContractDeployMode, GlobalContractIdentifier,
        UseGlobalContractAction,
    },
    deterministic_account_id::{DeterministicAccountStateInit, DeterministicAccountStateInitV1},
    receipt::VersionedReceiptEnum,
    trie_key::col,
    utils::{derive_near_deterministic_account_id, derive_near_implicit_account_id},
};
use near_vm_runner::MockContractRuntimeCache;
use proptest::{prelude::*, sample::select};

use super::*;

/// A contract that fails, succeeds, sends money, calls others, waits for them or to be resumed, and deletes itself.
const WAT: &str = r#"
(module
  (import "env" "promise_batch_create" (func $batch (param i64 i64) (result i64)))
  (import "env" "promise_batch_action_transfer" (func $transfer (param i64 i64)))
  (import "env" "promise_batch_action_delete_account" (func $delete (param i64 i64 i64)))
  (import "env" "promise_create" (func $create (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_then" (func $callback (param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_and" (func $and (param i64 i64) (result i64)))
  (import "env" "promise_return" (func $return (param i64)))
  (import "env" "promise_yield_create" (func $yield (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_yield_resume" (func $resume (param i64 i64 i64 i64) (result i32)))
  (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
  (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
  (import "env" "current_account_id" (func $own_name (param i64)))
  (memory 1)
  (data (i32.const 0) "contract.near")
  (data (i32.const 16) "nobody.near")
  (data (i32.const 32) "alice.near")
  (data (i32.const 48) "succeed")
  (data (i32.const 56) "fail")
  (data (i32.const 64) "pay_alice")
  (data (i32.const 80) "\00\00\00\00\a1\ed\cc\ce\1b\c2\00\00\00\00\00\00")
  (data (i32.const 96) "\01")

  ;; The amounts are almost one NEAR (at 80) and one yoctoNEAR (at 96).
  (func $ask (param $length i64) (param $method i64) (param $amount i64) (result i64)
    (call $create (i64.const 13) (i64.const 0) (local.get $length) (local.get $method)
      (i64.const 0) (i64.const 0) (local.get $amount) (i64.const 10000000000000)))
  (func $then (param $promise i64) (param $length i64) (param $receiver i64) (param $amount i64)
    (call $return (call $callback (local.get $promise) (local.get $length) (local.get $receiver) (i64.const 9)
      (i64.const 64) (i64.const 0) (i64.const 0) (local.get $amount) (i64.const 10000000000000))))

  (func (export "succeed"))
  (func (export "fail") unreachable)
  (func (export "pay_alice")
    (call $transfer (call $batch (i64.const 10) (i64.const 32)) (i64.const 80)))
  (func (export "pay_nobody")
    (call $transfer (call $batch (i64.const 11) (i64.const 16)) (i64.const 80)))
  (func (export "ask_for_one_yocto")
    (call $return (call $ask (i64.const 7) (i64.const 48) (i64.const 96))))
  (func (export "ask")
    (call $then (call $ask (i64.const 7) (i64.const 48) (i64.const 80))
      (i64.const 13) (i64.const 0) (i64.const 80)))
  (func (export "ask_for_nobody")
    (call $then (call $ask (i64.const 4) (i64.const 56) (i64.const 80))
      (i64.const 11) (i64.const 16) (i64.const 80)))
  (func (export "ask_twice")
    (i64.store (i32.const 128) (call $ask (i64.const 7) (i64.const 48) (i64.const 96)))
    (i64.store (i32.const 136) (call $ask (i64.const 4) (i64.const 56) (i64.const 96)))
    (call $then (call $and (i64.const 128) (i64.const 2)) (i64.const 13) (i64.const 0) (i64.const 96)))

  ;; Both the yielded receipt and its callback hold money while they wait.
  (func $wait (export "wait") (local $promise i64)
    (local.set $promise (call $yield (i64.const 9) (i64.const 64) (i64.const 0) (i64.const 0)
      (i64.const 10000000000000) (i64.const 1) (i64.const 1)))
    (drop (call $write (i64.const 1) (i64.const 96) (i64.const -1) (i64.const 1) (i64.const 2)))
    (call $transfer (local.get $promise) (i64.const 80))
    (call $then (local.get $promise) (i64.const 13) (i64.const 0) (i64.const 80)))
  (func $wake (export "wake")
    (drop (call $read (i64.const 1) (i64.const 96) (i64.const 1)))
    (drop (call $resume (i64.const -1) (i64.const 1) (i64.const 0) (i64.const 0))))
  (func (export "wait_and_wake") (call $wait) (call $wake))
  (func (export "vanish")
    (call $own_name (i64.const 1))
    (call $delete (call $batch (i64.const -1) (i64.const 1)) (i64.const 11) (i64.const 16))))
"#;

const METHODS: [&str; 13] = [
    "succeed",
    "fail",
    "pay_alice",
    "pay_nobody",
    "ask_for_one_yocto",
    "ask",
    "ask_for_nobody",
    "ask_twice",
    "wait",
    "wake",
    "wait_and_wake",
    "vanish",
    "missing",
];

const CONTRACT: &str = "contract.near";
const CHILD: &str = "child.alice.near";

/// A key whose account is named after it.
const IMPLICIT: &str = "implicit";

/// A key that may call the contract, on behalf of those who exist from the start.
const CALL_KEY: &str = "call key";

/// Those who can sign.
const ACTORS: [&str; 5] = [ALICE, BOB, CONTRACT, CHILD, IMPLICIT];

static CODE: LazyLock<Vec<u8>> = LazyLock::new(|| wat::parse_str(WAT).expect("valid WAT"));

static COMPILED: LazyLock<MockContractRuntimeCache> = LazyLock::new(MockContractRuntimeCache::default);

fn account_of(actor: &str) -> AccountId {
    match actor {
        IMPLICIT => derive_near_implicit_account_id(key(IMPLICIT).public_key().unwrap_as_ed25519()),
        name => id(name),
    }
}

fn by_account(name: &str) -> GlobalContractIdentifier {
    GlobalContractIdentifier::AccountId(id(name))
}

fn deterministic_state() -> DeterministicAccountStateInit {
    let code = by_account(CONTRACT);
    DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 { code, data: [].into() })
}

/// An operation of an account.
#[derive(Debug, Clone)]
enum Operation {
    Transfer { to: AccountId, amount: Balance },
    Call { to: AccountId, method: &'static str, deposit: Balance, gas: Gas },
    CallWithKey { method: &'static str, gas: Gas },
    CreateChild { amount: Balance },
    DeleteAccount { beneficiary: AccountId },
    DeployGlobal { mode: GlobalContractDeployMode },
    UseGlobal { contract: GlobalContractIdentifier },
    InitDeterministic { deposit: Balance },
}

impl Operation {
    /// Returns the receiver and the actions.
    fn actions(self, actor: &str) -> (AccountId, Vec<Action>) {
        match self {
            Self::Transfer { to, amount } => (to, vec![transfer(amount)]),
            Self::Call { to, method, deposit, gas } => (to, vec![call(method, gas, deposit)]),
            Self::CallWithKey { method, gas } => (id(CONTRACT), vec![call(method, gas, Balance::ZERO)]),
            Self::CreateChild { amount } => {
                (id(CHILD), create(CHILD, amount, use_global(by_account(CONTRACT))))
            }
            Self::DeleteAccount { beneficiary: beneficiary_id } => {
                (account_of(actor), vec![Action::DeleteAccount(DeleteAccountAction { beneficiary_id })])
            }
            Self::DeployGlobal { mode } => (account_of(actor), vec![deploy_global(mode)]),
            Self::UseGlobal { contract } => (account_of(actor), vec![use_global(contract)]),
            Self::InitDeterministic { deposit } => {
                let state_init = deterministic_state();
                let receiver = derive_near_deterministic_account_id(&state_init);
                let action = DeterministicStateInitAction { state_init, deposit };
                (receiver, vec![Action::DeterministicStateInit(Box::new(action))])
            }
        }
    }
}

fn create(name: &str, amount: Balance, contract: Action) -> Vec<Action> {
    let key = add_key(name, AccessKey::full_access());
    vec![Action::CreateAccount(CreateAccountAction {}), transfer(amount), key, contract]
}

fn deploy_global(deploy_mode: GlobalContractDeployMode) -> Action {
    let code = CODE.as_slice().into();
    Action::DeployGlobalContract(DeployGlobalContractAction { code, deploy_mode })
}

fn use_global(contract_identifier: GlobalContractIdentifier) -> Action {
    Action::UseGlobalContract(Box::new(UseGlobalContractAction { contract_identifier }))
}

/// An operation, the account that signs it, and the relayer if another account sends it.
#[derive(Debug, Clone)]
struct Step {
    actor: &'static str,
    operation: Operation,
    relayer: Option<&'static str>,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let up_to_near = |near: u128| 0..near * 10_u128.pow(24);
    let amount = prop_oneof![3 => Just(0), 3 => up_to_near(10), 1 => up_to_near(2_000)];
    let amount = || amount.clone().prop_map(Balance::from_yoctonear);
    let gas = || (1..300_u64).prop_map(Gas::from_teragas);
    let anybody = || {
        let deterministic = derive_near_deterministic_account_id(&deterministic_state());
        select([ACTORS.map(account_of).as_slice(), &[deterministic, id("nobody.near")]].concat())
    };
    let modes = vec![GlobalContractDeployMode::CodeHash, GlobalContractDeployMode::AccountId];
    let by_hash = GlobalContractIdentifier::CodeHash(CryptoHash::hash_bytes(&CODE));
    let contracts = vec![by_hash, by_account(CONTRACT), by_account(ALICE)];
    let operation = prop_oneof![
        4 => (anybody(), amount()).prop_map(|(to, amount)| Operation::Transfer { to, amount }),
        8 => (anybody(), select(&METHODS), amount(), gas())
            .prop_map(|(to, method, deposit, gas)| Operation::Call { to, method, deposit, gas }),
        8 => (select(&METHODS), gas()).prop_map(|(method, gas)| Operation::CallWithKey { method, gas }),
        2 => amount().prop_map(|amount| Operation::CreateChild { amount }),
        1 => anybody().prop_map(|beneficiary| Operation::DeleteAccount { beneficiary }),
        1 => select(modes).prop_map(|mode| Operation::DeployGlobal { mode }),
        2 => select(contracts).prop_map(|contract| Operation::UseGlobal { contract }),
        2 => amount().prop_map(|deposit| Operation::InitDeterministic { deposit }),
    ];
    // Most of the time somebody who exists from the start.
    let actor = || prop_oneof![4 => select(&ACTORS[..3]), 1 => select(&ACTORS[3..])];
    let relayer = prop_oneof![3 => Just(None), 1 => actor().prop_map(Some)];
    let step = (actor(), operation, relayer);
    let step = step.prop_map(|(actor, operation, relayer)| Step { actor, operation, relayer });
    proptest::collection::vec(step, 1..20)
}

fn signed(world: &World, Step { actor, operation, relayer }: Step) -> SignedTransaction {
    let key_name = if matches!(operation, Operation::CallWithKey { .. }) { CALL_KEY } else { actor };
    let (receiver_id, actions) = operation.actions(actor);
    let sender_id = account_of(actor);
    let Some(relayer) = relayer else {
        return world.signed_with(key_name, sender_id.as_str(), receiver_id.as_str(), actions);
    };
    let public_key = key(key_name).public_key();
    let access_key = world.state.access_key(&sender_id, &public_key);
    let unsigned = DelegateAction {
        sender_id: sender_id.clone(),
        receiver_id,
        actions: delegable(actions),
        // Who relays for themselves uses up the next nonce.
        nonce: access_key.map_or(1, |access_key| access_key.nonce + 2),
        max_block_height: world.height + 10,
        public_key,
    };
    let action = delegate(&key(key_name), unsigned);
    world.signed_with(relayer, account_of(relayer).as_str(), sender_id.as_str(), vec![action])
}

/// Returns all values of one kind in the state.
fn stored<T: BorshDeserialize>(world: &World, column: u8) -> impl Iterator<Item = T> {
    let entries = world.state.iter_from(std::ops::Bound::Unbounded);
    let of_kind = entries.filter(move |(key, _)| key[0] == column);
    of_kind.map(|(_, value)| borsh::from_slice(value).expect("only typed values are written"))
}

/// Returns the sum of all balances: of accounts, free or staked, and of gas keys.
fn balances(world: &World) -> Balance {
    let accounts = stored(world, col::ACCOUNT).fold(Balance::ZERO, |sum, account: Account| {
        sum.saturating_add(account.amount()).saturating_add(account.locked())
    });
    let entries = world.state.iter_from(std::ops::Bound::Unbounded);
    // The nonces of gas keys are stored among the keys.
    let keys =
        entries.filter(|(key, value)| key[0] == col::ACCESS_KEY && value.len() > AccessKey::NONCE_VALUE_LEN);
    keys.fold(accounts, |sum, (_, value)| {
        let access_key: AccessKey = borsh::from_slice(value).expect("only typed values are written");
        sum.saturating_add(access_key.gas_key_info().map_or(Balance::ZERO, |info| info.balance))
    })
}

/// Returns receipts on their way, and those that wait in the state for data or to be resumed.
fn in_flight(world: &World) -> Vec<Receipt> {
    let moving = world.incoming.iter().chain(&world.delayed).map(|receipt| Receipt::clone(receipt));
    let postponed = stored(world, col::POSTPONED_RECEIPT);
    let yielded = stored(world, col::PROMISE_YIELD_RECEIPT);
    moving.chain(postponed).chain(yielded).collect()
}

/// Returns a receipt's deposits and the gas that was bought for it.
fn held(world: &World, receipt: &Receipt) -> Balance {
    let (VersionedReceiptEnum::Action(action) | VersionedReceiptEnum::PromiseYield(action)) =
        receipt.versioned_receipt()
    else {
        return Balance::ZERO;
    };
    let (config, actions) = (&world.params.config, action.actions());
    let gas = fees::total_gas(actions)
        .expect("limited by validation")
        .saturating_add(config.fees.fee(ActionCosts::new_action_receipt).exec_fee().gas)
        .saturating_add(fees::prepaid_send_fees(config, actions).gas)
        .saturating_add(fees::prepaid_exec_fees(config, actions, receipt.receiver_id()).gas);
    let deposit = fees::total_deposit(actions).expect("limited by the supply");
    deposit.saturating_add(fees::gas_to_balance(action.gas_price(), gas))
}

/// Checks that no token was made or lost.
pub(super) fn check_supply(world: &World) {
    let held =
        in_flight(world).iter().fold(world.burnt, |sum, receipt| sum.saturating_add(held(world, receipt)));
    assert_eq!(balances(world).saturating_add(held), world.supply.saturating_add(world.minted));
}

/// Creates a world with the contract, for all to use, and with keys to call it.
fn world_with_contract(protocol_version: ProtocolVersion) -> World {
    let mut world = World::with_protocol(protocol_version);
    world.params.compiled.shared = Box::new(COMPILED.clone());
    let deploy = Action::DeployContract(DeployContractAction { code: CODE.clone() });
    world.send("near", CONTRACT, create(CONTRACT, Balance::from_near(50), deploy));
    world.send(CONTRACT, CONTRACT, vec![deploy_global(GlobalContractDeployMode::AccountId)]);
    for name in [ALICE, BOB, CONTRACT] {
        let permission = AccessKeyPermission::FunctionCall(FunctionCallPermission {
            allowance: Some(Balance::from_near(1)),
            receiver_id: CONTRACT.to_owned(),
            method_names: vec![],
        });
        world.send(name, name, vec![add_key(CALL_KEY, AccessKey { nonce: 0, permission })]);
    }
    world
}

#[test]
fn a_yocto_that_a_contract_without_balance_attaches_is_minted() {
    let mut world = world_with_contract(PROTOCOL_VERSION);
    let (child, actions) = Operation::CreateChild { amount: Balance::ZERO }.actions(ALICE);
    world.send(ALICE, child.as_str(), actions);
    let action = call("ask_for_one_yocto", Gas::from_teragas(50), Balance::ZERO);
    world.send(ALICE, child.as_str(), vec![action]);
    assert_eq!(world.minted, Balance::from_yoctonear(1));
    check_supply(&world);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn no_mix_of_transactions_makes_or_loses_tokens(
        steps in steps(),
        protocol_version in select(&[84, 86, PROTOCOL_VERSION]),
        gas_limit in select(&[1, 1_000]),
        gas_prices in proptest::collection::vec(100_000_000..2_000_000_000_u128, 1..4),
    ) {
        let mut world = world_with_contract(protocol_version);
        check_supply(&world);
        // The smaller limit makes receipts wait for room.
        world.params.gas_limit = Gas::from_teragas(gas_limit);
        let mut gas_prices = gas_prices.into_iter().cycle().map(Balance::from_yoctonear);
        for step in steps {
            let tx = signed(&world, step);
            world.gas_price = gas_prices.next().expect("an endless list");
            world.block(vec![tx]);
            check_supply(&world);
        }
        let deadline = world.height + 400;
        while !in_flight(&world).is_empty() {
            prop_assert!(world.height < deadline, "something waits forever");
            world.block(vec![]);
            check_supply(&world);
        }
    }
}
