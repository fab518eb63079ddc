//! Which nonces a transaction may have.

use super::*;

fn with_nonce(nonce: u64) -> SignedTransaction {
    let secret_key = key(ALICE);
    sign(
        &secret_key,
        TransactionV0 {
            signer_id: id(ALICE),
            public_key: secret_key.public_key(),
            nonce,
            receiver_id: id(BOB),
            block_hash: CryptoHash::default(),
            actions: vec![transfer(Balance::from_near(1))],
        },
    )
}

fn received(world: &World) -> Balance {
    world.balance(BOB).saturating_sub(FUNDS)
}

#[test]
fn a_nonce_must_be_greater_than_the_last() {
    let mut world = World::new();
    world.run(vec![with_nonce(5)]);
    for (nonce, acceptable) in [(4, false), (5, false), (6, true), (900, true)] {
        let checked = world.check(&with_nonce(nonce));
        let expected = if acceptable {
            Ok(())
        } else {
            Err(InvalidTxError::InvalidNonce { tx_nonce: nonce, ak_nonce: 5 })
        };
        assert_eq!(checked, expected);
    }
}

#[test]
fn a_nonce_beyond_a_million_per_block_never_gets_into_a_block() {
    let mut world = World::new();
    let too_large = (world.height + 1) * AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER;
    assert_eq!(world.check(&with_nonce(too_large)), Ok(()), "it is acceptable later");
    assert_eq!(world.run(vec![with_nonce(too_large)]), vec![]);
    assert_eq!(received(&world), Balance::ZERO);
}

#[test]
fn one_block_takes_many_transactions_of_a_key_in_the_order_of_their_nonces() {
    let mut world = World::new();
    world.run((1..=20).map(with_nonce).collect());
    assert_eq!(received(&world), Balance::from_near(20));
}

#[test]
fn the_same_transaction_counts_once_however_often_it_comes() {
    let mut world = World::new();
    world.run(vec![with_nonce(1), with_nonce(1), with_nonce(1)]);
    assert_eq!(received(&world), Balance::from_near(1));
    world.run(vec![with_nonce(1)]);
    assert_eq!(received(&world), Balance::from_near(1));
}

#[test]
fn a_new_keys_nonce_starts_at_a_million_per_block() {
    let mut world = World::new();
    world.send(ALICE, ALICE, vec![add_key("second", AccessKey::full_access())]);
    let height_of_creation = 11;
    let access_key = world.state.access_key(&id(ALICE), &key("second").public_key());
    let nonce = access_key.expect("the key was added").nonce;
    assert_eq!(nonce, (height_of_creation - 1) * 1_000_000);
}
