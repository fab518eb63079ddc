//! Why a request has no answer, as a problem document (RFC 9457): a status, a code for programs and a sentence for people.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;
use tic_tac_toe_server::{Full, log};

use crate::rules::Rule;

const DAY: u64 = 24 * 60 * 60;

/// Why a request has no answer.
#[derive(Debug, Error)]
pub enum Problem {
    /// It breaks a rule; nothing was sent.
    #[error(transparent)]
    Rule(#[from] Rule),
    /// It can't be read.
    #[error("{0}")]
    BadRequest(String),
    /// The path is unknown.
    #[error("there is nothing at this address; docs/guest-play.md lists those that there are")]
    NoRoute,
    /// The method is not allowed.
    #[error("this address is not used by this method")]
    NoMethod,
    /// The transaction is not one of the relay's.
    #[error("this relay has sent no such transaction in the last days")]
    NoCall,
    /// The body is too large.
    #[error("requests have at most {0} bytes")]
    TooLarge(usize),
    /// The body or the answer took too long.
    #[error("this took too long; post the same again for its outcome, it is sent only once")]
    TooSlow,
    /// There are too many requests at once.
    #[error(transparent)]
    Full(#[from] Full),
    /// All lanes are in use.
    #[error("too many guests play at once; try again in a moment")]
    NoLane,
    /// The day's budget is spent.
    #[error(
        "this site's budget for guests is spent for today; play on with a wallet, or come back tomorrow: your games wait"
    )]
    BudgetSpent,
    /// The account or its gas key can't pay.
    #[error(
        "this site has no money left for guests; play on with a wallet, or come back later: your games wait"
    )]
    OutOfMoney(tic_tac_toe_client::Error),
    /// The guest has made all of the day's calls.
    #[error("a guest may make {0} calls a day, and you have made them; play on with a wallet, or tomorrow")]
    TooManyCalls(u32),
    /// The address has made all of the day's guests.
    #[error(
        "at most {0} guests a day come from one address; play as one that you have, or come back tomorrow"
    )]
    TooManyGuests(u32),
    /// The guest's deposits have reached their limit.
    #[error("guests may host only so many games at once; close one of yours, or join somebody else's")]
    StorageLimit,
    /// A deposit's outcome is unknown.
    #[error("the deposit for your games is still under way; try again in a moment")]
    DepositPending,
    /// The account could not be made.
    #[error("the account could not be made: {0}; try again")]
    NotMade(String),
    /// The node does not do what it should. What exactly is only for the operator.
    #[error("the chain can't be reached right now; nothing was sent, try again in a moment")]
    Node(#[from] tic_tac_toe_client::Error),
    /// The database failed.
    #[error("the relay can't keep its books right now; nothing was sent, try again in a moment")]
    Database(#[from] rusqlite::Error),
    /// The node has not answered for a while.
    #[error("the node has not answered for {0} seconds")]
    NotReady(u64),
}

/// The log's words on an answer.
#[derive(Clone, Debug)]
pub struct Remark(pub String);

impl Problem {
    /// Returns the status, and the code for programs.
    const fn codes(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Rule(rule) => (StatusCode::BAD_REQUEST, rule.code()),
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "BAD_REQUEST"),
            Self::NoRoute => (StatusCode::NOT_FOUND, "NO_ROUTE"),
            Self::NoMethod => (StatusCode::METHOD_NOT_ALLOWED, "NO_METHOD"),
            Self::NoCall => (StatusCode::NOT_FOUND, "NO_CALL"),
            Self::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            Self::TooSlow => (StatusCode::GATEWAY_TIMEOUT, "TOO_SLOW"),
            Self::Full(Full::OfOne) => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY"),
            Self::Full(Full::OfAll) | Self::NoLane => (StatusCode::SERVICE_UNAVAILABLE, "BUSY"),
            Self::BudgetSpent | Self::OutOfMoney(_) => (StatusCode::SERVICE_UNAVAILABLE, "BUDGET_SPENT"),
            Self::TooManyCalls(_) => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_CALLS"),
            Self::TooManyGuests(_) => (StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_GUESTS"),
            Self::StorageLimit => (StatusCode::FORBIDDEN, "STORAGE_LIMIT"),
            Self::DepositPending => (StatusCode::SERVICE_UNAVAILABLE, "DEPOSIT_PENDING"),
            Self::NotMade(_) => (StatusCode::SERVICE_UNAVAILABLE, "NOT_MADE"),
            Self::Node(_) | Self::NotReady(_) => (StatusCode::SERVICE_UNAVAILABLE, "NODE"),
            Self::Database(_) => (StatusCode::SERVICE_UNAVAILABLE, "DATABASE"),
        }
    }

    /// Returns when it is worth trying again, in seconds.
    fn retry_after(&self, status: StatusCode) -> Option<u64> {
        match self {
            Self::BudgetSpent | Self::TooManyCalls(_) | Self::TooManyGuests(_) => Some(seconds_to_midnight()),
            _ if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => Some(1),
            _ => None,
        }
    }
}

/// Returns the day, by UTC.
pub fn today() -> i64 {
    i64::try_from(seconds_since_epoch() / DAY).unwrap_or(i64::MAX)
}

fn seconds_to_midnight() -> u64 {
    DAY - seconds_since_epoch() % DAY
}

fn seconds_since_epoch() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        match &self {
            Self::Node(error) | Self::OutOfMoney(error) => {
                log(&format!("the node did not take a call: {error}"));
            }
            Self::Database(error) => log(&format!("the database failed: {error}")),
            _ => {}
        }
        let (status, code) = self.codes();
        let problem = Json(json!({
            "type": "about:blank",
            "title": status.canonical_reason().unwrap_or_default(),
            "status": status.as_u16(),
            "code": code,
            "detail": self.to_string(),
        }));
        let mut response =
            (status, [(header::CONTENT_TYPE, "application/problem+json")], problem).into_response();
        if let Some(seconds) = self.retry_after(status) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(Remark(code.to_owned()));
        response
    }
}
