//! Draws the play screen. What is drawn depends on nothing but the state, the time and the size.

use ratatui::Frame;
use ratatui::layout::{Position as Point, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};
use tic_tac_toe_client::table::{Action, TableId};
use tic_tac_toe_interface::arena::{Reason, Timestamp};
use tic_tac_toe_rules::{Cell, Game as _, Outcome, Seat, Victory};

use super::app::{App, Command, Effect, Request, WayOut};
use super::board::{Board, BoardOptions, board_of, symbol};
use super::feedback::Dialog;
use crate::screen::{
    Areas, BOLD, FEWEST_ROWS, FIXED_ROWS, SMALLEST, Theme, draw_panel, draw_popup, draw_title,
    draw_too_small, shorten,
};

// The least that the players' names and scores need beside the board.
const SIDE: u16 = 20;

// With less room for whose turn it is, fewer words say it.
const NARROW: usize = 56;

// Of a name there is always so much.
const SHORTEST_NAME: usize = 4;

/// How a table is drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawOptions {
    pub theme: Theme,
    pub now: Timestamp,
}

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App, options: DrawOptions) {
    let board = board_of(&app.table().position);
    let Some(areas) = areas(frame.area(), board.as_ref()) else {
        draw_too_small(frame, "This board", smallest(board.as_ref()));
        return;
    };
    draw_game_title(frame, areas.title, app);
    board.draw(frame, areas.board, board_options(app, options));
    draw_players(frame, &areas, app, options);
    draw_moves(frame, &areas, app, options);
    draw_turn(frame, areas.turn, app, options);
    draw_events(frame, &areas, app, options.theme);
    draw_notice(frame, &areas, app, options);
    if let Some(cost) = app.feedback.cost {
        frame.render_widget(Line::raw(format!(" last tx: {cost}")), areas.cost);
    }
    frame.render_widget(Line::styled(keys(app, areas.keys.width), BOLD), areas.keys);
    match app.feedback.dialog {
        Some(Dialog::Help) => draw_help(frame, app, options.theme),
        Some(Dialog::Rules) => {
            let title = app.table().position.rules().to_string();
            let lines = board.rules().into_iter().map(|line| Line::raw(format!(" {line}"))).collect();
            draw_popup(frame, &title, lines, options.theme.faint());
        }
        Some(Dialog::Confirm(_)) | None => {}
    }
}

/// Returns the cell at a point of a screen of this size.
pub fn cell_at(screen: Rect, app: &App, options: DrawOptions, point: Point) -> Option<Cell> {
    let board = board_of(&app.table().position);
    let areas = areas(screen, board.as_ref())?;
    board.cell_at(areas.board, board_options(app, options), point)
}

fn board_options(app: &App, options: DrawOptions) -> BoardOptions {
    let is_open = app.is_open();
    let has_digits = is_open && !app.setup.people.is_empty();
    BoardOptions { chosen: app.cursor, last: app.last_move(), is_open, has_digits, theme: options.theme }
}

/// Returns the smallest screen for this board.
fn smallest(board: &dyn Board) -> Size {
    let Size { width, height } = board.smallest();
    Size { width: (width + 2 + SIDE).max(SMALLEST.width), height: (height + FIXED_ROWS).max(SMALLEST.height) }
}

fn areas(screen: Rect, board: &dyn Board) -> Option<Areas> {
    let smallest = smallest(board);
    if screen.width < smallest.width || screen.height < smallest.height {
        return None;
    }
    let room = |rows| Size { width: screen.width - 2 - SIDE, height: screen.height - rows };
    // A board that has to be scrolled gets every line that can be spared.
    let rows = if board.is_whole_within(room(FIXED_ROWS)) { FIXED_ROWS } else { FEWEST_ROWS };
    Some(Areas::around(board.size_within(room(rows)), screen))
}

fn draw_game_title(frame: &mut Frame, area: Rect, app: &App) {
    let table = app.table();
    let game = match table.id {
        TableId::OneGame if table.round == 0 => String::new(),
        TableId::OneGame => format!("game {} · classic", table.round),
        TableId::Arena(id) => format!("game {id} · {} · round {}", table.position.rules(), table.round),
    };
    // First, where little room is left for the rest.
    let game = match (app.setup.people.is_empty(), game.as_str()) {
        (true, "") => " · watching".to_owned(),
        (true, game) => format!(" · watching {game}"),
        (false, "") => String::new(),
        (false, game) => format!(" · {game}"),
    };
    draw_title(frame, area, "Tic-tac-toe on NEAR", &format!("{}{game}", app.setup.chain_name));
}

