//! What function-call keys may do and spend.

use near_primitives::{
    account::{AccessKeyPermission, FunctionCallPermission},
    errors::{ActionErrorKind, InvalidAccessKeyError, TxExecutionError},
    transaction::ExecutionStatus,
};

use super::*;

const GAS: Gas = Gas::from_teragas(10);

/// Creates a world in which Alice has a key that may call `play` on Bob.
fn world_with_call_key(allowance: Option<Balance>) -> World {
    give_call_key(World::new(), allowance)
}

fn give_call_key(mut world: World, allowance: Option<Balance>) -> World {
    let permission = AccessKeyPermission::FunctionCall(FunctionCallPermission {
        allowance,
        receiver_id: BOB.to_owned(),
        method_names: vec!["play".to_owned()],
    });
    let nonce = 0;
    let action = add_key("call key", AccessKey { nonce, permission });
    world.send(ALICE, ALICE, vec![action]);
    world
}

fn allowance(world: &World) -> Option<Balance> {
    let access_key = world.state.access_key(&id(ALICE), &key("call key").public_key());
    let permission = access_key.expect("the key was added").permission;
    permission.function_call_permission().expect("a call key").allowance
}

fn key_error(world: &World, receiver: &str, actions: Vec<Action>) -> InvalidAccessKeyError {
    let tx = world.signed_with("call key", ALICE, receiver, actions);
    match world.check(&tx) {
        Err(InvalidTxError::InvalidAccessKeyError(error)) => error,
        other => panic!("expected an access key error: {other:?}"),
    }
}

#[test]
fn an_allowance_pays_only_for_what_was_burnt() {
    let granted = Balance::from_near(1);
    let mut world = world_with_call_key(Some(granted));
    let tx = world.signed_with("call key", ALICE, BOB, vec![call("play", GAS, Balance::ZERO)]);
    let outcomes = world.run(vec![tx]);
    let burnt: u128 = outcomes.iter().map(|o| o.tokens_burnt.as_yoctonear()).sum();
    let left = granted.saturating_sub(Balance::from_yoctonear(burnt));
    assert_eq!(allowance(&world), Some(left));
}

#[test]
fn while_a_call_runs_the_allowance_lacks_all_the_gas_that_was_bought() {
    let granted = Balance::from_near(1);
    let mut world = world_with_call_key(Some(granted));
    let tx = world.signed_with("call key", ALICE, BOB, vec![call("play", GAS, Balance::ZERO)]);
    world.block(vec![tx]);
    let bought = Balance::from_millinear(10);
    assert!(allowance(&world) < Some(granted.saturating_sub(bought)));
}

#[test]
fn an_unlimited_key_stays_unlimited() {
    let mut world = world_with_call_key(None);
    let tx = world.signed_with("call key", ALICE, BOB, vec![call("play", GAS, Balance::ZERO)]);
    world.run(vec![tx]);
    assert_eq!(allowance(&world), None);
}

#[test]
fn a_call_that_may_cost_more_than_the_allowance_is_refused() {
    let world = world_with_call_key(Some(Balance::from_millinear(1)));
    let error = key_error(&world, BOB, vec![call("play", GAS, Balance::ZERO)]);
    assert!(matches!(error, InvalidAccessKeyError::NotEnoughAllowance { .. }));
}

/// Returns receivers and actions that a call key must not sign, each with the error.
fn beyond_permission() -> Vec<(&'static str, Vec<Action>, &'static str)> {
    let play = || call("play", GAS, Balance::ZERO);
    vec![
        (BOB, vec![transfer(Balance::ZERO)], "RequiresFullAccess"),
        (BOB, vec![play(), play()], "RequiresFullAccess"),
        (BOB, vec![call("play", GAS, Balance::from_yoctonear(1))], "DepositWithFunctionCall"),
        (ALICE, vec![play()], "ReceiverMismatch"),
        (BOB, vec![call("cheat", GAS, Balance::ZERO)], "MethodNameMismatch"),
    ]
}

#[test]
fn a_call_key_may_only_call_what_it_was_made_for() {
    let world = world_with_call_key(None);
    for (receiver, actions, expected) in beyond_permission() {
        let error = format!("{:?}", key_error(&world, receiver, actions));
        assert!(error.starts_with(expected), "{error} is not {expected}");
    }
}

