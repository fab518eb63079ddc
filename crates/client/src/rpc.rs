//! A node's JSON-RPC server, now or as of an earlier block: the transport of the contracts' handles. There may be
//! several servers: the next one is asked when one fails.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use near_crypto::Signer;
use near_jsonrpc_client::JsonRpcClient;
use near_jsonrpc_client::errors::{JsonRpcError, JsonRpcServerError, JsonRpcServerResponseStatusError};
use near_jsonrpc_client::methods::{self, RpcMethod};
use near_jsonrpc_primitives::types::blocks::RpcBlockError;
use near_jsonrpc_primitives::types::query::{QueryResponseKind, RpcQueryError, RpcQueryResponse};
use near_primitives::errors::{CompilationError, FunctionCallError, MethodResolveError};
use near_primitives::hash::CryptoHash;
use near_primitives::types::{AccountId, BlockHeight, BlockId, BlockReference, Finality, ProtocolVersion};
use near_primitives::views::{AccessKeyInfoView, AccountView, BlockHeaderView, QueryRequest, StatusResponse};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use tic_tac_toe_interface::transport::{Call, Caller, View, Viewer};

use crate::{Error, Receipt, Relay, Timeouts};

/// How long the block of an answer counts as the newest. A local chain may make more blocks meanwhile than a call stays
/// valid for; then it is signed again.
const RECENT: Duration = Duration::from_secs(3);

const KEYS_PER_PAGE: NonZeroU32 = NonZeroU32::new(100).unwrap();

// How nodes call code that is not there, or has no such method, in the only words that a failed view comes with.
const NO_SUCH_CODE: [&str; 2] = ["MethodResolveError(MethodNotFound)", "CompilationError(CodeDoesNotExist"];

/// A node, behind one server or several.
#[derive(Clone)]
pub struct Rpc {
    servers: Arc<[JsonRpcClient]>,
    /// The server that answered last, which is asked first.
    current: Arc<AtomicUsize>,
    timeouts: Timeouts,
    /// Where the latest answer came from, and when.
    seen: Arc<Mutex<Option<(BlockHeight, Instant)>>>,
    /// Sends calls of guests.
    relay: Option<Relay>,
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

impl<E> RequestError<E> {
    /// Returns whether another server may do better.
    const fn is_servers(&self) -> bool {
        match self {
            Self::TimedOut(_) | Self::Failed(JsonRpcError::TransportError(_)) => true,
            Self::Failed(JsonRpcError::ServerError(error)) => {
                matches!(
                    error,
                    JsonRpcServerError::ResponseStatusError(_) | JsonRpcServerError::InternalError { .. }
                )
            }
            Self::Method(_) => false,
        }
    }
}

impl<E> From<JsonRpcError<E>> for RequestError<E> {
    fn from(error: JsonRpcError<E>) -> Self {
        match error {
            JsonRpcError::ServerError(JsonRpcServerError::HandlerError(error)) => Self::Method(error),
            error => Self::Failed(error),
        }
    }
}

impl Rpc {
    /// Connects to the node at a URL, or at several that are separated by commas.
    #[must_use]
    pub fn new(urls: &str) -> Self {
        Self::with_timeouts(urls, Timeouts::USUAL)
    }

    /// Connects to the node, with timeouts of your own.
    #[must_use]
    pub fn with_timeouts(urls: &str, timeouts: Timeouts) -> Self {
        Self::with_key(urls, None, timeouts)
    }

    /// Connects to the node, with a key for the first of its servers, which gets it as a bearer token.
    ///
    /// # Panics
    ///
    /// When the system's library for encrypted connections can't be used.
    #[must_use]
    pub fn with_key(urls: &str, key: Option<&HeaderValue>, timeouts: Timeouts) -> Self {
        let server = |(number, url): (usize, &str)| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            if let Some(key) = key.filter(|_| number == 0) {
                headers.insert(AUTHORIZATION, key.clone());
            }
            let http = timeouts.http().default_headers(headers).build();
            JsonRpcClient::with(http.expect("the system's TLS library works")).connect(url.trim())
        };
        let servers = urls.split(',').enumerate().map(server).collect();
        Self { servers, current: Arc::default(), timeouts, seen: Arc::default(), relay: None }
    }

    /// Lets a relay send all calls, which its guests sign; without one they are sent from here.
    #[must_use]
    pub fn with_relay(self, relay: Option<Relay>) -> Self {
        Self { relay, ..self }
    }

    /// Returns the URL of the server that answered last, without anything secret in it.
    #[must_use]
    pub fn url(&self) -> String {
        without_secrets(self.servers[self.current.load(Ordering::Relaxed)].server_addr())
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
        Ok(self.status().await?.genesis_hash)
    }

