//! Borders, boxes and texts that look the same on every screen.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Rect, Size};
use ratatui::style::{Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::theme::{BOLD, Theme};

const POPUP_WIDTH: u16 = 39;

/// Draws a border with a title where there is room, and gives what is left.
pub(crate) fn draw_panel(frame: &mut Frame, area: Rect, title: &str, has_border: bool, theme: Theme) -> Rect {
    if !has_border {
        return Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    }
    let block = Block::bordered().title(format!(" {title} ").not_dim()).border_style(theme.faint());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// Returns where a box with so many lines is drawn.
pub(crate) fn popup_area(screen: Rect, lines: usize) -> Rect {
    let height = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
    screen.centered(Constraint::Length(POPUP_WIDTH), Constraint::Length(height))
}

/// Draws a box in the middle of the screen.
pub(crate) fn draw_popup(frame: &mut Frame, title: &str, lines: Vec<Line<'_>>, border: Style) {
    let popup = popup_area(frame.area(), lines.len());
    let block = Block::bordered().title(format!(" {title} ").not_dim()).border_style(border);
    frame.render_widget(Clear, popup);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), popup);
}

/// Returns whether a key says yes to a question.
pub(crate) const fn is_yes(code: KeyCode) -> bool {
    matches!(code, KeyCode::Enter | KeyCode::Char('y' | 'Y'))
}

/// Draws the first line of a screen: what it is where there is room, and what matters more.
pub(crate) fn draw_title(frame: &mut Frame, area: Rect, what: &str, details: &str) {
    let (long, width) = (format!(" {what} · {details}"), usize::from(area.width));
    let fits = long.chars().count() <= width;
    let title = if fits { long } else { shorten(&format!(" {details}"), width) };
    frame.render_widget(Line::styled(title, BOLD), area);
}

/// Says which size is needed, instead of everything else, if the screen is smaller; returns whether it is.
pub(crate) fn draw_too_small(frame: &mut Frame, what: &str, needed: Size) -> bool {
    let Rect { width, height, .. } = frame.area();
    if width >= needed.width && height >= needed.height {
        return false;
    }
    let sentence = format!(
        "{what} needs {}x{} characters; this terminal has {width}x{height}.",
        needed.width, needed.height
    );
    let text = Paragraph::new(sentence).wrap(Wrap { trim: true }).alignment(Alignment::Center);
    frame.render_widget(text, frame.area());
    true
}

/// Returns the text, cut to a width.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}
