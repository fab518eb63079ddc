//! The lobby: what it shows, what keys do, and a game created, joined, played and closed from two terminals.

use std::time::Duration;

use axum::http::StatusCode;
use near_primitives::types::AccountId;
use ratatui::Terminal as Canvas;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rstest::rstest;
use tic_tac_toe_cli::lobby::app::{App, Effect, Message, PageRef, Request, Tab};
use tic_tac_toe_cli::lobby::view;
use tic_tac_toe_cli::screen::{Notice, Theme};
use tic_tac_toe_client::table::{Table, TableId};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Score, Starts};
use tic_tac_toe_rules::{Players, Rules};

use crate::common::{PROGRAM, must_run, must_start_chain_with_arena, stderr};
use crate::relay::{Behaviour, Relay};
use crate::terminal::Terminal;

const OPEN: PageRef = PageRef { tab: Tab::Open, start: 0 };

fn alice() -> AccountId {
    "alice.test.near".parse().unwrap()
}

fn game(id: u64, rules: &str, players: &[Option<&str>]) -> Table {
    let rules: Rules = rules.parse().unwrap();
    let count = Players::new(u8::try_from(players.len()).unwrap()).unwrap();
    Table {
        id: TableId::Arena(GameId(id)),
        players: players.iter().map(|player| player.map(|id| id.parse().unwrap())).collect(),
        round: 1,
        position: rules.start(count).unwrap(),
        score: Score { wins: vec![0; players.len()], draws: 0 },
        starts: Starts::Host,
        turn_seconds: None,
        turn_since: None,
    }
}

fn lobby() -> App {
    let mut app = App::new("localnet", Some(alice()));
    let games = vec![
        game(2, "ultimate:closing", &[Some("carol.test.near"), None]),
        game(5, "15x15:5", &[Some("bob.test.near"), None, None]),
    ];
    app.on_message(Message::Page(OPEN, games, None));
    app
}

fn draw(app: &App, width: u16, height: u16) -> TestBackend {
    let mut canvas = Canvas::new(TestBackend::new(width, height)).unwrap();
    canvas.draw(|frame| view::draw(frame, app, Theme::Plain)).unwrap();
    canvas.backend().clone()
}

