//! What the screen shows, at several sizes, and what keys and news do to it.

use near_primitives::types::{AccountId, Balance, Gas};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use rstest::rstest;
use tic_tac_toe_cli::play::app::{App, News, Request, Table};
use tic_tac_toe_cli::play::view;
use tic_tac_toe_cli::screen::{Action, Dialog, Notice, Theme};
use tic_tac_toe_client::{Cost, Game, Pending, Receipt};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Timestamp;
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::one_game::Event;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell};

const WON: &str = "O O X  . X .  X . .";
const MID_GAME: &str = "O . .  . X .  . . X";

fn alice() -> AccountId {
    "alice.test.near".parse().unwrap()
}

fn bob() -> AccountId {
    "bob.test.near".parse().unwrap()
}

fn app_with(seats: &[AccountId]) -> App {
    App::new(Table {
        chain_name: "localnet".to_owned(),
        seats: seats.to_vec(),
        pairing: Some([alice(), bob()]),
        confirm: false,
    })
}

fn game(board: &str) -> Game {
    Game { id: GameId(3), p1: alice(), p2: bob(), board: board.parse().unwrap() }
}

fn moved(mark: Mark, number: u8) -> Event {
    let player = match mark {
        Mark::X => alice(),
        Mark::O => bob(),
    };
    let cell = Cell::from_number(number).unwrap();
    Event::MoveMade { game_id: GameId(3), player, mark, row: cell.row(), col: cell.col() }
}

fn receipt(events: &[Event]) -> Receipt {
    let logs = events.iter().map(Events::to_log).collect();
    let cost = Cost {
        gas: Gas::from_gas(1_531_000_000_000),
        near: Balance::from_yoctonear(153_100_000_000_000_000_000),
    };
    Receipt { transaction: near_primitives::hash::CryptoHash::default(), logs, cost }
}

/// Plays cells in turn, as the chain would tell of them.
fn played(app: &mut App, numbers: &[u8]) {
    let mut board = Board::EMPTY;
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    for (index, number) in numbers.iter().enumerate() {
        let mark = if index % 2 == 0 { Mark::X } else { Mark::O };
        board = board.play(Cell::from_number(*number).unwrap()).unwrap();
        app.hear(News::Done(receipt(&[moved(mark, *number)])));
        app.hear(News::Game(Some(Game { board, ..game(". . . . . . . . .") })));
    }
}

fn draw(app: &App, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app, Theme::Colour)).unwrap();
    terminal.backend().clone()
}

fn press(app: &mut App, code: KeyCode) -> Option<Action<Request>> {
    app.press(KeyEvent::new(code, KeyModifiers::NONE))
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
#[case::large(120, 40)]
fn a_won_game_shows_its_line_moves_events_and_cost(#[case] width: u16, #[case] height: u16) {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1, 3, 2, 7]);
    insta::assert_snapshot!(format!("won_{width}x{height}"), draw(&app, width, height));
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
fn a_game_under_way_shows_whose_turn_it_is(#[case] width: u16, #[case] height: u16) {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1]);
    insta::assert_snapshot!(format!("under_way_{width}x{height}"), draw(&app, width, height));
}

#[test]
fn before_the_first_game_the_screen_says_how_to_start() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(None));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn help_fits_into_the_smallest_screen() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(MID_GAME))));
    press(&mut app, KeyCode::Char('?'));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn a_refusal_is_a_sentence_below_the_board() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(MID_GAME))));
    app.hear(News::Failed(
        "Refused: players sign for themselves, but relay.near called for alice.near; call directly."
            .to_owned(),
    ));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn long_names_are_cut_not_wrapped() {
    let long: AccountId = "a".repeat(64).parse().unwrap();
    let mut app = app_with(std::slice::from_ref(&long));
    app.hear(News::Game(Some(Game { p1: long, ..game(". . . . . . . . .") })));
    insta::assert_snapshot!(draw(&app, 40, 15));
}

#[test]
fn a_screen_that_is_too_small_says_how_large_it_must_be() {
    let app = app_with(&[alice(), bob()]);
    insta::assert_snapshot!(draw(&app, 39, 14));
}

