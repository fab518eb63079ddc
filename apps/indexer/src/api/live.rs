//! Games that have just changed: one task looks for them, so that any number of listeners cost the database nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::broadcast::{Receiver, Sender, WeakSender, channel};

use super::answer::Game;
use super::reader::{Reader, Scope};
use crate::log::log;

/// How often it looks. Pages show a move within two seconds of its block.
const PAUSE: Duration = Duration::from_millis(200);

/// How long it waits when the database does not answer, or while the indexer catches up with the chain.
const LONG_PAUSE: Duration = Duration::from_secs(2);

/// After more events than this, changes are not sent one by one: the listener has to load everything again.
const MAX_EVENTS: usize = 1000;

/// How far a listener has come: it has every change up to a block of a chain. No id of the database is in it, so that
/// any server continues a stream, also on a database that was made anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamPosition {
    /// The hash of the chain's first block.
    chain: Arc<str>,
    height: i64,
}

/// An update for listeners.
#[derive(Clone, Debug)]
pub(super) enum Update {
    /// A game has changed. The position is missing while other games of the same block come after it.
    Changed(Arc<Game>, Option<StreamPosition>),
    /// Too much has changed, or it is another chain: everything has to be loaded again.
    Reset(StreamPosition),
}

/// The latest changes.
pub(super) struct Live {
    reader: Reader,
    latest: RwLock<Latest>,
    updates: WeakSender<Update>,
}

/// What the last look has found.
#[derive(Clone)]
struct Latest {
    scope: Arc<Scope>,
    position: StreamPosition,
    at: Instant,
}

impl Live {
    /// Loads what is there now. Later updates go through the sender, whose end ends all listeners.
    pub(super) async fn load(reader: Reader) -> Result<(Arc<Self>, Sender<Update>), sqlx::Error> {
        let scope = Arc::new(reader.scope().await?);
        let position = reader.position(&scope).await?;
        let (sender, _) = channel(MAX_EVENTS);
        let latest = RwLock::new(Latest { scope, position, at: Instant::now() });
        Ok((Arc::new(Self { reader, latest, updates: sender.downgrade() }), sender))
    }

    /// Looks for changes and sends them until it is dropped.
    pub(super) async fn follow(self: Arc<Self>, updates: Sender<Update>) {
        let mut news = self.reader.news();
        loop {
            let pause = self.look(&updates).await.unwrap_or_else(|error| {
                log(&format!("the database did not answer: {error}; trying again in two seconds"));
                LONG_PAUSE
            });
            news.wait(pause).await;
        }
    }

    /// Returns the chain and its contracts, as of the last look.
    pub(super) fn scope(&self) -> Arc<Scope> {
        self.latest().scope
    }

    /// Looks up the chain and its contracts.
    pub(super) async fn fresh_scope(&self) -> Result<Arc<Scope>, sqlx::Error> {
        self.reader.scope().await.map(Arc::new)
    }

    /// Returns how long ago the database answered.
    pub(super) fn age(&self) -> Duration {
        self.latest().at.elapsed()
    }

    /// Listens from now on; `None` when the server is shutting down.
    pub(super) fn listen(&self) -> Option<(Receiver<Update>, StreamPosition)> {
        let latest = self.latest.read().unwrap_or_else(PoisonError::into_inner);
        Some((self.updates.upgrade()?.subscribe(), latest.position.clone()))
    }

    /// Looks up the updates after a position.
    pub(super) async fn since(&self, position: &StreamPosition) -> Result<Vec<Update>, sqlx::Error> {
        self.reader.updates(&self.scope(), position).await
    }

    fn latest(&self) -> Latest {
        self.latest.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn look(&self, sender: &Sender<Update>) -> Result<Duration, sqlx::Error> {
        let (before, scope) = (self.latest(), self.fresh_scope().await?);
        // Without new events nothing can have changed, and idle servers cost the database one question each.
        let is_same = scope.events() == before.scope.events() && scope.chain == before.scope.chain;
        let updates =
            if is_same { Vec::new() } else { self.reader.updates(&scope, &before.position).await? };
        let is_reset = matches!(updates[..], [Update::Reset(_)]);
        // A client that begins to listen meanwhile gets either an update or the position after it.
        let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
        (latest.scope, latest.at) = (scope, Instant::now());
        for update in updates {
            if let Some(reached) = update.position() {
                latest.position.clone_from(reached);
            }
            // It fails without listeners, which does not matter.
            let _ = sender.send(update);
        }
        Ok(if is_reset { LONG_PAUSE } else { PAUSE })
    }
}

impl Update {
    /// Returns the position that a listener has reached with it.
    pub(super) const fn position(&self) -> Option<&StreamPosition> {
        match self {
            Self::Changed(_, position) => position.as_ref(),
            Self::Reset(position) => Some(position),
        }
    }
}

impl Reader {
    /// Looks up the position of a listener that begins now.
    async fn position(&self, scope: &Scope) -> Result<StreamPosition, sqlx::Error> {
        Ok(StreamPosition { chain: scope.genesis().into(), height: self.last_event(scope).await? })
    }

    /// Looks up the changes after a position.
    async fn updates(&self, scope: &Scope, position: &StreamPosition) -> Result<Vec<Update>, sqlx::Error> {
        let is_same_chain = *position.chain == *scope.genesis();
        let changed =
            if is_same_chain { self.changed_since(scope, position.height, MAX_EVENTS).await? } else { None };
        let Some(changed) = changed else {
            return Ok(vec![Update::Reset(self.position(scope).await?)]);
        };
        let heights: Vec<i64> = changed.iter().map(|(height, _)| *height).collect();
        let changed = (1..).zip(changed).map(|(next, (height, game))| {
            let is_last = heights.get(next).is_none_or(|next| *next > height);
            let position = StreamPosition { chain: Arc::clone(&position.chain), height };
            Update::Changed(game.into(), is_last.then_some(position))
        });
        Ok(changed.collect())
    }
}

impl fmt::Display for StreamPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}", self.chain, self.height)
    }
}

impl FromStr for StreamPosition {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "an event's id is what an event before had";
        let (chain, height) = text.split_once('~').ok_or(WRONG)?;
        Ok(Self { chain: chain.into(), height: height.parse().map_err(|_| WRONG)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let position = StreamPosition { chain: "EDggty8V9zFY".into(), height: 140 };
        assert_eq!(position.to_string(), "EDggty8V9zFY~140");
        assert_eq!("EDggty8V9zFY~140".parse(), Ok(position));
        for wrong in ["", "three", "3~1:140", "3~x"] {
            assert!(wrong.parse::<StreamPosition>().is_err(), "{wrong}");
        }
    }
}
