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
use crate::screen::{End, Screen, ScreenRunner, Theme, notice_restarts};

/// Why the lobby was left.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum Exit {
    End(End),
    Open(Table),
}

/// Shows the lobby until the person leaves it, and gives its state back.
pub(super) async fn show(worker: &Worker, app: App, is_quiet: bool) -> Result<(Exit, App)> {
    let mut runner = ScreenRunner::new();
    let (requests, requested) = unbounded_channel();
    let (pages, shown) = watch::channel(app.page_ref());
    let send = runner.sender();
    runner.spawn(worker.clone().work(shown, requested, send.clone()));
    runner.spawn(worker.clone().count_turns(send.clone()));
    let rpc = worker.client.arena.transport().clone();
    runner.spawn(notice_restarts(rpc, worker.network, move || send(Message::Restarted)));
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
    type Exit = Exit;

    const QUIT: Exit = Exit::End(End::Quit);

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

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Exit> {
        match self.app.on_key(key) {
            None => ControlFlow::Continue(()),
            Some(Effect::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(Self::QUIT),
            },
            Some(Effect::Open(table)) => ControlFlow::Break(Exit::Open(table)),
            Some(Effect::End(end)) => ControlFlow::Break(Exit::End(end)),
        }
    }

    fn on_message(&mut self, message: Message) -> ControlFlow<Exit> {
        self.app.on_message(message);
        ControlFlow::Continue(())
    }
}
