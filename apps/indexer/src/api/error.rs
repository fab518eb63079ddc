//! Errors of the API, as problem documents (RFC 9457): a status, a code for programs and a sentence for people.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_server::{Full, log};

use super::answer::Problem;

/// The media type of problem documents.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";

/// When a client that was refused for now may try again, in seconds.
const RETRY_AFTER: &str = "1";

/// The reason why a request is refused.
#[derive(Debug, Error)]
pub(super) enum ApiError {
    /// The request can't be read.
    #[error("{0}; /v1/openapi.json describes every request")]
    BadRequest(String),
    /// The game is unknown.
    #[error(
        "{contract} has no game {game_id} here; it may not have been read yet, or be of a contract that is not indexed"
    )]
    NoGame {
        /// The contract's account.
        contract: String,
        /// The number of the game.
        game_id: GameId,
    },
    /// The player is unknown.
    #[error("{0} has not played here yet")]
    NoPlayer(String),
    /// The path is unknown.
    #[error("there is nothing at this address; /v1/openapi.json lists those that there are")]
    NoRoute,
    /// The method is not allowed.
    #[error("this address is only read, by GET")]
    NoMethod,
    /// The request has a body.
    #[error("requests need no body")]
    TooLarge,
    /// There are too many requests or streams at once.
    #[error(transparent)]
    Full(#[from] Full),
    /// The answer took too long.
    #[error("the answer took too long; try again in a moment, or ask for less")]
    TooSlow,
    /// The database failed.
    #[error("the database cannot be read right now; try again in a moment")]
    Database(#[from] sqlx::Error),
    /// The database has not answered for a while.
    #[error("the database has not answered for {0} seconds; try again in a moment")]
    NotReady(u64),
}

impl ApiError {
    /// Returns the status, and the code for programs.
    const fn codes(&self) -> (StatusCode, &'static str) {
        match self {
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "BAD_REQUEST"),
            Self::NoGame { .. } => (StatusCode::NOT_FOUND, "NO_GAME"),
            Self::NoPlayer(_) => (StatusCode::NOT_FOUND, "NO_PLAYER"),
            Self::NoRoute => (StatusCode::NOT_FOUND, "NO_ROUTE"),
            Self::NoMethod => (StatusCode::METHOD_NOT_ALLOWED, "NO_METHOD"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            Self::Full(Full::OfOne) => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY"),
            Self::Full(Full::OfAll) => (StatusCode::SERVICE_UNAVAILABLE, "BUSY"),
            Self::TooSlow => (StatusCode::GATEWAY_TIMEOUT, "TOO_SLOW"),
            Self::Database(_) | Self::NotReady(_) => (StatusCode::SERVICE_UNAVAILABLE, "DATABASE"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Database(error) = &self {
            log(&format!("the database did not answer: {error}"));
        }
        let (status, code) = self.codes();
        let problem = Problem {
            r#type: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            status: status.as_u16(),
            code: code.to_owned(),
            detail: self.to_string(),
        };
        let mut response = (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], Json(problem)).into_response();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static(RETRY_AFTER));
        }
        response
    }
}
