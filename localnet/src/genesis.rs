//! The first block: who exists, what they own, which rules apply.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow, ensure};
use near_chain_configs::{GenesisConfig, PROTOCOL_TREASURY_ACCOUNT};
use near_crypto::{KeyType, PublicKey, SecretKey};
use near_parameters::RuntimeConfig;
use near_primitives::{
    account::{AccessKey, Account, AccountContract},
    num_rational::Rational32,
    shard_layout::ShardLayout,
    state_record::StateRecord,
    trie_key::TrieKey,
    types::{AccountId, AccountInfo, Balance, Gas, ProtocolVersion, StateChangeCause},
    utils::{from_timestamp, generate_random_string},
    version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION},
};

use serde::{Deserialize, Serialize};

use crate::{
    clock,
    config::ROOT_ACCOUNT,
    runtime::check_record,
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
    /// A chain of one validator, `test.near`, with the accounts that `neard init` makes.
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
            num_block_producer_seats: 50,
            epoch_length: 60,
            gas_limit: Gas::from_teragas(1_000),
            min_gas_price: Balance::from_yoctonear(100_000_000),
            block_producer_kickout_threshold: 90,
            chunk_producer_kickout_threshold: 90,
            chunk_validator_only_kickout_threshold: 80,
            gas_price_adjustment_rate: Rational32::new(1, 100),
            validators: vec![validator],
            transaction_validity_period: TRANSACTION_VALIDITY_PERIOD,
            protocol_reward_rate: Rational32::new(1, 10),
            max_inflation_rate: Rational32::new(1, 20),
            num_blocks_per_year: 31_536_000,
            protocol_treasury_account: root.clone(),
            fishermen_threshold: Balance::from_near(10),
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
    /// When the protocol version is not supported or there is no validator.
    pub fn validate(&self) -> anyhow::Result<()> {
        let version = self.config.protocol_version;
        let supported = MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION;
        ensure!(
            supported.contains(&version),
            "genesis has protocol version {version}, supported are {MIN_SUPPORTED_PROTOCOL_VERSION} to {PROTOCOL_VERSION}",
        );
        ensure!(!self.config.validators.is_empty(), "genesis names no validator");
        ensure!(self.config.epoch_length > 0, "genesis has epoch_length 0");
        Ok(())
    }

    /// The first state; storage usage is counted anew, since records may have been added by hand.
    ///
    /// # Errors
    ///
    /// When a record belongs to an account that is not there, or is of a kind that only a running chain has.
    pub fn state(&self, config: &RuntimeConfig) -> anyhow::Result<State> {
        let mut update = StateUpdate::new(State::default());
        let mut usage: BTreeMap<&AccountId, u64> = BTreeMap::new();
        for record in &self.records {
            check_record(record).map_err(|reason| anyhow!("genesis: {reason}"))?;
            let (account_id, bytes) = write_record(&mut update, record, config)?;
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

/// Stores a record; returns whose it is and the bytes it counts for.
fn write_record<'a>(
    update: &mut StateUpdate,
    record: &'a StateRecord,
    config: &RuntimeConfig,
) -> anyhow::Result<(&'a AccountId, u64)> {
    let storage = &config.fees.storage_usage_config;
    Ok(match record {
        StateRecord::Account { account_id, account } => {
            update.set_account(account_id, account);
            (account_id, storage.num_bytes_account)
        }
        StateRecord::Data { account_id, data_key, value } => {
            let key = TrieKey::ContractData { account_id: account_id.clone(), key: data_key.to_vec() };
            update.set_bytes(key, value.to_vec());
            let bytes = (data_key.len() + value.len()) as u64;
            (account_id, bytes + storage.num_extra_bytes_record)
        }
        StateRecord::Contract { account_id, code } => {
            let key = TrieKey::ContractCode { account_id: account_id.clone() };
            update.set_bytes(key, code.clone());
            (account_id, code.len() as u64)
        }
        StateRecord::AccessKey { account_id, public_key, access_key } => {
            update.set_access_key(account_id, public_key.clone(), access_key);
            let bytes = public_key.trie_id_len() + borsh::object_length(access_key)?;
            (account_id, bytes as u64 + storage.num_extra_bytes_record)
        }
        other => anyhow::bail!("genesis has a record of another kind: {other}"),
    })
}
