//! Talks to the arena while the lobby stays free: reads the page that is shown, and sends what is asked for.

use std::time::Duration;

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::table::{Event, Table};
use tic_tac_toe_client::{Backoff, Error};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{CLOSE, GameView, GetGames, Index, Page};
use tic_tac_toe_interface::network::Network;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::time::Interval;

use super::app::{Message, PageRef, Request, Tab};
use super::popup::NewGame;
use crate::args::LobbyArgs;
use crate::play::poll_interval;
use crate::screen::{notice_restarts, poll_ticks};
use crate::signing::SigningClient;

const GAMES_A_PAGE: u64 = 50;
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The arena, and who signs for what is asked of it.
#[derive(Clone)]
pub(super) struct Worker {
    client: SigningClient,
    account: Option<AccountId>,
    network: Network,
}

impl Worker {
    pub(super) fn open(args: &LobbyArgs) -> Result<Self> {
        Ok(Self {
            client: SigningClient::open(&args.connection)?,
            account: args.account.clone(),
            network: args.connection.chain.network(),
        })
    }

    /// Tells when the node has another chain, until the lobby is gone.
    pub(super) async fn notice_restarts(self, tell: impl Fn() -> bool) {
        notice_restarts(self.client.arena.transport().clone(), self.network, tell).await;
    }

    /// Works until the lobby is gone.
    pub(super) async fn work(
        self,
        mut pages: watch::Receiver<PageRef>,
        mut requests: UnboundedReceiver<Request>,
        send: impl Fn(Message) -> bool,
    ) {
        let every = poll_interval(self.network);
        let (mut ticks, mut backoff) = (poll_ticks(every), Backoff::new(every, LONGEST_PAUSE));
        let shown = pages.clone();
        loop {
            // A node that takes its time with a page keeps nobody from sending something or turning to another one.
            let message = tokio::select! {
                biased;
                request = requests.recv() => {
                    let Some(request) = request else { return };
                    ticks.reset_immediately();
                    self.carry_out(request).await
                }
                changed = pages.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    ticks.reset_immediately();
                    continue;
                }
                page = self.next_page(&mut ticks, &mut backoff, &shown) => page,
            };
            if !send(message) {
                return;
            }
        }
    }

    /// Counts the games in which the account is to move, until the lobby is gone.
    pub(super) async fn count_turns(self, send: impl Fn(Message) -> bool) {
        let Some(account) = &self.account else { return };
        let every = poll_interval(self.network);
        let (mut ticks, mut backoff) = (poll_ticks(every), Backoff::new(every, LONGEST_PAUSE));
        loop {
            ticks.tick().await;
            // Who does not answer is complained about with the page.
            let Ok((games, _)) = self.page(PageRef { tab: Tab::Mine, start: 0 }).await else {
                ticks.reset_after(backoff.next(None));
                continue;
            };
            backoff.reset();
            let turns = games.iter().filter(|table| table.next_player() == Some(account)).count();
            if !send(Message::Turns(turns)) {
                return;
            }
        }
    }

    async fn next_page(
        &self,
        ticks: &mut Interval,
        backoff: &mut Backoff,
        shown: &watch::Receiver<PageRef>,
    ) -> Message {
        ticks.tick().await;
        let page = *shown.borrow();
        match self.page(page).await {
            Ok((games, next)) => {
                backoff.reset();
                Message::Page(page, games, next)
            }
            Err(error) => {
                ticks.reset_after(backoff.next(None));
                Message::Offline(error.to_string())
            }
        }
    }

    async fn page(&self, PageRef { tab, start }: PageRef) -> Result<(Vec<Table>, Option<u64>), Error> {
        let arena = &self.client.arena;
        let part = Page { from_index: Some(Index(start)), limit: Some(GAMES_A_PAGE) };
        let (views, next) = match (tab, &self.account) {
            (Tab::All, _) => {
                let from = GetGames { from_id: Some(GameId(start)), limit: Some(GAMES_A_PAGE) };
                let page = arena.get_games(from).await?;
                (page.games, page.next.map(|id| id.0))
            }
            (Tab::Open, _) => more(arena.get_open_games(part).await?, start),
            (Tab::Mine, Some(account)) => more(arena.get_games_of(account, part).await?, start),
            (Tab::Mine, None) => (Vec::new(), None),
        };
        let games: Result<Vec<Table>, Error> = views.into_iter().map(Table::try_from).collect();
        Ok((games?, next))
    }

    async fn carry_out(&self, request: Request) -> Message {
        let done = match request {
            Request::Create(game) => self.create(&game).await,
            Request::Close(id) => self.close(id).await,
        };
        match done {
            Ok(sentence) => Message::Done(sentence),
            Err(error) if matches!(error.downcast_ref(), Some(Error::Unsettled { .. })) => {
                Message::Unsettled(format!("{error:#}"))
            }
            Err(error) => Message::Failed(format!("{error:#}")),
        }
    }

    async fn create(&self, game: &NewGame) -> Result<String> {
        let host = self.account.as_ref().context("nobody signs here")?;
        let NewGame { players, rules, turn_seconds, starts } = game;
        let receipt = self.client.create(host, players, *rules, *turn_seconds, *starts).await?;
        let id = receipt.events()?.first().map(Event::game_id);
        Ok(id.map_or_else(|| "The game was created.".to_owned(), |id| format!("Game {id} was created.")))
    }

    async fn close(&self, id: GameId) -> Result<String> {
        let account = self.account.as_ref().context("nobody signs here")?;
        let signer = self.client.signer(account, CLOSE.name, false).await?;
        self.client.arena.close(&signer, id).await?;
        Ok(format!("Game {id} was closed."))
    }
}

/// Returns a page with where the next one begins: a full page may have another after it.
fn more(views: Vec<GameView>, start: u64) -> (Vec<GameView>, Option<u64>) {
    let is_full = views.len() as u64 == GAMES_A_PAGE;
    (views, is_full.then_some(start + GAMES_A_PAGE))
}
