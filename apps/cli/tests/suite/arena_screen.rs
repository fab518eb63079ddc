//! What the screen of the arena shows, at several sizes, and what keys and messages do to it.

use std::fmt::Write as _;

use near_primitives::types::AccountId;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use rstest::rstest;
use tic_tac_toe_cli::play::app::{App, Effect, EngineTask, Message, Request, Setup, WayOut};
use tic_tac_toe_cli::play::feedback::Dialog;
use tic_tac_toe_cli::play::view::{self, DrawOptions};
use tic_tac_toe_cli::screen::{Notice, Theme};
use tic_tac_toe_client::table::{Action, Table, TableId};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Event, Reason, Score, Starts, Timestamp};
use tic_tac_toe_rules::{Cell, Game as _, Players, Rules};

const NAMES: [&str; 4] = ["alice.test.near", "bob.test.near", "carol.test.near", "dave.test.near"];
const NOW: Timestamp = Timestamp(1_000_000_000_000);

// Both capture the upper left mini-field, O before X, and O is sent to the upper right one.
const ULTIMATE: [(u8, u8); 13] =
    [(0, 0), (1, 0), (3, 0), (1, 1), (3, 3), (1, 2), (3, 7), (0, 3), (0, 1), (0, 5), (2, 6), (6, 0), (0, 2)];

fn account(seat: usize) -> AccountId {
    NAMES[seat].parse().unwrap()
}

fn game(rules: &str, players: u8) -> Table {
    let rules: Rules = rules.parse().unwrap();
    let count = usize::from(players);
    Table {
        id: TableId::Arena(GameId(3)),
        players: (0..count).map(|seat| Some(account(seat))).collect(),
        round: 2,
        position: rules.start(Players::new(players).unwrap()).unwrap(),
        score: Score { wins: vec![1; count], draws: 0 },
        starts: Starts::Host,
        turn_seconds: None,
        turn_since: Some(NOW),
    }
}

fn app_of(table: Table, computers: &[usize]) -> App {
    let seats = 0..table.players.len();
    let (computers, people): (Vec<usize>, Vec<usize>) = seats.partition(|seat| computers.contains(seat));
    let setup = Setup {
        chain_name: "localnet".to_owned(),
        people: people.into_iter().map(account).collect(),
        computers: computers.into_iter().map(account).collect(),
        level: Level::Medium,
        pairing: None,
        confirm: false,
        way_out: WayOut::Shell,
    };
    App::new(setup, table)
}

/// Plays cells in turn, as the chain would tell of them.
fn played(app: &mut App, cells: &[(u8, u8)]) {
    for (row, col) in cells {
        let table = app.table();
        let seat = table.turn().expect("somebody is to move");
        let player = table.player(seat).unwrap().clone();
        let (game_id, round) = (table.game_id(), u32::try_from(table.round).unwrap());
        let moved = Event::MoveMade { game_id, round, player, seat: seat.number(), row: *row, col: *col };
        app.on_message(Message::Happened(moved.into(), NOW));
    }
}

fn draw_as(app: &App, width: u16, height: u16, theme: Theme) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let options = DrawOptions { theme, now: NOW };
    terminal.draw(|frame| view::draw(frame, app, options)).unwrap();
    terminal.backend().clone()
}

/// The screen, and below it where something is coloured, bold, dim or reversed.
fn draw(app: &App, width: u16, height: u16, theme: Theme) -> String {
    let backend = draw_as(app, width, height, theme);
    let mut styles = String::new();
    for row in backend.buffer().content.chunks(usize::from(width)) {
        for cell in row {
            styles.push(match (cell.fg, cell.modifier) {
                (Color::LightRed, _) => 'r',
                (Color::LightMagenta, _) => 'm',
                (_, modifier) if modifier.contains(Modifier::REVERSED) => 'R',
                (_, modifier) if modifier.contains(Modifier::BOLD) => 'B',
                _ => '.',
            });
        }
        styles.push('\n');
    }
    let mut shown = String::new();
    write!(shown, "{backend}\n{styles}").unwrap();
    shown
}

