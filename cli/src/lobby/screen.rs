//! The lobby in the terminal: keys in, pictures out.

use std::sync::mpsc::{self, Receiver};

use anyhow::Result;
use ratatui::crossterm::event::{Event, KeyEventKind};
use tic_tac_toe_client::arena::Game;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::app::{Action, App, Look, News, Request};
use super::view;
use super::worker::Desk;
use crate::play::keyboard::Keyboard;
use crate::play::screen::{Terminal, ended_by_signal};
use crate::play::view::Theme;

/// What can happen while the lobby is on the screen.
pub(super) enum Message {
    /// The person did something.
    Input(Event),
    /// The chain did something.
    News(News),
    /// The program shall end.
    Quit,
}

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
    let (messages, received) = mpsc::channel();
    let (requests, requested) = unbounded_channel();
    let (looks, looked) = watch::channel(app.look());
    // They end with this screen.
    let mut helpers = JoinSet::new();
    helpers.spawn(desk.clone().work(looked, requested, messages.clone()));
    let quit = messages.clone();
    helpers.spawn(async move {
        if ended_by_signal().await.is_ok() {
            // The screen may be gone by now.
            let _ = quit.send(Message::Quit);
        }
    });
    let theme = Theme::from_env();
    let screen = Screen { app, theme, requests, looks };
    let pass_on = move |event| messages.send(Message::Input(event)).is_ok();
    tokio::task::spawn_blocking(move || {
        let terminal = Terminal::open()?;
        let keyboard = Keyboard::open(pass_on);
        let left = screen.run(terminal, &received);
        drop(keyboard);
        left
    })
    .await?
}

struct Screen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    looks: watch::Sender<Look>,
}

impl Screen {
    fn run(mut self, mut terminal: Terminal, messages: &Receiver<Message>) -> Result<(Exit, App)> {
        loop {
            let look = self.app.look();
            self.looks.send_if_modified(|seen| std::mem::replace(seen, look) != look);
            terminal.draw(|frame| view::draw(frame, &self.app, self.theme))?;
            // Whatever has piled up is drawn at once.
            let waited_for = std::iter::once(messages.recv()?);
            for message in waited_for.chain(messages.try_iter()) {
                let action = match message {
                    Message::Input(Event::Key(key)) if key.kind == KeyEventKind::Press => self.app.press(key),
                    Message::Input(_) => None,
                    Message::News(news) => {
                        self.app.hear(news);
                        None
                    }
                    Message::Quit => Some(Action::Quit),
                };
                match action {
                    Some(Action::Quit) => return Ok((Exit::Quit, self.app)),
                    Some(Action::Open(game)) => return Ok((Exit::Open(game), self.app)),
                    Some(Action::Send(request)) => self.requests.send(request)?,
                    None => {}
                }
            }
        }
    }
}
