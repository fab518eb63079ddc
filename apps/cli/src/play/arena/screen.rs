//! A game of the arena on the terminal.

use std::ops::ControlFlow;
use std::thread;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};
use tic_tac_toe_rules::Cell;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::app::{App, News, Request, Thought, now};
use super::board::Signs;
use super::engine;
use super::session::Session;
use super::view::{self, Manner};
use super::worker::Worker;
use crate::screen::{Backstage, Stage, Teller, Theme, act, follow_events, work};

/// What the screen hears.
enum Heard {
    /// From the chain.
    Chain(News),
    /// What the engine has decided.
    Decided(Thought, Cell),
}

/// Shows the game until the person quits.
pub(super) async fn run(session: Session) -> Result<()> {
    let mut backstage = Backstage::new();
    let (requests, requested) = unbounded_channel();
    let worker =
        Worker { arena: session.arena.clone(), game: session.game.id, signers: session.signers.clone() };
    let teller = backstage.teller();
    let tell = move |news| teller.tell(Heard::Chain(news));
    backstage.spawn(work(worker, session.poll_interval(), requested, tell));
    let (rpc, arena) = (session.arena.transport().clone(), session.arena.id().clone());
    let teller = backstage.teller();
    let tell = move |event, time| teller.tell(Heard::Chain(News::Happened(event, time)));
    backstage.spawn(follow_events(session.blocks.clone(), rpc, arena, tell));

    let app = App::new(session.table.clone(), session.game.clone());
    let (theme, signs, teller) = (Theme::from_env(), Signs::from_env(), backstage.teller());
    backstage.show(Screen { app, theme, signs, requests, teller }).await?;
    Ok(())
}

struct Screen {
    app: App,
    theme: Theme,
    signs: Signs,
    requests: UnboundedSender<Request>,
    teller: Teller<Heard>,
}

impl Screen {
    fn manner(&self) -> Manner {
        Manner { theme: self.theme, signs: self.signs, now: now() }
    }
}

impl Stage for Screen {
    type News = Heard;
    type Exit = ();

    const QUIT: () = ();

    fn go_on(&mut self) {
        if let Some(thought) = self.app.next_thought() {
            think(thought, self.teller.clone());
        }
    }

    fn draw(&self, frame: &mut Frame) {
        view::draw(frame, &self.app, self.manner());
    }

    fn press(&mut self, key: KeyEvent) -> ControlFlow<()> {
        let action = self.app.press(key);
        act(action, &self.requests)
    }

    fn point(&mut self, screen: Rect, point: Position) {
        if let Some(place) = view::cell_at(screen, &self.app, self.manner(), point) {
            self.app.choose(place);
        }
    }

    fn hear(&mut self, heard: Heard) -> ControlFlow<()> {
        let action = match heard {
            Heard::Chain(news) => {
                self.app.hear(news);
                None
            }
            Heard::Decided(thought, place) => self.app.decide(&thought, place),
        };
        act(action, &self.requests)
    }
}

/// Lets the engine think on a thread of its own, which ends with the program if nobody waits for it any more.
fn think(thought: Thought, teller: Teller<Heard>) {
    thread::spawn(move || {
        if let Some(place) = engine::choose(&thought.position, thought.level) {
            teller.tell(Heard::Decided(thought, place));
        }
    });
}
