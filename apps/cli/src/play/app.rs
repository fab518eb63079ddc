//! The state of the play screen: what keys and messages do to it. No drawing, no network, no rules.

use std::ops::ControlFlow;

use near_primitives::types::AccountId;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tic_tac_toe_client::Receipt;
use tic_tac_toe_client::table::{Action, Event, EventKind, LiveTable, NotNow, Source, Table};
use tic_tac_toe_engine::Level;
use tic_tac_toe_interface::arena::{Reason, Timestamp};
use tic_tac_toe_interface::network::Network;
use tic_tac_toe_rules::{Cell, MoveError, Position};

use super::board::board_of;
use super::feedback::{Dialog, Feedback};
use crate::clock::now;
use crate::screen::{End, Notice, STILL_PENDING};
use crate::text::capitalised;

/// Who plays at this keyboard, and on which chain.
#[derive(Clone, Debug)]
pub struct Setup {
    pub chain_name: String,
    /// The accounts that people play at this keyboard.
    pub people: Vec<AccountId>,
    /// The accounts that the engine plays here.
    pub computers: Vec<AccountId>,
    pub level: Level,
    /// Who plays X and O in a new game of the one-game contract, if that is settled.
    pub pairing: Option<[AccountId; 2]>,
    pub confirm: bool,
    pub way_out: WayOut,
}

impl Setup {
    /// Returns the setup of somebody who watches on a chain.
    pub fn new(network: Network, way_out: WayOut) -> Self {
        let chain_name = network.name().to_owned();
        let (people, computers, level) = (Vec::new(), Vec::new(), Level::default());
        Self { chain_name, people, computers, level, pairing: None, confirm: false, way_out }
    }
}

/// Where one gets to from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOut {
    /// Out of the program.
    Shell,
    /// The same, or back to the menu. The chain, and the game with it, ends either way.
    Menu,
    /// Back to the lobby; the game goes on.
    Lobby,
}

/// A transaction to be sent, in the round that its sender sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub signer: AccountId,
    pub round: u64,
    pub action: Action,
}

/// What the program has to do after a key or a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    End(End),
    Send(Request),
}

/// What the screen's tasks send it.
#[derive(Clone, Debug)]
pub enum Message {
    /// The table as the contract shows it; none once the game is closed.
    Table(Option<Table>),
    Done(Receipt),
    Failed(String),
    /// The result of a request is unknown; it may still take effect.
    Unsettled(String),
    /// Something happened at one of the contract's tables, at this time.
    Happened(Event, Timestamp),
    Offline(String),
    /// The node has another chain now.
    Restarted,
    EngineMove(EngineTask, Cell),
    /// What the engine would play for the person to move.
    Hint(EngineTask, Cell),
}

/// A position in which the engine is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineTask {
    pub player: AccountId,
    pub round: u64,
    pub position: Position,
    pub level: Level,
}

/// What a key does at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Play,
    NewRound,
    Resign,
    /// Put the player to move out, whose time is over.
    ClaimTimeout,
}

/// Why a command is not carried out.
enum Refused {
    Closed,
    Pending,
    NobodyHere,
    NoOpponent,
    TimeLeft(u64),
    NotNow(NotNow),
}

/// The screen's state.
#[derive(Clone, Debug)]
pub struct App {
    pub setup: Setup,
    pub live: LiveTable,
    pub cursor: Cell,
    pub feedback: Feedback,
    /// What the engine thinks about.
    pub thinking: Option<EngineTask>,
    /// What the engine is asked to think about for the person to move.
    pub hinting: Option<EngineTask>,
    /// Whether the chain that the game was on is gone.
    pub is_restarted: bool,
    // The cell of the last click, unless a key was pressed since.
    clicked: Option<Cell>,
}

impl Command {
    /// Every command, as the footer lists them.
    pub const ALL: [Self; 4] = [Self::Play, Self::NewRound, Self::Resign, Self::ClaimTimeout];

    /// Returns the key, as it is written, and what it does, in a word or two.
    pub const fn key_and_name(self) -> (&'static str, &'static str) {
        match self {
            Self::Play => ("Enter", "play"),
            Self::NewRound => ("n", "new round"),
            Self::Resign => ("R", "resign"),
            Self::ClaimTimeout => ("t", "claim timeout"),
        }
    }

    /// Returns whether only an arena offers it.
    pub const fn needs_arena(self) -> bool {
        matches!(self, Self::Resign | Self::ClaimTimeout)
    }

