//! Views: accounts, keys, code, contract state, and calls that change nothing.

use std::{num::NonZeroU32, ops::Bound, sync::Arc};

use near_crypto::{PublicKey, PublicKeyHandle};
use near_jsonrpc_primitives::{
    errors::RpcError,
    types::{
        call_function::RpcCallFunctionError,
        query::{QueryResponseKind, RpcQueryError, RpcQueryRequest, RpcQueryResponse},
        view_access_key::RpcViewAccessKeyError,
        view_access_key_list::RpcViewAccessKeyListError,
        view_account::RpcViewAccountError,
        view_code::RpcViewCodeError,
        view_gas_key_nonces::RpcViewGasKeyNoncesError,
        view_state::RpcViewStateError,
    },
};
use near_primitives::{
    account::AccessKey,
    action::GlobalContractIdentifier,
    hash::CryptoHash,
    trie_key::{TrieKey, trie_key_parsers},
    types::{AccountId, BlockId, BlockReference, StoreKey},
    views::{
        AccessKeyInfoView, AccessKeyList, CallResult, ContractCodeView, GasKeyNoncesView, QueryRequest,
        StateItem, ViewStateResult,
    },
};
use serde_json::{Value, json};

use super::{Rpc, RpcResult, params, shown};
use crate::{
    chain::{Block, Chain},
    runtime::{ViewError, access_key_entry, code_key, view_call},
    state::ReadState,
};

/// The size of contract state that is shown at once.
const STATE_BYTES_LIMIT: u64 = 50_000;
const STATE_PAGE_ITEMS: usize = 10_000;
const ACCESS_KEYS_LIMIT: u32 = 100;

/// Answers `query`; some failures are successes there, for the sake of old clients.
pub async fn answer_query(rpc: &Arc<Rpc>, request: RpcQueryRequest) -> RpcResult {
    match run(rpc, request).await {
        Ok(response) => shown::<RpcError>(Ok(response)),
        Err(RpcQueryError::ContractExecutionError { vm_error, block_height, block_hash, .. }) => {
            Ok(failed_query(&vm_error, block_height, block_hash))
        }
        Err(RpcQueryError::UnknownAccessKey { public_key, block_height, block_hash }) => {
            let message = format!("access key {public_key} does not exist while viewing");
            Ok(failed_query(&message, block_height, block_hash))
        }
        Err(
            ref
            error @ RpcQueryError::UnknownBlock { block_reference: BlockReference::BlockId(ref block_id) },
        ) => {
            let data = match block_id {
                BlockId::Height(height) => {
                    format!("DB Not Found Error: BLOCK HEIGHT: {height} \n Cause: Unknown")
                }
                BlockId::Hash(hash) => format!("DB Not Found Error: BLOCK HEADER: {hash}"),
            };
            let cause = shown::<RpcError>(Ok(error))?;
            let data = Some(Value::String(data));
            Err(RpcError::new_internal_or_handler_error(data, cause))
        }
        Err(error) => Err(error.into()),
    }
}

fn failed_query(error: &str, block_height: u64, block_hash: CryptoHash) -> Value {
    json!({
        "error": error,
        "logs": [],
        "block_height": block_height,
        "block_hash": block_hash,
    })
}

/// Answers the `EXPERIMENTAL_view_…` methods, whose failures are errors; `None` if there is no such method.
pub async fn answer_view(rpc: &Arc<Rpc>, method: &str, params: Value) -> Option<RpcResult> {
    let request_type = match method {
        "EXPERIMENTAL_view_account" => "view_account",
        "EXPERIMENTAL_view_code" => "view_code",
        "EXPERIMENTAL_view_state" => "view_state",
        "EXPERIMENTAL_view_access_key" => "view_access_key",
        "EXPERIMENTAL_view_access_key_list" => "view_access_key_list",
        "EXPERIMENTAL_view_gas_key_nonces" => "view_gas_key_nonces",
        "EXPERIMENTAL_call_function" => "call_function",
        _ => return None,
    };
    Some(answer_view_of_type(rpc, request_type, params).await)
}

async fn answer_view_of_type(rpc: &Arc<Rpc>, request_type: &str, params: Value) -> RpcResult {
    let request = params::view(request_type, params)?;
    let response = run(rpc, request).await;
    match request_type {
        "view_account" => shown(response.map_err(RpcViewAccountError::from)),
        "view_code" => shown(response.map_err(RpcViewCodeError::from)),
        "view_state" => shown(response.map_err(RpcViewStateError::from)),
        "view_access_key" => shown(response.map_err(RpcViewAccessKeyError::from)),
        "view_access_key_list" => shown(response.map_err(RpcViewAccessKeyListError::from)),
        "view_gas_key_nonces" => shown(response.map_err(RpcViewGasKeyNoncesError::from)),
        _ => shown(response.map_err(RpcCallFunctionError::from)),
    }
}

