//! The state of the screen: what keys and news from the chain do to it. No drawing, no network.

use near_primitives::types::AccountId;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome, SIZE};

use super::score::{Score, Scores};
use crate::chain::{Cost, Receipt};
use crate::event::Event;
use crate::game::{Game, GameId};

const EVENTS_KEPT: usize = 200;

/// Who sits at this keyboard, and on which chain.
#[derive(Clone, Debug)]
pub struct Table {
    /// What people call the chain.
    pub chain_name: String,
    /// The accounts that play at this keyboard.
    pub seats: Vec<AccountId>,
    /// Who plays X and O in a new game, if that is settled.
    pub pairing: Option<[AccountId; 2]>,
    /// Ask before a move is sent.
    pub confirm: bool,
}

/// A transaction to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Start a game.
    NewGame {
        /// Who signs.
        signer: AccountId,
        /// Who plays X and O.
        players: [AccountId; 2],
    },
    /// Mark a cell.
    Play {
        /// Whose move it is.
        player: AccountId,
        /// The cell.
        cell: Cell,
        /// The game that the player sees.
        game_id: GameId,
    },
}

/// News from the chain.
#[derive(Clone, Debug)]
pub enum News {
    /// The game as the contract has it.
    Game(Option<Game>),
    /// A request was carried out.
    Done(Receipt),
    /// A request was refused or failed, for this reason.
    Failed(String),
    /// The contract wrote a line of log.
    Logged(String),
    /// The chain does not answer, for this reason.
    Offline(String),
}

/// What the program has to do after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// End.
    Quit,
    /// Send a transaction.
    Send(Request),
}

/// A sentence below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notice {
    /// Nothing to say.
    #[default]
    None,
    /// Something good to know.
    Info(String),
    /// Something that did not work.
    Problem(String),
    /// The chain does not answer; gone as soon as it does.
    Offline(String),
}

/// Something that is answered before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys.
    Help,
    /// Shall this be sent?
    Confirm(Request),
}

/// A move as it was seen to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose.
    pub mark: Mark,
    /// Where.
    pub cell: Cell,
}

/// The screen's state.
#[derive(Clone, Debug)]
pub struct App {
    /// Who plays.
    pub table: Table,
    /// The game, once the chain has told.
    pub game: Option<Game>,
    /// Has the chain told?
    pub is_loaded: bool,
    /// The chosen cell.
    pub cursor: Cell,
    /// The moves of this game that were seen, oldest first.
    pub moves: Vec<Move>,
    /// The contract's latest log lines, oldest first.
    pub events: Vec<String>,
    /// What the last transaction cost.
    pub cost: Option<Cost>,
    /// What there is to say.
    pub notice: Notice,
    /// What is asked.
    pub dialog: Option<Dialog>,
    /// The transaction under way.
    pub pending: Option<Request>,
    scores: Scores,
}

impl App {
    /// A screen that has not heard from the chain yet.
    #[must_use]
    pub fn new(table: Table) -> Self {
        Self {
            table,
            game: None,
            is_loaded: false,
            cursor: CENTRE,
            moves: Vec::new(),
            events: Vec::new(),
            cost: None,
            notice: Notice::None,
            dialog: None,
            pending: None,
            scores: Scores::default(),
        }
    }

    /// An account's games that ended while this program watched.
    #[must_use]
    pub fn score(&self, account: &AccountId) -> Score {
        self.scores.of(account)
    }

