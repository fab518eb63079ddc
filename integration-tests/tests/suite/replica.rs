//! A copy of the game kept by somebody who reads nothing but the events of successful receipts.

use anyhow::{Context, Result, ensure};
use integration_tests::view::{GameView, Seat};
use near_workspaces::AccountId;
use near_workspaces::result::ExecutionFinalResult;
use serde::Deserialize;
use tic_tac_toe_rules::classic::LINES;

/// What an indexer knows after the events it has read.
#[derive(Default)]
pub struct Replica {
    game: Option<GameView>,
}

#[derive(Deserialize)]
struct Line {
    standard: String,
    version: String,
    #[serde(flatten)]
    event: Event,
}

#[derive(Deserialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
enum Event {
    GameCreated { game_id: String, p1: AccountId, p2: AccountId },
    MoveMade { game_id: String, player: AccountId, mark: char, row: usize, col: usize },
    GameOver { game_id: String, result: String, winner: Option<AccountId>, mark: Option<char> },
}

impl Replica {
    /// The game as `get_game` ought to show it.
    pub const fn game(&self) -> Option<&GameView> {
        self.game.as_ref()
    }

    /// Reads a transaction's events, leaving out those of failed receipts.
    ///
    /// # Errors
    ///
    /// When an event does not follow from those before it.
    pub fn read(&mut self, result: &ExecutionFinalResult) -> Result<()> {
        let receipts = result.receipt_outcomes().iter().filter(|receipt| receipt.is_success());
        for log in receipts.flat_map(|receipt| &receipt.logs) {
            self.apply(log).with_context(|| log.clone())?;
        }
        Ok(())
    }

    fn apply(&mut self, log: &str) -> Result<()> {
        let json = log.strip_prefix("EVENT_JSON:").context("every log line is an event")?;
        let line: Line = serde_json::from_str(json)?;
        ensure!((line.standard.as_str(), line.version.as_str()) == ("tic-tac-toe", "1.0.0"));
        match line.event {
            Event::GameCreated { game_id, p1, p2 } => self.game = Some(new_game(game_id, p1, p2)),
            Event::MoveMade { game_id, player, mark, row, col } => {
                let game = self.current(&game_id)?;
                ensure!(game.next == Some(Seat { player, mark }), "somebody moved out of turn");
                ensure!(game.board[row][col].replace(mark).is_none(), "a cell was marked twice");
                game.moves += 1;
                game.next = Some(seat_to_move(game));
            }
            Event::GameOver { game_id, result, winner, mark } => {
                let game = self.current(&game_id)?;
                game.status = result;
                game.next = None;
                game.winner = winner.zip(mark).map(|(player, mark)| Seat { player, mark });
                game.winning_line = game.winner.as_ref().and_then(|winner| line_of(game, winner.mark));
            }
        }
        Ok(())
    }

    fn current(&mut self, game_id: &str) -> Result<&mut GameView> {
        let game = self.game.as_mut().context("there is no game yet")?;
        ensure!(game.game_id == game_id, "that is not the current game");
        Ok(game)
    }
}

fn new_game(game_id: String, p1: AccountId, p2: AccountId) -> GameView {
    let next = Some(Seat { player: p1.clone(), mark: 'X' });
    GameView {
        game_id,
        p1,
        p2,
        board: [[None; 3]; 3],
        moves: 0,
        status: "in_progress".to_string(),
        next,
        winner: None,
        winning_line: None,
    }
}

fn seat_to_move(game: &GameView) -> Seat {
    if game.moves.is_multiple_of(2) {
        Seat { player: game.p1.clone(), mark: 'X' }
    } else {
        Seat { player: game.p2.clone(), mark: 'O' }
    }
}

fn line_of(game: &GameView, mark: char) -> Option<[[u8; 2]; 3]> {
    let lines = LINES.map(|line| line.map(|cell| [cell.row(), cell.col()]));
    let holds = |[row, col]: &[u8; 2]| game.board[usize::from(*row)][usize::from(*col)] == Some(mark);
    lines.into_iter().find(|line| line.iter().all(holds))
}
