//! The lobby on the terminal.

use std::ops::ControlFlow;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use tic_tac_toe_client::table::Table;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use super::app::{App, Effect, Message, PageRef, Request};
use super::view;
use super::worker::Worker;
use crate::screen::{Input, Screen, ScreenRunner, Theme};

/// Why the lobby was left.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum Exit {
    /// To quit.
    Quit,
    /// To a game.
    Open(Table),
}

/// Shows the lobby until the person leaves it, and gives its state back.
pub(super) async fn show(worker: &Worker, app: App) -> Result<(Exit, App)> {
    let mut runner = ScreenRunner::new();
    let (requests, requested) = unbounded_channel();
    let (pages, shown) = watch::channel(app.page_ref());
    let sender = runner.sender();
    let send = move |message| sender.send(Input::Message(message)).is_ok();
    runner.spawn(worker.clone().work(shown, requested, send));
    let (exit, left) = runner.show(LobbyScreen { app, theme: Theme::from_env(), requests, pages }).await?;
    Ok((exit, left.app))
}

struct LobbyScreen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    pages: watch::Sender<PageRef>,
}

impl Screen for LobbyScreen {
    type Message = Message;
    type Exit = Exit;

    const QUIT: Exit = Exit::Quit;

    fn update(&mut self) {
        let page = self.app.page_ref();
        self.pages.send_if_modified(|shown| std::mem::replace(shown, page) != page);
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.theme);
    }

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Exit> {
        match self.app.on_key(key) {
            None => ControlFlow::Continue(()),
            Some(Effect::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(Exit::Quit),
            },
            Some(Effect::Open(table)) => ControlFlow::Break(Exit::Open(table)),
            Some(Effect::Quit) => ControlFlow::Break(Exit::Quit),
        }
    }

    fn on_message(&mut self, message: Message) -> ControlFlow<Exit> {
        self.app.on_message(message);
        ControlFlow::Continue(())
    }
}
