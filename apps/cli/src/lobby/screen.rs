//! The lobby on the terminal.

use std::ops::ControlFlow;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use tic_tac_toe_client::arena::Game;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use super::app::{Action, App, Look, News, Request};
use super::view;
use super::worker::Desk;
use crate::screen::{Backstage, Stage, Theme};

/// Why the lobby was left.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum Exit {
    /// To quit.
    Quit,
    /// To a game.
    Open(Game),
}

/// Shows the lobby until the person leaves it, and gives its state back.
pub(super) async fn show(desk: &Desk, app: App) -> Result<(Exit, App)> {
    let mut backstage = Backstage::new();
    let (requests, requested) = unbounded_channel();
    let (looks, looked) = watch::channel(app.look());
    backstage.spawn(desk.clone().work(looked, requested, backstage.teller()));
    let (exit, left) = backstage.show(Screen { app, theme: Theme::from_env(), requests, looks }).await?;
    Ok((exit, left.app))
}

struct Screen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    looks: watch::Sender<Look>,
}

impl Stage for Screen {
    type News = News;
    type Exit = Exit;

    const QUIT: Exit = Exit::Quit;

    fn go_on(&mut self) {
        let look = self.app.look();
        self.looks.send_if_modified(|seen| std::mem::replace(seen, look) != look);
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.theme);
    }

    fn press(&mut self, key: KeyEvent) -> ControlFlow<Exit> {
        match self.app.press(key) {
            None => ControlFlow::Continue(()),
            Some(Action::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(Exit::Quit),
            },
            Some(Action::Open(game)) => ControlFlow::Break(Exit::Open(game)),
            Some(Action::Quit) => ControlFlow::Break(Exit::Quit),
        }
    }

    fn hear(&mut self, news: News) -> ControlFlow<Exit> {
        self.app.hear(news);
        ControlFlow::Continue(())
    }
}
