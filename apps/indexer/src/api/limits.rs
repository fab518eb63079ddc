//! Requests that would be too many, too large or too slow are refused before they cost anything.

use std::sync::Arc;
use std::time::Duration;

use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use super::error::ApiError;

/// Limits of the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests at once; more are refused.
    pub requests: usize,
    /// Connections at once; more wait.
    pub connections: usize,
    /// Streams of events at once; more are refused.
    pub listeners: usize,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a client may take to send its headers.
    pub headers: Duration,
    /// How long answers in progress may take once the server shuts down.
    pub shutdown: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: 256,
            connections: 2048,
            listeners: 1024,
            answer: Duration::from_secs(10),
            headers: Duration::from_secs(10),
            shutdown: Duration::from_secs(5),
        }
    }
}

/// Limits how many requests are answered at once, and for how long.
pub(super) struct ConcurrencyLimit {
    permits: Semaphore,
    answer: Duration,
}

impl ConcurrencyLimit {
    pub(super) fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self { permits: Semaphore::new(limits.requests), answer: limits.answer })
    }
}

/// Answers a request within the limit, or refuses it.
pub(super) async fn limit(
    State(limit): State<Arc<ConcurrencyLimit>>,
    request: Request,
    next: Next,
) -> Response {
    // Reading needs no body, so nobody has to wait for one to arrive.
    if !request.body().is_end_stream() {
        return ApiError::TooLarge.into_response();
    }
    let Ok(_permit) = limit.permits.try_acquire() else {
        return ApiError::Busy.into_response();
    };
    let answer = tokio::time::timeout(limit.answer, next.run(request)).await;
    answer.unwrap_or_else(|_| ApiError::TooSlow.into_response())
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use serde_json::Value;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_never_comes_is_cancelled() {
        let shared = ConcurrencyLimit::new(&Limits { answer: Duration::from_millis(1), ..Limits::default() });
        let routes = Router::new().route("/", get(pending::<()>)).layer(from_fn_with_state(shared, limit));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, routes).await });

        let answer = reqwest::get(url).await.unwrap();

        assert_eq!(answer.status().as_u16(), 504);
        let error = &answer.json::<Value>().await.unwrap()["error"];
        assert_eq!(error["code"], "TOO_SLOW");
        assert!(error["message"].as_str().unwrap().contains("try again in a moment"), "{error}");
    }
}
