//! A table on the terminal.

use std::ops::ControlFlow;
use std::sync::mpsc::Sender;
use std::thread;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};
use tic_tac_toe_rules::Cell;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::app::{App, Effect, EngineTask, Message, Request};
use super::engine;
use super::session::Session;
use super::view::{self, DrawOptions};
use super::worker::{Worker, follow_events};
use crate::clock::now;
use crate::screen::{Input, Screen, ScreenRunner, Theme, notice_restarts};

/// Why the table was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Quit,
    Menu,
}

/// Shows the table until the person leaves it.
pub(super) async fn run(session: Session) -> Result<Exit> {
    let mut runner = ScreenRunner::new();
    let (requests, requested) = unbounded_channel();
    let to_screen = || {
        let sender = runner.sender();
        move |message| sender.send(Input::Message(message)).is_ok()
    };
    let (handle, poll) = (session.handle.clone(), session.poll_interval());
    let worker = Worker { handle: handle.clone(), signers: session.signers.clone(), poll };
    let work = worker.work(requested, to_screen());
    let follow = follow_events(session.blocks.clone(), handle.clone(), to_screen());
    let tell = to_screen();
    let restarts =
        notice_restarts(handle.transport().clone(), session.network, move || tell(Message::Restarted));
    runner.spawn(work);
    runner.spawn(follow);
    runner.spawn(restarts);

    let app = App::new(session.setup.clone(), session.table.clone());
    let (theme, sender) = (Theme::from_env(), runner.sender());
    let (exit, _) = runner.show(PlayScreen { app, theme, requests, sender }).await?;
    Ok(exit)
}

struct PlayScreen {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    sender: Sender<Input<Message>>,
}

impl PlayScreen {
    fn options(&self) -> DrawOptions {
        DrawOptions { theme: self.theme, now: now() }
    }

    /// Sends what there is to send. The screen is left when the person leaves it, or when nobody sends any more.
    fn carry_out(&self, effect: Option<Effect>) -> ControlFlow<Exit> {
        match effect {
            None => ControlFlow::Continue(()),
            Some(Effect::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(Exit::Quit),
            },
            Some(Effect::Quit) => ControlFlow::Break(Exit::Quit),
            Some(Effect::Menu) => ControlFlow::Break(Exit::Menu),
        }
    }
}

impl Screen for PlayScreen {
    type Message = Message;
    type Exit = Exit;

    const QUIT: Exit = Exit::Quit;

    fn update(&mut self) {
        if let Some(task) = self.app.next_engine_task() {
            think(task, self.sender.clone(), Message::EngineMove);
        }
        if let Some(task) = self.app.hinting.take() {
            think(task, self.sender.clone(), Message::Hint);
        }
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.options());
    }

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Exit> {
        let effect = self.app.on_key(key);
        self.carry_out(effect)
    }

    fn on_click(&mut self, screen: Rect, point: Position) -> ControlFlow<Exit> {
        let cell = view::cell_at(screen, &self.app, self.options(), point);
        let effect = cell.and_then(|cell| self.app.on_click(cell));
        self.carry_out(effect)
    }

    fn on_message(&mut self, message: Message) -> ControlFlow<Exit> {
        let effect = self.app.on_message(message);
        self.carry_out(effect)
    }
}

/// Lets the engine think on a thread of its own, which ends with the program if nobody waits for it any more.
fn think(task: EngineTask, sender: Sender<Input<Message>>, message: fn(EngineTask, Cell) -> Message) {
    thread::spawn(move || {
        if let Some(cell) = engine::choose(&task.position, task.level) {
            // The screen may be gone by now.
            let _ = sender.send(Input::Message(message(task, cell)));
        }
    });
}
