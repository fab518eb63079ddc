//! The node as clients see it. One binary, since each one links the whole VM.

mod common;
mod golden;
mod robustness;
mod rpc;
mod start;
mod state;
mod time;
