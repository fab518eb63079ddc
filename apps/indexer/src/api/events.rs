//! `GET /v1/events`: games as they change, for pages that stay open.

use std::convert::Infallible;

use axum::Extension;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use tic_tac_toe_server::{Client, Full, Place};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::Api;
use super::answer::Game;
use super::error::ApiError;
use super::limits::Limits;
use super::live::{StreamPosition, Update};
use super::query::{EventsQuery, Valid};

/// The header that a browser sends by itself when it connects again.
const LAST_EVENT_ID: &str = "last-event-id";

/// A longer one is none that was ever sent.
const MAX_ID: usize = 100;

/// Streams the games that the query asks for.
pub(super) async fn events(
    State(api): State<Api>,
    Extension(client): Extension<Client>,
    Valid(Query(query)): Valid<Query<EventsQuery>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let place = api.listeners.take(client)?;
    // Listening begins before missed changes are looked up, so that nothing falls in between.
    let (updates, position) = api.live.listen().ok_or(Full::OfAll)?;
    let first = match headers.get(LAST_EVENT_ID) {
        None => vec![only_id(&position)],
        Some(last) => {
            let last = last.to_str().ok().filter(|last| last.len() <= MAX_ID);
            let missed = match last.and_then(|last| last.parse().ok()) {
                Some(last) => api.live.since(&last).await?,
                None => vec![Update::Reset(position.clone())],
            };
            missed.iter().filter_map(|update| query.event(update)).collect()
        }
    };
    let now = Instant::now();
    let Limits { heartbeat, stream, .. } = api.settings.limits;
    let (heartbeat, end) = (now + heartbeat, now + stream);
    let listener = Listener { api, updates, position, query, heartbeat, end, _place: place };
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
    /// When something has to be sent, whatever happens in games that were not asked for.
    heartbeat: Instant,
    /// When the stream ends, since somebody who never reads looks like somebody who has nothing to read.
    end: Instant,
    _place: Place,
}

impl Listener {
    /// Waits for the next event; `None` at the end, or when the server shuts down.
    async fn next(mut self) -> Option<(Event, Self)> {
        loop {
            let update = match timeout_at(self.heartbeat.min(self.end), self.updates.recv()).await {
                Ok(Ok(update)) => update,
                Ok(Err(RecvError::Lagged(_))) => {
                    let (updates, position) = self.api.live.listen()?;
                    self.updates = updates;
                    Update::Reset(position)
                }
                Ok(Err(RecvError::Closed)) => return None,
                Err(_) if self.end <= Instant::now() => return None,
                // A client that comes back should not have to look through changes in games that it did not ask for.
                Err(_) => return Some((only_id(&self.position), self.after_sending())),
            };
            if let Some(position) = update.position() {
                self.position.clone_from(position);
            }
            if let Some(event) = self.query.event(&update) {
                return Some((event, self.after_sending()));
            }
        }
    }

    fn after_sending(self) -> Self {
        Self { heartbeat: Instant::now() + self.api.settings.limits.heartbeat, ..self }
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