fn press(app: &mut App, code: KeyCode) -> Option<Effect> {
    app.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn engine_move(app: &mut App, task: EngineTask, cell: Cell) -> Option<Effect> {
    app.on_message(Message::EngineMove(task, cell))
}

fn keys(app: &mut App, keys: &str) -> Option<Effect> {
    keys.chars().map(|key| press(app, KeyCode::Char(key))).last().flatten()
}

#[rstest]
fn an_ultimate_board_shows_where_to_play_and_who_holds_what(
    #[values((40, 15), (80, 24), (120, 40))] (width, height): (u16, u16),
    #[values(Theme::Colour, Theme::Plain)] theme: Theme,
) {
    let mut app = app_of(game("ultimate:any", 2), &[]);
    played(&mut app, &ULTIMATE);
    insta::assert_snapshot!(format!("ultimate_{width}x{height}_{theme:?}"), draw(&app, width, height, theme));
}

#[rstest]
fn a_grid_grows_shrinks_and_scrolls_with_the_terminal(
    #[values("5x7:4", "19x19:5")] rules: &str,
    #[values((40, 15), (80, 24), (120, 40))] (width, height): (u16, u16),
    #[values(Theme::Colour, Theme::Plain)] theme: Theme,
) {
    let mut app = app_of(game(rules, 4), &[]);
    played(&mut app, &[(2, 3), (1, 1), (3, 3), (0, 6), (4, 4)]);
    let name = rules.replace(':', "_");
    insta::assert_snapshot!(
        format!("grid_{name}_{width}x{height}_{theme:?}"),
        draw(&app, width, height, theme)
    );
}

#[test]
fn a_won_round_shows_its_line_and_the_new_score() {
    let mut app = app_of(game("5x5:3", 2), &[]);
    played(&mut app, &[(1, 1), (0, 0), (2, 2), (0, 1), (3, 3)]);
    insta::assert_snapshot!(draw(&app, 80, 24, Theme::Plain));
}

#[test]
fn a_won_game_of_ultimate_shows_the_line_of_mini_fields() {
    // Found by letting both sides play the first legal cell in turn.
    let mut app = app_of(game("ultimate:closing", 2), &[]);
    while let Some(cell) = { app.table().position.legal_moves().next() } {
        played(&mut app, &[(cell.row, cell.col)]);
    }
    insta::assert_snapshot!(draw(&app, 80, 24, Theme::Plain));
}

#[test]
fn without_colour_not_a_single_cell_is_coloured() {
    let mut app = app_of(game("ultimate", 2), &[]);
    played(&mut app, &ULTIMATE);
    let backend = draw_as(&app, 80, 24, Theme::Plain);
    assert!(backend.buffer().content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

#[test]
fn digits_choose_in_the_mini_field_that_must_be_played() {
    let mut app = app_of(game("ultimate", 2), &[]);
    keys(&mut app, "9");
    assert_eq!(app.cursor, Cell { row: 5, col: 5 });
    played(&mut app, &[(5, 5)]);
    keys(&mut app, "1");
    assert_eq!(app.cursor, Cell { row: 6, col: 6 });
}

#[test]
fn a_mark_in_another_mini_field_is_not_sent() {
    let mut app = app_of(game("ultimate", 2), &[]);
    played(&mut app, &[(4, 4)]);
    app.on_click(Cell { row: 0, col: 0 });

    assert_eq!(press(&mut app, KeyCode::Enter), None);

    assert_eq!(app.feedback.notice, Notice::Info("This mark must go in the central mini-field.".to_owned()));
}

#[test]
fn arrows_and_letters_go_over_the_whole_board_and_around() {
    let mut app = app_of(game("5x7:4", 2), &[]);
    assert_eq!(app.cursor, Cell { row: 2, col: 3 });
    keys(&mut app, "wwwd");
    assert_eq!(app.cursor, Cell { row: 4, col: 4 });
    keys(&mut app, "aaaaas");
    assert_eq!(app.cursor, Cell { row: 0, col: 6 });
}

#[rstest]
#[case::new_round('n', Action::NewRound(None))]
#[case::resigning('R', Action::Resign)]
fn what_ends_a_round_is_asked_for_first(#[case] key: char, #[case] action: Action) {
    let mut app = app_of(game("5x7:4", 2), &[]);
    let request = Request { signer: account(0), round: 2, action };

    assert_eq!(keys(&mut app, &key.to_string()), None);
    assert_eq!(app.feedback.dialog, Some(Dialog::Confirm(Effect::Send(request.clone()))));
    assert_eq!(keys(&mut app, "n"), None);
    keys(&mut app, &key.to_string());
    assert_eq!(keys(&mut app, "y"), Some(Effect::Send(request)));
}

#[test]
fn a_timeout_is_claimed_only_where_there_is_a_clock_and_the_clock_is_shown() {
    let mut app = app_of(game("5x7:4", 2), &[]);
    keys(&mut app, "t");
    assert_eq!(app.feedback.notice, Notice::Info("This game has no time limit.".to_owned()));

    let limited = Table { turn_seconds: Some(90), ..game("5x7:4", 2) };
    let mut app = app_of(limited, &[]);
    assert_eq!(app.table().seconds_left(Timestamp(NOW.0 + 15_500_000_000)), Some(75));
    assert!(draw(&app, 80, 24, Theme::Plain).contains("alice.test.near · 1:30 left"));
    app.setup.people = Vec::new();
    assert!(draw(&app, 40, 15, Theme::Plain).contains("X: waiting for alice.test… · 1:30 left"));
    app.setup.people = vec![account(0)];
    keys(&mut app, "t");
    let request = Request { signer: account(0), round: 2, action: Action::ClaimTimeout };
    assert_eq!(keys(&mut app, "y"), Some(Effect::Send(request)));
}

#[test]
fn the_engine_thinks_when_it_is_its_turn_and_its_move_is_sent() {
    let mut app = app_of(game("5x7:4", 2), &[1]);
    assert_eq!(app.next_engine_task(), None);
    played(&mut app, &[(2, 2)]);

    let Some(task) = app.next_engine_task() else { panic!("bob is to think") };
    assert_eq!(app.next_engine_task(), None);
    assert!(draw(&app, 80, 24, Theme::Plain).contains("O thinks: bob.test.near"));
    let cell = Cell { row: 1, col: 1 };
    let sent = engine_move(&mut app, task, cell);
    let request = Request { signer: account(1), round: 2, action: Action::Play(cell) };
    assert_eq!(sent, Some(Effect::Send(request)));
}

#[test]
fn a_move_of_the_engine_for_a_round_that_is_gone_is_forgotten() {
    let mut app = app_of(game("5x7:4", 2), &[1]);
    played(&mut app, &[(2, 2)]);
    let Some(task) = app.next_engine_task() else { panic!("bob is to think") };
    app.on_message(Message::Happened(
        Event::RoundStarted { game_id: GameId(3), round: 3, seat: 1 }.into(),
        NOW,
    ));

    assert_eq!(engine_move(&mut app, task, Cell { row: 1, col: 1 }), None);

    assert_eq!(app.next_engine_task(), None);
}

#[test]
fn an_event_that_comes_with_the_receipt_and_with_its_block_counts_once() {
    let mut app = app_of(game("5x7:4", 2), &[]);
    played(&mut app, &[(2, 2)]);
    let again = app.live.events()[0].clone();
    app.on_message(Message::Happened(again, NOW));
    assert_eq!((app.live.events().len(), app.live.moves().count()), (1, 1));
    assert_eq!(app.table().next_player().unwrap(), "bob.test.near");
}

#[test]
fn a_click_chooses_the_cell_under_it() {
    let app = app_of(game("5x7:4", 2), &[]);
    let options = DrawOptions { theme: Theme::Plain, now: NOW };
    let screen = Rect::new(0, 0, 80, 24);
    let drawn = draw_as(&app, 80, 24, Theme::Plain);
    // Every empty cell shows one; there are others in the title, where nothing can be chosen.
    let dots = screen.positions().filter(|at| drawn.buffer()[*at].symbol() == "·");
    let cells: Vec<Cell> = dots.filter_map(|point| view::cell_at(screen, &app, options, point)).collect();
    let expected: Vec<Cell> = (0..5).flat_map(|row| (0..7).map(move |col| Cell { row, col })).collect();
    assert_eq!(cells, expected);
}

#[test]
fn a_game_that_is_closed_says_so_and_takes_no_more_moves() {
    let mut app = app_of(game("5x7:4", 2), &[]);
    app.on_message(Message::Happened(Event::GameClosed { game_id: GameId(3), by: account(0) }.into(), NOW));
    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert_eq!(app.feedback.notice, Notice::Info("This game has been closed.".to_owned()));
}

#[rstest]
#[case::grid("5x7:4", (2, 3))]
#[case::ultimate("ultimate", (4, 4))]
fn the_last_move_is_marked_also_while_it_is_chosen(
    #[case] rules: &str,
    #[case] cell: (u8, u8),
    #[values((80, 24), (120, 40))] (width, height): (u16, u16),
) {
    let mut app = app_of(game(rules, 2), &[]);
    played(&mut app, &[cell]);
    assert!(draw(&app, width, height, Theme::Plain).contains('{'));
    press(&mut app, KeyCode::Left);
    let shown = draw(&app, width, height, Theme::Plain);
    assert!(shown.contains('(') && shown.contains('[') && !shown.contains('{'), "{shown}");
}

/// A terminal's colours: the background, the text, and the bright red and magenta of its palette.
const THEMES: [(&str, [u32; 4]); 8] = [
    ("xterm, dark", [0x00_0000, 0xe5_e5e5, 0xff_0000, 0xff_00ff]),
    ("xterm, light", [0xff_ffff, 0x00_0000, 0xff_0000, 0xff_00ff]),
    ("GNOME, dark", [0x1e_1e1e, 0xd0_cfcc, 0xf6_6151, 0xc0_61cb]),
    ("GNOME, light", [0xff_ffff, 0x1e_1e1e, 0xf6_6151, 0xc0_61cb]),
    ("Windows", [0x0c_0c0c, 0xcc_cccc, 0xe7_4856, 0xb4_009e]),
    ("macOS", [0xff_ffff, 0x00_0000, 0xfc_391f, 0xf9_35f8]),
    ("Solarized, dark", [0x00_2b36, 0x83_9496, 0xcb_4b16, 0x6c_71c4]),
    ("Solarized, light", [0xfd_f6e3, 0x65_7b83, 0xcb_4b16, 0x6c_71c4]),
];

/// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
fn contrast(one: u32, other: u32) -> f64 {
    let luminance = |colour: u32| {
        let [_, red, green, blue] = colour.to_be_bytes().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

/// WCAG asks for 3 where text is large or bold. Whatever is dim is no text.
#[rstest]
fn everything_can_be_read_on_dark_light_and_solarized_backgrounds(
    #[values("ultimate:any", "5x5:3")] rules: &str,
    #[values((80, 24), (120, 40))] (width, height): (u16, u16),
) {
    let mut app = app_of(game(rules, 2), &[]);
    let cells: &[(u8, u8)] = match rules {
        "5x5:3" => &[(1, 1), (0, 0), (2, 2), (0, 1), (3, 3)],
        _ => &ULTIMATE,
    };
    played(&mut app, cells);
    app.on_message(Message::Failed("Refused: for the test.".to_owned()));
    for cell in &draw_as(&app, width, height, Theme::Colour).buffer().content {
        let is_text = cell.symbol().chars().any(char::is_alphanumeric);
        assert!(!(is_text && cell.modifier.contains(Modifier::DIM)), "{cell:?}");
        for (theme, [background, text, red, magenta]) in THEMES {
            let foreground = match cell.fg {
                Color::Reset => text,
                Color::LightRed => red,
                Color::LightMagenta => magenta,
                other => panic!("{other} is not readable everywhere"),
            };
            let contrast = contrast(foreground, background);
            assert!(cell.bg == Color::Reset && contrast >= 3.0, "{theme}: {contrast} of {cell:?}");
        }
    }
}

fn footer(app: &App, width: u16, height: u16) -> String {
    let shown = draw_as(app, width, height, Theme::Plain).to_string();
    shown.lines().last().unwrap().trim_matches(['"', ' ']).to_owned()
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
#[case::large(120, 40)]
fn the_footer_offers_what_can_be_done_now_and_no_more(#[case] width: u16, #[case] height: u16) {
    let mut app = app_of(game("classic", 2), &[]);
    let keys = |app: &App| {
        let footer = footer(app, width, height);
        ["1-9", "Enter", "n", "R", "t", "h", "m", "?", "q"]
            .into_iter()
            .filter(|key| footer.split_whitespace().any(|word| word == *key))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(keys(&app), "1-9 Enter n R h ? q");
    app.setup.way_out = WayOut::Menu;
    app.setup.people.truncate(1);
    played(&mut app, &[(1, 1)]);
    assert_eq!(keys(&app), "n R m ? q", "bob plays from elsewhere");
    played(&mut app, &[(0, 0), (0, 2), (0, 1), (2, 0)]);
    assert_eq!(keys(&app), "n m ? q", "the round is over");
    app.setup.people.clear();
    assert_eq!(keys(&app), "m ? q", "somebody watches");
}

#[rstest]
#[case::grid("5x7:4", "it any more, it is drawn.")]
#[case::first("ultimate:first", "it stays playable.")]
#[case::any("ultimate:any", "who has a line in it.")]
#[case::closing("ultimate:closing", "who is sent there is free.")]
fn the_rules_are_shown_to_their_last_word(#[case] rules: &str, #[case] last: &str) {
    let mut app = app_of(game(rules, 2), &[]);
    keys(&mut app, "??");
    let screen = draw_as(&app, 80, 24, Theme::Plain).to_string();
    // The popup has 37 columns in the middle; each line begins with a quote.
    let inside = screen.lines().map(|line| line.chars().skip(23).take(37).collect::<String>());
    let text = inside.collect::<Vec<_>>().join(" ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(last), "{screen}");
}

#[rstest]
#[case::resigned(Reason::Resigned, "resigned")]
#[case::timed_out(Reason::TimedOut, "ran out of time")]
fn the_screen_says_who_left_and_how(
    #[case] reason: Reason,
    #[case] words: &str,
    #[values((40, 15), (80, 24), (120, 40))] (width, height): (u16, u16),
) {
    let mut app = app_of(game("classic", 2), &[]);
    let out = Event::PlayerOut { game_id: GameId(3), round: 2, player: account(1), seat: 2, reason };
    app.on_message(Message::Happened(out.into(), NOW));
    let shown = draw(&app, width, height, Theme::Plain);
    assert!(shown.contains("X has won") && shown.contains(&format!(" {words} ")), "{shown}");
    assert!(shown.contains(", bob.test"), "{shown}");
}

#[test]
fn a_new_round_costs_the_one_whose_time_is_over() {
    let limited = Table { turn_seconds: Some(90), ..game("classic", 2) };
    let mut app = app_of(limited, &[]);
    app.setup.people = vec![account(1)];
    keys(&mut app, "n");
    assert!(draw(&app, 80, 24, Theme::Plain).contains("bob.test.near loses this round."));
    let late = DrawOptions { theme: Theme::Plain, now: Timestamp(NOW.0 + 91_000_000_000) };
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| view::draw(frame, &app, late)).unwrap();
    assert!(terminal.backend().to_string().contains("alice.test.near loses this round."));
}

#[test]
fn digits_stand_on_the_board_only_where_somebody_may_press_them() {
    let mut app = app_of(game("classic", 2), &[]);
    let has_digits = |app: &App| draw(app, 80, 24, Theme::Plain).contains('9');
    assert!(has_digits(&app));
    app.setup.people.clear();
    assert!(!has_digits(&app), "somebody watches");
    let mut app = app_of(game("classic", 2), &[]);
    played(&mut app, &[(1, 1), (0, 0), (0, 2), (0, 1), (2, 0)]);
    assert!(!has_digits(&app), "the round is over");
}
