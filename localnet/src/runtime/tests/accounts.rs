//! Accounts that come into being by a transfer.

use near_primitives::account::AccountContract;

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
