//! The start menu: what to play, for those who have not said so on the command line.

use std::ops::ControlFlow;

use anyhow::Result;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use tic_tac_toe_engine::Level;

use crate::args::{BOARDS, Opponent, PlayArgs};
use crate::screen::{BOLD, SMALLEST, Screen, ScreenRunner, Theme, draw_popup, draw_too_small, popup_area};

const KEYS: [&str; 2] = [" ↑↓ choose  ←→ change what is in < >", " Enter start  q quit"];

// Milliseconds after each move of a demo.
const DEMO_PAUSE: u64 = 700;

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    TwoPlayers,
    Computer,
    Lobby,
    Demo,
    Board,
}

/// The menu, with what was chosen in it last.
#[derive(Clone, Debug)]
pub struct Menu {
    entry: usize,
    level: usize,
    board: usize,
    /// Why what was chosen last could not be started.
    pub problem: Option<String>,
    theme: Theme,
}

impl Entry {
    const ALL: [Self; 5] = [Self::TwoPlayers, Self::Computer, Self::Lobby, Self::Demo, Self::Board];
}

impl Menu {
    /// Creates a menu that starts classic for two, unless something else is chosen.
    pub fn new(theme: Theme) -> Self {
        Self { entry: 0, level: 1, board: 0, problem: None, theme }
    }

    /// Shows the menu until something is chosen, or nothing.
    pub(crate) async fn show(self) -> Result<(Option<Entry>, Self)> {
        ScreenRunner::new().show(self).await
    }

    /// Returns what the command line would have said.
    pub fn args(&self, entry: Entry, given: &PlayArgs) -> PlayArgs {
        let (rules, players) = BOARDS[self.board];
        let against = (entry == Entry::Computer).then(|| Opponent::Computer(Level::ALL[self.level]));
        let (rules, players) = (rules.parse().ok(), Some(players));
        let demo = entry == Entry::Demo;
        PlayArgs { rules, players, against, demo, delay: demo.then_some(DEMO_PAUSE), ..given.clone() }
    }

    fn turn(&mut self, further: bool) {
        let turned = |now: usize, count: usize| (now + if further { 1 } else { count - 1 }) % count;
        match Entry::ALL[self.entry] {
            Entry::Computer => self.level = turned(self.level, Level::ALL.len()),
            Entry::Board => self.board = turned(self.board, BOARDS.len()),
            Entry::TwoPlayers | Entry::Lobby | Entry::Demo => {}
        }
    }

    fn line(&self, index: usize, entry: Entry) -> Line<'static> {
        let text = match entry {
            Entry::TwoPlayers => "Two at this keyboard".to_owned(),
            Entry::Computer => format!("Against the computer  < {} >", Level::ALL[self.level]),
            Entry::Lobby => "Lobby: several games, and a bot".to_owned(),
            Entry::Demo => "Demo: a game that plays itself".to_owned(),
            Entry::Board => match BOARDS[self.board] {
                (rules, 2) => format!("Board  < {rules} >"),
                (rules, players) => format!("Board  < {rules}, {players} players >"),
            },
        };
        let is_chosen = index == self.entry;
        let line = Line::raw(format!("{} {text}", if is_chosen { ">" } else { " " }));
        if is_chosen { line.style(BOLD) } else { line }
    }

    fn lines(&self) -> Vec<Line<'static>> {
        let mut lines: Vec<Line> =
            Entry::ALL.into_iter().enumerate().map(|(index, entry)| self.line(index, entry)).collect();
        lines.push(Line::raw(""));
        lines.extend(KEYS.map(Line::raw));
        if let Some(problem) = &self.problem {
            lines.push(Line::styled(problem.clone(), self.theme.problem()));
            // Long sentences take more lines.
            lines.extend([Line::raw(""), Line::raw("")]);
        }
        lines
    }
}

impl Screen for Menu {
    type Message = ();
    type Exit = Option<Entry>;

    const QUIT: Option<Entry> = None;

    fn draw(&self, frame: &mut Frame) {
        if !draw_too_small(frame, "The menu", SMALLEST) {
            draw_popup(frame, "Tic-tac-toe on NEAR", self.lines(), self.theme.question());
        }
    }

    fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Option<Entry>> {
        self.problem = None;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let count = Entry::ALL.len();
        match key.code {
            KeyCode::Char('c') if is_control => return ControlFlow::Break(None),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return ControlFlow::Break(None),
            KeyCode::Enter | KeyCode::Char(' ') => return ControlFlow::Break(Some(Entry::ALL[self.entry])),
            KeyCode::Up | KeyCode::Char('k') => self.entry = (self.entry + count - 1) % count,
            KeyCode::Down | KeyCode::Char('j') => self.entry = (self.entry + 1) % count,
            KeyCode::Left | KeyCode::Char('h') => self.turn(false),
            KeyCode::Right | KeyCode::Char('l') => self.turn(true),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Chooses a line; a click on the chosen one starts it.
    fn on_click(&mut self, screen: Rect, point: Position) -> ControlFlow<Option<Entry>> {
        let popup = popup_area(screen, self.lines().len());
        let clicked = usize::from(point.y.saturating_sub(popup.y + 1));
        if !popup.contains(point) || point.y == popup.y || clicked >= Entry::ALL.len() {
            return ControlFlow::Continue(());
        }
        if std::mem::replace(&mut self.entry, clicked) == clicked {
            return ControlFlow::Break(Some(Entry::ALL[clicked]));
        }
        ControlFlow::Continue(())
    }

    fn on_message(&mut self, (): ()) -> ControlFlow<Option<Entry>> {
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tic_tac_toe_rules::{Players, Rules};

    use super::*;
    use crate::args::{Cli, Command};

    fn menu_after(keys: &[KeyCode]) -> (Menu, ControlFlow<Option<Entry>>) {
        let mut menu = Menu::new(Theme::Plain);
        let mut ended = ControlFlow::Continue(());
        for code in keys {
            ended = menu.on_key(KeyEvent::from(*code));
        }
        (menu, ended)
    }

    fn given() -> PlayArgs {
        let Command::Play(args) = Cli::parse_from(["tic-tac-toe", "play", "--confirm"]).command else {
            panic!("play was asked for")
        };
        args
    }

    #[test]
    fn every_board_of_the_menu_can_be_played_by_as_many_as_it_says() {
        for (rules, players) in BOARDS {
            let rules: Rules = rules.parse().unwrap();
            assert!(rules.start(Players::new(players).unwrap()).is_some(), "{rules}");
        }
    }

    #[test]
    fn enter_alone_starts_classic_for_two_at_this_keyboard() {
        let (menu, ended) = menu_after(&[KeyCode::Enter]);
        assert_eq!(ended, ControlFlow::Break(Some(Entry::TwoPlayers)));
        let args = menu.args(Entry::TwoPlayers, &given());
        assert!(!args.is_in_arena() && !args.demo && args.confirm);
    }

    #[test]
    fn the_computer_plays_as_well_as_it_was_asked_to_on_the_board_that_was_chosen() {
        let keys = [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Down, KeyCode::Right, KeyCode::Enter];
        let (menu, ended) = menu_after(&keys);
        assert_eq!(ended, ControlFlow::Break(Some(Entry::Computer)));
        let args = menu.args(Entry::Computer, &given());
        assert_eq!(args.against, Some(Opponent::Computer(Level::Strong)));
        assert_eq!(args.rules.unwrap().to_string(), "ultimate:closing");
    }
}
