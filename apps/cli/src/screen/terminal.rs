//! The terminal while a screen is on it: taken as a whole, and put back as it was at the end.

use std::io::stdout;

use anyhow::{Context, Result};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, Frame};

use super::ascii;

/// The terminal while a screen is on it. Dropping it, also in a panic, gives it back.
pub struct Terminal {
    terminal: DefaultTerminal,
    is_ascii: bool,
}

impl Terminal {
    /// Takes the whole terminal, with its mouse.
    pub fn open() -> Result<Self> {
        Ok(Self { terminal: take()?, is_ascii: ascii::is_wanted() })
    }

    /// Gives the terminal back to the shell until the program is continued, as Ctrl-Z does elsewhere.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> Result<()> {
        use signal_hook::consts::SIGTSTP;
        give_back();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        self.terminal = take()?;
        Ok(())
    }

    /// Draws a screen, and says how large it is.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<Rect> {
        let is_ascii = self.is_ascii;
        let drawn = self.terminal.draw(|frame| {
            draw(frame);
            if is_ascii {
                ascii::rewrite(frame.buffer_mut());
            }
        })?;
        Ok(drawn.area)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> Result<DefaultTerminal> {
    let terminal = ratatui::try_init().context("this terminal cannot show the game")?;
    execute!(stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

fn give_back() {
    // There is nobody left to tell when the terminal itself is gone.
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}
