//! Refunds: what comes back, and to whom.

use near_primitives::{account::id::AccountType, transaction::ExecutionStatus};

use super::*;

const PRICE: u128 = 100_000_000;

fn is_success(outcome: &ExecutionOutcome) -> bool {
    !matches!(outcome.status, ExecutionStatus::Failure(_))
}

#[test]
fn a_transfer_costs_its_published_gas_and_refunds_the_difference_in_price() {
    let mut world = World::new();
    let outcomes = world.send(ALICE, BOB, vec![transfer(Balance::from_near(1))]);
    let [tx, receipt, refund] = outcomes.as_slice() else {
        panic!("transaction, receipt, refund: {outcomes:?}");
    };
    let fee = Balance::from_yoctonear(22_318_256_250_000_000_000);
    assert_eq!(tx.gas_burnt, Gas::from_gas(223_182_562_500));
    assert_eq!(receipt.gas_burnt, Gas::from_gas(223_182_562_500));
    assert_eq!((tx.tokens_burnt, receipt.tokens_burnt), (fee, fee));
    assert_eq!(refund.tokens_burnt, Balance::ZERO);
    let spent = Balance::from_near(1).saturating_add(fee).saturating_add(fee);
    assert_eq!(world.balance(ALICE), FUNDS.saturating_sub(spent));
    assert_eq!(world.balance(BOB), FUNDS.saturating_add(Balance::from_near(1)));
}

#[test]
fn the_refund_arrives_one_block_after_the_receipt() {
    let mut world = World::new();
    let tx = world.signed(ALICE, BOB, vec![transfer(Balance::from_near(1))]);
    world.block(vec![tx]);
    world.block(vec![]);
    let before = world.balance(ALICE);
    world.block(vec![]);
    let refund = world.balance(ALICE).saturating_sub(before);
    assert_eq!(refund, Balance::from_yoctonear(200_864_306_250_000_000_000));
}

#[test]
fn a_failed_receipt_returns_its_deposit_to_the_sender() {
    let mut world = World::new();
    let outcomes = world.send(ALICE, "nobody.near", vec![transfer(Balance::from_near(7))]);
    assert!(!is_success(&outcomes[1]));
    let burnt: u128 = outcomes.iter().map(|o| o.tokens_burnt.as_yoctonear()).sum();
    let left = FUNDS.saturating_sub(Balance::from_yoctonear(burnt));
    assert_eq!(world.balance(ALICE), left);
}

#[test]
fn unused_gas_is_refunded_in_full() {
    let mut world = World::new();
    let gas = Gas::from_teragas(300);
    let outcomes = world.send(ALICE, BOB, vec![call("anything", gas, Balance::ZERO)]);
    let burnt: u128 = outcomes[..2].iter().map(|o| u128::from(o.gas_burnt.as_gas())).sum();
    let cost = Balance::from_yoctonear(burnt * PRICE);
    assert_eq!(world.balance(ALICE), FUNDS.saturating_sub(cost));
}

#[test]
fn creating_an_account_costs_seven_millinear() {
    let mut world = World::new();
    let implicit = "a".repeat(64);
    assert_eq!(id(&implicit).get_account_type(), AccountType::NearImplicitAccount);
    let outcomes = world.send(ALICE, &implicit, vec![transfer(Balance::from_near(1))]);
    let receipt = &outcomes[1];
    let gas = u128::from(receipt.gas_burnt.as_gas());
    let creation_gas = 7_200_000_000_000;
    let rest = Balance::from_yoctonear((gas - creation_gas) * PRICE);
    let creation = receipt.tokens_burnt.saturating_sub(rest);
    assert_eq!(creation, Balance::from_millinear(7));
}

#[test]
fn a_refund_to_a_deleted_account_is_burnt() {
    let mut world = World::new();
    let beneficiary_id = id(BOB);
    let action = near_primitives::action::DeleteAccountAction { beneficiary_id };
    let outcomes = world.send(ALICE, ALICE, vec![Action::DeleteAccount(action)]);
    assert!(!is_success(outcomes.last().expect("the refund's outcome")));
    assert_eq!(world.state.account(&id(ALICE)), None);
    let total = [BOB, "test.near", "near"].map(|name| world.balance(name));
    let stake = Balance::from_near(50_000_000);
    let total = total.into_iter().fold(stake, Balance::saturating_add);
    assert_eq!(total.saturating_add(world.burnt), world.supply);
}

#[test]
fn before_the_price_of_accounts_rose_gas_was_bought_at_its_burning_price() {
    let mut world = World::with_protocol(84);
    let outcomes = world.send(ALICE, BOB, vec![transfer(Balance::from_near(1))]);
    assert_eq!(outcomes.len(), 2, "no refund receipt: {outcomes:?}");
}
