//! Every route with its handler and its description, in one table.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde_json::Value;
use tower_http::cors::{Any, CorsLayer};

use super::Api;
use super::answer::{ContractProgress, Game, GameWithRounds, Games, Health, Leaderboard, Moves, Player};
use super::error::ApiError;
use super::events::events;
use super::limits::{self, ConcurrencyLimit};
use super::metrics;
use super::openapi::{self, RouteDescription};
use super::query::{
    Cursor, EventsQuery, GameAddress, GamesQuery, LeaderboardQuery, MovesQuery, NoQuery, Path, PlayerAddress,
    Query, RoundsQuery,
};
use super::reader::{Found, Scope};
use super::respond::{self, CacheLifetime};
use crate::model::{Status, rules_name};

/// How many rounds an answer has at most.
const ROUNDS: usize = 100;
const MORE_THAN_ROUNDS: i64 = 101;

/// How long a browser may remember that pages of other sites may read the API.
const PREFLIGHT: Duration = Duration::from_hours(1);

type Handled = Result<Response, ApiError>;

fn routes() -> Vec<(RouteDescription, MethodRouter<Api>)> {
    vec![
        (RouteDescription::json::<(), GamesQuery, Games>("/v1/games", "Games, the newest first"), get(games)),
        (
            RouteDescription::json::<GameAddress, RoundsQuery, GameWithRounds>(
                "/v1/games/{contract}/{game_id}",
                "A game with its rounds",
            ),
            get(game),
        ),
        (
            RouteDescription::json::<GameAddress, MovesQuery, Moves>(
                "/v1/games/{contract}/{game_id}/moves",
                "The moves of a game in order: a replay",
            ),
            get(moves),
        ),
        (
            RouteDescription::json::<PlayerAddress, NoQuery, Player>(
                "/v1/players/{account}",
                "A player's results, over all rules and with each",
            ),
            get(player),
        ),
        (
            RouteDescription::json::<(), LeaderboardQuery, Leaderboard>(
                "/v1/leaderboard",
                "The best players",
            ),
            get(leaderboard),
        ),
        (
            RouteDescription::other::<EventsQuery>(
                "/v1/events",
                "Games as they change, as server-sent events; Last-Event-ID continues a stream",
                "text/event-stream",
                "`game` has a game as in the list; `reset` says that everything has to be loaded again.",
            ),
            get(events),
        ),
        (
            RouteDescription::json::<(), NoQuery, Value>("/v1/openapi.json", "This description"),
            get(openapi_json),
        ),
        (
            RouteDescription::json::<(), NoQuery, Health>(
                "/healthz",
                "How far behind the chain the indexer is, with status 503 when that is too far",
            ),
            get(health),
        ),
        (
            RouteDescription::other::<NoQuery>(
                "/metrics",
                "Metrics for Prometheus",
                "text/plain",
                "The text format of Prometheus.",
            ),
            get(prometheus),
        ),
    ]
}

/// Describes the API in `OpenAPI` 3.1.
#[must_use]
pub fn description() -> Value {
    openapi::describe(routes().iter().map(|(description, _)| description))
}

/// Makes a router of all routes.
pub(super) fn router(api: Api) -> Router {
    let limit = ConcurrencyLimit::new(&api.limits);
    let metrics = Arc::clone(&api.metrics);
    let mut router = Router::new();
    for (description, handler) in routes() {
        router = router.route(description.path, handler.fallback(no_method));
    }
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers(Any)
        .expose_headers([header::ETAG])
        .max_age(PREFLIGHT);
    router
        .fallback(no_route)
        .route_layer(middleware::from_fn_with_state(metrics, metrics::count))
        .layer(middleware::from_fn_with_state(limit, limits::limit))
        .layer(cors)
        .with_state(api)
}

async fn games(State(api): State<Api>, Query(query): Query<GamesQuery>, headers: HeaderMap) -> Handled {
    let (found, is_more) = api.reader.games(&api.live.scope(), &query).await?;
    let next = found.last().filter(|_| is_more).map(|found| Cursor([found.id]).to_string());
    let games = found.into_iter().map(|found| found.game).collect();
    Ok(respond::tagged(&headers, CacheLifetime::None, &Games { games, next }))
}