    const fn of_key(code: KeyCode) -> Option<Self> {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => Some(Self::Play),
            KeyCode::Char('n' | 'N' | 'r') => Some(Self::NewRound),
            KeyCode::Char('R') => Some(Self::Resign),
            KeyCode::Char('t') => Some(Self::ClaimTimeout),
            _ => None,
        }
    }
}

impl App {
    /// Creates the state for a table as it was found.
    pub fn new(setup: Setup, table: Table) -> Self {
        let cursor = board_of(&table.position).centre();
        let (feedback, live) = (Feedback::default(), LiveTable::new(table));
        let (thinking, hinting, clicked, is_restarted) = (None, None, None, false);
        Self { setup, live, cursor, feedback, thinking, hinting, is_restarted, clicked }
    }

    pub const fn table(&self) -> &Table {
        self.live.table()
    }

    /// Returns whether this account plays at this keyboard.
    pub fn is_here(&self, account: &AccountId) -> bool {
        self.setup.people.contains(account)
    }

    /// Returns whether a cell can be chosen now.
    pub fn is_open(&self) -> bool {
        !self.live.is_closed() && !self.table().is_over()
    }

    /// Returns whether somebody here may do this now; of a move, whether it could be made in some cell.
    pub fn offers(&self, command: Command) -> bool {
        let signer = self.action(command).and_then(|action| self.signer_for(&action).map(|_| ()));
        !self.live.is_closed() && matches!(signer, Ok(()) | Err(Refused::NotNow(NotNow::Forbidden(_))))
    }

    /// Returns the keys that do something now besides choosing a cell, and what they do.
    pub fn offered_keys(&self) -> Vec<(&'static str, &'static str)> {
        let commands = Command::ALL.into_iter().filter(|command| self.offers(*command));
        let mut keys: Vec<_> = commands.map(Command::key_and_name).collect();
        if self.hint_task().is_some() {
            keys.push(("h", "hint"));
        }
        if self.setup.way_out == WayOut::Menu {
            keys.push(("m", "menu"));
        }
        keys
    }

