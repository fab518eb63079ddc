//! Talks to the arena while the lobby stays free: reads the page that is seen, and sends what is asked for.

use std::time::Duration;

use anyhow::{Context, Result};
use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_client::Error;
use tic_tac_toe_client::arena::{Game, missing_deposit};
use tic_tac_toe_client::keys::{KeyStore, Purpose};
use tic_tac_toe_interface::arena::{CLOSE, CREATE, Create, Event, GameView, GetGames, Index, Page, Rules};
use tic_tac_toe_interface::{AccountIdRef, GameId};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::time::Interval;

use super::app::{Look, News, Request, Tab};
use super::popup::NewGame;
use crate::args::arena::Seated;
use crate::args::{ArenaContract, LobbyArgs};
use crate::play::session::poll_interval;
use crate::screen::{Teller, polls};

const GAMES_A_PAGE: u64 = 9;

/// The arena, and who signs for what is asked of it.
#[derive(Clone)]
pub(super) struct Desk {
    arena: ArenaContract,
    keys: KeyStore,
    account: Option<AccountId>,
    poll: Duration,
}

impl Desk {
    pub(super) fn open(args: &LobbyArgs) -> Result<Self> {
        let network = args.connection.chain.network();
        Ok(Self {
            arena: args.connection.arena()?,
            keys: args.credentials.keys(network)?,
            account: args.account.clone(),
            poll: poll_interval(network),
        })
    }

    /// Works until the lobby is gone.
    pub(super) async fn work(
        self,
        mut looks: watch::Receiver<Look>,
        mut requests: UnboundedReceiver<Request>,
        teller: Teller<News>,
    ) {
        let mut polls = polls(self.poll);
        let seen = looks.clone();
        loop {
            // A node that takes its time with a page keeps nobody from sending something or turning to another one.
            let told = tokio::select! {
                biased;
                request = requests.recv() => {
                    let Some(request) = request else { return };
                    polls.reset_immediately();
                    self.carry_out(request).await
                }
                changed = looks.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    polls.reset_immediately();
                    continue;
                }
                page = self.next_page(&mut polls, &seen) => page,
            };
            if !teller.tell(told) {
                return;
            }
        }
    }

    async fn next_page(&self, polls: &mut Interval, looks: &watch::Receiver<Look>) -> News {
        polls.tick().await;
        let look = *looks.borrow();
        match self.page(look).await {
            Ok((games, next)) => News::Page(look, games, next),
            Err(error) => News::Offline(error.to_string()),
        }
    }

    async fn page(&self, Look { tab, start }: Look) -> Result<(Vec<Game>, Option<u64>), Error> {
        let part = Page { from_index: Some(Index(start)), limit: Some(GAMES_A_PAGE) };
        let (views, next) = match (tab, &self.account) {
            (Tab::All, _) => {
                let from = GetGames { from_id: Some(GameId(start)), limit: Some(GAMES_A_PAGE) };
                let page = self.arena.get_games(from).await?;
                (page.games, page.next.map(|id| id.0))
            }
            (Tab::Open, _) => more(self.arena.get_open_games(part).await?, start),
            (Tab::Mine, Some(account)) => more(self.arena.get_games_of(account, part).await?, start),
            (Tab::Mine, None) => (Vec::new(), None),
        };
        let games: Result<Vec<Game>, Error> = views.into_iter().map(Game::try_from).collect();
        Ok((games?, next))
    }

    async fn carry_out(&self, request: Request) -> News {
        let done = match request {
            Request::Create(game) => self.create(&game).await,
            Request::Close(id) => self.close(id).await,
        };
        match done {
            Ok(sentence) => News::Done(sentence),
            Err(error) => News::Failed(format!("{error:#}")),
        }
    }

    async fn create(&self, game: &NewGame) -> Result<String> {
        let host = self.account.as_ref().context("nobody signs here")?;
        let rules = Rules::from(game.rules);
        let deposit = missing_deposit(&self.arena, host, game.players.len(), rules).await?;
        let signer = self.signer(host, CREATE.name, deposit.0 > 0).await?;
        let players: Vec<Option<&AccountIdRef>> = game.players.iter().map(Seated::account).collect();
        let create = Create { players: &players, rules: Some(rules), turn_seconds: game.turn_seconds };
        let receipt = self.arena.create(&signer, create, deposit).await?;
        let id = receipt.events::<Event>()?.first().map(Event::game_id);
        Ok(id.map_or_else(|| "The game was made.".to_owned(), |id| format!("Game {id} was made.")))
    }

    async fn close(&self, id: GameId) -> Result<String> {
        let account = self.account.as_ref().context("nobody signs here")?;
        let signer = self.signer(account, CLOSE.name, false).await?;
        self.arena.close(&signer, id).await?;
        Ok(format!("Game {id} was closed."))
    }

    async fn signer(&self, account: &AccountId, method: &str, pays: bool) -> Result<Signer> {
        let purpose = Purpose { contract: self.arena.id(), methods: &[method], pays };
        Ok(self.keys.signer(self.arena.transport(), account, purpose).await?)
    }
}

/// A page that is full may have another after it.
fn more(views: Vec<GameView>, start: u64) -> (Vec<GameView>, Option<u64>) {
    let is_full = views.len() as u64 == GAMES_A_PAGE;
    (views, is_full.then_some(start + GAMES_A_PAGE))
}
