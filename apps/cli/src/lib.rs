//! Tic-tac-toe on NEAR for the terminal: play it, script it, watch it.

pub mod args;
pub mod bot;
mod clock;
pub mod commands;
pub mod lobby;
pub mod local;
pub mod play;
mod retry;
pub mod screen;
mod signal;
mod signing;
pub mod text;
pub mod watch;
