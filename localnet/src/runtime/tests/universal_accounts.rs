//! Universal accounts: funded, completed by others or by themselves, and what is refused until then.

use std::collections::{BTreeMap, BTreeSet};

use near_crypto::PublicKeyHandle;
use near_parameters::ActionCosts;
use near_primitives::{
    action::{
        DeployGlobalContractAction, GlobalContractDeployMode, GlobalContractIdentifier,
        UniversalStateInitAction,
    },
    errors::{ActionErrorKind, ActionsValidationError, InvalidAccessKeyError, TxExecutionError},
    transaction::ExecutionStatus,
    trie_key::TrieKey,
    universal_state_init::{RawStateInit, UniversalStateInit, UniversalStateInitV1},
    utils::derive_universal_account_id,
};

use super::*;

const GAS: Gas = Gas::from_teragas(30);

/// The state of an account that has one key and nothing else.
fn with_key(key_name: &str) -> UniversalStateInitV1 {
    let public_key = PublicKeyHandle::from(key(key_name).public_key());
    UniversalStateInitV1 { code: None, data: BTreeMap::new(), access_keys: BTreeSet::from([public_key]) }
}

/// The action that brings a state, and the name of its account.
fn init(state: UniversalStateInitV1, deposit: Balance) -> (Action, String) {
    let state_init = UniversalStateInit::V1(state).to_raw();
    let name = derive_universal_account_id(&state_init).to_string();
    (Action::UniversalStateInit(Box::new(UniversalStateInitAction { state_init, deposit })), name)
}

fn failure(outcomes: &[ExecutionOutcome]) -> Option<&ActionErrorKind> {
    outcomes.iter().find_map(|outcome| match &outcome.status {
        ExecutionStatus::Failure(TxExecutionError::ActionError(error)) => Some(&error.kind),
        _ => None,
    })
}

fn bootstrap_nonce(world: &World, name: &str) -> Option<u64> {
    world.state.account(&id(name)).expect("the account exists").bootstrap_nonce()
}

/// Signs a transaction of a universal account to itself that brings its own state.
fn self_signed(
    world: &World,
    key_name: &str,
    name: &str,
    nonce: u64,
    actions: Vec<Action>,
) -> SignedTransaction {
    let mut tx = world.signed_with(key_name, name, name, actions);
    let Transaction::V0(transaction) = &mut tx.transaction else { unreachable!() };
    transaction.nonce = nonce;
    sign(&key(key_name), transaction.clone())
}

#[test]
fn somebody_else_creates_an_account_with_a_key_that_works() {
    let mut world = World::new();
    let (action, name) = init(with_key("u"), Balance::from_near(1));
    let outcomes = world.send(ALICE, &name, vec![action, transfer(Balance::from_near(2))]);
    assert_eq!(failure(&outcomes), None);
    // So small an account needs no balance, and the deposit goes back.
    assert_eq!(world.balance(&name), Balance::from_near(2));
    assert_eq!(world.state.account(&id(&name)).expect("it was created").storage_usage(), 182);
    let tx = world.signed_with("u", &name, BOB, vec![transfer(Balance::from_near(1))]);
    assert_eq!(failure(&world.run(vec![tx])), None);
    assert_eq!(world.balance(BOB), FUNDS.saturating_add(Balance::from_near(1)));
}

#[test]
fn the_price_is_that_of_its_bytes_its_entries_and_its_keys() {
    let mut world = World::new();
    let data = BTreeMap::from([(b"a".to_vec(), b"1".to_vec()), (b"b".to_vec(), b"2".to_vec())]);
    let (action, name) = init(UniversalStateInitV1 { data, ..with_key("u") }, Balance::ZERO);
    let Action::UniversalStateInit(raw) = &action else { unreachable!() };
    let bytes = raw.state_init.0.len() as u64;
    let outcomes = world.send(ALICE, &name, vec![action]);
    let fees = &world.params.config.fees;
    let exec = |cost, count| fees.fee(cost).exec_fee().gas.as_gas() * count;
    let expected = exec(ActionCosts::new_action_receipt, 1)
        + exec(ActionCosts::universal_state_init_base, 1)
        + exec(ActionCosts::universal_state_init_byte, bytes)
        + exec(ActionCosts::universal_state_init_entry, 2)
        + exec(ActionCosts::add_full_access_key, 1);
    assert_eq!(outcomes[1].gas_burnt.as_gas(), expected);
    let stored = world.state.get_bytes(&TrieKey::ContractData { account_id: id(&name), key: b"b".to_vec() });
    assert_eq!(stored.as_deref(), Some(&b"2"[..]));
}

