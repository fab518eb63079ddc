//! The indexer on both databases: what it records, what it survives, and what it prints.

mod api;
mod block_server;
mod databases;
mod node;
mod program;
mod proxy;
mod random_chain;
mod random_games;
mod store;
