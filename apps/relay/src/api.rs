//! The HTTP API: three routes for guests, three for the operator, and the limits around them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{MatchedPath, Path, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use serde_json::json;
use tic_tac_toe_server::{Client, ConnectionLimits, Places, Share, listen, log, serve};
use tokio::net::TcpListener;
use tower_http::cors::CorsLayer;

use crate::outcome::CallResult;
use crate::problem::{Problem, Remark};
use crate::relay::{Answer, Relay};

/// No request of a guest is larger.
const MAX_BODY: usize = 8 * 1024;

/// How long a client may take to send its body.
const BODY: Duration = Duration::from_secs(5);

/// How long an answer may take: a key, a deposit and a call, each of which has its own limit.
const ANSWER: Duration = Duration::from_mins(1);

/// Requests at once.
const REQUESTS: Share = Share { of_all: 512, of_one: 128 };

/// How long answers in progress may take once the server shuts down: a call takes some blocks.
const SHUTDOWN: Duration = Duration::from_secs(10);

/// How long a browser may remember which pages may use the API.
const PREFLIGHT: Duration = Duration::from_hours(1);

/// A relay that listens, but does not answer yet.
pub struct Server {
    listener: TcpListener,
    routes: Router,
    limits: ConnectionLimits,
}

/// Limits how many requests are answered at once, and for how long.
struct RequestLimit {
    places: Arc<Places>,
    proxy_header: Option<HeaderName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGuest {
    public_key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewAction {
    signed_delegate_action: String,
}

impl Server {
    /// Listens at an address; port 0 takes any free one.
    ///
    /// # Errors
    ///
    /// When it can't listen there.
    pub async fn bind(
        relay: Arc<Relay>,
        address: SocketAddr,
        origins: &[HeaderValue],
        proxy_header: Option<HeaderName>,
    ) -> anyhow::Result<Self> {
        let limits = ConnectionLimits { shutdown: SHUTDOWN, ..ConnectionLimits::default() };
        let limits = if proxy_header.is_some() { limits.behind_a_proxy() } else { limits };
        Ok(Self { listener: listen(address).await?, routes: router(relay, origins, proxy_header), limits })
    }

    /// Returns the address at which it listens.
    ///
    /// # Errors
    ///
    /// When the system does not know it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `end`; then answers in progress may finish.
    pub async fn run(self, end: impl Future<Output = ()>) {
        serve(self.listener, self.routes, self.limits, end).await;
    }
}

fn router(relay: Arc<Relay>, origins: &[HeaderValue], proxy_header: Option<HeaderName>) -> Router {
    let limit = Arc::new(RequestLimit { places: Places::new(REQUESTS), proxy_header });
    // Only these pages' requests are let through by browsers, since every POST has to be JSON.
    let cors = CorsLayer::new()
        .allow_origin(origins.to_vec())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(PREFLIGHT);
    Router::new()
        .route("/v1/guests", post(make_guest))
        .route("/v1/actions", post(act))
        .route("/v1/actions/{transaction}", get(find))
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(ready))
        .route("/metrics", get(prometheus))
        .fallback(async || Problem::NoRoute)
        .method_not_allowed_fallback(async || Problem::NoMethod)
        .layer(middleware::from_fn_with_state(limit, within_limits))
        .layer(cors)
        .layer(middleware::from_fn_with_state(Arc::clone(&relay), report))
        .with_state(relay)
}

async fn make_guest(
    State(relay): State<Arc<Relay>>,
    Extension(client): Extension<Client>,
    body: Result<Json<NewGuest>, JsonRejection>,
) -> Result<Response, Problem> {
    let NewGuest { public_key } = read(body)?;
    let answer = to_the_end(async move { relay.make_guest(&public_key, client).await }).await?;
    match answer.outcome.as_ref().map(|outcome| &outcome.result) {
        Some(CallResult::Refused { message, .. } | CallResult::Failed { message }) => {
            Err(Problem::NotMade(message.clone()))
        }
        settled => {
            let status = if settled.is_some() { "done" } else { "pending" };
            let body = json!({ "account_id": answer.guest, "status": status });
            Ok(respond("made", &answer, Json(body)))
        }
    }
}

async fn act(
    State(relay): State<Arc<Relay>>,
    body: Result<Json<NewAction>, JsonRejection>,
) -> Result<Response, Problem> {
    let NewAction { signed_delegate_action } = read(body)?;
    let (method, answer) = to_the_end(async move { relay.act(&signed_delegate_action).await }).await?;
    Ok(respond(&method, &answer, body_of(&answer)))
}

async fn find(State(relay): State<Arc<Relay>>, Path(hash): Path<String>) -> Result<Response, Problem> {
    let hash = hash.parse().map_err(|_| Problem::NoCall)?;
    let answer = relay.find(hash).await?;
    Ok(respond("asked", &answer, body_of(&answer)))
}

async fn ready(State(relay): State<Arc<Relay>>) -> Result<&'static str, Problem> {
    relay.check_ready().map(|()| "ok")
}

async fn prometheus(State(relay): State<Arc<Relay>>) -> Result<Response, Problem> {
    let text = relay.metrics.text(relay.budget_left()?).unwrap_or_default();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(body)| body).map_err(|rejection| Problem::BadRequest(rejection.body_text()))
}

/// Does something to its end, also when its client does not wait for it.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(work).await.unwrap_or(Err(Problem::TooSlow))
}

fn body_of(answer: &Answer) -> Response {
    match &answer.outcome {
        Some(outcome) => Json(outcome).into_response(),
        None => Json(json!({ "transaction": answer.transaction, "status": "pending" })).into_response(),
    }
}

/// Answers 202 while the outcome is unknown.
fn respond(method: &str, answer: &Answer, body: impl IntoResponse) -> Response {
    let result = match &answer.outcome {
        Some(outcome) => outcome.summary(),
        None => format!("pending, transaction {}", answer.transaction),
    };
    let status = if answer.outcome.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, body).into_response();
    *response.status_mut() = status;
    response.extensions_mut().insert(Remark(format!("{} {method}: {result}", answer.guest)));
    response
}

/// Answers a request within the limits, or refuses it.
async fn within_limits(
    State(limit): State<Arc<RequestLimit>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = Client::of(&request, limit.proxy_header.as_ref());
    let _place = limit.places.take(client)?;
    let (mut parts, body) = request.into_parts();
    let body = tokio::time::timeout(BODY, to_bytes(body, MAX_BODY)).await;
    let body = body.map_err(|_| Problem::TooSlow)?.map_err(|_| Problem::TooLarge(MAX_BODY))?;
    parts.extensions.insert(client);
    let answer = tokio::time::timeout(ANSWER, next.run(Request::from_parts(parts, Body::from(body)))).await;
    answer.map_err(|_| Problem::TooSlow)
}

/// Counts a request, and logs a line of what came of it: no keys, no signatures, no addresses.
async fn report(State(relay): State<Arc<Relay>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let started = Instant::now();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    let (status, took) = (response.status(), started.elapsed());
    let remark = response.extensions().get::<Remark>().map(|Remark(text)| text.as_str());
    let refusal = remark.filter(|_| status.is_client_error() || status.is_server_error());
    relay.metrics.count_request(route, status, refusal, took);
    if let Some(remark) = remark {
        log(&format!("{method} {route} {} {remark}, {} ms", status.as_u16(), took.as_millis()));
    }
    response
}
