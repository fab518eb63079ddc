//! The terminal as a guest: a link to a game is enough there too.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use tic_tac_toe_interface::{AccountId, GameId};

use crate::guest::Guest;
use crate::site::{PATIENCE, Site};

/// The terminal client, which cargo builds beside the relay.
fn terminal() -> std::path::PathBuf {
    Path::new(env!("CARGO_BIN_EXE_tic-tac-toe-relay")).with_file_name("tic-tac-toe")
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_with_the_program_and_a_link_plays_without_an_account() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut host = Guest::must_come(&site, &relay).await;
    let game = host.must_host(&site, &relay).await;
    let home = tempfile::tempdir().unwrap();

    let pty = native_pty_system().openpty(PtySize { rows: 24, cols: 80, ..PtySize::default() }).unwrap();
    let mut command = CommandBuilder::new(terminal());
    command.args(["play", "--game", &game.to_string(), "--guest", "--relay", &relay.url]);
    command.args(["--rpc", &site.chain.rpc_url(), "--credentials"]);
    command.arg(home.path());
    command.env("TERM", "xterm-256color");
    let mut child = pty.slave.spawn_command(command).expect("cargo has built the terminal");
    let (mut reader, mut keyboard) =
        (pty.master.try_clone_reader().unwrap(), pty.master.take_writer().unwrap());
    let (sender, output) = mpsc::channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut screen = vt100::Parser::default();
    let mut must_show = |text: &str| {
        let began = Instant::now();
        while !screen.screen().contents().contains(text) {
            assert!(began.elapsed() < PATIENCE, "no {text:?}:\n{}", screen.screen().contents());
            if let Ok(bytes) = output.recv_timeout(Duration::from_millis(100)) {
                screen.process(&bytes);
            }
        }
    };

    must_show(&format!("X to move: waiting for {}", host.account.as_str().get(..12).unwrap()));
    host.must_play(&site, &relay, game, (0, 0)).await;
    must_show("O to move");
    keyboard.write_all(b"5\r").unwrap();
    must_show("O1,1");
    keyboard.write_all(b"qy").unwrap();
    assert!(child.wait().unwrap().success());

    let view = site.chain.arena().get_game(GameId(game)).await.unwrap().expect("the game");
    assert_eq!(view.moves, 2);
    let guest: &AccountId = view.players[1].as_ref().expect("somebody has joined");
    assert!(guest.as_str().ends_with(".guests.test.near"), "{guest}");
    assert!(home.path().join("localnet").join(guest.as_str()).is_dir(), "the key is kept");
    assert_eq!(view.board[4], 2);
}
