//! A small form: which game to create.

use std::ops::{ControlFlow, RangeInclusive};

use near_primitives::types::AccountId;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tic_tac_toe_interface::arena::{Starts, UnknownStarts};
use tic_tac_toe_rules::{Players, Rules};
use tui_input::{Input, InputRequest};

use super::super::app::{Effect, Request};
use crate::args::{BOARDS, seat};
use crate::screen::{BOLD, Theme, draw_popup};

const LABELS: [&str; 4] = ["Rules  ", "Others ", "Seconds", "Starts "];

const HELP: [&str; 5] = [
    "",
    " PgUp, PgDn: other rules from a list",
    " others: accounts, - is a free seat",
    " seconds a turn: empty is no limit",
    " starts: host, or rotates",
];

// How long the arena lets a turn take.
const SECONDS: RangeInclusive<u64> = 30..=2_592_000;

/// A game to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Who sits where, the host first; nobody on a free seat.
    pub players: Vec<Option<AccountId>>,
    pub rules: Rules,
    pub turn_seconds: Option<u64>,
    /// Who moves first in each round.
    pub starts: Starts,
}

/// The form.
#[derive(Clone, Debug)]
pub struct CreateForm {
    host: AccountId,
    // What is written behind each label.
    fields: [Input; 4],
    current: usize,
    problem: Option<String>,
}

impl CreateForm {
    /// Creates a form for an open game of ultimate, until it is changed.
    pub fn new(host: AccountId) -> Self {
        let fields = ["ultimate:closing", "-", "", "host"].map(Input::from);
        Self { host, fields, current: 0, problem: None }
    }

    /// Returns the form as it was, with the reason why the game was not created.
    pub(in super::super) fn refused(self, reason: String) -> Self {
        Self { problem: Some(reason), ..self }
    }

