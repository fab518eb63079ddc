//! A small form: which game to create.

use near_primitives::types::AccountId;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;
use tic_tac_toe_rules::{Players, Rules};

use super::super::app::Request;
use super::Answer;
use crate::args::seat;
use crate::screen::{BOLD, Theme, draw_popup};

const LABELS: [&str; 3] = ["Rules  ", "Others ", "Seconds"];

/// A game to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Who sits where, the host first; nobody on a free seat.
    pub players: Vec<Option<AccountId>>,
    /// What is played.
    pub rules: Rules,
    /// How long a turn may take.
    pub turn_seconds: Option<u64>,
}

/// The form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateForm {
    host: AccountId,
    // What is written behind each label.
    fields: [String; 3],
    current: usize,
    problem: Option<String>,
}

impl CreateForm {
    /// Creates a form for an open game of ultimate, until it is changed.
    #[must_use]
    pub fn new(host: AccountId) -> Self {
        let fields = ["ultimate:closing".to_owned(), "-".to_owned(), String::new()];
        Self { host, fields, current: 0, problem: None }
    }

    pub(super) fn on_key(&mut self, code: KeyCode) -> Answer {
        self.problem = None;
        match code {
            KeyCode::Esc => return Answer::Leave,
            KeyCode::Enter => match self.game() {
                Ok(game) => return Answer::Send(Request::Create(game)),
                Err(problem) => self.problem = Some(problem),
            },
            KeyCode::Tab | KeyCode::Down => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab | KeyCode::Up => {
                self.current = (self.current + LABELS.len() - 1) % LABELS.len();
            }
            KeyCode::Backspace => {
                self.fields[self.current].pop();
            }
            KeyCode::Char(character) => self.fields[self.current].push(character),
            _ => {}
        }
        Answer::Stay
    }

    fn game(&self) -> Result<NewGame, String> {
        let [rules, others, seconds] = self.fields.each_ref().map(|field| field.trim());
        let rules: Rules = rules.parse().map_err(|error| format!("{error}"))?;
        let mut players = vec![Some(self.host.clone())];
        for other in others.split_whitespace() {
            players.push(seat(other)?);
        }
        let count = u8::try_from(players.len()).ok().and_then(Players::new);
        if count.is_none_or(|count| rules.start(count).is_none()) {
            return Err(format!("{rules} is not for {} players", players.len()));
        }
        let turn_seconds = match seconds {
            "" => None,
            seconds => Some(seconds.parse().map_err(|_| "seconds are a whole number from 30 on")?),
        };
        Ok(NewGame { players, rules, turn_seconds })
    }

    pub(super) fn draw(&self, frame: &mut Frame, theme: Theme) {
        let field = |(index, label): (usize, &&str)| {
            let is_current = index == self.current;
            let (sign, end) = if is_current { (">", "_") } else { (" ", "") };
            let line = Line::raw(format!("{sign}{label} {}{end}", self.fields[index]));
            if is_current { line.style(BOLD) } else { line }
        };
        let mut lines: Vec<Line> = LABELS.iter().enumerate().map(field).collect();
        lines.push(Line::raw(""));
        lines.push(Line::styled(" others: accounts, - is a free seat", theme.faint()));
        lines.push(Line::styled(" seconds a turn: empty is no limit", theme.faint()));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn form(rules: &str, others: &str, seconds: &str) -> CreateForm {
        let fields = [rules, others, seconds].map(ToOwned::to_owned);
        CreateForm { fields, ..CreateForm::new("alice.near".parse().unwrap()) }
    }

    #[test]
    fn a_form_becomes_a_game() {
        let game = form("5x7:4", "bob.near -", "60").game().unwrap();
        let seated = |id: &str| Some(id.parse().unwrap());
        assert_eq!(game.players, [seated("alice.near"), seated("bob.near"), None]);
        assert_eq!((game.rules.to_string().as_str(), game.turn_seconds), ("5x7:4", Some(60)));
    }

    #[test]
    fn what_makes_no_game_is_said_in_the_form() {
        assert!(form("chess", "-", "").game().unwrap_err().starts_with("rules are written"));
        assert_eq!(form("ultimate", "- -", "").game().unwrap_err(), "ultimate:first is not for 3 players");
        assert!(form("classic", "Bob", "").game().is_err());
        assert!(form("classic", "-", "soon").game().is_err());
    }

    #[test]
    fn keys_write_into_the_current_field() {
        let mut form = form("", "-", "");
        for key in "classic".chars() {
            assert_eq!(form.on_key(KeyCode::Char(key)), Answer::Stay);
        }
        form.on_key(KeyCode::Tab);
        form.on_key(KeyCode::Tab);
        form.on_key(KeyCode::Char('9'));
        form.on_key(KeyCode::Char('9'));
        form.on_key(KeyCode::Backspace);
        assert_eq!(form.fields, ["classic", "-", "9"]);
        assert_eq!(form.on_key(KeyCode::Esc), Answer::Leave);
    }
}
