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
    const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::NoGame { .. } | Self::NoPlayer(_) | Self::NoRoute => StatusCode::NOT_FOUND,
            Self::NoMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Busy | Self::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooSlow => StatusCode::GATEWAY_TIMEOUT,
        }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "BAD_REQUEST",
            Self::NoGame { .. } => "NO_GAME",
            Self::NoPlayer(_) => "NO_PLAYER",
            Self::NoRoute => "NO_ROUTE",
            Self::NoMethod => "NO_METHOD",
            Self::TooLarge => "TOO_LARGE",
            Self::Busy => "BUSY",
            Self::TooSlow => "TOO_SLOW",
            Self::Database(_) => "DATABASE",
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Database(error) = &self {
            eprintln!("The database did not answer: {error}");
        }
        let error = ErrorBody { code: self.code().to_owned(), message: self.to_string() };
        respond::json(self.status(), &ErrorResponse { error })
    }
}
