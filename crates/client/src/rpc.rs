//! A node's JSON-RPC server, now or as of an earlier block: the transport of the contracts' handles.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use near_crypto::Signer;
use near_jsonrpc_client::JsonRpcClient;
use near_jsonrpc_client::errors::{JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError};
use near_jsonrpc_client::methods::{self, RpcMethod};
use near_jsonrpc_primitives::types::query::{QueryResponseKind, RpcQueryError, RpcQueryResponse};
use near_primitives::errors::{CompilationError, FunctionCallError, MethodResolveError};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, BlockHeight, BlockId, BlockReference, Finality};
use near_primitives::views::{AccessKeyInfoView, QueryRequest};
use tic_tac_toe_interface::transport::{Call, Caller, View, Viewer};

use crate::{Error, Receipt, Timeouts};

const KEYS_PER_PAGE: NonZeroU32 = NonZeroU32::new(100).unwrap();

// How nodes call code that is not there, or has no such method, in the only words that a failed view comes with.
const NO_SUCH_CODE: [&str; 2] = ["MethodResolveError(MethodNotFound)", "CompilationError(CodeDoesNotExist"];

/// A node.
#[derive(Clone)]
pub struct Rpc {
    client: JsonRpcClient,
    timeouts: Timeouts,
}

/// A node, asked about the state after a block.
#[derive(Clone, Debug)]
pub struct Past {
    rpc: Rpc,
    height: BlockHeight,
}

/// Why a request has no answer.
pub(crate) enum RequestError<E> {
    /// There was none in time.
    TimedOut(Duration),
    /// The node understood it and answers with one of the method's own errors.
    Method(E),
    /// It did not get through, or the answer is no answer to it.
    Failed(JsonRpcError<E>),
}

impl Rpc {
    /// Connects to the node at a URL.
    #[must_use]
    pub fn new(url: &str) -> Self {
        Self::with_timeouts(url, Timeouts::USUAL)
    }

    /// Connects to the node at a URL, with timeouts of your own.
    ///
    /// # Panics
    ///
    /// When the system's library for encrypted connections can't be used.
    #[must_use]
    pub fn with_timeouts(url: &str, timeouts: Timeouts) -> Self {
        let json = reqwest::header::HeaderValue::from_static("application/json");
        let http = timeouts
            .http()
            .default_headers([(reqwest::header::CONTENT_TYPE, json)].into_iter().collect())
            .build()
            .expect("the system's TLS library works");
        Self { client: JsonRpcClient::with(http).connect(url), timeouts }
    }

    /// Returns the URL.
    #[must_use]
    pub fn url(&self) -> &str {
        self.client.server_addr()
    }

    /// Returns the same node, asked about the state after a block.
    #[must_use]
    pub fn at(&self, height: BlockHeight) -> Past {
        Past { rpc: self.clone(), height }
    }

