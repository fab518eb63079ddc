//! The arena as its users meet it: each call is compared with a model written from the specification alone.

mod callers;
mod clock;
pub mod gas;
mod lifecycle;
mod model;
mod pages;
mod races;
mod random_sessions;
mod refusals;
mod replica;
mod rounds;
mod scale;
mod seats;
mod storage;
mod test_arena;
mod upgrade;
mod whole_games;
