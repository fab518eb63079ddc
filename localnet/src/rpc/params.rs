//! Parses the parameters of methods, in their present and in their older forms.

use near_jsonrpc_primitives::{
    errors::RpcParseError,
    types::{
        blocks::RpcBlockRequest,
        chunks::{ChunkReference, RpcChunkRequest},
        query::RpcQueryRequest,
        transactions::{RpcSendTransactionRequest, RpcTransactionStatusRequest, TransactionInfo},
        validator::RpcValidatorRequest,
    },
};
use near_primitives::{
    types::{BlockId, BlockReference, EpochReference},
    views::{QueryRequest, TxExecutionStatus},
};
use serde::de::DeserializeOwned;
use serde_json::Value;

type ParseResult<T> = Result<T, RpcParseError>;

/// The longest path and data of a query in its oldest form.
const QUERY_BY_PATH_LIMIT: usize = 10 * 1024;

/// Parses parameters whose JSON form is the type's own.
pub fn parse<T: DeserializeOwned>(value: Value) -> ParseResult<T> {
    serde_json::from_value(value).map_err(|error| RpcParseError(format!("Failed parsing args: {error}")))
}

/// Returns the elements of an array of exactly `N` elements, or the value as it was.
fn elements<const N: usize>(value: Value) -> Result<[Value; N], Value> {
    match value {
        Value::Array(array) => array.try_into().map_err(Value::Array),
        other => Err(other),
    }
}

/// Parses parameters that have names; a list would be taken for their values in order.
fn parse_object<T: DeserializeOwned>(value: Value) -> ParseResult<T> {
    if value.is_object() {
        parse(value)
    } else {
        Err(RpcParseError("Failed parsing args: an object was expected".to_owned()))
    }
}

/// Parses `[block_id]` or a block reference.
pub fn block(value: Value) -> ParseResult<RpcBlockRequest> {
    let block_reference = match elements(value) {
        Ok([block_id]) => BlockReference::BlockId(parse(block_id)?),
        Err(value) => parse(value)?,
    };
    Ok(RpcBlockRequest { block_reference })
}

/// Parses `[chunk_hash]`, `[[block_id, shard_id]]` or a chunk reference.
pub fn chunk(value: Value) -> ParseResult<RpcChunkRequest> {
    let chunk_reference = match elements(value) {
        Ok([pair @ Value::Array(_)]) => {
            let (block_id, shard_id) = parse(pair)?;
            ChunkReference::BlockShardId { block_id, shard_id }
        }
        Ok([hash]) => ChunkReference::ChunkHash { chunk_id: parse(hash)? },
        Err(value) => parse(value)?,
    };
    Ok(RpcChunkRequest { chunk_reference })
}

/// Parses `[block_id]`, `[null]` or an epoch reference.
pub fn validators(value: Value) -> ParseResult<RpcValidatorRequest> {
    let epoch_reference = match elements(value) {
        Ok([block_id]) => match parse::<Option<BlockId>>(block_id)? {
            Some(block_id) => EpochReference::BlockId(block_id),
            None => EpochReference::Latest,
        },
        Err(value) => parse(value)?,
    };
    Ok(RpcValidatorRequest { epoch_reference })
}

/// Parses `[signed_tx_base64]` or an object.
pub fn send(value: Value) -> ParseResult<RpcSendTransactionRequest> {
    match elements(value) {
        Ok([signed]) => Ok(RpcSendTransactionRequest {
            signed_transaction: parse(signed)?,
            wait_until: TxExecutionStatus::default(),
        }),
        Err(value) => parse_object(value),
    }
}

