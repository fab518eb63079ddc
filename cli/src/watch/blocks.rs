//! A server of whole blocks: neardata, or localnet's node, which answers the same way.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use near_primitives::types::BlockHeight;
use reqwest::StatusCode;

use super::block::Block;

// A server may keep a request for the next block waiting until there is one.
const PATIENCE: Duration = Duration::from_secs(30);

// What neardata calls a block before its first one.
const TOO_LOW: &str = "BLOCK_HEIGHT_TOO_LOW";

/// The server.
#[derive(Clone, Debug)]
pub struct Blocks {
    http: reqwest::Client,
    url: String,
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

impl Blocks {
    /// The server at a URL.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self { http: reqwest::Client::new(), url: url.trim_end_matches('/').to_owned() }
    }

    /// The newest block that can't be taken back.
    ///
    /// # Errors
    ///
    /// When the server does not answer with a block.
    pub async fn last_final(&self) -> Result<Block> {
        match self.get("/v0/last_block/final").await? {
            Fetched::Block(block) => Ok(*block),
            Fetched::Skipped | Fetched::Missing | Fetched::Gone => bail!("{} has no blocks", self.url),
        }
    }

    /// The block at a height.
    ///
    /// # Errors
    ///
    /// When the server does not answer.
    pub async fn at(&self, height: BlockHeight) -> Result<Fetched> {
        self.get(&format!("/v0/block/{height}")).await
    }

    async fn get(&self, path: &str) -> Result<Fetched> {
        let url = format!("{}{path}", self.url);
        let unreachable = || format!("{} cannot be reached", self.url);
        let response = self.http.get(&url).timeout(PATIENCE).send().await.with_context(unreachable)?;
        match response.status() {
            StatusCode::OK => {
                let body = response.bytes().await.with_context(unreachable)?;
                let block: Option<Box<Block>> = serde_json::from_slice(&body)
                    .with_context(|| format!("{url} does not answer with a block"))?;
                Ok(block.map_or(Fetched::Skipped, Fetched::Block))
            }
            StatusCode::NOT_FOUND => {
                let reason = response.text().await.with_context(unreachable)?;
                Ok(if reason.contains(TOO_LOW) { Fetched::Gone } else { Fetched::Missing })
            }
            status => bail!("{url} answers {status}"),
        }
    }
}
