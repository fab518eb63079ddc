//! `GET /v1/events`: games as they change, for pages that stay open.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::Api;
use super::answer::Game;
use super::error::ApiError;
use super::live::{StreamPosition, Update};
use super::metrics::CountedListener;
use super::query::{EventsQuery, Query};

/// Something is sent at least this often, so that nothing on the way takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The header that a browser sends by itself when it connects again.
const LAST_EVENT_ID: &str = "last-event-id";

/// Streams the games that the query asks for.
pub(super) async fn events(
    State(api): State<Api>,
    Query(query): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let counted = api.metrics.count_listener(api.limits.listeners).ok_or(ApiError::Busy)?;
    // Listening begins before missed changes are looked up, so that nothing falls in between.
    let (updates, position) = api.live.listen().ok_or(ApiError::Busy)?;
    let missed = match headers.get(LAST_EVENT_ID) {
        None => None,
        Some(last) => Some(match last.to_str().ok().and_then(|last| last.parse().ok()) {
            Some(last) => api.live.since(last).await?,
            None => vec![Update::Reset(position.clone())],
        }),
    };
    let first = match missed {
        None => vec![only_id(&position)],
        Some(updates) => updates.iter().filter_map(|update| query.event(update)).collect(),
    };
    let listener = Listener { api, updates, position, query, _counted: counted };
    let events = stream::iter(first).chain(stream::unfold(listener, Listener::next));
    // Some servers in between buffer what they pass on by default.
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((headers, Sse::new(events.map(Ok::<_, Infallible>))).into_response())
}

/// A client that stays connected.
struct Listener {
    api: Api,
    updates: Receiver<Update>,
    position: StreamPosition,
    query: EventsQuery,
    _counted: CountedListener,
}

impl Listener {
    /// Waits for the next event; `None` when the server shuts down.
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            let update = match tokio::time::timeout(KEEP_ALIVE, self.updates.recv()).await {
                Ok(Ok(update)) => update,
                Ok(Err(RecvError::Lagged(_))) => {
                    let (updates, position) = self.api.live.listen()?;
                    self.updates = updates;
                    Update::Reset(position)
                }
                Ok(Err(RecvError::Closed)) => return None,
                // A client that comes back should not have to look through changes in games that it did not ask for.
                Err(_) => return Some((only_id(&self.position), self)),
            };
            if let Some(position) = update.position() {
                self.position.clone_from(position);
            }
            if let Some(event) = self.query.event(&update) {
                return Some((event, self));
            }
        }
    }
}

/// Browsers remember an id without passing it to the page.
fn only_id(position: &StreamPosition) -> Event {
    Event::default().id(position.to_string())
}

impl EventsQuery {
    /// Returns the event for an update, unless it is about a game that was not asked for.
    fn event(&self, update: &Update) -> Option<Event> {
        let event = match update {
            Update::Reset(_) => Event::default().event("reset").data("{}"),
            Update::Changed(game, _) if self.includes(game) => {
                Event::default().event("game").data(serde_json::to_string(game).ok()?)
            }
            Update::Changed(..) => return None,
        };
        Some(match update.position() {
            Some(position) => event.id(position.to_string()),
            None => event,
        })
    }

    fn includes(&self, game: &Game) -> bool {
        let is_seated = |player: &str| game.players.iter().any(|seat| seat.as_deref() == Some(player));
        self.contract.as_ref().is_none_or(|contract| game.contract == contract.as_str())
            && self.game_id.is_none_or(|id| game.game_id == id)
            && self.player.as_ref().is_none_or(|player| is_seated(player.as_str()))
    }
}
