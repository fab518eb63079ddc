//! What has just changed: one task looks, so that any number of listeners cost the database nothing.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::watch;

use super::answer::Game;
use super::reader::{Reader, Scope};

/// How often it looks. Pages show a move within two seconds of its block.
const PAUSE: Duration = Duration::from_millis(200);

/// How long it waits when the database does not answer.
const LONGER_PAUSE: Duration = Duration::from_secs(2);

/// How many changes are remembered, and how many can be told to who comes back.
const REMEMBERED: usize = 1000;
const MORE_THAN_REMEMBERED: i64 = 1001;

/// How far a listener has heard: for each contract the height up to which everything is told. Heights and not a
/// count, so that any server on the same database can go on where another one ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    chain: i64,
    heights: Vec<(i64, i64)>,
}

/// A game that has changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The game.
    pub game: Game,
    /// How far a listener has heard with it; none while other games of the same block come after it.
    pub heard: Option<Heard>,
}

/// What there is to tell a listener.
#[derive(Clone, Debug)]
pub enum News {
    /// These games have changed.
    Changes(Vec<Arc<Change>>),
    /// Too much has changed to tell, or it is another chain; from here on it can be told.
    Reset(Heard),
}

/// The changes of the last moments.
pub struct Live {
    reader: Reader,
    recent: RwLock<Recent>,
    scope: RwLock<Arc<Scope>>,
    /// Sent again with every change; false at the end.
    goes_on: watch::Sender<bool>,
}

#[derive(Default)]
struct Recent {
    heard: Heard,
    /// How many there have ever been; the last of them are in `changes`.
    count: u64,
    changes: VecDeque<Arc<Change>>,
}

/// A listener's place among the changes.
pub struct Listener {
    live: Arc<Live>,
    goes_on: watch::Receiver<bool>,
    count: u64,
    chain: i64,
}

impl Live {
    /// What is there now; what comes later is to be looked for by [`Self::follow`].
    pub async fn new(reader: Reader) -> Result<Arc<Self>, sqlx::Error> {
        let scope = reader.scope().await?;
        let recent = Recent { heard: reader.heard(&scope).await?, ..Recent::default() };
        let (goes_on, _) = watch::channel(true);
        Ok(Arc::new(Self { reader, recent: recent.into(), scope: RwLock::new(Arc::new(scope)), goes_on }))
    }

    /// Looks for changes until it is dropped, which ends all listeners.
    pub async fn follow(self: Arc<Self>) {
        let _end = End(&self.goes_on);
        loop {
            let pause = self.look().await.unwrap_or_else(|error| {
                eprintln!("The database did not answer: {error}. Trying again in two seconds.");
                LONGER_PAUSE
            });
            tokio::time::sleep(pause).await;
        }
    }

    /// The chain and its contracts, as of the last look.
    pub fn scope(&self) -> Arc<Scope> {
        Arc::clone(&self.scope.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks again whether there are more contracts.
    pub async fn fresh_scope(&self) -> Result<Arc<Scope>, sqlx::Error> {
        let scope = Arc::new(self.reader.scope().await?);
        *self.scope.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&scope);
        Ok(scope)
    }

    /// Listens from now on.
    pub fn listen(self: &Arc<Self>) -> (Listener, Heard) {
        let goes_on = self.goes_on.subscribe();
        let recent = self.recent.read().unwrap_or_else(PoisonError::into_inner);
        let listener =
            Listener { live: Arc::clone(self), goes_on, count: recent.count, chain: recent.heard.chain };
        (listener, recent.heard.clone())
    }

    /// What has changed since somebody listened last.
    pub async fn since(&self, mut heard: Heard) -> Result<News, sqlx::Error> {
        let scope = self.scope();
        let changes =
            if heard.chain == key_of(&scope) { self.reader.changes(&scope, &mut heard).await? } else { None };
        match changes {
            Some(changes) => Ok(News::Changes(changes)),
            None => Ok(News::Reset(self.reader.heard(&scope).await?)),
        }
    }

    async fn look(&self) -> Result<Duration, sqlx::Error> {
        let scope = self.fresh_scope().await?;
        let mut heard = self.recent.read().unwrap_or_else(PoisonError::into_inner).heard.clone();
        if heard.chain != key_of(&scope) {
            self.start_over(self.reader.heard(&scope).await?);
            return Ok(PAUSE);
        }
        match self.reader.changes(&scope, &mut heard).await? {
            Some(changes) if changes.is_empty() => Ok(PAUSE),
            Some(changes) => {
                self.remember(heard, changes);
                Ok(PAUSE)
            }
            // While it catches up with the chain, each look finds more than can be told.
            None => {
                self.start_over(self.reader.heard(&scope).await?);
                Ok(LONGER_PAUSE)
            }
        }
    }

    fn remember(&self, heard: Heard, changes: Vec<Arc<Change>>) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.heard = heard;
        recent.count += changes.len() as u64;
        recent.changes.extend(changes);
        let forgotten = recent.changes.len().saturating_sub(REMEMBERED);
        recent.changes.drain(..forgotten);
        drop(recent);
        self.goes_on.send_replace(true);
    }

