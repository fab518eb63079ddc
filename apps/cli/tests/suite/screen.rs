//! What the screen of the one-game contract shows, at several sizes, and what keys and messages do to it.

use near_primitives::types::{AccountId, Balance, Gas};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use rstest::rstest;
use tic_tac_toe_cli::play::app::{App, Command, Effect, Message, Request, Setup, WayOut};
use tic_tac_toe_cli::play::feedback::Dialog;
use tic_tac_toe_cli::play::view::{self, DrawOptions};
use tic_tac_toe_cli::screen::{Notice, Theme};
use tic_tac_toe_client::table::{Action, Event, Table};
use tic_tac_toe_client::{Cost, Pending, Receipt};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::one_game::{self, GameView};
use tic_tac_toe_rules::{Cell, Mark};

const EMPTY: &str = ". . .  . . .  . . .";
const WON: &str = "O O X  . X .  X . .";
const MID_GAME: &str = "O . .  . X .  . . X";

fn alice() -> AccountId {
    "alice.test.near".parse().unwrap()
}

fn bob() -> AccountId {
    "bob.test.near".parse().unwrap()
}

fn app_with(people: &[AccountId], table: Table) -> App {
    let setup = Setup {
        chain_name: "localnet".to_owned(),
        people: people.to_vec(),
        computers: Vec::new(),
        level: Level::Medium,
        pairing: Some([alice(), bob()]),
        confirm: false,
        way_out: WayOut::Shell,
    };
    App::new(setup, table)
}

fn app_at(board: &str) -> App {
    app_with(&[alice(), bob()], game(board))
}

fn game(board: &str) -> Table {
    game_between(&alice(), board)
}

fn game_between(x: &AccountId, board: &str) -> Table {
    GameView::new(GameId(3), [x, &bob()], board.parse().unwrap()).try_into().unwrap()
}

/// The cell with a number from 1 to 9.
fn cell(number: u8) -> Cell {
    Cell { row: (number - 1) / 3, col: (number - 1) % 3 }
}

fn moved(mark: Mark, number: u8) -> one_game::Event {
    let player = match mark {
        Mark::X => alice(),
        Mark::O => bob(),
    };
    let Cell { row, col } = cell(number);
    one_game::Event::MoveMade { game_id: GameId(3), player, mark, row, col }
}

fn receipt(events: &[one_game::Event]) -> Receipt {
    let logs = events.iter().map(Events::to_log).collect();
    let cost = Cost {
        gas: Gas::from_gas(1_531_000_000_000),
        near: Balance::from_yoctonear(153_100_000_000_000_000_000),
    };
    Receipt { transaction: near_primitives::hash::CryptoHash::default(), logs, cost }
}

/// Plays cells in turn, as the chain would tell of them.
fn played(app: &mut App, numbers: &[u8]) {
    app.on_message(Message::Table(Some(game(EMPTY))));
    for (index, number) in numbers.iter().enumerate() {
        let mark = if index % 2 == 0 { Mark::X } else { Mark::O };
        app.on_message(Message::Done(receipt(&[moved(mark, *number)])));
        let shown = app.table().clone();
        app.on_message(Message::Table(Some(shown)));
    }
}

const fn options(theme: Theme) -> DrawOptions {
    DrawOptions { theme, now: Timestamp(0) }
}

fn draw(app: &App, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app, options(Theme::Colour))).unwrap();
    terminal.backend().clone()
}

