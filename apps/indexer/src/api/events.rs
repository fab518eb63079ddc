//! `GET /v1/events`: games as they change, for pages that stay open.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};

use super::Api;
use super::answer::Game;
use super::ask::{AskEvents, Asked};
use super::error::ApiError;
use super::live::{Heard, Listener, News};
use super::metrics::Listening;

/// Something is sent at least this often, so that nothing on the way takes the connection for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// What a browser sends by itself when it comes back.
const LAST_EVENT_ID: &str = "last-event-id";

/// The stream.
pub async fn events(
    State(api): State<Api>,
    Asked(asked): Asked<AskEvents>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let listening = api.metrics.listen(api.limits.listeners).ok_or(ApiError::Busy)?;
    // Listening begins before what was missed is looked up, so that nothing falls in between.
    let (listener, now) = api.live.listen();
    let first = match headers.get(LAST_EVENT_ID) {
        None => vec![only_id(&now)],
        Some(last) => {
            let heard = last.to_str().ok().and_then(|last| last.parse().ok());
            let news = match heard {
                Some(heard) => api.live.since(heard).await?,
                None => News::Reset(now),
            };
            told(news, &asked)
        }
    };
    let later = stream::unfold(Ears { listener, asked, _listening: listening }, Ears::hear);
    let events = stream::iter(first).chain(later.flat_map(stream::iter)).map(Ok::<_, Infallible>);
    Ok(uncached(events))
}

/// A listener with what it wants to hear.
struct Ears {
    listener: Listener,
    asked: AskEvents,
    _listening: Listening,
}

impl Ears {
    async fn hear(mut self) -> Option<(Vec<Event>, Self)> {
        let events = match tokio::time::timeout(KEEP_ALIVE, self.listener.next()).await {
            Ok(None) => return None,
            Ok(Some(news)) => told(news, &self.asked),
            // Whoever hears of few games should not have to hear of all that happened in others, either.
            Err(_) => vec![only_id(&self.listener.heard())],
        };
        Some((events, self))
    }
}

fn told(news: News, asked: &AskEvents) -> Vec<Event> {
    match news {
        News::Reset(heard) => vec![Event::default().event("reset").id(heard.to_string()).data("{}")],
        News::Changes(changes) => changes
            .iter()
            .filter(|change| asked.wants(&change.game))
            .filter_map(|change| {
                let game = serde_json::to_string(&change.game).ok()?;
                let event = Event::default().event("game").data(game);
                Some(match &change.heard {
                    Some(heard) => event.id(heard.to_string()),
                    None => event,
                })
            })
            .collect(),
    }
}

/// Browsers remember it without telling the page.
fn only_id(heard: &Heard) -> Event {
    Event::default().id(heard.to_string())
}

impl AskEvents {
    fn wants(&self, game: &Game) -> bool {
        let is_seated = |player: &str| game.players.iter().any(|seat| seat.as_deref() == Some(player));
        self.contract.as_ref().is_none_or(|contract| game.contract == contract.as_str())
            && self.game_id.is_none_or(|id| game.game_id == id.to_string())
            && self.player.as_ref().is_none_or(|player| is_seated(player.as_str()))
    }
}

fn uncached(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    // Some servers in between gather what they pass on, unless told not to.
    (
        [(header::CACHE_CONTROL, "no-store"), (header::HeaderName::from_static("x-accel-buffering"), "no")],
        Sse::new(events),
    )
        .into_response()
}
