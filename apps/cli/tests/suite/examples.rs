//! Every example of every help page, run as it stands there against a chain of its own.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use clap::{Command, CommandFactory};
use tic_tac_toe_cli::args::{Cli, OneGameContract};
use tic_tac_toe_cli::local::{LocalChain, signer_of};
use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::common::{PROGRAM, must_run, must_start_chain_with_arena, stderr};
use crate::terminal::Terminal;

/// A help page: of which command, and its examples.
struct Page {
    command: String,
    examples: Vec<String>,
}

/// The pages of a command and of those below it.
fn pages(command: &Command, path: &str) -> Vec<Page> {
    let help = command.get_after_help().map_or_else(String::new, ToString::to_string);
    let lines = help.lines().filter_map(|line| line.strip_prefix("  tic-tac-toe "));
    // What stands far behind a command says what it does.
    let examples = lines.filter_map(|line| line.split("   ").next()).map(ToOwned::to_owned).collect();
    let mut found = vec![Page { command: path.to_owned(), examples }];
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        found.extend(pages(below, format!("{path} {}", below.get_name()).trim_start()));
    }
    found
}

impl Page {
    fn shows(&self, beginning: &str) -> bool {
        self.examples.iter().any(|example| example.starts_with(beginning))
    }

    /// Does it show how to start games, so that there can't be the same ones before?
    fn starts_games(&self) -> bool {
        self.shows("new-game") || self.shows("create")
    }
}

/// Runs an example until it has done what it shows.
async fn must_work(chain: &LocalChain, folder: &Path, example: &str) {
    let command = example.split_whitespace().next().unwrap();
    let has_screen = (command == "play" && !example.contains("--demo")) || command == "lobby";
    // The usual port may be taken on the machine of the tests.
    let place = match command {
        "completions" | "man" => String::new(),
        "localnet" => " --port 0".to_owned(),
        "play" if !example.contains("--network") => String::new(),
        _ => format!(" --rpc {}", chain.rpc_url()),
    };
    let line = format!("{example}{place}");
    let (sign, end) = match command {
        "lobby" => ("[Open]", "q"),
        "play" if example == "play" => ("q quit", "q"),
        // In a running game q would ask first.
        _ if has_screen => ("? help", "\x03"),
        "bot" => ("Ctrl-C ends it", "\x03"),
        "localnet" => (if example.contains("--json") { "rpc_url" } else { "Ctrl-C stops it." }, "\x03"),
        "watch" => ("block ", "\x03"),
        _ => {
            let done = must_run_in(folder, &line).await;
            // Nobody's time is over so soon.
            let is_too_early = command == "claim" && done.status.code() == Some(3);
            assert!(done.status.success() || is_too_early, "{example}: {}", stderr(&done));
            return;
        }
    };
    let args: Vec<&str> = line.split_whitespace().collect();
    let mut terminal = Terminal::must_start_in(folder, PROGRAM, &args, (120, 50), &[]);
    let busy = tokio::spawn(start_games(chain.one_game().clone()));
    terminal.must_show(sign);
    busy.abort();
    terminal.press(end);
    let status = terminal.must_end();
    assert!(status.success(), "{example}: {status}");
}

/// Starts one game after the other, so that those who watch from now on see something.
async fn start_games(contract: OneGameContract) {
    // No example signs for dave.
    let dave = "dave.test.near".parse().unwrap();
    loop {
        contract.new_game(&signer_of(&dave), &dave, &dave).await.expect("dave may play himself");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn must_run_in(folder: &Path, line: &str) -> Output {
    let mut command = std::process::Command::new(PROGRAM);
    command.args(line.split_whitespace()).current_dir(folder);
    tokio::task::spawn_blocking(move || command.output()).await.unwrap().expect("the program runs")
}

#[test]
fn every_help_page_shows_examples() {
    let bare: Vec<String> = pages(&Cli::command(), "")
        .into_iter()
        .filter(|page| page.examples.is_empty())
        .map(|page| page.command)
        .collect();
    assert_eq!(bare, Vec::<String>::new());
}

/// The pages in groups that share a chain: one that starts games needs an empty one, and none may come after one that
/// closes them.
fn groups(pages: Vec<Page>) -> Vec<Vec<Page>> {
    let mut groups: Vec<Vec<Page>> = Vec::new();
    for page in pages {
        let is_open =
            |group: &&mut Vec<Page>| !group.iter().any(|other| other.starts_games() || other.shows("close"));
        match groups.last_mut().filter(is_open) {
            Some(group) if !page.starts_games() => group.push(page),
            _ => groups.push(vec![page]),
        }
    }
    groups
}

async fn must_work_through(pages: Vec<Page>, folder: PathBuf) {
    let chain = must_start_chain_with_arena().await;
    if !pages.iter().any(Page::starts_games) {
        must_run(&chain, "new-game alice.test.near bob.test.near").await;
        must_run(&chain, "create alice.test.near bob.test.near").await;
        must_run(&chain, "create alice.test.near -").await;
    }
    for example in pages.iter().flat_map(|page| &page.examples) {
        must_work(&chain, &folder, example).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut readers = JoinSet::new();
    for pages in groups(pages(&Cli::command(), "")) {
        let (runtime, folder) = (Handle::current(), folder.path().to_owned());
        readers.spawn_blocking(move || runtime.block_on(must_work_through(pages, folder)));
    }
    readers.join_all().await;
}
