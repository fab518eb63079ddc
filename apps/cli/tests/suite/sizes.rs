//! What the screens promise, in real terminals of three sizes.

use rstest::rstest;
use serde_json::json;
use tic_tac_toe_cli::local::LocalChain;

use crate::common::{Localnet, PROGRAM, must_run, must_start_chain_with_arena, stderr};
use crate::relay::Relay;
use crate::terminal::Terminal;

const CTRL_A: &str = "\x01";
const CTRL_U: &str = "\x15";
const PAGE_DOWN: &str = "\x1b[6~";
const DOWN: &str = "\x1b[B";

type Size = (u16, u16);

const SIZES: [Size; 3] = [(40, 15), (80, 24), (120, 40)];

fn must_open(args: &str, size: Size) -> Terminal {
    let args: Vec<&str> = args.split_whitespace().collect();
    Terminal::must_start(PROGRAM, &args, size, &[("LC_ALL", "C.UTF-8")])
}

fn must_leave(mut terminal: Terminal) {
    terminal.press("\x03");
    assert!(terminal.must_give_back().success());
}

async fn must_do(chain: &LocalChain, args: &str) {
    let done = must_run(chain, args).await;
    assert!(done.status.success(), "{args}: {}", stderr(&done));
}

/// Waits for a sentence, on however many lines.
fn must_say(terminal: &mut Terminal, sentence: &str) {
    let is_said =
        |contents: &str| contents.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence);
    terminal.must_become(&format!("the screen never said {sentence:?}"), is_said);
}

/// Lets the chain's clock go on.
async fn must_wait(chain: &LocalChain, seconds: u64) {
    let params = json!({ "delta_ms": seconds * 1000 });
    let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "sandbox_advance_time", "params": params });
    let answer = reqwest::Client::new().post(chain.rpc_url()).json(&question).send().await.unwrap();
    assert!(answer.status().is_success());
}

#[rstest]
fn a_second_click_on_a_cell_plays_it(#[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let mut terminal = must_open("play --rules classic", size);
    terminal.must_show("X to move: alice.test.near");
    terminal.must_show("q");
    terminal.click("9");
    terminal.must_show(if size == (40, 15) { "[9]" } else { "[  9  ]" });
    terminal.click("9");
    terminal.must_show("O to move: bob.test.near");
    terminal.must_show("X2,2");
    must_leave(terminal);
}

