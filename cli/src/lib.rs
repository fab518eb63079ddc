//! Tic-tac-toe on NEAR for the terminal: play it, script it, watch it as an indexer.

pub mod args;
pub mod chain;
pub mod commands;
pub mod event;
pub mod game;
pub mod keys;
pub mod local;
pub mod network;
pub mod play;
pub mod refusal;
pub mod replica;
pub mod text;
pub mod watch;