fn press(app: &mut App, code: KeyCode) -> Option<Effect> {
    app.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
#[case::large(120, 40)]
fn a_won_game_shows_its_line_moves_events_and_cost(#[case] width: u16, #[case] height: u16) {
    let mut app = app_at(EMPTY);
    played(&mut app, &[5, 1, 3, 2, 7]);
    insta::assert_snapshot!(format!("won_{width}x{height}"), draw(&app, width, height));
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
fn a_game_under_way_shows_whose_turn_it_is(#[case] width: u16, #[case] height: u16) {
    let mut app = app_at(EMPTY);
    played(&mut app, &[5, 1]);
    insta::assert_snapshot!(format!("under_way_{width}x{height}"), draw(&app, width, height));
}

#[test]
fn before_the_first_game_the_screen_says_how_to_start() {
    let app = app_with(&[alice(), bob()], Table::before_the_first_game());
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn help_fits_into_the_smallest_screen() {
    let mut app = app_at(MID_GAME);
    press(&mut app, KeyCode::Char('?'));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn a_refusal_is_a_sentence_below_the_board() {
    let mut app = app_at(MID_GAME);
    app.on_message(Message::Failed(
        "Refused: players sign for themselves, but relay.near called for alice.near; call directly."
            .to_owned(),
    ));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn long_names_are_cut_not_wrapped() {
    let long: AccountId = "a".repeat(64).parse().unwrap();
    let app = app_with(std::slice::from_ref(&long), game_between(&long, EMPTY));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn a_screen_that_is_too_small_says_how_large_it_must_be() {
    insta::assert_snapshot!(draw(&app_at(EMPTY), 39, 14));
}

#[test]
fn without_colour_not_a_single_cell_is_coloured() {
    let mut app = app_at(WON);
    app.on_message(Message::Failed("Refused: for the test.".to_owned()));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| view::draw(frame, &app, options(Theme::Plain))).unwrap();

    let cells = &terminal.backend().buffer().content;

    assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let winning_cells_and_lines = 3 * 3;
    assert_eq!(cells.iter().filter(|cell| cell.symbol() == "*").count(), winning_cells_and_lines * 2);
}

#[rstest]
#[case(40, 15)]
#[case(80, 24)]
#[case(200, 60)]
fn the_mouse_finds_every_cell(#[case] width: u16, #[case] height: u16) {
    let app = app_at(EMPTY);
    let (screen, area) = (draw(&app, width, height), Rect::new(0, 0, width, height));
    let board = Rect::new(0, 0, width / 2, height);
    let cell_at = |point| view::cell_at(area, &app, options(Theme::Colour), point);
    for number in 1..=9 {
        let symbol = number.to_string();
        let mut shown = board.positions().filter(|at| screen.buffer()[*at].symbol() == symbol);
        assert!(shown.any(|at| cell_at(at) == Some(cell(number))), "cell {number}");
    }
    assert_eq!(cell_at(Position { x: 0, y: 0 }), None);
}

#[test]
fn keys_choose_cells_and_enter_plays() {
    let mut app = app_at(EMPTY);

    press(&mut app, KeyCode::Char('1'));
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Down);
    assert_eq!(app.cursor, cell(6));

    let expected = Request { signer: alice(), round: 3, action: Action::Play(cell(6)) };
    assert_eq!(press(&mut app, KeyCode::Enter), Some(Effect::Send(expected)));
}

#[rstest]
#[case::taken(&[alice(), bob()], MID_GAME, 5, "This cell already holds X. Choose an empty one.")]
#[case::over(&[alice(), bob()], WON, 9, "This round is over. Press n for another.")]
#[case::not_mine(&[alice()], MID_GAME, 2, "It is the turn of bob.test.near.")]
fn a_move_that_is_sure_to_be_refused_is_not_sent(
    #[case] people: &[AccountId],
    #[case] board: &str,
    #[case] number: u8,
    #[case] reason: &str,
) {
    let mut app = app_with(people, game(board));
    app.on_click(cell(number));

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert_eq!(app.feedback.notice, Notice::Info(reason.to_owned()));
}

#[test]
fn what_is_good_to_know_stays_until_a_key_or_until_the_game_goes_on() {
    let mut app = app_at(MID_GAME);
    let good_to_know = Notice::Info("This cell already holds X. Choose an empty one.".to_owned());
    for goes_on in [false, true] {
        app.on_message(Message::Table(Some(game(MID_GAME))));
        press(&mut app, KeyCode::Char('5'));
        press(&mut app, KeyCode::Enter);
        app.on_message(Message::Table(Some(game(MID_GAME))));
        assert_eq!(app.feedback.notice, good_to_know);
        if goes_on {
            app.on_message(Message::Table(Some(game(WON))));
        } else {
            press(&mut app, KeyCode::Up);
        }
        assert_eq!(app.feedback.notice, Notice::None);
    }
}

#[test]
fn with_confirm_a_move_waits_for_yes() {
    let mut app = app_at(EMPTY);
    app.setup.confirm = true;

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert!(matches!(app.feedback.dialog, Some(Dialog::Confirm(_))));
    assert_eq!(press(&mut app, KeyCode::Esc), None);
    assert_eq!(app.feedback.dialog, None);

    press(&mut app, KeyCode::Enter);
    assert!(matches!(
        press(&mut app, KeyCode::Char('y')),
        Some(Effect::Send(Request { action: Action::Play(_), .. }))
    ));
}

#[test]
fn a_new_game_over_an_unfinished_one_is_asked_about() {
    let mut app = app_at(MID_GAME);
    assert_eq!(press(&mut app, KeyCode::Char('n')), None);
    assert!(matches!(
        press(&mut app, KeyCode::Enter),
        Some(Effect::Send(Request { action: Action::NewRound(Some(_)), .. }))
    ));
}

#[test]
fn a_second_move_waits_for_the_first() {
    let mut app = app_at(EMPTY);
    press(&mut app, KeyCode::Enter);
    assert_eq!(press(&mut app, KeyCode::Enter), None);
}

#[test]
fn each_finished_game_counts_once_for_both_players() {
    let mut app = app_at(MID_GAME);
    app.on_message(Message::Table(Some(game(WON))));
    app.on_message(Message::Table(Some(game(WON))));
    assert_eq!(app.table().score.wins, [1, 0]);
}

#[test]
fn a_game_that_was_over_before_the_program_came_does_not_count() {
    let app = app_at(WON);
    assert_eq!(app.table().score.wins[0], 0);
}

/// A chain that has started anew is believed after three answers in a row.
fn restart_chain(app: &mut App) {
    for _ in 0..3 {
        app.on_message(Message::Table(Some(Table::before_the_first_game())));
    }
}

#[test]
fn a_chain_that_starts_anew_has_a_score_of_its_own() {
    let mut app = app_at(EMPTY);
    played(&mut app, &[5, 1, 3, 2, 7]);
    restart_chain(&mut app);
    assert_eq!(app.table().score.wins[0], 0);

    played(&mut app, &[5, 1, 3, 2, 7]);
    assert_eq!(app.table().score.wins[0], 1);
}

#[test]
fn a_chain_that_starts_anew_takes_its_moves_and_events_along() {
    let mut app = app_at(EMPTY);
    played(&mut app, &[5, 1]);
    restart_chain(&mut app);
    assert_eq!((app.live.moves().count(), app.live.events().len()), (0, 0));
}

#[test]
fn an_old_answer_after_a_failed_question_is_not_taken_for_a_chain_that_starts_anew() {
    let mut app = app_at(EMPTY);
    played(&mut app, &[5, 1, 3, 2, 7]);
    for _ in 0..2 {
        app.on_message(Message::Offline("http://127.0.0.1:3030 cannot be reached".to_owned()));
        app.on_message(Message::Table(Some(game(MID_GAME))));
    }
    assert_eq!(app.table().position, game(WON).position);
    assert_eq!((app.table().score.wins[0], app.live.moves().count(), app.live.events().len()), (1, 5, 5));
}

#[test]
fn a_receipt_shows_its_move_before_the_contract_is_asked_again() {
    let mut app = app_with(&[alice()], game(EMPTY));
    assert!(press(&mut app, KeyCode::Enter).is_some());

    app.on_message(Message::Done(receipt(&[moved(Mark::X, 5)])));

    assert_eq!(app.table(), &game(". . .  . X .  . . ."));
    assert_eq!(press(&mut app, KeyCode::Enter), None, "the same move is not sent again");
    app.on_message(Message::Table(Some(game(EMPTY))));
    assert_eq!(press(&mut app, KeyCode::Enter), None, "nor after an answer of a server that lags behind");
    assert_eq!(app.feedback.notice, Notice::Info("It is the turn of bob.test.near.".to_owned()));
}

#[test]
fn a_new_game_is_shown_with_its_receipt_also_when_others_were_missed() {
    let mut app = app_at(WON);
    let created = one_game::Event::GameCreated { game_id: GameId(8), p1: alice(), p2: bob() };
    app.on_message(Message::Done(receipt(&[created])));
    assert_eq!(app.table(), &Table { round: 8, ..game(EMPTY) });
    assert_eq!(app.live.moves().count(), 0);
}

#[test]
fn a_request_without_an_outcome_is_not_repeated_without_a_question() {
    let mut app = app_at(EMPTY);
    press(&mut app, KeyCode::Enter);
    app.on_message(Message::Unsettled("the transaction was sent but is not done yet".to_owned()));

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert!(matches!(app.feedback.dialog, Some(Dialog::Confirm(_))));
    press(&mut app, KeyCode::Esc);

    app.on_message(Message::Table(Some(game(". . .  . X .  . . ."))));
    assert_eq!(app.feedback.pending, Pending::Nothing);
}

#[test]
fn a_move_that_comes_with_receipt_answer_and_block_is_listed_once() {
    let mut app = app_at(EMPTY);
    app.on_message(Message::Done(receipt(&[moved(Mark::X, 5)])));
    app.on_message(Message::Table(Some(game(". . .  . X .  . . ."))));
    app.on_message(Message::Happened(moved(Mark::X, 5).into(), Timestamp(0)));
    assert_eq!(app.live.events(), [Event::from(moved(Mark::X, 5))]);
    assert_eq!(app.live.moves().count(), 1);
}

#[test]
fn a_move_of_the_opponent_may_come_with_its_block_first() {
    let mut app = app_with(&[alice()], game(". . .  . X .  . . ."));
    app.on_message(Message::Happened(moved(Mark::O, 1).into(), Timestamp(0)));
    assert_eq!(app.table(), &game("O . .  . X .  . . ."));
}

#[test]
fn a_chain_that_answers_again_is_no_longer_complained_about() {
    let mut app = app_at(EMPTY);
    app.on_message(Message::Offline("http://127.0.0.1:3030 cannot be reached".to_owned()));
    app.on_message(Message::Table(Some(game(EMPTY))));
    assert_eq!(app.feedback.notice, Notice::None);
}

#[test]
fn the_footer_lists_what_somebody_here_may_do_now() {
    let app = app_at(MID_GAME);
    let offered = Command::ALL.map(|command| app.offers(command));
    assert_eq!(offered, [true, true, false, false]);
    assert!(!app_at(WON).offers(Command::Play));
    assert!(!app_with(&[alice()], game(MID_GAME)).offers(Command::Play));
    assert!(!app_with(&[], game(MID_GAME)).offers(Command::NewRound));
}
