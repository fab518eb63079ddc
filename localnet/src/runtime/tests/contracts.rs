//! Contracts at work: yielding, sharing code, acting for others, running out of gas.

use near_primitives::{
    account::{Account, AccountContract},
    action::{
        DeployGlobalContractAction, DeterministicStateInitAction, GlobalContractDeployMode,
        GlobalContractIdentifier, UseGlobalContractAction,
    },
    deterministic_account_id::{DeterministicAccountStateInit, DeterministicAccountStateInitV1},
    errors::{ActionErrorKind, ActionsValidationError, TxExecutionError},
    transaction::ExecutionStatus,
    trie_key::TrieKey,
    utils::derive_near_deterministic_account_id,
};

use super::*;

const GAS: Gas = Gas::from_teragas(100);

/// Answers every call with `hello`.
const HELLO: &str = r#"
(module
  (import "env" "value_return" (func $return (param i64 i64)))
  (memory 1)
  (data (i32.const 0) "hello")
  (func (export "hello") (call $return (i64.const 5) (i64.const 0))))
"#;

/// `wait` yields to `done` and keeps the data id; `wake` resumes with `up`; `done` returns what it got.
const YIELDING: &str = r#"
(module
  (import "env" "promise_yield_create" (func $yield
    (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_yield_resume" (func $resume (param i64 i64 i64 i64) (result i32)))
  (import "env" "promise_return" (func $return_promise (param i64)))
  (import "env" "promise_result" (func $result (param i64 i64) (result i64)))
  (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
  (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
  (import "env" "value_return" (func $return (param i64 i64)))
  (memory 1)
  (data (i32.const 0) "done")
  (data (i32.const 8) "id")
  (data (i32.const 16) "up")
  (data (i32.const 24) "late")
  (func (export "wait") (local $promise i64)
    (local.set $promise (call $yield (i64.const 4) (i64.const 0) (i64.const 0) (i64.const 0)
      (i64.const 10000000000000) (i64.const 0) (i64.const 1)))
    (drop (call $write (i64.const 2) (i64.const 8) (i64.const -1) (i64.const 1) (i64.const 2)))
    (call $return_promise (local.get $promise)))
  (func (export "wake")
    (drop (call $read (i64.const 2) (i64.const 8) (i64.const 1)))
    (drop (call $resume (i64.const -1) (i64.const 1) (i64.const 2) (i64.const 16))))
  (func (export "done")
    (if (i64.eq (call $result (i64.const 0) (i64.const 3)) (i64.const 1))
      (then (call $return (i64.const -1) (i64.const 3)))
      (else (call $return (i64.const 4) (i64.const 24))))))
"#;

/// `both` asks bob for `one` and `two` at once, `half` for `one` and `none`, which fails; then `joined` returns how many
/// answers there are, how each went (1 well, 2 failed) and the first of them.
const JOINING: &str = r#"
(module
  (import "env" "promise_create" (func $ask (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_and" (func $and (param i64 i64) (result i64)))
  (import "env" "promise_then" (func $then (param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_return" (func $return_promise (param i64)))
  (import "env" "promise_results_count" (func $count (result i64)))
  (import "env" "promise_result" (func $result (param i64 i64) (result i64)))
  (import "env" "read_register" (func $read_register (param i64 i64)))
  (import "env" "value_return" (func $return (param i64 i64)))
  (memory 1)
  (data (i32.const 0) "bob.near")
  (data (i32.const 8) "onetwononejoined")
  (func $bob (param $method_len i64) (param $method i64) (result i64)
    (call $ask (i64.const 8) (i64.const 0) (local.get $method_len) (local.get $method)
      (i64.const 0) (i64.const 0) (i64.const 64) (i64.const 10000000000000)))
  (func $join (param $first i64) (param $second i64)
    (i64.store (i32.const 80) (local.get $first))
    (i64.store (i32.const 88) (local.get $second))
    (call $return_promise (call $then (call $and (i64.const 80) (i64.const 2))
      (i64.const 8) (i64.const 0) (i64.const 6) (i64.const 18)
      (i64.const 0) (i64.const 0) (i64.const 64) (i64.const 10000000000000))))
  (func (export "both")
    (call $join (call $bob (i64.const 3) (i64.const 8)) (call $bob (i64.const 3) (i64.const 11))))
  (func (export "half")
    (call $join (call $bob (i64.const 3) (i64.const 8)) (call $bob (i64.const 4) (i64.const 14))))
  (func (export "one") (call $return (i64.const 3) (i64.const 8)))
  (func (export "two") (call $return (i64.const 3) (i64.const 11)))
  (func (export "joined")
    (i64.store8 (i32.const 96) (call $count))
    (i64.store8 (i32.const 97) (call $result (i64.const 0) (i64.const 1)))
    (i64.store8 (i32.const 98) (call $result (i64.const 1) (i64.const 2)))
    (call $read_register (i64.const 1) (i64.const 99))
    (call $return (i64.const 6) (i64.const 96))))
"#;

fn values(outcomes: &[ExecutionOutcome]) -> Vec<&[u8]> {
    let returned = outcomes.iter().filter_map(|outcome| match &outcome.status {
        ExecutionStatus::SuccessValue(value) if !value.is_empty() => Some(value.as_slice()),
        _ => None,
    });
    returned.collect()
}

fn error(outcome: &ExecutionOutcome) -> &ActionErrorKind {
    match &outcome.status {
        ExecutionStatus::Failure(TxExecutionError::ActionError(error)) => &error.kind,
        other => panic!("expected a failed action: {other:?}"),
    }
}

fn call_bob(world: &mut World, method: &str) -> Vec<ExecutionOutcome> {
    world.send(ALICE, BOB, vec![call(method, GAS, Balance::ZERO)])
}

#[test]
fn a_yielded_promise_waits_until_it_is_resumed() {
    let mut world = World::new();
    world.deploy(BOB, YIELDING);
    assert_eq!(values(&call_bob(&mut world, "wait")), Vec::<&[u8]>::new());
    assert_eq!(values(&call_bob(&mut world, "wake")), [b"up"]);
    assert_eq!(values(&call_bob(&mut world, "wake")), Vec::<&[u8]>::new());
}

#[test]
fn a_yielded_promise_that_nobody_resumes_times_out_after_200_blocks() {
    let mut world = World::new();
    world.deploy(BOB, YIELDING);
    call_bob(&mut world, "wait");
    let yielded_at = world.height - 1;
    let mut outcomes = Vec::new();
    while outcomes.is_empty() {
        outcomes = world.block(vec![]);
    }
    assert_eq!(values(&outcomes), [b"late"]);
    assert_eq!(world.height, yielded_at + 200 + 1);
}

#[test]
fn joint_promises_call_back_once_with_every_answer_even_a_failed_one() {
    let mut world = World::new();
    world.deploy(BOB, JOINING);
    assert_eq!(values(&call_bob(&mut world, "both")), [&b"one"[..], b"two", b"\x02\x01\x01one"]);
    assert_eq!(values(&call_bob(&mut world, "half")), [&b"one"[..], b"\x02\x01\x02one"]);
}

fn deploy_global(world: &mut World, deploy_mode: GlobalContractDeployMode) -> CryptoHash {
    let code = wat::parse_str(HELLO).expect("valid WAT");
    let hash = CryptoHash::hash_bytes(&code);
    let code = code.into();
    let action = DeployGlobalContractAction { code, deploy_mode };
    world.send(ALICE, ALICE, vec![Action::DeployGlobalContract(action)]);
    hash
}

fn use_global(world: &mut World, contract_identifier: GlobalContractIdentifier) -> Vec<ExecutionOutcome> {
    let action = UseGlobalContractAction { contract_identifier };
    world.send(BOB, BOB, vec![Action::UseGlobalContract(Box::new(action))])
}

#[test]
fn accounts_share_a_global_contract_by_hash_or_by_owner() {
    let mut world = World::new();
    let hash = deploy_global(&mut world, GlobalContractDeployMode::CodeHash);
    use_global(&mut world, GlobalContractIdentifier::CodeHash(hash));
    assert_eq!(values(&call_bob(&mut world, "hello")), [b"hello"]);

    let mut world = World::new();
    deploy_global(&mut world, GlobalContractDeployMode::AccountId);
    use_global(&mut world, GlobalContractIdentifier::AccountId(id(ALICE)));
    assert_eq!(values(&call_bob(&mut world, "hello")), [b"hello"]);
    let usage = world.state.account(&id(BOB)).map(|account| account.storage_usage());
    assert_eq!(usage, Some(182 + ALICE.len() as u64));
}

#[test]
fn a_global_contract_that_was_never_deployed_cannot_be_used() {
    let mut world = World::new();
    let missing = GlobalContractIdentifier::AccountId(id(ALICE));
    let outcomes = use_global(&mut world, missing.clone());
    let expected = ActionErrorKind::GlobalContractDoesNotExist { identifier: missing };
    assert_eq!(*error(&outcomes[1]), expected);
}

#[test]
fn the_first_state_of_a_deterministic_account_has_a_largest_size() {
    let world = World::new();
    let limit = world.params.config.wasm_config.limit_config.max_state_init_entries;
    let checked = |entries: u64| {
        let state_init = DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 {
            code: GlobalContractIdentifier::AccountId(id(ALICE)),
            data: (0..entries).map(|entry| (entry.to_be_bytes().to_vec(), vec![])).collect(),
        });
        let receiver = derive_near_deterministic_account_id(&state_init);
        let action = DeterministicStateInitAction { state_init, deposit: Balance::ZERO };
        let action = Action::DeterministicStateInit(Box::new(action));
        world.check(&world.signed(ALICE, receiver.as_str(), vec![action]))
    };
    assert_eq!(checked(limit), Ok(()));
    let number_of_entries = limit + 1;
    let error = ActionsValidationError::TotalNumberOfStateInitEntriesExceeded { number_of_entries, limit };
    assert_eq!(checked(number_of_entries), Err(InvalidTxError::ActionsValidation(error)));
}

#[test]
fn a_deterministic_account_is_created_with_code_and_state() {
    let mut world = World::new();
    let hash = deploy_global(&mut world, GlobalContractDeployMode::CodeHash);
    let state_init = DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 {
        code: GlobalContractIdentifier::CodeHash(hash),
        data: [(b"key".to_vec(), b"value".to_vec())].into(),
    });
    let account_id = derive_near_deterministic_account_id(&state_init);
    let deposit = Balance::from_near(1);
    let action = DeterministicStateInitAction { state_init, deposit };
    let before = world.balance(ALICE);
    let burnt_before = world.burnt;
    world.send(ALICE, account_id.as_str(), vec![Action::DeterministicStateInit(Box::new(action))]);
    let data = TrieKey::ContractData { account_id: account_id.clone(), key: b"key".to_vec() };
    assert_eq!(world.state.get_bytes(&data).as_deref(), Some(&b"value"[..]));
    // An account this small needs no balance: the whole deposit comes back.
    let burnt = world.burnt.saturating_sub(burnt_before);
    assert_eq!(world.balance(ALICE), before.saturating_sub(burnt));
    let outcomes = world.send(ALICE, account_id.as_str(), vec![call("hello", GAS, Balance::ZERO)]);
    assert_eq!(values(&outcomes), [b"hello"]);
}

/// Creates a transfer of Bob's to `near` for Alice to relay.
fn delegated(world: &World, signer: &str, nonce: u64, max_block_height: u64) -> Action {
    let unsigned = DelegateAction {
        sender_id: id(BOB),
        receiver_id: id("near"),
        actions: delegable(vec![transfer(Balance::from_near(5))]),
        nonce,
        max_block_height: world.height + max_block_height,
        public_key: key(BOB).public_key(),
    };
    delegate(&key(signer), unsigned)
}

#[test]
fn a_relayer_pays_for_what_somebody_else_has_signed() {
    let mut world = World::new();
    let before = world.balance("near");
    let action = delegated(&world, BOB, 1, 100);
    world.send(ALICE, BOB, vec![action]);
    let received = world.balance("near").saturating_sub(before);
    assert_eq!(received, Balance::from_near(5));
    assert_eq!(world.balance(BOB), FUNDS, "the relayer pays gas and deposit");
    let spent = Balance::from_near(5).saturating_add(world.burnt);
    assert_eq!(world.balance(ALICE), FUNDS.saturating_sub(spent));
}

#[test]
fn a_delegate_action_is_checked_like_a_transaction() {
    let mut world = World::new();
    world.send(ALICE, BOB, vec![delegated(&world, BOB, 7, 100)]);
    let far = 1_000_000 * 1_000_000;
    let cases = [
        (delegated(&world, ALICE, 8, 100), "DelegateActionInvalidSignature"),
        (delegated(&world, BOB, 8, 0), "DelegateActionExpired"),
        (delegated(&world, BOB, 7, 100), "DelegateActionInvalidNonce"),
        (delegated(&world, BOB, far, 100), "DelegateActionNonceTooLarge"),
    ];
    for (action, expected) in cases {
        let mut world = World { state: world.state.clone(), height: world.height, ..World::new() };
        let outcomes = world.send(ALICE, BOB, vec![action]);
        let shown = format!("{:?}", error(&outcomes[1]));
        assert!(shown.starts_with(expected), "{shown} is not {expected}");
    }
}

#[test]
fn an_endless_loop_ends_when_its_gas_does() {
    let mut world = World::new();
    world.deploy(BOB, r#"(module (func (export "spin") (loop (br 0))))"#);
    let outcomes = call_bob(&mut world, "spin");
    let shown = format!("{:?}", error(&outcomes[1]));
    assert!(shown.contains("Exceeded the prepaid gas"), "{shown}");
}

#[test]
fn code_that_recurses_without_end_is_stopped() {
    let mut world = World::new();
    world.deploy(BOB, r#"(module (func $deeper (export "dig") (call $deeper)))"#);
    let outcomes = call_bob(&mut world, "dig");
    let shown = format!("{:?}", error(&outcomes[1]));
    assert!(shown.contains("Accessed memory outside the bounds"), "{shown}");
}

#[test]
fn contracts_run_where_compiled_code_cannot_be_kept() {
    let mut world = World::new();
    world.params.compiled = crate::cache::tests::broken();
    world.deploy(BOB, HELLO);
    assert_eq!(values(&call_bob(&mut world, "hello")), [b"hello"]);
}

#[test]
fn an_account_that_names_missing_code_does_not_run_what_is_compiled_under_that_hash() {
    let mut world = World::new();
    world.deploy(ALICE, HELLO);
    world.send(ALICE, ALICE, vec![call("hello", GAS, Balance::ZERO)]);
    let code_hash = world.state.account(&id(ALICE)).and_then(|account| account.local_contract_hash());
    let contract = AccountContract::Local(code_hash.expect("a contract"));
    let mut update = StateUpdate::new(world.state.clone());
    update.set_account(&id(BOB), &Account::new(FUNDS, Balance::ZERO, contract, 182));
    update.commit(&StateChangeCause::Migration);
    world.state = update.finish().0;
    let outcomes = call_bob(&mut world, "hello");
    let shown = format!("{:?}", error(&outcomes[1]));
    assert!(shown.contains("CodeDoesNotExist"), "{shown}");
}

#[test]
fn what_cannot_be_done_here_is_refused_by_name() {
    let world = World::new();
    let public_key = key(ALICE).public_key();
    let stake = Balance::from_near(1);
    let stake = near_primitives::action::StakeAction { stake, public_key };
    let tx = world.signed(ALICE, ALICE, vec![Action::Stake(Box::new(stake))]);
    let refused = format!("{:?}", world.check(&tx));
    assert!(refused.contains("UnsupportedProtocolFeature"), "{refused}");
    assert!(refused.contains("Stake"), "{refused}");
}