    /// Returns the first block's hash: no two chains share it.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn genesis(&self) -> Result<CryptoHash, Error> {
        let status = self.ask(methods::status::RpcStatusRequest).await;
        Ok(status.map_err(|error| self.explain(error))?.genesis_hash)
    }

    /// Returns all keys of an account, page by page: nodes list only so many at once.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn keys_of(&self, account: &AccountId) -> Result<Vec<AccessKeyInfoView>, Error> {
        let (mut keys, mut after_key) = (Vec::new(), None);
        loop {
            let request = QueryRequest::ViewAccessKeyList {
                account_id: account.clone(),
                after_key: after_key.clone(),
                limit: Some(KEYS_PER_PAGE),
            };
            let response = self.query(request, newest()).await.map_err(|error| self.explain_query(error))?;
            let QueryResponseKind::AccessKeyList(page) = response.kind else {
                return Err(self.unexpected(&format!("something other than the keys of {account}")));
            };
            keys.extend(page.keys);
            // A node that gives the same page again would give it for ever.
            if page.last_key.is_none() || page.last_key == after_key {
                return Ok(keys);
            }
            after_key = page.last_key;
        }
    }

    pub(crate) const fn timeouts(&self) -> &Timeouts {
        &self.timeouts
    }

    pub(crate) async fn query(
        &self,
        request: QueryRequest,
        block_reference: BlockReference,
    ) -> Result<RpcQueryResponse, RequestError<RpcQueryError>> {
        self.ask(methods::query::RpcQueryRequest { block_reference, request }).await
    }

    pub(crate) async fn ask<M: RpcMethod>(&self, request: M) -> Result<M::Response, RequestError<M::Error>> {
        self.request(request, self.timeouts.answer).await
    }

    pub(crate) async fn request<M: RpcMethod>(
        &self,
        request: M,
        patience: Duration,
    ) -> Result<M::Response, RequestError<M::Error>> {
        let Ok(answer) = tokio::time::timeout(patience, self.client.call(request)).await else {
            return Err(RequestError::TimedOut(patience));
        };
        answer.map_err(|error| match error {
            JsonRpcError::ServerError(JsonRpcServerError::HandlerError(error)) => RequestError::Method(error),
            error => RequestError::Failed(error),
        })
    }

    pub(crate) fn unexpected(&self, what: &str) -> Error {
        Error::NotANode { url: self.url().to_owned(), what: what.to_owned() }
    }

    pub(crate) fn explain_query(&self, error: RequestError<RpcQueryError>) -> Error {
        match error {
            RequestError::Method(RpcQueryError::UnknownAccount { requested_account_id, .. }) => {
                Error::NoAccount(requested_account_id)
            }
            RequestError::Method(RpcQueryError::UnknownAccessKey { public_key, .. }) => {
                Error::NoKey(public_key)
            }
            error => self.explain(error),
        }
    }

    pub(crate) fn explain<E: fmt::Display>(&self, error: RequestError<E>) -> Error {
        match error {
            RequestError::TimedOut(waited) => Error::Silent { url: self.url().to_owned(), waited },
            RequestError::Method(error) => {
                Error::Answered { url: self.url().to_owned(), what: error.to_string() }
            }
            RequestError::Failed(error) => Error::of_request(self.url(), error),
        }
    }

    async fn view_at(
        &self,
        View { contract, method, args }: View<'_>,
        block: BlockReference,
    ) -> Result<Vec<u8>, RequestError<RpcQueryError>> {
        let request = QueryRequest::CallFunction {
            account_id: contract.to_owned(),
            method_name: method.to_owned(),
            args: args.into(),
        };
        match self.query(request, block).await?.kind {
            QueryResponseKind::CallResult(call) => Ok(call.result),
            _ => Ok(Vec::new()),
        }
    }

    fn explain_view(
        &self,
        contract: AccountId,
        method: &'static str,
        error: RequestError<RpcQueryError>,
    ) -> Error {
        match error {
            RequestError::Method(RpcQueryError::NoContractCode { .. }) => Error::NoContract(contract),
            RequestError::Method(RpcQueryError::ContractExecutionError { vm_error, error, .. }) => {
                if is_code_missing(&vm_error, &error) {
                    Error::NoContract(contract)
                } else {
                    Error::ViewFailed { contract, method, reason: vm_error }
                }
            }
            error => self.explain_query(error),
        }
    }
}

/// Returns the newest block that a node has, final or not.
pub(crate) const fn newest() -> BlockReference {
    BlockReference::Finality(Finality::None)
}

fn is_code_missing(text: &str, error: &FunctionCallError) -> bool {
    matches!(
        error,
        FunctionCallError::MethodResolveError(MethodResolveError::MethodNotFound)
            | FunctionCallError::CompilationError(CompilationError::CodeDoesNotExist { .. })
    ) || NO_SUCH_CODE.iter().any(|words| text.contains(words))
}

fn is_forgotten(error: &RequestError<RpcQueryError>) -> bool {
    match error {
        RequestError::Method(error) => {
            matches!(error, RpcQueryError::UnknownBlock { .. } | RpcQueryError::GarbageCollectedBlock { .. })
        }
        // Nodes answer 422 for a block they know of but no longer hold.
        RequestError::Failed(JsonRpcError::ServerError(JsonRpcServerError::ResponseStatusError(
            JsonRpcServerResponseStatusError::Unexpected { status },
        ))) => status.as_u16() == 422,
        _ => false,
    }
}

impl Viewer for Rpc {
    type Error = Error;

    async fn view(&self, view: View<'_>) -> Result<Vec<u8>, Error> {
        let (contract, method) = (view.contract.to_owned(), view.method);
        let answer = self.view_at(view, newest()).await;
        answer.map_err(|error| self.explain_view(contract, method, error))
    }
}

impl Viewer for Past {
    type Error = Error;

    async fn view(&self, view: View<'_>) -> Result<Vec<u8>, Error> {
        let (contract, method) = (view.contract.to_owned(), view.method);
        let block = BlockReference::BlockId(BlockId::Height(self.height));
        match self.rpc.view_at(view, block).await {
            Err(error) if is_forgotten(&error) => Err(Error::Forgotten(self.height)),
            answer => answer.map_err(|error| self.rpc.explain_view(contract, method, error)),
        }
    }
}

impl Caller for Rpc {
    type Signer = Signer;
    type Outcome = Receipt;
    type Error = Error;

    async fn call(&self, signer: &Signer, call: Call<'_>) -> Result<Receipt, Error> {
        self.send_call(signer, call).await
    }
}

impl fmt::Debug for Rpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rpc")
            .field("url", &self.url())
            .field("timeouts", &self.timeouts)
            .finish_non_exhaustive()
    }
}
