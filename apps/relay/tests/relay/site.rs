//! A chain with the arena, and a relay beside it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use near_primitives::account::AccessKey;
use near_primitives::action::AddKeyAction;
use near_primitives::types::{Balance, ProtocolVersion};
use near_primitives::version::PROTOCOL_VERSION;
use near_primitives::views::AccessKeyPermissionView;
use serde_json::Value;
use tempfile::TempDir;
use tic_tac_toe_cli::local::{Code, GUESTS, LocalChain, Wasm, signer_of};
use tic_tac_toe_client::Rpc;
use tic_tac_toe_client::keys::KeyStore;
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::network::Network;

use crate::guest::new_key;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_tic-tac-toe-relay");

/// A protocol that has no gas keys yet.
pub const WITHOUT_GAS_KEYS: ProtocolVersion = 84;

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// A client that does not load the system's certificates, which takes long and is of no use here.
pub fn http() -> reqwest::ClientBuilder {
    reqwest::Client::builder().tls_built_in_root_certs(false)
}

/// A chain, and a folder with the relay's keys and books.
pub struct Site {
    pub chain: LocalChain,
    pub rpc: Rpc,
    folder: TempDir,
}

/// A running relay; dropping it kills it.
pub struct Relay {
    pub url: String,
    pub http: reqwest::Client,
    process: Child,
    printed: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// Starts a chain, and gives the relay's account a gas key with eight nonces.
    pub async fn must_start() -> Self {
        Self::must_start_at(PROTOCOL_VERSION).await
    }

    /// Starts a chain of an earlier protocol, and gives the relay's account what it needs there.
    pub async fn must_start_at(protocol_version: ProtocolVersion) -> Self {
        let site = Self::without_keys_at(protocol_version).await;
        site.must_init(&["--keys", "8"]);
        site
    }

    pub async fn without_keys() -> Self {
        Self::without_keys_at(PROTOCOL_VERSION).await
    }

    pub async fn without_keys_at(protocol_version: ProtocolVersion) -> Self {
        let arena =
            Wasm::Arena.read(None).expect("the tests need the contracts: run ./scripts/build.sh first");
        let one_game = Wasm::OneGame.read(None).unwrap();
        let code = Code { arena: Some(arena), one_game: Some(one_game), ..Code::default() };
        let config = localnet::Config { protocol_version, ..localnet::Config::default() };
        let chain = LocalChain::start_with(config, code).await.expect("a chain starts on a free port");
        let (rpc, folder) = (Rpc::new(&chain.rpc_url()), tempfile::tempdir().unwrap());
        Self { chain, rpc, folder }
    }

    fn command(&self, rpc_url: &str, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(args).args(["--rpc", rpc_url, "--credentials"]).arg(self.folder.path());
        command
    }

    /// Runs a command of the program to its end.
    pub fn run(&self, args: &[&str]) -> Output {
        self.command(&self.chain.rpc_url(), args).output().unwrap()
    }

    /// Gives the relay's account what it signs with, and returns what is printed.
    pub fn must_init(&self, args: &[&str]) -> String {
        let made = self.run(&[&["init"], args].concat());
        assert!(made.status.success(), "{made:?}");
        String::from_utf8(made.stdout).unwrap()
    }

    /// Gives the relay's account one more full-access key.
    pub async fn must_add_key(&self) {
        let (account, key) = (GUESTS.parse().unwrap(), new_key());
        let key_store = KeyStore::new(Network::Localnet, Some(self.folder.path().to_owned())).unwrap();
        key_store.save(&account, &key).unwrap();
        let add_key = AddKeyAction { public_key: key.public_key(), access_key: AccessKey::full_access() };
        self.rpc.send(&signer_of(&account), &account, vec![add_key.into()]).await.unwrap();
    }