#[rstest]
fn against_the_computer_one_gets_hints_and_rules_but_takes_nothing_back(
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let mut terminal = must_open("play --rules 4x4:4 --against computer:easy", size);
    terminal.must_show("X to move: alice.test.near");
    terminal.press("h");
    terminal.must_show("Hint: row ");
    terminal.press("\r");
    terminal.must_become("the computer has not moved", |contents| {
        contents.contains("X to move: alice.test.near") && contents.contains('(')
    });

    terminal.press("u");
    must_say(&mut terminal, "Moves are transactions: what is on the chain can't be undone.");
    terminal.press("?");
    terminal.must_show("No undo (u): moves are transactions.");
    terminal.must_show("h             hint");
    terminal.press("?");
    terminal.must_show("has 4 in a row first");
    terminal.press(" ");
    terminal.must_not_show("has 4 in a row first");

    terminal.press("q");
    must_say(&mut terminal, "This game ends with its chain. Leave it?");
    terminal.must_show("any other key: no");
    terminal.press("n");
    terminal.must_not_show("Leave it?");
    terminal.press("qy");
    assert!(terminal.must_give_back().success());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_timed_game_says_what_leaving_costs_and_who_left(
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let chain = must_start_chain_with_arena().await;
    must_do(&chain, "create alice.test.near bob.test.near --turn-seconds 600").await;
    let at = format!("--game 1 --rpc {}", chain.rpc_url());
    let mut terminal = must_open(&format!("play {at} --as alice.test.near --as bob.test.near"), size);
    let mut watcher = must_open(&format!("play {at}"), size);
    watcher.must_show("watching game 1 · classic");

    terminal.must_show("X to move: alice");
    terminal.press("5\r");
    terminal.must_show("O to move: bob");
    terminal.press("t");
    must_say(&mut terminal, "left; t claims the timeout after that.");
    terminal.press("r");
    must_say(&mut terminal, "bob.test.near loses this round. Start another?");
    terminal.press("n");
    terminal.must_show("Nothing was sent.");
    terminal.press("R");
    terminal.must_show("Resign as bob.test.near?");
    terminal.press("y");
    let is_told =
        |contents: &str| contents.contains("X has won") && contents.contains(", bob.test.near resigned");
    terminal.must_become("bob has resigned", is_told);
    watcher.must_become("bob has resigned", is_told);

    must_do(&chain, "restart 1 --as alice.test.near").await;
    terminal.must_show("round 2");
    must_wait(&chain, 700).await;
    must_do(&chain, "claim 1 --as bob.test.near").await;
    // The name is cut where there is too little room.
    terminal.must_become("alice has run out of time", |contents| {
        contents.contains(", alice.test") && contents.contains(" ran out of time")
    });

    watcher.press("\r");
    must_say(&mut watcher, "You only watch.");
    assert!(!watcher.contents().contains("Enter play"), "{}", watcher.contents());
    must_leave(terminal);
    must_leave(watcher);
}

#[rstest]
fn a_large_board_uses_every_line_and_shows_that_it_scrolls(
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let mut terminal = must_open("play --rules 19x19:5", size);
    terminal.must_show("X to move: alice.test.near");
    terminal.must_show("q");
    let contents = terminal.contents();
    let rows = contents.lines().filter(|line| line.matches('·').count() > 5).count();
    let (scrolls, shown) = match size {
        (40, 15) => (true, 10),
        _ => (false, 19),
    };
    assert_eq!((contents.contains('↕'), rows), (scrolls, shown), "{contents}");
    assert!(!contents.contains("1-9"), "{contents}");
    must_leave(terminal);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_calls_whose_turn_it_is(#[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let chain = must_start_chain_with_arena().await;
    let lobby = format!("lobby --as alice.test.near --rpc {}", chain.rpc_url());
    let (mut loud, mut quiet) = (must_open(&lobby, size), must_open(&format!("{lobby} --quiet"), size));
    loud.must_show("No games here.");
    quiet.must_show("No games here.");
    assert!(!loud.contents().contains("x close"), "{}", loud.contents());

    must_do(&chain, "create alice.test.near bob.test.near").await;
    for terminal in [&mut loud, &mut quiet] {
        terminal.must_show("Mine: 1 to move");
        terminal.must_show("alice.test.near · your turn");
        terminal.press("\t");
        terminal.must_become("the game is not listed", |contents| {
            let is_it =
                |line: &str| line.starts_with(" >   1 ") && line.find("your turn") < line.find("alice");
            contents.lines().any(|line| line.contains("your turn") && is_it(line))
        });
    }
    must_do(&chain, "move 1 1 --game 1").await;
    quiet.must_show("O to move");
    quiet.must_not_show("your turn");
    loud.must_not_show("your turn");
    must_do(&chain, "move 0 0 --game 1").await;
    loud.must_show("Mine: 1 to move");
    quiet.must_show("Mine: 1 to move");
    assert_eq!((loud.bells(), quiet.bells()), (2, 0));
    must_leave(loud);
    must_leave(quiet);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn the_form_is_edited_checked_and_kept(#[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let chain = must_start_chain_with_arena().await;
    must_do(&chain, "create alice.test.near bob.test.near").await;
    let mut lobby = must_open(&format!("lobby --as alice.test.near --rpc {}", chain.rpc_url()), size);
    lobby.must_show("No games here.");
    lobby.press("c");
    lobby.must_show("ultimate:closing_");
    lobby.press(PAGE_DOWN);
    lobby.must_show("classic_");
    lobby.press(&format!("{CTRL_U}4x{CTRL_A}4x4:4"));
    lobby.must_show(">Rules   4x4:44x");
    lobby.press("\r");
    lobby.must_show("rules are written classic");

    // What the contract refuses comes back as it was written.
    lobby.press(&format!("{CTRL_U}\x1b[3~\x1b[3~4x4:3{DOWN}{CTRL_U}bob.test.near"));
    lobby.must_show("bob.test.near_");
    lobby.press("\r");
    lobby.must_become("the refusal", |contents| {
        contents.contains("have game 1") || contents.contains("already")
    });
    lobby.press(&format!("{CTRL_U}carol.test.near\r"));
    lobby.must_show("Game 2 was created.");
    must_leave(lobby);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_was_restarted_is_not_taken_for_a_game_that_was_closed(
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let chain = must_start_chain_with_arena().await;
    must_do(&chain, "create alice.test.near bob.test.near").await;
    must_do(&chain, "new-game alice.test.near bob.test.near").await;
    let relay = Relay::must_start(&chain);
    let at = format!("--rpc {}", relay.url);
    let mut game = must_open(&format!("play --game 1 --as alice.test.near {at}"), size);
    let mut one_game = must_open(&format!("play --as alice.test.near {at}"), size);
    let mut lobby = must_open(&format!("lobby --as alice.test.near {at}"), size);
    game.must_show("X to move: alice.test.near");
    one_game.must_show("X to move: alice.test.near");
    lobby.must_show("your turn");

    let other = must_start_chain_with_arena().await;
    relay.lead_to(&other);

    game.must_show("Game gone: the chain was restarted.");
    one_game.must_show("No game yet.");
    one_game.must_show("The chain was restarted.");
    lobby.must_show("The chain was restarted.");
    lobby.must_show("No games here.");
    lobby.must_not_show("your turn");
    for terminal in [game, one_game, lobby] {
        must_leave(terminal);
    }
}

#[rstest]
#[case::main("--help")]
#[case::play("play --help")]
#[case::watch("watch --help")]
fn help_is_wrapped_to_the_width(#[case] args: &str, #[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let args: Vec<&str> = args.split_whitespace().collect();
    let help = Terminal::must_start(PROGRAM, &args, size, &[("NO_COLOR", "1")]).must_print();
    let (longest, width) =
        (help.lines().map(|line| line.chars().count()).max().unwrap(), usize::from(size.0));
    assert!(longest > width / 2 && longest <= width, "{longest} in {width}:\n{help}");
}

#[rstest]
fn a_copy_of_the_program_alone_brings_everything_along(#[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("game");
    std::fs::copy(PROGRAM, &copy).unwrap();
    let home = folder.path().to_str().unwrap();
    let copy = copy.to_str().unwrap();
    let env = [("HOME", home), ("LC_ALL", "C.UTF-8")];
    let mut terminal = Terminal::must_start_in(folder.path(), copy, &["play"], size, &env);
    terminal.must_show("> Two at this keyboard");
    terminal.press("\r");
    terminal.must_show("X to move: alice.test.near");
    terminal.press("5\r");
    terminal.must_show("O to move: bob.test.near");
    terminal.press("my");
    terminal.must_show("> Two at this keyboard");
    terminal.press(&format!("{DOWN}{DOWN}\r"));
    terminal.must_show("No games here.");
    must_leave(terminal);
}

#[rstest]
fn the_last_move_is_marked_on_every_board_without_colour(
    #[values("classic", "5x7:4", "19x19:5", "ultimate")] rules: &str,
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let env = [("LC_ALL", "C.UTF-8"), ("NO_COLOR", "1")];
    let mut terminal = Terminal::must_start(PROGRAM, &["play", "--rules", rules], size, &env);
    if (rules, size) == ("ultimate", (40, 15)) {
        terminal.must_show("This board needs 55x21");
        return must_leave(terminal);
    }
    terminal.must_show("X to move: alice.test.near");
    terminal.press("\r");
    terminal.must_show("O to move: bob.test.near");
    terminal.must_show("{");
    terminal.press("\x1b[D");
    terminal
        .must_become("the last move is marked", |contents| contents.contains('(') && contents.contains('['));
    must_leave(terminal);
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_games_are_listed_as_the_terminal_has_lines_for() {
    let chain = must_start_chain_with_arena().await;
    for host in ["alice", "bob", "carol", "dave"] {
        for columns in 5..14 {
            must_do(&chain, &format!("create {host}.test.near - --rules 4x{columns}:4")).await;
        }
    }
    for (size, lines) in SIZES.into_iter().zip([9, 18, 34]) {
        let mut lobby = must_open(&format!("lobby --rpc {}", chain.rpc_url()), size);
        let listed = |contents: &str| contents.lines().filter(|line| line.contains("free")).count();
        lobby.must_become("the lines are not used", |contents| listed(contents) == lines);
        must_leave(lobby);
    }
}

#[rstest]
#[case::menu("play", "Two at this keyboard", "The menu needs 40x15")]
#[case::one_game("play --rules classic", "X to move", "This board needs 40x15")]
#[case::large_board("play --rules 19x19:5", "X to move", "This board needs 40x15")]
#[case::ultimate("play --rules ultimate", "X to move", "This board needs 55x21")]
fn a_terminal_may_change_its_size_at_any_time(
    #[case] args: &str,
    #[case] shown: &str,
    #[case] too_small: &str,
) {
    let mut terminal = must_open(args, (80, 24));
    terminal.must_show(shown);
    for size in [(39, 14), (120, 40), (1, 1), (80, 24), (20, 60), (200, 60)] {
        terminal.must_resize(size);
        match size {
            (39, 14) => must_say(&mut terminal, too_small),
            (80.., _) => terminal.must_show(shown),
            _ => {}
        }
    }
    must_leave(terminal);
}

#[rstest]
#[case::menu("play", "", "Two at this keyboard")]
#[case::game("play --rules classic", "", "X to move")]
#[case::help("play --rules classic", "?", "Any other key")]
#[case::rules_page("play --rules classic", "??", "in a row first")]
#[case::question("play --rules classic", "n", "This round has not ended.")]
#[case::thinking("play --rules 19x19:5 --against computer:strong", "\r", "O ")]
#[case::form("lobby --as alice.test.near", "c", "A new game")]
fn ctrl_c_ends_every_screen_at_once(
    #[case] args: &str,
    #[case] keys: &str,
    #[case] shown: &str,
    #[values((40, 15), (80, 24), (120, 40))] size: Size,
) {
    let chain = args.starts_with("lobby").then(Localnet::must_start);
    let at = chain.as_ref().map_or(String::new(), |chain| format!(" --rpc {}", chain.name("rpc_url")));
    let mut terminal = must_open(&format!("{args}{at}"), size);
    terminal.must_become("the screen", |contents| {
        ["X to move", "Two at", "No games"].iter().any(|sign| contents.contains(sign))
    });
    for key in keys.chars() {
        terminal.press(&key.to_string());
    }
    must_say(&mut terminal, shown);
    must_leave(terminal);
}

#[rstest]
fn menu_and_lobby_are_ascii_where_the_locale_is(#[values((40, 15), (80, 24), (120, 40))] size: Size) {
    let mut terminal = Terminal::must_start(PROGRAM, &["play"], size, &[("LC_ALL", "C")]);
    terminal.must_show("q quit");
    assert!(terminal.contents().is_ascii(), "{}", terminal.contents());
    terminal.press(&format!("{DOWN}{DOWN}\r"));
    terminal.must_show("No games here.");
    terminal.press("c");
    terminal.must_show("A new game");
    assert!(terminal.contents().is_ascii(), "{}", terminal.contents());
    must_leave(terminal);
}

#[rstest]
fn the_banner_of_a_chain_that_stays_up_can_be_seen_as_a_whole(#[values((80, 24), (120, 40))] size: Size) {
    let mut terminal = must_open("localnet --port 0", size);
    terminal.must_show("Ctrl-C stops it.");
    for part in
        ["A NEAR chain runs in this process", "alice, bob, carol and dave", "keys ", "In another terminal:"]
    {
        assert!(terminal.contents().contains(part), "{part}:\n{}", terminal.contents());
    }
    terminal.press("\x03");
    assert!(terminal.must_end().success());
}
