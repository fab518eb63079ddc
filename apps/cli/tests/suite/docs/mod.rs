//! The documentation, run: what its snippets print is what they show, and what it links to exists.
//!
//! `UPDATE_DOCS=1` writes what was printed into the pages.

mod environment;
mod links;
mod page;
mod rust_snippets;
mod text;

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, thread};

use serde_json::{Deserializer, Value};

use environment::{Environment, PATIENCE};
use page::{Kind, Page, Snippet, project};
use text::{is_shown, masked, masked_game};

use crate::common::{must_run, must_start_chain_with_arena, stderr};
use crate::terminal::Terminal;

const RUST: &str = include_str!("rust_snippets.rs");

#[test]
fn every_link_and_every_path_in_the_pages_leads_somewhere() {
    assert_eq!(links::dead_ends(), Vec::<String>::new());
}

#[test]
fn the_snippets_of_the_pages_do_what_they_show() {
    let are_run = |page: &PathBuf| {
        page.starts_with("docs")
            || page.starts_with("examples")
            || page == Path::new("apps/cli/README.md")
            || page.components().count() == 1
    };
    let readers: Vec<_> = links::pages()
        .into_iter()
        .filter(are_run)
        .map(|page| thread::spawn(move || Reader::new(Page::must_read(&page)).read()))
        .collect();
    let complaints: Vec<String> = readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect();
    assert!(
        complaints.is_empty(),
        "{}\n\nUPDATE_DOCS=1 takes over what was printed.",
        complaints.join("\n\n")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_coding_agents_are_told_works_and_is_on_the_wire() {
    let text = fs::read_to_string(project().join("llms.txt")).unwrap();
    let chain = must_start_chain_with_arena().await;
    let shown = text.lines().filter_map(|line| line.strip_prefix("    target/debug/tic-tac-toe "));
    let (nodes, commands): (Vec<&str>, Vec<&str>) = shown.partition(|line| line.starts_with("localnet"));
    assert_eq!((nodes.len(), commands.len()), (1, 6));
    for command in commands {
        let args = command.split('#').next().unwrap();
        let done = must_run(&chain, args).await;
        assert!(done.status.success(), "{args}: {}", stderr(&done));
    }

    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let wire = fs::read_to_string(project().join("packages/wire/wire.json")).unwrap();
    let contracts = &serde_json::from_str::<Value>(&wire).unwrap()["contracts"];
    for named in [&contracts["tic_tac_toe"]["codes"], &contracts["tic_tac_toe_arena"]["events"]["names"]] {
        let names: Vec<&str> = named.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(words.contains(&names.join(" ")), "{names:?}");
    }
}

/// Somebody who reads a page from the top down and tries everything that it shows.
struct Reader {
    page: Page,
    /// Started with the first snippet that needs it.
    environment: Option<Environment>,
    complaints: Vec<String>,
    /// What the snippets should show instead, if the pages shall be brought up to date.
    corrections: Vec<(std::ops::Range<usize>, Vec<String>)>,
}

impl Reader {
    const fn new(page: Page) -> Self {
        Self { page, environment: None, complaints: Vec::new(), corrections: Vec::new() }
    }

    fn read(mut self) -> Vec<String> {
        for Snippet { kind, lines } in std::mem::take(&mut self.page.snippets) {
            let shown = self.page.lines[lines.clone()].to_vec();
            match kind {
                Kind::Commands => self.try_commands(lines.start, &shown),
                Kind::Session => self.try_session(lines, &shown),
                Kind::Screen { size, command, keys } => self.try_screen(lines, &shown, size, &command, &keys),
                Kind::Answer { path } => self.try_answer(lines.start, &shown, &path),
                Kind::Json => self.check(lines.start, must_parse(&shown).is_some(), "this is no JSON"),
                Kind::Sql => self.try_queries(lines.start, &shown),
                Kind::Rust => {
                    let is_compiled = squeezed(RUST).contains(&squeezed(&shown.join("\n")));
                    self.check(lines.start, is_compiled, "this is not in rust_snippets.rs");
                }
                Kind::Prose => {}
            }
        }
        if !self.corrections.is_empty() {
            self.correct();
        }
        self.complaints
    }

    fn environment(&mut self) -> &mut Environment {
        self.environment.get_or_insert_with(Environment::must_start)
    }

    fn check(&mut self, line: usize, is_right: bool, complaint: &str) {
        if !is_right {
            self.complaints.push(format!("{}: {complaint}", self.page.place(line)));
        }
    }

    fn compare(&mut self, lines: std::ops::Range<usize>, shown: &[String], found: Vec<String>) {
        if masked(shown) == masked(&found) {
            return;
        }
        if env::var_os("UPDATE_DOCS").is_some() {
            self.corrections.push((lines, found));
            return;
        }
        let place = self.page.place(lines.start);
        self.complaints.push(format!("{place} shows\n{}\nbut it is\n{}", shown.join("\n"), found.join("\n")));
    }

    fn try_commands(&mut self, first: usize, shown: &[String]) {
        for line in shown.join("\n").replace("\\\n", " ").lines() {
            let line = line.split(" #").next().unwrap().trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(line) = line.strip_suffix('&') {
                self.environment().run_beside(line);
            } else if has_screen(line) {
                let mut terminal = self.environment().open(line, (80, 24));
                terminal.must_show("? help");
                leave(terminal);
            } else if let Some(sign) = stays_until(line) {
                let is_ready = |printed: &[String]| printed.iter().any(|line| line.contains(sign));
                let (printed, _) = self.environment().run_until(line, is_ready);
                self.check_success(first, line, &printed);
            } else {
                let printed = self.environment().run(line);
                self.check_success(first, line, &printed);
            }
        }
        self.environment().settle();
    }

    fn check_success(&mut self, number: usize, line: &str, printed: &[String]) {
        let status = self.environment().status();
        self.check(number, status == 0, &format!("{line}\nended with {status}:\n{}", printed.join("\n")));
    }

    fn try_session(&mut self, lines: std::ops::Range<usize>, shown: &[String]) {
        let mut found = Vec::new();
        let mut rest = shown;
        while let Some((line, after)) = rest.split_first() {
            let end = after.iter().position(|line| line.starts_with("$ ")).unwrap_or(after.len());
            let (expected, next) = after.split_at(end);
            rest = next;
            found.push(line.clone());
            let command = line.strip_prefix("$ ").expect("a session begins with a command");
            match expected.iter().position(|line| line == "^C") {
                Some(end) => {
                    let wanted = masked(&expected[..end]);
                    let (before, after) =
                        self.environment().run_until(command, |printed| masked(printed) == wanted);
                    found.extend(before.into_iter().chain(["^C".to_owned()]).chain(after));
                }
                None => found.extend(self.environment().run(command)),
            }
        }
        self.compare(lines, shown, found);
    }

    fn try_screen(
        &mut self,
        lines: std::ops::Range<usize>,
        shown: &[String],
        size: (u16, u16),
        command: &str,
        keys: &[String],
    ) {
        let is_against_computer = command.contains("--against computer");
        let masked = if is_against_computer { masked_game } else { masked };
        let mut terminal = self.environment().open(command, size);
        terminal.must_become("it is not ready", |contents| {
            let lists = ["Open", "Two at this keyboard"];
            status(contents).is_some() || lists.iter().any(|list| contents.contains(list))
        });
        for key in keys {
            let before = status(&terminal.contents());
            match key.as_str() {
                "⏎" => {
                    let answers = computer_moves(&terminal.contents());
                    terminal.press("\r");
                    let is_next = |contents: &str| {
                        let now = status(contents);
                        let is_answered = computer_moves(contents) > answers;
                        now.is_some() && if is_against_computer { is_answered } else { now != before }
                    };
                    terminal.must_become("the move is not made", is_next);
                }
                "⇥" => terminal.press("\t"),
                key => terminal.press(key),
            }
        }
        let wanted = masked(shown);
        let is_shown = |contents: &str| masked(&screen_lines(contents)) == wanted;
        // What is wrong is told by the comparison.
        let _ = terminal.becomes(PATIENCE / 4, is_shown);
        let found = screen_lines(&terminal.contents());
        leave(terminal);
        if is_shown(&found.join("\n")) {
            return;
        }
        self.compare(lines, shown, found);
    }

    fn try_answer(&mut self, first: usize, shown: &[String], path: &str) {
        let shown = must_parse(shown).expect("the page shows JSON");
        let began = Instant::now();
        loop {
            let answer = self.environment().get(path).unwrap_or_default();
            let is_right = serde_json::from_str(&answer).is_ok_and(|answer| is_shown(&shown, &answer));
            // The indexer may still be reading.
            if is_right || began.elapsed() > PATIENCE / 2 {
                self.check(first, is_right, &format!("{path} answers {answer}"));
                return;
            }
            thread::sleep(std::time::Duration::from_millis(100));
        }
    }

    fn try_queries(&mut self, first: usize, shown: &[String]) {
        let query = shown.join("\n").replace('\'', "'\\''");
        let printed = self.environment().run(&format!("sqlite3 -bail games.sqlite <<< '{query}'"));
        if self.environment().status() == 127 {
            eprintln!("{}: not tried, as there is no sqlite3", self.page.place(first));
            return;
        }
        self.check_success(first, "sqlite3", &printed);
        self.check(first, !printed.is_empty(), "the queries find nothing");
    }

    fn correct(&self) {
        let mut lines = self.page.lines.clone();
        for (range, found) in self.corrections.iter().rev() {
            lines.splice(range.clone(), found.iter().map(|line| line.trim_end().to_owned()));
        }
        fs::write(project().join(&self.page.path), lines.join("\n") + "\n").unwrap();
    }
}

/// Does a command take the whole terminal?
fn has_screen(line: &str) -> bool {
    (line.starts_with("tic-tac-toe play") && !line.contains("--demo"))
        || line.starts_with("tic-tac-toe lobby")
}

/// What a command that ends with Ctrl-C says when it is ready.
fn stays_until(line: &str) -> Option<&'static str> {
    let signs = [
        ("tic-tac-toe localnet", "Ctrl-C stops it."),
        ("tic-tac-toe bot", "Ctrl-C ends it"),
        ("tic-tac-toe watch", "block "),
        ("tic-tac-toe-indexer run", "following"),
        ("tic-tac-toe-indexer serve", "http://"),
    ];
    signs.iter().find(|(command, _)| line.starts_with(command)).map(|(_, sign)| *sign)
}

/// Whose turn it is, or who has won, as a screen tells it: the word before the sign, and the sign. The rest of the line
/// does not count, since a screen may be read while it is being drawn.
fn status(contents: &str) -> Option<(String, &'static str)> {
    let signs = [" to move", " won:", "Drawn"];
    contents.lines().find_map(|line| {
        let sign = signs.into_iter().find(|sign| line.contains(sign))?;
        Some((line.split_whitespace().next()?.to_owned(), sign))
    })
}

/// How often the computer has moved, as the list of moves tells.
fn computer_moves(contents: &str) -> usize {
    let is_move = |word: &&str| word.starts_with('O') && word.contains(',');
    contents.split_whitespace().filter(is_move).count()
}

/// A screen as a page shows it: without the empty lines at its end.
fn screen_lines(contents: &str) -> Vec<String> {
    contents.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
}

fn leave(mut terminal: Terminal) {
    // In a form `q` is a letter.
    terminal.press("\x03");
    assert!(terminal.must_end().success());
}

/// One value, or one a line.
fn must_parse(lines: &[String]) -> Option<Value> {
    let text = lines.join("\n");
    let values: Result<Vec<Value>, _> = Deserializer::from_str(&text).into_iter().collect();
    values.ok()?.into_iter().next()
}

/// Code without what indentation changes.
fn squeezed(code: &str) -> String {
    code.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
