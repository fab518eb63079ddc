//! Whole blocks, read one after the other, with what the contracts logged in them.

mod block;
mod error;
mod follower;
mod server;

pub use block::{Block, Log};
pub use error::Error;
pub use follower::{Follower, Position, Step};
pub use server::{Fetched, Server};
