//! Draws the lobby. What is drawn depends on nothing but the state and the size.

use near_primitives::types::AccountId;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tic_tac_toe_client::table::Table;
use tic_tac_toe_rules::{Game as _, Outcome};

use super::app::{App, Tab};
use crate::local::BOT;
use crate::screen::{BOLD, SMALLEST, Theme, draw_title, draw_too_small, shorten};
use crate::text::{players, terms};

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, theme: Theme) {
    if draw_too_small(frame, "The lobby", SMALLEST) {
        return;
    }
    let [title, tabs, list, notice, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Fill(1),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    draw_lobby_title(frame, title, app);
    draw_tabs(frame, tabs, app, theme);
    draw_games(frame, list, app);
    draw_notice(frame, notice, app, theme);
    frame.render_widget(Line::styled(offered_keys(app, keys.width), BOLD), keys);
    if let Some(popup) = &app.popup {
        popup.draw(frame, theme);
    }
}

/// Returns the keys that do something now, on one line, without words where there is little room.
fn offered_keys(app: &App, width: u16) -> String {
    let offered = app.offered_keys();
    let named = offered.iter().map(|(key, does)| format!(" {key} {does} ")).collect::<Vec<_>>().concat();
    let line = format!("{named} ? help  q quit");
    if line.chars().count() <= usize::from(width) {
        return line;
    }
    let bare = offered.iter().map(|(key, _)| format!(" {key}")).collect::<Vec<_>>().concat();
    format!("{bare}  ? help  q quit")
}

fn draw_lobby_title(frame: &mut Frame, area: Rect, app: &App) {
    let who = app.account.as_ref().map_or_else(|| "watching".to_owned(), ToString::to_string);
    let who = match app.turns {
        0 => who,
        1 => format!("{who} · your turn"),
        turns => format!("{who} · your turn in {turns} games"),
    };
    draw_title(frame, area, "Arena on NEAR", &format!("{} · {who}", app.chain_name));
}

fn draw_tabs(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let mut spans: Vec<Span> = vec![Span::raw(" ")];
    for tab in Tab::ALL {
        let name = match tab {
            Tab::Open => "Open".to_owned(),
            Tab::Mine if app.turns > 0 => format!("Mine: {} to move", app.turns),
            Tab::Mine => "Mine".to_owned(),
            Tab::All => "All".to_owned(),
        };
        // Brackets show without colours too.
        spans.push(if tab == app.tab {
            Span::styled(format!("[{name}] "), theme.cursor())
        } else {
            Span::raw(format!(" {name}  "))
        });
    }
    let (page, has_more) = app.page();
    if page > 1 || has_more {
        let more = if has_more { ", n: more" } else { "" };
        spans.push(Span::raw(format!(" page {page}{more}")));
    }
    frame.render_widget(Line::from(spans), area);
}

fn draw_games(frame: &mut Frame, area: Rect, app: &App) {
    let inside = area.inner(Margin::new(1, 0));
    let Some(games) = &app.games else {
        frame.render_widget(Line::raw("Asking the chain ..."), inside);
        return;
    };
    if games.is_empty() {
        let create = match (app.account.is_some(), app.has_menu) {
            (true, true) => format!(" Press c to create one; with {BOT} as the other you play the bot."),
            (true, false) => " Press c to create one.".to_owned(),
            (false, _) => String::new(),
        };
        let text = Paragraph::new(format!("No games here.{create}")).wrap(Wrap { trim: true });
        frame.render_widget(text, inside);
        return;
    }
    let width = usize::from(inside.width);
    // As many as there are lines, the chosen one among them.
    let rows = usize::from(inside.height).max(1);
    let hidden = (app.selected + 1).saturating_sub(rows);
    let lines: Vec<Line> = games
        .iter()
        .enumerate()
        .skip(hidden)
        .map(|(index, game)| {
            let is_chosen = index == app.selected;
            let sign = if is_chosen { ">" } else { " " };
            let line =
                Line::raw(shorten(&format!("{sign} {}", line_of(game, app.account.as_ref(), width)), width));
            if is_chosen { line.style(BOLD) } else { line }
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

fn line_of(table: &Table, account: Option<&AccountId>, width: usize) -> String {
    let (id, rules) = (table.game_id().to_string(), table.position.rules().to_string());
    let players = players(table);
    if width < 70 {
        return format!("{id:>3} {:<11} {rules} {players}", standing(table, account));
    }
    format!("{id:>3} {rules:<17} {:<12} {players}", standing(table, account))
}

fn standing(table: &Table, account: Option<&AccountId>) -> String {
    if let Some(seat) = table.free_seat() {
        return format!("seat {} free", seat.number());
    }
    match table.position.outcome() {
        Outcome::InProgress { .. } if account.is_some() && table.next_player() == account => {
            "your turn".to_owned()
        }
        Outcome::InProgress { next } => format!("{next} to move"),
        Outcome::Won { winner, .. } => format!("{winner} has won"),
        Outcome::Draw => "drawn".to_owned(),
    }
}

/// Says by which terms a game is played, if it has any beside its rules.
fn terms_of(table: &Table) -> String {
    let (id, rules, terms) = (table.game_id(), table.position.rules(), terms(table));
    if terms.is_empty() { terms } else { format!("Game {id}: {rules}{terms}") }
}

fn draw_notice(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let (said, style) = app.notice.said(theme);
    // Lines of the list have no room for it.
    let terms = app.chosen().filter(|_| said.is_empty()).map_or_else(String::new, terms_of);
    let text = Paragraph::new(format!("{said}{terms}")).style(style).wrap(Wrap { trim: true });
    frame.render_widget(text, area.inner(Margin::new(1, 0)));
}