#[test]
fn without_colour_not_a_single_cell_is_coloured() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(WON))));
    app.hear(News::Failed("Refused: for the test.".to_owned()));
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| view::draw(frame, &app, Theme::Plain)).unwrap();

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
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    let screen = draw(&app, width, height);
    let board = Rect::new(0, 0, width / 2, height);
    for cell in Cell::all() {
        let number = cell.number().to_string();
        let mut shown = board.positions().filter(|at| screen.buffer()[*at].symbol() == number);
        assert!(
            shown.any(|at| view::cell_at(Rect::new(0, 0, width, height), at) == Some(cell)),
            "cell {number}"
        );
    }
    assert_eq!(view::cell_at(Rect::new(0, 0, width, height), Position { x: 0, y: 0 }), None);
}

#[test]
fn keys_choose_cells_and_enter_plays() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));

    press(&mut app, KeyCode::Char('1'));
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Down);
    assert_eq!(app.cursor.number(), 6);

    let cell = Cell::from_number(6).unwrap();
    let expected = Request::Play { player: alice(), cell, game_id: GameId(3) };
    assert_eq!(press(&mut app, KeyCode::Enter), Some(Action::Send(expected)));
}

#[rstest]
#[case::taken(&[alice(), bob()], MID_GAME, 5, "Cell 5 already holds X. Choose an empty one.")]
#[case::over(&[alice(), bob()], WON, 9, "This game is over. Press n for another.")]
#[case::not_mine(&[alice()], MID_GAME, 2, "It is the turn of bob.test.near.")]
fn a_move_that_is_sure_to_be_refused_is_not_sent(
    #[case] seats: &[AccountId],
    #[case] board: &str,
    #[case] cell: u8,
    #[case] reason: &str,
) {
    let mut app = app_with(seats);
    app.hear(News::Game(Some(game(board))));
    app.choose(Cell::from_number(cell).unwrap());

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert_eq!(app.talk.notice, Notice::Info(reason.to_owned()));
}

#[test]
fn what_is_good_to_know_stays_until_a_key_or_until_the_game_goes_on() {
    let mut app = app_with(&[alice(), bob()]);
    let good_to_know = Notice::Info("Cell 5 already holds X. Choose an empty one.".to_owned());
    for goes_on in [false, true] {
        app.hear(News::Game(Some(game(MID_GAME))));
        press(&mut app, KeyCode::Char('5'));
        press(&mut app, KeyCode::Enter);
        app.hear(News::Game(Some(game(MID_GAME))));
        assert_eq!(app.talk.notice, good_to_know);
        if goes_on {
            app.hear(News::Game(Some(game(WON))));
        } else {
            press(&mut app, KeyCode::Up);
        }
        assert_eq!(app.talk.notice, Notice::None);
    }
}

#[test]
fn with_confirm_a_move_waits_for_yes() {
    let mut app = app_with(&[alice(), bob()]);
    app.table.confirm = true;
    app.hear(News::Game(Some(game(". . . . . . . . ."))));

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert!(matches!(app.talk.dialog, Some(Dialog::Confirm(_))));
    assert_eq!(press(&mut app, KeyCode::Esc), None);
    assert_eq!(app.talk.dialog, None);

    press(&mut app, KeyCode::Enter);
    assert!(matches!(press(&mut app, KeyCode::Char('y')), Some(Action::Send(Request::Play { .. }))));
}

#[test]
fn a_new_game_over_an_unfinished_one_is_asked_about() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(MID_GAME))));
    assert_eq!(press(&mut app, KeyCode::Char('n')), None);
    assert!(matches!(press(&mut app, KeyCode::Enter), Some(Action::Send(Request::NewGame { .. }))));
}

#[test]
fn a_second_move_waits_for_the_first() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    press(&mut app, KeyCode::Enter);
    assert_eq!(press(&mut app, KeyCode::Enter), None);
}

#[test]
fn each_finished_game_counts_once_for_both_players() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(MID_GAME))));
    app.hear(News::Game(Some(game(WON))));
    app.hear(News::Game(Some(game(WON))));
    assert_eq!((app.score(&alice()).won, app.score(&bob()).lost), (1, 1));
}

