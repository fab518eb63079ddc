//! The engine at a table: it thinks for as long as its level needs, and not much longer than people like to wait.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tic_tac_toe_engine::{Level, Search};
use tic_tac_toe_rules::{Cell, Position};

const PATIENCE: Duration = Duration::from_secs(3);

// Short enough for the clock to be looked at often.
const STEP: u64 = 20;

/// Returns the engine's move without keeping other tasks waiting.
pub(crate) async fn think(position: Position, level: Level) -> Result<Cell> {
    let thinking = tokio::task::spawn_blocking(move || choose(&position, level));
    thinking.await?.context("the round is over")
}

/// Returns the engine's move, or none when the round is over.
pub fn choose(position: &Position, level: Level) -> Option<Cell> {
    let began = Instant::now();
    // Another seed each time, so that nobody learns by heart how to beat it.
    let seed = crate::clock::now().0;
    let enough = level.playouts(position.rules());
    let mut search = Search::new(position, level, seed)?;
    while !search.step(STEP).done && search.playouts() < enough && began.elapsed() < PATIENCE {}
    Some(search.best())
}