    /// Says why nothing more happens here, once the game is gone.
    pub const fn why_closed(&self) -> &'static str {
        if self.is_restarted { "Game gone: the chain was restarted." } else { "This game has been closed." }
    }

    /// Returns the last move of this round, if it was seen.
    pub fn last_move(&self) -> Option<Cell> {
        self.live.moves().last().map(|(_, cell)| cell)
    }

    /// Returns who left this round last, and why, if that was seen.
    pub fn last_out(&self) -> Option<(&AccountId, Reason)> {
        self.live.events().iter().rev().find_map(|event| match &event.kind {
            EventKind::Out { round, player, reason, .. } if *round == self.table().round => {
                Some((player, *reason))
            }
            _ => None,
        })
    }

    pub fn on_key(&mut self, key: KeyEvent) -> Option<Effect> {
        self.clicked = None;
        match self.feedback.on_key(key) {
            ControlFlow::Break(effect) => effect,
            ControlFlow::Continue(code) => self.command(code),
        }
    }

    /// Chooses a cell; a second click on it plays it.
    pub fn on_click(&mut self, cell: Cell) -> Option<Effect> {
        if self.feedback.dialog.is_some() {
            return None;
        }
        self.cursor = cell;
        if self.clicked.replace(cell) != Some(cell) {
            return None;
        }
        self.clicked = None;
        self.try_to(Command::Play)
    }

    pub fn on_message(&mut self, message: Message) -> Option<Effect> {
        match message {
            Message::Table(table) => {
                self.feedback.notice.online();
                let went_on = self.live.see(table);
                self.note(went_on);
            }
            Message::Done(receipt) => {
                self.feedback.settle(Notice::None);
                self.feedback.cost = Some(receipt.cost);
                let went_on = self.live.take_receipt(&receipt, now());
                self.note(went_on);
            }
            Message::Happened(event, time) => {
                let went_on = self.live.take(&event, Source::Block, time);
                self.note(went_on);
            }
            Message::Failed(reason) => self.feedback.settle(Notice::Problem(reason)),
            Message::Unsettled(reason) => {
                self.feedback.pending.give_up();
                self.feedback.notice = Notice::Problem(reason);
            }
            Message::Offline(reason) => self.feedback.notice = Notice::Offline(reason),
            Message::Restarted => {
                self.is_restarted = true;
                self.feedback.chain_restarted();
            }
            Message::EngineMove(task, cell) => return self.take_engine_move(&task, cell),
            Message::Hint(task, cell) => self.take_hint(&task, cell),
        }
        None
    }

    fn note(&mut self, went_on: bool) {
        if !went_on {
            return;
        }
        self.feedback.game_went_on();
        // What is on the board now is the new chain's.
        if self.is_restarted && !self.live.is_closed() {
            self.is_restarted = false;
            self.feedback.chain_restarted();
        }
        // A chain that has started anew may have another board.
        let rules = self.table().position.rules();
        if self.cursor.row >= rules.rows() || self.cursor.col >= rules.cols() {
            let centre = board_of(&self.table().position).centre();
            self.cursor = centre;
        }
    }

    /// Returns what the engine is to think about, if it is to move and does not think yet.
    pub fn next_engine_task(&mut self) -> Option<EngineTask> {
        let is_idle = self.thinking.is_none() && self.feedback.pending.awaited().is_none();
        let table = self.live.table();
        let player = table.next_player().filter(|player| self.setup.computers.contains(player))?;
        if self.live.is_closed() || !is_idle {
            return None;
        }
        self.thinking = Some(self.engine_task(player, self.setup.level));
        self.thinking.clone()
    }

    fn engine_task(&self, player: &AccountId, level: Level) -> EngineTask {
        let Table { round, position, .. } = *self.table();
        EngineTask { player: player.clone(), round, position, level }
    }

    /// Returns whether the game is still where the engine was asked about it.
    fn is_current(&self, task: &EngineTask) -> bool {
        let table = self.table();
        task.round == table.round && task.position == table.position && !self.live.is_closed()
    }

    /// Takes the engine's move. One for a position that is gone is forgotten.
    fn take_engine_move(&mut self, task: &EngineTask, cell: Cell) -> Option<Effect> {
        if self.thinking.as_ref() == Some(task) {
            self.thinking = None;
        }
        if !self.is_current(task) {
            return None;
        }
        let (signer, round) = (task.player.clone(), task.round);
        Some(self.feedback.send(Request { signer, round, action: Action::Play(cell) }))
    }

    /// Returns what the engine would think about for the person to move. Nobody is helped against somebody elsewhere.
    fn hint_task(&self) -> Option<EngineTask> {
        let table = self.table();
        let player = table.next_player().filter(|player| self.is_here(player) && !self.live.is_closed())?;
        let is_ours = |player: &AccountId| self.is_here(player) || self.setup.computers.contains(player);
        let are_ours = table.players.iter().flatten().all(is_ours);
        are_ours.then(|| self.engine_task(player, Level::Strong))
    }

    /// Puts the cursor where the engine would play, unless the game has gone on.
    fn take_hint(&mut self, task: &EngineTask, cell: Cell) {
        if self.is_current(task) {
            self.cursor = cell;
            self.feedback.say(format!("Hint: row {} col {}.", cell.row, cell.col));
        }
    }

    /// Asks before a game is left that somebody here still plays; one that was opened from the lobby goes on.
    fn leave(&mut self, end: End) -> Option<Effect> {
        let is_playing = self.table().turn().is_some() && !self.setup.people.is_empty();
        if self.setup.way_out == WayOut::Lobby || self.live.is_closed() || !is_playing {
            return Some(Effect::End(end));
        }
        self.feedback.dialog = Some(Dialog::Confirm(Effect::End(end)));
        None
    }

    fn command(&mut self, code: KeyCode) -> Option<Effect> {
        if let Some(command) = Command::of_key(code) {
            return self.try_to(command);
        }
        match code {
            KeyCode::Char('q' | 'Q') => return self.leave(End::Quit),
            KeyCode::Char('m') if self.setup.way_out == WayOut::Menu => return self.leave(End::Menu),
            KeyCode::Char('h' | 'H') => {
                self.hinting = self.hint_task();
                self.feedback.say(match self.hinting {
                    Some(_) => "One moment ...",
                    None => "A hint is for the person to move, where nobody plays from elsewhere.",
                });
            }
            KeyCode::Char('u') => {
                self.feedback.say("Moves are transactions: what is on the chain can't be undone.");
            }
            KeyCode::Char('?') => self.feedback.dialog = Some(Dialog::Help),
            KeyCode::Up | KeyCode::Char('w') => self.move_cursor(-1, 0),
            KeyCode::Down | KeyCode::Char('s') => self.move_cursor(1, 0),
            KeyCode::Left | KeyCode::Char('a') => self.move_cursor(0, -1),
            KeyCode::Right | KeyCode::Char('d') => self.move_cursor(0, 1),
            KeyCode::Char(digit @ '1'..='9') => {
                let digit = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                let chosen =
                    digit.and_then(|digit| board_of(&self.table().position).digit(self.cursor, digit));
                self.cursor = chosen.unwrap_or(self.cursor);
            }
            _ => {}
        }
        None
    }

    fn move_cursor(&mut self, down: i16, right: i16) {
        let rules = self.table().position.rules();
        let moved = |from: u8, by: i16, size: u8| {
            u8::try_from((i16::from(from) + by).rem_euclid(i16::from(size))).unwrap_or(from)
        };
        self.cursor = Cell {
            row: moved(self.cursor.row, down, rules.rows()),
            col: moved(self.cursor.col, right, rules.cols()),
        };
    }

    /// Sends what is asked for, or says why not; what can't be undone is asked for twice.
    fn try_to(&mut self, command: Command) -> Option<Effect> {
        let request = match self.request(command) {
            Ok(request) => request,
            Err(refused) => {
                let sentence = self.explain(refused);
                self.feedback.say(sentence);
                return None;
            }
        };
        let needs_a_question = match command {
            Command::Play => self.setup.confirm,
            Command::NewRound => self.table().turn().is_some(),
            Command::Resign | Command::ClaimTimeout => true,
        };
        // What may still take effect is not sent again without a question either.
        if needs_a_question || self.feedback.pending.is_doubtful(&request) {
            self.feedback.dialog = Some(Dialog::Confirm(Effect::Send(request)));
            return None;
        }
        Some(self.feedback.send(request))
    }

    fn request(&self, command: Command) -> Result<Request, Refused> {
        if self.live.is_closed() {
            return Err(Refused::Closed);
        }
        if self.feedback.pending.awaited().is_some() {
            return Err(Refused::Pending);
        }
        let action = self.action(command)?;
        let signer = self.signer_for(&action)?.clone();
        Ok(Request { signer, round: self.table().round, action })
    }

    fn action(&self, command: Command) -> Result<Action, Refused> {
        match command {
            Command::Play => Ok(Action::Play(self.cursor)),
            Command::NewRound => {
                self.table().new_round(self.setup.pairing.clone()).ok_or(Refused::NoOpponent)
            }
            Command::Resign => Ok(Action::Resign),
            Command::ClaimTimeout => match self.table().seconds_left(now()) {
                Some(left @ 1..) => Err(Refused::TimeLeft(left)),
                _ => Ok(Action::ClaimTimeout),
            },
        }
    }

    /// Returns who here may do this: the one to move if they may, else the first who may.
    fn signer_for(&self, action: &Action) -> Result<&AccountId, Refused> {
        let to_move = self.table().next_player().filter(|player| self.is_here(player));
        let mut why_not = None;
        for person in to_move.into_iter().chain(&self.setup.people) {
            match self.table().check(action, person) {
                Ok(()) => return Ok(person),
                Err(reason) => {
                    why_not.get_or_insert(reason);
                }
            }
        }
        Err(why_not.map_or(Refused::NobodyHere, Refused::NotNow))
    }

    fn explain(&self, refused: Refused) -> String {
        match refused {
            Refused::Closed => self.why_closed().to_owned(),
            Refused::Pending => STILL_PENDING.to_owned(),
            Refused::NobodyHere if self.setup.way_out == WayOut::Lobby => {
                "You only watch: no seat of this game is yours.".to_owned()
            }
            Refused::NobodyHere => "You only watch. To play, start again with --as ACCOUNT.".to_owned(),
            Refused::NoOpponent => "Whom do you play? Start again with --against ACCOUNT.".to_owned(),
            Refused::TimeLeft(left) => {
                format!("There are {}:{:02} left; t claims the timeout after that.", left / 60, left % 60)
            }
            Refused::NotNow(NotNow::NoGame) => "There is no game yet. Press n to start one.".to_owned(),
            Refused::NotNow(NotNow::RoundOver) => "This round is over. Press n for another.".to_owned(),
            Refused::NotNow(NotNow::Forbidden(MoveError::CellTaken(seat))) => {
                format!("This cell already holds {seat}. Choose an empty one.")
            }
            Refused::NotNow(NotNow::Forbidden(MoveError::WrongField)) => {
                match board_of(&self.table().position).hint() {
                    Some(hint) => format!("This mark must go {hint}."),
                    None => "The mark must go elsewhere.".to_owned(),
                }
            }
            Refused::NotNow(reason) => format!("{}.", capitalised(&reason.to_string())),
        }
    }
}
