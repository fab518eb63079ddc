//! The game in a real terminal: keys go in through a pseudo-terminal, and what it shows is read back.

mod common;

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use common::PROGRAM;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::MouseProtocolMode;

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    _pty: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn must_start(args: &[&str], (cols, rows): (u16, u16), no_color: bool) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let child = pty.slave.spawn_command(command).expect("the program starts");
        let mut reader = pty.master.try_clone_reader().unwrap();
        let keyboard = pty.master.take_writer().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let [rows, cols] = [rows, cols].map(|size| NonZero::new(size).expect("a terminal is not empty"));
        Self { child, keyboard, output, screen: vt100::Parser::new(rows, cols, 0), _pty: pty.master }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn must_show(&mut self, text: &str) {
        while !self.contents().contains(text) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("the screen never showed {text:?}, but:\n{}", self.contents()),
            }
        }
    }

    fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    fn must_end_with_success(mut self) {
        let status = self.child.wait().unwrap();
        // The reader ends when the program has let go of the terminal.
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_secs(5)) {
            self.screen.process(&bytes);
        }
        assert!(status.success(), "{status}");
        assert!(!self.screen.screen().alternate_screen(), "the terminal is given back");
        assert_eq!(self.screen.screen().mouse_protocol_mode(), MouseProtocolMode::None);
        assert!(!self.screen.screen().hide_cursor());
    }
}

#[test]
fn two_people_play_a_whole_game_at_one_keyboard() {
    let mut terminal = Terminal::must_start(&["play"], (80, 24), false);
    terminal.must_show("X to move: alice.test.near");
    assert!(terminal.screen.screen().alternate_screen());

    for (cell, then) in [("5", "O to move"), ("1", "X to move"), ("3", "O to move"), ("2", "X to move")] {
        terminal.press(cell);
        terminal.press("\r");
        terminal.must_show(then);
    }
    terminal.press("7\r");
    terminal.must_show("X has won: alice.test.near");
    terminal.must_show("game_over 1: won by alice.test.near");
    terminal.must_show("won 1 lost 0 drawn 0");
    terminal.must_show("last tx: 1.");

    terminal.press("n");
    terminal.must_show("game 2");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("q");
    terminal.must_end_with_success();
}

#[test]
fn arrows_and_the_mouse_choose_cells_in_a_small_terminal_without_colour() {
    let mut terminal = Terminal::must_start(&["play", "--confirm"], (40, 15), true);
    terminal.must_show("X to move: alice.test.near");
    terminal.must_show("[5]");

    terminal.press("\x1b[A\x1b[D");
    terminal.must_show("[1]");
    // A press and a release of the left button on cell 9, whose row and column count from 1.
    terminal.press("\x1b[<0;12;7M\x1b[<0;12;7m");
    terminal.must_show("[9]");
    terminal.press("\r");
    terminal.must_show("Play cell 9 for alice.test.near?");
    terminal.press("y");
    terminal.must_show("O to move: bob.test.near");
    terminal.must_show("[X]");
    terminal.press("\r");
    terminal.must_show("Cell 9 already holds X.");

    terminal.press("\x03");
    terminal.must_end_with_success();
}
