//! A screen on the terminal: keys and news in, pictures out, until the person leaves it.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::{Context, Result};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::{JoinError, JoinSet};

use super::keyboard::Keyboard;
use super::{Action, Terminal};
use crate::signal::ended_by_signal;

/// What is on the terminal, and what it does with keys and news.
pub(crate) trait Stage: Send + 'static {
    /// What it hears.
    type News: Send + 'static;
    /// Why it is left.
    type Exit: Send + 'static;

    /// Why it is left when the program shall end.
    const QUIT: Self::Exit;

    /// Does what follows from all that has come in.
    fn go_on(&mut self) {}

    /// Draws everything.
    fn draw(&self, frame: &mut Frame);

    /// Takes a key.
    fn press(&mut self, key: KeyEvent) -> ControlFlow<Self::Exit>;

    /// Takes a click at a point of a screen of this size.
    fn point(&mut self, _screen: Rect, _point: Position) {}

    /// Takes news.
    fn hear(&mut self, news: Self::News) -> ControlFlow<Self::Exit>;
}

enum Message<N> {
    Input(Event),
    News(N),
    Quit,
}

/// Tells a screen the news.
pub(crate) struct Teller<N>(Sender<Message<N>>);

/// Those who work for a screen for as long as it is there.
pub(crate) struct Backstage<N> {
    messages: Sender<Message<N>>,
    received: Receiver<Message<N>>,
    helpers: JoinSet<()>,
}

impl<N> Clone for Teller<N> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<N> Teller<N> {
    /// Tells it, and says whether somebody still listens.
    pub(crate) fn tell(&self, news: N) -> bool {
        self.0.send(Message::News(news)).is_ok()
    }
}

impl<N: Send + 'static> Backstage<N> {
    /// Nobody yet.
    pub(crate) fn new() -> Self {
        let (messages, received) = mpsc::channel();
        Self { messages, received, helpers: JoinSet::new() }
    }

    /// Tells the screen the news.
    pub(crate) fn teller(&self) -> Teller<N> {
        Teller(self.messages.clone())
    }

    /// Lets somebody work for the screen, at the latest until it is gone.
    pub(crate) fn spawn(&mut self, helper: impl Future<Output = ()> + Send + 'static) {
        self.helpers.spawn(helper);
    }

    /// Shows the screen until it is left, and gives it back.
    pub(crate) async fn show<S: Stage<News = N>>(mut self, stage: S) -> Result<(S::Exit, S)> {
        let (quit, ended) = (self.messages.clone(), ended_by_signal()?);
        self.spawn(async move {
            ended.await;
            // The screen may be gone by now.
            let _ = quit.send(Message::Quit);
        });
        let (keyboard, received) = (self.messages.clone(), self.received);
        let mut screen = tokio::task::spawn_blocking(move || run(stage, keyboard, &received));
        tokio::select! {
            left = &mut screen => left?,
            broken = breakdown(&mut self.helpers) => {
                // The screen goes first, so that nothing is drawn over the reason.
                let _ = self.messages.send(Message::Quit);
                screen.await??;
                Err(broken).context("the connection to the chain broke down")
            }
        }
    }
}

/// Sends what there is to send. The screen is left when it shall be, or when nobody sends any more.
pub(crate) fn act<R>(action: Option<Action<R>>, requests: &UnboundedSender<R>) -> ControlFlow<()> {
    match action {
        None => ControlFlow::Continue(()),
        Some(Action::Send(request)) => match requests.send(request) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        },
        Some(Action::Quit) => ControlFlow::Break(()),
    }
}

/// Waits until one of them breaks down; whoever has nothing left to do just ends.
async fn breakdown(helpers: &mut JoinSet<()>) -> JoinError {
    while let Some(ended) = helpers.join_next().await {
        if let Err(error) = ended {
            return error;
        }
    }
    std::future::pending().await
}

fn run<S: Stage>(
    mut stage: S,
    keyboard: Sender<Message<S::News>>,
    messages: &Receiver<Message<S::News>>,
) -> Result<(S::Exit, S)> {
    let mut terminal = Terminal::open()?;
    let _keyboard = Keyboard::open(move |event| keyboard.send(Message::Input(event)).is_ok());
    loop {
        stage.go_on();
        let screen = terminal.draw(|frame| stage.draw(frame))?;
        // Whatever has piled up is drawn at once.
        let waited_for = std::iter::once(messages.recv()?);
        for message in waited_for.chain(messages.try_iter()) {
            if let ControlFlow::Break(exit) = take(&mut stage, message, screen) {
                return Ok((exit, stage));
            }
        }
    }
}

fn take<S: Stage>(stage: &mut S, message: Message<S::News>, screen: Rect) -> ControlFlow<S::Exit> {
    match message {
        Message::Input(Event::Key(key)) if key.kind == KeyEventKind::Press => stage.press(key),
        Message::Input(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            stage.point(screen, Position { x: mouse.column, y: mouse.row });
            ControlFlow::Continue(())
        }
        Message::Input(_) => ControlFlow::Continue(()),
        Message::News(news) => stage.hear(news),
        Message::Quit => ControlFlow::Break(S::QUIT),
    }
}
