//! Draws a game of the arena. What is drawn depends on nothing but the state, the time and the size.

use ratatui::Frame;
use ratatui::layout::{Position as Point, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_rules::{Cell, Game as _, Outcome, Seat, Victory};

use super::app::{App, Deed, Request};
use super::board::{Board, Look, Signs, board_of};
use crate::screen::{
    self, Areas, BOLD, Dialog, FIXED_ROWS, SMALLEST, Theme, draw_panel, draw_popup, draw_too_small, shorten,
};

// The least that the players' names and scores need beside the board.
const SIDE: u16 = 20;

// With less room for whose turn it is, fewer words say it.
const NARROW: usize = 56;

// Of a name there is always so much.
const SHORTEST_NAME: usize = 4;

const KEYS: &str = " ←↑↓→ hjkl 1-9 mouse choose   Enter play   r round   R resign   ? help   q quit";
const SHORT_KEYS: &str = " ←↑↓→ hjkl 1-9  Enter  r R t  ? help  q";
const HELP: [&str; 11] = [
    "arrows, hjkl  choose a cell",
    "1-9, mouse    choose a cell",
    "Enter         play it",
    "r             new round",
    "R             resign",
    "t             claim a timeout",
    "?             this help",
    "q, Ctrl-C     quit",
    "",
    "Every move is a signed transaction.",
    "Any key closes this.",
];

/// How a game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Colours.
    pub theme: Theme,
    /// Marks.
    pub signs: Signs,
    /// What time it is.
    pub now: Timestamp,
}

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, style: Manner) {
    let board = board_of(&app.game.position);
    let Some(areas) = areas(frame.area(), board.as_ref()) else {
        draw_too_small(frame, "This board", smallest(board.as_ref()));
        return;
    };
    draw_title(frame, areas.title, app);
    board.draw(frame, areas.board, look(app, style));
    draw_players(frame, &areas, app, style);
    draw_moves(frame, &areas, app, style);
    draw_turn(frame, areas.turn, app, style);
    screen::draw_events(frame, &areas, app.events(), style.theme);
    screen::draw_notice(frame, &areas, &app.talk, |request| question(app, request), style.theme);
    screen::draw_cost(frame, areas.cost, app.talk.cost, style.theme);
    screen::draw_keys(frame, areas.keys, if areas.keys.width >= 80 { KEYS } else { SHORT_KEYS });
    if app.talk.dialog == Some(Dialog::Help) {
        draw_help(frame, style.theme);
    }
}

/// The cell at a point of a screen of this size.
#[must_use]
pub fn cell_at(screen: Rect, app: &App, style: Manner, point: Point) -> Option<Cell> {
    let board = board_of(&app.game.position);
    let areas = areas(screen, board.as_ref())?;
    board.cell_at(areas.board, look(app, style), point)
}

fn look(app: &App, style: Manner) -> Look {
    Look { chosen: app.cursor, is_open: app.is_open(), theme: style.theme, signs: style.signs }
}

/// The smallest screen for this board.
fn smallest(board: &dyn Board) -> Size {
    let Size { width, height } = board.smallest();
    Size { width: (width + 2 + SIDE).max(SMALLEST.width), height: (height + FIXED_ROWS).max(SMALLEST.height) }
}

fn areas(screen: Rect, board: &dyn Board) -> Option<Areas> {
    let smallest = smallest(board);
    if screen.width < smallest.width || screen.height < smallest.height {
        return None;
    }
    let room = Size { width: screen.width - 2 - SIDE, height: screen.height - FIXED_ROWS };
    Some(Areas::around(board.size_within(room), 1, screen))
}

fn draw_title(frame: &mut Frame, area: Rect, app: &App) {
    let game = &app.game;
    let (chain, rules) = (&app.table.chain_name, game.position.rules());
    let long = format!(" Arena on NEAR · {chain} · game {} · {rules} · round {}", game.id, game.round);
    let short = format!(" {chain} · game {} · {rules} · round {}", game.id, game.round);
    let fits = long.chars().count() <= usize::from(area.width);
    frame.render_widget(Line::styled(if fits { long } else { short }, BOLD), area);
}

fn draw_players(frame: &mut Frame, areas: &Areas, app: &App, style: Manner) {
    let draws = app.game.score.draws;
    let title = format!("Players · drawn {draws}");
    let inside = draw_panel(frame, areas.players, &title, areas.is_roomy, style.theme);
    let lines: Vec<Line> = app
        .game
        .position
        .players()
        .seats()
        .map(|seat| player_line(app, seat, usize::from(inside.width), style))
        .collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

fn player_line(app: &App, seat: Seat, width: usize, style: Manner) -> Line<'static> {
    let won = app.game.score.wins.get(seat.index()).copied().unwrap_or_default();
    let after = if app.game.position.is_out(seat) { format!(" {won} out") } else { format!(" {won}") };
    let name = app.game.player(seat).map_or_else(|| "free".to_owned(), ToString::to_string);
    let name = shorten(&name, width.saturating_sub(2 + after.chars().count()));
    let mark = Span::styled(format!("{} ", style.signs.mark(seat)), style.theme.mark(seat));
    let name_style = if app.game.turn() == Some(seat) { BOLD } else { Style::new() };
    Line::from(vec![mark, Span::styled(name, name_style), Span::styled(after, style.theme.faint())])
}