/// Relays actions that Alice signs with her call key and Bob pays for.
fn relayed(world: &mut World, receiver: &str, actions: Vec<Action>) -> Vec<ExecutionOutcome> {
    let secret_key = key("call key");
    let access_key = world.state.access_key(&id(ALICE), &secret_key.public_key());
    let unsigned = DelegateAction {
        sender_id: id(ALICE),
        receiver_id: id(receiver),
        actions: delegable(actions),
        nonce: access_key.expect("the key was added").nonce + 1,
        max_block_height: world.height + 100,
        public_key: secret_key.public_key(),
    };
    world.send(BOB, ALICE, vec![delegate(&secret_key, unsigned)])
}

/// Returns what is wrong with the key that signed a delegate action.
fn refusal(outcomes: &[ExecutionOutcome]) -> String {
    let ExecutionStatus::Failure(TxExecutionError::ActionError(error)) = &outcomes[1].status else {
        panic!("expected a failed action: {outcomes:?}");
    };
    let ActionErrorKind::DelegateActionAccessKeyError(error) = &error.kind else {
        panic!("expected an access key error: {error:?}");
    };
    format!("{error:?}")
}

#[test]
fn a_call_key_may_have_its_call_relayed_which_takes_nothing_from_its_allowance() {
    let granted = Some(Balance::from_yoctonear(1));
    let mut world = world_with_call_key(granted);
    world.deploy(BOB, r#"(module (func (export "play")))"#);
    let outcomes = relayed(&mut world, BOB, vec![call("play", GAS, Balance::ZERO)]);
    let failed = |outcome: &ExecutionOutcome| matches!(outcome.status, ExecutionStatus::Failure(_));
    assert!(!outcomes.iter().any(failed), "{outcomes:?}");
    let executors: Vec<_> = outcomes.iter().map(|outcome| outcome.executor_id.as_str()).collect();
    assert_eq!(executors[..3], [BOB, ALICE, BOB], "transaction, delegation, call");
    assert_eq!(allowance(&world), granted);
}

#[test]
fn a_call_key_may_not_have_relayed_what_it_may_not_call() {
    for (receiver, actions, expected) in beyond_permission() {
        let refusal = refusal(&relayed(&mut world_with_call_key(None), receiver, actions));
        assert!(refusal.starts_with(expected), "{refusal} is not {expected}");
    }
}

#[test]
fn a_relayed_deposit_was_noticed_last_before_protocol_85() {
    for (protocol_version, expected) in [(84, "ReceiverMismatch"), (85, "DepositWithFunctionCall")] {
        let mut world = give_call_key(World::with_protocol(protocol_version), None);
        let action = call("play", GAS, Balance::from_yoctonear(1));
        let refusal = refusal(&relayed(&mut world, ALICE, vec![action]));
        assert!(refusal.starts_with(expected), "{refusal} is not {expected}");
    }
}

#[test]
fn a_key_counts_for_the_storage_of_its_account() {
    let mut world = World::new();
    let usage = |world: &World| world.state.account(&id(ALICE)).map(|a| a.storage_usage());
    assert_eq!(usage(&world), Some(182));
    world.send(ALICE, ALICE, vec![add_key("second", AccessKey::full_access())]);
    assert_eq!(usage(&world), Some(182 + 82));
    let public_key = key("second").public_key();
    let action = near_primitives::action::DeleteKeyAction { public_key };
    world.send(ALICE, ALICE, vec![Action::DeleteKey(Box::new(action))]);
    assert_eq!(usage(&world), Some(182));
}

#[test]
fn a_post_quantum_key_signs_and_pays_for_its_verification() {
    let mut world = World::new();
    let secret_key = SecretKey::from_random(KeyType::MLDSA65);
    let public_key = secret_key.public_key();
    let access_key = AccessKey::full_access();
    let action = AddKeyAction { public_key: public_key.clone(), access_key };
    world.send(ALICE, ALICE, vec![Action::AddKey(Box::new(action))]);
    let added = world.state.access_key(&id(ALICE), &public_key).expect("the key was added");
    let tx = sign(
        &secret_key,
        TransactionV0 {
            signer_id: id(ALICE),
            public_key,
            nonce: added.nonce + 1,
            receiver_id: id(BOB),
            block_hash: CryptoHash::default(),
            actions: vec![transfer(Balance::from_near(1))],
        },
    );
    let outcomes = world.run(vec![tx]);
    assert_eq!(world.balance(BOB), FUNDS.saturating_add(Balance::from_near(1)));
    assert!(outcomes[0].gas_burnt > Gas::from_gas(223_182_562_500), "more expensive than with ed25519");
}
