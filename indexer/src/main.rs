//! `tic-tac-toe-indexer`: keeps the contracts' games in a database.

fn main() {}
