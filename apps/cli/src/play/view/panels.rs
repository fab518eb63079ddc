//! What stands around the board: who plays, the moves, whose turn it is, what can be done.

use near_primitives::types::AccountId;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tic_tac_toe_client::Game;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::Outcome;

use crate::play::app::{App, Request};
use crate::play::score::Score;
use crate::screen::{self, Areas, BOLD, Theme, draw_panel, draw_popup, shorten};

const KEYS: &str = " ←↑↓→ 1-9 mouse choose   Enter play   n new game   ? help   q quit";
const SHORT_KEYS: &str = " ←↑↓→ 1-9  Enter play  n new  ? help  q";
const HELP: [&str; 9] = [
    "arrows, 1-9   choose a cell",
    "mouse         choose a cell",
    "Enter         play it",
    "n             new game",
    "?             this help",
    "q, Ctrl-C     quit",
    "",
    "Every move is a signed transaction.",
    "Any key closes this.",
];

pub(super) fn draw_title(frame: &mut Frame, area: Rect, app: &App) {
    let game = app.game.as_ref().map_or_else(String::new, |game| format!(" · game {}", game.id));
    let title = format!(" Tic-tac-toe on NEAR · {}{game}", app.table.chain_name);
    frame.render_widget(Line::styled(title, BOLD), area);
}

pub(super) fn draw_players(frame: &mut Frame, areas: &Areas, app: &App, theme: Theme) {
    let inside = draw_panel(frame, areas.players, "Players", areas.is_roomy, theme);
    let Some([x, o]) = players(app) else {
        frame.render_widget(Line::styled("nobody yet", theme.faint()), inside);
        return;
    };
    let lines = [(Mark::X, x), (Mark::O, o)].map(|(mark, player)| {
        let name = shorten(player.as_str(), usize::from(inside.width).saturating_sub(2));
        let Score { won, lost, drawn } = app.score(player);
        let score = format!("  won {won} lost {lost} drawn {drawn}");
        [
            Line::from(vec![Span::styled(format!("{mark} "), theme.mark(mark)), Span::raw(name)]),
            Line::styled(score, theme.faint()),
        ]
    });
    frame.render_widget(Paragraph::new(lines.concat()), inside);
}

pub(super) fn draw_moves(frame: &mut Frame, areas: &Areas, app: &App, theme: Theme) {
    let inside = draw_panel(frame, areas.moves, "Moves", areas.is_roomy, theme);
    let mut spans: Vec<Span> = Vec::new();
    for step in app.moves() {
        spans.push(Span::styled(step.mark.to_string(), theme.mark(step.mark)));
        spans.push(Span::raw(format!("{} ", step.cell.number())));
    }
    // Where there is no border, there is no room for a title either.
    if !areas.is_roomy {
        spans.insert(0, Span::styled("Moves ", theme.faint()));
    }
    let lines = Line::from(spans);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inside);
}

pub(super) fn draw_turn(frame: &mut Frame, area: Rect, app: &App, theme: Theme) {
    let (text, style) = turn(app, theme);
    screen::draw_turn(frame, area, &text, style);
}

pub(super) fn draw_keys(frame: &mut Frame, areas: &Areas) {
    screen::draw_keys(frame, areas.keys, if areas.is_roomy { KEYS } else { SHORT_KEYS });
}

pub(super) fn draw_help(frame: &mut Frame, theme: Theme) {
    let lines = HELP.into_iter().map(|line| Line::from(format!(" {line}"))).collect();
    draw_popup(frame, "Help", lines, theme.cursor());
}

fn players(app: &App) -> Option<[&AccountId; 2]> {
    let of_game = app.game.as_ref().map(|game| [&game.p1, &game.p2]);
    of_game.or_else(|| app.table.pairing.as_ref().map(|[p1, p2]| [p1, p2]))
}

fn turn(app: &App, theme: Theme) -> (String, Style) {
    if let Some(request) = app.talk.pending.awaited() {
        return (under_way(request), theme.question());
    }
    match &app.game {
        None if app.is_loaded => ("No game yet. Press n to start one.".to_owned(), BOLD),
        None => ("Asking the chain ...".to_owned(), theme.faint()),
        Some(game) => standing(app, game, theme),
    }
}

fn standing(app: &App, game: &Game, theme: Theme) -> (String, Style) {
    match game.board.outcome() {
        Outcome::InProgress { next } if app.is_here(game.player(next)) => {
            (format!("{next} to move: {}", game.player(next)), theme.mark(next))
        }
        Outcome::InProgress { next } => {
            (format!("{next} to move: waiting for {}", game.player(next)), theme.faint())
        }
        Outcome::Won { winner, .. } => {
            (format!("{winner} has won: {}", game.player(winner)), theme.mark(winner))
        }
        Outcome::Draw => ("Drawn: nobody has three in a row.".to_owned(), BOLD),
    }
}

fn under_way(request: &Request) -> String {
    match request {
        Request::NewGame { .. } => "Starting a new game ...".to_owned(),
        Request::Play { cell, .. } => format!("Playing cell {} ...", cell.number()),
    }
}

pub(super) fn question(request: &Request) -> String {
    match request {
        Request::NewGame { .. } => "This game has not ended. Start another?".to_owned(),
        Request::Play { cell, player, .. } => format!("Play cell {} for {player}?", cell.number()),
    }
}
