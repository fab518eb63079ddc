//! Tokens are neither made nor lost: supply = balances + burnt + in flight.

use near_primitives::{
    action::{CreateAccountAction, DeleteAccountAction, DeployContractAction},
    receipt::VersionedReceiptEnum,
    trie_key::trie_key_parsers,
};
use proptest::prelude::*;

use super::*;

/// A contract that fails, succeeds, sends money and calls others.
const CONTRACT: &str = r#"
(module
  (import "env" "promise_batch_create" (func $create (param i64 i64) (result i64)))
  (import "env" "promise_batch_action_transfer" (func $transfer (param i64 i64)))
  (import "env" "promise_batch_action_function_call" (func $call
    (param i64 i64 i64 i64 i64 i64 i64)))
  (import "env" "promise_return" (func $return (param i64)))
  (memory 1)
  (data (i32.const 0) "alice.near")
  (data (i32.const 16) "nobody.near")
  (data (i32.const 32) "fail")
  (data (i32.const 64) "\00\00\00\00\a1\ed\cc\ce\1b\c2\00\00\00\00\00\00")
  (func (export "succeed"))
  (func (export "fail") unreachable)
  (func (export "pay_alice")
    (call $transfer (call $create (i64.const 10) (i64.const 0)) (i64.const 64)))
  (func (export "pay_nobody")
    (call $transfer (call $create (i64.const 11) (i64.const 16)) (i64.const 64)))
  (func (export "call_and_fail") (local $promise i64)
    (local.set $promise (call $create (i64.const 10) (i64.const 0)))
    (call $call (local.get $promise) (i64.const 4) (i64.const 32) (i64.const 0) (i64.const 0)
      (i64.const 64) (i64.const 1000000000000))
    (call $return (local.get $promise))))
"#;

const METHODS: [&str; 6] = ["succeed", "fail", "pay_alice", "pay_nobody", "call_and_fail", "missing"];

/// Something that somebody does.
#[derive(Debug, Clone)]
enum Deed {
    Transfer { to: usize, amount: u128 },
    Call { method: usize, deposit: u128, tgas: u64 },
    CreateSubAccount { number: u8, amount: u128 },
    DeleteAccount { to: usize },
}

const NAMES: [&str; 4] = [ALICE, BOB, "contract.near", "nobody.near"];

fn deeds() -> impl Strategy<Value = Vec<(usize, Deed)>> {
    let amount = prop_oneof![Just(0), 1..1_000_u128, 0..2_000 * 10_u128.pow(24)];
    let to = 0..NAMES.len();
    let deed = prop_oneof![
        4 => (to.clone(), amount.clone()).prop_map(|(to, amount)| Deed::Transfer { to, amount }),
        6 => (0..METHODS.len(), amount.clone(), 1..300_u64).prop_map(|(method, deposit, tgas)| {
            Deed::Call { method, deposit, tgas }
        }),
        2 => (0..3_u8, amount).prop_map(|(number, amount)| {
            Deed::CreateSubAccount { number, amount }
        }),
        1 => to.prop_map(|to| Deed::DeleteAccount { to }),
    ];
    proptest::collection::vec((0..3_usize, deed), 1..12)
}

fn signed(world: &World, signer: usize, deed: &Deed) -> SignedTransaction {
    let signer = NAMES[signer];
    match deed {
        Deed::Transfer { to, amount } => {
            let amount = Balance::from_yoctonear(*amount);
            world.signed(signer, NAMES[*to], vec![transfer(amount)])
        }
        Deed::Call { method, deposit, tgas } => {
            let deposit = Balance::from_yoctonear(*deposit);
            let action = call(METHODS[*method], Gas::from_teragas(*tgas), deposit);
            world.signed(signer, "contract.near", vec![action])
        }
        Deed::CreateSubAccount { number, amount } => {
            let name = format!("sub{number}.{signer}");
            let actions = vec![
                Action::CreateAccount(CreateAccountAction {}),
                transfer(Balance::from_yoctonear(*amount)),
            ];
            world.signed(signer, &name, actions)
        }
        Deed::DeleteAccount { to } => {
            let beneficiary_id = id(NAMES[*to]);
            let action = Action::DeleteAccount(DeleteAccountAction { beneficiary_id });
            world.signed(signer, signer, vec![action])
        }
    }
}

/// All that accounts own, free or staked.
fn balances(world: &World) -> Balance {
    let accounts = world.state.iter_from(std::ops::Bound::Unbounded);
    accounts
        .filter(|(key, _)| trie_key_parsers::parse_account_id_from_account_key(key).is_ok())
        .filter(|(key, _)| key[0] == near_primitives::trie_key::col::ACCOUNT)
        .map(|(_, value)| borsh::from_slice(value).expect("an account"))
        .fold(Balance::ZERO, |sum, account: near_primitives::account::Account| {
            sum.saturating_add(account.amount()).saturating_add(account.locked())
        })
}

/// Deposits and bought gas of receipts that are under way.
fn in_flight(world: &World) -> Balance {
    let receipts = world.incoming.iter().chain(&world.delayed);
    receipts.fold(Balance::ZERO, |sum, receipt| {
        let VersionedReceiptEnum::Action(action) = receipt.versioned_receipt() else {
            return sum;
        };
        let config = &world.params.config;
        let receipt_fee = config.fees.fee(near_parameters::ActionCosts::new_action_receipt);
        let gas = fees::total_gas(action.actions())
            .expect("limited by validation")
            .saturating_add(receipt_fee.exec_fee().gas)
            .saturating_add(fees::prepaid_exec_fees(config, action.actions(), receipt.receiver_id()).gas);
        let deposit = fees::total_deposit(action.actions()).expect("limited by the supply");
        sum.saturating_add(deposit).saturating_add(fees::gas_to_balance(action.gas_price(), gas))
    })
}

fn check_supply(world: &World) {
    let existing = balances(world).saturating_add(in_flight(world));
    let accounted = existing.saturating_add(world.burnt);
    assert_eq!(accounted, world.supply.saturating_add(world.minted));
}

fn world_with_contract(protocol_version: ProtocolVersion) -> World {
    let mut world = World::with_protocol(protocol_version);
    let contract = "contract.near";
    let code = wat::parse_str(CONTRACT).expect("valid WAT");
    let actions = vec![
        Action::CreateAccount(CreateAccountAction {}),
        transfer(Balance::from_near(50)),
        add_key(contract, AccessKey::full_access()),
        Action::DeployContract(DeployContractAction { code }),
    ];
    let tx = world.signed("near", contract, actions);
    world.run(vec![tx]);
    assert!(world.state.account(&id(contract)).is_some());
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_mix_of_transactions_makes_or_loses_tokens(
        deeds in deeds(),
        protocol_version in prop_oneof![Just(84), Just(86), Just(PROTOCOL_VERSION)],
    ) {
        let mut world = world_with_contract(protocol_version);
        check_supply(&world);
        for (signer, deed) in deeds {
            let tx = signed(&world, signer, &deed);
            world.block(vec![tx]);
            check_supply(&world);
        }
        while !world.incoming.is_empty() {
            world.block(vec![]);
            check_supply(&world);
        }
    }
}
