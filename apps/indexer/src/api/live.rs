//! Games that have just changed: one task looks for them, so that any number of listeners cost the database nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::broadcast::{Receiver, Sender, WeakSender, channel};

use super::answer::Game;
use super::reader::{Reader, Scope};

/// How often it looks. Pages show a move within two seconds of its block.
const PAUSE: Duration = Duration::from_millis(200);

/// How long it waits when the database does not answer, or while the indexer catches up with the chain.
const LONG_PAUSE: Duration = Duration::from_secs(2);

/// More changes than this are not sent one by one: the listener has to load everything again.
const MAX_CHANGES: usize = 1000;
const MORE_THAN_MAX: i64 = 1001;

/// How far a listener has come: the height for each contract up to which it has every change. Heights and not a
/// count, so that any server on the same database can continue a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamPosition {
    chain: i64,
    heights: BTreeMap<i64, i64>,
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
    scope: RwLock<Arc<Scope>>,
    position: Mutex<StreamPosition>,
    updates: WeakSender<Update>,
}

impl Live {
    /// Loads what is there now. Later updates go through the sender, whose end ends all listeners.
    pub(super) async fn load(reader: Reader) -> Result<(Arc<Self>, Sender<Update>), sqlx::Error> {
        let scope = reader.scope().await?;
        let position = reader.position(&scope).await?.into();
        let (sender, _) = channel(MAX_CHANGES);
        let live = Self { reader, scope: RwLock::new(scope.into()), position, updates: sender.downgrade() };
        Ok((Arc::new(live), sender))
    }

    /// Looks for changes and sends them until it is dropped.
    pub(super) async fn follow(self: Arc<Self>, updates: Sender<Update>) {
        loop {
            let pause = self.look(&updates).await.unwrap_or_else(|error| {
                eprintln!("The database did not answer: {error}. Trying again in two seconds.");
                LONG_PAUSE
            });
            tokio::time::sleep(pause).await;
        }
    }

    /// Returns the chain and its contracts, as of the last look.
    pub(super) fn scope(&self) -> Arc<Scope> {
        Arc::clone(&self.scope.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks up the chain and its contracts.
    pub(super) async fn fresh_scope(&self) -> Result<Arc<Scope>, sqlx::Error> {
        let scope = Arc::new(self.reader.scope().await?);
        *self.scope.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&scope);
        Ok(scope)
    }

    /// Listens from now on; `None` when the server is shutting down.
    pub(super) fn listen(&self) -> Option<(Receiver<Update>, StreamPosition)> {
        let position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        Some((self.updates.upgrade()?.subscribe(), position.clone()))
    }

    /// Looks up the updates after a position.
    pub(super) async fn since(&self, mut position: StreamPosition) -> Result<Vec<Update>, sqlx::Error> {
        let scope = self.scope();
        if position.chain == scope.chain_id()
            && let Some(updates) = self.reader.updates(&scope, &mut position).await?
        {
            return Ok(updates);
        }
        Ok(vec![Update::Reset(self.reader.position(&scope).await?)])
    }

    async fn look(&self, sender: &Sender<Update>) -> Result<Duration, sqlx::Error> {
        self.fresh_scope().await?;
        let position = self.position.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let updates = self.since(position).await?;
        let is_reset = matches!(updates[..], [Update::Reset(_)]);
        // A client that begins to listen meanwhile gets either an update or the position after it.
        let mut position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        for update in updates {
            if let Some(reached) = update.position() {
                position.clone_from(reached);
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
        let mut position = StreamPosition { chain: scope.chain_id(), heights: BTreeMap::new() };
        for contract in &scope.contracts {
            position.heights.insert(contract.id, self.last_active(contract).await?);
        }
        Ok(position)
    }

    /// Looks up the changes after a position, which is moved on; `None` when there are too many.
    async fn updates(
        &self,
        scope: &Scope,
        position: &mut StreamPosition,
    ) -> Result<Option<Vec<Update>>, sqlx::Error> {
        let mut updates = Vec::new();
        for contract in &scope.contracts {
            let above = position.heights.get(&contract.id).copied().unwrap_or(-1);
            let games = self.changed_since(scope, contract, above, MORE_THAN_MAX).await?;
            if updates.len() + games.len() > MAX_CHANGES {
                return Ok(None);
            }
            let mut games = games.into_iter().peekable();
            while let Some(game) = games.next() {
                let height = game.state.active.height;
                let is_last = games.peek().is_none_or(|next| next.state.active.height > height);
                if is_last {
                    position.heights.insert(contract.id, height);
                }
                updates.push(Update::Changed(game.into(), is_last.then(|| position.clone())));
            }
        }
        Ok(Some(updates))
    }
}

impl fmt::Display for StreamPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.chain)?;
        self.heights.iter().try_for_each(|(contract, height)| write!(f, "~{contract}:{height}"))
    }
}

impl FromStr for StreamPosition {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "an event's id is what an event before had";
        let number = |text: &str| text.parse::<i64>().map_err(|_| WRONG);
        let mut parts = text.split('~');
        let chain = number(parts.next().unwrap_or_default())?;
        let heights = parts.map(|part| {
            let (contract, height) = part.split_once(':').ok_or(WRONG)?;
            Ok((number(contract)?, number(height)?))
        });
        Ok(Self { chain, heights: heights.collect::<Result<_, Self::Err>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let position = StreamPosition { chain: 3, heights: [(1, 140), (2, -1)].into() };
        assert_eq!(position.to_string(), "3~1:140~2:-1");
        assert_eq!("3~1:140~2:-1".parse(), Ok(position));
        for wrong in ["", "three", "3~1", "3~1:x"] {
            assert!(wrong.parse::<StreamPosition>().is_err(), "{wrong}");
        }
    }
}
