//! The game in a real terminal: keys go in through a pseudo-terminal, and what it shows is read back.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rstest::rstest;
use vt100::MouseProtocolMode;

use crate::common::{PROGRAM, must_create_game, must_play, must_start_chain};

// Long enough for a slow machine; a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_mins(1);

const ENTER_FULL_SCREEN: &[u8] = b"\x1b[?1049h";
const INSIDE: &str = "PANIC_WITH_THE_TERMINAL_OPEN";

/// The program in a terminal of its own.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    written: Vec<u8>,
    pty: Box<dyn MasterPty + Send>,
}

impl Terminal {
    pub fn must_start(program: &str, args: &[&str], size: (u16, u16), env: &[(&str, &str)]) -> Self {
        Self::must_start_in(&std::env::current_dir().unwrap(), program, args, size, env)
    }

    pub fn must_start_in(
        folder: &Path,
        program: &str,
        args: &[&str],
        (cols, rows): (u16, u16),
        env: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        for (name, value) in env {
            command.env(name, value);
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
        Self {
            child,
            keyboard,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
            written: Vec::new(),
            pty: pty.master,
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Makes the terminal larger or smaller, and waits until the program draws its screen again.
    pub fn must_resize(&mut self, (cols, rows): (u16, u16)) {
        while let Ok(bytes) = self.output.try_recv() {
            self.take_in(&bytes);
        }
        self.pty.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        let [rows, cols] = [rows, cols].map(|size| NonZero::new(size).expect("a terminal is not empty"));
        self.screen.screen_mut().set_size(rows, cols);
        let bytes = self.output.recv_timeout(PATIENCE).expect("the screen is drawn again");
        self.take_in(&bytes);
    }

    /// Presses and releases the left button on the last character of a text, where it is shown first.
    pub fn click(&mut self, text: &str) {
        let contents = self.contents();
        let (row, col) = contents
            .lines()
            .enumerate()
            .find_map(|(row, line)| Some((row + 1, line[..line.find(text)? + text.len()].chars().count())))
            .expect("the text is shown");
        self.press(&format!("\x1b[<0;{col};{row}M\x1b[<0;{col};{row}m"));
    }

    /// How often the bell has rung.
    pub fn bells(&self) -> usize {
        String::from_utf8_lossy(&self.written).matches('\x07').count()
    }

    pub fn must_show(&mut self, text: &str) {
        self.must_become(&format!("the screen never showed {text:?}"), |contents| contents.contains(text));
    }

    pub fn must_not_show(&mut self, text: &str) {
        self.must_become(&format!("the screen still shows {text:?}"), |contents| !contents.contains(text));
    }

    pub fn must_become(&mut self, complaint: &str, is_right: impl Fn(&str) -> bool) {
        if let Err(error) = self.becomes(PATIENCE, is_right) {
            panic!("{error}: {complaint}, but:\n{}", self.contents());
        }
    }

    /// Waits until the screen is as it should be.
    pub fn becomes(
        &mut self,
        patience: Duration,
        is_right: impl Fn(&str) -> bool,
    ) -> Result<(), RecvTimeoutError> {
        let began = Instant::now();
        while !is_right(&self.contents()) {
            let bytes = self.output.recv_timeout(patience.saturating_sub(began.elapsed()))?;
            self.take_in(&bytes);
        }
        Ok(())
    }

    pub fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    fn take_in(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        self.written.extend(bytes);
    }

    fn was_taken_over(&self) -> bool {
        self.written.windows(ENTER_FULL_SCREEN.len()).any(|bytes| bytes == ENTER_FULL_SCREEN)
    }

    /// Waits for the program's end.
    pub fn must_end(&mut self) -> ExitStatus {
        let patience = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < patience, "the program goes on:\n{}", self.contents());
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.take_in(&bytes);
            }
        }
    }

