//! The API on databases of both kinds, in which things have happened that the contracts would have told.

mod answers;
mod description;
mod live;
mod many;
mod operations;
mod plans;
mod program;
mod refusals;
mod schema;
mod support;
mod tale;
