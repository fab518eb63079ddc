//! What the project's HTTP servers share: connections within limits, clients by address, and messages for those who run
//! them. Routes, answers and databases are the servers' own.

mod clients;
mod log;
mod server;

pub use clients::{Client, Full, Place, Places, Share};
pub use log::{log, log_as_json};
pub use server::{ConnectionLimits, listen, serve, shutdown};
