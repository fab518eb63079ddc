//! What was seen to happen: the moves of this game, and the latest events.

use tic_tac_toe_client::Game;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::Event;
use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};

const EVENTS_KEPT: usize = 200;

/// A move as it was seen to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose.
    pub mark: Mark,
    /// Where.
    pub cell: Cell,
}

/// Moves and events, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    moves: Vec<Move>,
    events: Vec<Event>,
}

/// Where in the contract's games an event stands; nothing happens twice at the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start(GameId),
    Cell(GameId, u8, u8),
    End(GameId),
}

impl Place {
    const fn of(event: &Event) -> Self {
        match event {
            Event::GameCreated { game_id, .. } => Self::Start(*game_id),
            Event::MoveMade { game_id, row, col, .. } => Self::Cell(*game_id, *row, *col),
            Event::GameOver { game_id, .. } => Self::End(*game_id),
        }
    }
}

impl History {
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }

    /// Takes note of an event. One's own come twice: with the receipt, and later with their block.
    pub(super) fn list(&mut self, event: Event) {
        let place = Place::of(&event);
        if self.events.iter().any(|listed| Place::of(listed) == place) {
            return;
        }
        self.events.push(event);
        if self.events.len() > EVENTS_KEPT {
            self.events.remove(0);
        }
    }

    /// Takes note of the moves that a game has now and had not before.
    pub(super) fn see(&mut self, before: Option<&Game>, now: &Game) {
        let known = before.filter(|before| before.id == now.id).map(|before| before.board);
        if known.is_none() {
            self.moves.clear();
        }
        // Somebody who joins a game under way has not seen in which order its moves came.
        if let Some(board) = known.or((now.board.moves() <= 1).then_some(Board::EMPTY)) {
            self.moves.extend(new_moves(board, now.board));
        }
    }
}

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