fn draw_players(frame: &mut Frame, areas: &Areas, app: &App, options: DrawOptions) {
    let title = format!("Players · drawn {}", app.table().score.draws);
    let inside = draw_panel(frame, areas.players, &title, areas.is_roomy, options.theme);
    let width = usize::from(inside.width);
    let lines: Vec<Line> = app.table().seats().map(|seat| player_line(app, seat, width, options)).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

fn player_line(app: &App, seat: Seat, width: usize, options: DrawOptions) -> Line<'static> {
    let table = app.table();
    let won = table.score.wins.get(seat.index()).copied().unwrap_or_default();
    let after = if table.position.is_out(seat) { format!(" {won} out") } else { format!(" {won}") };
    // Before the first game those are shown who will play it.
    let expected = app.setup.pairing.as_ref().filter(|_| table.id == TableId::OneGame);
    let player = table.player(seat).or_else(|| expected?.get(seat.index()));
    let name = player.map_or_else(|| "free".to_owned(), ToString::to_string);
    let name = shorten(&name, width.saturating_sub(2 + after.chars().count()));
    let mark = Span::styled(format!("{} ", symbol(seat)), options.theme.mark(seat));
    let name_style = if table.turn() == Some(seat) { BOLD } else { Style::new() };
    Line::from(vec![mark, Span::styled(name, name_style), Span::raw(after)])
}

fn draw_moves(frame: &mut Frame, areas: &Areas, app: &App, options: DrawOptions) {
    let inside = draw_panel(frame, areas.moves, "Moves", areas.is_roomy, options.theme);
    let words: Vec<(Seat, String)> = app
        .live
        .moves()
        .map(|(seat, Cell { row, col })| (seat, format!("{}{row},{col}", symbol(seat))))
        .collect();
    // The latest moves are what people look for.
    let per_line = usize::from(inside.width / 8).max(1);
    let hidden = words.len().saturating_sub(per_line * usize::from(inside.height));
    let mut spans: Vec<Span> = Vec::new();
    for (seat, word) in words.into_iter().skip(hidden) {
        spans.push(Span::styled(word, options.theme.mark(seat)));
        spans.push(Span::raw(" "));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)).wrap(Wrap { trim: true }), inside);
}

fn draw_turn(frame: &mut Frame, area: Rect, app: &App, options: DrawOptions) {
    let width = usize::from(area.width).saturating_sub(2);
    let (text, style) = turn(app, options, width);
    frame.render_widget(Line::styled(format!(" {}", shorten(&text, width)), style), area);
}

fn turn(app: &App, options: DrawOptions, width: usize) -> (String, Style) {
    let (theme, table) = (options.theme, app.table());
    if app.live.is_closed() {
        return (app.why_closed().to_owned(), BOLD);
    }
    if let Some(request) = app.feedback.pending.awaited() {
        return (progress(request), theme.question());
    }
    match (table.free_seat(), table.id) {
        (Some(_), TableId::OneGame) => return ("No game yet. Press n to start one.".to_owned(), BOLD),
        (Some(seat), TableId::Arena(id)) => {
            return (format!("Seat {} is free: tic-tac-toe play --game {id} --as …", seat.number()), BOLD);
        }
        (None, _) => {}
    }
    match table.position.outcome() {
        Outcome::InProgress { next } => to_move(app, next, options, width),
        Outcome::Won { winner, by } => {
            let mark = symbol(winner);
            // Where there is little room, who has won is told by the mark alone.
            let won = if by == Victory::Line || width >= NARROW {
                format!("{mark} has won: {}", name(app, winner))
            } else {
                format!("{mark} has won")
            };
            let text = match (by, app.last_out()) {
                (Victory::Line, _) => won,
                (Victory::LastLeft, Some((player, reason))) => {
                    fitting(width, &format!("{won}, "), player.as_str(), how_left(reason))
                }
                (Victory::LastLeft, None) => format!("{won}, the others are out"),
            };
            (text, theme.mark(winner))
        }
        Outcome::Draw => ("Drawn: nobody can win any more.".to_owned(), BOLD),
    }
}