    pub(super) fn on_key(&mut self, key: KeyEvent) -> ControlFlow<Option<Effect>> {
        self.problem = None;
        match key.code {
            KeyCode::Esc => return ControlFlow::Break(None),
            KeyCode::Enter => match self.game() {
                Ok(game) => return ControlFlow::Break(Some(Effect::Send(Request::Create(game)))),
                Err(problem) => self.problem = Some(problem),
            },
            KeyCode::Tab | KeyCode::Down => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab | KeyCode::Up => {
                self.current = (self.current + LABELS.len() - 1) % LABELS.len();
            }
            KeyCode::PageDown => self.take_rules(1),
            KeyCode::PageUp => self.take_rules(BOARDS.len() - 1),
            _ => {
                if let Some(edit) = edit_of(key) {
                    self.fields[self.current].handle(edit);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes other rules of the list, so many after those that are written.
    fn take_rules(&mut self, further: usize) {
        let now = BOARDS.iter().position(|(rules, _)| *rules == self.fields[0].value());
        let (rules, _) = BOARDS[now.map_or(0, |now| (now + further) % BOARDS.len())];
        (self.fields[0], self.current) = (Input::from(rules), 0);
    }

    fn game(&self) -> Result<NewGame, String> {
        let [rules, others, seconds, starts] = self.fields.each_ref().map(|field| field.value().trim());
        let rules: Rules = rules.parse().map_err(|error| format!("{error}"))?;
        let mut players = vec![Some(self.host.clone())];
        for other in others.split_whitespace() {
            let player = seat(other)?;
            if player.is_some() && players.contains(&player) {
                return Err(format!("{other} has a seat already"));
            }
            players.push(player);
        }
        let count = u8::try_from(players.len()).ok().and_then(Players::new);
        if count.is_none_or(|count| rules.start(count).is_none()) {
            return Err(format!("{rules} is not for {} players", players.len()));
        }
        let turn_seconds = match seconds {
            "" => None,
            seconds => {
                let seconds = seconds.parse().ok().filter(|seconds| SECONDS.contains(seconds));
                Some(seconds.ok_or("seconds are a whole number from 30 to 2592000")?)
            }
        };
        let starts = starts.parse().map_err(|error: UnknownStarts| error.to_string())?;
        Ok(NewGame { players, rules, turn_seconds, starts })
    }

    pub(super) fn draw(&self, frame: &mut Frame, theme: Theme) {
        let field = |(index, label): (usize, &&str)| {
            let is_current = index == self.current;
            let text = self.fields[index].value();
            if !is_current {
                return Line::raw(format!(" {label} {text}"));
            }
            // The character at the cursor is shown in reverse, behind the last one an underscore.
            let cursor = text.char_indices().nth(self.fields[index].cursor());
            let (before, rest) = text.split_at(cursor.map_or(text.len(), |(at, _)| at));
            let mut rest = rest.chars();
            let at = match rest.next() {
                Some(character) => Span::styled(character.to_string(), Modifier::REVERSED),
                None => Span::raw("_"),
            };
            let (before, after) = (format!(">{label} {before}"), rest.collect::<String>());
            Line::from(vec![Span::raw(before), at, Span::raw(after)]).style(BOLD)
        };
        let mut lines: Vec<Line> = LABELS.iter().enumerate().map(field).collect();
        lines.extend(HELP.map(Line::raw));
        match &self.problem {
            // Long sentences take a second line.
            Some(problem) => {
                lines.push(Line::styled(format!(" {problem}"), theme.problem()));
                lines.push(Line::raw(""));
            }
            None => lines.push(Line::raw(" Enter creates it, Esc leaves")),
        }
        draw_popup(frame, "A new game", lines, theme.question());
    }
}

/// Returns what a key does to a line of text, as in a shell.
fn edit_of(key: KeyEvent) -> Option<InputRequest> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('a') if is_control => InputRequest::GoToStart,
        KeyCode::Char('e') if is_control => InputRequest::GoToEnd,
        KeyCode::Char('u') if is_control => InputRequest::DeleteFromStart,
        KeyCode::Char('w') if is_control => InputRequest::DeletePrevWord,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Char(character) => InputRequest::InsertChar(character),
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(rules: &str, others: &str, seconds: &str, starts: &str) -> CreateForm {
        let fields = [rules, others, seconds, starts].map(Input::from);
        CreateForm { fields, ..CreateForm::new("alice.near".parse().unwrap()) }
    }

    fn press(form: &mut CreateForm, keys: impl IntoIterator<Item = KeyEvent>) {
        for key in keys {
            assert_eq!(form.on_key(key), ControlFlow::Continue(()));
        }
    }

    #[test]
    fn a_form_becomes_a_game() {
        let game = form("5x7:4", "bob.near -", "60", "rotates").game().unwrap();
        let seated = |id: &str| Some(id.parse().unwrap());
        assert_eq!(game.players, [seated("alice.near"), seated("bob.near"), None]);
        assert_eq!(
            (game.rules.to_string().as_str(), game.turn_seconds, game.starts),
            ("5x7:4", Some(60), Starts::Rotates)
        );
    }

    #[test]
    fn what_makes_no_game_is_said_in_the_form() {
        assert!(form("chess", "-", "", "host").game().unwrap_err().starts_with("rules are written"));
        assert_eq!(
            form("ultimate", "- -", "", "host").game().unwrap_err(),
            "ultimate:first is not for 3 players"
        );
        assert!(form("classic", "Bob", "", "host").game().is_err());
        assert!(form("classic", "-", "soon", "host").game().is_err());
        assert!(form("classic", "-", "29", "host").game().unwrap_err().contains("from 30 to"));
        let twice = form("5x5:4", "bob.near bob.near", "", "host").game().unwrap_err();
        assert_eq!(twice, "bob.near has a seat already");
        assert!(form("classic", "-", "", "bob").game().unwrap_err().ends_with("write host or rotates"));
    }

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        let mut form = form("", "-", "", "host");
        let control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let typed =
            |text: &str| text.chars().map(|letter| KeyCode::Char(letter).into()).collect::<Vec<KeyEvent>>();
        let keys = [
            typed("bob carol"),
            vec![control('w')],
            typed("x"),
            vec![control('a'), KeyCode::Delete.into()],
            typed("r"),
            vec![control('e'), KeyCode::Left.into(), KeyCode::Backspace.into()],
        ];
        press(&mut form, keys.concat());
        assert_eq!(form.fields[0].value(), "robx");
        press(&mut form, [control('u')]);
        assert_eq!(form.fields[0].value(), "x");
    }

    #[test]
    fn keys_write_into_the_current_field() {
        let mut form = form("", "-", "", "host");
        press(&mut form, "classic".chars().map(|letter| KeyCode::Char(letter).into()));
        press(&mut form, [KeyCode::Tab, KeyCode::Tab].map(KeyEvent::from));
        press(&mut form, [KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Backspace].map(KeyEvent::from));
        assert_eq!(form.fields.each_ref().map(Input::value), ["classic", "-", "9", "host"]);
        assert_eq!(form.on_key(KeyCode::Esc.into()), ControlFlow::Break(None));
    }
}
