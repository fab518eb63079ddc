//! Tic-tac-toe on NEAR for the terminal: play it, script it, watch it.

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "a program: only its own tests use the library, and names say most of it"
)]

pub mod analyse;
pub mod args;
pub mod bot;
mod clock;
pub mod commands;
pub mod lobby;
pub mod local;
pub mod menu;
pub mod play;
mod retry;
pub mod screen;
mod signal;
mod signing;
pub mod text;
pub mod watch;
