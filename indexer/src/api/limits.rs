//! Requests that would be too many, too large or too slow are refused before they cost anything.

use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::error::ApiError;

/// How much at once, and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many requests are answered at once; more are told to come back.
    pub requests: usize,
    /// How many connections there are at once; more wait.
    pub connections: usize,
    /// How many of them may listen to events.
    pub listeners: usize,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a client may take to say what it wants.
    pub headers: Duration,
    /// How long answers under way may take once the server is told to end.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 256,
            connections: 2048,
            listeners: 1024,
            answer: Duration::from_secs(10),
            headers: Duration::from_secs(10),
            farewell: Duration::from_secs(5),
        }
    }
}

/// What the requests under way share.
pub struct Gate {
    places: Semaphore,
    answer: Duration,
}

impl Gate {
    /// A gate for so many requests.
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self { places: Semaphore::new(limits.requests), answer: limits.answer })
    }
}

/// Lets a request through, or says why not.
pub async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    // Reading needs no body, so nobody has to wait for one to arrive.
    if !request.body().is_end_stream() {
        return ApiError::TooLarge.into_response();
    }
    let Ok(_place) = gate.places.try_acquire() else {
        return ApiError::Busy.into_response();
    };
    let answered = tokio::time::timeout(gate.answer, next.run(request)).await;
    answered.unwrap_or_else(|_| ApiError::TooSlow.into_response())
}
