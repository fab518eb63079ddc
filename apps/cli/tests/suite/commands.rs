//! The commands for scripts: what they print, how they refuse, which code they exit with.

use std::io::{BufRead, BufReader};
use std::path::Path;

use axum::http::StatusCode;
use regex::Regex;
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_cli::local::LocalChain;
use tic_tac_toe_client::keys::development_key;
use tic_tac_toe_client::table::Table;
use tic_tac_toe_interface::one_game::Code;

use crate::common::{
    Localnet, PROGRAM, must_create_game, must_play, must_run, must_run_at, must_start_chain, stderr, stdout,
};
use crate::fake_node::{Answer, FakeNode, Question, full_access, panicked, returned, viewed};

const DONE: Option<i32> = Some(0);
const FAILED: Option<i32> = Some(1);
const USAGE: Option<i32> = Some(2);
const REFUSED: Option<i32> = Some(3);

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_scripted_from_start_to_end() {
    let chain = must_start_chain(0).await;

    let created = must_run(&chain, "new-game alice.test.near bob.test.near").await;
    assert_eq!(created.status.code(), DONE);
    assert!(stdout(&created).starts_with("game_created 1: X alice.test.near, O bob.test.near\ncost "));

    for cell in ["1 1", "0 0", "0 2", "0 1"] {
        assert_eq!(must_run(&chain, &format!("move {cell}")).await.status.code(), DONE);
    }
    let won = must_run(&chain, "move 2 0 --as alice.test.near --round 1").await;
    assert_eq!(won.status.code(), DONE);
    assert!(stdout(&won).contains("game_over 1: won by alice.test.near"), "{}", stdout(&won));

    let shown = must_run(&chain, "show").await;
    assert_eq!(
        stdout(&shown),
        "Game 1: classic\n  X alice.test.near\n  O bob.test.near\n\n  O O X\n  . X .\n  X . .\n\n\
         alice.test.near has won with X.\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn show_gives_the_contracts_own_json() {
    let chain = must_start_chain(0).await;

    assert!(stderr(&must_run(&chain, "show").await).starts_with("NO_GAME: there is no game yet;"));

    must_create_game(&chain).await;
    let json: Value = serde_json::from_str(&stdout(&must_run(&chain, "show --json").await)).unwrap();
    assert_eq!(json["status"], "in_progress");
    assert_eq!(json["next"]["player"], "alice.test.near");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_one_line_with_its_code_and_its_sentence() {
    let chain = must_start_chain(0).await;
    let own_account = "tic-tac-toe.test.near";

    assert_refused(
        &chain,
        &format!("new-game alice.test.near {own_account}"),
        &format!(
            "PLAYER_IS_CONTRACT: {own_account} is a contract and cannot play; \
             name an account that signs for itself"
        ),
    )
    .await;
    let no_game = "NO_GAME: there is no game yet; create one with new_game";
    assert_refused(&chain, "move 0 0 --as alice.test.near", no_game).await;

    must_create_game(&chain).await;
    let wrong_game = "WRONG_GAME: the game is now 1, not 7; look at it with get_game before you move";
    assert_refused(&chain, "move 0 0 --round 7", wrong_game).await;
    let stranger = &format!("NOT_A_PLAYER: {own_account} does not play in this game");
    assert_refused(&chain, &format!("move 0 0 --as {own_account}"), stranger).await;
    let not_yours = "NOT_YOUR_TURN: it is the turn of alice.test.near";
    assert_refused(&chain, "move 0 0 --as bob.test.near", not_yours).await;
    let outside = "OUT_OF_BOUNDS: row 3, column 0 is not on the board; both go from 0 to 2";
    assert_refused(&chain, "move 3 0", outside).await;

    must_play(&chain, &[5]).await;
    let taken = "CELL_TAKEN: row 1, column 1 already holds X; choose an empty cell";
    assert_refused(&chain, "move 1 1", taken).await;

    must_play(&chain, &[1, 3, 2, 7]).await;
    let over = "GAME_OVER: this game has ended; create another with new_game";
    assert_refused(&chain, "move 2 2 --as bob.test.near", over).await;
}

async fn assert_refused(chain: &LocalChain, args: &str, line: &str) {
    let output = must_run(chain, args).await;
    assert_eq!(stderr(&output), format!("{line}\n"), "{args}");
    assert_eq!(output.status.code(), REFUSED, "{args}");
}

/// A node with alice's key and a game, which refuses every call with this text.
async fn must_start_refusing_node(text: String) -> FakeNode {
    must_start_fake_node(move |question| panicked(question, &text)).await
}

/// A node with alice's key and a game, which answers transactions like this.
async fn must_start_fake_node(
    answer_to_transactions: impl Fn(&Question) -> Answer + Send + Sync + 'static,
) -> FakeNode {
    let key = development_key(&"alice.test.near".parse().unwrap()).public_key();
    FakeNode::must_start(move |question| match question.method {
        "view_access_key_list" => {
            viewed(json!({ "keys": [{ "public_key": key, "access_key": full_access() }] }))
        }
        "view_access_key" => viewed(full_access()),
        "call_function" => returned(&json!({
            "game_id": "4", "p1": "alice.test.near", "p2": "bob.test.near", "moves": 0,
            "board": [[null, null, null], [null, null, null], [null, null, null]], "status": "in_progress",
            "next": { "player": "alice.test.near", "mark": "X" }, "winner": null, "winning_line": null,
        })),
        _ => answer_to_transactions(question),
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_code_of_the_contract_reaches_scripts() {
    for code in Code::ALL {
        let node = must_start_refusing_node(format!("{code}: a sentence")).await;
        let output = must_run_at(&node.url, "move 0 0 --as alice.test.near").await;
        assert_eq!(stderr(&output), format!("{code}: a sentence\n"));
        assert_eq!(output.status.code(), REFUSED, "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_names_the_game_that_its_player_has_seen() {
    let node = must_start_refusing_node("NO_GAME: for the test".to_owned()).await;
    must_run_at(&node.url, "move 0 2 --as alice.test.near").await;
    must_run_at(&node.url, "move 0 2 --as alice.test.near --round 7").await;
    must_run_at(&node.url, "move 0 2").await;

    let expected = ["4", "7", "4"].map(|game| json!({ "row": 0, "col": 2, "game_id": game }));
    assert_eq!(node.sent_args(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_of_a_call_is_also_told_as_json() {
    let chain = must_start_chain(0).await;

    let created = must_run(&chain, "new-game alice.test.near bob.test.near --json").await;
    let told: Value = serde_json::from_str(&stdout(&created)).unwrap();
    let data = json!({ "game_id": "1", "p1": "alice.test.near", "p2": "bob.test.near" });
    assert_eq!(told["events"], json!([{ "event": "game_created", "data": data }]));
    assert!(
        told["transaction"].is_string() && told["gas_burnt"].is_u64() && told["tokens_burnt"].is_string()
    );

    let refused = must_run(&chain, "move 0 0 --as bob.test.near --json").await;
    let told: Value = serde_json::from_str(&stdout(&refused)).unwrap();
    let sentence = "it is the turn of alice.test.near";
    assert_eq!(told, json!({ "refused": { "code": "NOT_YOUR_TURN", "message": sentence } }));
    assert_eq!(refused.status.code(), REFUSED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stays_silent_is_given_up_with_a_sentence() {
    let node = FakeNode::must_start(|_| Answer::Silence).await;

    let output = must_run_at(&node.url, "show").await;

    let sentence = "has not answered for 10 seconds; try again later, or name another server with --rpc";
    assert_eq!(stderr(&output), format!("{} {sentence}\n", node.url));
    assert_eq!(output.status.code(), FAILED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_takes_too_long_says_that_it_may_still_count() {
    let node = must_start_fake_node(|_| Answer::Status(StatusCode::REQUEST_TIMEOUT)).await;

    let output = must_run_at(&node.url, "move 0 0").await;

    let sentence = "the transaction was sent but is not done yet; look at the board before you try again\n";
    assert_eq!((stderr(&output).as_str(), output.status.code()), (sentence, FAILED));
    assert_eq!(node.sent_args().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_plays_one_game_and_prints_it() {
    let mut demo = std::process::Command::new(PROGRAM);
    demo.args(["play", "--demo"]);

    let output = tokio::task::spawn_blocking(move || demo.output()).await.unwrap().unwrap();

    assert_eq!(output.status.code(), DONE, "{}", stderr(&output));
    let printed = stdout(&output);
    assert_eq!(printed.matches("EVENT_JSON:").count(), 7);
    assert_eq!(printed.matches("cost ").count(), 6);
    assert!(printed.contains("  O O X\n  . X .\n  X . .\n"), "{printed}");
    assert!(printed.ends_with("alice.test.near has won with X.\n"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_is_played_by_those_who_are_named() {
    let chain = must_start_chain(0).await;

    let output = must_run(&chain, "play --demo --as bob.test.near --against alice.test.near").await;
    assert!(stdout(&output).ends_with("bob.test.near has won with X.\n"), "{output:?}");
    let table = Table::of_one_game(chain.one_game()).await.unwrap();
    assert_eq!(table.players[1].as_ref().unwrap(), "alice.test.near");

    let alone = must_run(&chain, "play --demo --as bob.test.near").await;
    assert_eq!(stderr(&alone), "whom do you play? Name them with --against, or give --as for every seat\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_a_private_game_plays_itself() {
    let mut play = std::process::Command::new(PROGRAM);
    play.arg("play").stdin(std::process::Stdio::null());

    let output = tokio::task::spawn_blocking(move || play.output()).await.unwrap().unwrap();

    assert_eq!(output.status.code(), DONE);
    assert!(stdout(&output).contains("has won with X."));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_nobody_elses_game_is_touched() {
    let chain = must_start_chain(0).await;
    let output = must_run(&chain, "play").await;
    let sentence =
        "there is no terminal to play in, or one that can show nothing but lines (TERM=dumb); add --demo";
    assert!(stderr(&output).starts_with(sentence), "{}", stderr(&output));
    assert_eq!(output.status.code(), FAILED);
    assert_eq!(Table::of_one_game(chain.one_game()).await.unwrap().round, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_said_in_one_sentence() {
    let chain = must_start_chain(0).await;

    let no_contract = must_run(&chain, "show --contract alice.test.near").await;
    let sentence = "alice.test.near holds no tic-tac-toe contract; deploy it there, or name another\n";
    assert_eq!((stderr(&no_contract).as_str(), no_contract.status.code()), (sentence, FAILED));

    let no_account = must_run(&chain, "show --contract nobody.near").await;
    assert_eq!(stderr(&no_account), "there is no account nobody.near on this network\n");

    let no_key = must_run(&chain, "new-game test.near bob.test.near --credentials /nowhere").await;
    assert!(stderr(&no_key).starts_with("no key that may sign for test.near was found in /nowhere/localnet"));

    let url = chain.rpc_url();
    let port = url.rsplit(':').next().unwrap().to_owned();
    let mut busy = std::process::Command::new(PROGRAM);
    busy.args(["localnet", "--port", &port]);
    let busy = tokio::task::spawn_blocking(move || busy.output()).await.unwrap().unwrap();
    let sentence = "stop what uses that port, or choose another with --port";
    assert_eq!(stderr(&busy), format!("the node cannot listen on 127.0.0.1:{port}; {sentence}\n"));
    assert_eq!(busy.status.code(), FAILED);

    drop(chain);
    let gone = std::process::Command::new(PROGRAM).args(["show", "--rpc", &url]).output().unwrap();
    assert_eq!(stderr(&gone), format!("{url} cannot be reached; is a node running there?\n"));
}

#[test]
fn a_chain_that_stays_up_tells_programs_how_to_reach_it() {
    let localnet = Localnet::must_start();
    let chain = localnet.description();
    let shown = std::process::Command::new(PROGRAM)
        .args(["show", "--json", "--rpc", localnet.name("rpc_url")])
        .args(["--contract", localnet.name("contract_id")])
        .output()
        .unwrap();

    let told: Value = serde_json::from_str(&stdout(&shown)).unwrap();
    assert_eq!(told["refused"]["code"], "NO_GAME");
    assert_eq!(chain["players"][1]["account_id"], "bob.test.near");
    let key: near_crypto::SecretKey = chain["players"][1]["secret_key"].as_str().unwrap().parse().unwrap();
    assert_eq!(key, development_key(&"bob.test.near".parse().unwrap()));
}

#[test]
fn a_chain_with_a_file_goes_on_where_it_was_after_a_kill_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain.localnet");
    let state = ["--state", file.to_str().unwrap()];
    let run =
        |chain: &Localnet, args: &str| crate::common::program(chain.name("rpc_url"), args).output().unwrap();

    let chain = Localnet::must_start_with(&state);
    assert_eq!(run(&chain, "new-game alice.test.near bob.test.near").status.code(), DONE);
    assert_eq!(run(&chain, "move 1 1").status.code(), DONE);
    assert_eq!(run(&chain, "create alice.test.near bob.test.near --rules ultimate").status.code(), DONE);
    drop(chain);

    let again = Localnet::must_start_with(&state);
    assert!(stdout(&run(&again, "show")).ends_with("bob.test.near is to move with O.\n"));
    assert!(stdout(&run(&again, "list")).starts_with("1  ultimate:first  alice.test.near bob.test.near"));
    assert_eq!(run(&again, "move 0 0").status.code(), DONE);
}

#[test]
fn a_file_of_another_version_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chain.localnet");
    std::fs::write(&file, "localnet-state 0 0.1.0\n").unwrap();
    let refused = std::process::Command::new(PROGRAM)
        .args(["localnet", "--port", "0", "--state", file.to_str().unwrap()])
        .output()
        .unwrap();

    let sentence = format!("{} was written by another version of localnet", file.display());
    assert!(stderr(&refused).starts_with(&sentence), "{}", stderr(&refused));
    assert_eq!((stdout(&refused).as_str(), refused.status.code()), ("", FAILED));
}

#[rstest]
#[case::in_short(&[])]
#[case::with_everything(&["--verbose"])]
fn a_chain_that_stays_up_tells_people_how_to_use_it(#[case] args: &[&str]) {
    let mut localnet = std::process::Command::new(PROGRAM)
        .args(["localnet", "--port", "0"])
        .args(args)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(localnet.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut banner = Vec::new();
    for line in lines {
        banner.push(line);
        if banner.last().is_some_and(|line| line == "Ctrl-C stops it.") {
            break;
        }
    }
    localnet.kill().unwrap();
    localnet.wait().unwrap();

    let url = banner.iter().flat_map(|line| line.split_whitespace()).find(|word| word.starts_with("http://"));
    let url = url.expect("the banner names the node").to_owned();
    let banner = banner.join("\n");
    if args.is_empty() {
        // On the usual port commands name it in fewer words, or not at all.
        let usual = banner.replace(&format!("play --rpc {url}"), "play --network localnet");
        let usual = usual.replace(&format!(" --rpc {url}"), "");
        assert!(usual.lines().count() < 24 && usual.lines().all(|line| line.len() <= 80), "{usual}");
    }
    insta::assert_snapshot!(
        format!("banner{}", args.concat()),
        banner.replace(&url, "http://127.0.0.1:PORT")
    );
}

#[test]
fn a_wrong_command_line_and_a_missing_contract_exit_with_their_codes() {
    let run = |args: &[&str]| std::process::Command::new(PROGRAM).args(args).output().unwrap();

    assert_eq!(run(&["dance"]).status.code(), USAGE);
    assert_eq!(run(&["move", "0", "x"]).status.code(), USAGE);
    let gone = run(&["arena", "move", "1", "0", "2", "--json"]);
    assert_eq!(gone.status.code(), USAGE);
    assert!(stderr(&gone).contains("leave out the word arena"), "{}", stderr(&gone));
    let schemeless = run(&["show", "--rpc", "127.0.0.1:3030"]);
    assert_eq!(schemeless.status.code(), USAGE);
    assert!(stderr(&schemeless).contains("such as http://127.0.0.1:3030"), "{}", stderr(&schemeless));
    let undecided = run(&["play", "--demo", "--as", "alice.test.near"]);
    assert_eq!(
        stderr(&undecided),
        "whom do you play? Name them with --against, or give --as for every seat\n"
    );
    assert_eq!((stdout(&undecided).as_str(), undecided.status.code()), ("", FAILED));

    let unnamed = run(&["show", "--network", "testnet"]);
    assert_eq!(stderr(&unnamed), "which contract? Name its account on testnet with --contract\n");
    assert_eq!(unnamed.status.code(), FAILED);

    let no_chain = run(&["play", "--contract", "game.near"]);
    let sentence = "which chain holds game.near? Name it with --network or --rpc; \
                    without --contract and TIC_TAC_TOE_CONTRACT you play on a private chain\n";
    assert_eq!((stderr(&no_chain).as_str(), no_chain.status.code()), (sentence, FAILED));

    let unbuilt = run(&["play", "--demo", "--wasm", "/nowhere/tic_tac_toe.wasm"]);
    assert!(stderr(&unbuilt).starts_with("the contract /nowhere/tic_tac_toe.wasm cannot be read"));
    assert_eq!(unbuilt.status.code(), FAILED);
}

/// What bash offers for the last of these words.
fn completed(program: &str, words: &[&str]) -> Vec<String> {
    let name = Path::new(program).file_name().unwrap().to_str().unwrap();
    let script = format!(
        "source <({program} completions bash)
        case $COMP_WORDBREAKS in *:*) exit 1 ;; esac
        COMP_WORDS=({name} {words}) COMP_CWORD={count}
        _{function} {name} '{last}' '{before}'
        [ ${{#COMPREPLY[@]}} = 0 ] || printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words = words.join(" ").replace("''", "\"\""),
        count = words.len(),
        function = name.replace('-', "__"),
        last = words.last().unwrap().replace('\'', ""),
        before = words.iter().rev().nth(1).unwrap_or(&name),
    );
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", DONE), "{script}");
    stdout(&output).lines().map(ToOwned::to_owned).collect()
}

#[test]
fn shells_complete_commands_rules_levels_and_opponents() {
    let commands = completed(PROGRAM, &["''"]);
    assert!(["new-game", "play", "man"].iter().all(|name| commands.contains(&(*name).to_owned())));
    assert!(!commands.contains(&"arena".to_owned()), "a word that is gone is not offered: {commands:?}");
    assert_eq!(completed(PROGRAM, &["play", "--rules", "ult"]).len(), 3);
    assert_eq!(completed(PROGRAM, &["create", "--rules", "cla"]), ["classic"]);
    assert_eq!(completed(PROGRAM, &["play", "--against", "computer:s"]), ["computer:strong"]);
    assert_eq!(completed(PROGRAM, &["bot", "--level", "m"]), ["medium"]);
    assert_eq!(completed(PROGRAM, &["watch", "--d"]), Vec::<String>::new());
    assert_eq!(completed(PROGRAM, &["play", "--network", "t"]), ["testnet"]);

    let indexer = Path::new(PROGRAM).with_file_name("tic-tac-toe-indexer");
    assert!(indexer.exists(), "this needs the indexer: cargo build --workspace --bins");
    assert_eq!(completed(indexer.to_str().unwrap(), &["run", "--se"]), ["--serve"]);
}

#[rstest]
#[case("bash", "ultimate:any")]
#[case("zsh", "ultimate\\:any")]
#[case("fish", "ultimate:any")]
#[case("elvish", "new-game")]
#[case("powershell", "new-game")]
fn every_shell_gets_a_script(#[case] shell: &str, #[case] offered: &str) {
    let output = std::process::Command::new(PROGRAM).args(["completions", shell]).output().unwrap();
    assert_eq!(output.status.code(), DONE);
    assert!(stdout(&output).contains(offered), "{}", stdout(&output));
}

#[test]
fn the_manual_is_made_of_the_help() {
    let page = std::process::Command::new(PROGRAM).arg("man").output().unwrap();
    assert!(stdout(&page).contains(".TH tic-tac-toe 1"), "{}", stdout(&page));

    let folder = tempfile::tempdir().unwrap();
    let written = std::process::Command::new(PROGRAM).arg("man").arg(folder.path()).output().unwrap();
    assert_eq!((stdout(&written).as_str(), written.status.code()), ("", DONE));
    let play = std::fs::read_to_string(folder.path().join("tic-tac-toe-play.1")).unwrap();
    assert!(play.contains("ultimate:closing") && play.contains("against"), "{play}");

    let nowhere = std::process::Command::new(PROGRAM).args(["man", "/nowhere"]).output().unwrap();
    assert_eq!(nowhere.status.code(), FAILED);
}

#[test]
fn the_long_version_names_what_is_inside() {
    let run = |flag| stdout(&std::process::Command::new(PROGRAM).arg(flag).output().unwrap());
    let (short, long) = (run("-V"), run("--version"));
    assert_eq!(short, format!("tic-tac-toe {}\n", env!("CARGO_PKG_VERSION")));
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(format!("{}\n", lines[0]), short);
    let code = Regex::new(r", code [1-9A-HJ-NP-Za-km-z]{43,44}$").unwrap();
    assert!(
        lines[1].starts_with("one-game contract: events tic-tac-toe 1.") && code.is_match(lines[1]),
        "{long}"
    );
    assert!(lines[2].starts_with("arena: events tic-tac-toe-arena 1.") && code.is_match(lines[2]), "{long}");
    assert!(lines[3].starts_with("bot contract: code "), "{long}");
    let protocol = near_primitives::version::PROTOCOL_VERSION;
    assert_eq!(lines[4..], [format!("chain: NEAR protocol {protocol}")]);
}

#[test]
fn the_script_that_plays_answers_for_help_without_building() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/play.sh");
    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("cargo"), "#!/bin/sh\nexit 9\n").unwrap();
    let path = format!("{}:/usr/bin:/bin", empty.path().display());
    let help = std::process::Command::new("bash")
        .arg(script)
        .arg("--help")
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", empty.path())
        .output()
        .unwrap();
    assert_eq!((stderr(&help).as_str(), help.status.code()), ("", DONE));
    assert!(stdout(&help).contains("a menu; Enter starts a game for two"), "{}", stdout(&help));
}
