//! What all screens share: the terminal, keys and messages, sentences for the person, and the parts around a board.

mod ascii;
mod keyboard;
mod layout;
mod lines;
mod notice;
mod panels;
mod restarts;
mod runner;
mod terminal;
mod theme;

use std::io::{IsTerminal, stdin, stdout};
use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior};

pub use notice::Notice;
pub use terminal::Terminal;
pub use theme::Theme;

pub(crate) use layout::{Areas, FEWEST_ROWS, FIXED_ROWS, SMALLEST};
pub(crate) use lines::{draw_centred, draw_lines, draw_sides, medium_glyph};
pub(crate) use notice::STILL_PENDING;
pub(crate) use panels::{draw_panel, draw_popup, draw_too_small, popup_area, shorten};
pub(crate) use restarts::notice_restarts;
pub(crate) use runner::{Input, Screen, ScreenRunner};
pub(crate) use theme::BOLD;

/// Returns whether there is a terminal that can show a screen.
pub(crate) fn has_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb
}

/// Ticks for polling. Those that were missed while a transaction took its time are not made up for: the newest answer
/// is as good.
pub(crate) fn poll_ticks(every: Duration) -> Interval {
    let mut ticks = tokio::time::interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

#[cfg(test)]
mod tests {
    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test]
    async fn a_slow_transaction_is_followed_by_one_poll_and_not_by_all_that_were_missed() {
        let every = Duration::from_millis(100);
        let mut ticks = poll_ticks(every);
        ticks.tick().await;

        sleep(every * 5).await;

        ticks.tick().await;
        assert!(timeout(every / 2, ticks.tick()).await.is_err());
    }
}
