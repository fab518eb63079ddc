//! The computer opponent for JavaScript: a search that begins, goes on in steps and tells its best move.
//!
//! The game is written onto the same page as for the rules (see `tic-tac-toe-rules-wasm`, whose functions this
//! module has too). How long to think is up to JavaScript, which has a clock.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::boxed::Box;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use tic_tac_toe_engine::{Level, Search};
use tic_tac_toe_rules::Position;
use tic_tac_toe_rules_wasm::{GAME_OVER, Pages};

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// What [`Thinking::begin`] answers when no level has this number.
pub const NO_SUCH_LEVEL: i32 = -7;

/// The last search that ended, which knows something of the moves that follow.
static LAST: AtomicPtr<Thinking> = AtomicPtr::new(ptr::null_mut());

/// A search in the hands of JavaScript.
pub struct Thinking {
    search: Search<Position>,
    level: Level,
    cols: u8,
}

impl Thinking {
    /// Begins to think about the game on the page, after so many steps; or refuses as the rules do. An earlier search
    /// of the same game and level is followed where it can be.
    ///
    /// # Errors
    ///
    /// When the page has no such game, when one of its steps is refused, when the game is over, or when no level
    /// has this number: 0 is easy, 1 medium, 2 strong.
    pub fn begin(
        pages: &Pages,
        steps: usize,
        level: usize,
        seed: u64,
        last: Option<Self>,
    ) -> Result<Self, i32> {
        let position = pages.position(steps)?;
        let level = *Level::ALL.get(level).ok_or(NO_SUCH_LEVEL)?;
        let followed = last.filter(|last| last.level == level).and_then(|last| last.search.follow(&position));
        let search = followed.or_else(|| Search::new(&position, level, seed)).ok_or(GAME_OVER)?;
        Ok(Self { search, level, cols: position.rules().cols() })
    }

    /// Goes on for so many playouts; whether more would not change the answer any more.
    pub fn step(&mut self, playouts: u64) -> bool {
        self.search.step(playouts).done
    }

    /// The cell that it would mark, numbered in reading order of the whole board.
    #[must_use]
    pub fn best(&self) -> i32 {
        let place = self.search.best();
        i32::from(place.row) * i32::from(self.cols) + i32::from(place.col)
    }
}

/// Begins to think about the game on the page; null when there is nothing to think about.
///
/// The seed decides between moves that are equally good, so that games differ.
#[unsafe(no_mangle)]
pub extern "C" fn begin(steps: u32, level: u32, seed: u32) -> *mut Thinking {
    match Thinking::begin(Pages::shared(), steps as usize, level as usize, seed.into(), take_last()) {
        Ok(thinking) => Box::into_raw(Box::new(thinking)),
        Err(_) => ptr::null_mut(),
    }
}

/// Goes on for so many playouts; 1 when more would not change the answer any more, else 0.
///
/// # Safety
///
/// `thinking` is what [`begin`] gave, and [`finish`] has not been called with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn step(thinking: *mut Thinking, playouts: u32) -> u32 {
    // SAFETY: the caller promises that this is a live search, and JavaScript calls one function at a time.
    let thinking = unsafe { &mut *thinking };
    thinking.step(playouts.into()).into()
}

/// Ends the search and gives the cell that it would mark. What it found out is kept for the next one.
///
/// # Safety
///
/// `thinking` is what [`begin`] gave, and this is called with it once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn finish(thinking: *mut Thinking) -> i32 {
    drop(take_last());
    LAST.store(thinking, Ordering::Relaxed);
    // SAFETY: the caller promises that this is a live search, and JavaScript calls one function at a time.
    unsafe { &*thinking }.best()
}

fn take_last() -> Option<Thinking> {
    let last = LAST.swap(ptr::null_mut(), Ordering::Relaxed);
    // SAFETY: what is kept came from a box, was given up by its caller, and is forgotten by the swap.
    (!last.is_null()).then(|| *unsafe { Box::from_raw(last) })
}
