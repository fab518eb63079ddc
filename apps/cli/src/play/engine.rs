//! The engine at a table: it thinks for as long as its level needs, and not much longer than people like to wait.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tic_tac_toe_engine::{Level, Search};
use tic_tac_toe_rules::{Cell, Position};

const PATIENCE: Duration = Duration::from_secs(3);

// Short enough for the clock to be looked at often.
const STEP: u64 = 20;

// The last search of the strongest level, which knows something of the moves that follow. With several games at once it
// is often that of another one, and of no use.
static LAST_SEARCH: Mutex<Option<Search<Position>>> = Mutex::new(None);

/// Returns the engine's move without keeping other tasks waiting.
pub(crate) async fn think(position: Position, level: Level) -> Result<Cell> {
    let thinking = tokio::task::spawn_blocking(move || choose(&position, level));
    thinking.await?.context("the round is over")
}

/// Returns the engine's move, or none when the round is over.
pub fn choose(position: &Position, level: Level) -> Option<Cell> {
    let began = Instant::now();
    let enough = level.playouts(position.rules());
    let mut search = follow(position, level).or_else(|| {
        // Another seed each time, so that nobody learns by heart how to beat it.
        Search::new(position, level, crate::clock::now().0)
    })?;
    while !search.step(STEP).done && search.playouts() < enough && began.elapsed() < PATIENCE {}
    let cell = search.best();
    if level == Level::Strong {
        *LAST_SEARCH.lock().unwrap_or_else(PoisonError::into_inner) = Some(search);
    }
    Some(cell)
}

fn follow(position: &Position, level: Level) -> Option<Search<Position>> {
    if level < Level::Strong {
        return None;
    }
    LAST_SEARCH.lock().unwrap_or_else(PoisonError::into_inner).take()?.follow(position)
}