const fn how_left(reason: Reason) -> &'static str {
    match reason {
        Reason::Resigned => " resigned",
        Reason::TimedOut => " ran out of time",
    }
}

fn to_move(app: &App, next: Seat, options: DrawOptions, width: usize) -> (String, Style) {
    let (mark, player) = (symbol(next), name(app, next));
    let is_narrow = width < NARROW;
    let clock = match app.table().seconds_left(options.now) {
        Some(0) if is_narrow => " · time over: t".to_owned(),
        Some(0) => " · time is over, t claims it".to_owned(),
        Some(left) => format!(" · {}:{:02} left", left / 60, left % 60),
        None => String::new(),
    };
    if app.thinking.is_some() {
        let text = fitting(width, &format!("{mark} thinks: "), &player, &format!(" ...{clock}"));
        return (text, options.theme.question());
    }
    let is_here = app.table().player(next).is_some_and(|player| app.is_here(player));
    if !is_here {
        let waiting = if is_narrow { ": waiting for " } else { " to move: waiting for " };
        return (fitting(width, &format!("{mark}{waiting}"), &player, &clock), Style::new());
    }
    let mut text = fitting(width, &format!("{mark} to move: "), &player, &clock);
    // The board shows it too.
    let hint = board_of(&app.table().position).hint().map(|words| format!(" · {words}"));
    if let Some(words) = hint.filter(|words| text.chars().count() + words.chars().count() <= width) {
        text.push_str(&words);
    }
    (text, options.theme.mark(next))
}

/// Returns the words with a name among them, which is cut first where there is little room.
fn fitting(width: usize, before: &str, name: &str, after: &str) -> String {
    let room = width.saturating_sub(before.chars().count() + after.chars().count());
    format!("{before}{}{after}", shorten(name, room.max(SHORTEST_NAME)))
}

fn name(app: &App, seat: Seat) -> String {
    app.table().player(seat).map_or_else(|| format!("seat {}", seat.number()), ToString::to_string)
}

fn progress(request: &Request) -> String {
    match request.action {
        Action::Play(Cell { row, col }) => format!("{} plays row {row} col {col} ...", request.signer),
        Action::NewRound(_) => "Starting a new round ...".to_owned(),
        Action::Resign => "Resigning ...".to_owned(),
        Action::ClaimTimeout => "Claiming the timeout ...".to_owned(),
        Action::Join | Action::Close => "Sending ...".to_owned(),
    }
}

fn question(app: &App, effect: &Effect, now: Timestamp) -> String {
    let Effect::Send(Request { signer, action, .. }) = effect else {
        return match app.setup.way_out {
            WayOut::Menu => "This game ends with its chain. Leave it?".to_owned(),
            WayOut::Shell | WayOut::Lobby => "This round has not ended. Quit?".to_owned(),
        };
    };
    match action {
        Action::Play(Cell { row, col }) => format!("Play row {row} col {col} for {signer}?"),
        // Leaving a timed round has its price, unless somebody else's time is over.
        Action::NewRound(_) if app.table().turn().is_some() && app.table().turn_seconds.is_some() => {
            let late = app.table().next_player().filter(|_| app.table().seconds_left(now) == Some(0));
            format!("{} loses this round. Start another?", late.unwrap_or(signer))
        }
        Action::NewRound(_) => "This round has not ended. Start another?".to_owned(),
        Action::Resign => format!("Resign as {signer}?"),
        Action::ClaimTimeout => "Put the player to move out of this round?".to_owned(),
        Action::Join | Action::Close => format!("Sign as {signer}?"),
    }
}