#[test]
fn a_shared_contract_runs_in_the_transaction_that_brings_it() {
    let mut world = World::new();
    let code = wat::parse_str(r#"(module (func (export "hello")))"#).expect("valid WAT").into();
    let deploy = DeployGlobalContractAction { code, deploy_mode: GlobalContractDeployMode::AccountId };
    world.send(ALICE, ALICE, vec![Action::DeployGlobalContract(deploy)]);
    let code = Some(GlobalContractIdentifier::AccountId(id(ALICE)));
    let state = UniversalStateInitV1 { code, data: BTreeMap::new(), access_keys: BTreeSet::new() };
    let (action, name) = init(state, Balance::ZERO);
    let outcomes = world.send(BOB, &name, vec![action, call("hello", GAS, Balance::ZERO)]);
    assert_eq!(failure(&outcomes), None);
}

#[test]
fn a_second_state_changes_nothing_and_its_deposit_goes_back() {
    let mut world = World::new();
    let (action, name) = init(with_key("u"), Balance::from_near(1));
    world.send(ALICE, &name, vec![action.clone()]);
    let before = (world.balance(&name), world.state.access_key(&id(&name), &key("u").public_key()));
    assert_eq!(failure(&world.send(ALICE, &name, vec![action])), None);
    assert_eq!((world.balance(&name), world.state.access_key(&id(&name), &key("u").public_key())), before);
}

#[test]
fn state_that_its_deposit_does_not_cover_is_refused() {
    let mut world = World::new();
    let data = BTreeMap::from([(b"a".to_vec(), vec![0; 10_000])]);
    let state = UniversalStateInitV1 { data, ..with_key("u") };
    let (action, name) = init(state.clone(), Balance::ZERO);
    let outcomes = world.send(ALICE, &name, vec![action]);
    assert!(matches!(failure(&outcomes), Some(ActionErrorKind::LackBalanceForState { .. })), "{outcomes:?}");
    assert_eq!(world.state.account(&id(&name)), None);
    let (action, name) = init(state, Balance::from_near(1));
    assert_eq!(failure(&world.send(ALICE, &name, vec![action])), None);
    assert!(world.balance(&name) < Balance::from_near(1));
}

#[test]
fn an_account_that_only_has_money_does_nothing_but_take_more() {
    let mut world = World::new();
    let (_, name) = init(with_key("u"), Balance::ZERO);
    for _ in 0..2 {
        assert_eq!(failure(&world.send(ALICE, &name, vec![transfer(Balance::from_near(1))])), None);
    }
    assert_eq!(world.balance(&name), Balance::from_near(2));
    for action in [add_key("u", AccessKey::full_access()), call("hello", GAS, Balance::ZERO)] {
        let outcomes = world.send(ALICE, &name, vec![action]);
        assert_eq!(
            failure(&outcomes),
            Some(&ActionErrorKind::AccountNotInitialized { account_id: id(&name) })
        );
    }
}

#[test]
fn who_pays_for_an_account_gets_no_key_of_it() {
    let mut world = World::new();
    let (action, name) = init(with_key("u"), Balance::ZERO);
    let own_key = add_key(ALICE, AccessKey::full_access());
    let outcomes = world.send(ALICE, &name, vec![transfer(Balance::from_near(1)), action, own_key]);
    assert!(matches!(failure(&outcomes), Some(ActionErrorKind::ActorNoPermission { .. })), "{outcomes:?}");
    assert_eq!(world.state.account(&id(&name)), None);
}

#[test]
fn an_account_with_money_brings_its_own_state_once() {
    let mut world = World::new();
    let (action, name) = init(with_key("u"), Balance::ZERO);
    world.send(ALICE, &name, vec![transfer(Balance::from_near(1))]);
    let nonce = bootstrap_nonce(&world, &name).expect("it has no state yet");

    // Neither a nonce ahead nor a key that its name does not vouch for.
    let ahead = self_signed(&world, "u", &name, nonce + 2, vec![action.clone()]);
    assert!(matches!(world.check(&ahead), Err(InvalidTxError::InvalidNonce { .. })));
    let stranger = self_signed(&world, BOB, &name, nonce + 1, vec![action.clone()]);
    let refused = world.check(&stranger);
    let expected = InvalidAccessKeyError::AccessKeyNotFound {
        account_id: id(&name),
        public_key: Box::new(key(BOB).public_key()),
    };
    assert_eq!(refused, Err(InvalidTxError::InvalidAccessKeyError(expected)));
    let without_state = self_signed(&world, "u", &name, nonce + 1, vec![transfer(Balance::from_near(1))]);
    assert!(matches!(world.check(&without_state), Err(InvalidTxError::InvalidAccessKeyError(_))));

    let tx = self_signed(&world, "u", &name, nonce + 1, vec![action]);
    assert_eq!(failure(&world.run(vec![tx.clone()])), None);
    assert_eq!(bootstrap_nonce(&world, &name), None);
    let access_key = world.state.access_key(&id(&name), &key("u").public_key()).expect("its key");
    assert!(access_key.nonce > nonce);
    assert!(matches!(world.check(&tx), Err(InvalidTxError::InvalidNonce { .. })), "it counts once");
}

#[test]
fn a_state_that_fails_uses_up_the_nonce() {
    let mut world = World::new();
    let code = Some(GlobalContractIdentifier::AccountId(id(BOB)));
    let (action, name) = init(UniversalStateInitV1 { code, ..with_key("u") }, Balance::ZERO);
    world.send(ALICE, &name, vec![transfer(Balance::from_near(1))]);
    let nonce = bootstrap_nonce(&world, &name).expect("it has no state yet");
    let tx = self_signed(&world, "u", &name, nonce + 1, vec![action]);
    let outcomes = world.run(vec![tx.clone()]);
    assert!(
        matches!(failure(&outcomes), Some(ActionErrorKind::GlobalContractDoesNotExist { .. })),
        "{outcomes:?}"
    );
    assert_eq!(bootstrap_nonce(&world, &name), Some(nonce + 1));
    assert!(matches!(world.check(&tx), Err(InvalidTxError::InvalidNonce { .. })));
}

#[test]
fn states_that_cannot_be_are_refused_before_they_are_sent() {
    let world = World::new();
    let refused = |action: &Action, receiver: &str| match world.check(&world.signed(
        ALICE,
        receiver,
        vec![action.clone()],
    )) {
        Err(InvalidTxError::ActionsValidation(error)) => error,
        other => panic!("not refused: {other:?}"),
    };
    let (action, _) = init(with_key("u"), Balance::ZERO);
    let (_, elsewhere) = init(with_key("v"), Balance::ZERO);
    let wrong = refused(&action, &elsewhere);
    assert!(matches!(wrong, ActionsValidationError::InvalidUniversalStateInitReceiver { .. }), "{wrong:?}");

    // The entries are not in order, which is another encoding of the same state.
    let mut unsorted = vec![0, 0, 2, 0, 0, 0];
    for letter in [b'b', b'a'] {
        unsorted.extend([1, 0, 0, 0, letter, 0, 0, 0, 0]);
    }
    unsorted.extend([0, 0, 0, 0]);
    for bytes in [vec![7, 7, 7], unsorted] {
        let state_init = RawStateInit(bytes);
        let name = derive_universal_account_id(&state_init);
        let action = UniversalStateInitAction { state_init, deposit: Balance::ZERO };
        let malformed = refused(&Action::UniversalStateInit(Box::new(action)), name.as_str());
        assert_eq!(malformed, ActionsValidationError::MalformedUniversalStateInit);
    }

    let limits = &world.params.config.wasm_config.limit_config;
    let too_long = usize::try_from(limits.max_length_storage_key).expect("a length") + 1;
    let data = BTreeMap::from([(vec![0; too_long], vec![])]);
    let (action, name) = init(UniversalStateInitV1 { data, ..with_key("u") }, Balance::ZERO);
    let long = refused(&action, &name);
    assert!(matches!(long, ActionsValidationError::UniversalStateInitKeyLengthExceeded { .. }), "{long:?}");

    let keys =
        (0..=limits.max_universal_state_init_keys).map(|index| key(&index.to_string()).public_key().into());
    let (action, name) =
        init(UniversalStateInitV1 { access_keys: keys.collect(), ..with_key("u") }, Balance::ZERO);
    let many = refused(&action, &name);
    assert!(matches!(many, ActionsValidationError::TotalNumberOfStateInitKeysExceeded { .. }), "{many:?}");
}

#[test]
fn before_their_version_they_are_unknown() {
    let world = World::with_protocol(87);
    let (action, name) = init(with_key("u"), Balance::ZERO);
    let refused = format!("{:?}", world.check(&world.signed(ALICE, &name, vec![action])));
    assert!(refused.contains("UnsupportedProtocolFeature"), "{refused}");
}

#[test]
fn a_contract_creates_an_account() {
    let mut world = World::new();
    let (action, name) = init(with_key("u"), Balance::ZERO);
    let Action::UniversalStateInit(init) = action else { unreachable!() };
    let bytes: Vec<_> = init.state_init.0.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let bytes = bytes.concat();
    let length = init.state_init.0.len();
    let wat = format!(
        r#"(module
             (import "env" "universal_state_init_to_account_id" (func $name (param i64 i64 i64) (result i64)))
             (import "env" "promise_batch_create" (func $promise (param i64 i64) (result i64)))
             (import "env" "promise_batch_action_universal_state_init" (func $init (param i64 i64 i64 i64)))
             (memory (export "memory") 1)
             (data (i32.const 0) "{bytes}")
             (func (export "make")
               (drop (call $name (i64.const {length}) (i64.const 0) (i64.const 0)))
               (call $init (call $promise (i64.const -1) (i64.const 0)) (i64.const {length}) (i64.const 0) (i64.const 1024))))"#
    );
    world.deploy(BOB, &wat);
    let outcomes = world.send(ALICE, BOB, vec![call("make", Gas::from_teragas(100), Balance::ZERO)]);
    assert_eq!(failure(&outcomes), None);
    assert!(world.state.access_key(&id(&name), &key("u").public_key()).is_some());
}
