//! The JSON-RPC server: HTTP around the methods.

mod chain_info;
mod params;
mod query;
mod sandbox;
mod transactions;

use std::{
    collections::BTreeMap,
    sync::{Arc, mpsc},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use near_jsonrpc_primitives::{
    errors::{RpcError, RpcErrorKind},
    message::{self, Message, Request},
};
use serde::Serialize;
use serde_json::Value;
use tower_http::cors::CorsLayer;

use crate::{
    chain::{Chain, Command},
    indexer,
};

/// What every method works with.
pub struct Rpc {
    /// The blocks so far.
    pub chain: Arc<Chain>,
    /// The way to the block producer.
    pub commands: mpsc::Sender<Command>,
    /// How long a request may wait for a transaction.
    pub polling_timeout: Duration,
    /// The address that `status` reports.
    pub address: String,
    /// Whether transactions that are refused get a line on standard error.
    pub transcript: bool,
}

pub use chain_info::show_changes;

type RpcResult = Result<Value, RpcError>;

/// Returns the server's routes.
pub fn router(rpc: Arc<Rpc>, max_body_bytes: usize) -> Router {
    Router::new()
        .route("/", post(answer))
        .route("/status", get(status))
        .route("/health", get(health))
        .route("/v0/block/{height}", get(indexer::block))
        .route("/v0/last_block/final", get(indexer::last_final_block))
        .layer(DefaultBodyLimit::max(max_body_bytes))
        .layer(CorsLayer::permissive())
        .with_state(rpc)
}

/// Responds with a JSON body.
pub fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

async fn status(State(rpc): State<Arc<Rpc>>) -> Response {
    json(StatusCode::OK, &rpc.status())
}

async fn health() -> Response {
    json(StatusCode::OK, &Value::Null)
}

async fn answer(State(rpc): State<Arc<Rpc>>, body: Bytes) -> Response {
    let request = match message::from_slice(&body) {
        Ok(Message::Request(request)) => request,
        Ok(_) => {
            let error = RpcError::parse_error("JSON RPC Request format was expected".to_owned());
            return json(StatusCode::BAD_REQUEST, &Message::error(error));
        }
        Err(broken) => return json(StatusCode::BAD_REQUEST, &broken.reply()),
    };
    drop(body);
    let id = request.id.clone();
    let asked_height = request.params.get("block_id").and_then(Value::as_u64);
    let result = call(&rpc, request).await.map(sorted).map_err(with_sorted_details);
    let status = match &result {
        Ok(_) => StatusCode::OK,
        Err(error) => http_status(&rpc, error, asked_height),
    };
    json(status, &Message::response(id, result))
}

/// Returns the HTTP status that goes with an error.
fn http_status(rpc: &Rpc, error: &RpcError, asked_height: Option<u64>) -> StatusCode {
    match &error.error_struct {
        Some(RpcErrorKind::RequestValidationError(_)) => StatusCode::BAD_REQUEST,
        Some(RpcErrorKind::InternalError(_)) => StatusCode::INTERNAL_SERVER_ERROR,
        Some(RpcErrorKind::HandlerError(cause)) => match cause["name"].as_str() {
            Some("TIMEOUT_ERROR") => StatusCode::REQUEST_TIMEOUT,
            // The height is behind the head, so its block was skipped or forgotten.
            Some("UNKNOWN_BLOCK")
                if asked_height.is_some_and(|height| height < rpc.chain.head().height()) =>
            {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            _ => StatusCode::OK,
        },
        None => StatusCode::OK,
    }
}

fn shown<E>(result: Result<impl Serialize, E>) -> RpcResult
where
    RpcError: From<E>,
{
    let value = result.map_err(|error| without_empty_info(error.into()))?;
    serde_json::to_value(value).map_err(|error| RpcError::serialization_error(error.to_string()))
}

/// Removes the `info` of a cause that has none.
fn without_empty_info(mut error: RpcError) -> RpcError {
    if let Some(RpcErrorKind::HandlerError(cause)) = &mut error.error_struct
        && let Some(cause) = cause.as_object_mut()
    {
        cause.retain(|name, value| name != "info" || !value.is_null());
    }
    error
}

/// Sorts all fields alphabetically, as nodes write them.
///
/// `serde_json` does so by itself unless some crate in the build turns its feature `preserve_order` on.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> =
                fields.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            fields.into_iter().collect()
        }
        Value::Array(values) => values.into_iter().map(sorted).collect(),
        other => other,
    }
}

fn with_sorted_details(mut error: RpcError) -> RpcError {
    let cause = match &mut error.error_struct {
        Some(RpcErrorKind::HandlerError(cause) | RpcErrorKind::InternalError(cause)) => Some(cause),
        Some(RpcErrorKind::RequestValidationError(_)) | None => None,
    };
    for details in cause.into_iter().chain(&mut error.data) {
        **details = sorted(details.take());
    }
    error
}

/// Finds the method and lets it answer.
async fn call(rpc: &Arc<Rpc>, request: Request) -> RpcResult {
    let Request { method, params, .. } = request;
    match method.as_str() {
        "status" => shown::<RpcError>(Ok(rpc.status())),
        "health" => Ok(Value::Null),
        "block" => shown(rpc.block(&params::block(params)?)),
        "chunk" => shown(rpc.chunk(params::chunk(params)?)),
        "gas_price" => shown(rpc.gas_price(params::parse(params)?)),
        "validators" => shown(rpc.validators(params::validators(params)?)),
        "EXPERIMENTAL_validators_ordered" => shown(rpc.validators_ordered(params::parse(params)?)),
        "genesis_config" | "EXPERIMENTAL_genesis_config" => {
            shown::<RpcError>(Ok(&rpc.chain.identity.genesis))
        }
        "EXPERIMENTAL_protocol_config" => shown(rpc.protocol_config(&params::parse(params)?)),
        "EXPERIMENTAL_receipt" => shown(rpc.receipt(&params::parse(params)?)),
        "EXPERIMENTAL_receipt_to_tx" => shown(rpc.receipt_to_tx(&params::parse(params)?)),
        "changes" | "EXPERIMENTAL_changes" => shown(rpc.changes(&params::parse(params)?)),
        "block_effects" | "EXPERIMENTAL_changes_in_block" => {
            shown(rpc.changes_in_block(&params::parse(params)?))
        }
        "query" => query::answer_query(rpc, params::query(params)?).await,
        "broadcast_tx_async" => shown::<RpcError>(Ok(rpc.send_async(params::send(params)?))),
        "broadcast_tx_commit" => shown(rpc.send_commit(params::send(params)?).await),
        "send_tx" => shown(rpc.send(params::send(params)?).await),
        "tx" => shown(rpc.transaction(params::transaction(params)?, false).await),
        "tx_status" | "EXPERIMENTAL_tx_status" => {
            shown(rpc.transaction(params::transaction(params)?, true).await)
        }
        "sandbox_patch_state" => shown(rpc.patch_state(params::parse(params)?).await),
        "sandbox_advance_time" => shown(rpc.advance_time(params::parse(params)?).await),
        "sandbox_set_next_block_time" => shown(rpc.set_next_block_time(params::parse(params)?).await),
        "sandbox_fast_forward" => shown(rpc.fast_forward(params::parse(params)?).await),
        _ => match query::answer_view(rpc, &method, params).await {
            Some(answer) => answer,
            None => Err(RpcError::method_not_found(method)),
        },
    }
}
