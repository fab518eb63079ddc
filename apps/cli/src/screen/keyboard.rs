//! The keyboard and the mouse, read on a thread of their own for as long as a screen wants them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

// How long a screen that is gone may still keep the keyboard.
const PAUSE: Duration = Duration::from_millis(50);

// A terminal that has gone away keeps its reader busy for ever, so it is not waited for longer than this.
const PATIENCE: u32 = 10;

/// Passes on what is pressed. Dropping it leaves the keyboard to the next screen.
pub(super) struct Keyboard {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Keyboard {
    /// Reads as long as what is pressed can be passed on.
    pub(super) fn open(pass_on: impl Fn(Event) -> bool + Send + 'static) -> Self {
        // From now on a change of the terminal's size is noticed, however late the thread begins.
        let _ = event::poll(Duration::ZERO);
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            while !ends.load(Ordering::Relaxed) {
                match event::poll(PAUSE) {
                    Ok(false) => {}
                    Ok(true) if event::read().is_ok_and(&pass_on) => {}
                    Ok(true) | Err(_) => return,
                }
            }
        });
        Self { is_over, thread }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for _ in 0..PATIENCE {
            if self.thread.is_finished() {
                return;
            }
            thread::sleep(PAUSE);
        }
    }
}
