//! The program as people and scripts meet it. One binary, since each one links a whole node.

mod block_server;
mod commands;
mod common;
mod screen;
mod terminal;
mod watch;
