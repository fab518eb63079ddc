//! Every address with what answers it: routes and their description come from the same table.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde_json::Value;
use tower_http::cors::{Any, CorsLayer};

use super::Api;
use super::answer::{Game, GameWithRounds, Games, Health, Leaderboard, Moves, Player, Reading, Status};
use super::ask::{
    AskEvents, AskGames, AskLeaderboard, AskMoves, AskNothing, AskRounds, Asked, GameAddress, GamesCursor,
    Named, PlayerAddress,
};
use super::error::ApiError;
use super::events::events;
use super::limits::{self, Gate};
use super::metrics;
use super::openapi::{self, Described};
use super::reader::{Contract, Found, Scope};
use super::respond::{self, Keep};

/// How many rounds are told at once.
const ROUNDS: usize = 100;
const MORE_THAN_ROUNDS: i64 = 101;

/// How long a browser may remember that pages of other addresses may read this.
const PREFLIGHT: Duration = Duration::from_hours(1);

type Answer = Result<Response, ApiError>;

fn table() -> Vec<(Described, MethodRouter<Api>)> {
    vec![
        (Described::json::<(), AskGames, Games>("/v1/games", "Games, the newest first"), get(games)),
        (
            Described::json::<GameAddress, AskRounds, GameWithRounds>(
                "/v1/games/{contract}/{game_id}",
                "A game with its rounds",
            ),
            get(game),
        ),
        (
            Described::json::<GameAddress, AskMoves, Moves>(
                "/v1/games/{contract}/{game_id}/moves",
                "What was played in a game, in order",
            ),
            get(moves),
        ),
        (
            Described::json::<PlayerAddress, AskNothing, Player>(
                "/v1/players/{account}",
                "How a player has done, under all rules and under each",
            ),
            get(player),
        ),
        (
            Described::json::<(), AskLeaderboard, Leaderboard>("/v1/leaderboard", "The best players"),
            get(leaderboard),
        ),
        (
            Described::other::<AskEvents>(
                "/v1/events",
                "Games as they change, as server-sent events; Last-Event-ID goes on where it ended",
                "text/event-stream",
                "`game` has a game as in the list; `reset` says that too much has changed to tell.",
            ),
            get(events),
        ),
        (
            Described::json::<(), AskNothing, Value>("/v1/openapi.json", "This description"),
            get(description_answer),
        ),
        (
            Described::json::<(), AskNothing, Health>(
                "/healthz",
                "How far behind the chain it is, with status 503 when that is too far",
            ),
            get(health),
        ),
        (
            Described::other::<AskNothing>(
                "/metrics",
                "Figures for Prometheus",
                "text/plain",
                "The text format of Prometheus.",
            ),
            get(figures),
        ),
    ]
}

/// What the description says of all routes.
pub fn description() -> Value {
    let table = table();
    openapi::description(table.iter().map(|(described, _)| described))
}

