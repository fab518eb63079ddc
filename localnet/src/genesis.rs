//! The first block: who exists, what they own, which rules apply.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Context, anyhow, bail, ensure};
use near_chain_configs::{
    BLOCK_PRODUCER_KICKOUT_THRESHOLD, CHUNK_PRODUCER_KICKOUT_THRESHOLD,
    CHUNK_VALIDATOR_ONLY_KICKOUT_THRESHOLD, FAST_EPOCH_LENGTH, FISHERMEN_THRESHOLD,
    GAS_PRICE_ADJUSTMENT_RATE, GenesisConfig, GenesisRecords, INITIAL_GAS_LIMIT, MAX_INFLATION_RATE,
    MIN_GAS_PRICE, NUM_BLOCK_PRODUCER_SEATS, NUM_BLOCKS_PER_YEAR, PROTOCOL_REWARD_RATE,
    PROTOCOL_TREASURY_ACCOUNT,
};
use near_crypto::{KeyType, PublicKey, SecretKey};
use near_parameters::RuntimeConfig;
use near_primitives::{
    account::{AccessKey, Account, AccountContract},
    shard_layout::ShardLayout,
    state_record::StateRecord,
    types::{AccountId, AccountInfo, Balance, Gas, ProtocolVersion, StateChangeCause},
    utils::{from_timestamp, generate_random_string},
    version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION},
};
use serde::{Deserialize, Serialize};

use crate::{
    clock,
    config::ROOT_ACCOUNT,
    records,
    state::{ReadState, State, StateUpdate},
};

/// Blocks come many times faster than on a real network, so transactions stay valid for more of them.
const TRANSACTION_VALIDITY_PERIOD: u64 = 86_400;

const ROOT_BALANCE: Balance = Balance::from_near(1_000_000_000);
const VALIDATOR_STAKE: Balance = Balance::from_near(50_000_000);

/// What `genesis.json` holds.
#[derive(Debug, Serialize, Deserialize)]
pub struct Genesis {
    /// The chain's rules.
    #[serde(flatten)]
    pub config: GenesisConfig,
    /// The first state.
    pub records: Vec<StateRecord>,
}

impl Genesis {
    /// Creates a chain with one validator, `test.near`, and the accounts that `neard init` makes.
    pub fn new(validator_key: PublicKey, protocol_version: ProtocolVersion) -> Self {
        let root: AccountId = ROOT_ACCOUNT.parse().expect("a valid account id");
        let validator = AccountInfo {
            account_id: root.clone(),
            public_key: validator_key.clone(),
            amount: VALIDATOR_STAKE,
        };
        let config = GenesisConfig {
            protocol_version,
            genesis_time: from_timestamp(clock::now()),
            chain_id: format!("test-chain-{}", generate_random_string(5)),
            num_block_producer_seats: NUM_BLOCK_PRODUCER_SEATS,
            epoch_length: FAST_EPOCH_LENGTH,
            gas_limit: INITIAL_GAS_LIMIT,
            min_gas_price: MIN_GAS_PRICE,
            block_producer_kickout_threshold: BLOCK_PRODUCER_KICKOUT_THRESHOLD,
            chunk_producer_kickout_threshold: CHUNK_PRODUCER_KICKOUT_THRESHOLD,
            chunk_validator_only_kickout_threshold: CHUNK_VALIDATOR_ONLY_KICKOUT_THRESHOLD,
            gas_price_adjustment_rate: GAS_PRICE_ADJUSTMENT_RATE,
            validators: vec![validator],
            transaction_validity_period: TRANSACTION_VALIDITY_PERIOD,
            protocol_reward_rate: PROTOCOL_REWARD_RATE,
            max_inflation_rate: MAX_INFLATION_RATE,
            num_blocks_per_year: NUM_BLOCKS_PER_YEAR,
            protocol_treasury_account: root.clone(),
            fishermen_threshold: FISHERMEN_THRESHOLD,
            shard_layout: ShardLayout::single_shard(),
            ..GenesisConfig::default()
        };
        let mut genesis = Self { config, records: Vec::new() };
        genesis.add_account(root, ROOT_BALANCE, VALIDATOR_STAKE, validator_key);
        // As everywhere, the key of this account follows from its name.
        let treasury_key = SecretKey::from_seed(KeyType::ED25519, PROTOCOL_TREASURY_ACCOUNT);
        let treasury = PROTOCOL_TREASURY_ACCOUNT.parse().expect("a valid account id");
        genesis.add_account(treasury, ROOT_BALANCE, Balance::ZERO, treasury_key.public_key());
        genesis
    }

