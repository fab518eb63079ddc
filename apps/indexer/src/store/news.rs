//! Tells readers when blocks were recorded, so that they need not ask again and again.

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use sqlx::postgres::PgListener;
use tic_tac_toe_server::log;
use tokio::time::{sleep, timeout};

use super::{CHANNEL, Location};

// Even a reader that is told looks once in a while, as what it is told may get lost.
const LONGEST: Duration = Duration::from_secs(2);

// What is recorded in such a time is looked at together.
const SHORTEST: Duration = Duration::from_millis(20);

// A server that does not tell, such as a standby, is asked to do so again after this time.
const RETRY: Duration = Duration::from_mins(1);

/// What is waited for: a server of `PostgreSQL` tells, a file does not.
pub(crate) struct News {
    location: Location,
    listener: Option<PgListener>,
    /// When the server is asked to tell.
    retry: Instant,
    /// Whether it was said that the server does not.
    is_reported: bool,
}

impl News {
    pub(crate) fn new(location: Location) -> Self {
        Self { location, listener: None, retry: Instant::now(), is_reported: false }
    }

    /// Waits until blocks were recorded; as long as `pause` where nobody tells.
    pub(crate) async fn wait(&mut self, pause: Duration) {
        if let (Location::Postgres(url), None) = (&self.location, &self.listener)
            && self.retry <= Instant::now()
        {
            self.retry = Instant::now() + RETRY;
            let silent = |_| Err(sqlx::Error::Io(ErrorKind::TimedOut.into()));
            match timeout(LONGEST, listen(url)).await.unwrap_or_else(silent) {
                Ok(listener) => (self.listener, self.is_reported) = (Some(listener), false),
                Err(error) if !self.is_reported => {
                    log(&format!(
                        "the database does not tell of new blocks: {error}; looking for them instead"
                    ));
                    self.is_reported = true;
                }
                Err(_) => {}
            }
        }
        let Some(listener) = &mut self.listener else { return sleep(pause).await };
        sleep(SHORTEST).await;
        while listener.next_buffered().is_some() {}
        if let Ok(Err(_)) = timeout(LONGEST, listener.recv()).await {
            self.listener = None;
        }
    }
}

async fn listen(url: &str) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}
