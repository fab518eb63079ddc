//! An indexer: follows the contracts' events block by block and records the games in a database, `SQLite` or
//! `PostgreSQL`, and serves games, replays, players and leaderboards from it.
//!
//! Only [`Store`](store::Store) writes the tables; [`api`] reads them.

pub mod api;
pub mod args;
pub mod event;
mod model;
mod rating;
pub mod replay;
pub mod run;
pub mod store;
pub mod verify;
