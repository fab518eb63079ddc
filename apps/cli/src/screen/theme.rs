//! Colours, and how the screen does without them.

use ratatui::style::{Color, Modifier, Style};
use tic_tac_toe_rules::Seat;

/// With colours, or with bold, dim and reversed text alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Colours.
    Colour,
    /// None, as <https://no-color.org> asks for.
    Plain,
}

/// What stands out with and without colours.
pub(crate) const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

impl Theme {
    /// Returns what the environment asks for.
    #[must_use]
    pub fn from_env() -> Self {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Self::Plain,
            _ => Self::Colour,
        }
    }

    pub(crate) fn mark(self, mark: impl Into<Seat>) -> Style {
        let colours = [Color::Cyan, Color::Yellow, Color::Magenta, Color::Blue];
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

    pub(crate) fn faint(self) -> Style {
        match self {
            Self::Colour => Style::new().fg(Color::DarkGray),
            Self::Plain => Style::new().add_modifier(Modifier::DIM),
        }
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
