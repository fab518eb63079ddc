//! Runs a screen on the terminal: keys and messages in, pictures out, until the person leaves it.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::{Context, Result};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
#[cfg(unix)]
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::{Position, Rect};
use tokio::task::{JoinError, JoinSet};

use super::Terminal;
use super::keyboard::Keyboard;
use crate::signal::ended_by_signal;

/// What is on the terminal, and what it does with keys and messages.
pub(crate) trait Screen: Send + 'static {
    /// What its tasks send it.
    type Message: Send + 'static;
    /// Why it is left.
    type Exit: Send + 'static;

    /// Why it is left when the program ends.
    const QUIT: Self::Exit;

    /// Does what follows from all that has come in.
    fn update(&mut self) {}

    fn draw(&self, frame: &mut Frame);

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Self::Exit>;

    /// Takes a click at a point of a screen of this size.
    fn on_click(&mut self, _screen: Rect, _point: Position) -> ControlFlow<Self::Exit> {
        ControlFlow::Continue(())
    }

    fn on_message(&mut self, message: Self::Message) -> ControlFlow<Self::Exit>;
}

/// How a screen is left for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Quit,
    /// Back to the menu.
    Menu,
}

/// What comes in.
enum Input<M> {
    /// From the keyboard and the mouse.
    Terminal(Event),
    /// From a task.
    Message(M),
    /// The program is to end.
    Quit,
}

/// A screen's tasks and the channel through which they reach it.
pub(crate) struct ScreenRunner<M> {
    sender: Sender<Input<M>>,
    receiver: Receiver<Input<M>>,
    tasks: JoinSet<()>,
}

impl<M: Send + 'static> ScreenRunner<M> {
    /// Creates a runner without tasks.
    pub(crate) fn new() -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { sender, receiver, tasks: JoinSet::new() }
    }

    /// Returns what sends to the screen, and says whether that is still there.
    pub(crate) fn sender(&self) -> impl Fn(M) -> bool + Clone + Send + 'static {
        let sender = self.sender.clone();
        move |message| sender.send(Input::Message(message)).is_ok()
    }

    /// Runs a task, at the latest until the screen is gone.
    pub(crate) fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(task);
    }

    /// Shows the screen until it is left, and gives it back.
    pub(crate) async fn show<S: Screen<Message = M>>(mut self, screen: S) -> Result<(S::Exit, S)> {
        let (quit, ended) = (self.sender.clone(), ended_by_signal()?);
        self.spawn(async move {
            ended.await;
            // The screen may be gone by now.
            let _ = quit.send(Input::Quit);
        });
        let (keyboard, receiver) = (self.sender.clone(), self.receiver);
        let mut running = tokio::task::spawn_blocking(move || run(screen, keyboard, &receiver));
        tokio::select! {
            left = &mut running => left?,
            broken = breakdown(&mut self.tasks) => {
                // The screen goes first, so that nothing is drawn over the reason.
                let _ = self.sender.send(Input::Quit);
                running.await??;
                Err(broken).context("the connection to the chain broke down")
            }
        }
    }
}

/// Waits until a task breaks down; one that has nothing left to do just ends.
async fn breakdown(tasks: &mut JoinSet<()>) -> JoinError {
    while let Some(ended) = tasks.join_next().await {
        if let Err(error) = ended {
            return error;
        }
    }
    std::future::pending().await
}

fn run<S: Screen>(
    mut screen: S,
    keyboard: Sender<Input<S::Message>>,
    receiver: &Receiver<Input<S::Message>>,
) -> Result<(S::Exit, S)> {
    let mut terminal = Terminal::open()?;
    let _keyboard = Keyboard::open(move |event| keyboard.send(Input::Terminal(event)).is_ok());
    loop {
        screen.update();
        let area = terminal.draw(|frame| screen.draw(frame))?;
        // Whatever has piled up is drawn at once.
        let first = std::iter::once(receiver.recv()?);
        for input in first.chain(receiver.try_iter()) {
            #[cfg(unix)]
            if is_suspend(&input) {
                terminal.suspend()?;
                continue;
            }
            if let ControlFlow::Break(exit) = take(&mut screen, input, area) {
                return Ok((exit, screen));
            }
        }
    }
}

#[cfg(unix)]
fn is_suspend<M>(input: &Input<M>) -> bool {
    let Input::Terminal(Event::Key(key)) = input else { return false };
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

fn take<S: Screen>(screen: &mut S, input: Input<S::Message>, area: Rect) -> ControlFlow<S::Exit> {
    match input {
        Input::Terminal(Event::Key(key)) if key.kind == KeyEventKind::Press => screen.on_key(key),
        Input::Terminal(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            screen.on_click(area, Position { x: mouse.column, y: mouse.row })
        }
        Input::Terminal(_) => ControlFlow::Continue(()),
        Input::Message(message) => screen.on_message(message),
        Input::Quit => ControlFlow::Break(S::QUIT),
    }
}
