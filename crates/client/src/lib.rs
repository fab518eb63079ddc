//! For NEAR clients of the tic-tac-toe contracts: bots, indexers, programs with a screen. No terminal in it.
//!
//! [`Rpc`] is a transport for the handles of `tic-tac-toe-interface`: it asks, signs and sends, and gives up in
//! time. A [`table::Table`] is what both contracts have in common; the events of a [`Receipt`] and of blocks
//! change a [`table::LiveTable`] by one door. [`blocks::Follower`] reads what others did, [`Freshness`] tells
//! answers of servers that lag behind from new ones.
//!
//! ```no_run
//! use tic_tac_toe_client::Rpc;
//! use tic_tac_toe_client::keys::{KeyStore, Purpose};
//! use tic_tac_toe_client::table::{Action, TableHandle, TableId};
//! use tic_tac_toe_interface::AccountId;
//! use tic_tac_toe_interface::network::Network;
//! use tic_tac_toe_rules::Cell;
//!
//! # async fn play() -> Result<(), Box<dyn std::error::Error>> {
//! let rpc = Rpc::new(&Network::Testnet.rpc_url());
//! let me: AccountId = "bob.testnet".parse()?;
//! let handle = TableHandle::new(TableId::OneGame, rpc.clone(), "game.alice.testnet".parse()?);
//! let table = handle.table().await?.ok_or("there is no game yet")?;
//!
//! let action = Action::Play(Cell { row: 1, col: 1 });
//! table.check(&action, &me)?; // why the contract would refuse it
//! let purpose = Purpose { contract: handle.contract(), methods: &[handle.method(&action)?], pays: false };
//! let signer = KeyStore::new(Network::Testnet, None)?.signer(&rpc, &me, purpose).await?;
//! let receipt = handle.send(&signer, Some(table.round), &action).await?;
//! println!("cost {}", receipt.cost);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "clap")]
pub mod args;
mod backoff;
pub mod blocks;
mod deposit;
mod error;
mod freshness;
pub mod keys;
mod pending;
mod receipt;
mod refusal;
mod relay;
mod rpc;
pub mod table;
mod timeouts;
mod transaction;

pub use backoff::Backoff;
pub use deposit::missing_deposit;
pub use error::Error;
pub use freshness::Freshness;
pub use pending::Pending;
pub use receipt::{Cost, Receipt};
pub use refusal::Refusal;
pub use relay::Relay;
pub use rpc::{Past, Rpc};
pub use timeouts::Timeouts;
pub use transaction::sign;
