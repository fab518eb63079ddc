//! The compiled contracts as their users meet them: deployed on a node, called by accounts.

mod arena;
mod artifacts;
mod bot;
mod clock;
mod dice;
mod gas;
mod one_game;
