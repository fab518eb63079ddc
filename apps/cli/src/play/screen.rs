//! The one-game contract's game on the terminal.

use std::ops::ControlFlow;

use anyhow::Result;
use near_crypto::Signer;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::app::{App, News, Request, Table};
use super::session::Session;
use super::view;
use super::worker::Worker;
use crate::screen::{Backstage, Stage, Theme, act, follow_events, work};

/// Shows the game until the person quits.
pub(super) async fn run(session: Session, confirm: bool) -> Result<()> {
    let mut backstage = Backstage::new();
    let (requests, requested) = unbounded_channel();
    let worker = Worker { contract: session.contract.clone(), seats: session.seats.clone() };
    let teller = backstage.teller();
    backstage.spawn(work(worker, session.poll_interval(), requested, move |news| teller.tell(news)));
    let (rpc, contract) = (session.contract.transport().clone(), session.contract.id().clone());
    let teller = backstage.teller();
    let tell = move |event, time| teller.tell(News::Happened(event, time));
    backstage.spawn(follow_events(session.blocks.clone(), rpc, contract, tell));

    let app = App::new(table_of(&session, confirm));
    let mut screen = Screen { app, theme: Theme::from_env(), requests };
    if session.is_private() {
        let first = screen.app.new_game();
        let _ = act(first, &screen.requests);
    }
    backstage.show(screen).await?;
    Ok(())
}

fn table_of(session: &Session, confirm: bool) -> Table {
    Table {
        chain_name: session.network.name().to_owned(),
        seats: session.seats.iter().map(Signer::get_account_id).collect(),
        pairing: session.pairing.clone(),
        confirm,
    }
}

struct Screen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
}

impl Stage for Screen {
    type News = News;
    type Exit = ();

    const QUIT: () = ();

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.theme);
    }

    fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        let action = self.app.press(key);
        act(action, &self.requests)
    }

    fn point(&mut self, screen: Rect, point: Position) {
        if let Some(cell) = view::cell_at(screen, point) {
            self.app.choose(cell);
        }
    }

    fn hear(&mut self, news: News) -> ControlFlow<()> {
        self.app.hear(news);
        ControlFlow::Continue(())
    }
}
