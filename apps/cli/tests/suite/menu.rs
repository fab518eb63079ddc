//! The start menu in a real terminal, and the way back to it.

use rstest::rstest;

use crate::common::PROGRAM;
use crate::terminal::Terminal;

const DOWN: &str = "\x1b[B";
const UP: &str = "\x1b[A";
const RIGHT: &str = "\x1b[C";

fn must_open(size: (u16, u16)) -> Terminal {
    let mut terminal = Terminal::must_start(PROGRAM, &["play"], size, &[("LC_ALL", "C.UTF-8")]);
    terminal.must_show("> Two at this keyboard");
    terminal
}

#[rstest]
#[case::smallest((40, 15))]
#[case::usual((80, 24))]
#[case::large((120, 40))]
fn enter_alone_starts_classic_for_two_and_m_leads_back(#[case] size: (u16, u16)) {
    let mut terminal = must_open(size);
    for entry in ["Against the computer  < medium >", "Lobby", "Demo", "Board  < classic >", "q quit"] {
        terminal.must_show(entry);
    }

    terminal.press("\r");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("5\r");
    terminal.must_show("O to move: bob.test.near");
    terminal.press("m");
    terminal.must_show("This game ends with its chain.");
    terminal.press("y");

    terminal.must_show("> Two at this keyboard");
    terminal.press("q");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::smallest((40, 15))]
#[case::usual((80, 24))]
#[case::large((120, 40))]
fn the_computer_plays_on_the_board_that_was_chosen(#[case] size: (u16, u16)) {
    let mut terminal = must_open(size);
    terminal.press(&format!("{UP}{RIGHT}"));
    terminal.must_show("> Board  < 4x4:4 >");
    terminal.press(&format!("{DOWN}{DOWN}\x1b[D"));
    terminal.must_show("> Against the computer  < easy >");

    terminal.press("\r");
    terminal.must_show("4x4:4");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("\r");
    terminal.must_show("O computer.test");
    terminal.must_show("X2,2 O");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::smallest((40, 15))]
#[case::usual((80, 24))]
#[case::large((120, 40))]
fn the_lobby_of_a_chain_of_its_own_leads_back_and_asks_before_games_are_lost(#[case] size: (u16, u16)) {
    let mut terminal = must_open(size);
    terminal.press(&format!("{DOWN}{DOWN}\r"));
    terminal.must_show("localnet · alice.test.near");
    terminal.must_show("No games here.");
    terminal.press("m");
    terminal.must_show("> Lobby: several games, and a bot");

    terminal.press("\r");
    terminal.must_show("No games here.");
    terminal.press("c");
    terminal.must_show("A new game");
    terminal.press("\r");
    terminal.must_show("Game 1 was created.");
    terminal.press("m");
    terminal.must_show("Its games end with its chain.");
    terminal.press("n");
    terminal.must_not_show("Its games end with its chain.");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::smallest((40, 15))]
#[case::usual((80, 24))]
#[case::large((120, 40))]
fn a_click_chooses_and_a_second_one_starts(#[case] size: (u16, u16)) {
    let mut terminal = must_open(size);
    terminal.must_show("q quit");
    terminal.click("Lobby");
    terminal.must_show("> Lobby");
    terminal.click("Lobby");
    terminal.must_show("No games here.");
    terminal.press("q");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[case::smallest((40, 15))]
#[case::usual((80, 24))]
#[case::large((120, 40))]
fn a_demo_is_drawn_in_place_and_ends_the_program(#[case] size: (u16, u16)) {
    let mut terminal = must_open(size);
    terminal.press(&format!("{DOWN}{DOWN}{DOWN}\r"));
    terminal.must_show("alice.test.near has won with X.");
    assert_eq!(terminal.contents().matches("marks row").count(), 1);
    assert!(terminal.must_end().success());
}

#[rstest]
#[case::game("", "Starting a chain")]
#[case::lobby("\x1b[B\x1b[B", "Starting a chain")]
#[case::demo("\x1b[B\x1b[B\x1b[B", "marks row")]
fn ctrl_c_also_ends_what_has_no_screen(
    #[case] keys: &str,
    #[case] printed: &str,
    #[values((40, 15), (80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = must_open(size);
    terminal.press(&format!("{keys}\r"));
    terminal.must_show(printed);
    terminal.press("\x03");
    assert!(terminal.must_give_back().success());
}
