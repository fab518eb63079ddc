//! An indexer: follows the contracts' events block by block and keeps the games in a database, `SQLite` or
//! `PostgreSQL`, from which players, leaderboards and replays can be read.
//!
//! [`Store`](store::Store) owns the tables and is all that writes them; [`api`] answers from them.

pub mod api;
pub mod args;
pub mod event;
mod model;
pub mod rating;
pub mod replay;
pub mod run;
pub mod store;
pub mod verify;
