//! `analyse`: what each move of a round was worth, by the engine.

mod history;
mod report;

use std::io::{IsTerminal, stderr};
use std::num::NonZero;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use tic_tac_toe_engine::{Analysis, Evaluation};
use tic_tac_toe_rules::Position;

use crate::args::AnalyseArgs;
use crate::commands::print;
use crate::signal::ended_by_signal;

// Short enough for the clock and Ctrl-C to be looked at often.
const STEP: u64 = 16;

/// How long to think about a position.
#[derive(Clone, Copy, Debug)]
enum Budget {
    Time(Duration),
    Playouts(u64),
}

/// Reads a round, analyses it and prints what was found, after Ctrl-C what was found so far.
///
/// # Errors
///
/// When the game or its round is not there, or a server does not answer.
pub async fn run(args: &AnalyseArgs) -> Result<()> {
    let mut ended = pin!(ended_by_signal()?);
    let round = tokio::select! {
        round = history::read(args) => round?,
        () = &mut ended => return Ok(()),
    };
    let budget = args.playouts.map_or(Budget::Time(args.seconds), Budget::Playouts);
    let (positions, work) = (round.positions(), Arc::new(Work::default()));
    let mut thinking = tokio::task::spawn_blocking({
        let work = Arc::clone(&work);
        move || work.run(&positions, budget)
    });
    let evaluations = tokio::select! {
        evaluations = &mut thinking => evaluations?,
        () = &mut ended => {
            work.is_stopped.store(true, Ordering::Relaxed);
            thinking.await?
        }
    };
    if args.one_game.script.json {
        print(report::json(&round, &evaluations))
    } else {
        print(report::text(&round, &evaluations))
    }
}

/// The positions that are being analysed, by as many threads as the machine has cores, but one.
#[derive(Debug, Default)]
struct Work {
    next: AtomicUsize,
    done: AtomicUsize,
    is_stopped: AtomicBool,
}

impl Work {
    /// Returns what is known of each position; nothing of those that were not begun.
    fn run(&self, positions: &[Position], budget: Budget) -> Vec<Option<Evaluation>> {
        let evaluations: Vec<Mutex<Option<Evaluation>>> =
            positions.iter().map(|_| Mutex::default()).collect();
        show_progress(0, positions.len());
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 0..(cores - 1).clamp(1, positions.len()) {
                scope.spawn(|| self.take_turns(positions, &evaluations, budget));
            }
        });
        show_progress(0, 0);
        evaluations.into_iter().map(|slot| slot.into_inner().ok().flatten()).collect()
    }

    fn take_turns(&self, positions: &[Position], slots: &[Mutex<Option<Evaluation>>], budget: Budget) {
        while !self.is_stopped.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let (Some(position), Some(slot)) = (positions.get(index), slots.get(index)) else { return };
            let evaluation = self.think(position, budget);
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(evaluation);
            }
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            show_progress(done, positions.len());
        }
    }

    fn think(&self, position: &Position, budget: Budget) -> Evaluation {
        let (began, mut analysis) = (Instant::now(), Analysis::new(position));
        let mut playouts = 0;
        loop {
            let is_enough = match budget {
                Budget::Time(limit) => began.elapsed() >= limit,
                Budget::Playouts(most) => playouts >= most,
            };
            if is_enough || self.is_stopped.load(Ordering::Relaxed) {
                return analysis.evaluation();
            }
            let step = match budget {
                Budget::Time(_) => STEP,
                Budget::Playouts(most) => STEP.min(most - playouts),
            };
            let progress = analysis.step(step);
            if progress.done {
                return analysis.evaluation();
            }
            playouts = progress.playouts;
        }
    }
}

/// Shows on a terminal how far the work has come, on a line of its own, which is empty again when there is none.
fn show_progress(done: usize, all: usize) {
    if stderr().is_terminal() {
        let text = if all > 0 { format!("{done} of {all} positions") } else { String::new() };
        eprint!("\r\x1b[K{text}");
    }
}
