//! The lobby on the terminal.

use std::io::stdout;
use std::ops::ControlFlow;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Print;
use tic_tac_toe_client::table::Table;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use super::app::{App, Effect, Message, PageRef, Request};
use super::view;
use super::worker::Worker;
use crate::screen::{Input, Screen, ScreenRunner, Theme};

/// Shows the lobby until the person leaves it, and gives its state back, with the game to open unless they quit.
pub(super) async fn show(worker: &Worker, app: App, is_quiet: bool) -> Result<(Option<Table>, App)> {
    let mut runner = ScreenRunner::new();
    let (requests, requested) = unbounded_channel();
    let (pages, shown) = watch::channel(app.page_ref());
    let to_screen = || {
        let sender = runner.sender();
        move |message| sender.send(Input::Message(message)).is_ok()
    };
    let work = worker.clone().work(shown, requested, to_screen());
    let turns = worker.clone().count_turns(to_screen());
    runner.spawn(work);
    runner.spawn(turns);
    let (exit, left) =
        runner.show(LobbyScreen { app, theme: Theme::from_env(), requests, pages, is_quiet }).await?;
    Ok((exit, left.app))
}

struct LobbyScreen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    pages: watch::Sender<PageRef>,
    is_quiet: bool,
}

impl Screen for LobbyScreen {
    type Message = Message;
    type Exit = Option<Table>;

    const QUIT: Option<Table> = None;

    fn update(&mut self) {
        let page = self.app.page_ref();
        self.pages.send_if_modified(|shown| std::mem::replace(shown, page) != page);
        if std::mem::take(&mut self.app.rings) && !self.is_quiet {
            // A terminal without a bell is no reason to complain.
            let _ = execute!(stdout(), Print("\x07"));
        }
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.theme);
    }

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Option<Table>> {
        match self.app.on_key(key) {
            None => ControlFlow::Continue(()),
            Some(Effect::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(None),
            },
            Some(Effect::Open(table)) => ControlFlow::Break(Some(table)),
            Some(Effect::Quit) => ControlFlow::Break(None),
        }
    }

    fn on_message(&mut self, message: Message) -> ControlFlow<Option<Table>> {
        self.app.on_message(message);
        ControlFlow::Continue(())
    }
}