async fn game(
    State(api): State<Api>,
    Path(address): Path<GameAddress>,
    Query(query): Query<RoundsQuery>,
    headers: HeaderMap,
) -> Handled {
    let found = api.find(&address).await?;
    let from = query.from_round.map_or(0, i64::from);
    let mut rounds = api.reader.rounds(&found, from, MORE_THAN_ROUNDS).await?;
    let next_round = rounds.get(ROUNDS).map(|next| next.round);
    rounds.truncate(ROUNDS);
    let answer = GameWithRounds { game: found.game, rounds, next_round };
    Ok(respond::tagged(&headers, CacheLifetime::None, &answer))
}

async fn moves(
    State(api): State<Api>,
    Path(address): Path<GameAddress>,
    Query(query): Query<MovesQuery>,
    headers: HeaderMap,
) -> Handled {
    let found = api.find(&address).await?;
    let (steps, next) = api.reader.steps(&found, &query).await?;
    let Game { contract, game_id, rules, players, state, .. } = found.game;
    // Nothing more happens in a game that is closed.
    let lifetime = if state.status == Status::Closed { CacheLifetime::Hour } else { CacheLifetime::None };
    let next = next.map(|next| next.to_string());
    Ok(respond::tagged(&headers, lifetime, &Moves { contract, game_id, rules, players, steps, next }))
}

async fn player(
    State(api): State<Api>,
    Path(address): Path<PlayerAddress>,
    Query(NoQuery {}): Query<NoQuery>,
    headers: HeaderMap,
) -> Handled {
    let player = api.reader.player(&api.live.scope(), &address.account).await?;
    let player = player.ok_or_else(|| ApiError::NoPlayer(address.account.to_string()))?;
    Ok(respond::tagged(&headers, CacheLifetime::None, &player))
}

async fn leaderboard(
    State(api): State<Api>,
    Query(query): Query<LeaderboardQuery>,
    headers: HeaderMap,
) -> Handled {
    let (players, next) = api.reader.leaderboard(&api.live.scope(), &query).await?;
    let rules = query.rules.map(rules_name);
    let next = next.map(|next| next.to_string());
    Ok(respond::tagged(&headers, CacheLifetime::None, &Leaderboard { rules, by: query.by, players, next }))
}

async fn openapi_json(State(api): State<Api>, headers: HeaderMap) -> Response {
    respond::tagged(&headers, CacheLifetime::Hour, &*api.description)
}

async fn health(State(api): State<Api>) -> Handled {
    let scope = api.live.fresh_scope().await?;
    let contracts: Vec<ContractProgress> = scope.progress().cloned().collect();
    let max_behind = i64::try_from(api.max_behind.as_secs()).unwrap_or(i64::MAX);
    let is_close =
        |progress: &ContractProgress| progress.seconds_behind.is_some_and(|behind| behind <= max_behind);
    let ok = !contracts.is_empty() && contracts.iter().all(is_close);
    let status = if ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let chain = scope.chain.as_ref().map(|(_, genesis)| genesis.clone());
    Ok(respond::json(status, &Health { ok, chain, contracts }))
}

async fn prometheus(State(api): State<Api>) -> Handled {
    let scope = api.live.fresh_scope().await?;
    let text = api.metrics.text(scope.progress()).unwrap_or_default();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

async fn no_route() -> ApiError {
    ApiError::NoRoute
}

async fn no_method() -> Response {
    let mut response = ApiError::NoMethod.into_response();
    response.headers_mut().insert(header::ALLOW, header::HeaderValue::from_static("GET, HEAD"));
    response
}

impl Api {
    async fn find(&self, address: &GameAddress) -> Result<Found, ApiError> {
        let scope = self.live.scope();
        let mut found = self.game_of(&scope, address).await?;
        if found.is_none() && scope.contract(&address.contract).is_none() {
            // The contract may be newer than the last look.
            found = self.game_of(&*self.live.fresh_scope().await?, address).await?;
        }
        let no_game =
            || ApiError::NoGame { contract: address.contract.to_string(), game_id: address.game_id };
        found.ok_or_else(no_game)
    }

    async fn game_of(&self, scope: &Scope, address: &GameAddress) -> Result<Option<Found>, sqlx::Error> {
        match scope.contract(&address.contract) {
            Some(contract) => self.reader.game(scope, contract, address.game_id).await,
            None => Ok(None),
        }
    }
}