async fn run(rpc: &Arc<Rpc>, request: RpcQueryRequest) -> Result<RpcQueryResponse, RpcQueryError> {
    let RpcQueryRequest { block_reference, request } = request;
    let Some(block) = rpc.chain.block(&block_reference) else {
        return Err(RpcQueryError::UnknownBlock { block_reference });
    };
    let view = View { chain: Arc::clone(&rpc.chain), block };
    // Contracts may run for a while: not on the threads that serve everybody.
    let task = tokio::task::spawn_blocking(move || view.answer(request));
    task.await.map_err(|error| RpcQueryError::InternalError { error_message: error.to_string() })?
}

/// A state that questions are asked about.
struct View {
    chain: Arc<Chain>,
    block: Arc<Block>,
}

type QueryResult = Result<QueryResponseKind, RpcQueryError>;

impl View {
    fn answer(&self, request: QueryRequest) -> Result<RpcQueryResponse, RpcQueryError> {
        let kind = match request {
            QueryRequest::ViewAccount { account_id } => self.account(account_id),
            QueryRequest::ViewCode { account_id } => self.code(account_id),
            QueryRequest::ViewState { account_id, prefix, after_key, limit, .. } => {
                self.state(account_id, &prefix, after_key.as_ref(), limit)
            }
            QueryRequest::ViewAccessKey { account_id, public_key } => {
                match self.block.state.access_key(&account_id, &public_key) {
                    Some(access_key) => Ok(QueryResponseKind::AccessKey(access_key.into())),
                    None => Err(RpcQueryError::UnknownAccessKey {
                        public_key,
                        block_height: self.block.height(),
                        block_hash: self.block.hash(),
                    }),
                }
            }
            QueryRequest::ViewAccessKeyList { account_id, after_key, limit } => {
                self.access_keys(&account_id, after_key, limit)
            }
            QueryRequest::ViewGasKeyNonces { account_id, public_key } => {
                self.gas_key_nonces(&account_id, public_key)
            }
            QueryRequest::CallFunction { account_id, method_name, args } => {
                self.call(account_id, &method_name, &args)
            }
            QueryRequest::ViewGlobalContractCode { code_hash } => {
                self.global_code(GlobalContractIdentifier::CodeHash(code_hash))
            }
            QueryRequest::ViewGlobalContractCodeByAccountId { account_id } => {
                self.global_code(GlobalContractIdentifier::AccountId(account_id))
            }
        }?;
        Ok(RpcQueryResponse { kind, block_height: self.block.height(), block_hash: self.block.hash() })
    }

    fn unknown_account(&self, requested_account_id: AccountId) -> RpcQueryError {
        RpcQueryError::UnknownAccount {
            requested_account_id,
            block_height: self.block.height(),
            block_hash: self.block.hash(),
        }
    }

    fn account(&self, account_id: AccountId) -> QueryResult {
        match self.block.state.account(&account_id) {
            Some(account) => Ok(QueryResponseKind::ViewAccount(account.into())),
            None => Err(self.unknown_account(account_id)),
        }
    }

    fn code(&self, account_id: AccountId) -> QueryResult {
        let Some(account) = self.block.state.account(&account_id) else {
            return Err(self.unknown_account(account_id));
        };
        let key = code_key(&account_id, account.contract().into_owned());
        let code = key.and_then(|key| self.block.state.get_bytes(&key));
        match code {
            Some(code) => Ok(show_code(&code)),
            None => Err(RpcQueryError::NoContractCode {
                contract_account_id: account_id,
                block_height: self.block.height(),
                block_hash: self.block.hash(),
            }),
        }
    }

    fn global_code(&self, identifier: GlobalContractIdentifier) -> QueryResult {
        let key = TrieKey::GlobalContractCode { identifier: identifier.clone().into() };
        match self.block.state.get_bytes(&key) {
            Some(code) => Ok(show_code(&code)),
            None => Err(RpcQueryError::NoGlobalContractCode {
                identifier,
                block_height: self.block.height(),
                block_hash: self.block.hash(),
            }),
        }
    }

