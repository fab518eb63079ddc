//! The compiled contract as its users meet it: deployed on a node, called by accounts.

mod arena;
mod artifacts;
mod bot;
mod callers;
mod events;
mod gas;
mod races;
mod random_games;
mod redeploy;
mod refusals;
mod replica;
mod scenarios;