    /// Waits for the program's end, and for the last of what it has written.
    fn must_let_go(&mut self) -> ExitStatus {
        let status = self.must_end();
        // The reader ends when the program has let go of the terminal.
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_secs(5)) {
            self.take_in(&bytes);
        }
        status
    }

    /// Waits for the end of a program that only prints, and returns all of it.
    pub fn must_print(mut self) -> String {
        assert!(self.must_let_go().success());
        String::from_utf8(self.written).expect("the program prints text")
    }

    /// Waits for the program's end, and sees that the terminal is as it was before.
    pub fn must_give_back(mut self) -> ExitStatus {
        let status = self.must_let_go();
        let screen = self.screen.screen();
        assert!(self.was_taken_over(), "the game takes the whole screen");
        assert!(!screen.alternate_screen(), "the screen is given back");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert!(!screen.hide_cursor());
        status
    }
}

#[test]
fn two_people_play_a_whole_game_at_one_keyboard() {
    let mut terminal = Terminal::must_start(PROGRAM, &["play"], (80, 24), &[]);
    terminal.must_show("Two at this keyboard");
    terminal.press("\r");
    terminal.must_show("X to move: alice.test.near");

    for (cell, then) in [("5", "O to move"), ("1", "X to move"), ("3", "O to move"), ("2", "X to move")] {
        terminal.press(cell);
        terminal.press("\r");
        terminal.must_show(then);
    }
    terminal.press("7\r");
    terminal.must_show("X has won: alice.test.near");
    terminal.must_show("game_over 1: won by alice.test.near");
    terminal.must_show("X alice.test.near 1");
    terminal.must_show("last tx: 1.");

    terminal.press("n");
    terminal.must_show("game 2");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[test]
fn a_drawn_game_ends_without_a_winner() {
    let mut terminal = Terminal::must_start(PROGRAM, &["play"], (80, 24), &[]);
    terminal.must_show("Two at this keyboard");
    terminal.press("\r");
    terminal.must_show("X to move: alice.test.near");

    // X O X
    // X O O
    // O X X
    for (cell, then) in
        ["1", "2", "3", "5", "4", "6", "8", "7"].into_iter().zip(["O", "X"].into_iter().cycle())
    {
        terminal.press(cell);
        terminal.press("\r");
        // The list of moves may be told of one by its block, while its receipt is still awaited.
        terminal.must_show(&format!("{then} to move"));
    }
    terminal.must_show("X0,0 O0,1 X0,2 O1,1 X1,0 O1,2");
    terminal.press("9\r");
    terminal.must_show("Drawn: nobody can win any more.");
    terminal.must_show("game_over 1: drawn");
    terminal.must_show("Players · drawn 1");

    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_move_of_an_opponent_elsewhere_appears_by_itself() {
    let chain = must_start_chain(0).await;
    must_create_game(&chain).await;
    let args = ["play", "--as", "alice.test.near", "--rpc", &chain.rpc_url()];
    let mut terminal = Terminal::must_start(PROGRAM, &args, (80, 24), &[]);
    terminal.must_show("X to move: alice.test.near");
    terminal.press("5\r");
    terminal.must_show("O to move: waiting for bob.test.near");

    must_play(&chain, &[1]).await;

    terminal.must_show("X to move: alice.test.near");
    terminal.must_show("X1,1 O0,0");
    terminal.must_show("move_made 1: O row 0 col 0 by bob.test.near");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[test]
fn arrows_and_the_mouse_choose_cells_in_a_small_terminal_without_colour() {
    let mut terminal = Terminal::must_start(PROGRAM, &["play", "--confirm"], (40, 15), &[("NO_COLOR", "1")]);
    terminal.must_show("Two at this keyboard");
    terminal.press("\r");
    terminal.must_show("X to move: alice.test.near");
    terminal.must_show("[5]");

    terminal.press("\x1b[A\x1b[D");
    terminal.must_show("[1]");
    // A press and a release of the left button on cell 9; the terminal counts rows and columns from 1.
    terminal.press("\x1b[<0;15;8M\x1b[<0;15;8m");
    terminal.must_show("[9]");
    terminal.press("\r");
    terminal.must_show("Play row 2 col 2 for alice.test.near?");
    terminal.press("y");
    terminal.must_show("O to move: bob.test.near");
    terminal.must_show("{X}");
    terminal.press("\r");
    terminal.must_show("This cell already holds X.");

    terminal.press("\x03");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::menu(&["play"], "Two at this keyboard")]
#[case::one_game(&["play", "--rules", "classic"], "to move")]
#[case::arena(&["play", "--rules", "4x4:3"], "to move")]
fn a_terminal_that_goes_away_ends_the_program(#[case] args: &[&str], #[case] shown: &str) {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(args);
    command.env("TERM", "xterm-256color");
    let mut child = pty.slave.spawn_command(command).expect("the program starts");
    drop(pty.slave);
    let mut reader = pty.master.try_clone_reader().unwrap();
    let (mut written, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&written).contains(shown) {
        let length = reader.read(&mut buffer).expect("the game is shown");
        written.extend(&buffer[..length]);
    }

    drop((reader, pty.master));

    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(50));
    }
}

#[rstest]
#[case::smallest(&["play", "--rules", "classic"], (40, 15))]
#[case::usual(&["play", "--rules", "4x4:3", "--players", "4"], (80, 24))]
#[case::large(&["play", "--rules", "ultimate"], (120, 40))]
fn a_locale_without_unicode_gets_nothing_but_ascii(#[case] args: &[&str], #[case] size: (u16, u16)) {
    let mut terminal = Terminal::must_start(PROGRAM, args, size, &[("LC_ALL", "C")]);
    terminal.must_show("X to move: alice.test.near");
    terminal.press("\r");
    terminal.must_show("O to move: bob.test.near");
    assert!(terminal.contents().is_ascii(), "{}", terminal.contents());
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::play(&["play"], "add --demo")]
#[case::lobby(&["lobby"], "tic-tac-toe list")]
fn a_dumb_terminal_is_told_what_to_use_instead(
    #[case] args: &[&str],
    #[case] instead: &str,
    #[values((40, 15), (80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = Terminal::must_start(PROGRAM, args, size, &[("TERM", "dumb")]);
    for words in ["TERM=dumb", instead] {
        terminal.must_become(words, |contents| contents.replace('\n', "").contains(words));
    }
    assert_eq!(terminal.must_end().exit_code(), 1);
}

#[cfg(target_os = "linux")]
#[rstest]
fn ctrl_z_gives_the_terminal_back_until_the_program_is_continued(
    #[values((40, 15), (80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = Terminal::must_start(PROGRAM, &["play", "--rules", "classic"], size, &[]);
    terminal.must_show("X to move: alice.test.near");
    let process = terminal.child.process_id().expect("it runs");
    let state = || {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        stat.rsplit(") ").next().and_then(|rest| rest.chars().next()).unwrap()
    };
    terminal.press("\x1a");
    terminal.must_not_show("X to move");
    let began = Instant::now();
    while state() != 'T' {
        assert!(began.elapsed() < PATIENCE, "the program goes on");
        thread::sleep(Duration::from_millis(20));
    }

    let continued = std::process::Command::new("kill").args(["-CONT", &process.to_string()]).status();
    assert!(continued.unwrap().success());
    terminal.must_show("X to move: alice.test.near");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_still_readable() {
    // The same test runs once more inside the pseudo-terminal, where it is the game that panics.
    if std::env::var_os(INSIDE).is_some() {
        let _terminal = tic_tac_toe_cli::screen::Terminal::open().unwrap();
        panic!("the game broke down");
    }
    let this = std::env::current_exe().unwrap();
    let name = "terminal::a_panic_gives_the_terminal_back_and_is_still_readable";
    let args = ["--exact", name, "--nocapture"];

    let mut terminal = Terminal::must_start(this.to_str().unwrap(), &args, (80, 24), &[(INSIDE, "1")]);

    terminal.must_show("the game broke down");
    assert!(!terminal.must_give_back().success());
}
