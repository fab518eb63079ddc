//! The system's keychain, with the entries that near-cli-rs writes there.

#[cfg(target_os = "macos")]
use apple_native_keyring_store::keychain::Store;
#[cfg(all(unix, not(target_os = "macos")))]
use dbus_secret_service_keyring_store::Store;
use keyring_core::api::CredentialStoreApi;
use near_crypto::{PublicKey, SecretKey};
use near_primitives::types::AccountId;
use tic_tac_toe_interface::network::Network;
#[cfg(target_os = "windows")]
use windows_native_keyring_store::Store;

use super::file::KeyPair;

/// Returns the secret half of the first of these keys that the keychain holds; a machine without a keychain holds none.
pub(super) fn find(network: Network, account: &AccountId, usable: &[PublicKey]) -> Option<SecretKey> {
    let keychain = Store::new().ok()?;
    usable.iter().find_map(|key| {
        let (service, user) = entry_name(network, account, key);
        let json = keychain.build(&service, &user, None).ok()?.get_password().ok()?;
        KeyPair::parse(&json)?.secret().filter(|secret| secret.public_key() == *key)
    })
}

fn entry_name(network: Network, account: &AccountId, key: &PublicKey) -> (String, String) {
    (format!("near-{}-{account}", network.name()), format!("{account}:{key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_as_near_cli_names_them() {
        let account = "alice.testnet".parse().unwrap();
        let key = "ed25519:9FVDuk6Q2ZK1rzEWe1mPHQgAHa3TuuA8VFgzMrqdNJUh".parse().unwrap();
        let (service, user) = entry_name(Network::Testnet, &account, &key);
        assert_eq!(service, "near-testnet-alice.testnet");
        assert_eq!(user, "alice.testnet:ed25519:9FVDuk6Q2ZK1rzEWe1mPHQgAHa3TuuA8VFgzMrqdNJUh");
    }
}