fn press(app: &mut App, code: KeyCode) -> Option<Effect> {
    app.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
#[case::large(120, 40)]
fn open_games_are_listed_with_their_players(#[case] width: u16, #[case] height: u16) {
    insta::assert_snapshot!(format!("lobby_{width}x{height}"), draw(&lobby(), width, height));
}

#[rstest]
#[case::smallest(40, 15)]
#[case::usual(80, 24)]
#[case::large(120, 40)]
fn the_chosen_game_shows_its_clock_and_who_starts(#[case] width: u16, #[case] height: u16) {
    let mut app = lobby();
    let timed = Table { turn_seconds: Some(600), starts: Starts::Rotates, ..app.games.unwrap().remove(1) };
    app.games = Some(vec![timed, game(7, "classic", &[Some("bob.test.near"), None])]);
    let terms = "Game 5: 15x15:5, 600 seconds a turn, each seat starts in turn";
    let says_so = |app: &App| {
        let screen = draw(app, width, height).to_string().replace(['"', '\n'], " ");
        screen.split_whitespace().collect::<Vec<_>>().join(" ").contains(terms)
    };
    assert!(says_so(&app));
    press(&mut app, KeyCode::Down);
    assert!(!says_so(&app));
}

#[rstest]
#[case::form('c')]
#[case::question('x')]
#[case::help('?')]
fn each_popup_fits_into_the_smallest_screen(#[case] key: char) {
    let mut app = lobby();
    press(&mut app, KeyCode::Char(key));
    insta::assert_snapshot!(format!("lobby_popup_{}", u32::from(key)), draw(&app, 40, 15));
}

#[test]
fn enter_opens_the_chosen_game() {
    let mut app = lobby();
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    let Some(Effect::Open(chosen)) = press(&mut app, KeyCode::Enter) else { panic!("a game opens") };
    assert_eq!(chosen.game_id(), GameId(5));
}

#[test]
fn lists_and_pages_are_turned_and_older_answers_forgotten() {
    let mut app = lobby();
    press(&mut app, KeyCode::Tab);
    press(&mut app, KeyCode::Tab);
    let first = PageRef { tab: Tab::All, start: 1 };
    assert_eq!((app.page_ref(), &app.games), (first, &None));

    app.on_message(Message::Page(OPEN, Vec::new(), None));
    assert_eq!(app.games, None);
    app.on_message(Message::Page(first, vec![game(1, "classic", &[Some("bob.near"), None])], Some(12)));
    press(&mut app, KeyCode::Char('n'));
    assert_eq!(app.page_ref(), PageRef { tab: Tab::All, start: 12 });
    press(&mut app, KeyCode::Char('p'));
    assert_eq!(app.page_ref(), first);
}

#[test]
fn closing_is_asked_for_first_and_needs_somebody_who_signs() {
    let mut app = lobby();
    press(&mut app, KeyCode::Char('x'));
    assert_eq!(press(&mut app, KeyCode::Char('n')), None);
    press(&mut app, KeyCode::Char('x'));
    assert_eq!(press(&mut app, KeyCode::Char('y')), Some(Effect::Send(Request::Close(GameId(2)))));

    let mut watcher = lobby();
    watcher.account = None;
    press(&mut watcher, KeyCode::Char('x'));
    let hint = "Somebody must sign: start again with --as ACCOUNT.";
    assert!(watcher.popup.is_none());
    assert_eq!(watcher.notice, Notice::Info(hint.to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_created_joined_played_and_closed_from_two_terminals() {
    let chain = must_start_chain_with_arena().await;
    let url = chain.rpc_url();
    let must_enter = |account: &str| {
        let args = ["lobby", "--as", account, "--rpc", &url];
        Terminal::must_start(PROGRAM, &args, (80, 24), &[("LC_ALL", "C.UTF-8")])
    };
    let mut alice = must_enter("alice.test.near");
    alice.must_show("No games here. Press c to create one.");
    alice.press("c");
    alice.must_show("A new game");
    alice.press("\r");
    alice.must_show("Game 1 was created.");
    let mut bob = must_enter("bob.test.near");
    bob.must_show("ultimate:closing");

    bob.press("\r");
    bob.must_show("X to move: waiting for alice.test.near");
    alice.press("\t");
    alice.must_show("[Mine: 1 to move]");
    alice.must_show("your turn    alice.test.near");
    alice.press("\r");
    alice.must_show("X to move: alice.test.near");
    alice.press("5\r");
    bob.must_show("O to move: bob.test.near · in the central mini-field");
    bob.press("1\r");
    alice.must_show("in the upper left mini-field");

    alice.press("q");
    alice.must_show("[Mine: 1 to move]");
    alice.must_show("your turn    alice.test.near");
    alice.press("x");
    alice.must_show("Close game 1?");
    alice.press("y");
    alice.must_show("Game 1 was closed.");
    bob.must_show("This game has been closed.");
    bob.press("q");
    bob.must_show("No games here.");
    for mut terminal in [alice, bob] {
        terminal.press("q");
        assert!(terminal.must_give_back().success());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_goes_on_when_its_node_is_late_refuses_loses_outcomes_or_comes_back() {
    let chain = must_start_chain_with_arena().await;
    let mut relay = Relay::must_start(&chain);
    relay.behave(Behaviour::Late(Duration::from_millis(300)));
    let args = ["lobby", "--as", "alice.test.near", "--rpc", &relay.url];
    let mut lobby = Terminal::must_start(PROGRAM, &args, (80, 24), &[]);
    lobby.must_show("Asking the chain ...");
    lobby.must_show("No games here.");

    relay.behave(Behaviour::Refusing(StatusCode::TOO_MANY_REQUESTS));
    lobby.must_show("gets too many requests");
    relay.behave(Behaviour::LosingOutcomes);
    lobby.must_not_show("gets too many requests");
    lobby.press("c");
    lobby.must_show("A new game");
    lobby.press("\r");
    lobby.must_show("the transaction was sent but is not done yet");
    lobby.must_show("1 ultimate:closing");
    relay.behave(Behaviour::Refusing(StatusCode::REQUEST_TIMEOUT));
    lobby.must_show(" answered: ");

    relay.go_away();
    lobby.must_show("cannot be reached; is a node running there?");
    relay.behave(Behaviour::Well);
    relay.come_back();
    lobby.must_not_show("cannot be reached");
    lobby.press("\r");
    lobby.must_show("Seat 2 is free");
    relay.go_away();
    lobby.must_show("cannot be reached; is a node running there?");
    lobby.press("q");
    lobby.must_show("[Open]");
    assert_eq!(relay.sent(), 1);

    relay.behave(Behaviour::Late(Duration::from_mins(1)));
    relay.come_back();
    lobby.press("\r");
    lobby.must_show("Opening game 1 ...");
    lobby.press("\x03");
    assert!(lobby.must_give_back().success());
}

#[test]
fn the_chosen_game_stays_chosen_when_others_come_and_go() {
    let mut app = lobby();
    press(&mut app, KeyCode::Down);
    let left = vec![game(3, "classic", &[Some("dave.test.near"), None]), app.chosen().unwrap().clone()];
    app.on_message(Message::Page(OPEN, left[1..].to_vec(), None));
    assert_eq!(app.chosen().unwrap().game_id(), GameId(5));
    app.on_message(Message::Page(OPEN, left, None));
    assert_eq!((app.chosen().unwrap().game_id(), app.selected), (GameId(5), 1));
}

#[test]
fn no_game_is_opened_before_the_last_transaction_is_settled() {
    let mut app = lobby();
    press(&mut app, KeyCode::Char('c'));
    assert!(matches!(press(&mut app, KeyCode::Enter), Some(Effect::Send(_))));
    assert_eq!(press(&mut app, KeyCode::Enter), None);
    app.on_message(Message::Done("Game 6 was created.".to_owned()));
    assert!(matches!(press(&mut app, KeyCode::Enter), Some(Effect::Open(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_there_is_no_lobby() {
    let chain = must_start_chain_with_arena().await;
    let output = must_run(&chain, "lobby").await;
    assert_eq!(
        (stderr(&output).as_str(), output.status.code()),
        (
            "there is no terminal for the lobby, or one that can show nothing but lines (TERM=dumb); list games with: tic-tac-toe list\n",
            Some(1)
        )
    );
}

fn footer(app: &App, width: u16, height: u16) -> String {
    draw(app, width, height).to_string().lines().last().unwrap().trim_matches(['"', ' ']).to_owned()
}

#[test]
fn the_footer_offers_what_can_be_done_now_and_no_more() {
    let mut app = lobby();
    assert_eq!(footer(&app, 80, 24), "↑↓ choose  Enter join  Tab list  c create  ? help  q quit");
    assert_eq!(footer(&app, 40, 15), "↑↓ Enter Tab c  ? help  q quit");

    let own = game(7, "classic", &[Some("alice.test.near"), Some("bob.test.near")]);
    app.on_message(Message::Page(OPEN, vec![own], Some(50)));
    let of_host = "Enter open  Tab list  n more  c create  x close  ? help  q quit";
    assert_eq!(footer(&app, 80, 24), of_host);

    app.account = None;
    app.has_menu = true;
    app.on_message(Message::Page(OPEN, vec![app.games.clone().unwrap().remove(0)], None));
    assert_eq!(footer(&app, 80, 24), "Enter watch  Tab list  m menu  ? help  q quit");
    app.on_message(Message::Page(OPEN, Vec::new(), None));
    assert_eq!(footer(&app, 80, 24), "Tab list  m menu  ? help  q quit");
}

#[rstest]
#[case::smallest(40, 15, 9)]
#[case::usual(80, 24, 18)]
#[case::large(120, 40, 34)]
fn as_many_games_are_listed_as_there_are_lines(
    #[case] width: u16,
    #[case] height: u16,
    #[case] lines: usize,
) {
    let mut app = lobby();
    let games = (1..=50).map(|id| game(id, "classic", &[Some("bob.near"), None])).collect();
    app.on_message(Message::Page(OPEN, games, None));
    for _ in 0..49 {
        press(&mut app, KeyCode::Down);
    }
    let shown = draw(&app, width, height).to_string();
    assert_eq!(shown.lines().filter(|line| line.contains("bob.near")).count(), lines);
    assert!(shown.contains(">  50 "), "{shown}");
}

#[test]
fn what_was_written_is_not_lost_when_it_is_refused() {
    let mut app = lobby();
    press(&mut app, KeyCode::Char('c'));
    press(&mut app, KeyCode::PageDown);
    assert!(matches!(press(&mut app, KeyCode::Enter), Some(Effect::Send(_))));
    app.on_message(Message::Failed("for the test".to_owned()));
    let shown = draw(&app, 40, 15).to_string();
    assert!(shown.contains("classic_") && shown.contains("for the test"), "{shown}");
}

#[test]
fn games_of_a_chain_that_is_gone_are_forgotten() {
    let mut app = lobby();
    app.on_message(Message::Turns(2));
    press(&mut app, KeyCode::Char('x'));
    app.on_message(Message::Restarted);
    assert!(app.popup.is_none() && app.games.is_none());
    assert_eq!((app.turns, app.notice), (0, Notice::Info("The chain was restarted.".to_owned())));
}
