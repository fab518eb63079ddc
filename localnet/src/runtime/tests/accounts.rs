//! Accounts that come into being by a transfer.

use near_primitives::{
    account::AccountContract, errors::ActionsValidationError,
    universal_account_id::encode_universal_account_id,
};

use super::*;

#[test]
fn a_transfer_creates_an_account_whose_name_says_who_owns_it() {
    let implicit = "ab".repeat(32);
    let wallet = format!("0x{}", "ab".repeat(20));
    let deterministic = format!("0s{}", "ab".repeat(20));
    for (name, usage) in [(implicit, 182), (wallet, 132), (deterministic, 100)] {
        let mut world = World::new();
        world.send(ALICE, &name, vec![transfer(Balance::from_near(1))]);
        assert_eq!(world.balance(&name), Balance::from_near(1));
        let account = world.state.account(&id(&name)).expect("the account was created");
        assert_eq!(account.storage_usage(), usage, "{name}");
    }
}

#[test]
fn a_wallet_account_shares_the_wallet_contract() {
    let mut world = World::new();
    let wallet = format!("0x{}", "ab".repeat(20));
    world.send(ALICE, &wallet, vec![transfer(Balance::from_near(1))]);
    let account = world.state.account(&id(&wallet)).expect("the account was created");
    // The hash of nearcore's wallet_contract_localnet.wasm.
    let code_hash = "FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v";
    assert_eq!(*account.contract(), AccountContract::Global(code_hash.parse().expect("a hash")));
}

#[test]
fn money_for_a_universal_account_comes_back_and_is_refused_before_it_is_taken() {
    let universal = encode_universal_account_id(&[7; 32]);
    let sent = || vec![transfer(Balance::from_near(1))];
    let sending = |version| {
        let world = World::with_protocol(version);
        world.check(&world.signed(ALICE, universal.as_str(), sent()))
    };
    let account_id = universal.clone();
    let refusal = ActionsValidationError::TransferToUniversalAccountNotAllowed { account_id };
    assert_eq!(sending(87), Err(InvalidTxError::ActionsValidation(refusal)));
    assert_eq!(sending(88), Ok(()));

    let mut world = World::with_protocol(86);
    world.send(ALICE, universal.as_str(), sent());
    assert_eq!(world.balance(universal.as_str()), Balance::ZERO);
    assert!(world.balance(ALICE) > FUNDS.saturating_sub(Balance::from_near(1)));
}