/// Parses `[hash, sender]`, `[signed_tx_base64]` or an object.
pub fn transaction(value: Value) -> ParseResult<RpcTransactionStatusRequest> {
    let by_position = |transaction_info| RpcTransactionStatusRequest {
        transaction_info,
        wait_until: TxExecutionStatus::default(),
    };
    let value = match elements(value) {
        Ok([hash, sender]) => {
            return Ok(by_position(TransactionInfo::TransactionId {
                tx_hash: parse(hash)?,
                sender_account_id: parse(sender)?,
            }));
        }
        Err(value) => value,
    };
    match elements(value) {
        Ok([signed]) => Ok(by_position(TransactionInfo::Transaction { signed_tx: parse(signed)? })),
        Err(value) => parse_object(value),
    }
}

/// Parses `[path, data]` or an object.
pub fn query(value: Value) -> ParseResult<RpcQueryRequest> {
    let request = match elements(value) {
        Ok([path, data]) => RpcQueryRequest {
            request: query_by_path(&parse::<String>(path)?, &parse::<String>(data)?)?,
            block_reference: BlockReference::latest(),
        },
        Err(value) => parse(value)?,
    };
    check_pagination(&request.request)?;
    Ok(request)
}

/// Parses an object: a query of a given type.
pub fn view(request_type: &str, mut value: Value) -> ParseResult<RpcQueryRequest> {
    if let Some(object) = value.as_object_mut() {
        object.insert("request_type".to_owned(), request_type.into());
    }
    let request: RpcQueryRequest = parse_object(value)?;
    check_pagination(&request.request)?;
    Ok(request)
}

/// Parses the oldest form of a query: everything in a path, arguments in base58.
fn query_by_path(path: &str, data: &str) -> ParseResult<QueryRequest> {
    let error = |message: &str| RpcParseError(message.to_owned());
    let mut parts = path.splitn(3, '/');
    let (Some(command), Some(account_id)) = (parts.next(), parts.next()) else {
        return Err(error("Not enough query parameters provided"));
    };
    let account_id = account_id.parse().map_err(|invalid| RpcParseError(format!("{invalid}")))?;
    let data = || {
        let mut decoded = vec![0; data.len().min(QUERY_BY_PATH_LIMIT.saturating_sub(path.len()))];
        // Decoding takes time in the square of the length, so it ends where the space does.
        let length = bs58::decode(data).onto(decoded.as_mut_slice()).map_err(|invalid| match invalid {
            bs58::decode::Error::BufferTooSmall => error("Query data size is too large"),
            invalid => error(&invalid.to_string()),
        })?;
        decoded.truncate(length);
        Ok(decoded)
    };
    Ok(match (command, parts.next()) {
        ("account", _) => QueryRequest::ViewAccount { account_id },
        ("access_key", None) => QueryRequest::ViewAccessKeyList { account_id, after_key: None, limit: None },
        ("access_key", Some(public_key)) => QueryRequest::ViewAccessKey {
            account_id,
            public_key: public_key.parse().map_err(|_| error("Invalid public key"))?,
        },
        ("code", _) => QueryRequest::ViewCode { account_id },
        ("contract", _) => QueryRequest::ViewState {
            account_id,
            prefix: data()?.into(),
            after_key: None,
            limit: None,
            include_proof: false,
        },
        ("call", Some(method_name)) => QueryRequest::CallFunction {
            account_id,
            method_name: method_name.to_owned(),
            args: data()?.into(),
        },
        ("call", None) => return Err(error("Method name is missing")),
        _ => return Err(RpcParseError(format!("Unknown path {command}"))),
    })
}

/// Checks that pages of a contract's state come without a proof and stay within the prefix.
fn check_pagination(request: &QueryRequest) -> ParseResult<()> {
    let QueryRequest::ViewState { prefix, after_key, limit, include_proof, .. } = request else {
        return Ok(());
    };
    if *include_proof && (after_key.is_some() || limit.is_some()) {
        return Err(RpcParseError(
            "include_proof is not supported with paginated view_state (after_key_base64 / limit)".to_owned(),
        ));
    }
    if let Some(after_key) = after_key
        && !after_key.starts_with(prefix)
    {
        let message = "after_key_base64 must start with prefix_base64";
        return Err(RpcParseError(message.to_owned()));
    }
    Ok(())
}
