//! The terminal while a screen is on it: taken as a whole, and put back as it was at the end.

use std::io::stdout;

use anyhow::{Context, Result};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, Frame};

/// The terminal while a screen is on it. Dropping it, also in a panic, gives it back.
pub struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the whole terminal, with its mouse.
    ///
    /// # Errors
    ///
    /// When there is no terminal, or it can't show a full screen.
    pub fn open() -> Result<Self> {
        let terminal = Self(ratatui::try_init().context("this terminal cannot show the game")?);
        execute!(stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Draws a screen, and says how large it is.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<Rect> {
        Ok(self.0.draw(draw)?.area)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is nobody left to tell when the terminal itself is gone.
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}
