//! Every route with its handler and its description, in one table.

use std::sync::Arc;
use std::time::Duration;

use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use axum::extract::{Path, Query, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, middleware};
use serde_json::Value;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};

use super::Api;
use super::answer::{ContractProgress, Game, GameWithRounds, Games, Health, Leaderboard, Moves, Player};
use super::error::ApiError;
use super::events::events;
use super::openapi::{summary, text};
use super::query::{
    Cursor, GameAddress, GamesQuery, LeaderboardQuery, MovesQuery, NoQuery, PlayerAddress, RoundsQuery, Valid,
};
use super::reader::{Found, Scope};
use super::{limits, metrics, openapi, tag};
use crate::model::rules_name;

/// How many rounds an answer has at most.
const ROUNDS: usize = 100;
const MORE_THAN_ROUNDS: i64 = 101;

/// How long a browser may remember that pages of other sites may read the API.
const PREFLIGHT: Duration = Duration::from_hours(1);

const PLAIN: &str = "text/plain";

const EVENTS: &str = "Games as they change, as server-sent events; Last-Event-ID continues a stream";
const EVENTS_ABOUT: &str =
    "`game` has a game as in the list; `reset` says that everything has to be loaded again.";

const READY: &str = "Whether the database answers, however old its blocks are";

type Answer<T> = Result<Json<T>, ApiError>;

fn routes() -> ApiRouter<Api> {
    ApiRouter::new()
        .api_route("/v1/games", get_with(games, summary("Games, the newest first")))
        .api_route("/v1/games/{contract}/{game_id}", get_with(game, summary("A game with its rounds")))
        .api_route(
            "/v1/games/{contract}/{game_id}/moves",
            get_with(moves, summary("The moves of a game in order: a replay")),
        )
        .api_route(
            "/v1/players/{account}",
            get_with(player, summary("A player's results, over all rules and with each")),
        )
        .api_route("/v1/leaderboard", get_with(leaderboard, summary("The best players")))
        .api_route("/v1/events", get_with(events, text(EVENTS, "text/event-stream", EVENTS_ABOUT)))
        .api_route("/v1/openapi.json", get_with(description_json, summary("This description")))
        .api_route(
            "/livez",
            get_with(async || "ok", text("Whether the server answers at all", PLAIN, "It does.")),
        )
        .api_route("/readyz", get_with(ready, text(READY, PLAIN, "It does.")))
        .api_route(
            "/healthz",
            get_with(health, |route| {
                route
                    .summary("How far behind the chain the indexer is")
                    .response::<200, Json<Health>>()
                    .response_with::<503, Json<Health>, _>(|too_far| {
                        too_far.description("The indexer is too far behind.")
                    })
            }),
        )
        .api_route(
            "/metrics",
            get_with(prometheus, text("Metrics for Prometheus", PLAIN, "The text format of Prometheus.")),
        )
}

/// Describes the API in `OpenAPI` 3.1.
#[must_use]
pub fn description() -> Value {
    let mut description = openapi::without_routes();
    let _: Router<Api> = routes().finish_api(&mut description);
    openapi::to_json(&description)
}

/// Makes a router of all routes.
pub(super) fn router(api: Api) -> Router {
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers(Any)
        .expose_headers([header::ETAG, header::RETRY_AFTER])
        .max_age(PREFLIGHT);
    Router::from(routes())
        .fallback(async || ApiError::NoRoute)
        .method_not_allowed_fallback(async || ([(header::ALLOW, "GET, HEAD")], ApiError::NoMethod))
        .layer(middleware::from_fn(tag::tag))
        .layer(middleware::from_fn_with_state(api.clone(), limits::limit))
        .layer(CompressionLayer::new())
        .layer(cors)
        .layer(middleware::from_fn_with_state(Arc::clone(&api.metrics), metrics::count))
        .with_state(api)
}

async fn games(State(api): State<Api>, Valid(Query(query)): Valid<Query<GamesQuery>>) -> Answer<Games> {
    let (found, is_more) = api.reader.games(&api.live.scope(), &query).await?;
    let next = found.last().filter(|_| is_more).map(|found| Cursor([found.id]).to_string());
    let games = found.into_iter().map(|found| found.game).collect();
    Ok(Json(Games { games, next }))
}

async fn game(
    State(api): State<Api>,
    Valid(Path(address)): Valid<Path<GameAddress>>,
    Valid(Query(query)): Valid<Query<RoundsQuery>>,
) -> Answer<GameWithRounds> {
    let found = api.find(&address).await?;
    let from = query.from_round.map_or(0, i64::from);
    let mut rounds = api.reader.rounds(&found, from, MORE_THAN_ROUNDS).await?;
    let next_round = rounds.get(ROUNDS).map(|next| next.round);
    rounds.truncate(ROUNDS);
    Ok(Json(GameWithRounds { game: found.game, rounds, next_round }))
}

async fn moves(
    State(api): State<Api>,
    Valid(Path(address)): Valid<Path<GameAddress>>,
    Valid(Query(query)): Valid<Query<MovesQuery>>,
) -> Answer<Moves> {
    let found = api.find(&address).await?;
    let (steps, next) = api.reader.steps(&found, &query).await?;
    let Game { contract, game_id, rules, players, .. } = found.game;
    let next = next.map(|next| next.to_string());
    Ok(Json(Moves { contract, game_id, rules, players, steps, next }))
}

async fn player(
    State(api): State<Api>,
    Valid(Path(address)): Valid<Path<PlayerAddress>>,
    Valid(Query(NoQuery {})): Valid<Query<NoQuery>>,
) -> Answer<Player> {
    let player = api.reader.player(&api.live.scope(), &address.account).await?;
    let player = player.ok_or_else(|| ApiError::NoPlayer(address.account.to_string()))?;
    Ok(Json(player))
}

async fn leaderboard(
    State(api): State<Api>,
    Valid(Query(query)): Valid<Query<LeaderboardQuery>>,
) -> Answer<Leaderboard> {
    let (players, next) = api.reader.leaderboard(&api.live.scope(), &query).await?;
    let rules = query.rules.map(rules_name);
    let next = next.map(|next| next.to_string());
    Ok(Json(Leaderboard { rules, by: query.by, players, next }))
}

async fn description_json(State(api): State<Api>) -> Json<Arc<Value>> {
    Json(api.description)
}

async fn ready(State(api): State<Api>) -> Result<&'static str, ApiError> {
    let age = api.live.age();
    if age > api.settings.limits.database { Err(ApiError::NotReady(age.as_secs())) } else { Ok("ok") }
}

async fn health(State(api): State<Api>) -> (StatusCode, Json<Health>) {
    let scope = api.live.scope();
    let contracts: Vec<ContractProgress> = scope.progress().collect();
    let max_behind = i64::from(api.settings.max_behind);
    let is_close =
        |progress: &ContractProgress| progress.seconds_behind.is_some_and(|behind| behind <= max_behind);
    let ok = !contracts.is_empty() && contracts.iter().all(is_close);
    let status = if ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let chain = scope.chain.as_ref().map(|(_, genesis)| genesis.clone());
    (status, Json(Health { ok, chain, contracts }))
}

async fn prometheus(State(api): State<Api>) -> Response {
    let text = api.metrics.text(api.live.scope().progress(), api.listeners.count()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
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
