//! The terminal as a guest: a link to a game is enough there too.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use tic_tac_toe_interface::{AccountId, GameId};

use crate::guest::Guest;
use crate::site::{PATIENCE, Relay, Site};

/// The terminal client at a table.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    // Without it there would be no more output.
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    /// Opens a game with the program that cargo builds beside the relay, as a guest of a relay or as somebody of the chain.
    pub fn must_open(site: &Site, game: u64, who: &[&str], home: &Path, window: PtySize) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_tic-tac-toe-relay")).with_file_name("tic-tac-toe");
        let pty = native_pty_system().openpty(window).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(["play", "--game", &game.to_string(), "--rpc", &site.chain.rpc_url(), "--credentials"]);
        command.arg(home);
        command.args(who);
        command.env("TERM", "xterm-256color");
        let child = pty.slave.spawn_command(command).expect("cargo has built the terminal");
        let mut reader = pty.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keyboard = pty.master.take_writer().unwrap();
        let [rows, cols] =
            [window.rows, window.cols].map(|length| length.try_into().expect("more than nothing"));
        Self { child, keyboard, output, screen: vt100::Parser::new(rows, cols, 0), _master: pty.master }
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    pub fn must_show(&mut self, text: &str) {
        let began = Instant::now();
        loop {
            // What it showed a while ago does not count.
            self.output.try_iter().for_each(|bytes| self.screen.process(&bytes));
            if self.screen.screen().contents().contains(text) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "no {text:?}:\n{}", self.screen.screen().contents());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.screen.process(&bytes);
            }
        }
    }

    pub fn must_end(mut self) {
        self.press("qy");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Says on the command line who plays.
pub fn as_guest(relay: &Relay) -> [&str; 3] {
    ["--guest", "--relay", &relay.url]
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_with_the_program_and_a_link_plays_without_an_account() {
    let site = Site::must_start().await;
    let relay = site.must_relay(&[]);
    let mut host = Guest::must_come(&site, &relay).await;
    let game = host.must_host(&site, &relay).await;
    let home = tempfile::tempdir().unwrap();

    let mut terminal = Terminal::must_open(&site, game, &as_guest(&relay), home.path(), PtySize::default());
    terminal.must_show(&format!("X to move: waiting for {}", host.account.as_str().get(..12).unwrap()));
    host.must_play(&site, &relay, game, (0, 0)).await;
    terminal.must_show("O to move");
    terminal.press("5\r");
    terminal.must_show("O1,1");
    terminal.must_end();

    let view = site.chain.arena().get_game(GameId(game)).await.unwrap().expect("the game");
    assert_eq!(view.moves, 2);
    let guest: &AccountId = view.players[1].as_ref().expect("somebody has joined");
    assert!(guest.as_str().ends_with(".guests.test.near"), "{guest}");
    assert!(home.path().join("localnet").join(guest.as_str()).is_dir(), "the key is kept");
    assert_eq!(view.board[4], 2);
}
