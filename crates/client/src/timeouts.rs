//! How long servers are waited for: a server that accepts and stays silent must not stop anybody for ever.

use std::time::Duration;

use reqwest::{Client, ClientBuilder};

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a connection.
    pub connect: Duration,
    /// For the answer to a question.
    pub answer: Duration,
    /// For the outcome of a transaction, which takes some blocks.
    pub transaction: Duration,
    /// For a block; a server may keep a request for the next one waiting until there is one.
    pub block: Duration,
}

impl Timeouts {
    /// What suits public servers.
    pub const USUAL: Self = Self {
        connect: Duration::from_secs(5),
        answer: Duration::from_secs(10),
        transaction: Duration::from_mins(1),
        block: Duration::from_secs(30),
    };

    /// Returns a client for HTTP that gives up connecting in time; requests have their own limits.
    pub(crate) fn http(&self) -> ClientBuilder {
        Client::builder().connect_timeout(self.connect)
    }
}
