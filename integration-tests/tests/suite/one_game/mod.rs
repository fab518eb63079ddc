//! The one-game contract as its users meet it.

pub mod callers;
mod events;
mod races;
mod random_games;
mod redeploy;
mod refusals;
mod replica;
mod scenarios;