/// Draws the latest events that there is room for.
fn draw_events(frame: &mut Frame, areas: &Areas, app: &App, theme: Theme) {
    // A border needs three lines to have something inside.
    let has_border = areas.is_roomy && areas.events.height >= 3;
    let inside = draw_panel(frame, areas.events, "Events", has_border, theme);
    let events = app.live.events();
    let hidden = events.len().saturating_sub(usize::from(inside.height));
    let width = usize::from(inside.width);
    let shown = events.iter().skip(hidden);
    let lines: Vec<Line> = shown.map(|event| Line::raw(shorten(&event.to_string(), width))).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

/// Draws what is asked or said; a sentence that needs more room takes it from the events, or from what is above.
fn draw_notice(frame: &mut Frame, areas: &Areas, app: &App, options: DrawOptions) {
    let theme = options.theme;
    let asked = match &app.feedback.dialog {
        Some(Dialog::Confirm(effect)) => Some(question(app, effect, options.now)),
        _ => None,
    };
    let (text, style) = match &asked {
        Some(question) => (question.as_str(), theme.question()),
        None => app.feedback.notice.said(theme),
    };
    let area = areas.notice;
    let width = area.width.saturating_sub(2);
    // Words do not fill every line to its end.
    let lines = text.chars().count() / usize::from(width * 3 / 4) + 1;
    let most = (area.height + areas.events.height).max(3);
    let height = u16::try_from(lines).unwrap_or(most).clamp(area.height, most);
    let above = height.saturating_sub(area.height + areas.events.height);
    let inside = Rect { x: area.x + 1, y: area.y - above, width, height };
    frame.render_widget(Clear, inside);
    frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), inside);
}

/// Returns the keys that do something now, on one line, with as many words as there is room for.
fn keys(app: &App, width: u16) -> String {
    match app.feedback.dialog {
        Some(Dialog::Confirm(_)) => return " y, Enter: yes   any other key: no".to_owned(),
        Some(Dialog::Help) => return " ? rules   any other key closes this".to_owned(),
        Some(Dialog::Rules) => return " Any key closes this.".to_owned(),
        None => {}
    }
    let offered = app.offered_keys();
    let named = |gap: &str| {
        let named = offered.iter().map(|(key, name)| format!("{gap}{key} {name}"));
        named.collect::<Vec<_>>().concat()
    };
    let bare: Vec<&str> = offered.iter().map(|(key, _)| *key).collect();
    // Cells are chosen where one can be played, by digits where they name some.
    let [arrows, arrows_and_more, digits] = match (app.offers(Command::Play), has_digits(app)) {
        (true, true) => ["←↑↓→ 1-9", "←↑↓→ wasd 1-9 mouse", "1-9"],
        (true, false) => ["←↑↓→", "←↑↓→ wasd mouse", ""],
        (false, _) => [""; 3],
    };
    let quit = if app.setup.way_out == WayOut::Lobby { "lobby" } else { "quit" };
    let lines = [
        format!("{arrows_and_more}{}   ? help   q {quit}", named("   ")),
        format!("{arrows}{}  ? help  q", named("  ")),
        format!("{digits}{}  ? help  q", named("  ")),
        format!("{arrows}  {}  ? help  q", bare.join(" ")),
    ];
    let fits = |line: &&String| line.chars().count() <= usize::from(width);
    // The first key stands below the title, whatever there is before it.
    let line = lines.iter().find(fits).unwrap_or(&lines[3]);
    format!(" {}", line.trim_start())
}

fn has_digits(app: &App) -> bool {
    board_of(&app.table().position).digit(app.cursor, 1).is_some()
}

fn draw_help(frame: &mut Frame, app: &App, theme: Theme) {
    let is_there = |command: &Command| !(command.needs_arena() && app.table().id == TableId::OneGame);
    let commands = Command::ALL.into_iter().filter(is_there);
    let commands = commands.map(Command::key_and_name).map(|(key, name)| format!("{key:<13} {name}"));
    let mut lines = vec!["arrows, wasd  choose a cell".to_owned()];
    if has_digits(app) {
        lines.push("1-9           choose a cell".to_owned());
    }
    lines.push("mouse         choose, again: play".to_owned());
    lines.extend(commands);
    if app.setup.way_out == WayOut::Menu {
        lines.push("m             menu".to_owned());
    }
    let leave = match app.setup.way_out {
        WayOut::Lobby => "q             back to the lobby",
        WayOut::Shell | WayOut::Menu => "q, Ctrl-C     quit",
    };
    lines.extend(
        [
            "h             hint",
            leave,
            "",
            "No undo (u): moves are transactions.",
            "?: the rules. Any other key: back.",
        ]
        .map(ToOwned::to_owned),
    );
    let lines = lines.iter().map(|line| Line::raw(format!(" {line}"))).collect();
    draw_popup(frame, "Keys", lines, theme.faint());
}