    /// Adds an account with a full-access key.
    pub fn add_account(
        &mut self,
        account_id: AccountId,
        amount: Balance,
        locked: Balance,
        public_key: PublicKey,
    ) {
        let total = [amount, locked].into_iter().fold(self.config.total_supply, Balance::saturating_add);
        self.config.total_supply = total;
        let account = Account::new(amount, locked, AccountContract::None, 0);
        self.records.push(StateRecord::Account { account_id: account_id.clone(), account });
        self.records.push(StateRecord::access_key(account_id, public_key, AccessKey::full_access()));
    }

    /// Checks what the node relies on.
    ///
    /// # Errors
    ///
    /// When the protocol version is not supported, an account appears twice, or neard would refuse the genesis.
    pub fn validate(&self) -> anyhow::Result<()> {
        let config = &self.config;
        let version = config.protocol_version;
        let supported = MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION;
        ensure!(
            supported.contains(&version),
            "genesis has protocol version {version}, supported are {MIN_SUPPORTED_PROTOCOL_VERSION} to {PROTOCOL_VERSION}",
        );
        ensure!(
            config.min_gas_price <= config.max_gas_price,
            "genesis has min_gas_price above max_gas_price"
        );
        ensure!(config.gas_limit > Gas::ZERO, "genesis has gas_limit 0, so nothing could be executed");
        let nanoseconds = config.genesis_time.timestamp_nanos_opt();
        ensure!(
            nanoseconds.is_some_and(|time| time >= 0),
            "genesis has a genesis_time outside of 1970 to 2262"
        );
        let mut seen = HashSet::new();
        for (account_id, _) in self.accounts() {
            ensure!(
                seen.insert(account_id),
                "genesis has the account {account_id} twice; \
                 {ROOT_ACCOUNT} and {PROTOCOL_TREASURY_ACCOUNT} are always there"
            );
        }
        let mut owned = self.accounts().flat_map(|(_, account)| [account.amount(), account.locked()]);
        let supply = owned.try_fold(Balance::ZERO, Balance::checked_add);
        // The official validation would panic.
        ensure!(supply.is_some(), "genesis gives away more tokens than can be counted");
        near_chain_configs::Genesis::new(config.clone(), GenesisRecords(self.records.clone()))?;
        Ok(())
    }

    fn accounts(&self) -> impl Iterator<Item = (&AccountId, &Account)> {
        self.records.iter().filter_map(|record| match record {
            StateRecord::Account { account_id, account } => Some((account_id, account)),
            _ => None,
        })
    }

    /// Returns the first state; storage usage is recomputed, since records may have been added by hand.
    ///
    /// # Errors
    ///
    /// When a record belongs to an account that is not there, is of a kind that only a running chain has, or holds other
    /// code than its account names.
    pub fn state(&self, config: &RuntimeConfig) -> anyhow::Result<State> {
        let mut update = StateUpdate::new(State::default());
        records::write(&mut update, &self.records).map_err(|reason| anyhow!("genesis: {reason}"))?;
        let mut usage: BTreeMap<&AccountId, u64> = BTreeMap::new();
        for record in &self.records {
            let (account_id, bytes) = storage_usage(record, config)?;
            *usage.entry(account_id).or_default() += bytes;
        }
        for (account_id, bytes) in usage {
            let mut account = update
                .account(account_id)
                .with_context(|| format!("genesis has records of {account_id} but no account"))?;
            account.set_storage_usage(bytes);
            update.set_account(account_id, &account);
        }
        update.commit(&StateChangeCause::InitialState);
        Ok(update.finish().0)
    }
}