fn draw_moves(frame: &mut Frame, areas: &Areas, app: &App, style: Manner) {
    let inside = draw_panel(frame, areas.moves, "Moves", areas.is_roomy, style.theme);
    let words: Vec<(Seat, String)> = app
        .moves()
        .map(|(seat, Cell { row, col })| (seat, format!("{}{row},{col}", style.signs.mark(seat))))
        .collect();
    // The latest moves are what people look for.
    let per_line = usize::from(inside.width / 8).max(1);
    let hidden = words.len().saturating_sub(per_line * usize::from(inside.height));
    let mut spans: Vec<Span> = Vec::new();
    for (seat, word) in words.into_iter().skip(hidden) {
        spans.push(Span::styled(word, style.theme.mark(seat)));
        spans.push(Span::raw(" "));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }), inside);
}

fn draw_turn(frame: &mut Frame, area: Rect, app: &App, style: Manner) {
    let (text, look) = turn(app, style, usize::from(area.width).saturating_sub(2));
    screen::draw_turn(frame, area, &text, look);
}

fn turn(app: &App, style: Manner, width: usize) -> (String, Style) {
    let theme = style.theme;
    if app.is_closed {
        return ("This game has been closed.".to_owned(), BOLD);
    }
    if let Some(request) = app.talk.pending.awaited() {
        return (under_way(request), theme.question());
    }
    if let Some(seat) = app.game.free_seat() {
        let id = app.game.id;
        return (format!("Seat {} is free: tic-tac-toe play --game {id} --as …", seat.number()), BOLD);
    }
    match app.game.position.outcome() {
        Outcome::InProgress { next } => to_move(app, next, style, width),
        Outcome::Won { winner, by } => {
            let how = match by {
                Victory::Line => "",
                Victory::LastLeft => ", the others are out",
            };
            (format!("{} has won: {}{how}", style.signs.mark(winner), name(app, winner)), theme.mark(winner))
        }
        Outcome::Draw => ("Drawn: nobody can win any more.".to_owned(), BOLD),
    }
}

fn to_move(app: &App, next: Seat, style: Manner, width: usize) -> (String, Style) {
    let (mark, player) = (style.signs.mark(next), name(app, next));
    let is_narrow = width < NARROW;
    let clock = match app.seconds_left(style.now) {
        Some(0) if is_narrow => " · time over: t".to_owned(),
        Some(0) => " · time is over, t claims it".to_owned(),
        Some(left) => format!(" · {}:{:02} left", left / 60, left % 60),
        None => String::new(),
    };
    if app.thinking.is_some() {
        return (
            fitting(width, &format!("{mark} thinks: "), &player, &format!(" ...{clock}")),
            style.theme.question(),
        );
    }
    let is_here = app.game.player(next).is_some_and(|player| app.is_here(player));
    if !is_here {
        let waiting = if is_narrow { ": waiting for " } else { " to move: waiting for " };
        return (fitting(width, &format!("{mark}{waiting}"), &player, &clock), style.theme.faint());
    }
    let mut text = fitting(width, &format!("{mark} to move: "), &player, &clock);
    // The board shows it too.
    let whereabouts = board_of(&app.game.position).whereabouts().map(|words| format!(" · {words}"));
    if let Some(words) = whereabouts.filter(|words| text.chars().count() + words.chars().count() <= width) {
        text.push_str(&words);
    }
    (text, style.theme.mark(next))
}

/// The words with a name among them, which is cut first where there is little room.
fn fitting(width: usize, before: &str, name: &str, after: &str) -> String {
    let room = width.saturating_sub(before.chars().count() + after.chars().count());
    format!("{before}{}{after}", shorten(name, room.max(SHORTEST_NAME)))
}

fn name(app: &App, seat: Seat) -> String {
    app.game.player(seat).map_or_else(|| format!("seat {}", seat.number()), ToString::to_string)
}

fn under_way(request: &Request) -> String {
    match request.deed {
        Deed::Play(Cell { row, col }) => format!("{} plays row {row} col {col} ...", request.signer),
        Deed::Restart => "Beginning a new round ...".to_owned(),
        Deed::Resign => "Resigning ...".to_owned(),
        Deed::Claim => "Claiming the timeout ...".to_owned(),
    }
}

fn question(app: &App, request: &Request) -> String {
    let signer = &request.signer;
    match request.deed {
        Deed::Play(Cell { row, col }) => format!("Play row {row} col {col} for {signer}?"),
        Deed::Restart if app.game.is_over() => "Begin another round?".to_owned(),
        Deed::Restart => "This round has not ended. Begin another?".to_owned(),
        Deed::Resign => format!("Shall {signer} leave this round?"),
        Deed::Claim => "Put the player to move out of this round?".to_owned(),
    }
}

fn draw_help(frame: &mut Frame, theme: Theme) {
    let lines = HELP.iter().map(|line| Line::raw(format!(" {line}"))).collect();
    draw_popup(frame, "Keys", lines, theme.faint());
}