    /// Does this account play at this keyboard?
    #[must_use]
    pub fn is_here(&self, account: &AccountId) -> bool {
        self.table.seats.contains(account)
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent) -> Option<Action> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return matches!(key.code, KeyCode::Char('c')).then_some(Action::Quit);
        }
        match self.dialog.take() {
            Some(Dialog::Help) => None,
            Some(Dialog::Confirm(request)) => self.answer(key.code, request),
            None => self.command(key.code),
        }
    }

    /// Chooses a cell.
    pub fn choose(&mut self, cell: Cell) {
        if self.dialog.is_none() {
            self.cursor = cell;
        }
    }

    /// Takes news from the chain.
    pub fn hear(&mut self, news: News) {
        match news {
            News::Game(game) => self.see(game),
            News::Done(receipt) => {
                self.pending = None;
                self.notice = Notice::None;
                self.cost = Some(receipt.cost);
                receipt.logs.into_iter().for_each(|line| self.log(&line));
            }
            News::Failed(reason) => {
                self.pending = None;
                self.notice = Notice::Problem(reason);
            }
            News::Logged(line) => self.log(&line),
            News::Offline(reason) => self.notice = Notice::Offline(reason),
        }
    }

    fn answer(&mut self, code: KeyCode, request: Request) -> Option<Action> {
        match code {
            KeyCode::Enter | KeyCode::Char('y' | 'Y') => Some(self.send(request)),
            _ => {
                self.notice = Notice::Info("Nothing was sent.".to_owned());
                None
            }
        }
    }

    fn command(&mut self, code: KeyCode) -> Option<Action> {
        match code {
            KeyCode::Char('q' | 'Q') => return Some(Action::Quit),
            KeyCode::Char('?' | 'h') => self.dialog = Some(Dialog::Help),
            KeyCode::Char('n' | 'N') => return self.new_game(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.play(),
            KeyCode::Up => self.move_cursor(SIZE - 1, 0),
            KeyCode::Down => self.move_cursor(1, 0),
            KeyCode::Left => self.move_cursor(0, SIZE - 1),
            KeyCode::Right => self.move_cursor(0, 1),
            KeyCode::Char(digit @ '1'..='9') => {
                let number = digit.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
                self.cursor = number.and_then(Cell::from_number).unwrap_or(self.cursor);
            }
            _ => {}
        }
        None
    }

    fn move_cursor(&mut self, down: u8, right: u8) {
        let (row, col) = (self.cursor.row() + down, self.cursor.col() + right);
        self.cursor = Cell::new(row % SIZE, col % SIZE).unwrap_or(self.cursor);
    }

    fn play(&mut self) -> Option<Action> {
        match self.request_move() {
            Ok(request) if self.table.confirm => {
                self.dialog = Some(Dialog::Confirm(request));
                None
            }
            Ok(request) => Some(self.send(request)),
            Err(reason) => {
                self.notice = Notice::Info(reason);
                None
            }
        }
    }

    // A move that the contract is sure to refuse would cost gas, so the reason is told right away.
    fn request_move(&self) -> Result<Request, String> {
        if self.pending.is_some() {
            return Err("One moment: the last transaction is not through yet.".to_owned());
        }
        let Some(game) = &self.game else {
            return Err("There is no game yet. Press n to start one.".to_owned());
        };
        let Outcome::InProgress { next } = game.board.outcome() else {
            return Err("This game is over. Press n for another.".to_owned());
        };
        let player = game.player(next);
        if !self.is_here(player) {
            return Err(format!("It is the turn of {player}."));
        }
        if let Some(mark) = game.board.mark_at(self.cursor) {
            return Err(format!("Cell {} already holds {mark}. Choose an empty one.", self.cursor.number()));
        }
        Ok(Request::Play { player: player.clone(), cell: self.cursor, game_id: game.id })
    }

    /// Starts a game between those who play here, after a question if one is under way.
    pub fn new_game(&mut self) -> Option<Action> {
        let Some(players) = self.next_players() else {
            let hint = "Whom do you play? Start again with --against ACCOUNT.";
            self.notice = Notice::Info(hint.to_owned());
            return None;
        };
        if self.pending.is_some() {
            return None;
        }
        let here = players.iter().find(|player| self.is_here(player));
        let signer = here.or(self.table.seats.first())?.clone();
        let request = Request::NewGame { signer, players };
        if self.game.as_ref().is_some_and(|game| !game.is_over() && game.board.moves() > 0) {
            self.dialog = Some(Dialog::Confirm(request));
            return None;
        }
        Some(self.send(request))
    }

    fn next_players(&self) -> Option<[AccountId; 2]> {
        let same_again = || self.game.as_ref().map(|game| [game.p1.clone(), game.p2.clone()]);
        self.table.pairing.clone().or_else(same_again)
    }

    fn send(&mut self, request: Request) -> Action {
        self.notice = Notice::None;
        self.pending = Some(request.clone());
        Action::Send(request)
    }

    fn see(&mut self, game: Option<Game>) {
        if !matches!(self.notice, Notice::Problem(_)) {
            self.notice = Notice::None;
        }
        self.is_loaded = true;
        let before = self.game.take();
        self.forget_another_chain(before.as_ref(), game.as_ref());
        if let Some(game) = &game {
            self.see_moves(before.as_ref(), game);
            if before.is_some_and(|before| before.id == game.id && !before.is_over()) {
                self.scores.count(game);
            }
        }
        self.game = game;
    }

    // Only a chain that has started anew goes back to an earlier game.
    fn forget_another_chain(&mut self, before: Option<&Game>, now: Option<&Game>) {
        if before.is_some_and(|before| now.is_none_or(|now| now.is_before(before))) {
            self.moves.clear();
            self.events.clear();
            self.scores = Scores::default();
        }
    }

    fn see_moves(&mut self, before: Option<&Game>, now: &Game) {
        let known = before.filter(|before| before.id == now.id).map(|before| before.board);
        if known.is_none() {
            self.moves.clear();
        }
        // Somebody who joins a game under way has not seen in which order its moves came.
        if let Some(board) = known.or((now.board.moves() <= 1).then_some(Board::EMPTY)) {
            self.moves.extend(new_moves(board, now.board));
        }
    }

    fn log(&mut self, line: &str) {
        let Ok(Some(event)) = Event::from_log(line) else { return };
        let text = event.to_string();
        // One's own events come twice: with the receipt, and later with their block.
        if self.events.contains(&text) {
            return;
        }
        self.events.push(text);
        if self.events.len() > EVENTS_KEPT {
            self.events.remove(0);
        }
    }
}

const CENTRE: Cell = match Cell::new(1, 1) {
    Some(cell) => cell,
    None => panic!("the centre is on the board"),
};

/// The marks that `after` has and `before` has not; X and O move in turn.
fn new_moves(before: Board, after: Board) -> Vec<Move> {
    let added = |mark| {
        Cell::all()
            .filter(move |cell| after.mark_at(*cell) == Some(mark) && before.mark_at(*cell).is_none())
            .map(move |cell| Move { mark, cell })
    };
    let Outcome::InProgress { next } = before.outcome() else {
        return Vec::new();
    };
    let mut answers = added(next.other());
    added(next).flat_map(|step| std::iter::once(step).chain(answers.next())).collect()
}