/// All routes, with what is done to every request.
pub fn router(api: Api) -> Router {
    let gate = Gate::new(&api.limits);
    let metrics = Arc::clone(&api.metrics);
    let mut router = Router::new();
    for (described, answers) in table() {
        router = router.route(described.path, answers.fallback(no_method));
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
        .layer(middleware::from_fn_with_state(gate, limits::pass))
        .layer(cors)
        .with_state(api)
}

async fn games(State(api): State<Api>, Asked(asked): Asked<AskGames>, headers: HeaderMap) -> Answer {
    let (found, is_more) = api.reader.games(&api.live.scope(), &asked).await?;
    let next = found.last().filter(|_| is_more).map(|found| GamesCursor(found.key).to_string());
    let games = found.into_iter().map(|found| found.game).collect();
    Ok(respond::tagged(&headers, Keep::Ask, &Games { games, next }))
}

async fn game(
    State(api): State<Api>,
    Named(address): Named<GameAddress>,
    Asked(asked): Asked<AskRounds>,
    headers: HeaderMap,
) -> Answer {
    let found = api.find(&address).await?;
    let from = asked.from_round.map_or(0, i64::from);
    let mut rounds = api.reader.rounds(&found, from, MORE_THAN_ROUNDS).await?;
    let next_round = rounds.get(ROUNDS).map(|next| next.round);
    rounds.truncate(ROUNDS);
    let answer = GameWithRounds { game: found.game, rounds, next_round };
    Ok(respond::tagged(&headers, Keep::Ask, &answer))
}

async fn moves(
    State(api): State<Api>,
    Named(address): Named<GameAddress>,
    Asked(asked): Asked<AskMoves>,
    headers: HeaderMap,
) -> Answer {
    let found = api.find(&address).await?;
    let (steps, next) = api.reader.steps(&found, &asked).await?;
    let Game { contract, game_id, rules, players, status, .. } = found.game;
    // Nothing more happens in a game that is closed.
    let keep = if status == Status::Closed { Keep::Hour } else { Keep::Ask };
    let next = next.map(|next| next.to_string());
    Ok(respond::tagged(&headers, keep, &Moves { contract, game_id, rules, players, steps, next }))
}

async fn player(
    State(api): State<Api>,
    Named(address): Named<PlayerAddress>,
    Asked(AskNothing {}): Asked<AskNothing>,
    headers: HeaderMap,
) -> Answer {
    let player = api.reader.player(&api.live.scope(), &address.account).await?;
    let player = player.ok_or_else(|| ApiError::NoPlayer(address.account.to_string()))?;
    Ok(respond::tagged(&headers, Keep::Ask, &player))
}

async fn leaderboard(
    State(api): State<Api>,
    Asked(asked): Asked<AskLeaderboard>,
    headers: HeaderMap,
) -> Answer {
    let (players, next) = api.reader.leaderboard(&api.live.scope(), &asked).await?;
    let rules = asked.rules.map(crate::store::name_of);
    let next = next.map(|next| next.to_string());
    Ok(respond::tagged(&headers, Keep::Ask, &Leaderboard { rules, by: asked.by, players, next }))
}

async fn description_answer(State(api): State<Api>, headers: HeaderMap) -> Response {
    respond::tagged(&headers, Keep::Hour, &*api.description)
}

async fn health(State(api): State<Api>) -> Answer {
    let scope = api.live.fresh_scope().await?;
    let contracts = readings(&scope);
    let most = i64::try_from(api.max_behind.as_secs()).unwrap_or(i64::MAX);
    let is_close = |reading: &Reading| reading.seconds_behind.is_some_and(|seconds| seconds <= most);
    let ok = !contracts.is_empty() && contracts.iter().all(is_close);
    let status = if ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let chain = scope.chain.as_ref().map(|(_, genesis)| genesis.clone());
    Ok(respond::json(status, &Health { ok, chain, contracts }))
}

async fn figures(State(api): State<Api>) -> Answer {
    let scope = api.live.fresh_scope().await?;
    let text = api.metrics.text(&readings(&scope)).unwrap_or_default();
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
            // Perhaps the contract is newer than the last look.
            found = self.game_of(&*self.live.fresh_scope().await?, address).await?;
        }
        let no_game = || ApiError::NoGame {
            contract: address.contract.to_string(),
            game_id: address.game_id.to_string(),
        };
        found.ok_or_else(no_game)
    }

    async fn game_of(&self, scope: &Scope, address: &GameAddress) -> Result<Option<Found>, sqlx::Error> {
        match scope.contract(&address.contract) {
            Some(contract) => self.reader.game(scope, contract, address.game_id).await,
            None => Ok(None),
        }
    }
}

fn readings(scope: &Scope) -> Vec<Reading> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    scope.contracts.iter().map(|contract| reading(contract, now)).collect()
}

fn reading(contract: &Contract, now: Duration) -> Reading {
    let age = |time: i64| {
        let time = Duration::from_nanos(u64::try_from(time).unwrap_or_default());
        i64::try_from(now.saturating_sub(time).as_secs()).unwrap_or(i64::MAX)
    };
    Reading {
        contract: contract.account.clone(),
        next_height: contract.next_height,
        time: contract.last_time.map(|time| time.to_string()),
        seconds_behind: contract.last_time.map(age),
        events: contract.events,
        skipped: contract.skipped,
        missed: contract.missed,
    }
}