    fn start_over(&self, heard: Heard) {
        let mut recent = self.recent.write().unwrap_or_else(PoisonError::into_inner);
        recent.heard = heard;
        // One that nobody can have heard of, so that all are told to load everything anew.
        recent.count += 1;
        recent.changes.clear();
        drop(recent);
        self.goes_on.send_replace(true);
    }
}

impl Listener {
    /// What comes next; none at the end.
    pub async fn next(&mut self) -> Option<News> {
        loop {
            if !*self.goes_on.borrow_and_update() {
                return None;
            }
            if let Some(news) = self.unheard() {
                return Some(news);
            }
            self.goes_on.changed().await.ok()?;
        }
    }

    /// How far a listener has heard who has heard everything.
    pub fn heard(&self) -> Heard {
        self.live.recent.read().unwrap_or_else(PoisonError::into_inner).heard.clone()
    }

    fn unheard(&mut self) -> Option<News> {
        let recent = self.live.recent.read().unwrap_or_else(PoisonError::into_inner);
        let unheard = usize::try_from(recent.count - self.count).unwrap_or(usize::MAX);
        if unheard == 0 {
            return None;
        }
        self.count = recent.count;
        let is_same_chain = std::mem::replace(&mut self.chain, recent.heard.chain) == recent.heard.chain;
        match recent.changes.len().checked_sub(unheard) {
            Some(heard) if is_same_chain => {
                Some(News::Changes(recent.changes.iter().skip(heard).cloned().collect()))
            }
            _ => Some(News::Reset(recent.heard.clone())),
        }
    }
}

impl Reader {
    /// How far somebody has heard who begins to listen now.
    async fn heard(&self, scope: &Scope) -> Result<Heard, sqlx::Error> {
        let mut heard = Heard { chain: key_of(scope), heights: Vec::new() };
        for contract in &scope.contracts {
            heard.up_to(contract.id, self.newest(contract).await?);
        }
        Ok(heard)
    }

    /// What has changed above the heights given, which are raised; none if it is too much to tell.
    async fn changes(
        &self,
        scope: &Scope,
        heard: &mut Heard,
    ) -> Result<Option<Vec<Arc<Change>>>, sqlx::Error> {
        let mut changes = Vec::new();
        for contract in &scope.contracts {
            let above = heard.height(contract.id);
            let games = self.changed_since(scope, contract, above, MORE_THAN_REMEMBERED).await?;
            if changes.len() + games.len() > REMEMBERED {
                return Ok(None);
            }
            let mut games = games.into_iter().peekable();
            while let Some(game) = games.next() {
                let height = game.active.height;
                let is_last = games.peek().is_none_or(|next| next.active.height > height);
                if is_last {
                    heard.up_to(contract.id, height);
                }
                changes.push(Arc::new(Change { game, heard: is_last.then(|| heard.clone()) }));
            }
        }
        Ok(Some(changes))
    }
}

impl Heard {
    fn height(&self, contract: i64) -> i64 {
        let known = self.heights.iter().find(|(id, _)| *id == contract);
        known.map_or(-1, |(_, height)| *height)
    }

    fn up_to(&mut self, contract: i64, height: i64) {
        match self.heights.iter_mut().find(|(id, _)| *id == contract) {
            Some((_, known)) => *known = height,
            None => self.heights.push((contract, height)),
        }
    }
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.chain)?;
        self.heights.iter().try_for_each(|(contract, height)| write!(f, "~{contract}:{height}"))
    }
}

impl FromStr for Heard {
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

/// Keys of chains begin at 1.
fn key_of(scope: &Scope) -> i64 {
    scope.chain.as_ref().map_or(0, |(key, _)| *key)
}

/// Tells listeners that nothing more will come.
struct End<'a>(&'a watch::Sender<bool>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.send_replace(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written() {
        let heard = Heard { chain: 3, heights: vec![(1, 140), (2, -1)] };
        assert_eq!(heard.to_string(), "3~1:140~2:-1");
        assert_eq!("3~1:140~2:-1".parse(), Ok(heard));
        for wrong in ["", "three", "3~1", "3~1:x"] {
            assert!(wrong.parse::<Heard>().is_err(), "{wrong}");
        }
    }
}
