//! A server of whole blocks: neardata, or localnet's node, which answers the same way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use near_primitives::types::BlockHeight;
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};

use super::{Block, Error};
use crate::Timeouts;
use crate::rpc::without_secrets;

// What neardata calls a block before its first one.
const TOO_LOW: &str = "BLOCK_HEIGHT_TOO_LOW";

/// The server, or several with the same blocks: when one fails, the next is asked.
#[derive(Clone, Debug)]
pub struct Server {
    http: reqwest::Client,
    addresses: Vec<Address>,
    /// Which of them is asked, for all clones of this.
    asked: Arc<AtomicUsize>,
    timeouts: Timeouts,
}

/// The address of a server.
#[derive(Clone, Debug)]
struct Address {
    url: String,
    /// What comes after the path, such as the key with which neardata answers more often.
    query: String,
    /// The URL without anything secret.
    name: String,
}

/// What the server has at a height.
#[derive(Debug)]
pub enum Fetched {
    /// A block.
    Block(Box<Block>),
    /// The chain went on without a block at this height.
    Skipped,
    /// The server does not have it yet.
    Missing,
    /// The server has later blocks only.
    Gone,
}

impl Server {
    /// Connects to the server at a URL.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self::with_timeouts(url, Timeouts::USUAL)
    }

    /// Connects to the server at a URL, with timeouts of your own.
    ///
    /// # Panics
    ///
    /// When the system's library for encrypted connections can't be used.
    #[must_use]
    pub fn with_timeouts(url: &str, timeouts: Timeouts) -> Self {
        let http = timeouts.http().build().expect("the system's TLS library works");
        Self { http, addresses: vec![Address::new(url)], asked: Arc::default(), timeouts }
    }

    /// Adds a server that has the same blocks.
    #[must_use]
    pub fn or(mut self, url: &str) -> Self {
        self.addresses.push(Address::new(url));
        self
    }

    /// Returns the newest block that can't be taken back. If there is another server, and it has another block there, one
    /// of them is wrong.
    ///
    /// # Errors
    ///
    /// When the server does not answer with a block, or two disagree.
    pub async fn last_final(&self) -> Result<Block, Error> {
        let Fetched::Block(block) = self.get("/v0/last_block/final").await? else {
            return Err(Error::Empty { url: self.address(0).name.clone() });
        };
        if self.addresses.len() > 1 {
            let (one, other) = (self.address(0), self.address(1));
            let path = format!("/v0/block/{}", block.height());
            if let Ok(Fetched::Block(others)) = self.get_from(other, &path).await
                && others.hash() != block.hash()
            {
                let (one, other) = (one.name.clone(), other.name.clone());
                return Err(Error::Disagree { height: block.height(), one, other });
            }
        }
        Ok(*block)
    }

    /// Returns the block at a height.
    ///
    /// # Errors
    ///
    /// When the server does not answer.
    pub async fn at(&self, height: BlockHeight) -> Result<Fetched, Error> {
        self.get(&format!("/v0/block/{height}")).await
    }

    /// Asks the next server from now on.
    pub(super) fn fail_over(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the address that is asked, or one of those after it.
    fn address(&self, after: usize) -> &Address {
        &self.addresses[(self.asked.load(Ordering::Relaxed) + after) % self.addresses.len()]
    }

    /// Asks one server after the other until one has an answer.
    async fn get(&self, path: &str) -> Result<Fetched, Error> {
        let mut fetched = self.get_from(self.address(0), path).await;
        for _ in 1..self.addresses.len() {
            if !matches!(fetched, Err(_) | Ok(Fetched::Gone)) {
                break;
            }
            self.fail_over();
            fetched = self.get_from(self.address(0), path).await;
        }
        fetched
    }

    async fn get_from(&self, address: &Address, path: &str) -> Result<Fetched, Error> {
        let Address { url, query, name } = address;
        let explain = |error| self.explain(name, &error);
        let request = self.http.get(format!("{url}{path}{query}")).timeout(self.timeouts.block);
        let response = request.send().await.map_err(explain)?;
        let url = format!("{name}{path}");
        match response.status() {
            StatusCode::OK => {
                let body = response.bytes().await.map_err(explain)?;
                let block: Option<Box<Block>> =
                    serde_json::from_slice(&body).map_err(|source| Error::NotABlock { url, source })?;
                Ok(block.map_or(Fetched::Skipped, Fetched::Block))
            }
            StatusCode::NOT_FOUND => {
                let reason = response.text().await.map_err(explain)?;
                Ok(if reason.contains(TOO_LOW) { Fetched::Gone } else { Fetched::Missing })
            }
            status => Err(Error::Status { url, status, retry_after: retry_after(&response) }),
        }
    }

    fn explain(&self, name: &str, error: &reqwest::Error) -> Error {
        let url = name.to_owned();
        if error.is_timeout() && !error.is_connect() {
            return Error::Silent { url, waited: self.timeouts.block };
        }
        Error::Unreachable { url }
    }
}

impl Address {
    fn new(url: &str) -> Self {
        let (url, query) = url.split_at(url.find('?').unwrap_or(url.len()));
        let url = url.trim_end_matches('/');
        let name = without_secrets(url);
        Self { url: url.to_owned(), query: query.to_owned(), name }
    }
}

/// Returns how long the server asks to be left alone, in seconds; a date, the header's other form, is not understood.
fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
