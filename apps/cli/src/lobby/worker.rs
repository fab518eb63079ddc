//! Talks to the arena while the lobby stays free: reads the page that is shown, and sends what is asked for.

use anyhow::{Context, Result};
use near_primitives::types::AccountId;
use tic_tac_toe_client::Error;
use tic_tac_toe_client::table::{Action, Event, Table, TableHandle};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GameView, GetGames, Index, Page};
use tic_tac_toe_interface::network::Network;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

use super::app::{Message, PageRef, Request, Tab};
use super::popup::NewGame;
use crate::args::LobbyArgs;
use crate::screen::Poller;
use crate::signing::{SigningClient, act};

const GAMES_A_PAGE: u64 = 50;

/// The arena, and who signs for what is asked of it.
#[derive(Clone)]
pub(super) struct Worker {
    pub client: SigningClient,
    account: Option<AccountId>,
    pub network: Network,
}

impl Worker {
    pub(super) fn open(args: &LobbyArgs) -> Result<Self> {
        Ok(Self {
            client: SigningClient::open(&args.connection)?,
            account: args.account.clone(),
            network: args.connection.chain.network(),
        })
    }

    /// Works until the lobby is gone.
    pub(super) async fn work(
        self,
        mut pages: watch::Receiver<PageRef>,
        mut requests: UnboundedReceiver<Request>,
        send: impl Fn(Message) -> bool,
    ) {
        let mut poller = Poller::new(self.network);
        let shown = pages.clone();
        let page = async || {
            let page = *shown.borrow();
            self.page(page).await.map(|(games, next)| Message::Page(page, games, next))
        };
        loop {
            // A node that takes its time with a page keeps nobody from sending something or turning to another one.
            let message = tokio::select! {
                biased;
                request = requests.recv() => {
                    let Some(request) = request else { return };
                    poller.ask_now();
                    self.carry_out(request).await
                }
                changed = pages.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    poller.ask_now();
                    continue;
                }
                page = poller.poll(page()) => {
                    page.unwrap_or_else(|error| Message::Offline(error.to_string()))
                }
            };
            if !send(message) {
                return;
            }
        }
    }

    /// Counts the games in which the account is to move, until the lobby is gone.
    pub(super) async fn count_turns(self, send: impl Fn(Message) -> bool) {
        let Some(account) = &self.account else { return };
        let mut poller = Poller::new(self.network);
        loop {
            // Who does not answer is complained about with the page.
            let page = self.page(PageRef { tab: Tab::Mine, start: 0 });
            let Ok((games, _)) = poller.poll(page).await else { continue };
            let turns = games.iter().filter(|table| table.next_player() == Some(account)).count();
            if !send(Message::Turns(turns)) {
                return;
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
        let handle = TableHandle::Arena(self.client.arena.clone(), id);
        act(&self.client.keys, &handle, account, None, &Action::Close).await?;
        Ok(format!("Game {id} was closed."))
    }
}

/// Returns a page with where the next one begins: a full page may have another after it.
fn more(views: Vec<GameView>, start: u64) -> (Vec<GameView>, Option<u64>) {
    let is_full = views.len() as u64 == GAMES_A_PAGE;
    (views, is_full.then_some(start + GAMES_A_PAGE))
}
