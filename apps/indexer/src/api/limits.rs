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
    async fn an_answer_that_never_comes_is_given_up() {
        let gate = Gate::new(&Limits { answer: Duration::from_millis(1), ..Limits::default() });
        let routes = Router::new().route("/", get(pending::<()>)).layer(from_fn_with_state(gate, pass));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        tokio::spawn(async { axum::serve(listener, routes).await });

        let answered = reqwest::get(url).await.unwrap();

        assert_eq!(answered.status().as_u16(), 504);
        let error = &answered.json::<Value>().await.unwrap()["error"];
        assert_eq!(error["code"], "TOO_SLOW");
        assert!(error["message"].as_str().unwrap().contains("try again in a moment"), "{error}");
    }
}
