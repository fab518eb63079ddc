//! Gas keys: what they pay for, and that no token is lost on the way.

use near_primitives::{
    action::{DeleteAccountAction, DeleteKeyAction, TransferToGasKeyAction, WithdrawFromGasKeyAction},
    errors::{ActionErrorKind, ActionsValidationError, InvalidAccessKeyError, TxExecutionError},
    transaction::{ExecutionStatus, NonceMode, TransactionNonce, TransactionV1},
    types::{Nonce, NonceIndex},
};

use super::{conservation::check_supply, *};

const GAS_KEY: &str = "gas key";
const GAS: Gas = Gas::from_teragas(10);

/// Alice with a gas key of three nonces, which has this balance.
fn world_with_gas_key(balance: Balance) -> World {
    let mut world = World::new();
    let add = add_key(GAS_KEY, AccessKey::gas_key_full_access(3));
    world.send(ALICE, ALICE, vec![add, fund(balance)]);
    check_supply(&world);
    world
}

fn fund(deposit: Balance) -> Action {
    let public_key = key(GAS_KEY).public_key();
    Action::TransferToGasKey(Box::new(TransferToGasKeyAction { public_key, deposit }))
}

fn withdraw(amount: Balance) -> Action {
    let public_key = key(GAS_KEY).public_key();
    Action::WithdrawFromGasKey(Box::new(WithdrawFromGasKeyAction { public_key, amount }))
}

fn gas_key_balance(world: &World) -> Balance {
    let access_key = world.state.access_key(&id(ALICE), &key(GAS_KEY).public_key());
    access_key.expect("the key is there").gas_key_info().expect("a gas key").balance
}

fn nonce(world: &World, index: NonceIndex) -> Option<Nonce> {
    world.state.gas_key_nonce(&id(ALICE), &key(GAS_KEY).public_key(), index)
}

/// A transaction of Alice's gas key with the next nonce of an index.
fn by_gas_key(world: &World, index: NonceIndex, receiver: &str, actions: Vec<Action>) -> SignedTransaction {
    let secret_key = key(GAS_KEY);
    let next = nonce(world, index).expect("the key counts so many") + 1;
    let transaction = Transaction::V1(TransactionV1 {
        signer_id: id(ALICE),
        public_key: secret_key.public_key(),
        nonce: TransactionNonce::from_nonce_and_index(next, index),
        receiver_id: id(receiver),
        block_hash: CryptoHash::default(),
        actions,
        nonce_mode: NonceMode::Monotonic,
    });
    let (hash, _) = transaction.get_hash_and_size();
    SignedTransaction::new(secret_key.sign(hash.as_bytes()), transaction)
}

fn failure(outcomes: &[ExecutionOutcome]) -> Option<ActionErrorKind> {
    outcomes.iter().find_map(|outcome| match &outcome.status {
        ExecutionStatus::Failure(TxExecutionError::ActionError(error)) => Some(error.kind.clone()),
        _ => None,
    })
}

#[test]
fn the_key_pays_for_gas_and_the_account_for_deposits() {
    let funded = Balance::from_near(2);
    let mut world = world_with_gas_key(funded);
    let before = world.balance(ALICE);
    let tx = by_gas_key(&world, 1, BOB, vec![call("missing", GAS, Balance::ZERO), transfer(FUNDS)]);
    assert!(matches!(world.check(&tx), Err(InvalidTxError::NotEnoughBalanceForDeposit { .. })));
    let tx = by_gas_key(&world, 1, BOB, vec![transfer(Balance::from_near(1))]);
    let outcomes = world.run(vec![tx]);
    check_supply(&world);
    let burnt: u128 = outcomes.iter().map(|outcome| outcome.tokens_burnt.as_yoctonear()).sum();
    assert_eq!(world.balance(ALICE), before.saturating_sub(Balance::from_near(1)));
    assert_eq!(gas_key_balance(&world), funded.saturating_sub(Balance::from_yoctonear(burnt)));
}

#[test]
fn unused_gas_goes_back_to_the_key_also_when_the_call_fails() {
    let mut world = world_with_gas_key(Balance::from_near(2));
    let before = world.balance(ALICE);
    let tx = by_gas_key(&world, 0, BOB, vec![call("missing", GAS, Balance::from_near(1))]);
    world.block(vec![tx]);
    check_supply(&world);
    let while_it_runs = gas_key_balance(&world);
    world.run(vec![]);
    check_supply(&world);
    assert!(gas_key_balance(&world) > while_it_runs);
    assert_eq!(world.balance(ALICE), before, "the deposit came back");
}