    /// Returns the version of the protocol that the chain has now.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn protocol_version(&self) -> Result<ProtocolVersion, Error> {
        Ok(self.status().await?.protocol_version)
    }

    async fn status(&self) -> Result<StatusResponse, Error> {
        let status = self.ask(methods::status::RpcStatusRequest).await;
        status.map_err(|error| self.explain(error))
    }

    /// Returns the newest final block.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn final_block(&self) -> Result<BlockHeaderView, Error> {
        let block_reference = BlockReference::Finality(Finality::Final);
        let block = self.ask(methods::block::RpcBlockRequest { block_reference }).await;
        Ok(block.map_err(|error| self.explain(error))?.header)
    }

    /// Returns the hash of the block at a height, if the node has one there.
    ///
    /// # Errors
    ///
    /// When the node does not answer.
    pub async fn block_hash(&self, height: BlockHeight) -> Result<Option<CryptoHash>, Error> {
        let block_reference = BlockReference::BlockId(BlockId::Height(height));
        match self.ask(methods::block::RpcBlockRequest { block_reference }).await {
            Ok(block) => Ok(Some(block.header.hash)),
            Err(RequestError::Method(RpcBlockError::UnknownBlock { .. })) => Ok(None),
            Err(error) => Err(self.explain(error)),
        }
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

    /// Returns an account: its balance, its storage, its contract.
    ///
    /// # Errors
    ///
    /// When the node does not answer, or there is no such account.
    pub async fn account(&self, account: &AccountId) -> Result<AccountView, Error> {
        let request = QueryRequest::ViewAccount { account_id: account.clone() };
        let response = self.query(request, newest()).await.map_err(|error| self.explain_query(error))?;
        let QueryResponseKind::ViewAccount(view) = response.kind else {
            return Err(self.unexpected(&format!("something other than the account {account}")));
        };
        Ok(view)
    }

    pub(crate) const fn timeouts(&self) -> &Timeouts {
        &self.timeouts
    }

    /// Returns the height of a block that was the newest a moment ago; it is asked for only if no answer has told it.
    pub(crate) async fn recent_height(&self) -> Result<BlockHeight, Error> {
        let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match seen {
            Some((height, at)) if at.elapsed() < RECENT => Ok(height),
            _ => Ok(self.final_block().await?.height),
        }
    }

    pub(crate) async fn query(
        &self,
        request: QueryRequest,
        block_reference: BlockReference,
    ) -> Result<RpcQueryResponse, RequestError<RpcQueryError>> {
        let is_newest = block_reference == newest();
        let response = self.ask(methods::query::RpcQueryRequest { block_reference, request }).await?;
        if is_newest {
            let seen = Some((response.block_height, Instant::now()));
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = seen;
        }
        Ok(response)
    }

    pub(crate) async fn ask<M: RpcMethod>(&self, request: M) -> Result<M::Response, RequestError<M::Error>> {
        self.request(request, self.timeouts.answer, |_| false).await
    }

    /// Asks one server after the other, until one answers or a failure is final.
    pub(crate) async fn request<M: RpcMethod>(
        &self,
        request: M,
        patience: Duration,
        is_final: impl Fn(&RequestError<M::Error>) -> bool,
    ) -> Result<M::Response, RequestError<M::Error>> {
        let first = self.current.load(Ordering::Relaxed);
        for number in 1.. {
            let server = (first + number - 1) % self.servers.len();
            self.current.store(server, Ordering::Relaxed);
            let answer = match tokio::time::timeout(patience, self.servers[server].call(&request)).await {
                Ok(answer) => answer.map_err(RequestError::from),
                Err(_) => Err(RequestError::TimedOut(patience)),
            };
            match answer {
                Err(error) if number < self.servers.len() && error.is_servers() && !is_final(&error) => {}
                answer => return answer,
            }
        }
        Err(RequestError::TimedOut(patience))
    }

    pub(crate) fn unexpected(&self, what: &str) -> Error {
        Error::NotANode { url: self.url(), what: what.to_owned() }
    }

    pub(crate) fn explain_query(&self, error: RequestError<RpcQueryError>) -> Error {
        match error {
            RequestError::Method(RpcQueryError::UnknownAccount { requested_account_id, .. }) => {
                Error::NoAccount(requested_account_id)
            }
            RequestError::Method(
                RpcQueryError::UnknownAccessKey { public_key, .. }
                | RpcQueryError::UnknownGasKey { public_key, .. },
            ) => Error::NoKey(public_key),
            error => self.explain(error),
        }
    }

    pub(crate) fn explain<E: fmt::Display>(&self, error: RequestError<E>) -> Error {
        match error {
            RequestError::TimedOut(waited) => Error::Silent { url: self.url(), waited },
            RequestError::Method(error) => Error::Answered { url: self.url(), what: error.to_string() },
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

/// Returns a URL without what may be secret in it: a name and password before the host, and a key after the path.
pub(crate) fn without_secrets(url: &str) -> String {
    let url = url.split('?').next().unwrap_or_default();
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
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
        match &self.relay {
            Some(relay) => relay.call(self, signer, call).await,
            None => self.send_call(signer, call).await,
        }
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
