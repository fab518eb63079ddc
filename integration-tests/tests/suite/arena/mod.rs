//! The arena as its users meet it: each call is compared with a model written from the specification alone.

mod hall;
mod model;
mod replica;