    /// Counts the account's key files, which only their owner may read.
    pub fn must_find_key_files(&self) -> usize {
        let files = fs::read_dir(self.folder.path().join("localnet").join(GUESTS)).unwrap();
        files
            .inspect(|file| {
                let mode = file.as_ref().unwrap().metadata().unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600);
            })
            .count()
    }

    /// Runs a relay that is expected to give up, and returns what it says.
    pub fn must_not_run(&self, args: &[&str]) -> String {
        let db = self.db();
        let books: &[&str] = if args.contains(&"--db") { &[] } else { &["--db", &db] };
        let ended = self.run(&[&["run", "--listen", "127.0.0.1:0"], books, args].concat());
        assert_eq!(ended.status.code(), Some(1), "{ended:?}");
        String::from_utf8(ended.stderr).unwrap()
    }

    pub fn db(&self) -> String {
        self.folder.path().join("relay.sqlite").to_str().unwrap().to_owned()
    }

    /// Starts a relay and waits until it serves.
    pub fn must_relay(&self, args: &[&str]) -> Relay {
        self.must_relay_at(&self.chain.rpc_url(), args)
    }

    /// Starts a relay that talks to the chain through another server.
    pub fn must_relay_at(&self, rpc_url: &str, args: &[&str]) -> Relay {
        self.must_relay_with(&self.db(), rpc_url, args)
    }

    /// Starts a relay that keeps its books in a file of its own.
    pub fn must_relay_with(&self, db: &str, rpc_url: &str, args: &[&str]) -> Relay {
        let usual = ["run", "--listen", "127.0.0.1:0", "--db", db];
        let mut command = self.command(rpc_url, &[&usual, args].concat());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let printed = Arc::new(Mutex::new(Vec::new()));
        let (lines, shared) = (BufReader::new(process.stderr.take().unwrap()).lines(), Arc::clone(&printed));
        thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| shared.lock().unwrap().push(line));
        });
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("serving ").and_then(|url| url.strip_suffix("/v1"));
        let url =
            url.unwrap_or_else(|| panic!("it does not serve: {:?}", printed.lock().unwrap())).to_owned();
        Relay { url, http: http().build().unwrap(), process, printed }
    }

    /// What the relay's account and its gas key hold.
    pub async fn balance(&self) -> Balance {
        let mut known = self.balance_now().await;
        loop {
            // Refunds of gas arrive some blocks after the calls.
            let height = self.rpc.final_block().await.unwrap().height;
            while self.rpc.final_block().await.unwrap().height < height + 4 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let now = self.balance_now().await;
            if now == known {
                return now;
            }
            known = now;
        }
    }

    async fn balance_now(&self) -> Balance {
        let account: AccountId = GUESTS.parse().unwrap();
        let keys = self.rpc.keys_of(&account).await.unwrap().into_iter();
        let of_gas_keys = keys.map(|key| match key.access_key.permission {
            AccessKeyPermissionView::GasKeyFullAccess { balance, .. } => balance,
            _ => Balance::ZERO,
        });
        let amount = self.rpc.account(&account).await.unwrap().amount;
        of_gas_keys.fold(amount, Balance::saturating_add)
    }
}

impl Relay {
    /// Kills it without a warning.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Waits until it ends by itself, and returns what it has logged.
    pub fn must_end(mut self) -> Vec<String> {
        assert_eq!(self.process.wait().unwrap().code(), Some(1));
        let began = Instant::now();
        // The last lines may still be read.
        while Arc::strong_count(&self.printed) > 1 && began.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(5));
        }
        self.printed()
    }

    /// All that it has logged.
    pub fn printed(&self) -> Vec<String> {
        self.printed.lock().unwrap().clone()
    }

    /// Waits until it logs a line with this text.
    pub async fn must_print(&self, text: &str) -> String {
        let began = Instant::now();
        loop {
            if let Some(line) = self.printed().into_iter().find(|line| line.contains(text)) {
                return line;
            }
            assert!(began.elapsed() < PATIENCE, "nothing like {text:?} in {:?}", self.printed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn get(&self, path: &str) -> (u16, String) {
        let answer = self.http.get(format!("{}{path}", self.url)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// What is known of a transaction.
    pub async fn ask(&self, transaction: &str) -> (u16, Value) {
        let (status, body) = self.get(&format!("/v1/actions/{transaction}")).await;
        (status, serde_json::from_str(&body).unwrap())
    }

    /// One of its metrics.
    pub async fn metric(&self, name: &str) -> String {
        let (_, text) = self.get("/metrics").await;
        let line =
            text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {text}"));
        line.rsplit_once(' ').unwrap().1.to_owned()
    }

    /// What may still be spent today, in NEAR.
    pub async fn budget_left(&self) -> f64 {
        self.metric("tic_tac_toe_relay_budget_left_near").await.parse().unwrap()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