    fn state(
        &self,
        account_id: AccountId,
        prefix: &StoreKey,
        after_key: Option<&StoreKey>,
        limit: Option<NonZeroU32>,
    ) -> QueryResult {
        let state = &self.block.state;
        let Some(account) = state.account(&account_id) else {
            return Err(self.unknown_account(account_id));
        };
        let is_paged = after_key.is_some() || limit.is_some();
        let code_key = TrieKey::ContractCode { account_id: account_id.clone() };
        let code = state.get_bytes(&code_key).map_or(0, |code| code.len());
        let size = account.storage_usage().saturating_sub(code as u64);
        if !is_paged && size > STATE_BYTES_LIMIT {
            return Err(RpcQueryError::TooLargeContractState {
                contract_account_id: account_id,
                block_height: self.block.height(),
                block_hash: self.block.hash(),
            });
        }
        let raw_prefix = trie_key_parsers::get_raw_prefix_for_contract_data(&account_id, prefix);
        let name_length = raw_prefix.len() - prefix.len();
        let resume = after_key.map(|key| [&raw_prefix[..name_length], key.as_slice()].concat());
        let start = match &resume {
            Some(key) => Bound::Excluded(key.as_slice()),
            None => Bound::Included(raw_prefix.as_slice()),
        };
        let page_items = limit.map_or(STATE_PAGE_ITEMS, |limit| limit.get() as usize);
        let page_items = page_items.min(STATE_PAGE_ITEMS);
        let (mut values, mut bytes, mut last_key) = (Vec::<StateItem>::new(), 0, None);
        for (key, value) in state.iter_from(start) {
            if !key.starts_with(&raw_prefix) {
                break;
            }
            if is_paged && (values.len() >= page_items || bytes >= STATE_BYTES_LIMIT) {
                last_key = values.last().map(|item| item.key.clone());
                break;
            }
            bytes += (key.len() + value.len()) as u64;
            values.push(StateItem { key: key[name_length..].to_vec().into(), value: value.to_vec().into() });
        }
        Ok(QueryResponseKind::ViewState(ViewStateResult { values, proof: vec![], last_key }))
    }

    fn access_keys(
        &self,
        account_id: &AccountId,
        after_key: Option<PublicKeyHandle>,
        limit: Option<NonZeroU32>,
    ) -> QueryResult {
        let is_paged = after_key.is_some() || limit.is_some();
        let page = limit.map_or(ACCESS_KEYS_LIMIT, |limit| limit.get().min(ACCESS_KEYS_LIMIT));
        let prefix = trie_key_parsers::get_raw_prefix_for_access_keys(account_id);
        let resume = after_key.map(|key| TrieKey::access_key(account_id.clone(), key).to_vec());
        let start = match &resume {
            Some(key) => Bound::Excluded(key.as_slice()),
            None => Bound::Included(prefix.as_slice()),
        };
        let (mut keys, mut last_key) = (Vec::<AccessKeyInfoView>::new(), None);
        for (key, value) in self.block.state.iter_from(start) {
            if !key.starts_with(&prefix) {
                break;
            }
            if keys.len() >= page as usize {
                if !is_paged {
                    return Err(RpcQueryError::TooManyAccessKeys {
                        requested_account_id: account_id.clone(),
                        limit: page,
                        block_height: self.block.height(),
                        block_hash: self.block.hash(),
                    });
                }
                last_key = keys.last().map(|info| info.public_key.clone());
                break;
            }
            let internal =
                |error: std::io::Error| RpcQueryError::InternalError { error_message: error.to_string() };
            let TrieKey::AccessKey { key_handle: handle, .. } = access_key_entry(account_id, key) else {
                continue;
            };
            let access_key: AccessKey = borsh::from_slice(value).map_err(internal)?;
            keys.push(AccessKeyInfoView::new(handle, access_key.into()));
        }
        Ok(QueryResponseKind::AccessKeyList(AccessKeyList { keys, last_key }))
    }

    fn gas_key_nonces(&self, account_id: &AccountId, public_key: PublicKey) -> QueryResult {
        let state = &self.block.state;
        let access_key = state.access_key(account_id, &public_key);
        let Some(info) = access_key.as_ref().and_then(AccessKey::gas_key_info) else {
            return Err(RpcQueryError::UnknownGasKey {
                public_key,
                block_height: self.block.height(),
                block_hash: self.block.hash(),
            });
        };
        let nonces = (0..info.num_nonces).map(|index| {
            state.gas_key_nonce(account_id, &public_key, index).ok_or_else(|| RpcQueryError::InternalError {
                error_message: format!("{public_key} of {account_id} has no nonce of index {index}"),
            })
        });
        let nonces = nonces.collect::<Result<_, _>>()?;
        Ok(QueryResponseKind::GasKeyNonces(GasKeyNoncesView { nonces }))
    }

    fn call(&self, account_id: AccountId, method: &str, args: &[u8]) -> QueryResult {
        let (params, context) = (&self.chain.params, &self.block.context);
        let state = self.block.state.clone();
        match view_call(params, context, state, &account_id, method, args) {
            Ok((result, logs)) => Ok(QueryResponseKind::CallResult(CallResult { result, logs })),
            Err(ViewError::UnknownAccount) => Err(self.unknown_account(account_id)),
            Err(ViewError::Failed { message, error }) => Err(RpcQueryError::ContractExecutionError {
                vm_error: message,
                error,
                block_height: self.block.height(),
                block_hash: self.block.hash(),
            }),
        }
    }
}

fn show_code(code: &[u8]) -> QueryResponseKind {
    QueryResponseKind::ViewCode(ContractCodeView { code: code.to_vec(), hash: CryptoHash::hash_bytes(code) })
}