#[test]
fn each_index_counts_for_itself_within_one_block() {
    let mut world = world_with_gas_key(Balance::from_near(2));
    let before: Vec<_> = (0..3).map(|index| nonce(&world, index)).collect();
    let one = || vec![transfer(Balance::from_yoctonear(1))];
    let first = by_gas_key(&world, 0, BOB, one());
    let again = by_gas_key(&world, 0, BOB, one());
    let other = by_gas_key(&world, 2, BOB, one());
    let bob = world.balance(BOB);
    world.run(vec![first, again, other]);
    assert_eq!(world.balance(BOB), bob.saturating_add(Balance::from_yoctonear(2)));
    let used: Vec<_> = (0..3).map(|index| nonce(&world, index)).collect();
    assert_eq!(used, [before[0].map(|nonce| nonce + 1), before[1], before[2].map(|nonce| nonce + 1)]);
    check_supply(&world);
}

#[test]
fn what_a_deleted_key_or_account_had_left_is_burnt() {
    let delete_key =
        || Action::DeleteKey(Box::new(DeleteKeyAction { public_key: key(GAS_KEY).public_key() }));
    let mut world = world_with_gas_key(Balance::from_near(2));
    let too_much = failure(&world.send(ALICE, ALICE, vec![delete_key()]));
    assert!(matches!(too_much, Some(ActionErrorKind::GasKeyBalanceTooHigh { .. })), "{too_much:?}");
    let usage = world.state.account(&id(ALICE)).expect("she exists").storage_usage();
    world.send(ALICE, ALICE, vec![withdraw(Balance::from_near(1)), delete_key()]);
    check_supply(&world);
    assert_eq!(nonce(&world, 0), None);
    let left = world.state.account(&id(ALICE)).expect("she exists").storage_usage();
    assert_eq!(usage - left, 33 + 27 + 40 + 3 * (33 + 2 + 8 + 40), "the key and three nonces");

    let mut world = world_with_gas_key(Balance::from_millinear(500));
    let delete = Action::DeleteAccount(DeleteAccountAction { beneficiary_id: id(BOB) });
    world.send(ALICE, ALICE, vec![delete]);
    assert!(world.state.account(&id(ALICE)).is_none());
    check_supply(&world);
    assert_eq!(nonce(&world, 0), None);
}

#[test]
fn a_gas_key_signs_nothing_that_others_send() {
    let mut world = world_with_gas_key(Balance::from_near(2));
    let relayed = |world: &World, key_name: &str, action: Action| {
        let unsigned = DelegateAction {
            sender_id: id(ALICE),
            receiver_id: id(ALICE),
            actions: delegable(vec![action]),
            nonce: 5_000_000,
            max_block_height: world.height + 100,
            public_key: key(key_name).public_key(),
        };
        world.signed(BOB, ALICE, vec![delegate(&key(key_name), unsigned)])
    };
    let tx = relayed(&world, GAS_KEY, transfer(Balance::ZERO));
    assert_eq!(
        failure(&world.run(vec![tx])),
        Some(ActionErrorKind::DelegateActionAccessKeyError(
            InvalidAccessKeyError::DelegateActionRequiresNonGasKey
        ))
    );
    let tx = relayed(&world, ALICE, withdraw(Balance::ZERO));
    assert_eq!(
        world.check(&tx),
        Err(InvalidTxError::ActionsValidation(
            ActionsValidationError::WithdrawFromGasKeyNotAllowedInDelegate
        ))
    );
    check_supply(&world);
}

#[test]
fn before_version_85_there_are_none() {
    let world = World::with_protocol(84);
    for action in [add_key(GAS_KEY, AccessKey::gas_key_full_access(1)), fund(Balance::ZERO)] {
        let refused = world.check(&world.signed(ALICE, ALICE, vec![action]));
        let Err(InvalidTxError::ActionsValidation(error)) = refused else {
            panic!("accepted: {refused:?}");
        };
        let feature = "GasKeys".to_owned();
        let expected =
            ActionsValidationError::UnsupportedProtocolFeature { protocol_feature: feature, version: 84 };
        assert_eq!(error, expected);
    }
}
