//! An arena with the keys of those who sign for what is asked of it.

use std::io::ErrorKind;

use anyhow::{Context, Result};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::keys::{KeyError, KeyStore, Purpose};
use tic_tac_toe_client::table::{Action, Table, TableHandle, TableId};
use tic_tac_toe_client::{Receipt, missing_deposit};
use tic_tac_toe_interface::arena::{CREATE, Create, Rules, Starts};
use tic_tac_toe_interface::{AccountIdRef, GameId};

use crate::args::{ArenaContract, Connection};
use crate::commands::print;
use crate::text;

/// An arena and keys.
#[derive(Clone)]
pub(crate) struct SigningClient {
    pub arena: ArenaContract,
    pub keys: KeyStore,
}

/// Returns the account of this computer's guest, which the relay makes the first time.
pub(crate) async fn guest_of(connection: &Connection) -> Result<AccountId> {
    let relay = connection.relay().context("which relay? Name it with --relay")?;
    let keys = connection.keys()?;
    let key = keys.guest_key()?;
    let account = relay.make_guest(&key.public_key()).await?;
    match keys.save(&account, &key) {
        Err(KeyError::Unwritable { source, .. }) if source.kind() == ErrorKind::AlreadyExists => {}
        saved => {
            let file = saved?;
            print(format_args!("You are {account}. Whoever has {} has the account.", file.display()))?;
        }
    }
    Ok(account)
}

/// Does something at a table, signed by whichever key of the account may do it.
pub(crate) async fn act(
    keys: &KeyStore,
    handle: &TableHandle,
    account: &AccountId,
    round: Option<u64>,
    action: &Action,
) -> Result<Receipt> {
    let purpose = Purpose { contract: handle.contract(), methods: &[handle.method(action)?], pays: false };
    let signer = keys.signer(handle.transport(), account, purpose).await?;
    Ok(handle.send(&signer, round, action).await?)
}

impl SigningClient {
    /// Opens the arena and the keys that the command line names.
    pub(crate) fn open(connection: &Connection) -> Result<Self> {
        Ok(Self { arena: connection.arena()?, keys: connection.keys()? })
    }

    /// Finds a key of an account that may call a method, with money or without.
    pub(crate) async fn signer(
        &self,
        account: &AccountId,
        method: &str,
        pays: bool,
    ) -> Result<Signer, KeyError> {
        let purpose = Purpose { contract: self.arena.id(), methods: &[method], pays };
        self.keys.signer(self.arena.transport(), account, purpose).await
    }

    /// Creates a game, and pays for its storage what the host's balance does not cover.
    pub(crate) async fn create(
        &self,
        host: &AccountId,
        players: &[Option<AccountId>],
        rules: tic_tac_toe_rules::Rules,
        turn_seconds: Option<u64>,
        starts: Starts,
    ) -> Result<Receipt> {
        let rules = Rules::from(rules);
        let deposit = missing_deposit(&self.arena, host, players.len(), rules).await?;
        let signer = self.signer(host, CREATE.name, deposit.0 > 0).await?;
        let players: Vec<Option<&AccountIdRef>> = players.iter().map(Option::as_deref).collect();
        let create = Create { players: &players, rules: Some(rules), turn_seconds, starts: Some(starts) };
        Ok(self.arena.create(&signer, create, deposit).await?)
    }

    /// Returns the table of a game that must be there.
    pub(crate) async fn table(&self, id: GameId) -> Result<Table> {
        let table = Table::of_arena(&self.arena, id).await?;
        Ok(table.ok_or_else(|| text::missing(TableId::Arena(id)))?)
    }
}
