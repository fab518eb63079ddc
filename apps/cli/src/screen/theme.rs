//! Colours, and how the screen does without them.

use ratatui::style::{Color, Modifier, Style};
use tic_tac_toe_rules::Seat;

/// With colours, or with bold, dim and reversed text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Colour,
    /// None, as <https://no-color.org> asks for.
    Plain,
}

/// What stands out with and without colours.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

impl Theme {
    /// Returns what the environment asks for.
    pub fn from_env() -> Self {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Self::Plain,
            _ => Self::Colour,
        }
    }

    pub(crate) fn mark(self, mark: impl Into<Seat>) -> Style {
        // Yellow and cyan are hard to read on white, and each has a shape of its own anyway.
        let colours = [Color::Blue, Color::Red, Color::Magenta, Color::Green];
        let colour = colours[mark.into().index()];
        self.coloured(colour).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn winning(self, mark: impl Into<Seat>) -> Style {
        match self {
            Self::Colour => Style::new().fg(Color::Black).bg(Color::Green).add_modifier(Modifier::BOLD),
            Self::Plain => self.mark(mark).add_modifier(Modifier::REVERSED),
        }
    }

    pub(crate) fn cursor(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of what matters less. Not a grey: some palettes have the background's colour there.
    #[expect(clippy::unused_self, reason = "every style is asked of the theme")]
    pub(crate) const fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn problem(self) -> Style {
        self.coloured(Color::Red).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn question(self) -> Style {
        self.coloured(Color::Magenta).add_modifier(Modifier::BOLD)
    }

    fn coloured(self, colour: Color) -> Style {
        match self {
            Self::Colour => Style::new().fg(colour),
            Self::Plain => Style::new(),
        }
    }
}
