//! Keys are found in every form in which near-cli stores them, and never shown.

use std::fs;
use std::path::Path;

use near_crypto::{KeyType, SecretKey};
use near_primitives::types::AccountId;
use tempfile::TempDir;
use tic_tac_toe_client::keys::{KeyError, KeyStore, development_key};
use tic_tac_toe_interface::network::Network;

struct Credentials {
    folder: TempDir,
    account: AccountId,
    key: SecretKey,
}

impl Credentials {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            account: "alice.testnet".parse().unwrap(),
            key: SecretKey::from_seed(KeyType::ED25519, "a test"),
        }
    }

    fn write(&self, path: impl AsRef<Path>, json: &str) {
        let file = self.folder.path().join("testnet").join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, json).unwrap();
    }

    fn find(&self) -> Result<SecretKey, KeyError> {
        let keys = KeyStore::new(Network::Testnet, Some(self.folder.path().to_owned()))?;
        keys.find(&self.account, &[self.key.public_key()])
    }
}

fn pair(key: &SecretKey) -> String {
    format!(r#""public_key":"{}","private_key":"{key}""#, key.public_key())
}

#[test]
fn the_javascript_near_clis_file_is_read() {
    let alice = Credentials::new();
    alice.write("alice.testnet.json", &format!(r#"{{"account_id":"alice.testnet",{}}}"#, pair(&alice.key)));
    assert_eq!(alice.find().unwrap(), alice.key);
}

#[test]
fn near_cli_rs_files_are_read_from_the_accounts_folder() {
    let alice = Credentials::new();
    let name = format!("alice.testnet/{}.json", alice.key.public_key().to_string().replace(':', "_"));
    let extra =
        r#""seed_phrase_hd_path":"m/44'/397'/0'","master_seed_phrase":"a b c","implicit_account_id":"00""#;
    alice.write(name, &format!("{{{extra},{}}}", pair(&alice.key)));
    assert_eq!(alice.find().unwrap(), alice.key);
}

#[test]
fn nearcores_name_for_the_secret_is_accepted() {
    let alice = Credentials::new();
    let json = format!("{{{}}}", pair(&alice.key)).replace("private_key", "secret_key");
    alice.write("alice.testnet.json", &json);
    assert_eq!(alice.find().unwrap(), alice.key);
}

#[test]
fn the_key_that_the_account_still_has_is_chosen_among_many() {
    let alice = Credentials::new();
    let old = SecretKey::from_seed(KeyType::ED25519, "an old one");
    alice.write("alice.testnet/a.json", &format!("{{{}}}", pair(&old)));
    alice.write("alice.testnet/b.json", &format!("{{{}}}", pair(&alice.key)));
    alice.write("alice.testnet.json", &format!("{{{}}}", pair(&old)));
    assert_eq!(alice.find().unwrap(), alice.key);
}

#[test]
fn a_key_that_is_nowhere_is_missed_in_one_sentence() {
    let error = Credentials::new().find().unwrap_err().to_string();
    assert!(error.starts_with("no key that may sign for alice.testnet was found in "), "{error}");
    assert!(error.ends_with("import one with: near account import-account"), "{error}");
}

#[test]
fn a_broken_file_is_named_without_its_secret() {
    let alice = Credentials::new();
    let other = SecretKey::from_seed(KeyType::ED25519, "another");
    let mismatch = format!(r#"{{"public_key":"{}","private_key":"{}"}}"#, other.public_key(), alice.key);
    for broken in [format!(r#"{{"private_key":"{}"}}"#, alice.key), mismatch, format!("\"{}\"", alice.key)] {
        alice.write("alice.testnet.json", &broken);
        let error = alice.find().unwrap_err().to_string();
        assert!(error.contains("alice.testnet.json"), "{error}");
        assert!(!error.contains(&alice.key.to_string()), "{error}");
    }
}

#[test]
fn a_key_of_somebody_else_is_refused() {
    let alice = Credentials::new();
    alice.write("alice.testnet.json", &format!(r#"{{"account_id":"bob.testnet",{}}}"#, pair(&alice.key)));
    let error = alice.find().unwrap_err().to_string();
    assert!(error.ends_with("holds a key of another account than alice.testnet"), "{error}");
}

#[test]
fn development_keys_open_nothing_but_localnet() {
    let account: AccountId = "alice.test.near".parse().unwrap();
    let key = development_key(&account);
    let folder = tempfile::tempdir().unwrap();
    let find = |network| {
        let keys = KeyStore::new(network, Some(folder.path().to_owned())).unwrap();
        keys.find(&account, &[key.public_key()])
    };
    assert_eq!(find(Network::Localnet).unwrap(), key);
    assert!(find(Network::Mainnet).is_err());
}
