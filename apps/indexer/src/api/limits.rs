//! Requests that would be too many, too large or too slow are refused before they cost anything, and no client takes the
//! places of all others.

use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tic_tac_toe_server::{Client, ConnectionLimits, Share};

use super::Api;
use super::error::ApiError;

/// Limits of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Those of connections.
    pub connections: ConnectionLimits,
    /// Requests at once; more are refused.
    pub requests: Share,
    /// Streams of events at once; more are refused.
    pub listeners: Share,
    /// How long an answer may take.
    pub answer: Duration,
    /// How often something is sent on a stream of events, so that nothing on the way takes it for dead.
    pub heartbeat: Duration,
    /// How long a stream of events lasts; clients continue it by themselves.
    pub stream: Duration,
    /// How long the database may be silent before the server says that it is not ready.
    pub database: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: ConnectionLimits::default(),
            requests: Share { of_all: 256, of_one: 64 },
            listeners: Share { of_all: 1024, of_one: 128 },
            answer: Duration::from_secs(10),
            heartbeat: Duration::from_secs(15),
            stream: Duration::from_hours(1),
            database: Duration::from_secs(10),
        }
    }
}

/// Answers a request within the limit, or refuses it.
pub(super) async fn limit(
    State(api): State<Api>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    // Reading needs no body, so nobody has to wait for one to arrive.
    if !request.body().is_end_stream() {
        return Err(ApiError::TooLarge);
    }
    let client = Client::of(&request, api.settings.proxy_header.as_ref());
    let _place = api.requests.take(client)?;
    request.extensions_mut().insert(client);
    let answer = tokio::time::timeout(api.settings.limits.answer, next.run(request)).await;
    answer.map_err(|_| ApiError::TooSlow)
}
