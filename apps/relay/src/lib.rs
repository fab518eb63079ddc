//! A relay: lets guests without a wallet play in the arena. It makes an account for a guest's key, and sends what the
//! guest has signed inside transactions of its own, so that it pays and the guest plays.
//!
//! `rules` says what is let through, `store` keeps money, nonces and calls on disk, [`Relay`] sends.

mod api;
pub mod args;
mod init;
mod lanes;
mod metrics;
mod names;
mod outcome;
mod problem;
mod relay;
mod rules;
mod store;

pub use api::Server;
pub use init::init;
pub use relay::{Relay, Settings};
pub use store::Limits;
