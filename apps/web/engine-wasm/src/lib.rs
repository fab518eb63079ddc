//! The computer for JavaScript: a search that begins, goes on in steps and tells its best move, and an analysis that
//! tells what a position is worth.
//!
//! The game is written onto the same page as for the rules (see `tic-tac-toe-rules-wasm`). How long to think is up to
//! JavaScript, which has a clock.
//!
//! What an analysis knows is written onto the sheet:
//!
//! | words | meaning |
//! |---|---|
//! | 1 | [`UNPROVEN`], [`WINS`] or [`DRAWS`] |
//! | 1 | the seat that can force a win or has won, else 0 |
//! | 1 | with how many further marks of its own at most; 0 when the game is over |
//! | 4 | the chance of each seat to win, in thousandths of a win |
//! | 1 + n | how many cells the best line has, and these, the best move first |

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::boxed::Box;
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use tic_tac_toe_engine::{Analysis, Evaluation, Grade, Level, Search, Verdict};
use tic_tac_toe_rules::{Cell, Position};
use tic_tac_toe_rules_wasm::{GAME_OVER, Pages};

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// What [`Thinking::begin`] answers when no level has this number.
pub const NO_SUCH_LEVEL: i32 = -7;

/// Nothing is proven about the end of the game.
pub const UNPROVEN: u16 = 0;
/// Somebody can force a win, or has won.
pub const WINS: u16 = 1;
/// Nobody can force a win.
pub const DRAWS: u16 = 2;

/// Nothing is to be said about a move.
pub const FINE: u32 = 0;
/// A move was a mistake.
pub const MISTAKE: u32 = 1;
/// A move was a blunder.
pub const BLUNDER: u32 = 2;

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
        number(self.search.best(), self.cols).into()
    }
}

/// An analysis in the hands of JavaScript.
pub struct Analysing {
    analysis: Analysis,
    cols: u8,
}

impl Analysing {
    /// Begins to analyse the game on the page, after so many steps; or refuses as the rules do.
    ///
    /// # Errors
    ///
    /// When the page has no such game, or when one of its steps is refused.
    pub fn begin(pages: &Pages, steps: usize) -> Result<Self, i32> {
        let position = pages.position(steps)?;
        Ok(Self { analysis: Analysis::new(&position), cols: position.rules().cols() })
    }

    /// Goes on for so many playouts; whether more would find nothing.
    pub fn step(&mut self, playouts: u64) -> bool {
        self.analysis.step(playouts).done
    }

    /// Writes what is known so far onto the sheet.
    pub fn write(&self, pages: &Pages) {
        let Evaluation { chances, verdict, line } = self.analysis.evaluation();
        let proven = match verdict {
            None => [UNPROVEN, 0, 0],
            Some(Verdict::Win { winner, marks }) => [WINS, winner.number().into(), marks],
            Some(Verdict::Draw) => [DRAWS, 0, 0],
        };
        let count = u16::try_from(line.len()).unwrap_or(0);
        let line = line.into_iter().map(|cell| number(cell, self.cols));
        pages.write_words(proven.into_iter().chain(chances).chain([count]).chain(line));
    }
}

fn number(cell: Cell, cols: u8) -> u16 {
    u16::from(cell.row) * u16::from(cols) + u16::from(cell.col)
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

/// Begins to analyse the game on the page; null when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn analyse(steps: u32) -> *mut Analysing {
    match Analysing::begin(Pages::shared(), steps as usize) {
        Ok(analysing) => Box::into_raw(Box::new(analysing)),
        Err(_) => ptr::null_mut(),
    }
}

/// Goes on for so many playouts; 1 when more would find nothing, else 0.
///
/// # Safety
///
/// `analysing` is what [`analyse`] gave, and [`forget`] has not been called with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deepen(analysing: *mut Analysing, playouts: u32) -> u32 {
    // SAFETY: the caller promises that this is a live analysis, and JavaScript calls one function at a time.
    let analysing = unsafe { &mut *analysing };
    analysing.step(playouts.into()).into()
}

/// Writes what is known so far onto the sheet.
///
/// # Safety
///
/// `analysing` is what [`analyse`] gave, and [`forget`] has not been called with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn evaluate(analysing: *const Analysing) {
    // SAFETY: the caller promises that this is a live analysis, and JavaScript calls one function at a time.
    unsafe { &*analysing }.write(Pages::shared());
}

/// Ends the analysis.
///
/// # Safety
///
/// `analysing` is what [`analyse`] gave, and this is called with it once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn forget(analysing: *mut Analysing) {
    // SAFETY: the caller promises that this came from a box and is given up.
    drop(unsafe { Box::from_raw(analysing) });
}

/// Grades a move by its player's chances before and after it, and by whether (1) it was the best one or not (0).
#[unsafe(no_mangle)]
pub extern "C" fn grade(before: u32, after: u32, is_best: u32) -> u32 {
    let chance = |thousandths: u32| u16::try_from(thousandths).unwrap_or(u16::MAX);
    match tic_tac_toe_engine::grade(chance(before), chance(after), is_best != 0) {
        None => FINE,
        Some(Grade::Mistake) => MISTAKE,
        Some(Grade::Blunder) => BLUNDER,
    }
}

fn take_last() -> Option<Thinking> {
    let last = LAST.swap(ptr::null_mut(), Ordering::Relaxed);
    // SAFETY: what is kept came from a box, was given up by its caller, and is forgotten by the swap.
    (!last.is_null()).then(|| *unsafe { Box::from_raw(last) })
}