/// Returns the account that a record belongs to, and the bytes it counts for.
fn storage_usage<'a>(
    record: &'a StateRecord,
    config: &RuntimeConfig,
) -> anyhow::Result<(&'a AccountId, u64)> {
    let storage = &config.fees.storage_usage_config;
    Ok(match record {
        StateRecord::Account { account_id, .. } => (account_id, storage.num_bytes_account),
        StateRecord::Data { account_id, data_key, value } => {
            let bytes = (data_key.len() + value.len()) as u64;
            (account_id, bytes + storage.num_extra_bytes_record)
        }
        StateRecord::Contract { account_id, code } => (account_id, code.len() as u64),
        StateRecord::AccessKey { account_id, public_key, access_key } => {
            let bytes = public_key.trie_id_len() + borsh::object_length(access_key)?;
            (account_id, bytes as u64 + storage.num_extra_bytes_record)
        }
        StateRecord::GasKeyNonce { account_id, public_key, index, nonce } => {
            let bytes = public_key.trie_id_len() + size_of_val(index) + size_of_val(nonce);
            (account_id, bytes as u64 + storage.num_extra_bytes_record)
        }
        other => bail!("genesis has a record of another kind: {other}"),
    })
}

#[cfg(test)]
mod tests {
    use near_parameters::RuntimeConfigStore;
    use near_primitives::hash::CryptoHash;

    use super::*;

    /// Builds the state of a genesis with a contract whose account names this code.
    fn with_contract(named: &[u8], code: &[u8]) -> anyhow::Result<State> {
        let key = SecretKey::from_seed(KeyType::ED25519, ROOT_ACCOUNT).public_key();
        let mut genesis = Genesis::new(key, PROTOCOL_VERSION);
        let account_id: AccountId = "alice.near".parse()?;
        let contract = AccountContract::Local(CryptoHash::hash_bytes(named));
        let account = Account::new(Balance::from_near(1), Balance::ZERO, contract, 0);
        genesis.records.push(StateRecord::Account { account_id: account_id.clone(), account });
        genesis.records.push(StateRecord::Contract { account_id, code: code.to_vec() });
        genesis.state(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION))
    }

    type Edit = fn(&mut GenesisConfig);

    #[test]
    fn a_genesis_that_does_not_add_up_is_refused() {
        let key = SecretKey::from_seed(KeyType::ED25519, ROOT_ACCOUNT).public_key();
        let valid = || Genesis::new(key.clone(), PROTOCOL_VERSION);
        let refused = |genesis: Genesis| genesis.validate().expect_err("not valid").to_string();
        assert!(valid().validate().is_ok());

        let mut genesis = valid();
        genesis.config.total_supply = Balance::from_near(1);
        assert!(refused(genesis).contains("wrong total supply"));

        let mut genesis = valid();
        genesis.config.validators.clear();
        assert!(refused(genesis).contains("No validators in genesis"));

        let mut genesis = valid();
        let everything = Balance::from_yoctonear(u128::MAX);
        genesis.add_account("alice.near".parse().expect("a name"), everything, Balance::ZERO, key.clone());
        assert_eq!(refused(genesis), "genesis gives away more tokens than can be counted");

        let spoilt: [(&str, Edit); 4] = [
            ("genesis has protocol version", |config| config.protocol_version = PROTOCOL_VERSION + 1),
            ("genesis has min_gas_price above", |config| config.max_gas_price = Balance::from_yoctonear(1)),
            ("genesis has gas_limit 0", |config| config.gas_limit = Gas::ZERO),
            ("genesis has a genesis_time outside", |config| {
                config.genesis_time = "2999-01-01T00:00:00Z".parse().expect("a time");
            }),
        ];
        for (expected, edit) in spoilt {
            let mut genesis = valid();
            edit(&mut genesis.config);
            let refused = refused(genesis);
            assert!(refused.starts_with(expected), "{refused}");
        }
    }

    #[test]
    fn accounts_name_the_code_that_they_have() {
        assert!(with_contract(b"code", b"code").is_ok());
        let refused = with_contract(b"code", b"another").expect_err("another code").to_string();
        assert!(refused.starts_with("genesis: alice.near names code "), "{refused}");
    }
}
