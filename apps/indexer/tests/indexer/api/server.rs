//! A server on either database, and its answers.

use std::net::SocketAddr;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use tic_tac_toe_indexer::api::{Limits, Plan, Reader, Server, Settings};
use tic_tac_toe_indexer::event::BlockEvents;
use tic_tac_toe_indexer::store::{Location, Store};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::example::{ARENA, ONE_GAME, account};
use crate::databases::Database;

/// A test that waits longer than this for an event waits in vain.
const LONG_ENOUGH: Duration = Duration::from_secs(30);

/// The hash of the chain's first block.
pub const GENESIS: &str = "genesis";

/// Which kind of database a test runs on.
#[derive(Clone, Copy, Debug)]
pub enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    /// A database of its own; none where there is no server.
    pub async fn database(self) -> Option<Database> {
        match self {
            Self::Sqlite => Some(Database::in_a_file()),
            Self::Postgres => Database::on_the_server().await,
        }
    }
}

/// A database with a server on it; both end with the test.
pub struct TestServer {
    pub store: Store,
    plans: Receiver<Plan>,
    url: String,
    http: reqwest::Client,
    end: oneshot::Sender<()>,
    running: JoinHandle<()>,
}

/// An answer.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

impl TestServer {
    /// Starts a server on a database with these blocks.
    pub async fn with(location: &Location, blocks: &[BlockEvents]) -> Self {
        Self::with_settings(location, blocks, Settings::default()).await
    }

    pub async fn with_limits(location: &Location, blocks: &[BlockEvents], limits: Limits) -> Self {
        Self::with_settings(location, blocks, Settings { limits, ..Settings::default() }).await
    }

    pub async fn with_settings(location: &Location, blocks: &[BlockEvents], settings: Settings) -> Self {
        let mut store = Store::open(location).await.expect("a database");
        let contracts = [account(ARENA), account(ONE_GAME)];
        store.begin(GENESIS, &contracts, Some(0)).await.expect("a beginning");
        record(&mut store, blocks).await;
        Self::on(store, location, settings).await
    }

    /// A server on a database that is there.
    pub async fn on(store: Store, location: &Location, settings: Settings) -> Self {
        let (sender, plans) = mpsc::channel();
        let reader = Reader::open(location).await.expect("a reader").with_plans(sender);
        let any_port: SocketAddr = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(reader, any_port, settings).await.expect("a free port");
        let url = format!("http://{}", server.address().unwrap());
        let (end, ended) = oneshot::channel();
        let running = tokio::spawn(server.run(async { ended.await.unwrap_or_default() }));
        Self { store, plans, url, http: reqwest::Client::new(), end, running }
    }

    /// The plans of what the server has asked the database since the last call.
    pub fn take_plans(&self) -> Vec<Plan> {
        self.plans.try_iter().collect()
    }

    /// Records more blocks.
    pub async fn record(&mut self, blocks: &[BlockEvents]) {
        record(&mut self.store, blocks).await;
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask(self.http.get(self.url(path))).await
    }

    pub async fn ask(&self, request: reqwest::RequestBuilder) -> Answer {
        // A stream instead of an answer would never end.
        let response = request.timeout(LONG_ENOUGH).send().await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        let text = response.text().await.expect("a text");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Answer { status, headers, body }
    }

    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// The answer, which has to be one.
    pub async fn must_get(&self, path: &str) -> Value {
        let answered = self.get(path).await;
        assert_eq!(answered.status, StatusCode::OK, "{path}: {}", answered.body);
        answered.body
    }

    /// The answer, once it is as it should be.
    pub async fn must_get_when(&self, path: &str, is_right: impl Fn(&Answer) -> bool) -> Answer {
        let began = Instant::now();
        loop {
            let answered = self.get(path).await;
            if is_right(&answered) {
                return answered;
            }
            assert!(began.elapsed() < LONG_ENOUGH, "{path}: {} {}", answered.status, answered.body);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// All pages of a list.
    pub async fn must_get_all(&self, path: &str, list: &str) -> Vec<Value> {
        let mut entries = Vec::new();
        let mut page = self.must_get(path).await;
        loop {
            entries.extend(page[list].as_array().expect("a list").clone());
            let Some(next) = page["next"].as_str() else {
                return entries;
            };
            let separator = if path.contains('?') { '&' } else { '?' };
            page = self.must_get(&format!("{path}{separator}cursor={next}")).await;
        }
    }

    pub async fn listen(&self, path: &str, last: Option<&str>) -> EventStream {
        let mut request = self.http.get(self.url(path));
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last);
        }
        let response = request.send().await.expect("a stream");
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        EventStream { response, text: String::new(), id: String::new() }
    }

    /// Tells the server to end, and waits until it has.
    pub async fn end(self) -> Store {
        let _ = self.end.send(());
        self.running.await.expect("an end");
        self.store
    }
}

pub async fn record(store: &mut Store, blocks: &[BlockEvents]) {
    let recorded = store.record(blocks).await.expect("blocks are kept");
    assert_eq!(recorded.skipped, [], "the events are consistent");
}

/// A stream of events.
pub struct EventStream {
    response: Response,
    text: String,
    /// The last id, as a browser would send it.
    pub id: String,
}

impl EventStream {
    /// The next event, its kind and data, or nothing at the end.
    pub async fn next(&mut self) -> Option<(String, Value)> {
        let next = tokio::time::timeout(LONG_ENOUGH, self.next_whenever());
        next.await.expect("nothing came, although something should have")
    }

    async fn next_whenever(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                let field =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                if let Some(id) = field("id:") {
                    id.clone_into(&mut self.id);
                }
                if let (Some(kind), Some(data)) = (field("event:"), field("data:")) {
                    return Some((kind.to_owned(), serde_json::from_str(data).expect("JSON")));
                }
            }
            let chunk = self.response.chunk().await.ok()??;
            self.text.push_str(std::str::from_utf8(&chunk).expect("text"));
        }
    }

    /// Waits for an id, which comes with an event or by itself.
    pub async fn must_receive_id(&mut self) {
        self.id.clear();
        let id = tokio::time::timeout(LONG_ENOUGH, async {
            while self.id.is_empty() {
                let chunk = self.response.chunk().await.unwrap().expect("the stream goes on");
                let text = std::str::from_utf8(&chunk).expect("text");
                if let Some(id) = text.lines().find_map(|line| line.strip_prefix("id:")) {
                    id.trim().clone_into(&mut self.id);
                }
            }
        });
        id.await.expect("nothing came, although something should have");
    }

    /// The next event, which has to be a game.
    pub async fn must_receive_game(&mut self) -> Value {
        let (kind, game) = self.next().await.expect("an event");
        assert_eq!(kind, "game", "{game}");
        game
    }
}