#[test]
fn a_game_that_was_over_before_the_program_came_does_not_count() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(WON))));
    assert_eq!(app.score(&alice()).won, 0);
}

/// A chain that has started anew is believed after three answers in a row.
fn restart_chain(app: &mut App) {
    for _ in 0..3 {
        app.hear(News::Game(None));
    }
}

#[test]
fn a_chain_that_starts_anew_has_a_score_of_its_own() {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1, 3, 2, 7]);
    restart_chain(&mut app);
    assert_eq!(app.score(&alice()).won, 0);

    played(&mut app, &[5, 1, 3, 2, 7]);
    assert_eq!(app.score(&alice()).won, 1);
}

#[test]
fn a_chain_that_starts_anew_takes_its_moves_and_events_along() {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1]);
    restart_chain(&mut app);
    assert_eq!((app.moves().len(), app.events().len()), (0, 0));
}

#[test]
fn an_old_answer_after_a_failed_question_is_not_taken_for_a_chain_that_starts_anew() {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1, 3, 2, 7]);
    for _ in 0..2 {
        app.hear(News::Offline("http://127.0.0.1:3030 cannot be reached".to_owned()));
        app.hear(News::Game(Some(game(MID_GAME))));
    }
    assert_eq!(app.game, Some(game(WON)));
    assert_eq!((app.score(&alice()).won, app.moves().len(), app.events().len()), (1, 5, 5));
}

#[test]
fn a_receipt_shows_its_move_before_the_contract_is_asked_again() {
    let mut app = app_with(&[alice()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    assert!(press(&mut app, KeyCode::Enter).is_some());

    app.hear(News::Done(receipt(&[moved(Mark::X, 5)])));

    assert_eq!(app.game, Some(game(". . .  . X .  . . .")));
    assert_eq!(press(&mut app, KeyCode::Enter), None, "the same move is not sent again");
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    assert_eq!(press(&mut app, KeyCode::Enter), None, "nor after an answer of a server that lags behind");
    assert_eq!(app.talk.notice, Notice::Info("It is the turn of bob.test.near.".to_owned()));
}

#[test]
fn a_new_game_is_shown_with_its_receipt_also_when_others_were_missed() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(WON))));
    let created = Event::GameCreated { game_id: GameId(8), p1: alice(), p2: bob() };
    app.hear(News::Done(receipt(&[created])));
    assert_eq!(app.game, Some(Game { id: GameId(8), ..game(". . . . . . . . .") }));
    assert!(app.moves().is_empty());
}

#[test]
fn a_request_without_an_outcome_is_not_repeated_without_a_question() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    press(&mut app, KeyCode::Enter);
    app.hear(News::Unsettled("the transaction was sent but is not done yet".to_owned()));

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert!(matches!(app.talk.dialog, Some(Dialog::Confirm(_))));
    press(&mut app, KeyCode::Esc);

    app.hear(News::Game(Some(game(". . .  . X .  . . ."))));
    assert_eq!(app.talk.pending, Pending::Nothing);
}

#[test]
fn a_move_that_comes_with_receipt_answer_and_block_is_listed_once() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Game(Some(game(". . . . . . . . ."))));
    app.hear(News::Done(receipt(&[moved(Mark::X, 5)])));
    app.hear(News::Game(Some(game(". . .  . X .  . . ."))));
    app.hear(News::Happened(moved(Mark::X, 5), Timestamp(0)));
    assert_eq!(app.events(), [moved(Mark::X, 5)]);
    assert_eq!(app.moves().len(), 1);
}

#[test]
fn a_move_of_the_opponent_may_come_with_its_block_first() {
    let mut app = app_with(&[alice()]);
    app.hear(News::Game(Some(game(". . .  . X .  . . ."))));
    app.hear(News::Happened(moved(Mark::O, 1), Timestamp(0)));
    assert_eq!(app.game, Some(game("O . .  . X .  . . .")));
}

#[test]
fn a_chain_that_answers_again_is_no_longer_complained_about() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Offline("http://127.0.0.1:3030 cannot be reached".to_owned()));
    app.hear(News::Game(None));
    assert_eq!(app.talk.notice, Notice::None);
}
