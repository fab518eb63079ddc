//! What the screen shows, at several sizes, and what keys and news do to it.

use near_primitives::types::{AccountId, Balance, Gas};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use rstest::rstest;
use tic_tac_toe_cli::chain::{Cost, Receipt};
use tic_tac_toe_cli::game::{Game, GameId};
use tic_tac_toe_cli::play::app::{Action, App, Dialog, News, Notice, Request, Table};
use tic_tac_toe_cli::play::view::{self, Theme};
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

fn move_line(player: &AccountId, mark: char, cell: Cell) -> String {
    format!(
        r#"EVENT_JSON:{{"standard":"tic-tac-toe","version":"1.0.0","event":"move_made","data":{{"game_id":"3","player":"{player}","mark":"{mark}","row":{},"col":{}}}}}"#,
        cell.row(),
        cell.col()
    )
}

fn receipt(logs: Vec<String>) -> Receipt {
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
        let cell = Cell::from_number(*number).unwrap();
        let (player, mark) = if index % 2 == 0 { (alice(), 'X') } else { (bob(), 'O') };
        board = board.play(cell).unwrap();
        app.hear(News::Done(receipt(vec![move_line(&player, mark, cell)])));
        app.hear(News::Game(Some(Game { board, ..game(". . . . . . . . .") })));
    }
}

fn draw(app: &App, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame, app, Theme::Colour)).unwrap();
    terminal.backend().clone()
}

fn press(app: &mut App, code: KeyCode) -> Option<Action> {
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
    assert_eq!(app.notice, Notice::Info(reason.to_owned()));
}

#[test]
fn with_confirm_a_move_waits_for_yes() {
    let mut app = app_with(&[alice(), bob()]);
    app.table.confirm = true;
    app.hear(News::Game(Some(game(". . . . . . . . ."))));

    assert_eq!(press(&mut app, KeyCode::Enter), None);
    assert!(matches!(app.dialog, Some(Dialog::Confirm(_))));
    assert_eq!(press(&mut app, KeyCode::Esc), None);
    assert_eq!(app.dialog, None);

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

#[test]
fn a_chain_that_starts_anew_has_a_score_of_its_own() {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1, 3, 2, 7]);
    app.hear(News::Game(None));
    assert_eq!(app.score(&alice()).won, 0);

    played(&mut app, &[5, 1, 3, 2, 7]);
    assert_eq!(app.score(&alice()).won, 1);
}

#[test]
fn an_event_that_comes_with_receipt_and_block_is_listed_once() {
    let mut app = app_with(&[alice(), bob()]);
    let line = move_line(&alice(), 'X', Cell::from_number(5).unwrap());
    app.hear(News::Done(receipt(vec![line.clone()])));
    app.hear(News::Logged(line));
    assert_eq!(app.events, ["move_made 3: X row 1 col 1 by alice.test.near"]);
}

#[test]
fn a_chain_that_answers_again_is_no_longer_complained_about() {
    let mut app = app_with(&[alice(), bob()]);
    app.hear(News::Offline("http://127.0.0.1:3030 cannot be reached".to_owned()));
    app.hear(News::Game(None));
    assert_eq!(app.notice, Notice::None);
}

#[test]
fn a_chain_that_starts_anew_takes_its_moves_and_events_along() {
    let mut app = app_with(&[alice(), bob()]);
    played(&mut app, &[5, 1]);
    app.hear(News::Game(None));
    assert_eq!((app.moves.len(), app.events.len()), (0, 0));
}
