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

// Of a palette's colours only these two can be read on dark, light and Solarized backgrounds alike: the dark ones vanish
// on black, the other bright ones on white.
const ALARMING: Color = Color::LightRed;
const STRIKING: Color = Color::LightMagenta;

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

    /// Returns the style of a mark. X is as bright as text, and so is the fourth mark: each has a shape of its own.
    pub(crate) fn mark(self, mark: impl Into<Seat>) -> Style {
        let colours = [Color::Reset, ALARMING, STRIKING, Color::Reset];
        self.coloured(colours[mark.into().index()])
    }

    pub(crate) fn winning(self, mark: impl Into<Seat>) -> Style {
        self.mark(mark).add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn cursor(self) -> Style {
        self.coloured(STRIKING)
    }

    /// Returns the style of lines and dots, which nobody has to read. Not a grey: some palettes have the background's
    /// colour there.
    #[expect(clippy::unused_self, reason = "every style is asked of the theme")]
    pub(crate) const fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn problem(self) -> Style {
        self.coloured(ALARMING)
    }

    pub(crate) fn question(self) -> Style {
        self.coloured(STRIKING)
    }

    fn coloured(self, colour: Color) -> Style {
        match self {
            Self::Colour => BOLD.fg(colour),
            Self::Plain => BOLD,
        }
    }
}
