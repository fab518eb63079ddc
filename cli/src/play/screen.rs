//! The terminal: keys in, pictures out, and everything put back as it was at the end.

use std::io::stdout;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, Result};
use near_crypto::Signer;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Frame};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::app::{Action, App, News, Request, Table};
use super::session::Session;
use super::view::{self, Theme};
use super::worker::{Worker, follow_events};

/// What can happen while the game is on the screen.
pub(super) enum Message {
    /// The person did something.
    Input(Event),
    /// The chain did something.
    News(News),
    /// The program shall end.
    Quit,
}

/// Shows the game until the person quits.
pub(super) async fn run(session: Session, confirm: bool) -> Result<()> {
    let (messages, received) = mpsc::channel();
    let (requests, requested) = unbounded_channel();
    let worker = tokio::spawn(worker_of(&session, &messages).run(requested));
    let (rpc, contract) = (session.contract.transport().clone(), session.contract.id().clone());
    let news = messages.clone();
    let tell = move |event, _| news.send(Message::News(News::Happened(event))).is_ok();
    tokio::spawn(follow_events(session.blocks.clone(), rpc, contract, tell));
    let quit = messages.clone();
    tokio::spawn(async move {
        ended_by_signal().await?;
        anyhow::Ok(quit.send(Message::Quit)?)
    });

    let screen = Screen { app: App::new(table_of(&session, confirm)), theme: Theme::from_env(), requests };
    let (keyboard, to_screen) = (messages.clone(), messages);
    let opens_game = session.is_private();
    let mut screen = tokio::task::spawn_blocking(move || screen.show(&received, keyboard, opens_game));
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

fn worker_of(session: &Session, messages: &Sender<Message>) -> Worker {
    Worker {
        contract: session.contract.clone(),
        seats: session.seats.clone(),
        poll: session.poll_interval(),
        news: messages.clone(),
    }
}

fn table_of(session: &Session, confirm: bool) -> Table {
    Table {
        chain_name: session.network.name().to_owned(),
        seats: session.seats.iter().map(Signer::get_account_id).collect(),
        pairing: session.pairing.clone(),
        confirm,
    }
}

/// Waits until somebody wants the program to end.
#[cfg(unix)]
pub(crate) async fn ended_by_signal() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut hang_up) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(())
}

/// Waits until somebody wants the program to end.
#[cfg(not(unix))]
pub(crate) async fn ended_by_signal() -> Result<()> {
    Ok(tokio::signal::ctrl_c().await?)
}

struct Screen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
}

impl Screen {
    fn show(
        mut self,
        messages: &Receiver<Message>,
        keyboard: Sender<Message>,
        opens_game: bool,
    ) -> Result<()> {
        let mut terminal = Terminal::open()?;
        // It ends with the program: there is no way to stop waiting for a key.
        thread::spawn(
            move || while event::read().is_ok_and(|event| keyboard.send(Message::Input(event)).is_ok()) {},
        );
        if opens_game {
            let first = self.app.new_game();
            self.act(first);
        }
        loop {
            let area = terminal.0.draw(|frame| view::draw(frame, &self.app, self.theme))?.area;
            // Whatever has piled up is drawn at once.
            let waited_for = std::iter::once(messages.recv()?);
            for message in waited_for.chain(messages.try_iter()) {
                if !self.handle(message, area) {
                    return Ok(());
                }
            }
        }
    }

    fn handle(&mut self, message: Message, area: Rect) -> bool {
        let action = match message {
            Message::Input(Event::Key(key)) if key.kind == KeyEventKind::Press => self.app.press(key),
            Message::Input(Event::Mouse(mouse)) => {
                self.point(mouse, area);
                None
            }
            Message::Input(_) => None,
            Message::News(news) => {
                self.app.hear(news);
                None
            }
            Message::Quit => return false,
        };
        self.act(action)
    }

    fn act(&mut self, action: Option<Action>) -> bool {
        match action {
            Some(Action::Quit) => false,
            Some(Action::Send(request)) => self.requests.send(request).is_ok(),
            None => true,
        }
    }

    fn point(&mut self, mouse: MouseEvent, area: Rect) {
        let position = Position { x: mouse.column, y: mouse.row };
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some(cell) = view::cell_at(area, position)
        {
            self.app.choose(cell);
        }
    }
}

/// The terminal while the game is on it. Dropping it, also in a panic, gives it back.
pub struct Terminal(pub(super) DefaultTerminal);

impl Terminal {
    /// Takes the whole terminal, with its mouse.
    ///
    /// # Errors
    ///
    /// When there is no terminal, or it can't show a full screen.
    pub fn open() -> Result<Self> {
        let terminal = Self(ratatui::try_init().context("this terminal cannot show the game")?);
        execute!(stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }
}

impl Terminal {
    /// Draws a screen.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<()> {
        self.0.draw(draw)?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is nobody left to tell when the terminal itself is gone.
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}
