//! The handles of the one-game contract and of the bot send the right views and calls, whatever the transport.

use std::cell::RefCell;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use tic_tac_toe_interface::bot::{self, Bot};
use tic_tac_toe_interface::one_game::{CALL_GAS, GameView, OneGame, Play, Status};
use tic_tac_toe_interface::transport::{Call, Caller, View, ViewError, Viewer};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::classic::Board;

/// A transport that records what is sent and gives every view the same answer.
struct FakeTransport {
    answer: &'static str,
    said: RefCell<Vec<String>>,
}

impl FakeTransport {
    const fn answering(answer: &'static str) -> Self {
        Self { answer, said: RefCell::new(Vec::new()) }
    }
}

impl Viewer for &FakeTransport {
    type Error = String;

    fn view(&self, view: View<'_>) -> impl Future<Output = Result<Vec<u8>, String>> + Send {
        let args = String::from_utf8(view.args).expect("arguments are text");
        self.said.borrow_mut().push(format!("{} {} {args}", view.contract, view.method));
        std::future::ready(Ok(self.answer.as_bytes().to_vec()))
    }
}

impl Caller for &FakeTransport {
    type Signer = str;
    type Outcome = ();
    type Error = String;

    fn call(&self, signer: &str, call: Call<'_>) -> impl Future<Output = Result<(), String>> + Send {
        let Call { contract, method, args, gas, deposit } = call;
        let args = String::from_utf8(args).expect("arguments are text");
        self.said.borrow_mut().push(format!("{signer}: {contract} {method} {args} {gas} {deposit}"));
        std::future::ready(Ok(()))
    }
}

/// Runs a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("nothing here waits"),
    }
}

fn account(id: &str) -> AccountId {
    id.parse().expect("the test names a valid account")
}

#[test]
fn a_move_names_its_cell_and_its_game() {
    let wire = FakeTransport::answering("");
    let contract = OneGame::new(&wire, account("game.near"));

    now(contract.play("alice", Play { row: 1, col: 2, game_id: Some(GameId(7)) })).unwrap();

    let expected = format!(r#"alice: game.near play {{"row":1,"col":2,"game_id":"7"}} {CALL_GAS} 0"#);
    assert_eq!(*wire.said.borrow(), [expected]);
}

#[test]
fn a_new_game_names_both_players() {
    let wire = FakeTransport::answering("");
    let contract = OneGame::new(&wire, account("game.near"));

    now(contract.new_game("carol", &account("alice.near"), &account("bob.near"))).unwrap();

    let expected = format!(r#"carol: game.near new_game {{"p1":"alice.near","p2":"bob.near"}} {CALL_GAS} 0"#);
    assert_eq!(*wire.said.borrow(), [expected]);
}

#[test]
fn what_the_contract_shows_is_the_game_with_all_that_follows_from_its_board() {
    let answer = r#"{"game_id":"7","p1":"alice.near","p2":"bob.near","board":[["O","O","X"],[null,"X",null],["X",null,null]],"moves":5,"status":"won","next":null,"winner":{"player":"alice.near","mark":"X"},"winning_line":[[0,2],[1,1],[2,0]]}"#;
    let wire = FakeTransport::answering(answer);

    let game = now(OneGame::new(&wire, account("game.near")).get_game()).unwrap().unwrap();

    assert_eq!(*wire.said.borrow(), ["game.near get_game {}"]);
    assert_eq!(game.status, Status::Won);
    let board: Board = "O O X  . X .  X . .".parse().unwrap();
    let players = [&account("alice.near"), &account("bob.near")];
    assert_eq!(game, GameView::new(GameId(7), players, board));
    assert_eq!(serde_json::to_string(&game).unwrap(), answer);
}

#[test]
fn an_answer_that_is_not_a_game_differs_from_no_game() {
    let wire = FakeTransport::answering("null");
    assert_eq!(now(OneGame::new(&wire, account("game.near")).get_game()).unwrap(), None);

    let wire = FakeTransport::answering(r#"{"score":3}"#);
    let error = now(OneGame::new(&wire, account("game.near")).get_game()).unwrap_err();
    assert!(matches!(error, ViewError::Unreadable { method: "get_game", .. }), "{error}");
}

#[test]
fn the_bot_is_asked_to_move_in_an_arena_and_a_game() {
    let wire = FakeTransport::answering("");
    let contract = Bot::new(&wire, account("bot.near"));

    now(contract.take_turn("alice", &account("arena.near"), GameId(17))).unwrap();

    let gas = bot::CALL_GAS;
    let expected = format!(r#"alice: bot.near take_turn {{"arena":"arena.near","game_id":"17"}} {gas} 0"#);
    assert_eq!(*wire.said.borrow(), [expected]);
}
