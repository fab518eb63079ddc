//! Everything around a board that looks the same whatever is played.

use std::fmt::Display;

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Flex, Layout, Rect, Size};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use tic_tac_toe_client::Cost;

use super::layout::Areas;
use super::talk::{Dialog, Notice, Talk};
use super::theme::{BOLD, Theme};

const POPUP_WIDTH: u16 = 39;

/// Draws a border with a title where there is room, and gives what is left.
pub(crate) fn draw_panel(frame: &mut Frame, area: Rect, title: &str, has_border: bool, theme: Theme) -> Rect {
    if !has_border {
        return Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    }
    let block = Block::bordered().title(format!(" {title} ")).border_style(theme.faint());
    let inside = block.inner(area);
    frame.render_widget(block, area);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}

/// Draws how the game stands.
pub(crate) fn draw_turn(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let text = shorten(text, usize::from(area.width).saturating_sub(2));
    frame.render_widget(Line::styled(format!(" {text}"), style), area);
}

/// Draws what is asked or said; a sentence that needs more room takes it from the events.
pub(crate) fn draw_notice<R>(
    frame: &mut Frame,
    areas: &Areas,
    talk: &Talk<R>,
    question: impl FnOnce(&R) -> String,
    theme: Theme,
) {
    let (text, style) = match (&talk.dialog, &talk.notice) {
        (Some(Dialog::Confirm(request)), _) => {
            (format!("{} y or Enter: yes, any other key: no", question(request)), theme.question())
        }
        (_, Notice::None) => (String::new(), Style::new()),
        (_, Notice::Info(text)) => (text.clone(), Style::new()),
        (_, Notice::Problem(text) | Notice::Offline(text)) => (text.clone(), theme.problem()),
    };
    let area = areas.notice;
    let width = area.width.saturating_sub(2);
    // Words do not fill every line to its end.
    let lines = text.chars().count() / usize::from(width * 3 / 4) + 1;
    let most = area.height + areas.events.height;
    let height = u16::try_from(lines).unwrap_or(most).clamp(area.height, most);
    let inside = Rect { x: area.x + 1, width, height, ..area };
    frame.render_widget(Clear, inside);
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), inside);
}

/// Draws the latest events that there is room for.
pub(crate) fn draw_events(frame: &mut Frame, areas: &Areas, events: &[impl Display], theme: Theme) {
    // A border needs three lines to have something inside.
    let has_border = areas.is_roomy && areas.events.height >= 3;
    let inside = draw_panel(frame, areas.events, "Events", has_border, theme);
    let hidden = events.len().saturating_sub(usize::from(inside.height));
    let width = usize::from(inside.width);
    let shown = events.iter().skip(hidden);
    let lines: Vec<Line> =
        shown.map(|event| Line::styled(shorten(&event.to_string(), width), theme.faint())).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

/// Draws what the last transaction cost.
pub(crate) fn draw_cost(frame: &mut Frame, area: Rect, cost: Option<Cost>, theme: Theme) {
    if let Some(cost) = cost {
        frame.render_widget(Line::styled(format!(" last tx: {cost}"), theme.faint()), area);
    }
}

/// Draws which keys there are, on one line.
pub(crate) fn draw_keys(frame: &mut Frame, area: Rect, keys: &str) {
    frame.render_widget(Line::styled(keys, BOLD), area);
}

/// Draws a box in the middle of the screen.
pub(crate) fn draw_popup(frame: &mut Frame, title: &str, lines: Vec<Line<'_>>, border: Style) {
    let height = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let [row] = Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(frame.area());
    let [popup] = Layout::horizontal([Constraint::Length(POPUP_WIDTH)]).flex(Flex::Center).areas(row);
    let block = Block::bordered().title(format!(" {title} ")).border_style(border);
    frame.render_widget(Clear, popup);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), popup);
}

/// Says which size is needed, instead of everything else.
pub(crate) fn draw_too_small(frame: &mut Frame, what: &str, needed: Size) {
    let Rect { width, height, .. } = frame.area();
    let sentence = format!(
        "{what} needs {}x{} characters; this terminal has {width}x{height}.",
        needed.width, needed.height
    );
    let text = Paragraph::new(sentence).wrap(Wrap { trim: true }).alignment(Alignment::Center);
    frame.render_widget(text, frame.area());
}

/// The text, cut to a width.
pub(crate) fn shorten(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}
