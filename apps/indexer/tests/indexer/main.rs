//! The indexer on both databases: what it keeps, what it survives, and what it says.

mod api;
mod databases;
mod program;
mod served;
mod sessions;
mod store;
mod story;
