//! The library against files, nodes that behave, and nodes that do not.

mod ahead;
mod blocks;
mod fake_node;
mod keys;
mod rpc;
mod table;
mod transactions;
