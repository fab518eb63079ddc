//! Where the snippets of one page are run, from the top down: a folder and a chain of their own.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write, pipe};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::page::project;
use crate::common::{Localnet, PROGRAM};
use crate::terminal::Terminal;

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// What the pages take for granted: the usual ports, and programs on the `PATH`. The environment uses free ports, so it has
/// programs of the same names that put them in.
const GAME: &str = r#"#!/usr/bin/env bash
case " $* " in
  ' completions '* | ' man '* | ' --version '* | *' --rpc '*) ;;
  ' localnet '*) set -- "$@" --port 0 ;;
  *' --network localnet '* | *' --game '*) set -- "$@" --rpc URL ;;
  ' play '*) ;;
  *) set -- "$@" --rpc URL ;;
esac
exec PROGRAM "$@"
"#;
const INDEXER: &str = r#"#!/usr/bin/env bash
case " $* " in
  ' completions '* | ' man '*) ;;
  *' --serve '*) set -- "${@/#--serve/--serve=ADDRESS}" --rpc URL ;;
  ' serve '*) set -- "$@" --listen ADDRESS ;;
  *) set -- "$@" --rpc URL ;;
esac
exec PROGRAM "$@"
"#;

/// The folder, the chain and what runs beside the commands of a page.
pub struct Environment {
    folder: TempDir,
    chain: Localnet,
    api: String,
    status: i32,
    background: Vec<Running>,
}

/// A command that runs, and the lines that it prints. It is ended with everything that it started.
struct Running {
    process: Child,
    lines: Receiver<String>,
}

impl Environment {
    /// Starts a chain with all contracts, and puts the programs into a folder.
    pub fn must_start() -> Self {
        let chain = Localnet::must_start();
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap();
        let environment = Self { folder, chain, api: free.to_string(), status: 0, background: Vec::new() };
        let indexer = Path::new(PROGRAM).with_file_name("tic-tac-toe-indexer");
        assert!(indexer.exists(), "the pages need the indexer: cargo build --workspace --bins");
        fs::create_dir(environment.programs()).unwrap();
        environment.install("tic-tac-toe", GAME, Path::new(PROGRAM));
        environment.install("tic-tac-toe-indexer", INDEXER, &indexer);
        // What the pages call by its path in the project.
        symlink(project().join("examples"), environment.folder.path().join("examples")).unwrap();
        let target = environment.folder.path().join("target");
        fs::create_dir(&target).unwrap();
        symlink(Path::new(PROGRAM).parent().unwrap(), target.join("debug")).unwrap();
        environment
    }

    fn programs(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    fn install(&self, name: &str, script: &str, program: &Path) {
        let script = script
            .replace("PROGRAM", program.to_str().unwrap())
            .replace("URL", self.chain.name("rpc_url"))
            .replace("ADDRESS", &self.api);
        let file = self.programs().join(name);
        fs::write(&file, script).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs a line of a page in a shell; gives back what it printed.
    pub fn run(&mut self, line: &str) -> Vec<String> {
        let running = self.start(line);
        self.finish(running)
    }

    /// How the last line has ended.
    pub const fn status(&self) -> i32 {
        self.status
    }

    /// Runs a line until it has printed enough, then presses Ctrl-C; gives back what it printed before and after.
    pub fn run_until(
        &mut self,
        line: &str,
        is_enough: impl Fn(&[String]) -> bool,
    ) -> (Vec<String>, Vec<String>) {
        let running = self.start(line);
        let mut printed = Vec::new();
        let began = Instant::now();
        // Who prints something else is compared with what was expected all the same.
        while !is_enough(&printed) {
            match running.lines.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
                Ok(line) => printed.push(self.as_in_pages(&line)),
                Err(_) => break,
            }
        }
        running.interrupt();
        (printed, self.finish(running))
    }

    /// Starts a line that goes on until the page has ended.
    pub fn run_beside(&mut self, line: &str) {
        let running = self.start(line);
        self.background.push(running);
    }

    /// The screen of a line of a page in a terminal.
    pub fn open(&self, line: &str, size: (u16, u16)) -> Terminal {
        let path = self.path();
        let env = [("PATH", path.as_str()), ("NO_COLOR", "1")];
        Terminal::must_start_in(self.folder.path(), "bash", &["-c", &format!("exec {line}")], size, &env)
    }

    /// Asks the indexer's API.
    pub fn get(&self, path: &str) -> io::Result<String> {
        request(&self.api, &format!("GET {path} HTTP/1.0\r\n\r\n"))
    }

    /// Lets the chain grow until everything that was done so far lies well behind the last final block: indexers read
    /// no other blocks, and call themselves up to date a few blocks early.
    pub fn settle(&self) {
        let wanted = self.height() + 20;
        self.ask("sandbox_fast_forward", &json!({ "delta_height": 20 }));
        let began = Instant::now();
        while self.height() < wanted {
            assert!(began.elapsed() < PATIENCE, "the chain stands still");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The height of the last final block.
    fn height(&self) -> u64 {
        let block = self.ask("block", &json!({ "finality": "final" }));
        block["result"]["header"]["height"].as_u64().expect("a block has a height")
    }

    fn ask(&self, method: &str, params: &Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let address = self.chain.name("rpc_url").trim_start_matches("http://");
        let head =
            format!("POST / HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
        let answer = request(address, &format!("{head}\r\n\r\n{body}")).expect("the node answers");
        serde_json::from_str(&answer).expect("the node answers JSON")
    }

    fn path(&self) -> String {
        format!("{}:{}", self.programs().display(), std::env::var("PATH").unwrap_or_default())
    }

    fn start(&self, line: &str) -> Running {
        let (reader, writer) = pipe().unwrap();
        // The status of the line before is what `$?` tells.
        // Tests that run in the background inherit an ignored Ctrl-C, which the programs of the pages must not.
        let mut command = Command::new("env");
        command
            .args(["--default-signal=INT", "bash", "-c", &format!("(exit {}); {line}", self.status)])
            .current_dir(self.folder.path())
            .env("PATH", self.path())
            // Where the examples find the chain.
            .envs(["RPC_URL", "BLOCKS_URL"].map(|name| (name, self.chain.name("rpc_url"))))
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .process_group(0);
        let process = command.spawn().expect("a shell");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Running { process, lines }
    }

    fn finish(&mut self, mut running: Running) -> Vec<String> {
        let mut printed = Vec::new();
        let began = Instant::now();
        loop {
            match running.lines.recv_timeout(PATIENCE.saturating_sub(began.elapsed())) {
                Ok(line) => printed.push(self.as_in_pages(&line)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end:\n{}", printed.join("\n")),
            }
        }
        self.status = running.process.wait().unwrap().code().unwrap_or(-1);
        printed
    }

    /// A line with the addresses that the pages have.
    fn as_in_pages(&self, line: &str) -> String {
        line.replace(self.chain.name("rpc_url"), "http://127.0.0.1:3030").replace(&self.api, "127.0.0.1:3040")
    }
}

/// Asks a server, and gives back the body of its answer.
fn request(address: &str, request: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}

impl Running {
    fn interrupt(&self) {
        self.signal("-INT");
    }

    fn signal(&self, signal: &str) {
        let group = format!("-{}", self.process.id());
        let _ = Command::new("kill").args([signal, "--", &group]).stderr(Stdio::null()).status();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            self.signal("-KILL");
            let _ = self.process.wait();
        }
    }
}
