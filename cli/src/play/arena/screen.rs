//! A game of the arena in the terminal: keys in, pictures out.

use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::{Context, Result};
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use super::app::{Action, App, News, Request, now};
use super::board::Signs;
use super::session::Session;
use super::view::{self, Manner};
use super::worker::{Worker, think};
use crate::play::keyboard::Keyboard;
use crate::play::screen::{Terminal, ended_by_signal};
use crate::play::view::Theme;
use crate::play::worker::follow_events;

/// What can happen while the game is on the screen.
#[expect(clippy::large_enum_variant, reason = "few wait at a time")]
pub(super) enum Message {
    /// The person did something.
    Input(Event),
    /// The chain or the engine did something.
    News(News),
    /// The program shall end.
    Quit,
}

/// Shows the game until the person quits.
pub(super) async fn run(session: Session) -> Result<()> {
    let (messages, received) = mpsc::channel();
    let (requests, requested) = unbounded_channel();
    let worker = Worker {
        arena: session.arena.clone(),
        game: session.game.id,
        signers: session.signers.clone(),
        poll: session.poll_interval(),
        news: messages.clone(),
    };
    let worker = tokio::spawn(worker.run(requested));
    let (rpc, arena) = (session.arena.transport().clone(), session.arena.id().clone());
    let news = messages.clone();
    let tell = move |event, time| news.send(Message::News(News::Happened(event, time))).is_ok();
    // They end with this screen.
    let mut helpers = JoinSet::new();
    helpers.spawn(follow_events(session.blocks.clone(), rpc, arena, tell));
    let quit = messages.clone();
    helpers.spawn(async move {
        if ended_by_signal().await.is_ok() {
            // The screen may be gone by now.
            let _ = quit.send(Message::Quit);
        }
    });

    let to_screen = messages.clone();
    let app = App::new(session.table.clone(), session.game.clone());
    let screen = Screen { app, theme: Theme::from_env(), signs: Signs::from_env(), requests, messages };
    let mut screen = tokio::task::spawn_blocking(move || screen.show(&received));
    tokio::select! {
        ended = &mut screen => ended?,
        broken = worker => {
            // The screen goes first, so that nothing is drawn over the reason.
            let _ = to_screen.send(Message::Quit);
            screen.await??;
            broken.context("the connection to the chain broke down")
        }
    }
}

struct Screen {
    app: App,
    theme: Theme,
    signs: Signs,
    requests: UnboundedSender<Request>,
    messages: Sender<Message>,
}

impl Screen {
    fn show(mut self, messages: &Receiver<Message>) -> Result<()> {
        let mut terminal = Terminal::open()?;
        let messages_of_keys = self.messages.clone();
        let _keyboard = Keyboard::open(move |event| messages_of_keys.send(Message::Input(event)).is_ok());
        loop {
            let thought = self.app.next_thought();
            self.act(thought);
            let manner = self.manner();
            let area = terminal.0.draw(|frame| view::draw(frame, &self.app, manner))?.area;
            // Whatever has piled up is drawn at once.
            let waited_for = std::iter::once(messages.recv()?);
            for message in waited_for.chain(messages.try_iter()) {
                if !self.handle(message, area) {
                    return Ok(());
                }
            }
        }
    }

    fn manner(&self) -> Manner {
        Manner { theme: self.theme, signs: self.signs, now: now() }
    }

    fn handle(&mut self, message: Message, area: Rect) -> bool {
        let action = match message {
            Message::Input(Event::Key(key)) if key.kind == KeyEventKind::Press => self.app.press(key),
            Message::Input(Event::Mouse(mouse)) => {
                self.point(mouse, area);
                None
            }
            Message::Input(_) => None,
            Message::News(news) => self.app.hear(news),
            Message::Quit => return false,
        };
        self.act(action)
    }

    fn act(&mut self, action: Option<Action>) -> bool {
        match action {
            Some(Action::Quit) => false,
            Some(Action::Send(request)) => self.requests.send(request).is_ok(),
            Some(Action::Think(thought)) => {
                think(thought, self.messages.clone());
                true
            }
            None => true,
        }
    }

    fn point(&mut self, mouse: MouseEvent, area: Rect) {
        let point = Position { x: mouse.column, y: mouse.row };
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(place) = view::cell_at(area, &self.app, self.manner(), point)
        {
            self.app.choose(place);
        }
    }
}
