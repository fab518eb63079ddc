//! A server of whole blocks: neardata, or localnet's node, which answers the same way.

use std::time::Duration;

use near_primitives::types::BlockHeight;
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};

use super::{Block, Error};
use crate::Timeouts;

// What neardata calls a block before its first one.
const TOO_LOW: &str = "BLOCK_HEIGHT_TOO_LOW";

/// The server.
#[derive(Clone, Debug)]
pub struct Server {
    http: reqwest::Client,
    url: String,
    timeouts: Timeouts,
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
        Self { http, url: url.trim_end_matches('/').to_owned(), timeouts }
    }

    /// Returns the newest block that can't be taken back.
    ///
    /// # Errors
    ///
    /// When the server does not answer with a block.
    pub async fn last_final(&self) -> Result<Block, Error> {
        match self.get("/v0/last_block/final").await? {
            Fetched::Block(block) => Ok(*block),
            Fetched::Skipped | Fetched::Missing | Fetched::Gone => {
                Err(Error::Empty { url: self.url.clone() })
            }
        }
    }

    /// Returns the block at a height.
    ///
    /// # Errors
    ///
    /// When the server does not answer.
    pub async fn at(&self, height: BlockHeight) -> Result<Fetched, Error> {
        self.get(&format!("/v0/block/{height}")).await
    }

    async fn get(&self, path: &str) -> Result<Fetched, Error> {
        let url = format!("{}{path}", self.url);
        let request = self.http.get(&url).timeout(self.timeouts.block);
        let response = request.send().await.map_err(|error| self.explain(&error))?;
        match response.status() {
            StatusCode::OK => {
                let body = response.bytes().await.map_err(|error| self.explain(&error))?;
                let block: Option<Box<Block>> =
                    serde_json::from_slice(&body).map_err(|source| Error::NotABlock { url, source })?;
                Ok(block.map_or(Fetched::Skipped, Fetched::Block))
            }
            StatusCode::NOT_FOUND => self.explain_missing(response).await,
            status => Err(Error::Status { url, status, retry_after: retry_after(&response) }),
        }
    }

    async fn explain_missing(&self, response: Response) -> Result<Fetched, Error> {
        let reason = response.text().await.map_err(|error| self.explain(&error))?;
        Ok(if reason.contains(TOO_LOW) { Fetched::Gone } else { Fetched::Missing })
    }

    fn explain(&self, error: &reqwest::Error) -> Error {
        let url = self.url.clone();
        if error.is_timeout() && !error.is_connect() {
            return Error::Silent { url, waited: self.timeouts.block };
        }
        Error::Unreachable { url }
    }
}

/// Returns how long the server asks to be left alone, in seconds; a date, the header's other form, is not understood.
fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}
