//! The program as people and scripts meet it. One binary, since each one links a whole node.

mod analyse;
mod arena;
mod arena_screen;
mod arena_terminal;
mod block_server;
mod bot;
mod commands;
mod common;
mod conventions;
mod docs;
mod examples;
#[path = "../../../../crates/client/tests/suite/fake_node.rs"]
mod fake_node;
mod lobby;
mod menu;
mod relay;
mod screen;
mod sizes;
mod terminal;
mod watch;
