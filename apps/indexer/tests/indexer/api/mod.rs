//! The API on both databases, with the blocks of an example in them.

mod answers;
mod description;
mod example;
mod limits;
mod live;
mod many_games;
mod openapi_file;
mod operations;
mod plans;
mod program;
mod refusals;
mod schema;
mod server;
