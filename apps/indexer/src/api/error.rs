//! Errors of the API: a status, a code for programs and a sentence for people.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use thiserror::Error;
use tic_tac_toe_interface::GameId;

use super::answer::{ErrorBody, ErrorResponse};
use super::respond;

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
    /// Too many requests are in progress.
    #[error("too many requests at once; try again in a moment")]
    Busy,
    /// The answer took too long.
    #[error("the answer took too long; try again in a moment, or ask for less")]
    TooSlow,
    /// The database failed.
    #[error("the database cannot be read right now; try again in a moment")]
    Database(#[from] sqlx::Error),
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
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, "BUSY"),
            Self::TooSlow => (StatusCode::GATEWAY_TIMEOUT, "TOO_SLOW"),
            Self::Database(_) => (StatusCode::SERVICE_UNAVAILABLE, "DATABASE"),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Database(error) = &self {
            eprintln!("The database did not answer: {error}");
        }
        let (status, code) = self.codes();
        let error = ErrorBody { code: code.to_owned(), message: self.to_string() };
        respond::json(status, &ErrorResponse { error })
    }
}
