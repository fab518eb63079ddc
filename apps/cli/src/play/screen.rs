//! A table on the terminal.

use std::ops::ControlFlow;
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
use crate::screen::{End, Poller, Screen, ScreenRunner, Theme, notice_restarts};

/// Shows the table until the person leaves it.
pub(super) async fn run(session: Session) -> Result<End> {
    let mut runner = ScreenRunner::new();
    let (requests, requested) = unbounded_channel();
    let (send, network, handle) = (runner.sender(), session.chain.network(), session.handle.clone());
    let worker = Worker { handle: handle.clone(), signers: session.signers.clone() };
    runner.spawn(worker.work(requested, Poller::new(network), send.clone()));
    runner.spawn(follow_events(session.chain.blocks(None), handle.clone(), send.clone()));
    let tell = send.clone();
    runner.spawn(notice_restarts(handle.transport().clone(), network, move || tell(Message::Restarted)));

    let app = App::new(session.setup.clone(), session.table.clone());
    let (exit, _) = runner.show(PlayScreen { app, theme: Theme::from_env(), requests, send }).await?;
    Ok(exit)
}

struct PlayScreen<F> {
    app: App,
    theme: Theme,
    requests: UnboundedSender<Request>,
    /// Sends messages to this screen.
    send: F,
}

impl<F> PlayScreen<F> {
    fn options(&self) -> DrawOptions {
        DrawOptions { theme: self.theme, now: now() }
    }

    /// Sends what there is to send. The screen is left when the person leaves it, or when nobody sends any more.
    fn carry_out(&self, effect: Option<Effect>) -> ControlFlow<End> {
        match effect {
            None => ControlFlow::Continue(()),
            Some(Effect::Send(request)) => match self.requests.send(request) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(End::Quit),
            },
            Some(Effect::End(end)) => ControlFlow::Break(end),
        }
    }
}

impl<F: Fn(Message) -> bool + Clone + Send + 'static> Screen for PlayScreen<F> {
    type Message = Message;
    type Exit = End;

    const QUIT: End = End::Quit;

    fn update(&mut self) {
        if let Some(task) = self.app.next_engine_task() {
            think(task, self.send.clone(), Message::EngineMove);
        }
        if let Some(task) = self.app.hinting.take() {
            think(task, self.send.clone(), Message::Hint);
        }
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.options());
    }

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<End> {
        let effect = self.app.on_key(key);
        self.carry_out(effect)
    }

    fn on_click(&mut self, screen: Rect, point: Position) -> ControlFlow<End> {
        let cell = view::cell_at(screen, &self.app, self.options(), point);
        let effect = cell.and_then(|cell| self.app.on_click(cell));
        self.carry_out(effect)
    }

    fn on_message(&mut self, message: Message) -> ControlFlow<End> {
        let effect = self.app.on_message(message);
        self.carry_out(effect)
    }
}

/// Lets the engine think on a thread of its own, which ends with the program if nobody waits for it any more.
fn think(
    task: EngineTask,
    send: impl Fn(Message) -> bool + Send + 'static,
    message: fn(EngineTask, Cell) -> Message,
) {
    thread::spawn(move || engine::choose(&task.position, task.level).map(|cell| send(message(task, cell))));
}
