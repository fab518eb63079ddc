//! Tic-tac-toe on NEAR for the terminal: play it, script it, watch it as an indexer.

pub mod args;
pub mod bot;
pub mod commands;
pub mod lobby;
pub mod local;
pub mod play;
pub mod screen;
mod signal;
pub mod text;
pub mod watch;
